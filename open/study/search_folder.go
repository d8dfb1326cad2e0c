package study

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/open"
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

// Open makes the folder of a new search, or reads it to go on with it, and returns the parts
// of runs that are done and the most that there will be, as Meter counts them.
func (s *Search) Open() (done, total int, err error) {
	resolved, err := s.base.Text()
	if err != nil {
		return 0, 0, err
	}
	text, err := json.MarshalIndent(savedPlan{string(resolved), s.Space, s.Ladder, s.Objective, s.Seed, s.grid != nil}, "", "  ")
	if err != nil {
		return 0, 0, err
	}
	there, err := disk.ReadText(filepath.Join(s.Dir, sweepName), open.MaxText)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err = os.MkdirAll(s.Dir, 0o755); err == nil {
			err = checkpoint.WriteFile(filepath.Join(s.Dir, sweepName), append(text, '\n'))
		}
	case err == nil && string(there) != string(text)+"\n":
		err = input.Badf("%s holds a sweep of another configuration, other ranges or another seed: name another folder with --out", s.Dir)
	}
	for more := err == nil; more && err == nil; {
		more, err = s.readTrial()
	}
	if err != nil {
		return 0, 0, err
	}
	total = s.Seeds * MeterParts
	if s.Finalists > 1 {
		total += s.Finalists * s.Seeds * MeterParts
	}
	for k, n := range s.Ladder.Runs(s.Trials) {
		total += int(float64(n*MeterParts) * s.Ladder.Rungs[k])
	}
	for i, t := range s.trials {
		for k := range t.Results {
			s.Meter.set(s.rungDir(sweep.Job{Trial: i, Rung: k}), s.Ladder.Rungs[k])
		}
	}
	return s.Meter.parts(), total, nil
}

// readTrial reads the next trial of the folder, with the results that it has.
func (s *Search) readTrial() (more bool, err error) {
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
	if len(saved.Point) != len(s.Space) {
		return false, fmt.Errorf("%s: point: %d numbers: want %d", filepath.Join(s.trialDir(i), trialName), len(saved.Point), len(s.Space))
	}
	t := sweep.Trial{Point: saved.Point, Begun: 1}
	for k := range s.Ladder.Rungs {
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
func (s *Search) readRun(dir string) (result sweep.Result, ok bool, err error) {
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

func (s *Search) trialDir(trial int) string {
	return filepath.Join(s.Dir, "trials", fmt.Sprintf("%04d", trial+1))
}

func (s *Search) rungDir(job sweep.Job) string {
	return filepath.Join(s.trialDir(job.Trial), fmt.Sprintf("rung-%d", job.Rung+1))
}
