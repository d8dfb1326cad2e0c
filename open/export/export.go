package export

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"ringer/agents/neural"
	"ringer/env"
	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/models"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/train/checkpoint"
)

// MostSteps bounds Options.Steps: half precision holds no more.
const MostSteps = 1 << 12

// Options say which file is written, and what it says of itself. Out and Licence are needed.
type Options struct {
	Out     string // the file, NAME.bot, which is replaced where it is there
	Name    string // of the bot; empty: the name of the file
	Weights string // averaged, last or best, for those that the run chose; empty: best
	Licence string // SPDX identifier, such as open.DefaultLicence; a bot that is written anew keeps its own
	Summary string // a sentence for the model card; empty: how the bot was trained
	Ringer  string // the version that writes the file; empty: unknown
	Steps   int    // rounds the weights to multiples of one power of two, some Steps to their root mean square; 0: not
	Half    bool   // rounds the weights to half precision
}

// BotName returns the name of the bot.
func (o *Options) BotName() string {
	if o.Name == "" {
		return strings.TrimSuffix(filepath.Base(o.Out), ".bot")
	}
	return o.Name
}

// Version returns the version that the file names.
func (o *Options) Version() string { return cmp.Or(o.Ringer, "unknown") }

// File is a bot file that was written: the object of `ringer export --json`.
type File struct {
	Bytes    int               `json:"bytes"`
	Carried  *botfile.Carried  `json:"carried,omitempty"` // of an older bot: what it was
	Game     string            `json:"game"`
	Name     string            `json:"name"`
	Out      string            `json:"out"`
	SpecHash string            `json:"spec_hash"`
	Weights  string            `json:"weights,omitempty"` // of a run: averaged or last
	Manifest *botfile.Manifest `json:"-"`
	Before   int               `json:"-"` // bytes of the older bot

	// Unconverted is the kind of a network that has no ONNX form; empty where the file has one.
	Unconverted string `json:"-"`
}

// Run writes the bot of a run, or of one checkpoint of it.
func Run(from string, o Options) (*File, error) {
	src, err := open.OpenSource(from)
	if err != nil {
		return nil, input.Bad(err)
	}
	g, err := src.Game(from)
	if err != nil {
		return nil, err
	}
	if o.Weights == "" {
		o.Weights = "best"
	}
	weights, which, err := src.Weights(o.Weights)
	if err != nil {
		return nil, err
	}
	if o.Steps > 0 {
		if weights, err = rounded(weights, o.Steps); err != nil {
			return nil, input.Badf("%s: %w", from, err)
		}
	}
	bot := botfile.Bot{Manifest: Manifest(src, g.Spec(), which, o), Weights: weights, Half: o.Half, ReturnScale: neural.ReturnScale(g.Spec())}
	file, err := write(o.Out, &bot, g.Spec())
	if err != nil {
		return nil, err
	}
	file.Weights, file.Game = which, src.Saved.Game
	if !weights.Network.HasONNX() {
		file.Unconverted = weights.Network.KindName()
	}
	return file, nil
}

// Manifest returns the manifest of a bot of a run, with the weights that which names: averaged or last.
func Manifest(s *open.Source, spec *env.Spec, which string, o Options) botfile.Manifest {
	m := botfile.Manifest{
		Name: o.BotName(), Ringer: o.Version(), Game: spec.String(), SpecHash: spec.Hash, Rules: spec.Configuration, Licence: o.Licence, Blocks: open.ActionBlocks(spec),
		Training: botfile.Training{
			Algorithm: s.File.Algorithm, Iterations: s.Saved.Iteration, Decisions: int64(s.Saved.Decisions), Earlier: s.Earlier,
			Seed: s.File.Seed, Averaged: which == "averaged", Builds: s.Builds, Config: s.Config, Command: open.CommandOf(s.Public, s.Result),
		},
		Card: botfile.Card{
			Summary:     o.Summary,
			IntendedUse: fmt.Sprintf("Playing %s, by people and against other agents.", spec),
			Limitations: "Made for this very configuration: another spec hash is refused. Strong against the agents it was measured against; nothing is known about others.",
		},
	}
	if m.Card.Summary == "" {
		m.Card.Summary = fmt.Sprintf("Trained at %s by self-play (%s) on %s decisions.", spec.Title, s.File.Algorithm, numbers.Count(s.Saved.Decisions))
		if s.Earlier > 0 {
			m.Card.Summary += fmt.Sprintf(" It began with a bot that had learned from %s.", numbers.Count(int(s.Earlier)))
		}
	}
	if t := s.File.Temperature; t != 1 {
		m.Training.Temperature = t
	}
	m.Temperatures = s.File.Apart()
	if n := len(s.Builds); n > 0 {
		m.Training.Backend = s.Builds[n-1].Backend
	}
	if s.Result == nil {
		return m
	}
	m.Training.Seconds = s.Result.Seconds
	for _, a := range s.Result.Alarms {
		m.Training.Alarms = append(m.Training.Alarms, botfile.Alarm(a))
	}
	if s.Result.Averaged != (which == "averaged") {
		return m // what was measured are other weights
	}
	for _, e := range s.Result.Evaluations {
		measured := botfile.Evaluation{Opponent: open.WithoutFolders(e.Opponent), Games: e.Games, WinRate: e.WinRate, Low: e.Low, High: e.High}
		if e.Exploitability != nil {
			// Rounding can leave a hair under 0 at an equilibrium.
			gain := max(*e.Exploitability, 0)
			measured.Exploitability = &gain
		}
		m.Evaluation = append(m.Evaluation, measured)
	}
	return m
}

// rounded returns the weights in half precision, in steps where steps is above 0.
func rounded(w *models.Weights, steps int) (*models.Weights, error) {
	if steps > 0 {
		return w.Stepped(steps)
	}
	return w.Halved()
}

// write writes a bot's file, which must play before it is written.
func write(path string, bot *botfile.Bot, spec *env.Spec) (*File, error) {
	if _, err := neural.FromWeights(spec, bot.Weights); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := botfile.Write(&out, *bot); err != nil {
		return nil, err
	}
	m := &bot.Manifest
	return &File{Bytes: out.Len(), Game: spec.String(), Name: m.Name, Out: path, SpecHash: spec.Hash, Manifest: m}, checkpoint.WriteFile(path, out.Bytes())
}
