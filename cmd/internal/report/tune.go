package report

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/env/games"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/open"
	"ringer/open/reporting"
	"ringer/report/balance"
	"ringer/report/findings"
	"ringer/report/records"
	"ringer/train/checkpoint"
)

type tuneFlags struct {
	reporting.Tune
	elsewhere remote.WorkersFlags
	Rules     []string
	minutes   float64
	record    string
	json      bool
}

// NewTune makes the command that searches rules for a change that meets targets.
func NewTune(t *shell.Terminal) *cobra.Command {
	f := tuneFlags{Tune: reporting.TuneDefaults()}
	cmd := &cobra.Command{
		Use:   "tune GAME",
		Short: "Search the rules of a game for a change that meets a target",
		Long: `Change one rule after the other, by some steps down and up, until figures of the game lie
where a designer wants them: --target MEASURE=LOW..HIGH, with the names of measures that
ringer report --json lists.

All candidates play a few games on the same deals; the best third goes on with three times
as many, and so on (successive halving). The last ones, and the rules as they are, are
measured again on fresh seeds: only those figures count. --train lets agents learn the
rules of each of them first.

The best change is written to change.yaml in --out, an overlay that --rules and changes= take.
The folder keeps every measurement: the same command goes on with a search that was
stopped.`,
		Annotations: shell.Keys(`--json prints {"game", "spec_hash", "agent", "train", "base": [targets, as in ringer report],
"candidates": [{"path", "value", "from", "words", "steps", "round", "games", "score",
"results", "final", "verdict", "moved", "failed"}], "rounds", "games_played", "best",
"overlay", "command"}.`),
		Example: "  ringer tune payday --target seats.top.side.criminal.win_rate=0.45..0.55 --out runs/tune-payday\n  ringer tune heat --target length.decisions=..100 --knob rounds --knob deal",
		Args:    shell.Takes("GAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if given := shell.Given(cmd, &f.Games, &f.Rounds, &f.Finals, &f.Steps, &f.Train); shell.IsGiven(cmd, &f.minutes) && len(given) > 0 {
				return input.Badf("--minutes and --%s: want one of them", given[0])
			}
			if shell.IsGiven(cmd, &f.minutes) && !(f.minutes > 0) {
				return input.Badf("--minutes %g: want a positive number", f.minutes)
			}
			return runTune(cmd.Context(), t, &f, args[0])
		},
	}
	c := &f.Tune
	shell.AddFlag(cmd, &c.Target, "target", nil, shell.AText, "a figure to reach: MEASURE=LOW..HIGH, of which one end may be missing; may be repeated")
	shell.AddFlag(cmd, &c.Targets, "targets", "", shell.AFile, "file of targets, or the name of a shipped one")
	shell.AddFlag(cmd, &f.Rules, "rules", nil, shell.APath, "a file of changes to begin with, or one change: PATH=VALUE; may be repeated")
	shell.AddFlag(cmd, &c.Knobs, "knob", nil, shell.AText, "a rule to change, PATH; may be repeated (default: numbers spread over all rules; see ringer games GAME --knobs)")
	shell.AddFlag(cmd, &c.Steps, "steps", c.Steps, shell.ACount, "values of each rule on either side of its own")
	shell.AddFlag(cmd, &c.Agent, "agent", "", shell.AnAgent, "in every seat (default: the expert, else the bot that ships, as it is)")
	shell.AddFlag(cmd, &c.Games, "games", c.Games, shell.ACount, "games of each candidate in the first round")
	shell.AddFlag(cmd, &c.Rounds, "rounds", c.Rounds, shell.ACount, "rounds before the last measurement")
	shell.AddFlag(cmd, &c.Finals, "finals", c.Finals, shell.ACount, "candidates that are measured once more on fresh seeds")
	shell.AddFlag(cmd, &f.minutes, "minutes", 0, shell.ANumber, "instead of --games and --rounds: about as long as this, with as many rules and games as fit")
	shell.AddFlag(cmd, &c.Train, "train", c.Train, shell.ACount, "decisions that agents learn the rules of each final candidate for (0: --agent measures it)")
	shell.AddFlag(cmd, &c.Dir, "out", "", shell.AFolder, "folder of the search (default runs/tune-GAME)")
	shell.AddFlag(cmd, &c.Seed, "seed", c.Seed, shell.ASeed, "seed of the deals and of everything random in the agents")
	shell.AddFlag(cmd, &c.Workers, "workers", c.Workers, shell.AWorkers, "goroutines that play (0: one a processor); results do not depend on it")
	shell.AddFlag(cmd, &f.record, "record", "", shell.AFile, "a file of JSON lines that keeps the change that was found")
	shell.AddJSON(cmd, &f.json)
	f.elsewhere.Add(t, cmd)
	return cmd
}

func runTune(ctx context.Context, t *shell.Terminal, f *tuneFlags, name string) (err error) {
	c := &f.Tune
	if len(f.Rules) == 0 {
		c.Game, err = open.Game(name)
	} else {
		c.Game, err = open.Hinted(games.NewChanged(name, f.Rules...))
	}
	if err != nil {
		return err
	}
	if len(c.Target) == 0 && c.Targets == "" {
		return input.Badf("--target: want MEASURE=LOW..HIGH, such as length.decisions=..80 (ringer report %s --json lists the measures)", name)
	}
	if c.Dir == "" {
		c.Dir = "runs/tune-" + c.Game.Spec().Name
	}
	if c.Build, err = buildinfo.BuiltOf(); err != nil {
		return err
	}
	c.Trainer, c.Place, c.Command = lookup.Trainer(t), f.elsewhere.At.Games(), t.Named("ringer tune")
	stages := t.Stages()
	c.Progress = stages.Set
	if f.minutes > 0 {
		if *c, err = reporting.FitTune(ctx, *c, time.Duration(f.minutes*float64(time.Minute))); err != nil {
			return err
		}
	}
	tuned, err := reporting.TuneRules(ctx, *c)
	stages.Finish()
	if err != nil && ctx.Err() != nil {
		return shell.Interrupted("what was measured is in %s: the same command goes on", c.Dir)
	}
	if err != nil {
		return err
	}
	if f.record != "" && tuned.Best != nil {
		if err := keepChange(f.record, tuned); err != nil {
			return err
		}
	}
	if f.json {
		return t.JSON(tuned)
	}
	return printTuned(t, tuned)
}

// keepChange adds the change that was found to a file, a line for each target.
func keepChange(file string, r *reporting.Tuned) error {
	text, err := disk.ReadText(file, maxReport)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return input.Bad(err)
	}
	kept, err := findings.ReadChanges(bytes.NewReader(text))
	if err != nil {
		return input.Badf("--record %s: %w", file, err)
	}
	build := buildinfo.ThisVersion().Build()
	for i := range min(len(r.Best.Final), len(r.Base)) {
		x := &r.Best.Final[i]
		c := findings.Change{
			Game: r.Game, Path: r.Best.Path, From: r.Best.From, Value: r.Best.Value, Words: r.Best.Words, Measure: x.Measure, Figure: x.Title(), Wanted: x.Wanted(),
			Before: r.Base[i].Found(), After: x.Found(), N: x.N, Of: x.Of, Verdict: x.Verdict, Tried: len(r.Candidates), Played: r.Played, Agents: r.Agent, Command: r.Command,
			Stamp: records.Now(build.Revision, build.Vectors),
		}
		for k := range r.Best.Moved {
			c.Moved = append(c.Moved, movedWords(r.Best.Moved[k:k+1]))
		}
		kept = findings.KeepChange(kept, c)
	}
	var b bytes.Buffer
	if err := findings.WriteChanges(&b, kept); err != nil {
		return err
	}
	return checkpoint.WriteFile(file, b.Bytes())
}

func printTuned(t *shell.Terminal, r *reporting.Tuned) error {
	p := t.Page()
	failed := 0
	for i := range r.Candidates {
		if r.Candidates[i].Failed != "" {
			failed++
		}
	}
	var rounds []string
	for _, n := range r.Rounds {
		rounds = append(rounds, shell.Count(float64(n)))
	}
	p.Printf("%s, %s in every seat: %s candidates in rounds of %s; %s games in all.\n", r.Game, r.Agent, shell.Count(float64(len(r.Candidates))), strings.Join(rounds, ", "), shell.Count(float64(r.Played)))
	if r.Train > 0 {
		p.Printf("Figures on fresh seeds are of agents that learned each of these rules for %s decisions.\n", shell.Count(float64(r.Train)))
	}
	if failed > 0 {
		p.Printf("%d of them could not be played.\n", failed)
	}
	rows := [][]string{{"ON FRESH SEEDS", "TARGET", "WANTED", "FIGURE", "VERDICT", "WHAT ELSE CHANGES"}}
	add := func(words string, results []balance.Result, moved string) {
		for i := range results {
			x := &results[i]
			if i > 0 {
				words, moved = "", ""
			}
			verdict := x.Verdict
			if x.Needed > 0 {
				verdict += fmt.Sprintf(": needs about %s %s", shell.Count(float64(x.Needed)), x.Of)
			}
			rows = append(rows, []string{words, x.Title(), x.Wanted(), x.Found(), verdict, moved})
		}
	}
	add("the rules as they are", r.Base, "")
	for _, c := range finalists(r) {
		add(c.Words, c.Final, movedWords(c.Moved))
	}
	p.Printf("\n")
	p.Table(rows)
	met := !slices.ContainsFunc(r.Base, func(x balance.Result) bool { return x.Verdict != balance.Pass })
	switch {
	case r.Best == nil && met:
		p.Printf("\nThe rules as they are meet every target.\n")
	case r.Best == nil:
		p.Printf("\nNo candidate comes nearer to the targets than the rules as they are.\n")
	case r.Best.Verdict == balance.Pass:
		p.Printf("\nThis change meets every target: %s.\nIt is written to %s: ringer report %s --rules %s tells what else it does.\n", r.Best.Words, r.Overlay, input.ShellWord(r.Game), r.Overlay)
	default:
		p.Printf("\nThis change comes nearest, and its intervals do not say that it meets every target: %s.\nIt is written to %s.\n", r.Best.Words, r.Overlay)
	}
	return p.Err
}

// finalists lists the candidates that were measured on fresh seeds, the best first.
func finalists(r *reporting.Tuned) (list []reporting.Candidate) {
	for _, c := range r.Candidates {
		switch {
		case len(c.Final) == 0:
		case r.Best != nil && c.Path == r.Best.Path && c.Value == r.Best.Value:
			list = slices.Insert(list, 0, c)
		default:
			list = append(list, c)
		}
	}
	return list
}

// movedWords writes what else a change changes.
func movedWords(moved []balance.Change) string {
	var parts []string
	for i := range moved {
		m := &moved[i]
		by := numbers.Signed(m.Difference, m.DiffLow, m.DiffHigh)
		if m.Share {
			by = numbers.Points(m.Difference, m.DiffLow, m.DiffHigh) + " points"
		}
		parts = append(parts, m.Words+" "+by)
	}
	if len(parts) == 0 {
		return "nothing clearly"
	}
	return strings.Join(parts, "; ")
}
