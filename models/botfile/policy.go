package botfile

import (
	"context"
	"fmt"
	"slices"

	"ringer/models"
	"ringer/models/onnxrun"
)

// Policy is the ONNX model of a bot, to be compared with the weights that it claims to be.
type Policy struct {
	model                *onnxrun.Model
	probabilities, value int // indices of the outputs
}

// limits bound a run of a policy, whose file is bounded already.
var limits = onnxrun.Limits{Numbers: 1 << 27, Work: 1 << 33}

// ReadPolicy reads the model of a bot of weights.
func (bot *Bot) ReadPolicy() (*Policy, error) {
	model, err := onnxrun.Read(bot.Policy, map[string][]byte{WeightsName: bot.weights}, limits)
	if err != nil {
		return nil, err
	}
	output := func(name string) int {
		return slices.IndexFunc(model.Outputs, func(p onnxrun.Port) bool { return p.Name == name })
	}
	p := &Policy{model: model, probabilities: output(models.ONNXProbabilities), value: output(models.ONNXValue)}
	if p.probabilities < 0 || p.value < 0 {
		return nil, fmt.Errorf("onnx: no outputs %q and %q", models.ONNXProbabilities, models.ONNXValue)
	}
	return p, nil
}

// InReturns reports whether the model's values are returns in the game's units; else they
// are the weights' own.
func (p *Policy) InReturns() bool { return p.model.Metadata[models.ONNXValueUnit] == models.UnitReturn }

// Run runs the model on one observation. mask says which actions are legal. It returns
// their probabilities and the value.
func (p *Policy) Run(observation []float32, mask []bool) (probabilities []float32, value float32, err error) {
	legal := &onnxrun.Tensor{Kind: onnxrun.Boolean, Shape: []int{1, len(mask)}, Ints: make([]int64, len(mask))}
	for i, is := range mask {
		if is {
			legal.Ints[i] = 1
		}
	}
	out, _, err := p.model.Run(context.Background(), map[string]*onnxrun.Tensor{
		models.ONNXObservation: {Kind: onnxrun.Float, Shape: []int{1, len(observation)}, Floats: observation}, models.ONNXMask: legal,
	})
	if err != nil {
		return nil, 0, err
	}
	probs, v := out[p.probabilities], out[p.value]
	if !slices.Equal(probs.Shape, []int{1, len(mask)}) || len(probs.Floats) != len(mask) || len(v.Floats) != 1 {
		return nil, 0, fmt.Errorf("onnx: outputs of shapes %v and %v: want floats [1 %d] and [1]", probs.Shape, v.Shape, len(mask))
	}
	return probs.Floats, v.Floats[0], nil
}
