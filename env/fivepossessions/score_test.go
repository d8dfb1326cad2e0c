package fivepossessions

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
)

// play plays possessions: s is a score, x a stop.
func (x *script) play(results string) *script {
	x.t.Helper()
	for _, r := range results {
		require.NotEqual(x.t, env.Terminal, x.CurrentPlayer(), "the game is over before its time")
		if r == 's' {
			x.score()
		} else {
			x.stop()
		}
	}
	return x
}

// FP-6, FP-12: 100 yards win, but only after a pair of possessions, and level at
// 100 or more the game goes on in pairs until one leads.
func TestTheEndFP6FP12(t *testing.T) {
	g := build(t)
	for _, x := range []struct {
		results string
		yards   [2]int
		over    bool
		returns []float64
	}{
		{"", [2]int{0, 0}, false, []float64{0, 0}},
		// Seat 0 attacks first: its score and seat 1's stopped drive are 40 a pair.
		{"sxsxs", [2]int{100, 0}, false, []float64{0, 0}},  // the pair is not over
		{"sxsxsx", [2]int{120, 0}, true, []float64{1, -1}}, //
		{"xsxsxs", [2]int{0, 120}, true, []float64{-1, 1}},
		{"sxxssxxs", [2]int{80, 80}, false, []float64{0, 0}},
		{"sxxssxxss", [2]int{100, 80}, false, []float64{0, 0}},
		{"sxxssxxsss", [2]int{100, 100}, false, []float64{0, 0}}, // level: they go on
		{"sxxssxxsssx", [2]int{100, 120}, false, []float64{0, 0}},
		{"sxxssxxsssxx", [2]int{120, 120}, false, []float64{0, 0}},
		{"sxxssxxsssxxsx", [2]int{160, 120}, true, []float64{1, -1}},
		{"sxxssxxsssxxxs", [2]int{120, 160}, true, []float64{-1, 1}},
	} {
		s := newScript(t, g).kickOff(0).play(x.results)
		assert.Equal(t, x.yards, [2]int{s.Yards(0), s.Yards(1)}, x.results)
		assert.Equal(t, x.over, s.CurrentPlayer() == env.Terminal, x.results)
		assert.Equal(t, x.returns, s.returns(), x.results)
	}
}

// FP-12: with the cap reached the leader wins, also below the goal, and equals
// share.
func TestTheCapFP12(t *testing.T) {
	assert.Equal(t, 20, Defaults().MaxPairs, "40 possessions")
	g := build(t, func(c *Config) { c.MaxPairs = 2 })
	for results, want := range map[string][]float64{
		"sxxs": {0, 0}, "sssx": {1, -1}, "xxxs": {-1, 1},
	} {
		x := newScript(t, g).kickOff(0).play(results)
		assert.Equal(t, env.Terminal, x.CurrentPlayer(), results)
		assert.Equal(t, want, x.returns(), results)
	}
	assert.Equal(t, 1+4*28, g.spec.MaxGameLength)
	text := newScript(t, g).kickOff(0).play("sxxs").Text(0)
	assert.Equal(t, "The last possession is over: most yards win.", lastLine(text))
	assert.Contains(t, text, " share the victory.")
}

// FP-6, FP-13: sudden death is one possession after a toss whose winner chooses;
// the offense wins the game by scoring, else the defense.
func TestSuddenDeathFP6FP13(t *testing.T) {
	g := build(t, func(c *Config) { c.Tie = TieSuddenDeath })
	level := newScript(t, g).kickOff(0).play("sxxssxxsss")
	assert.Equal(t, env.Chance, level.CurrentPlayer())
	assert.True(t, level.Sudden())
	assert.Equal(t, []string{"seat 0 wins the toss", "seat 1 wins the toss"}, level.names())
	for _, x := range []struct {
		side, results string
		returns       []float64
	}{
		{"offense", "s", []float64{-1, 1}},
		{"offense", "x", []float64{1, -1}},
		{"defense", "s", []float64{1, -1}},
		{"defense", "x", []float64{-1, 1}},
	} {
		s := &script{t, level.Clone().(*State)}
		s.do("seat 1 wins the toss")
		assert.EqualValues(t, 1, s.CurrentPlayer())
		s.do(x.side).play(x.results)
		assert.Equal(t, env.Terminal, s.CurrentPlayer())
		assert.Equal(t, x.returns, s.returns(), "seat 1 chose %s: %s", x.side, x.results)
	}
	// Level below the goal there is no sudden death, and neither is there with the
	// option off.
	assert.False(t, newScript(t, g).kickOff(0).play("sxxssxxs").Sudden())
	assert.False(t, newScript(t, build(t)).kickOff(0).play("sxxssxxsss").Sudden())
	// At the cap the level seats share, unless they are at the goal.
	capped := build(t, func(c *Config) { c.Tie, c.MaxPairs = TieSuddenDeath, 5 })
	x := newScript(t, capped).kickOff(0).play("sxxssxxsss")
	assert.True(t, x.Sudden())
	x = newScript(t, build(t, func(c *Config) { c.Tie, c.MaxPairs = TieSuddenDeath, 4 })).kickOff(0).play("sxxssxxs")
	assert.Equal(t, env.Terminal, x.CurrentPlayer())
	assert.Equal(t, []float64{0, 0}, x.returns())
}

// FP-12: the scoring rate decides how rarely the cap is met. Pairs are level with
// chance p²+(1-p)²; five pairs that give 100:100 and then fifteen level ones reach
// the cap.
func TestTheCapIsRarelyMetFP12(t *testing.T) {
	undecided := func(p float64) float64 {
		both, one := p*p+(1-p)*(1-p), p*(1-p)
		lead := map[int]float64{0: 1} // in pairs won
		for pair := 1; pair <= 20; pair++ {
			next := map[int]float64{}
			for k, prob := range lead {
				next[k] += prob * both
				next[k+1] += prob * one
				next[k-1] += prob * one
			}
			for k := range next {
				if ahead := 20*pair + 20*max(k, -k); k != 0 && ahead >= 100 {
					delete(next, k)
				}
			}
			lead = next
		}
		return lead[0]
	}
	assert.InDelta(t, 0.001, undecided(.20), 0.0005, "the ruling says 0.1%%")
	assert.Less(t, undecided(.24), 0.0003)
	assert.InDelta(t, 0.02, undecided(.10), 0.01)
	assert.Less(t, undecided(.50), 1e-4)
}
