package models

import (
	"fmt"
	"math"
)

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
