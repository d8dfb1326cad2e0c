package matrixgame_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/eval/matrixgame"
	"ringer/eval/tree"
)

// The page http://www.icynic.com/~don/psych5.html gives exact solutions of Goofspiel
// with five cards, prizes in random order and bids that are shown, after the bid 5 won
// the prize 5 from the bid 1: what the winner of that prize gets from a game whose
// winner gets 1 from the loser, and how often each seat bids each card. Backward
// induction through the states of the game, one linear program a stage, must agree.
func TestPublishedStagesOfGoofspiel(t *testing.T) {
	for _, c := range []struct {
		prize  string
		worth  float64
		loser  []float64 // odds of its bids 2 to 5
		winner []float64 // odds of its bids 1 to 4
	}{
		{"prize 4", 0, []float64{0, 1. / 2, 0, 1. / 2}, []float64{1. / 2, 0, 0, 1. / 2}},
		{"prize 3", -253. / 44948, []float64{0, 0, 40565. / 44948, 4383. / 44948}, []float64{44695. / 89896, 0, 0, 45201. / 89896}},
		{"prize 2", 653. / 101043, []float64{5800. / 33681, 11669. / 33681, 16212. / 33681, 0}, []float64{774. / 33681, 0, 27545. / 33681, 5362. / 33681}},
		{"prize 1", -75237. / 1017724, []float64{6895. / 10492, 3597. / 10492, 0, 0}, []float64{0, 3597. / 10492, 6895. / 10492, 0}},
	} {
		s := games.MustNew("goofspiel(cards=5,order=random,impinfo=false)").NewInitialState()
		for _, name := range []string{"prize 5", "bid 1", "bid 5", c.prize} {
			a, err := env.ParseAction(s, name)
			require.NoError(t, err)
			s = after(t, s, a)
		}
		payoffs := stage(t, s)
		found := matrixgame.Solve(payoffs)
		assert.InDelta(t, c.worth, -found.Value, 1e-12, c.prize)
		assert.InDeltaSlice(t, c.loser, found.Rows, 1e-12, c.prize)
		assert.InDeltaSlice(t, c.winner, found.Columns, 1e-12, c.prize)
	}
}

// after returns the state that an action leads to.
func after(t *testing.T, s env.State, a env.Action) env.State {
	t.Helper()
	next := s.Clone()
	require.NoError(t, next.Apply(a))
	return next
}

// value returns seat 0's expected return when both seats play on in equilibrium.
func value(t *testing.T, s env.State) float64 {
	t.Helper()
	switch s.CurrentPlayer() {
	case env.Terminal:
		returns := make([]float64, 2)
		s.Returns(returns)
		return returns[0]
	case env.Chance:
		mean := 0.0
		for _, o := range s.(env.Chancer).ChanceOutcomes(nil) {
			mean += o.Prob * value(t, after(t, s, o.Action))
		}
		return mean
	}
	return matrixgame.Solve(stage(t, s)).Value
}

// stage returns seat 0's payoffs of one bid of both seats, by the value of what follows.
func stage(t *testing.T, s env.State) [][]float64 {
	t.Helper()
	var payoffs [][]float64
	for _, a := range s.LegalActions(nil) {
		bid := after(t, s, a)
		var row []float64
		for _, b := range bid.LegalActions(nil) {
			row = append(row, value(t, after(t, bid, b)))
		}
		payoffs = append(payoffs, row)
	}
	return payoffs
}

// Ross, "Goofspiel: the game of pure strategy", J. Appl. Prob. 8 (1971), 621-625: no
// answer to random bids is better than to bid the value of the prize. With n cards
// that wins v ((v-1) - (n-v)) / n points more than the other seat wins at the prize v,
// (n²-1)/6 in all, in whatever order the prizes come and whatever is shown.
func TestRossAnswersRandomBids(t *testing.T) {
	for _, variant := range []string{"cards=3,order=random", "cards=4,order=random", "cards=4,impinfo=false", "cards=5,order=ascending"} {
		walked := build(t, "goofspiel("+variant+",returns=point_difference)")
		n := float64(walked.Spec.NumActions())
		want := (n*n - 1) / 12 // a return is half the difference
		for seat := range 2 {
			best, _ := walked.BestResponse(walked.Uniform(), seat)
			assert.InDelta(t, want, best, 1e-12, "%s, seat %d", variant, seat)
			assert.InDelta(t, want, walked.Values(matching(t, walked, seat))[seat], 1e-12, "%s, seat %d", variant, seat)
		}
	}
}

// matching returns the uniform policy, but for a seat that bids the value of the prize.
func matching(t *testing.T, walked *tree.Tree, seat int) tree.Policy {
	t.Helper()
	policy := walked.Uniform()
	for _, i := range walked.Of[seat] {
		information := walked.State(walked.Example[i]).(env.InfoStater).InformationState(env.Player(seat))
		prize, err := strconv.Atoi(strings.TrimSuffix(information[strings.LastIndex(information, " ")+1:], ":"))
		require.NoError(t, err, information)
		for k, a := range walked.Actions(i) {
			walked.At(policy, i)[k] = 0
			if int(a) == prize-1 {
				walked.At(policy, i)[k] = 1
			}
		}
	}
	return policy
}

func build(t *testing.T, game string) *tree.Tree {
	t.Helper()
	walked, err := tree.Build(t.Context(), games.MustNew(game), 0)
	require.NoError(t, err)
	return walked
}
