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

// SoftmaxWhere writes the probabilities [A] of all actions: exactly 0 where
// mask is false. It panics as MaskedSoftmax does.
func SoftmaxWhere(logits []float32, mask []bool, probs []float32) {
	if len(mask) != len(logits) || len(probs) != len(logits) {
		panic(fmt.Sprintf("models: mask of %d and %d probabilities for %d logits", len(mask), len(probs), len(logits)))
	}
	top, any := float32(math.Inf(-1)), false
	for a, legal := range mask {
		if legal {
			top, any = max(top, logits[a]), true
		}
	}
	if !any {
		panic("models: no legal action")
	}
	sum := 0.0
	for a, legal := range mask {
		probs[a] = 0
		if legal {
			e := math.Exp(float64(logits[a] - top))
			probs[a] = float32(e)
			sum += e
		}
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
