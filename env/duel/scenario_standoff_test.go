package duel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/games"
)

// expected returns the expected return of seat 0 over all dice.
func expected(t *testing.T, s env.State) float64 {
	switch s.CurrentPlayer() {
	case env.Terminal:
		r := make([]float64, 2)
		s.Returns(r)
		return r[0]
	case env.Chance:
		x := 0.
		for _, o := range s.(env.Chancer).ChanceOutcomes(nil) {
			next := s.Clone()
			require.NoError(t, next.Apply(o.Action))
			x += o.Prob * expected(t, next)
		}
		return x
	}
	require.Fail(t, "a decision is left")
	return 0
}

// matrix returns the value of each pair of scores to seat 0 in one Duel.
func matrix(t *testing.T, name string) (m [6][6]float64) {
	g := games.MustNew(name)
	for i := range m {
		for j := range m[i] {
			s := g.NewInitialState()
			for _, score := range []int{i, j} {
				a := g.Spec().BlockOffset("score") + env.Action(score)
				require.NoError(t, s.Apply(a))
			}
			m[i][j] = expected(t, s)
		}
	}
	return m
}

// The matrix of one Duel equals that of a formula: with q the chance of a die to
// hit, the seat that shoots first wins with a hit, and else may lose.
func TestStandoffMatrixDUEL8(t *testing.T) {
	m := matrix(t, "duel(file=mini,avoid_hits=false)")
	miss := func(score int) float64 { // both dice of that score
		q := float64(score) / 6 // a die of 7-score or more
		return (1 - q) * (1 - q)
	}
	for i := range m {
		for j := range m[i] {
			a, b := i+1, j+1
			want := 0.
			switch {
			case a < b:
				want = (1 - miss(a)) - miss(a)*(1-miss(b))
			case a > b:
				want = -(1 - miss(b)) + miss(b)*(1-miss(a))
			}
			if i == j { // at the same time: symmetric
				want = 0
			}
			assert.InDelta(t, want, m[i][j], 1e-12, "%d against %d", a, b)
		}
	}
	// A score is dominated when another is never worse and sometimes better
	// against the scores that are left; dominated scores are removed for both
	// seats, until none is left.
	var rounds [][]int
	gone := map[int]bool{}
	for {
		var out []int
		for i := range m {
			if gone[i] {
				continue
			}
			for k := range m {
				worse, better := gone[k], false
				for j := range m {
					if !gone[j] {
						worse = worse || m[k][j] < m[i][j]-1e-12
						better = better || m[k][j] > m[i][j]+1e-12
					}
				}
				if !worse && better {
					out = append(out, i+1)
					break
				}
			}
		}
		if len(out) == 0 {
			break
		}
		for _, score := range out {
			gone[score-1] = true
		}
		rounds = append(rounds, out)
	}
	assert.Equal(t, [][]int{{1}, {6}, {5}, {4}, {3}}, rounds, "2 is all that is left")
}

// The mini game has one information state a
// seat, and avoiding hits is in it.
func TestMiniIsOneDuel(t *testing.T) {
	g := games.MustNew("duel(file=mini)").(*duel.Game)
	s := g.NewInitialState()
	assert.Equal(t, env.Player(0), s.CurrentPlayer())
	assert.Len(t, s.LegalActions(nil), 12)
}
