package study

import (
	"fmt"
	"strings"

	"ringer/configs"
	"ringer/internal/input"
	"ringer/internal/numbers"
)

// ReadSettings reads what a search is of: assignments key=value, where a value may be a range, in
// place of the assignments of a YAML file that has the same keys; file may be empty. config is the
// configuration that is asked for, empty where the file is to name it.
func ReadSettings(config, file string, set []string) (map[string]string, string, error) {
	settings := map[string]string{}
	if file != "" {
		if err := configs.ReadAll(&settings, configs.Named("train", file)); err != nil {
			return nil, "", input.Bad(err)
		}
		if named, ok := settings["config"]; ok {
			if config != "" && config != named {
				return nil, "", input.Badf("--config %s: %s says %s: leave one out", config, file, named)
			}
			config = named
			delete(settings, "config")
		}
	}
	said := map[string]bool{}
	for _, pair := range set {
		key, value, ok := strings.Cut(pair, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		switch {
		case !ok || key == "":
			return nil, "", input.Badf("--set: %q: want key=range or key=value", pair)
		case said[key]:
			return nil, "", input.Badf("--set: %s: given twice: want each key once", key)
		}
		said[key] = true
		settings[key] = value
	}
	return settings, config, nil
}

// Shown writes the score of a run.
func (s *Search) Shown(score float64) string {
	if s.Objective == Exploitability {
		return fmt.Sprintf("%.4f", score)
	}
	return numbers.Percent(-score) // a win rate, which is kept negative
}

// Tables returns the trials that a search has made in words, by rows, the heading first and at most
// N of them, and the runs of those that were trained again.
func (s *Search) Tables(r *SearchResult, n int) (trials, finals [][]string) {
	objective := strings.ToUpper(r.Objective)
	heading := []string{"TRIAL", "RUNG", objective, "SECONDS"}
	for _, r := range s.Space {
		heading = append(heading, r.Key)
	}
	trials = [][]string{heading}
	for _, trial := range r.Trials[:min(len(r.Trials), n)] {
		score, mark := "failed", ""
		if trial.Score != nil {
			score = s.Shown(*trial.Score)
		}
		if trial.Pareto {
			mark = "*"
		}
		row := []string{fmt.Sprint(trial.Trial), fmt.Sprintf("%d%s", trial.Rung, mark), score, fmt.Sprintf("%.0f", trial.Seconds)}
		for _, assignment := range trial.Set {
			_, value, _ := strings.Cut(assignment, "=")
			row = append(row, value)
		}
		trials = append(trials, row)
	}
	finals = [][]string{{"RUNS OF", "SEEDS", objective, "SECONDS", "EACH"}}
	for _, f := range r.Finalists {
		finals = append(finals, s.row("to choose", f))
	}
	return trials, append(finals, s.row("to report", r.Best))
}

// row writes the runs of a trial that was trained again.
func (s *Search) row(why string, f Finalist) []string {
	var each []string
	for _, x := range f.Runs {
		each = append(each, s.Shown(x))
	}
	mean := numbers.Mean(f.Value, max(0, f.Low), f.High)
	if s.Objective != Exploitability { // a win rate, which is kept negative
		mean = numbers.Share(-f.Value, -min(0, f.High), -max(-1, f.Low))
	}
	return []string{fmt.Sprintf("trial %d, %s", f.Trial, why), fmt.Sprint(len(f.Runs)), mean, fmt.Sprintf("%.0f", f.Seconds), strings.Join(each, " ")}
}
