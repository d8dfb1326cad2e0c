package reporting

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ringer/configs"
	"ringer/env"
	"ringer/env/knobs"
	"ringer/eval"
	"ringer/internal/input"
	"ringer/open"
	"ringer/open/study"
	"ringer/report/balance"
)

// Tune says of which game rules are changed until figures lie in their targets, and how much is
// played. Game, Dir, Trainer and a target are needed. Errors name a field as the flag of ringer tune
// does.
type Tune struct {
	Game    env.Game
	Dir     string         // of what was measured already, and of the change that is found
	Trainer *study.Trainer // trains the agents of the last measurement, and its Opener builds all others

	Target  []string // MEASURE=LOW..HIGH, where one end may be missing
	Targets string   // file of targets, or the name of a shipped one; empty: none
	Knobs   []string // paths of the rules to change; none: numbers, spread over all rules
	Steps   int      // values on each side of a rule's own

	Agent  string // in every seat; empty: the expert, else the bot that ships as it is, else greedy
	Games  int    // of each candidate in the first round; each later round has three times as many
	Rounds int    // after each of which the best third goes on
	Finals int    // candidates that are measured again on fresh seeds
	Train  int    // decisions that agents learn the rules of a final candidate for, to measure it; 0: Agent measures it

	Seed    uint64
	Workers int
	Place   *eval.Place // where games are played; nil: in this process
	Build   string      // names the program: what another one has measured is measured again
	Command string      // that tunes; empty: ringer tune

	Progress func(part string, done, total int) // may be nil
}

// TuneDefaults returns the configuration of a usual search.
func TuneDefaults() Tune {
	return Tune{Steps: 2, Games: 60, Rounds: 3, Finals: 3, Seed: 1}
}

// thirds is the part of the candidates that a round leaves, and by how much its games grow.
const thirds = 3

// A Change is one rule with another value.
type Change struct {
	Path  string  `json:"path"`
	Value string  `json:"value"`
	From  string  `json:"from"`
	Words string  `json:"words"`
	Steps float64 `json:"steps"` // from the value as it is
}

// Candidate is one change with what was measured of it.
type Candidate struct {
	Change
	Round   int              `json:"round"`             // the last that it was measured in, from 1; 0: it could not be played
	Games   int              `json:"games"`             // there
	Score   float64          `json:"score"`             // what it misses of the targets, in what the rules as they are miss: 0 meets them
	Results []balance.Result `json:"results,omitempty"` // of the targets, there
	Final   []balance.Result `json:"final,omitempty"`   // on fresh seeds; none: it was no finalist
	Verdict string           `json:"verdict,omitempty"` // of Final: the worst of all targets
	Moved   []balance.Change `json:"moved,omitempty"`   // other figures that changed clearly, on fresh seeds: the cost
	Failed  string           `json:"failed,omitempty"`  // why nobody could play it
	game    env.Game
}

// Tuned holds the result of a search.
type Tuned struct {
	Game       string           `json:"game"`
	SpecHash   string           `json:"spec_hash"`
	Agent      string           `json:"agent"`
	Train      int              `json:"train"` // decisions that agents learned the last rules for; 0: Agent measured them too
	Base       []balance.Result `json:"base"`  // the rules as they are, on fresh seeds
	Candidates []Candidate      `json:"candidates"`
	Rounds     []int            `json:"rounds"`       // candidates of each
	Played     int              `json:"games_played"` // in all, with the games of an earlier run of the same search
	Best       *Candidate       `json:"best"`         // of the finalists, the one with the best verdict and the least miss
	Overlay    string           `json:"overlay"`      // file of its change; empty: none met a target better
	Command    string           `json:"command"`
}

// ParseTarget reads MEASURE=LOW..HIGH.
func ParseTarget(text string) (balance.Target, error) {
	measure, bounds, ok := strings.Cut(text, "=")
	low, high, dots := strings.Cut(bounds, "..")
	t := balance.Target{Measure: strings.TrimSpace(measure)}
	if !ok || !dots || t.Measure == "" || strings.TrimSpace(low+high) == "" {
		return t, fmt.Errorf("%q: want MEASURE=LOW..HIGH, such as length.decisions=..80", text)
	}
	for _, x := range []struct {
		text string
		into **float64
	}{{low, &t.Low}, {high, &t.High}} {
		if x.text = strings.TrimSpace(x.text); x.text == "" {
			continue
		}
		v, err := strconv.ParseFloat(x.text, 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return t, fmt.Errorf("%q: %q: want a number", text, x.text)
		}
		*x.into = &v
	}
	return t, nil
}

// tuning is a search under way.
type tuning struct {
	Tune
	targets balance.Targets
	panels  []string // that measure them
	folder  *folder
	list    []Candidate
	scales  []float64 // of each result of the rules as they are: see score
	played  int
}

// read checks the options. All that is wrong is named.
func (t *Tune) read() (*tuning, error) {
	w := &tuning{Tune: *t}
	var faults []error
	bad := func(option, format string, args ...any) {
		faults = append(faults, input.Badf("--"+option+format, args...))
	}
	if t.Game == nil || t.Trainer == nil || t.Trainer.Opener == nil {
		return nil, errors.New("reporting: want a game, and a trainer with an opener")
	}
	if t.Dir == "" {
		bad("out", ": want the folder of the search")
	}
	for _, n := range []struct {
		option       string
		value, least int
	}{{"steps", t.Steps, 1}, {"games", t.Games, 10}, {"rounds", t.Rounds, 1}, {"finals", t.Finals, 1}, {"workers", t.Workers, 0}, {"train", t.Train, 0}} {
		if n.value < n.least {
			bad(n.option, " %d: want at least %d", n.value, n.least)
		}
	}
	if t.Targets != "" {
		if err := configs.Read("targets", t.Targets, &w.targets); err != nil {
			faults = append(faults, input.Bad(err))
		}
	}
	for _, text := range t.Target {
		one, err := ParseTarget(text)
		if err != nil {
			bad("target", " %w", err)
			continue
		}
		w.targets.Targets = append(w.targets.Targets, one)
	}
	if len(faults) == 0 {
		if err := errors.Join(w.targets.Validate(), w.targets.Within(t.Game, nil, nil)); err != nil {
			bad("target", ": %w", err)
		}
	}
	w.panels = w.targets.Panels()
	if w.Agent == "" {
		w.Agent = UsualAgent(t.Trainer.Opener, t.Game)
	}
	if _, err := t.Trainer.Opener.Agent(t.Game, w.Agent); err != nil {
		bad("agent", " %s: %w", w.Agent, err)
	}
	if err := w.propose(); err != nil {
		faults = append(faults, err)
	}
	return w, errors.Join(faults...)
}

// UsualAgent returns the best agent that plays changed rules and needs no training.
func UsualAgent(o *open.Opener, g env.Game) string {
	if _, err := o.Agent(g, "expert"); err == nil {
		return "expert"
	}
	if start := startFor(g); start != nil {
		return untrained(start.name)
	}
	if _, err := o.Agent(g, "greedy"); err == nil {
		return "greedy"
	}
	return "random"
}

// propose lists the candidates: each rule some steps down and up. A rule that is no number has its
// other values. What gives the same rules, or another number of seats, is left out.
func (w *tuning) propose() error {
	var list []knobs.Knob
	if len(w.Knobs) == 0 {
		some, err := screened(w.Game)
		if err != nil {
			return err
		}
		list = some
	}
	var faults []error
	for _, path := range w.Knobs {
		k, err := knobs.Get(w.Game, path)
		if err != nil {
			faults = append(faults, input.Badf("--knob %w", err))
			continue
		}
		list = append(list, k)
	}
	if err := errors.Join(faults...); err != nil {
		return err
	}
	seen := map[string]bool{w.Game.Spec().Hash: true}
	for step := 1; step <= w.Steps; step++ { // small changes come first: of equal ones they go on
		for i := range list {
			k := &list[i]
			for _, value := range valuesAt(k, step) {
				g, err := knobs.Set(w.Game, k.Path, value)
				if err != nil || seen[g.Spec().Hash] || g.Spec().Players != w.Game.Spec().Players {
					continue
				}
				seen[g.Spec().Hash] = true
				c := Candidate{Change: Change{Path: k.Path, Value: value, From: k.Value, Steps: float64(step)}, game: g}
				c.Words = c.Path + " " + c.From + " → " + c.Value
				if diff, err := knobs.Diff(w.Game, g); err == nil && len(diff) > 0 {
					c.Words = diff[0].Words
				}
				w.list = append(w.list, c)
			}
		}
	}
	if len(w.list) == 0 {
		return input.Badf("%s: none of the rules has another value that will do: name others with --knob", w.Game.Spec())
	}
	return nil
}

// valuesAt returns the values of a knob that are some steps away.
func valuesAt(k *knobs.Knob, step int) (values []string) {
	at := *k
	if k.Kind != "whole" && k.Kind != "number" {
		if step > 1 {
			return nil
		}
		return valuesBeside(k)
	}
	for side := range 2 {
		at.Value = k.Value
		for range step {
			beside := valuesBeside(&at)
			if len(beside) < 2 {
				return values
			}
			at.Value = beside[side]
		}
		if !slices.Contains(values, at.Value) && at.Value != k.Value {
			values = append(values, at.Value)
		}
	}
	return values
}

// command returns the command that makes the search again.
func (w *tuning) command() string {
	parts := []string{w.Command, input.ShellWord(w.Game.Spec().String())}
	if w.Command == "" {
		parts[0] = "ringer tune"
	}
	words := func(flag string, values ...string) {
		for _, v := range values {
			parts = append(parts, "--"+flag+" "+input.ShellWord(v))
		}
	}
	words("target", w.Target...)
	if w.Targets != "" {
		words("targets", w.Targets)
	}
	words("knob", w.Knobs...)
	words("agent", w.Agent)
	parts = append(parts, fmt.Sprintf("--steps %d --games %d --rounds %d --finals %d --seed %d", w.Steps, w.Games, w.Rounds, w.Finals, w.Seed))
	if w.Train > 0 {
		parts = append(parts, fmt.Sprintf("--train %d", w.Train))
	}
	return strings.Join(parts, " ")
}

// OverlayName is the file of the change that was found, in the folder of the search.
const OverlayName = "change.yaml"

// overlay returns the path of the file of the change that was found.
func (w *tuning) overlay() string { return filepath.Join(w.Dir, OverlayName) }
