package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/configs"
	"ringer/internal/input"
	"ringer/open/study"
)

type sweepFlags struct {
	elsewhere                      remote.WorkersFlags
	config, params, out, objective string
	set                            []string
	trials, rungs, eta             int
	finalists, seeds, workers      int
	budget                         float64
	seed                           uint64
	grid, json                     bool
}

func NewSweep(t *shell.Terminal) *cobra.Command {
	var f sweepFlags
	cmd := &cobra.Command{
		Use:   "sweep [FILE]",
		Short: "Search settings of a training",
		Long: `Search the settings of a training: train a configuration with many choices of
values, give the best ones more decisions, and write the best as a configuration.

--set KEY=RANGE names a setting and its values; it may be repeated, and FILE (or
--params FILE) is a YAML file of such lines, in which config: NAME may stand for
--config. A range is LOW..HIGH, with log and int after it where they apply, or a list,
VALUE | VALUE. A value alone changes the setting for all trials.

    --set 'ppo.entropy=0.003..0.1 log' --set 'ppo.epochs=1..8 int'
    --set 'network.hidden=[64, 64] | [128, 128]'

Trials come in brackets. The first values are drawn at random, those of later brackets
near what did well and cost little; with --grid every combination of VALUE | VALUE is
tried once. On the first rung a trial trains one run to a part of its decisions. Of a
bracket the best 1/--eta go on: there its run goes on, not anew, to --eta times the
decisions, and one more seed begins; so up to the whole of the decisions. Then the best
--finalists, and the configuration as it is, are trained with --seeds fresh seeds each,
which choose. The one chosen and the configuration are trained once more with --seeds
others, and only these are reported: no seed that chose reports.

--objective is exploitability (exact, for small games), mean or worst: the win rate
over evaluation.opponents, or against the one of them that does best.

Everything is kept in --out. The same command goes on where it was stopped or killed:
finished runs are never trained again, unfinished ones go on from their checkpoint,
and --trials, --budget and --workers may change. best.yaml is the winner. --workers
changes no result.`,
		Annotations: shell.Keys(`--json prints {"objective", "trials": [{"trial", "rung", "seeds", "score", "seconds",
"pareto", "set"}], "finalists": [{"trial", "runs", "mean", "low", "high", "seconds"}],
"best" and "base": the same of the one chosen and of the configuration as it is, trial 0,
on fresh seeds, "gain": {"mean", "low", "high"} of best over base, below 0 where best is
better, "config"}. low and high bound a 95% interval (Student's t over the seeds).`),
		Example: "  ringer sweep -c kuhn --set 'ppo.entropy=0.003..0.1 log' --set 'ppo.kl=0.03..1 log' --trials 20\n  ringer sweep -c kuhn --set 'ppo.entropy=0.01 | 0.1' --set 'ema=0 | 0.99' --grid\n  ringer sweep ranges.yaml",
		Args:    shell.Takes("[FILE]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				if f.params != "" {
					return input.Badf("%s and --params %s both name the settings: leave one out", args[0], f.params)
				}
				f.params = args[0]
			}
			if f.grid && shell.IsGiven(cmd, &f.trials) {
				return input.Badf("--grid tries every combination once: leave out --trials")
			}
			return runSweep(cmd.Context(), t, &f)
		},
	}
	shell.AddFlag(cmd, &f.config, "config", "", shell.AConfig, "what to train: a shipped configuration or a .yaml file")
	shell.AddFlag(cmd, &f.set, "set", nil, shell.ASetting, "a setting with its range, key=range, or with one value; may be repeated")
	shell.AddFlag(cmd, &f.params, "params", "", shell.AFile, "a .yaml file of settings with their ranges")
	shell.AddFlag(cmd, &f.objective, "objective", "", shell.Choice(shell.These("exploitability", "mean", "worst")), "exploitability, mean or worst (default: what the configuration measures)")
	shell.AddFlag(cmd, &f.trials, "trials", 27, shell.UpTo(100_000), "choices of values to try")
	shell.AddFlag(cmd, &f.grid, "grid", false, shell.ASwitch, "try every combination of the values, in order")
	shell.AddFlag(cmd, &f.budget, "budget", 0, shell.ANumber, "seconds of training, of all trials together, after which no bracket begins (0: no limit)")
	shell.AddFlag(cmd, &f.rungs, "rungs", 3, shell.UpTo(10), "rungs on which trials are compared, the last after all decisions")
	shell.AddFlag(cmd, &f.eta, "eta", 3, shell.UpTo(100), "factor between the decisions of rungs, and trials of which one goes on")
	shell.AddFlag(cmd, &f.finalists, "finalists", 3, shell.ACount, "best trials that are trained with fresh seeds, to choose")
	shell.AddFlag(cmd, &f.seeds, "seeds", 3, shell.UpTo(study.MostSeeds), "runs of each finalist, and of the one chosen")
	shell.AddFlag(cmd, &f.workers, "workers", 1, shell.AWorkers, "runs at a time")
	shell.AddFlag(cmd, &f.seed, "seed", 1, shell.ASeed, "seed of the choices and of all runs")
	shell.AddFlag(cmd, &f.out, "out", "", shell.AFolder, "folder for the runs (default runs/NAME-sweep)")
	shell.AddJSON(cmd, &f.json)
	f.elsewhere.AddLate(t, cmd)
	return cmd
}

func runSweep(ctx context.Context, t *shell.Terminal, f *sweepFlags) error {
	settings, config, err := study.ReadSettings(f.config, f.params, f.set)
	if err != nil {
		return err
	}
	f.config = config
	if err := f.check(); err != nil {
		return err
	}
	trainer := lookup.Trainer(t)
	s, err := trainer.Search(study.SearchConfig{
		Config: f.config, Settings: settings, Grid: f.grid, Rungs: f.rungs, Eta: f.eta, Seed: f.seed, Dir: f.folder(), Objective: f.objective,
		Trials: f.trials, Finalists: f.finalists, Seeds: f.seeds, Workers: f.workers, Budget: f.budget,
	})
	if err != nil {
		return err
	}
	at, err := f.elsewhere.Settle(ctx, t, s.Computes()...)
	if err != nil {
		return err
	}
	trainer.Elsewhere = at.Train
	done, total, err := s.Open()
	if err != nil {
		return err
	}
	bar := t.Progress("sweep", total)
	defer bar.Finish()
	bar.Resume(done)
	s.Meter.Changed = func(parts int) { bar.Set(parts, max(parts, total)) }
	s.Best = func(trial, rung int, score float64) {
		bar.Describe(fmt.Sprintf("best: %s (trial %d, rung %d of %d)", s.Shown(score), trial, rung, f.rungs))
	}
	found, err := s.Run(ctx)
	if ctx.Err() != nil {
		return shell.Interrupted("saved in %s; the same command goes on", s.Dir)
	}
	if err != nil {
		return err
	}
	bar.Finish()
	if f.json {
		return t.JSON(found)
	}
	return printSweep(t, s, found)
}

// check refuses bad flags.
func (f *sweepFlags) check() error {
	if f.config == "" {
		return input.Badf("--config is missing: name one of %s, or a .yaml file", strings.Join(configs.Names("train"), ", "))
	}
	if f.objective != "" {
		if err := shell.OneOf("objective", f.objective, study.Exploitability, study.MeanWins, study.WorstWins); err != nil {
			return err
		}
	}
	return errors.Join(
		shell.AtLeast("trials", f.trials, 1), shell.AtLeast("rungs", f.rungs, 1), shell.AtLeast("eta", f.eta, 2), shell.AtLeast("budget", f.budget, 0),
		shell.AtLeast("finalists", f.finalists, 1), shell.AtLeast("seeds", f.seeds, 2), shell.AtLeast("workers", f.workers, 1),
	)
}

// folder returns the folder of a sweep.
func (f *sweepFlags) folder() string {
	if f.out != "" {
		return f.out
	}
	return study.Folder(f.config, 1) + "-sweep"
}

// shownTrials is the number of trials in the table that is printed.
const shownTrials = 12

func printSweep(t *shell.Terminal, s *study.Search, r *study.SearchResult) error {
	trials, finals := s.Tables(r, shownTrials)
	more := ""
	if len(r.Trials) > shownTrials {
		more = fmt.Sprintf("and %d more; --json has all\n", len(r.Trials)-shownTrials)
	}
	return cmp.Or(t.Printf("%d trials, %d rungs, by %s, the mean over seeds; * no trial of its rung is both better and cheaper\n\n", len(r.Trials), len(s.Ladder.Rungs), r.Objective),
		t.Table(trials), t.Printf("%s\n", more), t.Table(finals),
		t.Printf("\n%s\n", s.Finding(r)), t.Printf("It is in %s. Train it with: ringer train --config %s\n", r.Config, input.ShellWord(r.Config)))
}
