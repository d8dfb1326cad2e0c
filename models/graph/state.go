package graph

import (
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/tensors"

	"ringer/models"
)

// Names of the tensors of Learner.State.
const (
	stateFirst  = "adam/first"  // [P] first moments, in the order of the weights
	stateSecond = "adam/second" // [P] second moments
	stateSteps  = "adam/steps"  // [3] the step count in base 2^20, lowest digit first
)

const stepDigit = 1 << 20 // float32 holds such numbers exactly

// State returns copies of the state that a checkpoint must hold beside the weights.
func (l *Learner) State() []models.Tensor {
	p := l.net.Parameters()
	tensor := func(name string, data []float32) models.Tensor {
		return models.Tensor{TensorInfo: models.TensorInfo{Name: name, Shape: []int{len(data)}}, Data: data}
	}
	moments := func(t *tensors.Tensor) []float32 {
		data := make([]float32, p)
		tensors.MustConstFlatData(t, func(flat []float32) { copy(data, flat) })
		return data
	}
	if l.state[0] == nil {
		panic(fmt.Sprintf("graph: the learner has lost its state: %v", l.broken))
	}
	digits := []float32{
		float32(l.steps % stepDigit),
		float32(l.steps / stepDigit % stepDigit),
		float32(l.steps / stepDigit / stepDigit),
	}
	return []models.Tensor{
		tensor(stateFirst, moments(l.state[1])),
		tensor(stateSecond, moments(l.state[2])),
		tensor(stateSteps, digits),
	}
}

// Restore sets the weights and the state, so that the steps that follow give
// the same bits as if there had been no interruption. A nil state starts the
// optimiser anew. On an error nothing has changed.
func (l *Learner) Restore(weights *models.Weights, state []models.Tensor) (err error) {
	defer catch(&err)
	if weights.Network != l.net && !weights.Network.Equal(l.net) {
		return fmt.Errorf("graph: weights of another network")
	}
	p := len(weights.Flat)
	contents := [3][]float32{weights.Flat, make([]float32, p), make([]float32, p)}
	steps := uint64(0)
	if state != nil {
		want := map[string]int{stateFirst: p, stateSecond: p, stateSteps: 3}
		got := map[string][]float32{}
		for _, t := range state {
			if n, ok := want[t.Name]; !ok || !slices.Equal(t.Shape, []int{n}) || len(t.Data) != n || got[t.Name] != nil {
				return fmt.Errorf("graph: learner state has tensor %q %v: want %s [%d], %s [%d] and %s [3], once each", t.Name, t.Shape, stateFirst, p, stateSecond, p, stateSteps)
			}
			got[t.Name] = t.Data
		}
		if len(got) != len(want) {
			return fmt.Errorf("graph: learner state has %d tensors: want %s, %s and %s", len(got), stateFirst, stateSecond, stateSteps)
		}
		contents[1], contents[2] = got[stateFirst], got[stateSecond]
		for i := 2; i >= 0; i-- {
			digit := float64(got[stateSteps][i])
			if digit != math.Trunc(digit) || digit < 0 || digit >= stepDigit {
				return fmt.Errorf("graph: learner state: %s[%d] is %v: want a whole number under %d", stateSteps, i, digit, stepDigit)
			}
			steps = steps*stepDigit + uint64(digit)
		}
	}
	var fresh [3]*tensors.Tensor
	for i, data := range contents {
		fresh[i] = must(tensors.FromShapeForBackend(l.backend, 0, shapes.Make(dtypes.Float32, p)))
		if err := tensors.AssignFlatData(fresh[i], data); err != nil {
			return fmt.Errorf("graph: %w", err)
		}
	}
	for i, t := range l.state {
		if t != nil {
			t.MustFinalizeAll()
		}
		l.state[i] = fresh[i]
	}
	l.weightsChanged()
	l.steps, l.broken = steps, nil
	return nil
}

// Close frees the buffers. The learner must not be used after.
func (l *Learner) Close() {
	all := append(l.state[:], l.rates, l.scalars)
	if l.windows != nil {
		all = append(all, l.windows.tensors...)
	}
	for _, s := range l.shards {
		all = append(append(all, s.made[:]...), s.inputs...)
		if s.obs != nil {
			all = append(all, s.obs.tensors...)
		}
	}
	for _, t := range all {
		if t != nil {
			t.MustFinalizeAll()
		}
	}
	l.gradient.graph.Finalize()
	if l.update != nil {
		l.update.graph.Finalize()
	}
	l.broken = fmt.Errorf("graph: the learner is closed")
}
