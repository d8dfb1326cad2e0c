package study

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"ringer/internal/callexpr"
	"ringer/internal/input"
	"ringer/open"
	"ringer/train"
)

// Arm is a change of a configuration. Its runs lie in the folders NAME-SEED.
type Arm struct {
	Name string
	Set  []string // assignments key=value, in place of the plan's that set the same keys
}

// ParseArm reads a change such as cold(ppo.entropy=0.01).
func ParseArm(text string) (Arm, error) {
	expr, err := callexpr.Parse(text)
	if err != nil {
		return Arm{}, input.Bad(err)
	}
	if len(expr.Args) == 0 {
		return Arm{}, input.Badf("%s changes nothing: want %s(key=value,...)", text, expr.Name)
	}
	a := Arm{Name: expr.Name}
	for _, arg := range expr.Args {
		a.Set = append(a.Set, strings.TrimPrefix(arg.Key+"="+arg.Value, "="))
	}
	return a, nil
}

// MostSeeds bounds the seeds of a study.
const MostSeeds = 1000

// ParseSeeds reads a list of seeds such as 1..5 or 1,3,7.
func ParseSeeds(text string) ([]uint64, error) {
	const want = "want numbers from 0 up, such as 1..5 or 1,3,7"
	var seeds []uint64
	for part := range strings.SplitSeq(text, ",") {
		low, high, span := strings.Cut(strings.TrimSpace(part), "..")
		if !span {
			high = low
		}
		first, ok1 := input.Unsigned(low)
		last, ok2 := input.Unsigned(high)
		switch {
		case !ok1 || !ok2:
			return nil, input.Badf("--seeds %q: %s", part, want)
		case last < first:
			return nil, input.Badf("--seeds %q: want the smaller number first", part)
		case last-first >= MostSeeds || len(seeds)+int(last-first) >= MostSeeds:
			return nil, input.Badf("--seeds %q: want at most %d seeds", part, MostSeeds)
		}
		for n := range last - first + 1 {
			if slices.Contains(seeds, first+n) {
				return nil, input.Badf("--seeds: %d: given twice: want each seed once", first+n)
			}
			seeds = append(seeds, first+n)
		}
	}
	return seeds, nil
}

// Plan is a set of runs: a configuration with each change, once with each seed.
type Plan struct {
	Config string   // shipped, or a file
	Set    []string // assignments key=value of all runs
	Arms   []Arm
	Seeds  []uint64
	Dir    string
}

// Plan reads and checks all runs of a plan before any of them is begun: the runs of the
// first arm, by seed, and then of the next. A fault that several arms share is told once.
func (t *Trainer) Plan(p Plan) ([]*Run, error) {
	var runs []*Run
	var faults []error
	told := map[string]bool{}
	for _, arm := range p.Arms {
		for _, seed := range p.Seeds {
			file, g, err := t.Read(p.Config, append(Overridden(p.Set, arm.Set), fmt.Sprintf("seed=%d", seed))...)
			if err == nil && !file.Evaluation.Exact && len(file.Evaluation.Opponents) == 0 {
				err = errors.New("evaluation: want opponents to compare by, or exact: true")
			}
			var r *Run
			if err == nil {
				r, err = t.Prepare(filepath.Join(p.Dir, fmt.Sprintf("%s-%d", arm.Name, seed)), g, file)
			}
			if err != nil {
				if !told[err.Error()] {
					faults = append(faults, fmt.Errorf("%s: %w", arm.Name, err))
				}
				told[err.Error()] = true
				break // the other seeds differ in nothing else
			}
			runs = append(runs, r)
		}
	}
	return runs, input.Bad(errors.Join(faults...))
}

// Overridden returns the assignments of own, after the assignments of all whose keys own
// does not set.
func Overridden(all, own []string) []string {
	key := func(assignment string) string {
		k, _, _ := strings.Cut(assignment, "=")
		return strings.TrimSpace(k)
	}
	rest := slices.DeleteFunc(slices.Clone(all), func(a string) bool {
		return slices.ContainsFunc(own, func(b string) bool { return key(a) == key(b) })
	})
	return append(rest, own...)
}

// All trains runs, most of them at a time, and begins none after an error. ended is called
// with each result, one after the other; meter, when not nil, is told how far they are.
func (t *Trainer) All(ctx context.Context, runs []*Run, most int, meter *Meter, ended func(*Run, *open.Result) error) error {
	var mu sync.Mutex
	var wait sync.WaitGroup
	errs := make([]error, len(runs))
	failed := false
	free := make(chan struct{}, most)
	for i, r := range runs {
		free <- struct{}{}
		mu.Lock()
		stop := failed
		mu.Unlock()
		if stop {
			break
		}
		wait.Go(func() {
			defer func() { <-free }()
			result, err := t.Train(ctx, r, Options{Progress: meter.of(r.Dir, 1)})
			mu.Lock()
			defer mu.Unlock()
			if _, bad := errors.AsType[*FailedError](err); bad {
				err = fmt.Errorf("%s: %w", r.Dir, err)
			}
			if err == nil {
				meter.set(r.Dir, 1)
				err = ended(r, result)
			}
			errs[i], failed = err, failed || err != nil
		})
	}
	wait.Wait()
	return errors.Join(errs...)
}

// MeterParts is the number of parts of a run that a Meter counts.
const MeterParts = 1000

// Meter adds up how much of several runs is done, in parts of runs. A nil Meter counts nothing.
type Meter struct {
	Changed func(parts int)

	mu   sync.Mutex
	done map[string]float64
}

// of returns what follows a training that is some share of a run.
func (m *Meter) of(dir string, share float64) func(train.Progress) {
	return func(p train.Progress) {
		if p.Phase == train.Training && p.Total > 0 {
			m.set(dir, share*float64(min(p.Done, p.Total))/float64(p.Total))
		}
	}
}

// set says how much of a run is done.
func (m *Meter) set(dir string, share float64) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.done == nil {
		m.done = map[string]float64{}
	}
	m.done[dir] = share
	if m.Changed != nil {
		m.Changed(m.parts())
	}
}

// parts returns how much is done.
func (m *Meter) parts() int {
	sum := 0.0
	for _, share := range m.done {
		sum += share
	}
	return int(sum * MeterParts)
}
