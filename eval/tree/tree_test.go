package tree_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/eval/tree"
)

func Example() {
	t, err := tree.Build(context.Background(), games.MustNew("kuhn"), 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	nashConv, values, best := t.NashConv(t.Uniform())
	fmt.Println(t.Nodes(), "nodes,", t.Infosets(), "information sets")
	fmt.Printf("values %.3f, best responses %.3f, exploitability %.6f\n", values, best, nashConv/2)
	// Output:
	// 58 nodes, 12 information sets
	// values [0.125 -0.125], best responses [0.500 0.417], exploitability 0.458333
}

func build(t testing.TB, name string) *tree.Tree {
	t.Helper()
	tr, err := tree.Build(t.Context(), games.MustNew(name), 0)
	require.NoError(t, err)
	return tr
}

// Sizes and exploitability of the uniform policy, as published for OpenSpiel.
func TestPublishedTruth(t *testing.T) {
	for _, c := range []struct {
		game            string
		nodes, infosets int
		uniform         float64
	}{
		{"kuhn", 58, 12, 0.458333},
		{"leduc", 9457, 936, 2.373611},
		{"liarsdice", 294883, 24576, 0.780744},
	} {
		tr := build(t, c.game)
		assert.Equal(t, c.nodes, tr.Nodes(), c.game)
		assert.Equal(t, c.infosets, tr.Infosets(), c.game)
		nashConv, values, best := tr.NashConv(tr.Uniform())
		assert.InDelta(t, c.uniform, nashConv/2, 5e-7, c.game)
		assert.InDelta(t, 0, values[0]+values[1], 1e-12, c.game)
		assert.InDelta(t, nashConv, best[0]+best[1], 1e-12, "zero-sum: %s", c.game)
	}
}

// The equilibria of Kuhn poker are a family (Kuhn 1950): the first player bets
// the jack with probability alpha up to 1/3 and the king three times as often.
func TestKuhnEquilibria(t *testing.T) {
	tr := build(t, "kuhn")
	for _, alpha := range []float64{0, 0.1, 0.2, 1. / 3} {
		policy := make(tree.Policy, tr.Slots())
		for i := range tr.Infosets() {
			card, betting := kuhnView(tr, int32(i))
			bet := map[string][3]float64{
				"":   {alpha, 0, 3 * alpha},
				"pb": {0, alpha + 1./3, 1},
				"p":  {1. / 3, 0, 1},
				"b":  {0, 1. / 3, 1},
			}[betting][card]
			at := tr.At(policy, int32(i))
			at[0], at[1] = 1-bet, bet
		}
		nashConv, values, best := tr.NashConv(policy)
		assert.InDelta(t, 0, nashConv, 1e-15, "alpha %v", alpha)
		assert.InDelta(t, -1./18, values[0], 1e-15)
		assert.InDelta(t, 1./18, best[1], 1e-15)
	}
}

// kuhnView reads the acting seat's card (0 is the jack) and the betting off the
// actions that lead to an infoset: two deals, then passes and bets.
func kuhnView(tr *tree.Tree, infoset int32) (card int, betting string) {
	var history []env.Action
	for v := tr.Example[infoset]; v > 0; v = tr.Parent[v] {
		history = append([]env.Action{tr.Action[v]}, history...)
	}
	for _, a := range history[2:] {
		betting += string("pb"[a])
	}
	return int(history[tr.Player[infoset]]), betting
}

// The arrays say what the states say, node by node.
func TestArraysAgreeWithTheGame(t *testing.T) {
	for _, name := range []string{"kuhn", "kuhn(players=3)", "goofspiel(cards=3,order=random)", "leduc"} {
		tr := build(t, name)
		returns := make([]float64, tr.Players())
		seen := map[string]int32{}
		for v := range tr.Nodes() {
			s := tr.State(int32(v))
			actor := s.CurrentPlayer()
			require.Equal(t, actor, tr.Actor[v])
			for c := tr.First[v]; c < tr.First[v]+tr.Count[v]; c++ {
				require.Equal(t, int32(v), tr.Parent[c])
				require.Greater(t, c, int32(v))
			}
			legal := s.LegalActions(nil)
			require.Len(t, legal, int(tr.Count[v]))
			for i, a := range legal {
				require.Equal(t, a, tr.Action[int(tr.First[v])+i])
			}
			switch {
			case actor == env.Terminal:
				z := tr.Infoset[v]
				require.Equal(t, int32(v), tr.TerminalNode[z])
				s.Returns(returns)
				require.Equal(t, returns, tr.TerminalReturn[int(z)*len(returns):(int(z)+1)*len(returns)])
			case actor == env.Chance:
				for i, o := range s.(env.Chancer).ChanceOutcomes(nil) {
					require.Equal(t, o.Prob, tr.Prob[int(tr.First[v])+i])
				}
			default:
				i := tr.Infoset[v]
				require.Equal(t, actor, tr.Player[i])
				require.Equal(t, legal, tr.Actions(i))
				key := fmt.Sprint(actor, s.(env.InfoStater).InformationState(actor))
				if known, ok := seen[key]; ok {
					require.Equal(t, known, i)
				}
				seen[key] = i
				require.LessOrEqual(t, tr.Example[i], int32(v))
			}
		}
		require.Len(t, seen, tr.Infosets(), name)
		reach := 0.0
		for _, r := range tr.TerminalReach {
			reach += r
		}
		require.Greater(t, reach, 0.0)
	}
}

// skewed returns a policy without ties or symmetry.
func skewed(tr *tree.Tree) tree.Policy {
	p := make(tree.Policy, tr.Slots())
	for i := range tr.Infosets() {
		at, sum := tr.At(p, int32(i)), 0.0
		for a := range at {
			at[a] = 1 + math.Mod(float64(i*7+a*3)*0.618, 1)
			sum += at[a]
		}
		for a := range at {
			at[a] /= sum
		}
	}
	return p
}

// walk is expected returns by plain recursion over nodes.
func walk(tr *tree.Tree, p tree.Policy, v int32) []float64 {
	n := tr.Players()
	values := make([]float64, n)
	if tr.Actor[v] == env.Terminal {
		z := int(tr.Infoset[v])
		copy(values, tr.TerminalReturn[z*n:(z+1)*n])
		return values
	}
	for i := range tr.Count[v] {
		c := tr.First[v] + i
		weight := tr.Prob[c]
		if tr.Actor[v] != env.Chance {
			weight = tr.At(p, tr.Infoset[v])[i]
		}
		for q, u := range walk(tr, p, c) {
			values[q] += weight * u
		}
	}
	return values
}

// Against every pure strategy, one after the other.
func TestBestResponseAgainstEnumeration(t *testing.T) {
	for _, name := range []string{"kuhn", "kuhn(players=3)", "goofspiel(cards=3)"} {
		tr := build(t, name)
		policy := skewed(tr)
		assert.InDeltaSlice(t, walk(tr, policy, 0), tr.Values(policy), 1e-12, name)
		for seat := range tr.Players() {
			value, response := tr.BestResponse(policy, seat)
			assert.InDelta(t, walk(tr, response, 0)[seat], value, 1e-12, "%s: the response gets what is promised", name)

			best := math.Inf(-1)
			trial := append(tree.Policy(nil), policy...)
			var enumerate func(k int)
			enumerate = func(k int) {
				if k == len(tr.Of[seat]) {
					best = max(best, tr.Values(trial)[seat])
					return
				}
				at := tr.At(trial, tr.Of[seat][k])
				for a := range at {
					clear(at)
					at[a] = 1
					enumerate(k + 1)
				}
			}
			enumerate(0)
			assert.InDelta(t, best, value, 1e-12, "%s seat %d", name, seat)
		}
	}
}

func TestTooLarge(t *testing.T) {
	_, err := tree.Build(t.Context(), games.MustNew("leduc"), 1000)
	var large *tree.TooLargeError
	require.ErrorAs(t, err, &large)
	assert.Equal(t, 1000, large.Limit)
	// Knuth's estimator is right on average: within a factor of two here.
	assert.InDelta(t, math.Log(9457), math.Log(large.Estimate), math.Log(2))
	_, err = tree.Build(t.Context(), games.MustNew("leduc"), 9456)
	assert.ErrorAs(t, err, &large)
	_, err = tree.Build(t.Context(), games.MustNew("leduc"), 9457)
	assert.NoError(t, err)
}

func TestEstimateIsExactOnRegularTrees(t *testing.T) {
	// Bidding three rounds in the dark: every playout has the same widths.
	assert.Equal(t, 1+3+9+18+36+36+36., tree.Estimate(regular{}, 7))
}

// A seat that forgets what it did, and one that could tell histories of one
// information state apart by its legal actions, are refused.
func TestNoPerfectRecall(t *testing.T) {
	_, err := tree.Build(t.Context(), regular{}, 0)
	require.NoError(t, err)
	for flaw, want := range map[string]string{
		forgetful: `regular: seat 1 has no perfect recall at information state "5 [2]"`,
		blocked:   `regular: seat 1 has no perfect recall at information state "[]"`,
	} {
		_, err = tree.Build(t.Context(), regular{flaw}, 0)
		var recall *tree.RecallError
		require.ErrorAs(t, err, &recall, flaw)
		assert.EqualError(t, err, want, flaw)
	}

	_, err = tree.Build(t.Context(), noInformation{}, 0)
	assert.ErrorIs(t, err, tree.ErrNoInformationStates)
}

func BenchmarkBuildLeduc(b *testing.B) {
	game := games.MustNew("leduc")
	for b.Loop() {
		if _, err := tree.Build(b.Context(), game, 0); err != nil {
			b.Fatal(err)
		}
	}
}

// One step is the exploitability of one policy.
func BenchmarkNashConvLeduc(b *testing.B) {
	tr := build(b, "leduc")
	policy := skewed(tr)
	b.ReportAllocs()
	for b.Loop() {
		tr.NashConv(policy)
	}
}

// A hopeless game is refused at once, without walking as far as the limit, which
// would take hours.
func TestHopelessGamesAreRefusedAtOnce(t *testing.T) {
	_, err := tree.Build(t.Context(), games.MustNew("heat"), 1<<30)
	var large *tree.TooLargeError
	require.ErrorAs(t, err, &large)
	assert.Greater(t, large.Estimate, 1e30)
}

// countdown is a context that is cancelled when it has been looked at so often.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// A walk stops wherever it is when the context is cancelled: while it guesses how
// large the game is, while it walks, and while it guesses anew to say no.
func TestBuildStopsWhenCancelled(t *testing.T) {
	const often = 1 << 40
	for game, limit := range map[string]int{"leduc": 0, "liarsdice": 1000} {
		whole := &countdown{t.Context(), often}
		_, err := tree.Build(whole, games.MustNew(game), limit)
		var large *tree.TooLargeError
		assert.Equal(t, limit > 0, errors.As(err, &large), "%s: %v", game, err)
		looks := often - whole.left
		assert.Greater(t, looks, 110, game)
		for _, left := range []int{0, 1, 99, 100, looks / 2, looks - 1} {
			_, err := tree.Build(&countdown{t.Context(), left}, games.MustNew(game), limit)
			assert.ErrorIs(t, err, context.Canceled, "%s after %d of %d looks", game, left, looks)
		}
	}
}
