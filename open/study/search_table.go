package study

import (
	"fmt"
	"strings"

	"ringer/configs"
	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/report/ratio"
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
	heading := []string{"TRIAL", "RUNG", "SEEDS", objective, "SECONDS"}
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
		row := []string{fmt.Sprint(trial.Trial), fmt.Sprintf("%d%s", trial.Rung, mark), fmt.Sprint(trial.Seeds), score, fmt.Sprintf("%.0f", trial.Seconds)}
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
	if r.Best.Trial != asItIs {
		finals = append(finals, s.row("to report", r.Best))
	}
	return trials, append(finals, s.row("to report", r.Base))
}

// Finding says in a sentence what the fresh seeds say of the one that was chosen.
func (s *Search) Finding(r *SearchResult) string {
	of := fmt.Sprintf("%s over %d fresh seeds, which chose nothing", s.shownMean(r.Best.Mean), len(r.Best.Runs))
	if r.Best.Trial == asItIs {
		return fmt.Sprintf("No trial was better than the configuration as it is: %s.", of)
	}
	beside := "the interval of the difference holds 0: the two cannot be told apart"
	switch {
	case r.Gain.High < 0:
		beside = "better, seed by seed"
	case r.Gain.Low > 0:
		beside = "worse, seed by seed"
	}
	return fmt.Sprintf("Trial %d: %s; the configuration as it is: %s; %s.", r.Best.Trial, of, s.shownMean(r.Base.Mean), beside)
}

// row writes the runs of a trial that was trained again.
func (s *Search) row(why string, f Finalist) []string {
	var each []string
	for _, x := range f.Runs {
		each = append(each, s.Shown(x))
	}
	return []string{finalistWords(f.Trial) + ", " + why, fmt.Sprint(len(f.Runs)), s.shownMean(f.Mean), fmt.Sprintf("%.0f", f.Seconds), strings.Join(each, " ")}
}

// shownMean writes the mean of runs with its interval.
func (s *Search) shownMean(m ratio.Mean) string {
	if s.Objective == Exploitability {
		return numbers.Mean(m.Value, max(0, m.Low), m.High)
	}
	return numbers.Share(-m.Value, -min(0, m.High), -max(-1, m.Low)) // a win rate, which is kept negative
}
