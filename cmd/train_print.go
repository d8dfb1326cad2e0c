package cmd

import (
	"fmt"
	"strings"
	"time"

	"ringer/env"
	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/open"
	"ringer/train"
	"ringer/train/algos"
)

func printTraining(t *terminal, g env.Game, file *algos.File, whole *open.Result) error {
	r := whole.Result
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
	return t.printf("\n%s%s", learned(r, g.Spec().Players), nextSteps(whole.Run, file))
}

// learned says in a line what a network has come to, against the expert where it has met one; empty
// where nothing was measured.
func learned(r *train.Result, seats int) string {
	var best *train.Evaluation
	for i := range r.Evaluations {
		if best == nil || best.Opponent != "expert" {
			best = &r.Evaluations[i]
		}
	}
	switch {
	case best == nil:
		return ""
	case best.Exploitability != nil:
		return fmt.Sprintf("A best response gains %.4f a game from it, averaged over the seats; nothing would be perfect play.\n", *best.Exploitability)
	}
	others, who := best.Others(seats), "It"
	if seats-others > 1 {
		who = "A team of it"
	}
	return who + " " + numbers.Beats(numbers.Opponents(others, best.Opponent), best.WinRate, best.Low, best.High, best.Games, best.EqualShare) + ".\n"
}

// nextSteps says in two lines how to play against the network of a run, and how to see how it
// learned.
func nextSteps(dir string, file *algos.File) string {
	bot, curve := strings.TrimRight(dir, `/\`)+".bot", ""
	if file.Evaluation.Every == 0 {
		curve = " --metric normalized_entropy"
	}
	return fmt.Sprintf("Play against it: ringer export %s --out %s && ringer play --vs %s\nLook at its curve: ringer curves %s%s\n",
		input.ShellWord(dir), input.ShellWord(bot), input.ShellWord(botCall(bot)), input.ShellWord(dir), curve)
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
