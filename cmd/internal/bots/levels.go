package bots

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/eval"
	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/open/export"
	"ringer/train"
	"ringer/train/checkpoint"
	"ringer/train/levels"
)

type levelsFlags struct {
	elsewhere                                 remote.WorkersFlags
	out, name, licence                        string
	levels, past, games, reportGames, workers int
	seed                                      uint64
	json, force                               bool
}

func NewLevels(t *shell.Terminal) *cobra.Command {
	var f levelsFlags
	cmd := &cobra.Command{
		Use:   "levels RUN",
		Short: "Make opponents of rising strength of a training run",
		Long: `Make a ladder of bots of one run, from a beginner to the ringer: rate the run's past
selves, its final weights, and those at temperatures above 1, which make more mistakes,
against each other and against random, greedy and expert; choose levels whose ratings are
spread evenly between random (1000) and the ringer; and rate the chosen ones again, on
other deals.

Level N is written to --out as NAME.levelN.bot, in half precision and without the ONNX
form that other bots have. Its manifest says its level, rating and temperature. The
last level is the ringer.

--json prints {"game", "seed", "games", "levels": [{"level", "file", "bytes",
"iteration", "temperature", "rating", "low", "high", "above", "above_low",
"above_high", "below": {"share", "low", "high"}}], "fixed": [{"name", "rating", "low",
"high"}], "candidates": [{"iteration", "temperature", "rating"}]}, where "above" is the
rating above the level below, "below" the share of the wins against it, and ratings of
candidates are those on the deals of the choice.`,
		Example: "  ringer levels runs/heat --out levels --name heat-4p\n  ringer play 'heat(players=4)' --vs 'bot(levels/heat-4p.level1.bot)'",
		Args:    shell.Takes("RUN"),
		RunE:    func(cmd *cobra.Command, args []string) error { return runLevels(cmd.Context(), t, &f, args[0]) },
	}
	shell.AddFlag(cmd, &f.out, "out", "", shell.AFolder, "the folder to write to; it is made if need be")
	shell.AddFlag(cmd, &f.name, "name", "", shell.AName, "name of the bots before .levelN (default: of the run's folder)")
	shell.AddFlag(cmd, &f.levels, "levels", 4, shell.UpTo(1000), "levels, the ringer included")
	shell.AddFlag(cmd, &f.past, "past", 8, shell.ACount, "most past selves that are candidates")
	shell.AddFlag(cmd, &f.games, "games", 100, shell.ACount, "games of each pair of candidates, to choose")
	shell.AddFlag(cmd, &f.reportGames, "report-games", 1000, shell.ACount, "games of each pair of levels and fixed agents, to rate them")
	shell.AddFlag(cmd, &f.workers, "workers", 0, shell.AWorkers, "goroutines that play (0: one a processor); results do not depend on it")
	shell.AddFlag(cmd, &f.seed, "seed", 1, shell.ASeed, "seed of the deals and of everything random in the agents")
	shell.AddFlag(cmd, &f.licence, "licence", open.DefaultLicence, shell.AText, "SPDX identifier of the bots' licence")
	shell.AddFlag(cmd, &f.force, "force", false, shell.ASwitch, "replace files that are there")
	shell.AddJSON(cmd, &f.json)
	f.elsewhere.Add(t, cmd)
	return cmd
}

// levelsResult is the object of `ringer levels --json`.
type levelsResult struct {
	Game       string           `json:"game"`
	Seed       uint64           `json:"seed"`
	Games      int              `json:"games"` // of each pair of the report
	Levels     []LevelResult    `json:"levels"`
	Fixed      []ratedAgent     `json:"fixed"`
	Candidates []levelCandidate `json:"candidates"`
}

type LevelResult struct {
	Level       int     `json:"level"`
	File        string  `json:"file"`
	Bytes       int     `json:"bytes"`
	Iteration   int     `json:"iteration"`
	Temperature float64 `json:"temperature"`
	Rating      float64 `json:"rating"`
	Low         float64 `json:"low"`
	High        float64 `json:"high"`

	// Above is the rating above the level below; nothing for the first.
	Above     float64 `json:"above,omitempty"`
	AboveLow  float64 `json:"above_low,omitempty"`
	AboveHigh float64 `json:"above_high,omitempty"`

	Below *botfile.Wins `json:"below,omitempty"` // wins against the level below
}

type ratedAgent struct {
	Name   string  `json:"name"`
	Rating float64 `json:"rating"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
}

type levelCandidate struct {
	Iteration   int     `json:"iteration"`
	Temperature float64 `json:"temperature"`
	Rating      float64 `json:"rating"`
}

func runLevels(ctx context.Context, t *shell.Terminal, f *levelsFlags, from string) error {
	for _, err := range []error{
		shell.AtLeast("levels", f.levels, levels.Fewest), shell.AtLeast("past", f.past, 0), shell.AtLeast("games", f.games, 1),
		shell.AtLeast("report-games", f.reportGames, 1), shell.AtLeast("workers", f.workers, 0),
	} {
		if err != nil {
			return err
		}
	}
	if f.levels > levels.Most {
		return input.Badf("--levels %d: want at most %d", f.levels, levels.Most)
	}
	if f.out == "" {
		return input.Badf("--out is missing: name a folder for the bots")
	}
	if f.name == "" {
		f.name = filepath.Base(filepath.Clean(from))
	}
	for n := range f.levels {
		if err := shell.MayWrite("out", f.path(n+1), f.force); err != nil {
			return err
		}
	}
	src, err := open.OpenSource(from)
	if err != nil {
		return input.Bad(err)
	}
	g, err := src.Game(from)
	if err != nil {
		return err
	}
	run, past, err := pastSelves(from, src.File.Temperature)
	if err != nil {
		return input.Bad(err)
	}
	weights, which, err := src.Weights("best")
	if err != nil {
		return err
	}
	// Levels are rated with the weights that their files hold.
	if weights, err = weights.Halved(); err != nil {
		return input.Badf("%s: iteration %d: %w", from, src.Saved.Iteration, err)
	}
	fixed := ladderAgents(t.Opener, g)
	bar := t.Progress("", 1)
	part := ""
	ladder, err := levels.Make(ctx, levels.Config{
		Game: g, Ringer: levels.Self{Iteration: src.Saved.Iteration, Weights: weights}, Past: levels.Spread(past, f.past), Fixed: fixed,
		Levels: f.levels, Games: f.games, ReportGames: f.reportGames, Seed: f.seed, Workers: f.workers, Place: f.elsewhere.At.Games(),
		Progress: func(now string, done, total int) {
			if now != part {
				bar.Finish()
				bar, part = t.Progress(now, total), now
			}
			bar.Set(done, total)
		},
	})
	bar.Finish()
	if _, ok := errors.AsType[*levels.NoLadderError](err); ok {
		return input.Badf("%s: %w", from, err)
	}
	if err != nil {
		return err
	}
	result, err := writeLevels(f, src, run, g, which, ladder)
	if err != nil {
		return err
	}
	if f.json {
		return t.JSON(result)
	}
	return printLevels(t, f, &result)
}

func (f *levelsFlags) path(level int) string {
	return filepath.Join(f.out, fmt.Sprintf("%s.level%d.bot", f.name, level))
}

// pastSelves reads the past selves of a run, each at a temperature.
func pastSelves(from string, temperature float64) (*checkpoint.Reader, []levels.Self, error) {
	if checkpoint.IsCheckpoint(from) {
		return nil, nil, input.Badf("%s: want the folder of a run, which keeps its past selves", from)
	}
	run, _, err := checkpoint.Open(from)
	if err != nil {
		return nil, nil, err
	}
	_, files, err := run.Latest()
	if err != nil {
		return nil, nil, err
	}
	pool, err := train.ReadPool(files, run.LoadPool)
	var out []levels.Self
	if err != nil {
		return nil, nil, err
	}
	for _, p := range pool {
		half, err := p.Weights.Sharpened(temperature).Halved() // as the file of a level holds them
		if err != nil {
			return nil, nil, fmt.Errorf("%s: past self of iteration %d: %w", from, p.Iteration, err)
		}
		out = append(out, levels.Self{Iteration: p.Iteration, Weights: half})
	}
	return run, out, nil
}

// decisionsAt returns the number of decisions that a run had learned from after an
// iteration.
func decisionsAt(run *checkpoint.Reader, iteration int) (int64, error) {
	text, err := run.MetricsOf(iteration)
	if err != nil {
		return 0, err
	}
	var line struct {
		Decisions int64 `json:"decisions"`
	}
	if text == nil {
		return 0, fmt.Errorf("%s: no metrics of iteration %d", run.Dir(), iteration)
	}
	err = json.Unmarshal(text, &line)
	return line.Decisions, err
}

// ladderAgents returns the agents that levels are rated with: random, and those of greedy
// and expert that can play the game.
func ladderAgents(o *open.Opener, g env.Game) (out []eval.Entry) {
	for _, name := range []string{lookup.ArenaAnchor, "greedy", "expert"} {
		if agent, err := o.Agent(g, name); err == nil {
			out = append(out, eval.Entry{Name: name, Agent: agent})
		}
	}
	return out
}

// writeLevels writes the bots.
func writeLevels(f *levelsFlags, src *open.Source, run *checkpoint.Reader, g env.Game, which string, ladder *levels.Ladder) (levelsResult, error) {
	r := levelsResult{Game: g.Spec().String(), Seed: f.seed, Games: ladder.Report.Pairs[0].Games}
	var with []string
	for _, a := range ladder.Report.Agents[len(ladder.Levels):] {
		r.Fixed = append(r.Fixed, ratedAgent{a.Name, a.Elo, a.EloLow, a.EloHigh})
		with = append(with, a.Name)
	}
	for _, c := range ladder.Candidates {
		r.Candidates = append(r.Candidates, levelCandidate{c.Iteration, c.Temperature, c.Rating})
	}
	if err := os.MkdirAll(f.out, 0o755); err != nil {
		return r, input.Bad(err)
	}
	for i, l := range ladder.Levels {
		path := f.path(i + 1)
		about := export.Options{Name: fmt.Sprintf("%s.level%d", f.name, i+1), Licence: f.licence, Ringer: buildinfo.ThisVersion().Version}
		about.Summary = fmt.Sprintf("Level %d of %d at %s: rated %s, where random has %d.",
			i+1, len(ladder.Levels), g.Spec().Title, numbers.Rating(l.Rating, l.Low, l.High), eval.EloAnchor)
		m := export.Manifest(src, g.Spec(), which, about)
		m.Kind = botfile.KindBare
		if l.Iteration != src.Saved.Iteration {
			decisions, err := decisionsAt(run, l.Iteration)
			if err != nil {
				return r, err
			}
			m.Training.Iterations, m.Training.Decisions = l.Iteration, decisions
			m.Training.Averaged, m.Training.Seconds = false, 0
			m.Training.Alarms = nil // of the whole run
		}
		m.Level = &botfile.Level{
			Level: i + 1, Of: len(ladder.Levels), Rating: l.Rating, Low: l.Low, High: l.High, RatedWith: with, Games: r.Games, Temperature: l.Temperature,
		}
		m.Evaluation = levelEvaluation(ladder.Report, levels.Name(i+1), with)
		out := LevelResult{Level: i + 1, File: path, Iteration: l.Iteration, Temperature: l.Temperature, Rating: l.Rating, Low: l.Low, High: l.High}
		if i > 0 {
			p := pairOf(ladder.Report, levels.Name(i), levels.Name(i+1)) // the lower level is a
			out.Above, out.AboveLow, out.AboveHigh = -p.EloDifference, -p.EloDifferenceHigh, -p.EloDifferenceLow
			m.Level.Below = &botfile.Wins{Share: p.WinRateB, Low: p.LowB, High: p.HighB}
			out.Below = m.Level.Below
		}
		var data bytes.Buffer
		if err := botfile.Write(&data, botfile.Bot{Manifest: m, Weights: l.Weights}); err != nil {
			return r, err
		}
		if err := checkpoint.WriteFile(path, data.Bytes()); err != nil {
			return r, err
		}
		out.Bytes = data.Len()
		r.Levels = append(r.Levels, out)
	}
	return r, nil
}

// pairOf returns the results of two entries of an arena, the first of which was named
// first.
func pairOf(a *eval.Arena, first, second string) *eval.PairResult {
	i := slices.IndexFunc(a.Pairs, func(p eval.PairResult) bool { return p.A == first && p.B == second })
	return &a.Pairs[i]
}

// levelEvaluation returns how a level did in one seat against each of the fixed agents.
func levelEvaluation(a *eval.Arena, level string, fixed []string) (out []botfile.Evaluation) {
	for _, name := range fixed {
		alone := pairOf(a, level, name).Seatings[0] // one seat of the level
		out = append(out, botfile.Evaluation{Opponent: name, Games: alone.Games, WinRate: alone.WinRate, Low: alone.Low, High: alone.High})
	}
	return out
}

// Unordered returns a line for every level that is not rated above the one below: few
// games choose badly.
func Unordered(all []LevelResult) (notes []string) {
	for i := 1; i < len(all); i++ {
		if all[i].Rating <= all[i-1].Rating {
			notes = append(notes, fmt.Sprintf("%s is not rated above %s: do not ship them; make them again with more --games or fewer --levels\n", levels.Name(i+1), levels.Name(i)))
		}
	}
	return notes
}

func printLevels(t *shell.Terminal, f *levelsFlags, r *levelsResult) error {
	if err := t.Printf("%s: %s games of each pair, seed %d; random has %d\n\n", r.Game, shell.Count(float64(r.Games)), r.Seed, eval.EloAnchor); err != nil {
		return err
	}
	type line struct {
		rating float64
		cells  []string
	}
	var lines []line
	for _, a := range r.Fixed {
		lines = append(lines, line{a.Rating, []string{a.Name, numbers.Rating(a.Rating, a.Low, a.High)}})
	}
	for _, l := range r.Levels {
		above := ""
		if l.Level > 1 {
			above = numbers.Above(l.Above, l.AboveLow, l.AboveHigh)
		}
		lines = append(lines, line{l.Rating, []string{
			levels.Name(l.Level), numbers.Rating(l.Rating, l.Low, l.High), above, fmt.Sprint(l.Iteration), fmt.Sprint(l.Temperature), shell.Count(float64(l.Bytes)),
		}})
	}
	slices.SortStableFunc(lines, func(a, b line) int { return cmp.Compare(b.rating, a.rating) })
	rows := [][]string{{"AGENT", "RATING", "ABOVE THE LEVEL BELOW", "ITERATION", "TEMPERATURE", "BYTES"}}
	for _, l := range lines {
		rows = append(rows, l.cells)
	}
	if err := t.Table(rows); err != nil {
		return err
	}
	for _, note := range Unordered(r.Levels) {
		if err := t.Printf("\n%s", note); err != nil {
			return err
		}
	}
	return t.Printf("\nPlay one: ringer play %s --vs %s\n", input.ShellWord(r.Game), input.ShellWord(lookup.BotCall(f.path(1))))
}
