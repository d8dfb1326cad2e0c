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

// Files of a sweep's folder. A trial is trials/0001 with one run a seed, seed-1, and what each had
// reached on a rung, rung-1-seed-1.json. A run that chooses or reports is finals/choose-0001-1 or
// finals/report-0001-1, of trial 0 where it is the configuration as it is.
const (
	sweepName  = "sweep.json" // what is searched
	trialName  = "trial.json" // the values of a trial
	failedName = "failed.txt" // beside the files of a run: why it could not be trained
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
	runs := s.Ladder.Runs(s.Trials)
	total = (min(s.Finalists, max(1, runs[len(runs)-1])) + 1 + 2) * s.Seeds * MeterParts // to choose, and to report on two
	for k, n := range runs {
		total += int(float64(n*MeterParts) * s.Ladder.Share(k))
	}
	for i, t := range s.trials {
		for k := range t.Results {
			for seed := range s.Ladder.Seeds(k) {
				job := sweep.Job{Trial: i, Rung: k, Seed: seed}
				s.Meter.set(s.runDir(job), s.Ladder.Rungs[k])
			}
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
	s.trials, s.sets = append(s.trials, sweep.Trial{Point: saved.Point}), append(s.sets, saved.Set)
	for k := range s.Ladder.Rungs {
		runs := make([]sweep.Result, s.Ladder.Seeds(k))
		for seed := range runs {
			var ok bool
			if runs[seed], ok, err = s.readRung(sweep.Job{Trial: i, Rung: k, Seed: seed}); err != nil || !ok {
				return err == nil, err
			}
		}
		s.take(i, runs)
	}
	return true, nil
}

// savedRung holds the score that a run had on a rung, and its seconds until then.
type savedRung struct {
	Score   *float64 `json:"score"` // null: it could not be trained
	Seconds float64  `json:"seconds"`
}

// keepRung writes what a run has reached on a rung.
func (s *Search) keepRung(job sweep.Job, r sweep.Result) error {
	saved := savedRung{Seconds: r.Cost}
	if !math.IsInf(r.Score, 1) {
		saved.Score = &r.Score
	}
	text, err := json.Marshal(saved)
	if err != nil {
		return err
	}
	return checkpoint.WriteFile(s.rungFile(job), append(text, '\n'))
}

// readRung reads what a run had reached on a rung; ok is false where it has not been there.
func (s *Search) readRung(job sweep.Job) (result sweep.Result, ok bool, err error) {
	text, err := disk.ReadText(s.rungFile(job), open.MaxText)
	if errors.Is(err, fs.ErrNotExist) {
		return sweep.Result{}, false, nil
	}
	if err != nil {
		return sweep.Result{}, false, err
	}
	var saved savedRung
	if err := json.Unmarshal(text, &saved); err != nil {
		return sweep.Result{}, false, fmt.Errorf("%s: %w", s.rungFile(job), err)
	}
	if saved.Score == nil {
		return failure, true, nil
	}
	return sweep.Result{Score: *saved.Score, Cost: saved.Seconds}, true, nil
}

func (s *Search) trialDir(trial int) string {
	return filepath.Join(s.Dir, "trials", fmt.Sprintf("%04d", trial+1))
}

func (s *Search) runDir(job sweep.Job) string {
	return filepath.Join(s.trialDir(job.Trial), fmt.Sprintf("seed-%d", job.Seed+1))
}

func (s *Search) rungFile(job sweep.Job) string {
	return filepath.Join(s.trialDir(job.Trial), fmt.Sprintf("rung-%d-seed-%d.json", job.Rung+1, job.Seed+1))
}
