package games

import (
	"cmp"
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/shell"
	"ringer/configs"
	"ringer/internal/numbers"
	"ringer/open/bench"
)

func newBenchLearn(t *shell.Terminal) *cobra.Command {
	var (
		l      bench.Learn
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "learn [PLAN]",
		Short: "Compare learning algorithms on exact ground",
		Long: `Train learners at small games by a plan, with several seeds each, and measure on their way
how exploitable the last and the averaged policy are, exactly: NashConv divided by the
seats. Then say who is least exploitable at equal decisions and after equal processor
seconds, and who cannot be told apart from that.

PLAN is a shipped one (` + strings.Join(configs.Names("learn"), ", ") + `, the default is small) or a .yaml file:

    seeds: 201..205                                of the runs; they choose nothing
    evaluations: 20                                about this many on the way of a run
    tune: {trials: 18, share: 0.3, seed: 11}       as ringer sweep, for each arm with a search
    games:
      - {name: kuhn, config: kuhn, set: [key=value], decisions: 1000000}
    arms:
      - {name: ppo, set: [algorithm=ppo], at: {kuhn: [ppo.kl=20]}, skip: [leduc],
         search: {ppo.entropy: 0.01..0.2 log}}
      - {name: cfr, solver: cfr, iterations: 1000}

An arm is a change of each game's configuration, in the keys of ringer train --set. A
search is made at each game by itself, on other seeds, with the same trials for every arm.
A solver walks the whole tree: it is a floor, and no rival.

Everything is kept in --dir, and a record of each run in --out; checkpoints go when a run
is over, for memories of values take much room. The same command goes on where it was
stopped or killed; a solver alone begins anew, for seconds or minutes.
--decisions is a budget in place of the plan's. Runs go one after the other, so that
processor seconds belong to one run; evaluations do not count.`,
		Annotations: shell.Keys(`--json prints {"runs": [{"game", "spec", "arm", "algorithm", "solver", "config", "set",
"seed", "budget", "tuned": {"trials", "seed", "decisions", "chosen"}, "uniform",
"points": [{"at", "processor_seconds", "last", "averaged"}], "final", "revision",
"vectors", "date"}], "standings": [{"game", "spec", "decisions", "processor_seconds",
"uniform", "arms": [{"arm", "algorithm", "solver", "seeds", "budget", "processor_seconds",
"tuned", "final": {"mean", "low", "high", "each"}, "last", "averaged", "at_time",
"behind": {"mean", "low", "high"}}]}], "records", "done", "of"}. low and high bound 95%
(Student's t over seeds), those of behind together for a game (Bonferroni).`),
		Example: "  ringer bench learn\n  ringer bench learn small --game kuhn --game leduc --arm ppo --arm ppo-magnet --decisions 300000\n  ringer bench learn mine.yaml --dir runs/mine --json",
		Args:    shell.Takes("[PLAN]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			l.Plan = "small"
			if len(args) > 0 {
				l.Plan = args[0]
			}
			stages := t.Stages()
			l.Trainer, l.Build, l.Compute = lookup.Trainer(t), buildinfo.ThisVersion().Build(), t.ComputeAs
			l.Progress = func(what string, done, total int) { stages.Tell("learning", what, done, total) }
			result, err := l.Measure(cmd.Context())
			stages.Finish()
			if err != nil && cmd.Context().Err() != nil && result.Of > 0 {
				return shell.Interrupted("%d of %d runs are over; the same command goes on in %s", result.Done, result.Of, l.Dir)
			}
			if err != nil {
				return err
			}
			if asJSON {
				return t.JSON(result)
			}
			return printLearned(t, &result)
		},
	}
	shell.AddFlag(cmd, &l.Games, "game", nil, shell.AText, "a game of the plan, by its name there; may be repeated (default: all)")
	shell.AddFlag(cmd, &l.Arms, "arm", nil, shell.AText, "an arm of the plan; may be repeated (default: all)")
	shell.AddFlag(cmd, &l.Decisions, "decisions", 0, shell.ACount, "decisions of each learner at each game (0: the decisions of the plan)")
	shell.AddFlag(cmd, &l.Seeds, "seeds", "", shell.AText, "seeds of the runs, such as 201..203 (default: the seeds of the plan)")
	shell.AddFlag(cmd, &l.Dir, "dir", "", shell.AFolder, "folder of the runs (default runs/learn-PLAN)")
	shell.AddFlag(cmd, &l.Out, "out", "", shell.AFile, "file of the records, one line a run (default learners.jsonl in --dir)")
	shell.AddJSON(cmd, &asJSON)
	return cmd
}

func printLearned(t *shell.Terminal, r *bench.Learned) error {
	for i := range r.Standings {
		s := &r.Standings[i]
		var rows [][]string
		for k, row := range s.Table() {
			if k == 1 {
				continue // which says how Markdown aligns
			}
			for j := range row {
				if row[j] = strings.ReplaceAll(row[j], "`", ""); k == 0 {
					row[j] = strings.ToUpper(row[j])
				}
			}
			rows = append(rows, row)
		}
		err := cmp.Or(
			t.Printf("%s: %s decisions of each learner; uniform play has %.4g\n\n", s.Spec, numbers.Count(s.Decisions), s.Uniform), t.Table(rows),
			t.Printf("\nLeast exploitable: %s.\n\n", strings.ReplaceAll(s.Verdict(), "`", "")),
		)
		if err != nil {
			return err
		}
	}
	return t.Printf("Exploitability is exact; means over seeds with 95%% intervals. Records: %s\n", r.Records)
}
