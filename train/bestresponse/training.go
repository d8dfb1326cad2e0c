package bestresponse

import (
	"context"
	"errors"
	"fmt"

	"ringer/agents"
	"ringer/agents/neural"
	"ringer/models"
	"ringer/train"
)

// Training is the training of one network against the agent.
type Training struct {
	Config train.Config
	Start  *Start

	// Weights are those that it goes on from; nil: it begins with Start. Nobody changes them.
	Weights *models.Weights

	number int // of the trainings of the search, from 0
}

// Trained is a network at the end of its training.
type Trained struct {
	Weights   *models.Weights
	Decisions int     // that it has learned from in this training
	Seconds   float64 // of whoever has trained it
}

// Place trains networks in another place than this process, many at a time, with the same
// result. Both methods are called from several goroutines.
type Place interface {
	// Begin returns the weights that Start.Begin makes.
	Begin(ctx context.Context, t *Training) (*models.Weights, error)

	// Train trains a network to the end, from Weights, or from random ones where Weights is nil.
	Train(ctx context.Context, t *Training) (*Trained, error)
}

// network is a response that can train on.
type network struct {
	start   *Start
	seed    int
	weights *models.Weights
}

func (n *network) name() string { return fmt.Sprintf("%s, seed %d", n.start.Name, n.seed+1) }

// frozen is the name under which the training run asks for the agent.
const frozen = "frozen"

// train trains networks, each from its start or on from where it is.
func (s *search) train(ctx context.Context, list []*network, decisions int) ([]*response, error) {
	trainings := make([]*Training, len(list))
	for i, n := range list {
		trainings[i] = s.training(n, decisions)
	}
	outcomes, err := s.outcomes(ctx, list, trainings)
	if err != nil {
		return nil, err
	}
	var trained []*response
	for i, n := range list {
		o := outcomes[i]
		s.result.Budget.TotalDecisions += o.Decisions
		s.result.Budget.Seconds += o.Seconds
		agent, err := neural.FromWeights(s.Game.Spec(), o.Weights)
		if err != nil {
			return nil, err
		}
		trained = append(trained, &response{name: n.name(), agent: agent, network: &network{start: n.start, seed: n.seed, weights: o.Weights}})
	}
	return trained, nil
}

// training returns the next training of a network.
func (s *search) training(n *network, decisions int) *Training {
	cfg := s.Train
	cfg.Game, cfg.Decisions, cfg.Network = s.Game.Spec().String(), decisions, n.start.Network
	cfg.Seed = seedFor(s.Seed, purposeTrain, uint64(s.trained))
	number := s.trained
	s.trained++
	cfg.Opponents = train.OpponentConfig{Fixed: []string{frozen}, FixedShare: 1}
	cfg.Temperature, cfg.Temperatures, cfg.SeatTemperatures = 1, nil, nil
	cfg.EMA = 0 // against opponents that stand still, the last weights are the best
	cfg.Evaluation = train.EvaluationConfig{}
	return &Training{Config: cfg, Start: n.start, Weights: n.weights, number: number}
}

// outcomes trains here, one network after the other, or all at once elsewhere. Trainings that
// have ended in an earlier process are not done again.
func (s *search) outcomes(ctx context.Context, list []*network, trainings []*Training) ([]*Trained, error) {
	outcomes := make([]*Trained, len(list))
	var left []int // trainings
	for i, t := range trainings {
		var err error
		if outcomes[i], err = s.Folder.trained(s.Game.Spec(), t); err != nil {
			return nil, err
		}
		if outcomes[i] == nil {
			left = append(left, i)
			continue
		}
		s.learned += t.Config.Decisions
	}
	end := func(i int, o *Trained) error {
		outcomes[i] = o
		s.learned += trainings[i].Config.Decisions
		return s.Folder.keepTrained(trainings[i], o)
	}
	failed := func(i int, err error) error {
		return fmt.Errorf("best response from %s: %w", list[i].name(), err)
	}
	if s.Place == nil {
		for _, i := range left {
			o, err := s.here(ctx, trainings[i])
			if err == nil {
				err = end(i, o)
			}
			if err != nil {
				return nil, failed(i, err)
			}
		}
		return outcomes, nil
	}
	return outcomes, s.elsewhere(ctx, trainings, left, end, failed)
}

// elsewhere trains those that are left at once, in s.Place.
func (s *search) elsewhere(ctx context.Context, trainings []*Training, left []int, end func(int, *Trained) error, failed func(int, error) error) error {
	if i, err := s.begin(ctx, trainings, left); err != nil {
		return failed(i, err)
	}
	ends := make([]*Trained, len(left))
	var kept error
	k, err := atOnce(ctx, len(left), func(ctx context.Context, k int) (err error) {
		ends[k], err = s.Place.Train(ctx, trainings[left[k]])
		return err
	}, func(k int) {
		kept = errors.Join(kept, end(left[k], ends[k]))
		s.progress("training", s.learned, s.Seeds*s.Decisions+s.extra)
	})
	if err != nil {
		return failed(left[k], err)
	}
	return kept
}

// begin gives the trainings that are left to be done elsewhere their first weights. The first
// training of a start that begins once gives them to all others of it. It returns the first
// error, with the number of its training.
func (s *search) begin(ctx context.Context, trainings []*Training, left []int) (failed int, err error) {
	from := make([]int, len(left)) // which of left has the weights that each begins with, -1 for none
	once := map[*Start]int{}
	for k, i := range left {
		t := trainings[i]
		first, known := once[t.Start]
		switch {
		case t.Weights != nil || t.Start.Begin == nil:
			from[k] = -1
		case t.Start.Once && known:
			from[k] = first
		default:
			from[k], once[t.Start] = k, k
		}
	}
	begun := make([]*models.Weights, len(left))
	k, err := atOnce(ctx, len(left), func(ctx context.Context, k int) (err error) {
		if from[k] == k {
			begun[k], err = s.beginElsewhere(ctx, trainings[left[k]])
		}
		return err
	}, nil)
	if err != nil {
		return left[k], err
	}
	for k, i := range left {
		if from[k] >= 0 {
			trainings[i].Weights = begun[from[k]]
		}
	}
	return 0, nil
}

// beginElsewhere returns first weights that s.Place has made now or, of a start that begins once,
// for an earlier process.
func (s *search) beginElsewhere(ctx context.Context, t *Training) (*models.Weights, error) {
	if there, err := s.once(t); there != nil || err != nil {
		return there, err
	}
	w, err := s.Place.Begin(ctx, t)
	if err != nil || !t.Start.Once {
		return w, err
	}
	return w, s.Folder.keepWeights(startName(s.numberOf(t.Start)), w, nil)
}

// once returns the first weights that a start has made, for this process or an earlier one: nil
// when it has made none, or makes them for every seed.
func (s *search) once(t *Training) (*models.Weights, error) {
	if !t.Start.Once {
		return nil, nil
	}
	if there := s.begun[t.Start]; there != nil {
		return there, nil
	}
	there, _, err := s.Folder.weights(startName(s.numberOf(t.Start)), s.Game.Spec(), t.Config.Network)
	return there, err
}

// numberOf returns the place of a start among Config.Starts.
func (s *search) numberOf(start *Start) int {
	for i := range s.Starts {
		if &s.Starts[i] == start {
			return i
		}
	}
	return -1
}

// atOnce calls do for all numbers below n side by side, and then, in the goroutine of the
// caller, done for each that has succeeded. It returns the first error, with its number; the
// others are told to stop then.
func atOnce(ctx context.Context, n int, do func(ctx context.Context, i int) error, done func(i int)) (failed int, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	type end struct {
		i   int
		err error
	}
	ends := make(chan end)
	for i := range n {
		go func() { ends <- end{i, do(ctx, i)} }()
	}
	for range n {
		e := <-ends
		switch {
		case e.err != nil && err == nil:
			failed, err = e.i, e.err
			stop()
		case e.err == nil && done != nil:
			done(e.i)
		}
	}
	return failed, err
}

// here trains a network in this process.
func (s *search) here(ctx context.Context, t *Training) (_ *Trained, err error) {
	first, err := s.first(t)
	if err != nil {
		return nil, err
	}
	run, err := s.Folder.run(t)
	if err != nil {
		return nil, err
	}
	if run != nil {
		defer func() {
			if err != nil { // else the run has been closed, and its folder is to go
				err = errors.Join(err, run.Close())
			}
		}()
	}
	options := train.Options{
		Game: s.Game, Algorithm: s.Algorithm, Start: first, Run: run,
		Agent: func(string) (agents.Agent, error) { return s.Agent.Agent, nil },
		Progress: func(p train.Progress) {
			if p.Phase == train.Training {
				s.progress("training", s.learned+min(p.Done, t.Config.Decisions), s.Seeds*s.Decisions+s.extra)
			}
		},
	}
	r, err := train.Run(ctx, t.Config, options)
	if err != nil {
		return nil, err
	}
	if r.Interrupted {
		return nil, ctx.Err()
	}
	if run != nil {
		if err := run.Close(); err != nil {
			return nil, err
		}
	}
	return &Trained{Weights: r.Weights, Decisions: r.Decisions, Seconds: r.Seconds}, nil
}

// first returns train.Options.Start of a training in this process.
func (s *search) first(t *Training) (func(context.Context, *train.Collector, *models.Weights, func(done, total int)) error, error) {
	if t.Weights != nil {
		return Copied(t.Weights), nil
	}
	switch there, err := s.once(t); {
	case err != nil:
		return nil, err
	case there != nil:
		return Copied(there), nil
	case !t.Start.Once:
		return t.Start.Begin, nil
	}
	return func(ctx context.Context, c *train.Collector, w *models.Weights, progress func(done, total int)) error {
		if err := t.Start.Begin(ctx, c, w, progress); err != nil {
			return err
		}
		s.begun[t.Start] = w.Clone()
		return s.Folder.keepWeights(startName(s.numberOf(t.Start)), w, nil)
	}, nil
}

// Copied begins with weights as they are: a value for train.Options.Start.
func Copied(from *models.Weights) func(context.Context, *train.Collector, *models.Weights, func(done, total int)) error {
	return func(_ context.Context, _ *train.Collector, w *models.Weights, _ func(done, total int)) error {
		copy(w.Flat, from.Flat)
		return nil
	}
}
