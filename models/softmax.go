package models

import (
	"fmt"
	"math"
)

// MaskedSoftmax writes the probabilities [len(legal)] of the legal actions.
// Logits of other actions are not read. It panics when there is no legal
// action, when an action has no logit, or when the logits are not numbers.
func MaskedSoftmax[A ~int32](logits []float32, legal []A, probs []float32) {
	if len(legal) == 0 || len(probs) != len(legal) {
		panic(fmt.Sprintf("models: %d probabilities for %d legal actions", len(probs), len(legal)))
	}
	top := logits[legal[0]]
	for _, a := range legal[1:] {
		top = max(top, logits[a])
	}
	sum := 0.0
	for i, a := range legal {
		e := math.Exp(float64(logits[a] - top))
		probs[i] = float32(e)
		sum += e
	}
	normalise(probs, sum)
}

func normalise(probs []float32, sum float64) {
	if math.IsNaN(sum) || math.IsInf(sum, 0) {
		panic("models: logits are not numbers")
	}
	scale := float32(1 / sum)
	for i := range probs {
		probs[i] *= scale
	}
}

// Sharpened returns a copy of the weights whose policy is w's at a temperature:
// probabilities proportional to p^(1/temperature). Below 1 sharpens, above 1 flattens.
// Since logits are sums of what the policy's head and the scores of items give, their last
// layers are divided by the temperature; values stay as they are. It panics when the
// temperature is not positive.
func (w *Weights) Sharpened(temperature float64) *Weights {
	if !(temperature > 0) || math.IsInf(temperature, 1) {
		panic(fmt.Sprintf("models: temperature %v", temperature))
	}
	out := w.Clone()
	for _, layer := range w.Network.architecture().LogitLayers(w.Network) {
		for _, name := range []string{layer + "/weight", layer + "/bias"} {
			t := out.Tensor(name)
			for i := range t {
				t[i] = float32(float64(t[i]) / temperature)
			}
		}
	}
	return out
}
