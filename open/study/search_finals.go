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

// SearchResult holds what a search has found. The seeds of Best and Base chose nothing.
type SearchResult struct {
	Objective string          `json:"objective"`
	Trials    []SearchedTrial `json:"trials"`
	Finalists []Finalist      `json:"finalists"` // by whose runs the best was chosen
	Best      Finalist        `json:"best"`
	Base      Finalist        `json:"base"`   // the configuration as it is, with the seeds of Best
	Gain      ratio.Mean      `json:"gain"`   // of Best over Base, seed by seed, in scores: below 0 where Best is better
	Set       []string        `json:"set"`    // of the best, key=value; none: the configuration as it is
	Config    string          `json:"config"` // file of the best
}

// SearchedTrial is a trial on the highest rung that it has finished.
type SearchedTrial struct {
	Trial   int      `json:"trial"`
	Rung    int      `json:"rung"`
	Seeds   int      `json:"seeds"`
	Score   *float64 `json:"score"` // mean over them; nil: the training failed
	Seconds float64  `json:"seconds"`
	Pareto  bool     `json:"pareto"` // none on this rung is both better and cheaper
	Set     []string `json:"set"`
}

// asItIs is the number of the configuration as it is among the trials.
const asItIs = 0

// Finalist is a trial that was trained with several seeds.
type Finalist struct {
	Trial int       `json:"trial"` // counted from 1; 0: the configuration as it is
	Runs  []float64 `json:"runs"`  // the score of each seed
	ratio.Mean
	Seconds float64 `json:"seconds"` // of a run, on the mean
}

// finals trains the best trials, and the configuration as it is, with seeds that chose none of them,
// chooses by the means, and trains the one chosen and the configuration once more with fresh seeds.
// It writes the configuration of the one chosen.
func (s *Search) finals(ctx context.Context) (*SearchResult, error) {
	out := &SearchResult{Objective: s.Objective, Trials: s.ranked(), Config: filepath.Join(s.Dir, bestName)}
	_, best := s.Ladder.Best(s.trials)
	if len(best) == 0 {
		return nil, fmt.Errorf("no trial of %d could be trained: see %s in %s", len(s.trials), failedName, filepath.Join(s.Dir, "trials"))
	}
	candidates := []int{asItIs}
	for _, i := range best[:min(len(best), s.Finalists)] {
		candidates = append(candidates, i+1)
	}
	winner, least := asItIs, math.Inf(1)
	for _, trial := range candidates {
		f, err := s.final(ctx, trial, "choose", purposeSweepChoose)
		if err != nil {
			return nil, err
		}
		out.Finalists = append(out.Finalists, f)
		if f.Value < least { // as it is, where nothing is better
			winner, least = trial, f.Value
		}
	}
	var err error
	if out.Base, err = s.final(ctx, asItIs, "report", purposeSweepReport); err != nil {
		return nil, err
	}
	if out.Best, err = s.final(ctx, winner, "report", purposeSweepReport); err != nil {
		return nil, err
	}
	differences := make([]float64, s.Seeds)
	for i := range differences {
		differences[i] = out.Best.Runs[i] - out.Base.Runs[i]
	}
	out.Gain, out.Set = ratio.OfMean(differences), s.setOf(winner)
	file, _, err := s.read(s.setOf(winner)...)
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

// setOf returns the settings of a trial, counted from 1.
func (s *Search) setOf(trial int) []string {
	if trial == asItIs {
		return nil
	}
	return s.sets[trial-1]
}

// final trains a trial whole with several seeds, as many at a time as there are
// workers.
func (s *Search) final(ctx context.Context, trial int, name string, purpose env.Purpose) (Finalist, error) {
	results := make([]sweep.Result, s.Seeds)
	err := eval.Each(ctx, s.Workers, s.Seeds, func(i int) (err error) {
		dir := filepath.Join(s.Dir, "finals", fmt.Sprintf("%s-%04d-%d", name, trial, i+1))
		if results[i], err = s.trainRun(ctx, dir, s.setOf(trial), 1, s.seedOf(purpose, i)); err == nil && math.IsInf(results[i].Score, 1) {
			err = fmt.Errorf("%s cannot be trained with every seed: see %s in %s", finalistWords(trial), failedName, filepath.Join(s.Dir, "finals"))
		}
		if err == nil {
			s.Meter.set(dir, 1)
		}
		return err
	})
	f := Finalist{Trial: trial}
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

// finalistWords names a finalist.
func finalistWords(trial int) string {
	if trial == asItIs {
		return "the configuration as it is"
	}
	return fmt.Sprintf("trial %d", trial)
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
			t := SearchedTrial{Trial: i + 1, Rung: k + 1, Seeds: s.Ladder.Seeds(k), Seconds: r.Cost, Pareto: slices.Contains(front, i), Set: s.sets[i]}
			if !math.IsInf(r.Score, 1) {
				t.Score = &r.Score
			}
			out = append(out, t)
		}
	}
	return out
}
