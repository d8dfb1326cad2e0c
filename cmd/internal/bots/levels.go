package bots

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/eval/rating"
	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/open"
	"ringer/open/bots"
	"ringer/train/levels"
)

type levelsFlags struct {
	bots.Ladder
	elsewhere   remote.WorkersFlags
	json, force bool
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
last level is the ringer.`,
		Annotations: shell.Keys(`--json prints {"game", "seed", "games", "levels": [{"level", "file", "bytes",
"iteration", "temperature", "rating", "low", "high", "above", "above_low",
"above_high", "below": {"share", "low", "high"}}], "fixed": [{"name", "rating", "low",
"high"}], "candidates": [{"iteration", "temperature", "rating"}]}, where "above" is the
rating above the level below, "below" the share of the wins against it, and ratings of
candidates are those on the deals of the choice.`),
		Example: "  ringer levels runs/heat --out levels --name heat-4p\n  ringer play 'heat(players=4)' --vs 'bot(levels/heat-4p.level1.bot)'",
		Args:    shell.Takes("RUN"),
		RunE:    func(cmd *cobra.Command, args []string) error { return runLevels(cmd.Context(), t, &f, args[0]) },
	}
	shell.AddFlag(cmd, &f.Out, "out", "", shell.AFolder, "the folder to write to; it is made if need be")
	shell.AddFlag(cmd, &f.Name, "name", "", shell.AName, "name of the bots before .levelN (default: of the run's folder)")
	shell.AddFlag(cmd, &f.Levels, "levels", 4, shell.UpTo(1000).From(levels.Fewest), "levels, the ringer included")
	shell.AddFlag(cmd, &f.Past, "past", 8, shell.ACount.From(0), "most past selves that are candidates")
	shell.AddFlag(cmd, &f.Games, "games", 100, shell.ACount.From(1), "games of each pair of candidates, to choose")
	shell.AddFlag(cmd, &f.ReportGames, "report-games", 1000, shell.ACount.From(1), "games of each pair of levels and fixed agents, to rate them")
	shell.AddFlag(cmd, &f.Workers, "workers", 0, shell.AWorkers.From(0), "goroutines that play (0: one a processor); results do not depend on it")
	shell.AddFlag(cmd, &f.Seed, "seed", 1, shell.ASeed, "seed of the deals and of everything random in the agents")
	shell.AddFlag(cmd, &f.Licence, "licence", open.DefaultLicence, shell.AText, "SPDX identifier of the bots' licence")
	shell.AddFlag(cmd, &f.force, "force", false, shell.ASwitch, "replace files that are there")
	shell.AddJSON(cmd, &f.json)
	f.elsewhere.Add(t, cmd)
	return cmd
}

func runLevels(ctx context.Context, t *shell.Terminal, f *levelsFlags, from string) error {
	if f.Levels > levels.Most {
		return input.Badf("--levels %d: want at most %d", f.Levels, levels.Most)
	}
	if f.Out == "" {
		return input.Badf("--out is missing: name a folder for the bots")
	}
	if f.Name == "" {
		f.Name = filepath.Base(filepath.Clean(from))
	}
	for n := range f.Levels {
		if err := shell.MayWrite("out", f.Path(n+1), f.force); err != nil {
			return err
		}
	}
	stages := t.Stages()
	f.Progress, f.Place, f.Ringer = stages.Set, f.elsewhere.At.Games(), buildinfo.ThisVersion().Version
	result, err := f.Make(ctx, t.Opener, from)
	stages.Finish()
	if err != nil {
		return err
	}
	if f.json {
		return t.JSON(result)
	}
	return printLevels(t, f, result)
}

func printLevels(t *shell.Terminal, f *levelsFlags, r *bots.Levels) error {
	p := t.Page()
	p.Printf("%s: %s games of each pair, seed %d; random has %d\n\n", r.Game, shell.Count(float64(r.Games)), r.Seed, rating.EloAnchor)
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
	p.Table(rows)
	for _, note := range bots.Unordered(r.Levels) {
		p.Printf("\n%s", note)
	}
	p.Printf("\nPlay one: ringer play %s --vs %s\n", input.ShellWord(r.Game), input.ShellWord(lookup.BotCall(f.Path(1))))
	return p.Err
}
