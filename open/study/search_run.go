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
	"ringer/eval"
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

// search trains trials, bracket after bracket, until there is nothing left to try or the budget is
// spent.
func (s *Search) search(ctx context.Context) error {
	for _, bracket := range s.Ladder.Brackets(s.Trials) {
		if len(s.trials) < bracket[1] && s.spent() {
			return nil
		}
		for len(s.trials) < bracket[1] {
			if err := s.begin(); err != nil {
				return err
			}
		}
		for rung := range s.Ladder.Rungs {
			if err := s.climb(ctx, s.Ladder.Climbers(s.trials, bracket, rung), rung); err != nil {
				return err
			}
			s.describe()
		}
	}
	return nil
}

// climb trains trials of a bracket on a rung, those that have not been there.
func (s *Search) climb(ctx context.Context, trials []int, rung int) error {
	trials = slices.DeleteFunc(trials, func(i int) bool { return len(s.trials[i].Results) > rung })
	seeds := s.Ladder.Seeds(rung)
	results := make([]sweep.Result, len(trials)*seeds)
	err := eval.Each(ctx, s.Workers, len(results), func(k int) (err error) {
		results[k], err = s.train(ctx, sweep.Job{Trial: trials[k/seeds], Rung: rung, Seed: k % seeds})
		return err
	})
	if err != nil {
		return err
	}
	for k, i := range trials {
		s.take(i, results[k*seeds:(k+1)*seeds])
	}
	return nil
}

// take gives a trial the mean of its runs on the next rung.
func (s *Search) take(trial int, runs []sweep.Result) {
	t := &s.trials[trial]
	mean := sweep.Result{Point: t.Point}
	for _, r := range runs {
		mean.Score += r.Score / float64(len(runs))
		mean.Cost += r.Cost / float64(len(runs))
	}
	t.Results = append(t.Results, mean)
}

// spent reports whether the trials have used up the budget.
func (s *Search) spent() bool {
	used := 0.0
	for _, t := range s.trials {
		if last := len(t.Results) - 1; last >= 0 { // what lower rungs cost is in it
			used += t.Results[last].Cost * float64(s.Ladder.Seeds(last))
		}
	}
	return s.Budget > 0 && used >= s.Budget
}

// begin draws and keeps the values of a new trial.
func (s *Search) begin() error {
	trial := len(s.trials)
	point, set, err := s.propose()
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(savedTrial{point, set}, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.trialDir(trial), 0o755); err != nil {
		return err
	}
	if err := checkpoint.WriteFile(filepath.Join(s.trialDir(trial), trialName), append(text, '\n')); err != nil {
		return err
	}
	s.trials, s.sets = append(s.trials, sweep.Trial{Point: point}), append(s.sets, set)
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
	for _, t := range s.trials[:len(s.trials)/s.Ladder.Bracket*s.Ladder.Bracket] { // of brackets that are over
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

// train brings a run of a trial to a rung, and returns what it has reached there. A training that
// fails is a result as well: the worst there is.
func (s *Search) train(ctx context.Context, job sweep.Job) (sweep.Result, error) {
	result, ok, err := s.readRung(job)
	if !ok && err == nil {
		result, err = s.trainRun(ctx, s.runDir(job), s.sets[job.Trial], s.Ladder.Rungs[job.Rung], s.seedOf(purposeSweepTrial, job.Seed))
		if err == nil {
			err = s.keepRung(job, result)
		}
	}
	if err == nil {
		s.Meter.set(s.runDir(job), s.Ladder.Rungs[job.Rung])
	}
	return result, err
}

// failure is the result of a run that cannot be trained.
var failure = sweep.Result{Score: math.Inf(1), Cost: 1}

// trainRun trains a run until it has a share of its decisions; 1: to its end.
func (s *Search) trainRun(ctx context.Context, dir string, set []string, share float64, seed uint64) (sweep.Result, error) {
	if _, err := os.Stat(filepath.Join(dir, failedName)); err == nil {
		return failure, nil
	}
	file, g, err := s.read(append(slices.Clone(set), fmt.Sprintf("seed=%d", seed))...)
	if err != nil {
		return sweep.Result{}, err
	}
	until := 0
	if share < 1 {
		until = max(1, int(share*float64(file.Decisions)))
	}
	r, err := s.trainer.Prepare(dir, g, file)
	if err != nil {
		return sweep.Result{}, err
	}
	whole, err := s.trainer.Train(ctx, r, Options{Until: until, Progress: s.Meter.of(dir, 1)})
	if _, failed := errors.AsType[*FailedError](err); failed && ctx.Err() == nil {
		s.trainer.warn("ringer: %s failed: %v\n", dir, err)
		return failure, checkpoint.WriteFile(filepath.Join(dir, failedName), []byte(err.Error()+"\n"))
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
