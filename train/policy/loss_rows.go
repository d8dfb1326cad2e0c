package policy

import (
	"math"
	"sync"

	"ringer/models/graph"
)

// Row is the policy of a row in plain Go, and room for what a loss says of it. All slices have
// one element an action.
type Row struct {
	Logits, Mask []float32
	LogProbs     []float64 // 0 where illegal
	Probs        []float64 // 0 where illegal
	Legal        int       // actions

	Derivative []float64 // of the loss by the logits, to be written: 0 where illegal
	Metrics    []float64 // one for each of Loss.Metrics, to be written
}

// Entropy returns the entropy of the policy, in nats.
func (r *Row) Entropy() (h float64) {
	for j, p := range r.Probs {
		h -= float64(p * r.LogProbs[j])
	}
	return h
}

// see computes the policy of logits.
func (r *Row) see(logits, mask []float32) {
	r.Logits, r.Mask, r.Legal = logits, mask, 0
	top := math.Inf(-1)
	for j, x := range logits {
		if mask[j] > 0 {
			top = max(top, float64(x))
			r.Legal++
		}
	}
	all := 0.0
	for j, x := range logits {
		r.Probs[j], r.LogProbs[j], r.Derivative[j] = 0, 0, 0
		if mask[j] > 0 {
			r.LogProbs[j] = float64(x) - top
			r.Probs[j] = math.Exp(r.LogProbs[j])
			all += r.Probs[j]
		}
	}
	norm := math.Log(all)
	for j := range logits {
		if mask[j] > 0 {
			r.LogProbs[j] -= norm
			r.Probs[j] /= all
		}
	}
}

// plain returns the loss without a graph, for networks that this process computes.
func (l *Loss) plain() *graph.PlainLoss {
	own := len(l.Metrics)
	var free sync.Pool // of *Row: shards compute side by side
	free.New = func() any { return &Row{Metrics: make([]float64, own)} }
	return &graph.PlainLoss{Metrics: len(commonMetrics) + own, Compute: func(m *graph.Minibatch) {
		r := free.Get().(*Row)
		defer free.Put(r)
		l.compute(r, m)
	}}
}

func (l *Loss) compute(r *Row, m *graph.Minibatch) {
	mask, target := m.Inputs[inputMask].([]float32), m.Inputs[inputTarget].([]float32)
	a, n := len(m.Logits)/len(m.Values), 1/float64(len(m.Values))
	if len(r.Probs) != a {
		r.Probs, r.LogProbs, r.Derivative = make([]float64, a), make([]float64, a), make([]float64, a)
	}
	var policy, values, entropy float64
	weight := float64(m.Scalars[scalarValue])
	clear(m.Report)
	own := m.Report[1+len(commonMetrics):]
	var sums [mostMetrics]float64 // of the algorithm's metrics
	for i := range m.Values {
		k := m.Row(i)
		r.see(m.Logits[i*a:(i+1)*a], mask[k*a:(k+1)*a])
		policy += l.OfRow(r, m.Inputs[firstInput:], k, m.Scalars[firstScalar:])
		entropy += r.Entropy()
		for j, d := range r.Derivative {
			m.DLogits[i*a+j] = float32(d * n)
		}
		for j, x := range r.Metrics {
			sums[j] += x
		}
		miss := float64(m.Values[i] - target[k])
		values += float64(miss * miss)
		m.DValues[i] = float32(2 * weight * miss * n)
	}
	m.Report[0] = float32(n * (policy + float64(weight*values)))
	m.Report[1], m.Report[2], m.Report[3] = float32(n*policy), float32(n*values), float32(n*entropy)
	for j := range own {
		own[j] = float32(n * sums[j])
	}
}
