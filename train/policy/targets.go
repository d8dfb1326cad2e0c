package policy

import "slices"

// Targets computes, for every row, the advantage by generalised advantage
// estimation (Schulman et al., arXiv 1506.02438, equation 16) and the value
// target advantage + value. Each seat of each episode is a chain of its own: next[i] is the
// row of the seat's next decision, larger than i, or -1 at its last one, where
// the return of the episode is the only reward.
//
//	delta_i = gamma * value[next_i] - value_i        inside a chain
//	delta_i = return_i - value_i                     at its end
//	advantage_i = delta_i + gamma * lambda * advantage[next_i]
//
// All slices have one element a row; advantage and target are written.
func Targets(value, ret []float32, next []int32, gamma, lambda float64, advantage, target []float32) {
	for i := len(value) - 1; i >= 0; i-- {
		v := float64(value[i])
		var a float64
		if n := next[i]; n >= 0 {
			a = gamma*float64(value[n]) - v + gamma*lambda*float64(advantage[n])
		} else {
			a = float64(ret[i]) - v
		}
		advantage[i] = float32(a)
		target[i] = float32(a + v)
	}
}

// ByKind estimates advantages and targets with a lambda for each kind of decision. The
// advantage of a row is as if its whole chain were estimated with the lambda of its kind.
func ByKind(kind []int8, lambdas []float64, advantage, target []float32, estimate func(lambda float64, advantage, target []float32)) {
	estimate(lambdas[0], advantage, target)
	var a, t []float32
	for k, lambda := range lambdas {
		if slices.Contains(lambdas[:k], lambda) || k == 0 {
			continue
		}
		if a == nil {
			a, t = make([]float32, len(kind)), make([]float32, len(kind))
		}
		estimate(lambda, a, t)
		for i, of := range kind {
			if lambdas[of] == lambda {
				advantage[i], target[i] = a[i], t[i]
			}
		}
	}
}
