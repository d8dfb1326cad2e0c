package eval_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
	"ringer/eval/rating"
)

// Equal teams get half of the wins each.
func TestSPRTOfTeams(t *testing.T) {
	expert, match, _ := teamsOf(t)
	match.Entries, match.Games = []eval.Entry{expert, expert}, 64
	m, result, err := eval.PlaySPRT(t.Context(), match, eval.SPRT{Elo0: 0, Elo1: 100, Alpha: .05, Beta: .05})
	require.NoError(t, err)
	assert.True(t, m.Teams)
	require.InDelta(t, .5, m.Agents[0].WinRate, .12)
	assert.Negative(t, result.LLR)
}

func TestSPRTBoundsAndFaults(t *testing.T) {
	s := eval.DefaultSPRT()
	lower, upper := s.Bounds()
	assert.InDelta(t, -2.944, lower, 1e-3) // as engine testers know them
	assert.InDelta(t, 2.944, upper, 1e-3)
	s = eval.SPRT{Elo0: 5, Elo1: 5, Alpha: 0, Beta: 0.6}
	assert.EqualError(t, s.Validate(), "elo1: 5: want more than elo0 (5)\nalpha: 0: want a chance above 0 and below 0.5\nbeta: 0.6: want a chance above 0 and below 0.5")
	s = eval.SPRT{Elo0: math.NaN(), Elo1: 1, Alpha: .1, Beta: .1}
	assert.Error(t, s.Validate())

	_, _, err := eval.PlaySPRT(context.Background(), eval.MatchConfig{Game: games.MustNew("kuhn"), Entries: []eval.Entry{{"a", random.New()}}, Games: 10}, eval.DefaultSPRT())
	var faults env.Faults
	assert.ErrorAs(t, err, &faults)
}

func sprt(t *testing.T, game string, one, two fixed, games_, workers int, seed uint64, test eval.SPRT) (*eval.Match, *eval.SPRTResult) {
	t.Helper()
	m, r, err := eval.PlaySPRT(context.Background(), eval.MatchConfig{
		Game: games.MustNew(game), Entries: []eval.Entry{{"one", one}, {"two", two}}, Games: games_, Seed: seed, Workers: workers,
	}, test)
	require.NoError(t, err)
	return m, r
}

// Better, worse and equal agents get their verdicts; a clear one comes early, and
// does not depend on workers.
func TestSPRTVerdicts(t *testing.T) {
	even, bets := fixed{[]float32{1}}, fixed{[]float32{1, 4}} // betting more wins more often
	test := eval.SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05}
	m, r := sprt(t, "kuhn", bets, even, 20_000, 1, 1, test)
	assert.Equal(t, eval.Accept, r.Verdict)
	assert.GreaterOrEqual(t, r.LLR, r.Upper)
	assert.Less(t, m.Games, 5000, "stopped early")
	assert.Equal(t, m.Games, 2*m.Deals)
	assert.Greater(t, m.Agents[0].WinRate, 0.5)
	again, same := sprt(t, "kuhn", bets, even, 20_000, 3, 1, test)
	assert.Equal(t, m, again)
	assert.Equal(t, r, same)
	// The match is the same as one that was played to that length.
	plain := play(t, eval.MatchConfig{Game: games.MustNew("kuhn"), Entries: []eval.Entry{{"one", bets}, {"two", even}}, Games: m.Games, Seed: 1})
	assert.InDelta(t, plain.Agents[0].WinRate, m.Agents[0].WinRate, 1e-12)

	_, r = sprt(t, "kuhn", even, bets, 20_000, 0, 1, test)
	assert.Equal(t, eval.Reject, r.Verdict)
	m, r = sprt(t, "kuhn", even, even, 100, 0, 1, test)
	assert.Equal(t, eval.Undecided, r.Verdict)
	assert.Equal(t, 100, m.Games)
	assert.Positive(t, m.Length.Min)
	m, r = sprt(t, "kuhn(players=4)", bets, even, 40_000, 0, 1, test)
	assert.Equal(t, eval.Accept, r.Verdict)
	assert.Greater(t, m.Agents[0].WinRate, 0.25)
}

// Wrong verdicts are about as rare as promised, where either hypothesis is true.
func TestSPRTErrors(t *testing.T) {
	const trials = 300
	test := eval.SPRT{Elo0: 0, Elo1: 80, Alpha: 0.1, Beta: 0.1}
	for truth, wrong := range map[float64]string{0: eval.Accept, 80: eval.Reject} {
		errs, deals := 0, 0
		for trial := range trials {
			verdict, n := eval.SimulateSPRT(test, env.Stream(11, "test/sprt", uint64(trial)), rating.EloShare(truth, 1), 4000)
			deals += n
			if verdict == wrong {
				errs++
			}
			require.NotEqual(t, eval.Undecided, verdict)
		}
		assert.Less(t, float64(errs)/trials, 0.13, "truth %v", truth)
		assert.Greater(t, float64(errs)/trials, 0.02, "truth %v: needlessly careful", truth)
		// A fixed test with these errors needs (2 × 1.28 / difference)² × variance
		// a deal: about 390.
		assert.Less(t, deals/trials, 250, "sequential saves games")
	}
}

// The ratio agrees with the normal approximation where there is much data
// (difference of means × (2 mean − mean0 − mean1) / 2 / variance, a deal).
// A test that is interrupted has no verdict yet, but games.
func TestAnInterruptedSPRTIsUndecided(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	config := eval.MatchConfig{
		Game: games.MustNew("kuhn"), Entries: []eval.Entry{{"a", random.New()}, {"b", random.New()}}, Games: 1_000_000, Seed: 1,
		Progress: func(done, _ int) {
			if done >= 2000 {
				cancel()
			}
		},
	}
	test := eval.SPRT{Elo0: -1, Elo1: 1, Alpha: 0.01, Beta: 0.01}
	m, s, err := eval.PlaySPRT(ctx, config, test)
	require.ErrorIs(t, err, context.Canceled)
	require.NotNil(t, m)
	assert.True(t, m.Interrupted)
	assert.Equal(t, eval.Undecided, s.Verdict)
	assert.InDelta(t, 1800, m.Games, 700)
}

func TestSPRTAgreesWithTheNormalApproximation(t *testing.T) {
	rng := env.Stream(12, "test/ratio")
	test := eval.SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}
	s := eval.NewScores(test, 2)
	n, sum, squares := 20_000.0, 0.0, 0.0
	for range int(n) {
		v := float64(rng.IntN(5)) / 4
		s.Add(v)
		sum += v
		squares += v * v
	}
	mean, mean0, mean1 := sum/n, rating.EloShare(0, 1), rating.EloShare(10, 1)
	want := n * (mean1 - mean0) * (2*mean - mean0 - mean1) / 2 / (squares/n - mean*mean)
	assert.InEpsilon(t, want, s.Ratio(), 0.03)
}

// What nobody wins counts as shared by all seats.
func TestSPRTSharesWhatNobodyWins(t *testing.T) {
	s := eval.NewScores(eval.DefaultSPRT(), 4)
	s.AddShares(0, 0)
	s.AddShares(0.5, 0.1)
	s.AddShares(0.25, 0.75)
	assert.Equal(t, []float64{0, 0.25, 0.6, 1}, s.Values())
}
