package escher

import (
	"fmt"
	"strings"

	"ringer/models"
)

// Prefixes of the tensors of the state beside the average's optimiser.
const (
	valuesPrefix         = "values/"
	valuesWeightsPrefix  = "values_weights/"
	valuesMemoryPrefix   = "values_memory/"
	regretsPrefix        = "regrets/"
	regretsWeightsPrefix = "regrets_weights/"
	regretsMemoryPrefix  = "regrets_memory/"
	averageMemoryPrefix  = "average_memory/"
	iterationName        = "iteration"
)

// mostIterations is a whole number that a state holds exactly.
const mostIterations = 1 << 24

// State returns the optimiser's moments and step counts of all networks, the weights of values and regrets, and the
// memories, whose tensors are windows that the next Update changes.
func (e *ESCHER) State() []models.Tensor {
	weights := e.responds.Clone()
	state := e.average.learner.State()
	state = append(state, renamed(regretsPrefix, e.regrets.learner.State())...)
	e.regrets.learner.Weights(weights)
	state = append(state, renamed(regretsWeightsPrefix, weights.NamedTensors())...)
	state = append(state, renamed(valuesPrefix, e.values.State())...)
	weights = weights.Clone()
	e.values.Weights(weights)
	state = append(state, renamed(valuesWeightsPrefix, weights.NamedTensors())...)
	state = append(state, models.Tensor{TensorInfo: models.TensorInfo{Name: iterationName, Shape: []int{1}}, Data: []float32{float32(min(e.iteration, mostIterations))}})
	state = append(state, e.memory.State(valuesMemoryPrefix)...)
	state = append(state, e.regrets.memory.State(regretsMemoryPrefix)...)
	return append(state, e.average.memory.State(averageMemoryPrefix)...)
}

// renamed returns tensors with names that begin with prefix.
func renamed(prefix string, tensors []models.Tensor) []models.Tensor {
	for i := range tensors {
		tensors[i].Name = prefix + tensors[i].Name
	}
	return tensors
}

// Restore puts back weights and state. Where it returns an error, only another Restore makes the algorithm whole.
func (e *ESCHER) Restore(weights *models.Weights, state []models.Tensor) error {
	if state == nil {
		return e.restore(weights, weights, weights, map[string][]models.Tensor{})
	}
	parts := map[string][]models.Tensor{}
	for _, prefix := range []string{valuesPrefix, valuesWeightsPrefix, regretsPrefix, regretsWeightsPrefix} {
		parts[prefix] = []models.Tensor{} // nil would say that there is no state
		for _, t := range state {
			if name, ok := strings.CutPrefix(t.Name, prefix); ok {
				t.Name = name
				parts[prefix] = append(parts[prefix], t)
			}
		}
	}
	parts[""] = []models.Tensor{}
	for _, t := range state {
		prefix, _, inside := strings.Cut(t.Name, "/")
		switch {
		case t.Name == iterationName:
			parts[iterationName] = append(parts[iterationName], t)
		case !inside || parts[prefix+"/"] == nil:
			parts[""] = append(parts[""], t)
		}
	}
	values, regrets := weights.Clone(), weights.Clone()
	if err := values.Assign(parts[valuesWeightsPrefix]); err != nil {
		return fmt.Errorf("escher: values: %w", err)
	}
	if err := regrets.Assign(parts[regretsWeightsPrefix]); err != nil {
		return fmt.Errorf("escher: regrets: %w", err)
	}
	if n := parts[iterationName]; len(n) != 1 || len(n[0].Data) != 1 || !(n[0].Data[0] >= 0 && n[0].Data[0] <= mostIterations) || n[0].Data[0] != float32(int(n[0].Data[0])) {
		return fmt.Errorf("escher: %s: want one whole number from 0 to %d", iterationName, mostIterations)
	}
	return e.restore(weights, values, regrets, parts)
}

// restore puts back weights of the three networks, and a state by its parts; without parts, none.
func (e *ESCHER) restore(weights, values, regrets *models.Weights, parts map[string][]models.Tensor) error {
	others, err := e.memory.Restore(valuesMemoryPrefix, parts[""])
	if err == nil {
		others, err = e.regrets.memory.Restore(regretsMemoryPrefix, others)
	}
	if err == nil {
		others, err = e.average.memory.Restore(averageMemoryPrefix, others)
	}
	if err != nil {
		return fmt.Errorf("escher: %w", err)
	}
	if err := e.values.Restore(values, parts[valuesPrefix]); err != nil {
		return fmt.Errorf("escher: values: %w", err)
	}
	if err := e.regrets.learner.Restore(regrets, parts[regretsPrefix]); err != nil {
		return fmt.Errorf("escher: regrets: %w", err)
	}
	if err := e.average.learner.Restore(weights, others); err != nil {
		return err
	}
	e.responds, e.iteration = regrets.Clone(), 0
	if n := parts[iterationName]; n != nil {
		e.iteration = int(n[0].Data[0])
	}
	return nil
}
