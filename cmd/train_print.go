package cmd

import (
	"fmt"
	"time"

	"ringer/env"
	"ringer/internal/numbers"
	"ringer/train"
)

func printTraining(t *terminal, dir string, g env.Game, r *train.Result) error {
	if err := t.printf("%s: %s decisions in %d iterations, %s (%s decisions/s)\n", g.Spec(), count(float64(r.Decisions)), r.Iterations,
		time.Duration(r.Seconds*float64(time.Second)).Round(100*time.Millisecond), count(r.DecisionsPerSecond)); err != nil {
		return err
	}
	if err := printEvaluations(t, g, r); err != nil {
		return err
	}
	if r.Interrupted {
		return nil // the last line says how to go on
	}
	return t.printf("\nThe run is in %s. Make a bot of it: ringer export %s --out NAME.bot\n", dir, shellWord(dir))
}

func printEvaluations(t *terminal, g env.Game, r *train.Result) error {
	var rows [][]string
	seats, others := g.Spec().Players, 0
	for _, e := range r.Evaluations {
		if e.Exploitability != nil {
			if err := t.printf("exploitability %.5f (exact)\n", *e.Exploitability); err != nil {
				return err
			}
			continue
		}
		others = e.Others(seats)
		rows = append(rows, []string{
			e.Opponent, count(float64(e.Games)), numbers.ShareBeside(e.WinRate, e.Low, e.High, e.EqualShare), numbers.Even(e.EqualShare), fmt.Sprintf("%+.3f", e.MeanReturn),
		})
	}
	if len(rows) == 0 {
		return nil
	}
	weights := "last"
	if r.Averaged {
		weights = "averaged"
	}
	who := "One learner"
	if learners := seats - others; learners > 1 {
		who = fmt.Sprintf("A team of %d learners", learners)
	}
	if err := t.printf("\n%s (%s weights) against %d of each, on seeds that it has never met:\n", who, weights, others); err != nil {
		return err
	}
	return t.table(append([][]string{{"OPPONENT", "GAMES", "WINS", "EVEN", "MEAN RETURN"}}, rows...))
}
