package policy

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Two seats interleaved in one episode: rows 0, 2, 3 are seat A, rows 1, 4 seat B. Worked
// by hand.
func TestVTraceAgainstHandNumbers(t *testing.T) {
	value := []float32{0.1, -0.2, 0.3, 0.5, 0}
	ret := []float32{1, -1, 1, 1, -1}
	ratio := []float32{2, 0.5, 0.5, 4, 1}
	next := []int32{2, 4, 3, -1, -1}
	advantage, target := make([]float32, 5), make([]float32, 5)

	VTrace(value, ret, ratio, next, 0.9, 0.5, 2, 1, advantage, target)
	// A3: rho 2: a = 2*(1-0.5) = 1; target 0.5+1 = 1.5
	// A2: rho 0.5, c 0.5: follows 0.45, beyond 0.45*(1.5-0.5) = 0.45; a = 0.5*(0.45+0.45-0.3) = 0.3;
	//     target 0.3 + 0.5*0.15 + 0.5*0.45 = 0.6
	// A0: rho 2, c 1: follows 0.27, beyond 0.45*(0.6-0.3) = 0.135; a = 2*(0.27+0.135-0.1) = 0.61;
	//     target 0.1 + 2*0.17 + 0.135 = 0.575
	// B4: rho 1: a = -1; target -1
	// B1: rho 0.5, c 0.5: follows 0, beyond -0.45; a = 0.5*(0-0.45+0.2) = -0.125;
	//     target -0.2 + 0.5*0.2 - 0.5*0.45 = -0.325
	assert.InDeltaSlice(t, []float32{0.61, -0.125, 0.3, 1, -1}, advantage, 1e-6)
	assert.InDeltaSlice(t, []float32{0.575, -0.325, 0.6, 1.5, -1}, target, 1e-6)

	// The policy that learns has played: generalised advantage estimation.
	for i := range ratio {
		ratio[i] = 1
	}
	want, wantTarget := make([]float32, 5), make([]float32, 5)
	Targets(value, ret, next, 0.9, 0.5, want, wantTarget)
	VTrace(value, ret, ratio, next, 0.9, 0.5, 1, 1, advantage, target)
	assert.InDeltaSlice(t, want, advantage, 1e-6)
	assert.InDeltaSlice(t, wantTarget, target, 1e-6)
}

// chain is a game of one seat: two choices of two actions each, whose four ends pay.
type chain struct {
	old, now [3]float64 // probability of the second action: first choice, and second after either action
	pays     [2][2]float64
}

// surprise returns the mean of target - value at the first choice over all episodes of the old policy, where
// value is the worth of the policy now, and the mean over them of the second action's advantage there,
// less the first one's.
func (c *chain) surprise(rho, bound float64, distort func(ratio float64) float64) (target, advantage float64) {
	p := func(policy [3]float64, at, action int) float64 { return []float64{1 - policy[at], policy[at]}[action] }
	worth := func(a int) float64 { return p(c.now, 1+a, 0)*c.pays[a][0] + p(c.now, 1+a, 1)*c.pays[a][1] }
	first := p(c.now, 0, 0)*worth(0) + p(c.now, 0, 1)*worth(1)
	adv, tgt := make([]float32, 2), make([]float32, 2)
	for a := range 2 {
		for b := range 2 {
			ratio := []float32{
				float32(distort(p(c.now, 0, a) / p(c.old, 0, a))),
				float32(distort(p(c.now, 1+a, b) / p(c.old, 1+a, b))),
			}
			pay := float32(c.pays[a][b])
			VTrace([]float32{float32(first), float32(worth(a))}, []float32{pay, pay}, ratio, []int32{1, -1}, 1, 1, rho, bound, adv, tgt)
			often := p(c.old, 0, a) * p(c.old, 1+a, b)
			target += often * (float64(tgt[0]) - first)
			advantage += often * float64(adv[0])
		}
	}
	return target, advantage
}

// What a policy is worth is where V-trace stays, although an older one has played all
// episodes (Espeholt et al., theorem 1, with a bound that no ratio reaches). The test hears an old policy
// that is taken for the new one, and a ratio that is upside down.
func TestVTraceStaysAtTheWorthOfTheNewPolicy(t *testing.T) {
	c := &chain{old: [3]float64{0.3, 0.6, 0.2}, now: [3]float64{0.5, 0.25, 0.9}, pays: [2][2]float64{{1, -0.5}, {-1, 0.8}}}
	right := func(r float64) float64 { return r }
	for _, bound := range []float64{0, 1, 1000} { // any c stays there
		target, advantage := c.surprise(1000, bound, right)
		assert.InDelta(t, 0, target, 1e-6, bound)
		assert.InDelta(t, 0, advantage, 1e-6, bound)
	}
	for name, wrong := range map[string]func(float64) float64{
		"uncorrected": func(float64) float64 { return 1 },
		"upside down": func(r float64) float64 { return 1 / r },
	} {
		target, _ := c.surprise(1000, 1000, wrong)
		assert.Greater(t, math.Abs(target), 0.1, name)
	}
}
