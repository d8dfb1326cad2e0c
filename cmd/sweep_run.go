package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"sync"

	"ringer/env"
	"ringer/open"
	"ringer/open/carried"
	"ringer/train"
	"ringer/train/checkpoint"
	"ringer/train/sweep"
	"ringer/train/warm"
)

const (
	sweepWidth = 1000 // parts of a whole run, for the progress
	redraws    = 200  // proposals that the configuration may refuse, one after the other
)

// sweepRun is a sweep under way.
type sweepRun struct {
	terminal *terminal
	flags    *sweepFlags
	plan     *sweepPlan
	dir      string
	trials   []sweep.Trial
	sets     [][]string // the settings of each trial, key=value

	mu   sync.Mutex
	bar  *progress
	done map[string]float64 // parts of a whole run that each run has done
}

func (s *sweepRun) resultOf(r *open.Result) sweep.Result {
	cost := r.Seconds
	if r.DecisionsPerSecond > 1 { // of a resumed run, the seconds are those since then
		cost = float64(r.Decisions) / r.DecisionsPerSecond
	}
	return sweep.Result{Score: s.plan.score.score(r), Cost: cost}
}

// run searches, chooses among the best trials and reports on the winner.
func (s *sweepRun) run(ctx context.Context) (*sweepResult, error) {
	total := s.flags.seeds * sweepWidth
	if s.flags.finalists > 1 {
		total += s.flags.finalists * s.flags.seeds * sweepWidth
	}
	for k, n := range s.plan.ladder.Runs(s.flags.trials) {
		total += int(float64(n*sweepWidth) * s.plan.ladder.Rungs[k])
	}
	s.bar = s.terminal.progress("sweep", total)
	defer s.bar.finish()
	for i, t := range s.trials {
		for k := range t.Results {
			s.done[s.rungDir(sweep.Job{Trial: i, Rung: k})] = s.plan.ladder.Rungs[k]
		}
	}
	s.bar.resume(s.parts())
	if err := s.search(ctx); err != nil {
		return nil, err
	}
	return s.finals(ctx)
}

// search trains trials until there is nothing left to try or the budget is spent.
func (s *sweepRun) search(ctx context.Context) error {
	type ended struct {
		job    sweep.Job
		result sweep.Result
		err    error
	}
	ends := make(chan ended)
	underWay := map[sweep.Job]bool{}
	var failed error
	for {
		for failed == nil && len(underWay) < s.flags.workers && !s.spent() {
			job, ok := s.plan.ladder.Next(s.trials, s.flags.trials, func(j sweep.Job) bool { return underWay[j] })
			if !ok {
				break
			}
			if failed = s.begin(job); failed != nil {
				break
			}
			underWay[job] = true
			seed := s.plan.seedOf(purposeSweepTrial, job.Trial)
			set, share := s.sets[job.Trial], s.plan.ladder.Rungs[job.Rung]
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
func (s *sweepRun) spent() bool {
	used := 0.0
	for _, t := range s.trials {
		for _, r := range t.Results {
			used += r.Cost
		}
	}
	return s.flags.budget > 0 && used >= s.flags.budget
}

// begin notes that a job is begun; it draws and keeps the values of a new trial.
func (s *sweepRun) begin(job sweep.Job) error {
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
func (s *sweepRun) propose() ([]float64, []string, error) {
	if s.plan.grid != nil {
		point := s.plan.grid[len(s.trials)]
		set := s.plan.space.Assignments(point)
		_, _, err := s.plan.read(set...)
		return point, set, err
	}
	results := make([][]sweep.Result, len(s.plan.ladder.Rungs))
	for _, t := range s.trials {
		for k, r := range t.Results {
			results[k] = append(results[k], r)
		}
	}
	rng := env.Stream(s.plan.seed, purposeSweepPropose, uint64(len(s.trials)))
	var refused error
	for range redraws {
		point := sweep.Propose(s.plan.space, results, rng)
		set := s.plan.space.Assignments(point)
		if _, _, refused = s.plan.read(set...); refused == nil {
			return point, set, nil
		}
	}
	return nil, nil, fmt.Errorf("%d choices of values in a row are refused, the last one because of %w", redraws, refused)
}

// train makes one run, or goes on with it, and returns its result. A training that
// fails is a result as well: the worst there is.
func (s *sweepRun) train(ctx context.Context, dir string, set []string, share float64, seed uint64) (_ sweep.Result, err error) {
	if result, ok, err := s.readRun(dir); ok || err != nil {
		s.tell(dir, share)
		return result, err
	}
	file, g, err := s.plan.ofRung(set, share, seed)
	if err != nil {
		return sweep.Result{}, err
	}
	run, err := openOrResume(dir, g, file)
	if err != nil {
		return sweep.Result{}, err
	}
	defer func() { err = errors.Join(err, run.Close()) }()
	whole, err := s.flags.elsewhere.at.train(ctx, run, file)
	if whole != nil {
		s.tell(dir, share)
		return s.resultOf(whole), nil
	}
	if _, failed := errors.AsType[*carried.TrainingError](err); failed || ctx.Err() != nil {
		return s.failed(ctx, dir, err)
	}
	if err != nil {
		return sweep.Result{}, err
	}
	if err := recordBuild(&terminal{out: io.Discard, errs: s.terminal.errs}, run); err != nil {
		return sweep.Result{}, err
	}
	start, err := open.StartOf(run, file)
	if err != nil {
		return sweep.Result{}, err
	}
	result, err := opener.Train(ctx, g, file, run, nil, 0, start, func(p train.Progress) {
		if p.Phase == train.Training && p.Total > 0 {
			s.tell(dir, share*float64(p.Done)/float64(p.Total))
		}
	}, func(*warm.Taken) {})
	if err != nil || result.Interrupted {
		return s.failed(ctx, dir, err)
	}
	whole = &open.Result{Run: dir, Result: result}
	s.tell(dir, share)
	return s.resultOf(whole), endRun(run, g, file, whole)
}

// failed returns the result of a training that has failed, or the error of one that was
// interrupted.
func (s *sweepRun) failed(ctx context.Context, dir string, err error) (sweep.Result, error) {
	if ctx.Err() != nil || err == nil {
		return sweep.Result{}, interrupted("saved in %s; the same command goes on", s.dir)
	}
	s.terminal.warnf("ringer: %s failed: %v\n", dir, err)
	return sweep.Result{Score: math.Inf(1), Cost: 1}, checkpoint.WriteFile(filepath.Join(dir, failedName), []byte(err.Error()+"\n"))
}

// tell shows how much of a whole run has been done in a folder.
func (s *sweepRun) tell(dir string, share float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done[dir] = share
	done := s.parts()
	s.bar.set(done, max(done, s.bar.total))
}

// parts returns how much has been done, in parts of whole runs.
func (s *sweepRun) parts() int {
	sum := 0.0
	for _, share := range s.done {
		sum += share
	}
	return int(sum * sweepWidth)
}

// describe shows the best result so far.
func (s *sweepRun) describe() {
	rung, best := s.plan.ladder.Best(s.trials)
	if len(best) > 0 {
		s.bar.describe(fmt.Sprintf("best: %s (trial %d, rung %d of %d)",
			s.plan.score.show(s.trials[best[0]].Results[rung].Score), best[0]+1, rung+1, len(s.plan.ladder.Rungs)))
	}
}
