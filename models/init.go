package models

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"strings"
)

// Gains of the initial matrices, as is customary for policy gradients.
const (
	policyGain = 0.01 // near-uniform first policy
	valueGain  = 1
)

// hiddenGain keeps the size of activations from layer to layer: √2 for both
// functions, the usual choice of policy-gradient work.
const hiddenGain = math.Sqrt2

// Init returns the first weights of a network, as its architecture starts them: for the
// MLP orthogonal matrices, zero biases, and embeddings whose rows have a length of about
// 1, like the one-hot vectors they stand for. The same network and seed give the same
// bits.
func Init(net *Network, seed uint64) *Weights {
	w := NewWeights(net)
	for i, t := range w.infos {
		if isBias(t) {
			continue
		}
		rng := tensorStream(seed, t.Name)
		data := w.At(i)
		switch start := net.architecture().Start(net, t); {
		case start.Spread != 0:
			for j := range data {
				data[j] = float32(float64(start.Spread) * rng.NormFloat64())
			}
		case start.Gain != 0:
			orthogonal(data, t.Shape[0], t.Size()/t.Shape[0], start.Gain, rng)
		}
	}
	return w
}

func isBias(t TensorInfo) bool { return strings.HasSuffix(t.Name, "/bias") && len(t.Shape) == 1 }

// startOf says how the tensors start that architectures have in common.
func startOf(t TensorInfo) Start {
	switch {
	case strings.HasPrefix(t.Name, "embedding/"):
		return Start{Spread: 1 / math.Sqrt(float64(t.Shape[1]))}
	case t.Name == PolicyHead+"/weight", strings.HasPrefix(t.Name, "score/") && strings.HasSuffix(t.Name, "/1/weight"):
		return Start{Gain: policyGain}
	case t.Name == ValueHead+"/weight":
		return Start{Gain: valueGain}
	}
	return Start{Gain: hiddenGain}
}

// tensorStream returns the random stream of one tensor, so that adding a layer does
// not change the others.
func tensorStream(seed uint64, name string) *rand.Rand {
	b := binary.LittleEndian.AppendUint64([]byte("models.Init\x00"), seed)
	return rand.New(rand.NewChaCha8(sha256.Sum256(append(b, name...))))
}

// orthogonal fills m [in, out] with gain times a random matrix whose columns
// (or rows, when there are fewer of them) are orthonormal, uniformly
// distributed: Saxe, McClelland and Ganguli 2014, by Gram-Schmidt.
func orthogonal(m []float32, in, out int, gain float64, rng *rand.Rand) {
	n, length := out, in // n vectors of this length
	if out > in {
		n, length = in, out
	}
	vectors := make([]float64, n*length)
	for i := range n {
		v := vectors[i*length : (i+1)*length]
		for j := range v {
			v[j] = rng.NormFloat64()
		}
		// Twice is enough: the second pass removes what rounding left.
		for range 2 {
			for k := range i {
				u := vectors[k*length : (k+1)*length]
				dot := 0.0
				for j := range v {
					dot += float64(u[j] * v[j]) // the conversion forbids fusing, which would differ between machines
				}
				for j := range v {
					v[j] -= float64(dot * u[j])
				}
			}
		}
		norm := 0.0
		for _, x := range v {
			norm += float64(x * x)
		}
		norm = math.Sqrt(norm)
		for j := range v {
			v[j] /= norm
		}
	}
	for i := range n {
		for j := range length {
			at := j*out + i
			if out > in {
				at = i*out + j
			}
			m[at] = float32(float64(gain * vectors[i*length+j]))
		}
	}
}
