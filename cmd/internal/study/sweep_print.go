package study

import (
	"fmt"
	"strings"

	"ringer/cmd/internal/shell"
	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/open/study"
)

// shownTrials is the number of trials in the table that is printed.
const shownTrials = 12

func printSweep(t *shell.Terminal, s *study.Search, r *study.SearchResult) error {
	if err := t.Printf("%d trials on %d rungs, by %s; * no trial of its rung is both better and cheaper\n\n",
		len(r.Trials), len(s.Ladder.Rungs), r.Objective); err != nil {
		return err
	}
	heading := []string{"TRIAL", "RUNG", strings.ToUpper(r.Objective), "SECONDS"}
	for _, r := range s.Space {
		heading = append(heading, r.Key)
	}
	rows := [][]string{heading}
	for _, trial := range r.Trials[:min(len(r.Trials), shownTrials)] {
		score, mark := "failed", ""
		if trial.Score != nil {
			score = shownScore(s, *trial.Score)
		}
		if trial.Pareto {
			mark = "*"
		}
		row := []string{fmt.Sprint(trial.Trial), fmt.Sprintf("%d%s", trial.Rung, mark), score, fmt.Sprintf("%.0f", trial.Seconds)}
		for _, assignment := range trial.Set {
			_, value, _ := strings.Cut(assignment, "=")
			row = append(row, value)
		}
		rows = append(rows, row)
	}
	if err := t.Table(rows); err != nil {
		return err
	}
	if len(r.Trials) > shownTrials {
		if err := t.Printf("and %d more; --json has all\n", len(r.Trials)-shownTrials); err != nil {
			return err
		}
	}
	rows = [][]string{{"RUNS OF", "SEEDS", strings.ToUpper(r.Objective), "SECONDS", "EACH"}}
	for _, f := range r.Finalists {
		rows = append(rows, finalRow(s, fmt.Sprintf("trial %d, to choose", f.Trial), f))
	}
	rows = append(rows, finalRow(s, fmt.Sprintf("trial %d, to report", r.Best.Trial), r.Best))
	if err := t.Printf("\n"); err != nil {
		return err
	}
	if err := t.Table(rows); err != nil {
		return err
	}
	return t.Printf("\nThe winner is in %s. Train it with: ringer train --config %s\n", r.Config, input.ShellWord(r.Config))
}

func finalRow(s *study.Search, name string, f study.Finalist) []string {
	var each []string
	for _, x := range f.Runs {
		each = append(each, shownScore(s, x))
	}
	mean := numbers.Mean(f.Value, max(0, f.Low), f.High)
	if s.Objective != study.Exploitability { // a win rate, which is kept negative
		mean = numbers.Share(-f.Value, -min(0, f.High), -max(-1, f.Low))
	}
	return []string{name, fmt.Sprint(len(f.Runs)), mean, fmt.Sprintf("%.0f", f.Seconds), strings.Join(each, " ")}
}
