package exports

import (
	"fmt"
	"path/filepath"
	"strings"

	"ringer/agents/neural"
	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/internal/input"
	"ringer/models/botfile"
	"ringer/open"
)

type ExportFlags struct {
	Out, Weights, Name, Licence, Summary, Was string
	Steps                                     int
	JSON, Force, Carry, Half                  bool
}

// MostSteps bounds --steps: more than half precision holds.
const MostSteps = 1 << 12

func RunExport(t *shell.Terminal, f *ExportFlags, from string) error {
	if err := shell.OneOf("weights", f.Weights, "best", "averaged", "last"); err != nil {
		return err
	}
	if err := f.checkOut(); err != nil {
		return err
	}
	src, err := open.OpenSource(from)
	if err != nil {
		return input.Bad(err)
	}
	g, err := src.Game(from)
	if err != nil {
		return err
	}
	weights, which, err := src.Weights(f.Weights)
	if err != nil {
		return err
	}
	if f.Steps > 0 {
		if weights, err = f.rounded(weights); err != nil {
			return input.Badf("%s: %w", from, err)
		}
	}
	bot := botfile.Bot{Manifest: BotManifest(src, f, g.Spec(), which), Weights: weights, Half: f.Half, ReturnScale: neural.ReturnScale(g.Spec())}
	size, err := f.writeBot(&bot, g.Spec())
	if err != nil {
		return err
	}
	if f.JSON {
		return t.JSON(map[string]any{
			"out": f.Out, "name": f.Name, "game": src.Saved.Game, "spec_hash": src.Saved.SpecHash, "weights": which, "bytes": size,
		})
	}
	if !weights.Network.HasONNX() {
		t.Warnf("networks of the kind %s have no ONNX form: the bot has no policy.onnx, and its weights are in half precision\n", weights.Network.KindName())
	}
	return t.Printf("%s: %s, %s weights of iteration %d, %s bytes\nPlay it: ringer play %s --vs %s\n",
		f.Out, src.Saved.Game, which, src.Saved.Iteration, shell.Count(float64(size)), input.ShellWord(src.Saved.Game), input.ShellWord(lookup.BotCall(f.Out)))
}

// checkOut checks the name of the file, and names the bot by it.
func (f *ExportFlags) checkOut() error {
	if filepath.Ext(f.Out) != ".bot" {
		return input.Badf("--out %q: want the name of a file that ends in .bot", f.Out)
	}
	if f.Name == "" {
		f.Name = strings.TrimSuffix(filepath.Base(f.Out), ".bot")
	}
	return shell.MayWrite("out", f.Out, f.Force)
}

// BotManifest returns the manifest of a bot of a run, with the weights that which names.
func BotManifest(s *open.Source, f *ExportFlags, spec *env.Spec, which string) botfile.Manifest {
	v := buildinfo.ThisVersion()
	m := botfile.Manifest{
		Name: f.Name, Ringer: v.Version, Game: spec.String(), SpecHash: spec.Hash, Rules: spec.Configuration, Licence: f.Licence,
		Training: botfile.Training{
			Algorithm: s.File.Algorithm, Iterations: s.Saved.Iteration, Decisions: int64(s.Saved.Decisions), Earlier: s.Earlier,
			Seed: s.File.Seed, Averaged: which == "averaged", Builds: s.Builds,
		},
		Card: botfile.Card{
			Summary:     f.Summary,
			IntendedUse: fmt.Sprintf("Playing %s, by people and against other agents.", spec),
			Limitations: "Made for this very configuration: another spec hash is refused. Strong against the agents it was measured against; nothing is known about others.",
		},
	}
	if m.Card.Summary == "" {
		m.Card.Summary = fmt.Sprintf("Trained at %s by self-play (%s) on %s decisions.", spec.Title, s.File.Algorithm, shell.Count(float64(s.Saved.Decisions)))
		if s.Earlier > 0 {
			m.Card.Summary += fmt.Sprintf(" It began with a bot that had learned from %s.", shell.Count(float64(s.Earlier)))
		}
	}
	if t := s.File.Temperature; t != 1 {
		m.Training.Temperature = t
	}
	if n := len(s.Builds); n > 0 {
		m.Training.Backend = s.Builds[n-1].Backend
	}
	m.Training.Config, m.Training.Command = s.Config, open.CommandOf(s.Public, s.Result)
	m.Blocks = open.ActionBlocks(spec)
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

// DefaultLicence is open.DefaultLicence.
const DefaultLicence = open.DefaultLicence
