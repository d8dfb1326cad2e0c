package cmd

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"sync"

	"ringer/env"
	"ringer/report/ratio"
	"ringer/train/checkpoint"
	"ringer/train/sweep"
)

// sweepResult is the object of `ringer sweep --json`.
type sweepResult struct {
	Objective string       `json:"objective"`
	Trials    []sweptTrial `json:"trials"`
	Finalists []sweepFinal `json:"finalists"`
	Best      sweepFinal   `json:"best"`
	Config    string       `json:"config"`
}

// sweptTrial is a trial on the highest rung that it has finished.
type sweptTrial struct {
	Trial   int      `json:"trial"`
	Rung    int      `json:"rung"`
	Score   *float64 `json:"score"` // nil: the training failed
	Seconds float64  `json:"seconds"`
	Pareto  bool     `json:"pareto"` // none on this rung is both better and cheaper
	Set     []string `json:"set"`
}

// sweepFinal is a trial that was trained with several seeds.
type sweepFinal struct {
	Trial int       `json:"trial"`
	Runs  []float64 `json:"runs"` // the score of each seed
	ratio.Mean
	Seconds float64 `json:"seconds"` // of a run, on the mean
}

// finals trains the best trials with seeds that chose none of them, the winner once
// more with fresh ones, and writes its configuration.
func (s *sweepRun) finals(ctx context.Context) (*sweepResult, error) {
	out := &sweepResult{Objective: s.plan.score.name, Trials: s.ranked(), Config: filepath.Join(s.dir, bestName)}
	_, best := s.plan.ladder.Best(s.trials)
	if len(best) == 0 {
		return nil, fmt.Errorf("no trial of %d could be trained: see %s in %s", len(s.trials), failedName, filepath.Join(s.dir, "trials"))
	}
	best = best[:min(len(best), s.flags.finalists)]
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
	file, _, err := s.plan.read(s.sets[winner]...)
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
func (s *sweepRun) final(ctx context.Context, trial int, name string, purpose env.Purpose) (sweepFinal, error) {
	results, errs := make([]sweep.Result, s.flags.seeds), make([]error, s.flags.seeds)
	var wg sync.WaitGroup
	free := make(chan struct{}, s.flags.workers)
	for i := range s.flags.seeds {
		free <- struct{}{}
		wg.Go(func() {
			defer func() { <-free }()
			dir := filepath.Join(s.dir, "finals", fmt.Sprintf("%s-%04d-%d", name, trial+1, i+1))
			results[i], errs[i] = s.train(ctx, dir, s.sets[trial], 1, s.plan.seedOf(purpose, i))
		})
	}
	wg.Wait()
	f := sweepFinal{Trial: trial + 1}
	for i, r := range results {
		if errs[i] == nil && math.IsInf(r.Score, 1) {
			errs[i] = fmt.Errorf("trial %d cannot be trained with every seed: see %s in %s", trial+1, failedName, filepath.Join(s.dir, "finals"))
		}
		f.Runs = append(f.Runs, r.Score)
		f.Seconds += r.Cost / float64(len(results))
	}
	if err := firstOf(errs); err != nil {
		return f, err
	}
	f.Mean = ratio.OfMean(f.Runs)
	return f, nil
}

func firstOf(errs []error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// ranked lists all trials with results: higher rungs first, then by score.
func (s *sweepRun) ranked() []sweptTrial {
	var out []sweptTrial
	for k := len(s.plan.ladder.Rungs) - 1; k >= 0; k-- {
		front := sweep.Pareto(s.trials, k)
		for _, i := range sweep.Ranked(s.trials, k) {
			if len(s.trials[i].Results) != k+1 {
				continue
			}
			r := s.trials[i].Results[k]
			t := sweptTrial{Trial: i + 1, Rung: k + 1, Seconds: r.Cost, Pareto: slices.Contains(front, i), Set: s.sets[i]}
			if !math.IsInf(r.Score, 1) {
				t.Score = &r.Score
			}
			out = append(out, t)
		}
	}
	return out
}
