package onnx

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"ringer/env"
	"ringer/models"
	"ringer/models/onnxrun"
)

// Names of inputs and outputs. WriteONNX of package models calls the probabilities by
// their whole name.
const (
	inObservation = "observation"
	inMask        = "mask"
	outLogits     = "logits"
	outProbs      = "probs"
	outWhole      = "probabilities"
	outValue      = "value"
)

// ports says what a model reads and gives.
type ports struct {
	mask   onnxrun.Kind // 0: it reads none
	scores int          // index among the outputs
	probs  bool         // they are probabilities rather than logits
	value  int          // index among the outputs; -1: none
	scale  float32      // of the value, to the game's units
	single bool         // it takes one row at a time
}

const wantPorts = `want the inputs observation and, if it reads one, mask, and the outputs logits or probs and, if it has one, value: ` +
	`torch.onnx.export(…, input_names=["observation"], output_names=["logits"])`

// portsOf finds and checks the inputs and outputs.
func portsOf(spec *env.Spec, model *onnxrun.Model) (ports, error) {
	p := ports{scores: -1, value: -1, scale: 1}
	if model.Producer == "ringer" && model.Metadata[models.ONNXValueUnit] == "" { // an older one, whose values are shares of the largest return
		p.scale = float32(max(-spec.MinUtility, spec.MaxUtility))
	}
	seen := false
	for _, in := range model.Inputs {
		var err error
		switch in.Name {
		case inObservation:
			seen = true
			if in.Kind != onnxrun.Float {
				return p, fmt.Errorf("the input observation is of type %s: want float", in.Kind)
			}
			err = p.fits(in, spec.ObservationSize(), "numbers of an observation of "+spec.String())
		case inMask:
			p.mask = in.Kind
			err = p.fits(in, spec.NumActions(), "actions of "+spec.String())
		default:
			err = fmt.Errorf("the input %q: %s", in.Name, wantPorts)
		}
		if err != nil {
			return p, err
		}
	}
	for i, out := range model.Outputs {
		var err error
		switch out.Name {
		case outLogits, outProbs, outWhole:
			if p.scores >= 0 {
				return p, fmt.Errorf("the outputs %s and %s: want one of them", model.Outputs[p.scores].Name, out.Name)
			}
			p.scores, p.probs = i, out.Name != outLogits
			err = p.fits(out, spec.NumActions(), "actions of "+spec.String())
		case outValue:
			p.value = i
		default:
			err = fmt.Errorf("the output %q: %s", out.Name, wantPorts)
		}
		if err != nil {
			return p, err
		}
	}
	if !seen || p.scores < 0 {
		return p, fmt.Errorf("inputs %s, outputs %s: %s", names(model.Inputs), names(model.Outputs), wantPorts)
	}
	return p, nil
}

func names(list []onnxrun.Port) string {
	var all []string
	for _, p := range list {
		all = append(all, fmt.Sprintf("%q", p.Name))
	}
	if all == nil {
		return "none"
	}
	return strings.Join(all, ", ")
}

// fits checks the shape [batch, width] of a port, as far as the model says it.
func (p *ports) fits(port onnxrun.Port, width int, of string) error {
	if port.Shape == nil {
		return nil
	}
	if len(port.Shape) != 2 || port.Shape[1] >= 0 && port.Shape[1] != width {
		return fmt.Errorf("%s has the shape %s: want [batch, %d], the %s", port.Name, shown(port.Shape), width, of)
	}
	switch port.Shape[0] {
	case -1:
	case 1:
		p.single = true
	default:
		return fmt.Errorf("%s has the shape %s: want a batch of any size: dynamic_axes or dynamic_shapes of torch.onnx.export", port.Name, shown(port.Shape))
	}
	return nil
}

// shown writes a shape with ? for dimensions of any size.
func shown(shape []int) string {
	return strings.ReplaceAll(strings.ReplaceAll(fmt.Sprint(shape), "-1", "?"), " ", ", ")
}

// outputs of some rows.
type outputs struct {
	scores []float32 // [rows, actions]
	values []float32 // [rows]; nil: none
	used   onnxrun.Used
}

// run runs the model on rows of observations and masks.
func (a *Agent) run(ctx context.Context, observations []float32, masks []bool, rows int) (*outputs, error) {
	in := map[string]*onnxrun.Tensor{
		inObservation: {Kind: onnxrun.Float, Shape: []int{rows, a.spec.ObservationSize()}, Floats: observations},
	}
	if a.ports.mask != 0 {
		in[inMask] = maskOf(a.ports.mask, masks, rows)
	}
	results, used, err := a.model.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	scores := results[a.ports.scores]
	if width := a.spec.NumActions(); scores.Kind != onnxrun.Float || !slices.Equal(scores.Shape, []int{rows, width}) {
		return nil, fmt.Errorf("the output %s is %s %v for %d rows: want float [%d %d]", a.model.Outputs[a.ports.scores].Name, scores.Kind, scores.Shape, rows, rows, width)
	}
	out := &outputs{scores: scores.Floats, used: used}
	if a.ports.value >= 0 {
		v := results[a.ports.value]
		if v.Kind != onnxrun.Float || len(v.Floats) != rows || len(v.Shape) == 0 || v.Shape[0] != rows {
			return nil, fmt.Errorf("the output value is %s %v for %d rows: want float [%d] or [%d 1]", v.Kind, v.Shape, rows, rows, rows)
		}
		for i := range v.Floats {
			if v.Floats[i] *= a.ports.scale; math.IsNaN(float64(v.Floats[i])) || math.IsInf(float64(v.Floats[i]), 0) {
				return nil, fmt.Errorf("value: %v: want a number", v.Floats[i])
			}
		}
		out.values = v.Floats
	}
	return out, nil
}

func maskOf(kind onnxrun.Kind, masks []bool, rows int) *onnxrun.Tensor {
	t := &onnxrun.Tensor{Kind: kind, Shape: []int{rows, len(masks) / rows}}
	if kind == onnxrun.Float {
		t.Floats = make([]float32, len(masks))
	} else {
		t.Ints = make([]int64, len(masks))
	}
	for i, legal := range masks {
		switch {
		case !legal:
		case kind == onnxrun.Float:
			t.Floats[i] = 1
		default:
			t.Ints[i] = 1
		}
	}
	return t
}

// try runs the model on three observations, alone and together: its operations fit, it
// takes no more than a decision may, and its rows do not influence each other.
func (a *Agent) try() error {
	const rows = 3
	n, width := a.spec.ObservationSize(), a.spec.NumActions()
	observations, masks := make([]float32, rows*n), make([]bool, rows*width)
	at := 0
	for _, f := range a.spec.Observation {
		for range f.Size() {
			observations[n+at] = f.Min + (f.Max-f.Min)*float32(at%3)/2
			observations[2*n+at] = f.Min + (f.Max-f.Min)*float32((at+1)%2)
			at++
		}
	}
	for i := range masks {
		masks[i] = i < width || i%2 == 0 || i%width == 0
	}
	var alone []float32
	for i := range rows {
		out, err := a.run(context.Background(), observations[i*n:(i+1)*n], masks[i*width:(i+1)*width], 1)
		if err != nil {
			return err
		}
		if out.used.Numbers > mostNumbers || out.used.Work > mostWork {
			return fmt.Errorf("a decision takes %d numbers and %d steps: want at most %d and %d", out.used.Numbers, out.used.Work, mostNumbers, mostWork)
		}
		a.rows = min(mostRows, Limits.Numbers/2/max(out.used.Numbers, 1), Limits.Work/2/max(out.used.Work, 1))
		alone = append(alone, out.scores...)
	}
	if a.ports.single {
		a.rows = 1
		return nil
	}
	together, err := a.run(context.Background(), observations, masks, rows)
	if err != nil {
		return fmt.Errorf("with a batch of %d: %w", rows, err)
	}
	for i, x := range alone {
		if y := together.scores[i]; x != y && !(math.Abs(float64(x-y)) <= 1e-4*max(1, math.Abs(float64(x)))) && !(x != x && y != y) {
			return errors.New("a row of a batch changes the decision of another: want a network that looks at each row by itself (model.eval(), and no softmax over the batch)")
		}
	}
	return nil
}
