package train

import (
	"fmt"
	"strings"
	"time"

	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/responses"
	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/open"
	"ringer/open/study"
	"ringer/train"
	"ringer/train/algos"
)

// print prints the result of a run.
func (f *trainFlags) print(t *shell.Terminal, run *study.Run, whole *open.Result) error {
	if f.json {
		return t.JSON(whole)
	}
	r, g := whole.Result, run.Game
	if err := t.Printf("%s: %s decisions in %d iterations, %s (%s decisions/s)\n", g.Spec(), shell.Count(float64(r.Decisions)), r.Iterations,
		time.Duration(r.Seconds*float64(time.Second)).Round(100*time.Millisecond), shell.Count(r.DecisionsPerSecond)); err != nil {
		return err
	}
	if err := printEvaluations(t, g, r); err != nil {
		return err
	}
	if r.Interrupted {
		return nil // the last line says how to go on
	}
	return t.Printf("\n%s%s", responses.Learned(r, g.Spec().Players), nextSteps(whole.Run, run.File))
}

// nextSteps says in two lines how to play against the network of a run, and how to see how it
// learned.
func nextSteps(dir string, file *algos.File) string {
	bot, curve := strings.TrimRight(dir, `/\`)+".bot", ""
	if file.Evaluation.Every == 0 {
		curve = " --metric normalized_entropy"
	}
	return fmt.Sprintf("Play against it: ringer export %s --out %s && ringer play --vs %s\nLook at its curve: ringer curves %s%s\n",
		input.ShellWord(dir), input.ShellWord(bot), input.ShellWord(lookup.BotCall(bot)), input.ShellWord(dir), curve)
}

func printEvaluations(t *shell.Terminal, g env.Game, r *train.Result) error {
	p := t.Page()
	var rows [][]string
	seats, others := g.Spec().Players, 0
	for _, e := range r.Evaluations {
		if e.Exploitability != nil {
			p.Printf("exploitability %.5f (exact)\n", *e.Exploitability)
			continue
		}
		others = e.Others(seats)
		rows = append(rows, []string{
			e.Opponent, shell.Count(float64(e.Games)), numbers.ShareBeside(e.WinRate, e.Low, e.High, e.EqualShare), numbers.Even(e.EqualShare), fmt.Sprintf("%+.3f", e.MeanReturn),
		})
	}
	if len(rows) == 0 {
		return p.Err
	}
	weights := "last"
	if r.Averaged {
		weights = "averaged"
	}
	who := "One learner"
	if learners := seats - others; learners > 1 {
		who = fmt.Sprintf("A team of %d learners", learners)
	}
	p.Printf("\n%s (%s weights) against %d of each, on seeds that it has never met:\n", who, weights, others)
	p.Table(append([][]string{{"OPPONENT", "GAMES", "WINS", "EVEN", "MEAN RETURN"}}, rows...))
	return p.Err
}
