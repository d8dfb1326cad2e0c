package metagame_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/eval/metagame"
)

// table makes the pairs of a game from what the first side gets.
func table(payoffs [][]float64, alike bool) (c metagame.Config) {
	c = metagame.Config{Players: len(payoffs), Alike: alike, Seed: 1}
	for b := range payoffs {
		for a := 0; a <= b; a++ {
			if a < b || !alike {
				c.Pairs = append(c.Pairs, metagame.Pair{A: a, B: b, Deals: deals(200, uint64(64*a+b), payoffs[a][b], payoffs[b][a], 0.001)})
			}
		}
	}
	return c
}

func mixed(t *testing.T, solver metagame.Solver, c metagame.Config) *metagame.Mixed {
	t.Helper()
	c.Solver = solver
	m, err := metagame.Solve(t.Context(), c)
	require.NoError(t, err)
	return m
}

func shares(m *metagame.Mixed, side int) (list []float64) {
	for _, s := range m.Shares {
		list = append(list, s[side].Is)
	}
	return list
}

// Paper beats rock by two and all else wins by one, so that an equilibrium plays scissors half of the
// time; a population that tries one mutation at a time goes round and round all the same. A fourth
// player loses to all of them.
func TestSolversOfACircle(t *testing.T) {
	c := table([][]float64{{0, -2, 1, 1}, {2, 0, -1, 1}, {-1, 1, 0, 1}, {-1, -1, -1, 0}}, true)
	nash := mixed(t, metagame.Nash, c)
	assert.InDeltaSlice(t, []float64{.25, .25, .5, 0}, shares(nash, 0), .01)
	uniform := mixed(t, metagame.Uniform, c)
	assert.Equal(t, []float64{.25, .25, .25, .25}, shares(uniform, 0))
	assert.Equal(t, .25, uniform.Shares[0][0].Low)
	assert.InDelta(t, 2./4, uniform.Gains[1][0].Is, .01, "it beats rock by two and loses to scissors by one")
	rank := mixed(t, metagame.AlphaRank, c)
	list := shares(rank, 0)
	assert.InDelta(t, list[0], list[1], 1e-9)
	assert.InDelta(t, list[0], list[2], 1e-9)
	assert.InDelta(t, .01/2.98, list[3], 1e-9, "only bad mutations lead there, and good ones away")
}

// The chains, walked: the shares are the fixed point of the moves from state to state.
func TestAlphaRankIsStationary(t *testing.T) {
	for _, alike := range []bool{true, false} {
		for n := 2; n <= 4; n++ {
			t.Run(fmt.Sprint(alike, n), func(t *testing.T) {
				rng := env.Stream(uint64(n), "test")
				payoffs := make([][]float64, n)
				for i := range payoffs {
					payoffs[i] = make([]float64, n)
					for j := range payoffs[i] {
						switch {
						case alike && j == i:
						case alike && j < i:
							payoffs[i][j] = -payoffs[j][i]
						default:
							payoffs[i][j] = 2*rng.Float64() - 1
						}
					}
				}
				got := mixed(t, metagame.AlphaRank, table(payoffs, alike))
				states, others := n, n-1
				if !alike {
					states, others = n*n, 2*(n-1)
				}
				at := make([]float64, states)
				at[0] = 1
				takes := func(gain float64) float64 {
					if gain > 0 {
						return .99
					}
					return .01
				}
				for range 20000 {
					next := make([]float64, states)
					for s, p := range at {
						next[s] += p
						move := func(to int, gain float64) {
							x := p * takes(gain) / float64(others)
							next[to] += x
							next[s] -= x
						}
						if alike {
							for k := range n {
								if k != s {
									move(k, payoffs[k][s])
								}
							}
							continue
						}
						i, j := s/n, s%n
						for k := range n {
							if k != i {
								move(k*n+j, payoffs[k][j]-payoffs[i][j])
							}
							if k != j {
								move(i*n+k, payoffs[i][j]-payoffs[i][k])
							}
						}
					}
					at = next
				}
				for i := range n {
					first, second := 0.0, 0.0
					for s, p := range at {
						if alike && s == i || !alike && s/n == i {
							first += p
						}
						if !alike && s%n == i {
							second += p
						}
					}
					assert.InDelta(t, first, got.Shares[i][0].Is, 1e-6)
					if !alike {
						assert.InDelta(t, second, got.Shares[i][1].Is, 1e-6)
					}
				}
			})
		}
	}
}
