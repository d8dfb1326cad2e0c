package rnad

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
)

func ln(p float64) float32 { return float32(math.Log(p)) }

// One episode by hand: seat A decides in rows 0 and 2, seat B in row 1. Two actions each; eta 1/2.
// Regularisation is uniform, so that policy/regularisation is twice the probability.
func TestTargetsAgainstHandNumbers(t *testing.T) {
	half := []float32{ln(0.5), ln(0.5), ln(0.5), ln(0.5), ln(0.5), ln(0.5)}
	rows := Rows{
		Actions: 2, Mask: []float32{1, 1, 1, 1, 1, 1},
		Policy:  []float32{ln(0.5), ln(0.5), ln(0.25), ln(0.75), ln(0.5), ln(0.5)},
		Played:  []float32{ln(0.5), ln(0.5), ln(0.5), ln(0.5), ln(0.25), ln(0.75)},
		Regular: half, Action: []int32{0, 1, 0}, Value: []float32{0.1, -0.3, 0.2}, Return: []float32{1, -1, 1},
		Next: []int32{2, -1, -1}, Follower: []int32{1, 2, -1},
	}
	target, q := make([]float32, 3), make([]float32, 6)
	divergence := rows.Targets(0.5, Bounds{Rho: 1.2, C: 1, Lambda: 0.5}, make([]side, 6), target, q)

	kl := 0.25*math.Log(0.5) + 0.75*math.Log(1.5) // of row 1
	assert.InDelta(t, kl/3, divergence, 1e-6)
	// Row 2, A's last: w = .5/.25 = 2, cut to 1.2: target .2 + 1.2*(1 - .2) = 1.16; q .2 + (1 - .2)/.25 and .2.
	// Row 1, B's only: it gets -1 after A's action, which is twice as likely by now: w = 1.5*2, cut to 1.2:
	//   target -.3 + 1.2*(-1 - kl/2 + .3); q(a) = -.3 - log(2 p(a))/2, and of the taken one 2*(2*-1 + .3) more.
	// Row 0, A: B's action is 1.5 as likely and paid A kl/2: w = 1.5, cut to 1.2 and 1:
	//   target .1 + 1.2*(kl/2 + .2 - .1) + .5*(1.16 - .2); q of the taken one .1 + 2*(kl/2 + 1.5*1.16 - .1).
	assert.InDeltaSlice(t, []float64{0.1 + 1.2*(kl/2+0.1) + 0.48, -0.3 + 1.2*(-0.7-kl/2), 1.16}, wide(target), 1e-6)
	assert.InDeltaSlice(t, []float64{
		0.1 + 2*(kl/2+1.5*1.16-0.1), 0.1,
		-0.3 - math.Log(0.5)/2, -0.3 - math.Log(1.5)/2 + 2*(-2+0.3),
		0.2 + 0.8/0.25, 0.2,
	}, wide(q), 1e-5)
}

func wide(x []float32) (y []float64) {
	for _, v := range x {
		y = append(y, float64(v))
	}
	return y
}

// duel is a game in which A chooses, B chooses without or with knowing it, and A chooses again: pays[a][b][c] for A.
type duel struct {
	now, old, regular [7]float64 // probability of the second action: A, B after either, A after any two
	pays              [2][2][2]float64
}

func of(p float64, action int) float64 { return []float64{1 - p, p}[action] }

// worth returns what a node is worth to A under transformed rewards: the second implementation, over the tree.
func (d *duel) worth(eta float64, path ...int) float64 {
	if len(path) == 3 {
		return d.pays[path[0]][path[1]][path[2]]
	}
	at, sign, sum := place(path), 1.0, 0.0
	if len(path) == 1 {
		sign = -1
	}
	for a := range 2 {
		p := of(d.now[at], a)
		sum += p * (d.worth(eta, append(path[:len(path):len(path)], a)...) - sign*eta*math.Log(p/of(d.regular[at], a)))
	}
	return sum
}

func place(path []int) int {
	switch len(path) {
	case 0:
		return 0
	case 1:
		return 1 + path[0]
	}
	return 3 + 2*path[0] + path[1]
}

// Over all episodes of the policy that played, weighed by how often they happen, targets stay at
// the worth of the policy that learns, and the estimates of actions at their worth: values
// by walks over the tree, with the transformed rewards on every edge.
func TestEstimatesAreTheWorthOfThePolicy(t *testing.T) {
	const eta = 0.3
	d := &duel{
		now: [7]float64{0.4, 0.25, 0.9, 0.5, 0.2, 0.7, 0.65}, old: [7]float64{0.3, 0.6, 0.5, 0.8, 0.5, 0.25, 0.5},
		regular: [7]float64{0.5, 0.35, 0.6, 0.1, 0.5, 0.8, 0.3}, pays: [2][2][2]float64{{{1, -0.5}, {0.2, 0.4}}, {{-1, 0.8}, {0.6, -0.3}}},
	}
	for name, bounds := range map[string]Bounds{"one step": {math.Inf(1), 1, 0}, "to the end": {math.Inf(1), math.Inf(1), 1}, "published": Published(1)} {
		miss, estimate, often := [7]float64{}, [7][2]float64{}, [7]float64{}
		for episode := range 8 {
			path := []int{episode >> 2, episode >> 1 & 1, episode & 1}
			rows := Rows{Actions: 2, Next: []int32{2, -1, -1}, Follower: []int32{1, 2, -1}}
			chance, ret := 1.0, float32(d.pays[path[0]][path[1]][path[2]])
			for i, action := range path {
				at, sign := place(path[:i]), float32(1-2*(i%2))
				for a := range 2 {
					rows.Mask, rows.Policy = append(rows.Mask, 1), append(rows.Policy, ln(of(d.now[at], a)))
					rows.Played, rows.Regular = append(rows.Played, ln(of(d.old[at], a))), append(rows.Regular, ln(of(d.regular[at], a)))
				}
				rows.Action, rows.Return = append(rows.Action, int32(action)), append(rows.Return, sign*ret)
				rows.Value = append(rows.Value, sign*float32(d.worth(eta, path[:i]...)))
				chance *= of(d.old[at], action)
			}
			target, q := make([]float32, 3), make([]float32, 6)
			rows.Targets(eta, bounds, make([]side, 6), target, q)
			for i := range path {
				at := place(path[:i])
				often[at] += chance
				miss[at] += chance * float64(target[i]-rows.Value[i])
				for a := range 2 {
					estimate[at][a] += chance * float64(q[2*i+a])
				}
			}
		}
		for first := range 2 {
			for second := range 2 {
				for _, path := range [][]int{{}, {first}, {first, second}} {
					at, sign := place(path), float64(1-2*(len(path)%2))
					assert.InDelta(t, 0, miss[at], 1e-6, "%s: target at %v", name, path)
					for a := range 2 {
						worth := sign*d.worth(eta, append(path[:len(path):len(path)], a)...) - eta*math.Log(of(d.now[at], a)/of(d.regular[at], a))
						assert.InDelta(t, worth, estimate[at][a]/often[at], 1e-5, "%s: action %d at %v", name, a, path)
					}
				}
			}
		}
	}
}

// Forces are advantages, cut off, and 0 where nothing may be done.
func TestForcesByHand(t *testing.T) {
	rows := Rows{Actions: 3, Mask: []float32{1, 1, 0}, Policy: []float32{ln(0.25), ln(0.75), 0}, Action: []int32{0}}
	force := make([]float32, 3)
	rows.Forces([]float32{5, 1, 0}, 2, force)
	assert.InDeltaSlice(t, []float64{2, -1, 0}, wide(force), 1e-6) // the mean is 2
}

// The loss without a graph is the loss on a graph, whose gradient GoMLX finds, and a logit that is
// far out is not pushed further, but back.
func TestPlainLossIsTheLoss(t *testing.T) {
	rng := env.Stream(1, "test")
	for range 5 {
		const rows, a = 6, 4
		var logits, mask, force [][]float32
		var value, target []float32
		for range rows {
			l, m, f := make([]float32, a), make([]float32, a), make([]float32, a)
			for j := range a {
				l[j] = 4*rng.Float32() - 2
				if j < 2 || rng.IntN(2) == 0 {
					m[j], f[j] = 1, 6*rng.Float32()-3
				}
			}
			logits, mask, force = append(logits, l), append(mask, m), append(force, f)
			value, target = append(value, rng.Float32()), append(target, rng.Float32())
		}
		difference, err := newLoss(a).Difference(logits, value, target, mask, []any{force}, 0.5, []float32{0.8})
		require.NoError(t, err)
		assert.Less(t, difference, 1e-5)
	}
	r := row([]float32{3, -3, 0, 7}, []float32{1, 1, 1, 0})
	loss := newLoss(4).OfRow(r, []any{[]float32{1, -1, 0.5, 0}}, 0, []float32{2})
	assert.InDelta(t, 0, loss, 1e-6)
	assert.InDeltaSlice(t, []float64{0.5 / 3, 0.5 / 3, -0.5 + 0.5/3, 0}, r.Derivative, 1e-6)
	loss = newLoss(4).OfRow(r, []any{[]float32{-1, 0.25, 0, 0}}, 0, []float32{2})
	assert.InDelta(t, 3.75, loss, 1e-6)
	assert.InDeltaSlice(t, []float64{1 - 0.25, -0.25 - 0.25, -0.25, 0}, r.Derivative, 1e-6)
}
