package onnx

import (
	"context"
	"fmt"
	"math"
	"slices"

	"ringer/agents"
	"ringer/env"
	"ringer/models"
	"ringer/models/botfile"
	"ringer/models/onnxrun"
)

// Limits bound a model, and what one run of it may take: a run decides about up to
// mostRows views at once.
var Limits = onnxrun.Limits{Numbers: 1 << 26, Work: 1 << 33}

// What one decision may take, so that a network of a usual size passes and a typing error
// in its shapes does not.
const (
	mostNumbers = 1 << 24
	mostWork    = 1 << 31
	mostRows    = 256
)

// Agent plays with one model. It is safe for concurrent use. Decisions depend on the view
// alone: New refuses a model whose rows influence each other.
type Agent struct {
	name        string
	spec        *env.Spec
	model       *onnxrun.Model
	ports       ports
	rows        int // most views of one run
	temperature float64
	divisors    []float64   // [Players, kinds] of temperatures, as the metadata says; nil: 1 everywhere
	frames      *env.Frames // in which the model reads observations; nil: as they are
}

// SpecHash returns the spec hash of the game that a model was made for, and empty when it
// does not say.
func SpecHash(model *onnxrun.Model) string {
	for _, key := range []string{"ringer_spec_hash", "spec_hash"} {
		if hash := model.Metadata[key]; hash != "" {
			return hash
		}
	}
	return ""
}

// New returns the agent of a model for games of a spec; name is the name of its file, for
// messages. It runs the model on some observations first. It returns a *botfile.SpecError
// when the model says that it was made for another game, and an error that says what was
// expected when its inputs, outputs or operations do not make a policy for it.
func New(spec *env.Spec, name string, model *onnxrun.Model) (*Agent, error) {
	if hash := SpecHash(model); hash != "" && hash != spec.Hash {
		return nil, &botfile.SpecError{Bot: name, BotGame: gameOf(model), BotHash: hash, Game: spec.String(), GotHash: spec.Hash}
	}
	a := &Agent{name: name, spec: spec, model: model, rows: 1, temperature: 1}
	ports, err := portsOf(spec, model)
	if err == nil {
		a.divisors, err = divisorsOf(spec, model)
	}
	if err == nil {
		a.frames, err = framesOf(spec, model)
	}
	if err == nil {
		a.ports = ports
		err = a.try()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return a, nil
}

// divisorsOf returns what the metadata of a bot's model says of temperatures by kind and seat; nil without such keys.
func divisorsOf(spec *env.Spec, model *onnxrun.Model) ([]float64, error) {
	text := model.Metadata[botfile.TemperaturesKey]
	if text == "" {
		return nil, nil
	}
	t, weights, err := botfile.ParseTemperatures(text, model.Metadata[botfile.TemperatureKey])
	if err != nil {
		return nil, err
	}
	return t.Divisors(spec.Kinds(), spec.Players, weights)
}

// framesOf returns what turns observations into the frame that the metadata of a bot's model names; nil where it names none.
func framesOf(spec *env.Spec, model *onnxrun.Model) (*env.Frames, error) {
	switch frame := model.Metadata[models.ONNXFrame]; {
	case frame == "" || frame == models.FrameTable:
		return nil, nil
	case frame != models.FrameOwn:
		return nil, fmt.Errorf("%s: %q: want %s or %s", models.ONNXFrame, frame, models.FrameTable, models.FrameOwn)
	case spec.Frames == nil:
		return nil, fmt.Errorf("%s: %s: want %s for %s, whose table looks the same from no two corners", models.ONNXFrame, frame, models.FrameTable, spec)
	}
	return spec.Frames, nil
}

func gameOf(model *onnxrun.Model) string {
	if game := model.Metadata["game"]; game != "" {
		return game
	}
	return "a game that it does not name"
}

// WithTemperature returns an agent on the same model whose probabilities are sharpened
// (below 1) or flattened (above 1); 0 always plays the likeliest action. It panics when
// the temperature is negative or not a finite number.
func (a *Agent) WithTemperature(temperature float64) *Agent {
	if !(temperature >= 0) || math.IsInf(temperature, 0) {
		panic(fmt.Sprintf("onnx: temperature %v", temperature))
	}
	b := *a
	b.temperature = temperature
	return &b
}

// Decide runs the model on the views. A view of another game than the one of New gives a
// *botfile.SpecError.
func (a *Agent) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	for i := range views {
		if g := views[i].Game; g != a.spec && g.Hash != a.spec.Hash {
			return nil, &botfile.SpecError{Bot: a.name, BotGame: a.spec.String(), BotHash: a.spec.Hash, Game: g.String(), GotHash: g.Hash}
		}
	}
	decisions := agents.Decisions(views)
	for from := 0; from < len(views); from += a.rows {
		to := min(from+a.rows, len(views))
		if err := a.decide(ctx, views[from:to], decisions[from:to]); err != nil {
			return nil, err
		}
	}
	return decisions, ctx.Err()
}

func (a *Agent) decide(ctx context.Context, views []agents.View, decisions []agents.Decision) error {
	size := a.spec.ObservationSize()
	observations, masks := make([]float32, len(views)*size), make([]bool, len(views)*a.spec.NumActions())
	turns := make([]*env.Turn, len(views))
	for i := range views {
		turns[i] = a.frames.Observed(observations[i*size:(i+1)*size], views[i].Observation)
		for _, action := range views[i].Legal {
			if t := turns[i]; t != nil {
				action = t.Own[action]
			}
			masks[i*a.spec.NumActions()+int(action)] = true
		}
	}
	out, err := a.run(ctx, observations, masks, len(views))
	if err != nil {
		return fmt.Errorf("%s: %w", a.name, err)
	}
	for i := range views {
		row := out.scores[i*a.spec.NumActions() : (i+1)*a.spec.NumActions()]
		if t := turns[i]; t != nil {
			row = slices.Clone(row) // the model's memory stays as it is
			t.Logits(row, make([]float32, len(row)))
		}
		if err := a.finish(row, &views[i], &decisions[i]); err != nil {
			return fmt.Errorf("%s: %s: %w", a.name, views[i].Seat, err)
		}
		if out.values != nil {
			decisions[i].Value = out.values[i]
		}
	}
	return nil
}

// finish turns the model's output for a view into a decision.
func (a *Agent) finish(row []float32, v *agents.View, d *agents.Decision) error {
	if a.ports.probs {
		sum := 0.0
		for i, action := range v.Legal {
			p := row[action]
			if !(p >= 0) || p > math.MaxFloat32 {
				return fmt.Errorf("probs: %v for action %d: want a probability", p, action)
			}
			d.Probs[i] = p
			sum += float64(p)
		}
		if sum < 1e-6 {
			return fmt.Errorf("probs: %v for all legal actions %v: want some above 0", row, v.Legal)
		}
		for i := range d.Probs {
			d.Probs[i] = float32(float64(d.Probs[i]) / sum)
		}
	} else {
		finite := false
		for _, action := range v.Legal {
			if x := row[action]; x != x || x > math.MaxFloat32 {
				return fmt.Errorf("logits: %v for action %d: want a number", x, action)
			} else if x >= -math.MaxFloat32 {
				finite = true
			}
		}
		if !finite {
			return fmt.Errorf("logits: minus infinity for all legal actions %v", v.Legal)
		}
		models.MaskedSoftmax(row, v.Legal, d.Probs)
	}
	temperature := a.temperature
	if a.divisors != nil {
		temperature *= agents.Divisor(v, a.divisors)
	}
	agents.Temper(d.Probs, temperature)
	return nil
}
