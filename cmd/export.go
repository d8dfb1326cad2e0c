package cmd

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"ringer/agents/neural"
	"ringer/env"
	"ringer/internal/input"
	"ringer/models/botfile"
	"ringer/open"
)

type exportFlags struct {
	out, weights, name, licence, summary, was string
	steps                                     int
	json, force, carry, half                  bool
}

// mostSteps bounds --steps: more than half precision holds.
const mostSteps = 1 << 12

func newExport(t *terminal) *cobra.Command {
	var f exportFlags
	cmd := &cobra.Command{
		Use:   "export RUN|CHECKPOINT|BOT",
		Short: "Make a bot file of a training run, or carry a bot to the game of this version",
		Long: `Make one file, NAME.bot, of a training run: weights (safetensors), the same policy
for other runtimes (ONNX), and a manifest with the game, its training, its measured
strength and checksums. RUN is a folder that ringer train made, CHECKPOINT one of its
checkpoints/ITERATION.

--weights best takes the weights that the run chose at its end; of a run that has not
ended, the averaged ones, which usually play better than the last.

--carry takes a bot that an older Ringer made, whose game has another spec hash today,
and writes it anew for the game of this version: the same weights, found by the names of
actions, fields and columns. A column that the bot has not seen gets zero weights, so
that the bot plays as it did wherever that column is zero. Its figures stay those that
were measured before; its manifest says so, under "carried". A bot whose actions differ
is refused. --was FILE has the names of the older game's columns: the output of ringer
games GAME --json in the version that made the bot. Without it a field of another shape is
refused.

--half rounds the weights to half precision (IEEE binary16): a file of half the size, whose
player decides as before but for differences far below what games show. It takes a bot's
file too, NAME.bot, whose manifest then says which file it was. --steps 32 rounds further, to
multiples of the power of two that is nearest to 1/32 of the weights' root mean square:
a file of the same size, which compresses to less than half. In one decision of two
hundred another action is then the likeliest.

--json prints {"out", "name", "game", "spec_hash", "weights", "bytes"}; with --carry
or a bot "carried" in place of "weights".`,
		Example: "  ringer export runs/kuhn --out my.bot\n  ringer play kuhn --vs 'bot(my.bot)'\n  ringer export old.bot --carry --was old.json --out new.bot",
		Args:    takes("RUN|CHECKPOINT|BOT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if isGiven(cmd, &f.steps) {
				if f.steps < 1 || f.steps > mostSteps {
					return badf("--steps %d: want a number from 1 to %d", f.steps, mostSteps)
				}
				if f.carry {
					return badf("--steps %d: a bot that is carried keeps its own weights: round it before or after", f.steps)
				}
				f.half = true
			}
			if f.carry {
				return runCarry(t, cmd, &f, args[0])
			}
			if f.was != "" {
				return badf("--was %s: want it beside --carry", f.was)
			}
			if f.half && strings.EqualFold(filepath.Ext(args[0]), ".bot") {
				return runRound(t, cmd, &f, args[0])
			}
			return runExport(t, &f, args[0])
		},
	}
	addFlag(cmd, &f.out, "out", "", aFile, "the file to write, NAME.bot")
	addFlag(cmd, &f.weights, "weights", "best", choice(these("best", "averaged", "last")), "the weights: best, averaged or last")
	addFlag(cmd, &f.name, "name", "", aName, "name of the bot (default: of the file)")
	addFlag(cmd, &f.licence, "licence", defaultLicence, aText, "SPDX identifier of the bot's licence")
	addFlag(cmd, &f.summary, "summary", "", aText, "a sentence about the bot for its model card")
	addFlag(cmd, &f.carry, "carry", false, aSwitch, "write a BOT of an older version anew for its game as it is now")
	addFlag(cmd, &f.half, "half", false, aSwitch, "round the weights to half precision")
	addFlag(cmd, &f.steps, "steps", 0, aCount, "round the weights to multiples of one power of two, some `N` to their root mean square, in half precision")
	addFlag(cmd, &f.was, "was", "", aFile, "a file with the layout of the older game, of ringer games GAME --json")
	addFlag(cmd, &f.force, "force", false, aSwitch, "replace the file if it is there")
	addJSON(cmd, &f.json)
	return cmd
}

func runExport(t *terminal, f *exportFlags, from string) error {
	if err := oneOf("weights", f.weights, "best", "averaged", "last"); err != nil {
		return err
	}
	if err := f.checkOut(); err != nil {
		return err
	}
	src, err := open.OpenSource(from)
	if err != nil {
		return bad(err)
	}
	g, err := src.Game(from)
	if err != nil {
		return err
	}
	weights, which, err := src.Weights(f.weights)
	if err != nil {
		return err
	}
	if f.steps > 0 {
		if weights, err = f.rounded(weights); err != nil {
			return badf("%s: %w", from, err)
		}
	}
	bot := botfile.Bot{Manifest: botManifest(src, f, g.Spec(), which), Weights: weights, Half: f.half, ReturnScale: neural.ReturnScale(g.Spec())}
	size, err := f.writeBot(&bot, g.Spec())
	if err != nil {
		return err
	}
	if f.json {
		return t.json(map[string]any{
			"out": f.out, "name": f.name, "game": src.Saved.Game, "spec_hash": src.Saved.SpecHash, "weights": which, "bytes": size,
		})
	}
	if !weights.Network.HasONNX() {
		t.warnf("networks of the kind %s have no ONNX form: the bot has no policy.onnx, and its weights are in half precision\n", weights.Network.KindName())
	}
	return t.printf("%s: %s, %s weights of iteration %d, %s bytes\nPlay it: ringer play %s --vs %s\n",
		f.out, src.Saved.Game, which, src.Saved.Iteration, count(float64(size)), input.ShellWord(src.Saved.Game), input.ShellWord(botCall(f.out)))
}

// checkOut checks the name of the file, and names the bot by it.
func (f *exportFlags) checkOut() error {
	if filepath.Ext(f.out) != ".bot" {
		return badf("--out %q: want the name of a file that ends in .bot", f.out)
	}
	if f.name == "" {
		f.name = strings.TrimSuffix(filepath.Base(f.out), ".bot")
	}
	return mayWrite("out", f.out, f.force)
}

// botManifest returns the manifest of a bot of a run, with the weights that which names.
func botManifest(s *open.Source, f *exportFlags, spec *env.Spec, which string) botfile.Manifest {
	v := thisVersion()
	m := botfile.Manifest{
		Name: f.name, Ringer: v.Version, Game: spec.String(), SpecHash: spec.Hash, Rules: spec.Configuration, Licence: f.licence,
		Training: botfile.Training{
			Algorithm: s.File.Algorithm, Iterations: s.Saved.Iteration, Decisions: int64(s.Saved.Decisions), Earlier: s.Earlier,
			Seed: s.File.Seed, Averaged: which == "averaged", Builds: s.Builds,
		},
		Card: botfile.Card{
			Summary:     f.summary,
			IntendedUse: fmt.Sprintf("Playing %s, by people and against other agents.", spec),
			Limitations: "Made for this very configuration: another spec hash is refused. Strong against the agents it was measured against; nothing is known about others.",
		},
	}
	if m.Card.Summary == "" {
		m.Card.Summary = fmt.Sprintf("Trained at %s by self-play (%s) on %s decisions.", spec.Title, s.File.Algorithm, count(float64(s.Saved.Decisions)))
		if s.Earlier > 0 {
			m.Card.Summary += fmt.Sprintf(" It began with a bot that had learned from %s.", count(float64(s.Earlier)))
		}
	}
	if t := s.File.Temperature; t != 1 {
		m.Training.Temperature = t
	}
	if n := len(s.Builds); n > 0 {
		m.Training.Backend = s.Builds[n-1].Backend
	}
	m.Training.Config, m.Training.Command = s.Config, commandOf(s, s.Public)
	m.Blocks = actionBlocks(spec)
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

// defaultLicence is the SPDX identifier of the licence of bots that are made here.
const defaultLicence = "Apache-2.0"

// actionBlocks returns the actions of a game as a manifest names them.
func actionBlocks(spec *env.Spec) (out []botfile.Block) {
	for _, b := range spec.Actions {
		out = append(out, botfile.Block{Name: b.Name, Shape: b.Shape})
	}
	return out
}
