package ppo

import (
	"math"

	"ringer/models/graph"
)

// plainLoss is loss and its gradient row by row, for networks that this process computes. The
// tests hold it to loss.
func plainLoss(magnet bool) *graph.PlainLoss {
	return &graph.PlainLoss{Metrics: len(lossMetrics(magnet)), Compute: computeLoss}
}

// A lossRow is a row of a minibatch: the logits and what the loss reads beside them.
type lossRow struct {
	logits, mask, old, magnet []float32 // [A]; magnet may be nil
	action                    int32
	advantage, bonus          float32
	weights                   lossWeights
}

// lossWeights are the scalars of the loss.
type lossWeights struct{ clip, kl, magnet float64 }

// A lossSum holds what rows add up to, but for the largest deviation.
type lossSum struct{ deviation, policy, value, entropy, bonus, kl, outside, magnet float64 }

func computeLoss(m *graph.Minibatch) {
	inputs := m.Inputs
	mask, old, action := inputs[0].([]float32), inputs[1].([]float32), inputs[2].([]int32)
	advantage, target, bonus := inputs[3].([]float32), inputs[4].([]float32), inputs[5].([]float32)
	var magnet []float32
	if len(inputs) > magnetInput {
		magnet = inputs[magnetInput].([]float32)
	}
	a, n := len(m.Logits)/len(m.Values), 1/float64(len(m.Values))
	weights := lossWeights{float64(m.Scalars[scalarClip]), float64(m.Scalars[scalarKL]), float64(m.Scalars[scalarMagnet])}
	valueWeight := float64(m.Scalars[scalarValue])
	var sum lossSum
	for i := range m.Values {
		k := m.Row(i)
		row := lossRow{
			logits: m.Logits[i*a : (i+1)*a], mask: mask[k*a : (k+1)*a], old: old[k*a : (k+1)*a],
			action: action[k], advantage: advantage[k], bonus: bonus[k], weights: weights,
		}
		if magnet != nil {
			row.magnet = magnet[k*a : (k+1)*a]
		}
		row.add(&sum, m.DLogits[i*a:(i+1)*a], n)
		miss := float64(m.Values[i] - target[k])
		sum.value += float64(miss * miss)
		m.DValues[i] = float32(2 * valueWeight * miss * n)
	}
	total := n * (sum.policy - sum.bonus + float64(weights.kl*sum.kl) + float64(weights.magnet*sum.magnet) + float64(valueWeight*sum.value))
	report := []float64{total, sum.deviation, n * sum.policy, n * sum.value, n * sum.entropy, n * sum.kl, n * sum.outside, n * sum.magnet}
	for i := range m.Report {
		m.Report[i] = float32(report[i])
	}
}

// add adds what a row says to the sums, and writes the gradient of the logits [A] of n times it.
func (r *lossRow) add(sum *lossSum, d []float32, n float64) {
	top := float32(math.Inf(-1))
	for j, x := range r.logits {
		if r.mask[j] > 0 {
			top = max(top, x)
		}
	}
	all := 0.0
	for j, x := range r.logits { // d holds probabilities until they are used
		d[j] = 0
		if r.mask[j] > 0 {
			p := math.Exp(float64(x - top))
			d[j] = float32(p)
			all += p
		}
	}
	norm := math.Log(all) + float64(top)
	logProb := func(j int) float64 { return float64(r.logits[j]) - norm }

	// Of the action that was taken: its probability moves until the ratio leaves the range.
	taken := int(r.action)
	ratio := math.Exp(logProb(taken) - float64(r.old[taken]))
	advantage := float64(r.advantage)
	surrogate := ratio * advantage
	clipped := min(max(ratio, 1-r.weights.clip), 1+r.weights.clip) * advantage
	deviation := math.Abs(ratio - 1)
	sum.policy -= min(surrogate, clipped)
	sum.deviation = max(sum.deviation, deviation)
	if deviation > r.weights.clip {
		sum.outside++
	}

	// Of all actions: entropy and divergences.
	entropy, kl, pull := 0.0, 0.0, 0.0
	share := 1 / all
	for j := range d {
		if r.mask[j] <= 0 {
			continue
		}
		p, l := float64(d[j])*share, logProb(j)
		entropy -= float64(p * l)
		kl += float64(p * (l - float64(r.old[j])))
		if r.magnet != nil {
			pull += float64(p * (l - float64(r.magnet[j])))
		}
	}

	// The derivative by the log-probability of j is its probability times x, and what the taken
	// action adds. By its logit it is that less its probability times the sum of all of these.
	push := 0.0
	if surrogate <= clipped {
		push = -surrogate
	}
	weight := float64(r.bonus) + r.weights.kl + r.weights.magnet
	sumOfAll := weight - float64(float64(r.bonus)*entropy) + float64(r.weights.kl*kl) + float64(r.weights.magnet*pull) + push
	for j := range d {
		if r.mask[j] <= 0 {
			continue
		}
		x := float64(weight*(logProb(j)+1)) - float64(r.weights.kl*float64(r.old[j]))
		if r.magnet != nil {
			x -= float64(r.weights.magnet * float64(r.magnet[j]))
		}
		d[j] = float32(float64(d[j]) * share * (x - sumOfAll) * n)
	}
	d[taken] += float32(push * n)

	sum.entropy += entropy
	sum.bonus += float64(float64(r.bonus) * entropy)
	sum.kl += kl
	sum.magnet += pull
}
