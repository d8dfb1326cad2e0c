package cmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"ringer/env"
	"ringer/internal/disk"
	"ringer/open"
	"ringer/train/algos"
	"ringer/train/checkpoint"
	"ringer/train/sweep"
)

// Files of a sweep's folder. A trial is trials/0001 with one run a rung, a run that
// chooses or reports is finals/choose-0001-1 or finals/report-0001-1.
const (
	sweepName  = "sweep.json" // what is searched
	trialName  = "trial.json" // the values of a trial
	failedName = "failed.txt" // in a run: why it could not be trained
	bestName   = "best.yaml"  // the winner
)

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
	there, err := disk.ReadText(filepath.Join(s.dir, sweepName), open.MaxText)
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
	text, err := disk.ReadText(filepath.Join(s.trialDir(i), trialName), open.MaxText)
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
	r, err := open.ReadResult(filepath.Join(dir, open.ResultName))
	if errors.Is(err, fs.ErrNotExist) {
		return sweep.Result{}, false, nil
	}
	if err != nil {
		return sweep.Result{}, false, err
	}
	return s.resultOf(r), true, nil
}

func (s *sweepRun) trialDir(trial int) string {
	return filepath.Join(s.dir, "trials", fmt.Sprintf("%04d", trial+1))
}

func (s *sweepRun) rungDir(job sweep.Job) string {
	return filepath.Join(s.trialDir(job.Trial), fmt.Sprintf("rung-%d", job.Rung+1))
}

// openOrResume makes the folder of a run, or locks the one that was begun.
func openOrResume(dir string, g env.Game, file *algos.File) (*checkpoint.Run, error) {
	if err := open.NameAgents(g, file); err != nil {
		return nil, err
	}
	start, err := open.Start(g, file)
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
		copies, err := opener.Copies(g, file, start)
		if err != nil {
			return nil, err
		}
		return open.NewTraining(dir, resolved, copies)
	case err != nil:
		return nil, err
	case !same:
		return nil, badf("%s holds a run of another configuration: name another folder with --out", dir)
	}
	return open.ResumeRun(dir)
}
