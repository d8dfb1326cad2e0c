package study

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"ringer/env"
	"ringer/open"
	"ringer/train/checkpoint"
	"ringer/train/sweep"
)

// redraws is the number of proposals in a row that the configuration may refuse.
const redraws = 200

func (s *Search) resultOf(r *open.Result) sweep.Result {
	cost := r.Seconds
	if r.DecisionsPerSecond > 1 { // of a resumed run, the seconds are those since then
		cost = float64(r.Decisions) / r.DecisionsPerSecond
	}
	return sweep.Result{Score: s.score(r), Cost: cost}
}

// Run searches, chooses among the best trials and reports on the winner. An error of ctx
// loses nothing: a search of the same folder goes on.
func (s *Search) Run(ctx context.Context) (*SearchResult, error) {
	if err := s.search(ctx); err != nil {
		return nil, err
	}
	return s.finals(ctx)
}

// search trains trials until there is nothing left to try or the budget is spent.
func (s *Search) search(ctx context.Context) error {
	type ended struct {
		job    sweep.Job
		result sweep.Result
		err    error
	}
	ends := make(chan ended)
	underWay := map[sweep.Job]bool{}
	var failed error
	for {
		for failed == nil && len(underWay) < s.Workers && !s.spent() {
			job, ok := s.Ladder.Next(s.trials, s.Trials, func(j sweep.Job) bool { return underWay[j] })
			if !ok {
				break
			}
			if failed = s.begin(job); failed != nil {
				break
			}
			underWay[job] = true
			seed := s.seedOf(purposeSweepTrial, job.Trial)
			set, share := s.sets[job.Trial], s.Ladder.Rungs[job.Rung]
			go func() {
				result, err := s.train(ctx, s.rungDir(job), set, share, seed)
				ends <- ended{job, result, err}
			}()
		}
		if len(underWay) == 0 {
			return failed
		}
		e := <-ends
		delete(underWay, e.job)
		if e.err != nil {
			failed = errors.Join(failed, e.err)
			continue
		}
		t := &s.trials[e.job.Trial]
		e.result.Point = t.Point
		t.Results = append(t.Results, e.result)
		s.describe()
	}
}

// spent reports whether the trials have used up the budget.
func (s *Search) spent() bool {
	used := 0.0
	for _, t := range s.trials {
		for _, r := range t.Results {
			used += r.Cost
		}
	}
	return s.Budget > 0 && used >= s.Budget
}

// begin notes that a job is begun; it draws and keeps the values of a new trial.
func (s *Search) begin(job sweep.Job) error {
	if job.Trial < len(s.trials) {
		s.trials[job.Trial].Begun = job.Rung + 1
		return nil
	}
	point, set, err := s.propose()
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(savedTrial{point, set}, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.trialDir(job.Trial), 0o755); err != nil {
		return err
	}
	if err := checkpoint.WriteFile(filepath.Join(s.trialDir(job.Trial), trialName), append(text, '\n')); err != nil {
		return err
	}
	s.trials = append(s.trials, sweep.Trial{Point: point, Begun: 1})
	s.sets = append(s.sets, set)
	return nil
}

// propose returns the values of the next trial, which the configuration takes: what
// every setting allows may be refused together.
func (s *Search) propose() ([]float64, []string, error) {
	if s.grid != nil {
		point := s.grid[len(s.trials)]
		set := s.Space.Assignments(point)
		_, _, err := s.read(set...)
		return point, set, err
	}
	results := make([][]sweep.Result, len(s.Ladder.Rungs))
	for _, t := range s.trials {
		for k, r := range t.Results {
			results[k] = append(results[k], r)
		}
	}
	rng := env.Stream(s.Seed, purposeSweepPropose, uint64(len(s.trials)))
	var refused error
	for range redraws {
		point := sweep.Propose(s.Space, results, rng)
		set := s.Space.Assignments(point)
		if _, _, refused = s.read(set...); refused == nil {
			return point, set, nil
		}
	}
	return nil, nil, fmt.Errorf("%d choices of values in a row were refused, the last one by %w", redraws, refused)
}

// train makes one run, or goes on with it, and returns its result. A training that
// fails is a result as well: the worst there is.
func (s *Search) train(ctx context.Context, dir string, set []string, share float64, seed uint64) (sweep.Result, error) {
	result, ok, err := s.readRun(dir)
	if !ok && err == nil {
		result, err = s.trainRun(ctx, dir, set, share, seed)
	}
	if err == nil {
		s.Meter.set(dir, share)
	}
	return result, err
}

func (s *Search) trainRun(ctx context.Context, dir string, set []string, share float64, seed uint64) (sweep.Result, error) {
	file, g, err := s.read(append(slices.Clone(set), fmt.Sprintf("seed=%d", seed))...)
	if err != nil {
		return sweep.Result{}, err
	}
	file.Decisions = max(1, int(share*float64(file.Decisions)))
	r, err := s.trainer.Prepare(dir, g, file)
	if err != nil {
		return sweep.Result{}, err
	}
	whole, err := s.trainer.Train(ctx, r, Options{Progress: s.Meter.of(dir, share)})
	if _, failed := errors.AsType[*FailedError](err); failed && ctx.Err() == nil {
		s.trainer.warn("ringer: %s failed: %v\n", dir, err)
		return sweep.Result{Score: math.Inf(1), Cost: 1}, checkpoint.WriteFile(filepath.Join(dir, failedName), []byte(err.Error()+"\n"))
	}
	if err != nil {
		return sweep.Result{}, err
	}
	return s.resultOf(whole), nil
}

// describe tells the best result so far.
func (s *Search) describe() {
	rung, best := s.Ladder.Best(s.trials)
	if len(best) > 0 && s.Best != nil {
		s.Best(best[0]+1, rung+1, s.trials[best[0]].Results[rung].Score)
	}
}
