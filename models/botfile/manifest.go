package botfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"ringer/internal/input"
	"ringer/models"
)

// Kinds of bots.
const (
	KindNetwork = ""
	KindBare    = "weights" // a network without its ONNX form, in half precision
	KindTable   = "table"
)

// Format is the version of the file format that this package writes and reads.
const Format = 1

// Manifest describes a bot. It is the model card too.
type Manifest struct {
	Format int    `json:"format"`         // set by Write
	Kind   string `json:"kind,omitempty"` // KindNetwork, KindBare or KindTable; set by Write, which keeps KindBare
	Name   string `json:"name"`
	Ringer string `json:"ringer"` // version of Ringer that wrote the file

	Game     string  `json:"game"`      // game string, as env/games parses it
	SpecHash string  `json:"spec_hash"` // env.Spec.Hash of that game, lower-case hex
	Blocks   []Block `json:"blocks"`    // what the logits mean, in action order

	// Rules are the resolved configuration of the game (env.Spec.Configuration), from
	// which env/games builds it without any other file. Bots of older versions have
	// none: their game strings name shipped configurations.
	Rules json.RawMessage `json:"rules,omitempty"`

	// Network describes the network, including the fields that it reads. Set by
	// Write. A bot that is a table has none.
	Network *models.Network `json:"network,omitempty"`

	// Temperatures sets kinds of decisions and seats apart; nil: the bot plays all decisions as its weights do.
	Temperatures *Temperatures `json:"temperatures,omitempty"`

	Level *Level `json:"level,omitempty"` // of a ladder of opponents; nil for a bot that is on none

	// Carried lists the files that the bot was before it was written anew for a later
	// version of its game, or in half precision, oldest first. What Evaluation and Level say was measured with the
	// file that was trained, before.
	Carried []Carried `json:"carried,omitempty"`

	Training   Training     `json:"training"`
	Evaluation []Evaluation `json:"evaluation"`
	Card       Card         `json:"card"`
	Licence    string       `json:"licence"` // SPDX identifier

	// Checksums holds the sha256 of every other member, lower-case hex. Set by
	// Write.
	Checksums map[string]string `json:"checksums"`
}

// Block is a named run of action ids. It mirrors env.Block.
type Block struct {
	Name  string `json:"name"`
	Shape []int  `json:"shape"`
}

// Training sums up the run that made the bot: of a trainer, or of a solver, which
// makes no decisions.
type Training struct {
	Algorithm  string  `json:"algorithm"`
	Iterations int     `json:"iterations"`
	Decisions  int64   `json:"decisions"`         // of players, over all tables
	Earlier    int64   `json:"earlier,omitempty"` // of the bot that the training began with, and of the one before that
	Seconds    float64 `json:"seconds"`
	Seed       uint64  `json:"seed"`
	Averaged   bool    `json:"averaged,omitempty"` // the weights are a moving average of the learner's
	Backend    string  `json:"backend,omitempty"`  // of the learner

	// Temperature is that at which the weights play what was trained (see
	// models.Weights.Sharpened); 0 stands for 1.
	Temperature float64 `json:"temperature,omitempty"`

	Config  json.RawMessage `json:"config,omitempty"`  // the resolved configuration of the run
	Builds  []Build         `json:"builds,omitempty"`  // that trained it, oldest first; empty when unknown
	Command string          `json:"command,omitempty"` // a command line that makes such a run again
	Alarms  []Alarm         `json:"alarms,omitempty"`  // that sounded in training
}

// AllDecisions returns the decisions that the weights have learned from, the decisions of
// the bots that the training began with among them.
func (t *Training) AllDecisions() int64 { return t.Earlier + t.Decisions }

// Alarm says in how many iterations of training an alarm sounded: docs/training.md has
// the names. Subject is a kind of decision, an opponent or a seat; none for all play.
type Alarm struct {
	Name       string `json:"name"`
	Subject    string `json:"subject,omitempty"`
	Iterations int    `json:"iterations"`
}

// Build is a build of Ringer on a machine, which trained from an iteration on. Two
// builds that differ in anything may differ in the last bits of what they train.
type Build struct {
	Iteration int    `json:"iteration"`
	Ringer    string `json:"ringer"`
	Revision  string `json:"revision,omitempty"`
	Go        string `json:"go"`
	Platform  string `json:"platform"` // GOOS/GOARCH, and the level of GOARCH where there are some
	Backend   string `json:"backend"`
	Vectors   string `json:"vectors"` // graph.Vectors: instructions that the networks are computed with
}

// Evaluation is one measured pairing, or the exact exploitability: then the
// opponent is the best response, no games were played, and the rates are 0.
type Evaluation struct {
	Opponent string  `json:"opponent"` // agent name
	Games    int     `json:"games"`
	WinRate  float64 `json:"win_rate"` // of the bot, in one seat, or as a whole team where opponents.teams trained it
	Low      float64 `json:"low"`      // 95% interval
	High     float64 `json:"high"`

	Exploitability *float64 `json:"exploitability,omitempty"`
}

// Card is the model card: facts that a reader wants before using the bot.
type Card struct {
	Summary     string `json:"summary"`
	IntendedUse string `json:"intended_use,omitempty"`
	Limitations string `json:"limitations,omitempty"`
	Authors     string `json:"authors,omitempty"`
}

// Carried is the file that a bot was before it was written anew, with the same weights,
// for a later version of its game, or in half precision.
type Carried struct {
	SHA256    string `json:"sha256"`               // of that file
	Weights   string `json:"weights"`              // the SHA-256 of its weights
	SpecHash  string `json:"spec_hash"`            // of its game
	FactsHash string `json:"facts_hash,omitempty"` // of that game without observation wrappers; empty when unknown
	Version   int    `json:"version,omitempty"`    // of that game's rules; 0 when unknown
	Ringer    string `json:"ringer"`               // version of Ringer that wrote that file

	// Half says that nothing but the precision of the weights has changed since.
	Half bool `json:"half,omitempty"`

	// New and Lost count, by field, the numbers of the observation that the weights have not
	// been trained on, and have been and the game shows no more.
	New  []Columns `json:"new,omitempty"`
	Lost []Columns `json:"lost,omitempty"`
}

// Columns counts numbers of a field of an observation.
type Columns struct {
	Field string `json:"field"`
	Count int    `json:"count"`
}

// Before returns the SHA-256 of every file that the bot was before, oldest first.
func (m *Manifest) Before() (sums []string) {
	for _, c := range m.Carried {
		sums = append(sums, c.SHA256)
	}
	return sums
}

// CarriedSince reports whether the bot has been written anew for a later version of its game
// since it was the file with this SHA-256.
func (m *Manifest) CarriedSince(sum string) bool {
	was := slices.IndexFunc(m.Carried, func(c Carried) bool { return c.SHA256 == sum })
	return was >= 0 && slices.ContainsFunc(m.Carried[was:], func(c Carried) bool { return !c.Half })
}

// validate returns every fault of a manifest, joined.
func (m *Manifest) validate() error {
	var faults []error
	fault := func(path string, value any, want string) {
		faults = append(faults, fmt.Errorf("%s: %v: want %s", path, value, want))
	}
	for _, field := range []struct{ path, value string }{
		{"name", m.Name}, {"ringer", m.Ringer}, {"game", m.Game}, {"licence", m.Licence}, {"training.algorithm", m.Training.Algorithm},
	} {
		if strings.TrimSpace(field.value) == "" {
			fault(field.path, `""`, "some text")
		}
		if input.Mark(field.value) >= 0 {
			fault(field.path, strconv.Quote(field.value), input.NoMarks)
		}
	}
	if !isHash(m.SpecHash) {
		fault("spec_hash", fmt.Sprintf("%q", m.SpecHash), "64 lower-case hex digits")
	}
	switch {
	case m.Kind != KindNetwork && m.Kind != KindBare && m.Kind != KindTable:
		fault("kind", fmt.Sprintf("%q", m.Kind), fmt.Sprintf("%q, %q, or none for a network", KindBare, KindTable))
	case m.Kind == KindTable && m.Network != nil:
		fault("network", "a network", "none in a table")
	case m.Kind == KindTable:
	case m.Network == nil:
		fault("network", "nothing", "a description of the network")
	default:
		if err := m.Network.Validate(); err != nil {
			faults = append(faults, err)
		}
	}
	actions := m.checkBlocks(fault)
	if m.Network != nil && actions != m.Network.Actions {
		fault("blocks", fmt.Sprintf("%d actions", actions), fmt.Sprintf("as many as the network has logits, %d", m.Network.Actions))
	}
	if m.Network == nil && actions == 0 {
		fault("blocks", "0 actions", "at least one")
	}
	if t := m.Training; t.Iterations < 0 || t.Decisions < 0 || t.Earlier < 0 || !(t.Seconds >= 0) || math.IsInf(t.Seconds, 0) {
		fault("training", fmt.Sprintf("%d iterations, %d and %d decisions, %v seconds", t.Iterations, t.Earlier, t.Decisions, t.Seconds), "numbers from 0")
	}
	if t := m.Training.Temperature; t != 0 && !(t >= coldest && t <= warmest) {
		fault("training.temperature", t, fmt.Sprintf("a number from %v to %v, or 0 for 1", coldest, warmest))
	}
	if t := m.Temperatures; t != nil {
		if m.Kind == KindTable {
			fault("temperatures", "some", "none in a table")
		}
		t.validate(fault)
	}
	for i, a := range m.Training.Alarms {
		if strings.TrimSpace(a.Name) == "" || a.Iterations < 1 || a.Iterations > m.Training.Iterations {
			fault(fmt.Sprintf("training.alarms[%d]", i), fmt.Sprintf("%+v", a), "a name, and iterations from 1 to the number of the training")
		}
	}
	if m.Level != nil {
		m.Level.validate(fault)
	}
	for i, c := range m.Carried {
		if !isHash(c.SHA256) || !isHash(c.Weights) || !isHash(c.SpecHash) || c.FactsHash != "" && !isHash(c.FactsHash) || c.Version < 0 || c.Ringer == "" {
			fault(fmt.Sprintf("carried[%d]", i), fmt.Sprintf("%+v", c), "hashes of 64 lower-case hex digits, a version from 0, and the version of Ringer")
		}
	}
	for i, e := range m.Evaluation {
		ordered := 0 <= e.Low && e.Low <= e.WinRate && e.WinRate <= e.High && e.High <= 1
		exact := e.Exploitability != nil && e.Games == 0 && *e.Exploitability >= 0 && !math.IsInf(*e.Exploitability, 0)
		if e.Opponent == "" || e.Games < 1 && !exact || !ordered {
			fault(fmt.Sprintf("evaluation[%d]", i), fmt.Sprintf("%+v", e), "an opponent, games from 1 or an exploitability from 0, and 0 <= low <= win_rate <= high <= 1")
		}
	}
	return errors.Join(faults...)
}

// checkBlocks returns the number of action ids.
func (m *Manifest) checkBlocks(fault func(path string, value any, want string)) int {
	actions := 0
	for i, b := range m.Blocks {
		size := 1
		for _, d := range b.Shape {
			if d < 1 || d > math.MaxInt32/size {
				size = 0
				break
			}
			size *= d
		}
		if size == 0 || b.Name == "" {
			fault(fmt.Sprintf("blocks[%d]", i), fmt.Sprintf("%q %v", b.Name, b.Shape), "a name and positive dimensions")
		}
		actions += size
	}
	return actions
}

// actions returns the number of action ids of a valid manifest.
func (m *Manifest) actions() int { return m.checkBlocks(func(string, any, string) {}) }

func isHash(s string) bool {
	return len(s) == 64 && strings.Trim(s, "0123456789abcdef") == ""
}

// SpecError says that a bot was made for another game than the one at hand.
type SpecError struct {
	Bot              string // name of the bot
	BotGame, Game    string // game strings
	BotHash, GotHash string // spec hashes
}

func (e *SpecError) Error() string {
	return fmt.Sprintf("bot %q was made for another game\n  bot:  %s, spec %s\n  here: %s, spec %s", e.Bot, e.BotGame, e.BotHash, e.Game, e.GotHash)
}

// CheckSpec returns a *SpecError that shows both sides unless hash is the spec
// hash the bot was made for. game is the game string at hand, for the message.
func (b *Bot) CheckSpec(game, hash string) error {
	if b.Manifest.SpecHash == hash {
		return nil
	}
	return &SpecError{Bot: b.Manifest.Name, BotGame: b.Manifest.Game, Game: game, BotHash: b.Manifest.SpecHash, GotHash: hash}
}
