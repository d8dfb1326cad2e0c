package models

import "math"

// AdamStep is one step of Adam (Kingma and Ba 2015, algorithm 1).
type AdamStep struct {
	Beta1, Beta2, Epsilon float32
	Scale                 float32 // of the gradient, before anything else
	Rate                  float32 // learning rate over the bias correction of the first moment
	Root                  float32 // 1 over the square root of the bias correction of the second
}

// Apply moves weights by a gradient and updates both moments. All have one length.
func (s *AdamStep) Apply(weights, first, second, gradient []float32) {
	n := len(gradient)
	adam(s, weights[:n], first[:n], second[:n], gradient)
}

func adamGo(s *AdamStep, weights, first, second, gradient []float32) {
	for i, g := range gradient {
		g *= s.Scale
		m := s.Beta1*first[i] + (1-s.Beta1)*g
		v := s.Beta2*second[i] + (1-s.Beta2)*g*g
		first[i], second[i] = m, v
		weights[i] -= s.Rate * m / (float32(math.Sqrt(float64(v)))*s.Root + s.Epsilon)
	}
}

// AddTo adds x to sum, which is as long.
func AddTo(sum, x []float32) { addTo(sum, x[:len(sum)]) }

func addToGo(sum, x []float32) {
	for i, v := range x {
		sum[i] += v
	}
}

// Dot returns the sum of the products of two vectors of one length.
func Dot(a, b []float32) float32 { return dot(a, b) }
