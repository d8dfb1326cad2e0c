package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"ringer/disk"
	"ringer/env"
	"ringer/report/ratio"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
	"ringer/train/sweep"
	"ringer/train/warm"
)

// Files of a sweep's folder. A trial is trials/0001 with one run a rung, a run that
// chooses or reports is finals/choose-0001-1 or finals/report-0001-1.
const (
	sweepName  = "sweep.json" // what is searched
	trialName  = "trial.json" // the values of a trial
	failedName = "failed.txt" // in a run: why it could not be trained
	bestName   = "best.yaml"  // the winner
	sweepWidth = 1000         // parts of a whole run, for the progress
	redraws    = 200          // proposals that the configuration may refuse, one after the other
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

// savedPlan is sweep.json: a sweep goes on only with the same.
type savedPlan struct {
	Configuration string       `json:"configuration"`
	Space         sweep.Space  `json:"space"`
	Ladder        sweep.Ladder `json:"ladder"`
	Objective     string       `json:"objective"`
	Seed          uint64       `json:"seed"`
	Grid          bool         `json:"grid,omitempty"`
}

// savedTrial is trial.json.
type savedTrial struct {
	Point []float64 `json:"point"`
	Set   []string  `json:"set"`
}

// openSweep makes the folder of a new sweep, or reads one to go on with it.
func openSweep(t *terminal, f *sweepFlags, p *sweepPlan) (*sweepRun, error) {
	s := &sweepRun{terminal: t, flags: f, plan: p, dir: f.folder(), done: map[string]float64{}}
	resolved, err := p.base.Text()
	if err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(savedPlan{string(resolved), p.space, p.ladder, p.score.name, p.seed, p.grid != nil}, "", "  ")
	if err != nil {
		return nil, err
	}
	there, err := disk.ReadFile(filepath.Join(s.dir, sweepName), maxRunText)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := os.MkdirAll(s.dir, 0o755); err != nil {
			return nil, err
		}
		return s, checkpoint.WriteFile(filepath.Join(s.dir, sweepName), append(text, '\n'))
	case err != nil:
		return nil, err
	case string(there) != string(text)+"\n":
		return nil, badf("%s holds a sweep of another configuration, other ranges or another seed: name another folder with --out", s.dir)
	}
	for {
		more, err := s.readTrial()
		if err != nil || !more {
			return s, err
		}
	}
}

// readTrial reads the next trial of the folder, with the results that it has.
func (s *sweepRun) readTrial() (more bool, err error) {
	i := len(s.trials)
	text, err := disk.ReadFile(filepath.Join(s.trialDir(i), trialName), maxRunText)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	var saved savedTrial
	if err := json.Unmarshal(text, &saved); err != nil {
		return false, fmt.Errorf("%s: %w", filepath.Join(s.trialDir(i), trialName), err)
	}
	if len(saved.Point) != len(s.plan.space) {
		return false, fmt.Errorf("%s: point: %d numbers: want %d", filepath.Join(s.trialDir(i), trialName), len(saved.Point), len(s.plan.space))
	}
	t := sweep.Trial{Point: saved.Point, Begun: 1}
	for k := range s.plan.ladder.Rungs {
		result, ok, err := s.readRun(s.rungDir(sweep.Job{Trial: i, Rung: k}))
		if err != nil {
			return false, err
		}
		if !ok {
			break
		}
		result.Point = saved.Point
		t.Results = append(t.Results, result)
	}
	t.Begun = max(1, len(t.Results))
	s.trials, s.sets = append(s.trials, t), append(s.sets, saved.Set)
	return true, nil
}

// readRun reads the result of a run; ok is false while it has none.
func (s *sweepRun) readRun(dir string) (result sweep.Result, ok bool, err error) {
	if _, err := os.Stat(filepath.Join(dir, failedName)); err == nil {
		return sweep.Result{Score: math.Inf(1), Cost: 1}, true, nil
	}
	r, err := readResult(filepath.Join(dir, resultName))
	if errors.Is(err, fs.ErrNotExist) {
		return sweep.Result{}, false, nil
	}
	if err != nil {
		return sweep.Result{}, false, err
	}
	return s.resultOf(r), true, nil
}

func (s *sweepRun) resultOf(r *trainResult) sweep.Result {
	cost := r.Seconds
	if r.DecisionsPerSecond > 1 { // of a resumed run, the seconds are those since then
		cost = float64(r.Decisions) / r.DecisionsPerSecond
	}
	return sweep.Result{Score: s.plan.score.score(r), Cost: cost}
}

func (s *sweepRun) trialDir(trial int) string {
	return filepath.Join(s.dir, "trials", fmt.Sprintf("%04d", trial+1))
}

func (s *sweepRun) rungDir(job sweep.Job) string {
	return filepath.Join(s.trialDir(job.Trial), fmt.Sprintf("rung-%d", job.Rung+1))
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
			seed := s.plan.seedOf(env.PurposeSweepTrial, job.Trial)
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
	rng := env.Stream(s.plan.seed, env.PurposeSweepPropose, uint64(len(s.trials)))
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
	whole, err := trainElsewhere(ctx, run, file)
	if whole != nil {
		s.tell(dir, share)
		return s.resultOf(whole), nil
	}
	if _, failed := errors.AsType[*trainingError](err); failed || ctx.Err() != nil {
		return s.failed(ctx, dir, err)
	}
	if err != nil {
		return sweep.Result{}, err
	}
	if err := recordBuild(&terminal{out: io.Discard, errs: s.terminal.errs}, run); err != nil {
		return sweep.Result{}, err
	}
	start, err := startOf(run, file)
	if err != nil {
		return sweep.Result{}, err
	}
	result, err := trainFile(ctx, g, file, run, nil, 0, start, func(p train.Progress) {
		if p.Phase == train.Training && p.Total > 0 {
			s.tell(dir, share*float64(p.Done)/float64(p.Total))
		}
	}, func(*warm.Taken) {})
	if err != nil || result.Interrupted {
		return s.failed(ctx, dir, err)
	}
	whole = &trainResult{Run: dir, Result: result}
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

// openOrResume makes the folder of a run, or locks the one that was begun.
func openOrResume(dir string, g env.Game, file *algos.File) (*checkpoint.Run, error) {
	start, err := findStart(g, file)
	if err != nil {
		return nil, err
	}
	same, err := sameRun(dir, file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		resolved, err := resolve(file)
		if err != nil {
			return nil, err
		}
		return newTraining(dir, resolved, file, start)
	case err != nil:
		return nil, err
	case !same:
		return nil, badf("%s holds a run of another configuration: name another folder with --out", dir)
	}
	return resumeRun(dir)
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
			f, err := s.final(ctx, i, "choose", env.PurposeSweepChoose)
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
	if out.Best, err = s.final(ctx, winner, "report", env.PurposeSweepReport); err != nil {
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
