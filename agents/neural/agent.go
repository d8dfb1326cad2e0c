package neural

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"ringer/agents"
	"ringer/env"
	"ringer/models"
	"ringer/models/botfile"
)

// Agent plays with one network. It is safe for concurrent use. A decision depends on its
// view, to the last bit, and not on those that are made together.
type Agent struct {
	name        string // for messages
	spec        *env.Spec
	temperature float64
	divisors    []float64   // see WithDivisors; nil: 1 everywhere
	frames      *env.Frames // in which the network reads observations; nil: as they are
	engine      *engine
}

// engine holds the parts that agents of one set of weights share.
type engine struct {
	weights *models.Weights
	memory  sync.Pool // of *memory
}

// memory holds the scratch memory of one Decide.
type memory struct {
	forward      models.Forward // of the network without embeddings
	observations []float32      // [rowsAtOnce, D]
	turns        []*env.Turn    // [rowsAtOnce] into the frames of observations
	room         []float32      // [A]
	logits       []float32      // [rowsAtOnce, A]
	values       []float32      // [rowsAtOnce]
}

// rowsAtOnce is the largest number of views that go through the network together.
const rowsAtOnce = 32

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
	return &Agent{name: "unnamed", spec: spec, temperature: 1, frames: FramesOf(spec, weights.Network), engine: newEngine(weights.Clone())}, nil
}

func newEngine(weights *models.Weights) *engine {
	plain := models.NewWeights(weights.Network.Unembedded())
	weights.Unembed(plain)
	first := models.NewForward(plain)
	e := &engine{weights: weights}
	e.memory.New = func() any { return &memory{forward: first.Share()} }
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

// WithDivisors returns an agent on the same weights that divides the logits of a decision by the number of its
// seat and kind (botfile.Temperatures.Divisors), which WithTemperature multiplies; nil stands for 1 everywhere. It
// returns an error where they are not one number above 0 for each seat and kind of the game.
func (a *Agent) WithDivisors(by []float64) (*Agent, error) {
	if want := a.spec.Players * len(a.spec.Kinds()); by != nil && len(by) != want {
		return nil, fmt.Errorf("neural: %d divisors of logits: want %d, one for each seat and kind of decision", len(by), want)
	}
	for i, x := range by {
		if !(x > 0) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("neural: divisors[%d]: %v: want a number above 0", i, x)
		}
	}
	b := *a
	b.divisors = slices.Clone(by)
	return &b, nil
}

// Divisors returns the divisors of WithDivisors, which must not be changed.
func (a *Agent) Divisors() []float64 { return a.divisors }

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
	m := a.engine.memory.Get().(*memory)
	defer a.engine.memory.Put(m)
	for from := 0; from < len(views); from += rowsAtOnce {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		to := min(from+rowsAtOnce, len(views))
		a.decide(m, views[from:to], decisions[from:to])
	}
	return decisions, nil
}

func (a *Agent) decide(m *memory, views []agents.View, decisions []agents.Decision) {
	n, width, size := len(views), a.spec.NumActions(), a.spec.ObservationSize()
	m.logits, m.values = slices.Grow(m.logits[:0], n*width)[:n*width], slices.Grow(m.values[:0], n)[:n]
	m.observations, m.turns = slices.Grow(m.observations[:0], n*size)[:n*size], m.turns[:0]
	for i := range views {
		m.turns = append(m.turns, a.frames.Observed(m.observations[i*size:(i+1)*size], views[i].Observation))
	}
	if batch, ok := m.forward.(models.BatchForward); ok {
		batch.EvalBatch(m.observations, n, m.logits, m.values)
	} else {
		for i := range views {
			m.values[i] = m.forward.Eval(m.observations[i*size:(i+1)*size], m.logits[i*width:(i+1)*width])
		}
	}
	for i := range views {
		if t := m.turns[i]; t != nil {
			m.room = slices.Grow(m.room[:0], width)[:width]
			t.Logits(m.logits[i*width:(i+1)*width], m.room)
		}
		a.finish(&views[i], m.logits[i*width:(i+1)*width], m.values[i], &decisions[i])
	}
}

// finish turns the network's output for a view into a decision.
func (a *Agent) finish(v *agents.View, logits []float32, value float32, d *agents.Decision) {
	if a.divisors != nil {
		agents.Divide(logits, v, a.divisors)
	}
	if a.temperature > 1 { // of the logits: what is too unlikely for a float32 would stay at 0, and no temperature would bring it back
		for _, action := range v.Legal {
			logits[action] /= float32(a.temperature)
		}
		models.MaskedSoftmax(logits, v.Legal, d.Probs)
	} else {
		models.MaskedSoftmax(logits, v.Legal, d.Probs)
		agents.Temper(d.Probs, a.temperature)
	}
	d.Value = value * float32(ReturnScale(a.spec))
}

// Weights returns the weights that the agent plays with, which must not be changed.
func (a *Agent) Weights() *models.Weights { return a.engine.weights }

// Temperature returns the temperature of the agent's probabilities.
func (a *Agent) Temperature() float64 { return a.temperature }
