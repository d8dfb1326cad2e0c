package games

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/shell"
	"ringer/open/bench"
	record "ringer/report/speed"
)

func newBenchStrength(t *shell.Terminal) *cobra.Command {
	var (
		s      bench.Strengths
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "strength RUN…",
		Short: "Measure how long runs trained until they were this strong",
		Long: `Read the evaluations on the way of training runs, and say how long each configuration
trained until its share of wins stayed at each of --targets: minutes by the clock, seconds of
all processors together, and decisions. Evaluations do not count as training; imitation
does. RUN is the folder of a run, or one with runs below it, such as a study.

A run stays at a target from the first evaluation on at which isotonic regression of its
evaluations is there, unless a later one lies below the target with its whole interval;
the time between two evaluations is divided as the regression rises. Figures are medians over
runs that differ in their seeds alone, with a 95% interval by the games of the evaluations
and the spread of the runs, or "never". Many games an evaluation
(evaluation.games) and many evaluations (evaluation.every) narrow it.

--out adds the records to a file, one a line, in place of the records of the same --name,
target and kind of machine: run it on the machine that trained.`,
		Annotations: shell.Keys(`--json prints {"strengths": [{"name", "changes", "game", "opponent", "target",
"seeds", "reached", "evaluations", "games", "seconds": {"median", "low", "high"},
"processor_seconds", "decisions", "peak", "revision", "vectors", "date"}]}; null is never.`),
		Example: "  ringer study --config fourdowns-mini --seeds 1..3 --out runs/strong --set evaluation.every=2\n" +
			"  ringer bench strength runs/strong --targets 0.5,0.6",
		Args: shell.Takes("RUN…"),
		RunE: func(_ *cobra.Command, args []string) error {
			s.Runs = args
			result, err := s.Measure()
			if err != nil {
				return err
			}
			if asJSON {
				return t.JSON(result)
			}
			return printStrengths(t, result.Strengths)
		},
	}
	shell.AddFlag(cmd, &s.Targets, "targets", nil, shell.AText, "shares of wins, separated by commas: 0.33,0.4")
	shell.AddFlag(cmd, &s.Against, "against", "expert", shell.AnAgent, "the opponent in the other seats, as in evaluation.opponents")
	shell.AddFlag(cmd, &s.Name, "name", "", shell.AName, "what the records call the configuration (default: the game)")
	shell.AddFlag(cmd, &s.Out, "out", "", shell.AFile, "file to which the records are added")
	shell.AddJSON(cmd, &asJSON)
	return cmd
}

func printStrengths(t *shell.Terminal, all []record.Strength) error {
	rows := [][]string{{"CONFIGURATION"}}
	for _, head := range record.StrengthHeads {
		rows[0] = append(rows[0], strings.ToUpper(head))
	}
	for i := range all {
		s := &all[i]
		rows = append(rows, slices.Concat([]string{strings.TrimSpace(s.Name + " " + s.Changes)}, s.Row()))
	}
	return cmp.Or(t.Table(rows), t.Printf("\nMedians over runs, with 95%% intervals; evaluations do not count as training.\n"))
}
