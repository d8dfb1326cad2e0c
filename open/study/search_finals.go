package study

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"ringer/env"
	"ringer/eval"
	"ringer/report/ratio"
	"ringer/train/checkpoint"
	"ringer/train/sweep"
)

// SearchResult holds what a search has found.
type SearchResult struct {
	Objective string          `json:"objective"`
	Trials    []SearchedTrial `json:"trials"`
	Finalists []Finalist      `json:"finalists"`
	Best      Finalist        `json:"best"`
	Config    string          `json:"config"`
}

// SearchedTrial is a trial on the highest rung that it has finished.
type SearchedTrial struct {
	Trial   int      `json:"trial"`
	Rung    int      `json:"rung"`
	Score   *float64 `json:"score"` // nil: the training failed
	Seconds float64  `json:"seconds"`
	Pareto  bool     `json:"pareto"` // none on this rung is both better and cheaper
	Set     []string `json:"set"`
}

// Finalist is a trial that was trained with several seeds.
type Finalist struct {
	Trial int       `json:"trial"`
	Runs  []float64 `json:"runs"` // the score of each seed
	ratio.Mean
	Seconds float64 `json:"seconds"` // of a run, on the mean
}

// finals trains the best trials with seeds that chose none of them, the winner once
// more with fresh ones, and writes its configuration.
func (s *Search) finals(ctx context.Context) (*SearchResult, error) {
	out := &SearchResult{Objective: s.Objective, Trials: s.ranked(), Config: filepath.Join(s.Dir, bestName)}
	_, best := s.Ladder.Best(s.trials)
	if len(best) == 0 {
		return nil, fmt.Errorf("no trial of %d could be trained: see %s in %s", len(s.trials), failedName, filepath.Join(s.Dir, "trials"))
	}
	best = best[:min(len(best), s.Finalists)]
	winner := best[0]
	if len(best) > 1 {
		least := math.Inf(1)
		for _, i := range best {
			f, err := s.final(ctx, i, "choose", purposeSweepChoose)
			if err != nil {
				return nil, err
			}
			out.Finalists = append(out.Finalists, f)
			if f.Value < least {
				winner, least = i, f.Value
			}
		}
	}
	var err error
	if out.Best, err = s.final(ctx, winner, "report", purposeSweepReport); err != nil {
		return nil, err
	}
	file, _, err := s.read(s.sets[winner]...)
	if err != nil {
		return nil, err
	}
	file.Rules = ""
	resolved, err := file.Text()
	if err != nil {
		return nil, err
	}
	return out, checkpoint.WriteFile(out.Config, resolved)
}

// final trains a trial whole with several seeds, as many at a time as there are
// workers.
func (s *Search) final(ctx context.Context, trial int, name string, purpose env.Purpose) (Finalist, error) {
	results := make([]sweep.Result, s.Seeds)
	err := eval.Each(ctx, s.Workers, s.Seeds, func(i int) (err error) {
		dir := filepath.Join(s.Dir, "finals", fmt.Sprintf("%s-%04d-%d", name, trial+1, i+1))
		if results[i], err = s.train(ctx, dir, s.sets[trial], 1, s.seedOf(purpose, i)); err == nil && math.IsInf(results[i].Score, 1) {
			err = fmt.Errorf("trial %d cannot be trained with every seed: see %s in %s", trial+1, failedName, filepath.Join(s.Dir, "finals"))
		}
		return err
	})
	f := Finalist{Trial: trial + 1}
	for _, r := range results {
		f.Runs = append(f.Runs, r.Score)
		f.Seconds += r.Cost / float64(len(results))
	}
	if err != nil {
		return f, err
	}
	f.Mean = ratio.OfMean(f.Runs)
	return f, nil
}

// ranked lists all trials with results: higher rungs first, then by score.
func (s *Search) ranked() []SearchedTrial {
	var out []SearchedTrial
	for k := len(s.Ladder.Rungs) - 1; k >= 0; k-- {
		front := sweep.Pareto(s.trials, k)
		for _, i := range sweep.Ranked(s.trials, k) {
			if len(s.trials[i].Results) != k+1 {
				continue
			}
			r := s.trials[i].Results[k]
			t := SearchedTrial{Trial: i + 1, Rung: k + 1, Seconds: r.Cost, Pareto: slices.Contains(front, i), Set: s.sets[i]}
			if !math.IsInf(r.Score, 1) {
				t.Score = &r.Score
			}
			out = append(out, t)
		}
	}
	return out
}
