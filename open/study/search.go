package study

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"

	"ringer/env"
	"ringer/internal/input"
	"ringer/open"
	"ringer/train/algos"
	"ringer/train/sweep"
)

// SearchConfig says what is searched. Trials, Finalists, Seeds, Workers and Budget may change
// while a search goes on.
type SearchConfig struct {
	Config   string            // shipped, or a file
	Settings map[string]string // ranges, and values of all runs, by key
	Grid     bool              // every combination of the values is tried, in order
	Rungs    int               // on which trials are compared, the last one after all decisions
	Eta      int               // of the trials of a rung, the best 1/Eta go on
	Seed     uint64
	Dir      string

	Objective string // exploitability, mean or worst; empty: what the configuration measures

	Trials    int // choices of values to try
	Finalists int // best trials that are trained anew, beside the configuration as it is
	Seeds     int // of each of them, and of the one that is chosen
	Workers   int // runs at a time
	Budget    float64
}

// Search looks for the best settings of a training, in a folder that it goes on with.
type Search struct {
	SearchConfig
	Space  sweep.Space
	Ladder sweep.Ladder
	Meter  Meter
	Best   func(trial, rung int, score float64) // is told the best result so far, counted from 1; nil: nobody

	trainer *Trainer
	fixed   []string
	grid    [][]float64 // the points to try in order, nil: they are proposed
	base    *algos.File // the configuration with the fixed settings
	score   func(*open.Result) float64

	trials []sweep.Trial
	sets   [][]string // the settings of each trial, key=value
}

// Search checks what is searched, and tries every end of every range, before anything is
// written or trained.
func (t *Trainer) Search(c SearchConfig) (*Search, error) {
	s := &Search{SearchConfig: c, Ladder: sweep.NewLadder(c.Rungs, c.Eta), trainer: t}
	err := s.split()
	if err != nil {
		return nil, err
	}
	if c.Grid {
		if s.grid, err = s.Space.Grid(); err != nil {
			return nil, input.Badf("--grid: %w", err)
		}
		s.Trials = len(s.grid)
		s.Ladder.Bracket = len(s.grid) // neighbours in a grid are alike, and no bracket by themselves
	}
	if s.base, _, err = s.read(); err != nil {
		return nil, err
	}
	var faults []error
	for i := range s.Space {
		for _, value := range s.Space[i].Ends() {
			if _, _, err := s.read(s.Space[i].Key + "=" + value); err != nil {
				faults = append(faults, err)
			}
		}
	}
	if err := errors.Join(faults...); err != nil {
		return nil, input.Bad(err)
	}
	return s, s.setObjective()
}

// split sorts settings into ranges and fixed values.
func (s *Search) split() error {
	var faults []error
	for _, key := range slices.Sorted(maps.Keys(s.Settings)) {
		value := s.Settings[key]
		switch {
		case key == "seed":
			faults = append(faults, errors.New("seed: every run has its own: use --seed of the sweep"))
		case sweep.IsRange(value):
			r, err := sweep.ParseRange(key, value)
			faults = append(faults, err)
			s.Space = append(s.Space, r)
		default:
			s.fixed = append(s.fixed, key+"="+value)
		}
	}
	if err := errors.Join(faults...); err != nil {
		return input.Badf("--set: %w", err)
	}
	if len(s.Space) == 0 {
		return input.Badf("--set is missing a range: name a setting and its values, such as --set 'ppo.entropy=0.003..0.1 log'")
	}
	return nil
}

// Computes returns how the networks of the trials are computed.
func (s *Search) Computes() []string {
	computes := []string{s.base.Compute}
	for i := range s.Space {
		if s.Space[i].Key == "compute" {
			computes = append(computes, s.Space[i].Ends()...)
		}
	}
	return computes
}

// read returns the configuration with the fixed settings and some more.
func (s *Search) read(more ...string) (*algos.File, env.Game, error) {
	file, g, err := s.trainer.Read(s.Config, Overridden(s.fixed, more)...)
	if err != nil {
		return nil, nil, err
	}
	file.Rules = string(g.Spec().Configuration)
	return file, g, nil
}

// seedOf derives the seed of a run. It is short, because people type it.
func (s *Search) seedOf(purpose env.Purpose, index int) uint64 {
	seed := env.StreamSeed(s.Seed, purpose, uint64(index))
	return uint64(binary.LittleEndian.Uint32(seed[:]))
}

// Objectives of a search, beside Exploitability.
const (
	MeanWins  = "mean"
	WorstWins = "worst"
)

// setObjective sets what says how good a run is, by its final evaluation.
func (s *Search) setObjective() error {
	if s.Objective == "" {
		s.Objective = WorstWins
		if s.base.Evaluation.Exact {
			s.Objective = Exploitability
		}
	}
	switch {
	case s.Objective == Exploitability && !s.base.Evaluation.Exact:
		return input.Badf("--objective exploitability: want evaluation.exact=true, for games small enough")
	case s.Objective == Exploitability:
		s.score = exploitabilityOf
	case len(s.base.Evaluation.Opponents) == 0:
		return input.Badf("--objective %s: evaluation.opponents: []: want opponents to measure by", s.Objective)
	case s.Objective == MeanWins:
		s.score = meanLoss
	case s.Objective == WorstWins:
		s.score = worstLoss
	default:
		return fmt.Errorf("study: unknown objective %q", s.Objective)
	}
	return nil
}

func exploitabilityOf(r *open.Result) float64 {
	for _, e := range r.Evaluations {
		if e.Exploitability != nil {
			return *e.Exploitability
		}
	}
	panic("study: a run with exact evaluation has no exploitability")
}

// meanLoss returns the mean win rate over all opponents, negative.
func meanLoss(r *open.Result) float64 {
	sum, n := 0.0, 0
	for _, e := range r.Evaluations {
		if e.Exploitability == nil {
			sum, n = sum-e.WinRate, n+1
		}
	}
	return sum / float64(n)
}

// worstLoss returns the win rate against the opponent that does best, negative.
func worstLoss(r *open.Result) float64 {
	worst := -1.0
	for _, e := range r.Evaluations {
		if e.Exploitability == nil {
			worst = max(worst, -e.WinRate)
		}
	}
	return worst
}
