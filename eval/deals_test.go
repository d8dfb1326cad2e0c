package eval_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/agents/roster"
	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
)

// Deals that are played in pieces are the deals of a whole match, however they are cut, and
// their sums are the match's.
func TestDealsInPiecesAreAMatch(t *testing.T) {
	for _, name := range []string{"kuhn(players=3)", "liarsdice"} {
		g := games.MustNew(name)
		greedy, err := roster.New("greedy", roster.Sources{Game: g})
		require.NoError(t, err)
		entries := []eval.Entry{{Name: "one", Agent: greedy}, {Name: "others", Agent: random.New()}}
		config := eval.MatchConfig{Game: g, Entries: entries, Seed: 5}
		play := func(workers, tables, from, to int) []eval.DealRow {
			config.Workers = workers
			rows, err := eval.PlayDeals(t.Context(), eval.DealsConfig{MatchConfig: config, Tables: tables}, from, to)
			require.NoError(t, err)
			return rows
		}
		whole := play(1, 64, 0, 60)
		pieces := append(append(play(2, 1, 0, 7), play(3, 0, 7, 8)...), play(1, 9, 8, 60)...)
		assert.Equal(t, whole, pieces, name)

		config.Games = 60 * g.Spec().Players
		match, err := eval.PlayMatch(t.Context(), config)
		require.NoError(t, err)
		sum, err := eval.SumUpDeals(t.Context(), config.Game.Spec(), whole, config.Seed)
		require.NoError(t, err)
		want := match.Agents[0]
		assert.Equal(t, match.Games, sum.Games)
		assert.InDelta(t, want.WinRate, sum.WinRate, 1e-12)
		assert.InDelta(t, want.MeanReturn, sum.MeanReturn, 1e-12)
		assert.InDelta(t, want.Low, sum.Low, .02)
		assert.InDelta(t, want.High, sum.High, .02)
		for seat := range want.Seats {
			assert.InDelta(t, want.Seats[seat].WinRate, sum.Seats[seat].WinRate, 1e-12)
		}
	}
}

// In a game of teams the one agent can play a whole team: each deal once for each team, and
// a team that wins has the whole win.
func TestDealsOfTeams(t *testing.T) {
	one, config, other := teamsOf(t)
	rows, err := eval.PlayDeals(t.Context(), eval.DealsConfig{MatchConfig: config}, 0, 6)
	require.NoError(t, err)

	config.Entries, config.Games, config.Teams = []eval.Entry{one, other, one, other}, 24, false
	match, err := eval.PlayMatch(t.Context(), config)
	require.NoError(t, err)
	wins := 0.0
	for deal, row := range rows {
		require.Len(t, row.Shares, 2)
		for team := range 2 { // in rotation 0 the one has seats 0 and 2, in rotation 1 seats 1 and 3
			returns := match.FirstDeals[deal].Games[team].Returns
			shares := make([]float64, 4)
			eval.WinShares(returns, shares)
			assert.InDelta(t, shares[team]+shares[team+2], row.Shares[team], 1e-12)
			assert.InDelta(t, returns[team], row.Returns[team], 1e-12)
			wins += row.Shares[team]
		}
	}
	sum, err := eval.SumUpDeals(t.Context(), config.Game.Spec(), rows, 3)
	require.NoError(t, err)
	assert.Equal(t, []any{6, 12, .5, 2}, []any{sum.Deals, sum.Games, sum.EqualShare, len(sum.Seats)})
	assert.InDelta(t, wins/12, sum.WinRate, 1e-12)
	assert.Positive(t, wins)
}

func TestDealsStopWithTheContext(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, err := eval.PlayDeals(ctx, eval.DealsConfig{MatchConfig: eval.MatchConfig{
		Game: games.MustNew("kuhn"), Entries: []eval.Entry{{Agent: random.New()}, {Agent: random.New()}},
	}}, 0, 10)
	assert.ErrorIs(t, err, context.Canceled)
	_, err = eval.PlayDeals(t.Context(), eval.DealsConfig{MatchConfig: eval.MatchConfig{
		Game: games.MustNew("kuhn"), Entries: []eval.Entry{{Agent: random.New()}, {Agent: random.New()}},
	}}, 10, 10)
	assert.ErrorContains(t, err, "deals from a number to a higher one")
}

// Deals that are added up piece by piece give what all at once do, and those beyond the rows
// of a ledger the same means.
func TestDealsAddUp(t *testing.T) {
	spec := games.MustNew("kuhn").Spec()
	rng := env.Stream(1, "test")
	n := 300_000
	if testing.Short() {
		n /= 100
	}
	rows := make([]eval.DealRow, n)
	for i := range rows {
		x := float64(rng.IntN(3)) / 2
		rows[i] = eval.DealRow{Shares: []float64{x, 1 - x}, Returns: []float64{2*x - 1, 1 - 2*x}}
	}
	for _, n := range []int{5, 3000, len(rows)} {
		want, err := eval.SumUpDeals(t.Context(), spec, rows[:n], 4)
		require.NoError(t, err)
		sum := eval.NewDealSum(2)
		for piece := range slices.Chunk(rows[:n], 1+n/7) {
			sum.Add(piece)
		}
		require.Equal(t, n, sum.Deals())
		got, err := sum.SumUp(t.Context(), spec, 4)
		require.NoError(t, err)
		assert.Equal(t, want, got)
		mean := 0.
		for _, row := range rows[:n] {
			mean += row.Shares[0]
		}
		assert.InDelta(t, mean/float64(n), got.Seats[0].WinRate, 1e-12)
		assert.Less(t, got.Seats[0].Low, got.Seats[0].WinRate)
		assert.Less(t, got.Seats[0].WinRate, got.Seats[0].High)
	}
}
