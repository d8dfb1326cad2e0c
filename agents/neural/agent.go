package neural

import (
	"context"
	"fmt"
	"math"
	"sync"

	"ringer/agents"
	"ringer/env"
	"ringer/models"
	"ringer/models/botfile"
)

// Agent plays with one network. It is safe for concurrent use.
//
// Decisions depend on the views and, in the last bits of the probabilities, on
// how many of them are decided together.
type Agent struct {
	name        string // for messages
	spec        *env.Spec
	temperature float64
	engine      *engine
}

// engine holds the parts that agents of one set of weights share.
type engine struct {
	weights *models.Weights
	plain   sync.Pool // of *plainMemory
	batches sync.Pool // of *batchMemory
	batch   func() (batcher, error)
}

type plainMemory struct {
	forward models.Forward
	logits  []float32
}

type batchMemory struct{ observations, logits, values []float32 }

// FromWeights returns an agent for games of the given spec. It copies the
// weights. It returns an error when the network does not fit the spec, or when a
// weight is not a finite number or so large that the network could compute none from
// an observation within the bounds of the spec.
func FromWeights(spec *env.Spec, weights *models.Weights) (*Agent, error) {
	if err := fits(spec, weights.Network); err != nil {
		return nil, err
	}
	if err := weights.Finite(); err != nil {
		return nil, fmt.Errorf("neural: %w", err)
	}
	if err := weights.CheckRange(largest(spec)); err != nil {
		return nil, fmt.Errorf("neural: %w", err)
	}
	return &Agent{name: "unnamed", spec: spec, temperature: 1, engine: newEngine(weights.Clone())}, nil
}

// batcher runs a network on many observations at once.
type batcher interface {
	// Run computes the logits [rows, actions] and values [rows] of observations
	// [rows, observation_size].
	Run(observations []float32, rows int, logits, values []float32) error
}

func newEngine(weights *models.Weights) *engine {
	first := models.NewForward(weights)
	e := &engine{weights: weights}
	e.plain.New = func() any {
		return &plainMemory{forward: first.Share(), logits: make([]float32, weights.Network.Actions)}
	}
	e.batches.New = func() any { return &batchMemory{} }
	e.batch = sync.OnceValues(func() (batcher, error) { return newBatcher(weights) })
	return e
}

// WithTemperature returns an agent on the same weights whose probabilities are
// sharpened (below 1) or flattened (above 1); 0 always plays the likeliest
// action. It panics when the temperature is negative or not a finite number.
func (a *Agent) WithTemperature(temperature float64) *Agent {
	if !(temperature >= 0) || math.IsInf(temperature, 0) {
		panic(fmt.Sprintf("neural: temperature %v", temperature))
	}
	b := *a
	b.temperature = temperature
	return &b
}

// Decide runs the network on the views. The value of a decision is the
// expected return in the game's own units. A view of another game than the
// network was made for gives a *botfile.SpecError.
func (a *Agent) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	for i := range views {
		if g := views[i].Game; g != a.spec && g.Hash != a.spec.Hash {
			return nil, &botfile.SpecError{Bot: a.name, BotGame: a.spec.String(), BotHash: a.spec.Hash, Game: g.String(), GotHash: g.Hash}
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	decisions := agents.Decisions(views)
	if len(views) < smallBatch {
		a.decidePlain(views, decisions)
		return decisions, nil
	}
	for from := 0; from < len(views); from += largestBatch {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		to := min(from+largestBatch, len(views))
		if err := a.decideBatch(views[from:to], decisions[from:to]); err != nil {
			return nil, err
		}
	}
	return decisions, nil
}

func (a *Agent) decidePlain(views []agents.View, decisions []agents.Decision) {
	m := a.engine.plain.Get().(*plainMemory)
	defer a.engine.plain.Put(m)
	for i := range views {
		value := m.forward.Eval(views[i].Observation, m.logits)
		a.finish(&views[i], m.logits, value, &decisions[i])
	}
}

func (a *Agent) decideBatch(views []agents.View, decisions []agents.Decision) error {
	inference, err := a.engine.batch()
	if err != nil {
		return err
	}
	m := a.engine.batches.Get().(*batchMemory)
	defer a.engine.batches.Put(m)
	width := a.spec.NumActions()
	m.observations = m.observations[:0]
	for i := range views {
		m.observations = append(m.observations, views[i].Observation...)
	}
	m.logits = resize(m.logits, len(views)*width)
	m.values = resize(m.values, len(views))
	if err := inference.Run(m.observations, len(views), m.logits, m.values); err != nil {
		return err
	}
	for i := range views {
		a.finish(&views[i], m.logits[i*width:(i+1)*width], m.values[i], &decisions[i])
	}
	return nil
}

// finish turns the network's output for a view into a decision.
func (a *Agent) finish(v *agents.View, logits []float32, value float32, d *agents.Decision) {
	models.MaskedSoftmax(logits, v.Legal, d.Probs)
	agents.Temper(d.Probs, a.temperature)
	d.Value = value * float32(ReturnScale(a.spec))
}

// resize returns s with length n and content that means nothing.
func resize(s []float32, n int) []float32 {
	if cap(s) < n {
		return make([]float32, n)
	}
	return s[:n]
}

// Weights returns the weights that the agent plays with, which must not be changed.
func (a *Agent) Weights() *models.Weights { return a.engine.weights }

// Temperature returns that of the agent's probabilities.
func (a *Agent) Temperature() float64 { return a.temperature }
