package eval_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/greedy"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
	"ringer/eval/rating"
)

func ExamplePlayArena() {
	a, err := eval.PlayArena(context.Background(), eval.ArenaConfig{
		Game:    games.MustNew("leduc"),
		Entries: []eval.Entry{{Name: "random", Agent: random.New()}, {Name: "greedy", Agent: greedy.New(4, nil)}},
		Games:   500,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range a.Agents {
		fmt.Println(r.Name, "above 1050:", r.EloLow > 1050)
	}
	// Output:
	// random above 1050: false
	// greedy above 1050: true
}

// In a game of teams a pair meets with whole teams, in one way of seating them.
func TestArenaOfTeams(t *testing.T) {
	expert, match, other := teamsOf(t)
	m, err := eval.PlayMatch(t.Context(), match)
	require.NoError(t, err)
	config := eval.ArenaConfig{Game: match.Game, Entries: []eval.Entry{expert, other}, Anchor: 1, Teams: true, Games: 12, Seed: 3}
	a, err := eval.PlayArena(t.Context(), config)
	require.NoError(t, err)
	p := a.Pairs[0]
	assert.Equal(t, []int{6, 12}, []int{a.Deals, p.Games})
	require.Len(t, p.Seatings, 1)
	assert.Equal(t, []any{2, 2, .5, 12}, []any{p.Seatings[0].SeatsA, p.Seatings[0].SeatsB, p.Seatings[0].EqualShare, p.Seatings[0].Games})
	assert.InDelta(t, m.Agents[0].WinRate, p.WinRate, 1e-12)
	n := 6.0 // deals, and half a one for each team beforehand
	assert.InDelta(t, (n*p.WinRate+.5)/(n+1), rating.EloShare(a.Agents[0].Elo-a.Agents[1].Elo, 1), 1e-6)
	config.Payoff = eval.PayoffReturns
	a, err = eval.PlayArena(t.Context(), config)
	require.NoError(t, err)
	assert.InDelta(t, m.Agents[0].MeanReturn, a.Pairs[0].Payoff, 1e-12, "a seat of a against a seat of b")

	config.Game = games.MustNew("kuhn")
	_, err = eval.PlayArena(t.Context(), config)
	assert.ErrorContains(t, err, "teams: kuhn: want a game of teams")
}

// simulated returns the deals of an arena whose agents have true Elo ratings:
// every pair plays every deal, an agent has good and bad deals, and 10% are ties.
func simulated(rng env.Rand, seats int, elo []float64, deals int) (eval.ArenaConfig, []eval.PairDeals) {
	config := eval.ArenaConfig{Game: games.MustNew("kuhn(players=" + string(rune('0'+seats)) + ")")}
	for i := range elo {
		config.Entries = append(config.Entries, eval.Entry{Name: string(rune('a' + i))})
	}
	sides := 2
	if seats == 2 {
		sides = 1
	}
	var pairs []eval.PairDeals
	for a := range elo {
		for b := a + 1; b < len(elo); b++ {
			p := eval.PairDeals{A: a, B: b}
			for half := range sides {
				var all []eval.DealResult
				for range deals {
					var d eval.DealResult
					for range seats {
						one := rating.EloShare(elo[a]-elo[b], seats-1)
						if half == 1 {
							one = 1 - rating.EloShare(elo[b]-elo[a], seats-1)
						}
						win := 0.0
						if rng.Float64() < one {
							win = 1
						}
						d.WinsA += win / float64(seats)
						d.WinsB += (1 - win) / float64(seats)
					}
					all = append(all, d)
				}
				p.Deals = append(p.Deals, all)
			}
			pairs = append(pairs, p)
		}
	}
	return config, pairs
}

// A ladder of known ratings is found again, with two seats and with more.
func TestEloFindsKnownRatings(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one goroutine")
	}
	elo := []float64{1000, 1150, 1200, 1500}
	for _, seats := range []int{2, 4} {
		config, pairs := simulated(env.Stream(7, "test/elo"), seats, elo, 1000)
		a, err := eval.RateArena(t.Context(), config, pairs)
		require.NoError(t, err)
		for i, r := range a.Agents {
			assert.InDelta(t, elo[i], r.Elo, 25, "%d seats, %s", seats, r.Name)
			assert.LessOrEqual(t, r.EloLow, r.Elo)
			assert.GreaterOrEqual(t, r.EloHigh, r.Elo)
		}
		assert.Equal(t, eval.Rating{Name: "a", Elo: 1000, EloLow: 1000, EloHigh: 1000},
			eval.Rating{Name: a.Agents[0].Name, Elo: a.Agents[0].Elo, EloLow: a.Agents[0].EloLow, EloHigh: a.Agents[0].EloHigh})
		for _, p := range a.Pairs {
			assert.Less(t, p.EloDifferenceLow, p.EloDifference)
			assert.Less(t, p.EloDifference, p.EloDifferenceHigh)
			assert.InDelta(t, p.Payoff, 2*p.WinRate-1, 1e-9)
		}
		assert.Greater(t, a.AlphaRank[3].Mass, 0.95, "the best agent takes over")
		assert.InDelta(t, 1, a.NashAverage[3].Weight, 1e-9)
		assert.InDelta(t, 0, a.NashAverage[3].Rating, 1e-9)
		assert.Less(t, a.NashAverage[0].RatingHigh, a.NashAverage[3].RatingLow)
	}
}

// About 95% of the intervals hold the truth: of ratings, of differences and of
// win rates; and for a single pair the interval is Jeffreys'.
func TestIntervalsOfRatingsHoldTheTruth(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one goroutine")
	}
	const trials, deals = 60, 100
	elo := []float64{1000, 1060, 1250}
	held, all := 0, 0
	hold := func(low, high, truth float64) {
		all++
		if low <= truth && truth <= high {
			held++
		}
	}
	for trial := range trials {
		config, pairs := simulated(env.Stream(8, "test/coverage", uint64(trial)), 2, elo, deals)
		config.Seed = uint64(trial)
		a, err := eval.RateArena(t.Context(), config, pairs)
		require.NoError(t, err)
		hold(a.Agents[1].EloLow, a.Agents[1].EloHigh, elo[1])
		hold(a.Agents[2].EloLow, a.Agents[2].EloHigh, elo[2])
		hold(a.Pairs[2].EloDifferenceLow, a.Pairs[2].EloDifferenceHigh, elo[1]-elo[2])
		hold(a.Pairs[1].Low, a.Pairs[1].High, rating.EloShare(elo[0]-elo[2], 1))
	}
	assert.InDelta(t, 0.95, float64(held)/float64(all), 0.03)
}

// One that has won all has a finite rating and an interval with a width: the interval of
// Jeffreys for no win in 50.
func TestEloOfOneThatAlwaysWins(t *testing.T) {
	config, pairs := simulated(env.Stream(9, "test/always"), 2, []float64{0, 1e6}, 50)
	a, err := eval.RateArena(t.Context(), config, pairs)
	require.NoError(t, err)
	won := a.Agents[1]
	assert.InDelta(t, 1000+400*math.Log10(50.5/.5), won.Elo, 0.1)
	// Beta(50.5, 0.5): 2.5% quantile .9513 (R, qbeta), so odds of 19.5 to 1.
	assert.InDelta(t, 1000+400*math.Log10(.9513/.0487), won.EloLow, 15)
	assert.Greater(t, won.EloHigh, 2000.0)
	assert.Less(t, won.EloHigh, 5000.0)
	assert.Equal(t, eval.Wilson(0, 50).High, a.Pairs[0].High)
}

// Rock, paper, scissors: equal ratings, equal masses, equal weights.
func TestACycleHasEqualRatings(t *testing.T) {
	config, pairs := simulated(env.Stream(1, "test/cycle"), 2, []float64{0, 0, 0}, 400)
	for k, wins := range []float64{0.25, 0.75, 0.25} { // a b, a c, b c
		for d := range pairs[k].Deals[0] {
			pairs[k].Deals[0][d] = eval.DealResult{WinsA: wins, WinsB: 1 - wins, ReturnA: wins, ReturnB: -wins}
		}
	}
	for _, payoff := range []string{eval.PayoffWins} {
		config.Payoff = payoff
		a, err := eval.RateArena(t.Context(), config, pairs)
		require.NoError(t, err)
		for i, r := range a.Agents {
			assert.InDelta(t, 1000, r.Elo, 1e-6)
			assert.InDelta(t, 0.5, r.WinRate, 1e-9)
			assert.InDelta(t, 1./3, a.AlphaRank[i].Mass, 1e-9)
			assert.InDelta(t, 1./3, a.NashAverage[i].Weight, 1e-9)
			assert.InDelta(t, 0, a.NashAverage[i].Rating, 1e-9)
		}
	}
}

func ladder() []eval.Entry {
	return []eval.Entry{{Name: "random", Agent: random.New()}, {Name: "crowd", Agent: crowd}, {Name: "greedy", Agent: greedy.New(2, nil)}}
}

func TestArenaIsTheSameWhateverTheWorkers(t *testing.T) {
	for _, name := range []string{"kuhn", "kuhn(players=3)"} {
		var want string
		for _, workers := range []int{1, 3} {
			a, err := eval.PlayArena(context.Background(), eval.ArenaConfig{
				Game: games.MustNew(name), Entries: ladder(), Games: 701, Seed: 4, Workers: workers,
			})
			require.NoError(t, err)
			text, err := json.Marshal(a)
			require.NoError(t, err)
			if want == "" {
				want = string(text)
			}
			require.Equal(t, want, string(text))
		}
	}
}

// A pair of an arena is the match of the two on the same deals.
func TestArenaAgreesWithMatches(t *testing.T) {
	config := eval.ArenaConfig{Game: games.MustNew("leduc"), Entries: []eval.Entry{{"random", random.New()}, {"one", fixed{[]float32{1, 4}}}}, Games: 600, Seed: 5, Payoff: eval.PayoffReturns}
	a, err := eval.PlayArena(context.Background(), config)
	require.NoError(t, err)
	m := play(t, eval.MatchConfig{Game: config.Game, Entries: config.Entries, Games: 600, Seed: 5})
	p := a.Pairs[0]
	assert.Equal(t, m.Games, p.Games)
	assert.InDelta(t, m.Agents[0].WinRate, p.WinRate, 1e-12)
	assert.InDelta(t, m.Agents[0].Low, p.Low, 1e-12)
	assert.InDelta(t, m.Agents[0].High, p.High, 1e-12)
	assert.InDelta(t, m.Agents[0].MeanReturn, p.Payoff, 1e-12)

	config.Game, config.Games = games.MustNew("kuhn(players=3)"), 1200
	a, err = eval.PlayArena(context.Background(), config)
	require.NoError(t, err)
	one := play(t, eval.MatchConfig{Game: config.Game, Entries: config.Entries, Games: 600, Seed: 5})
	two := play(t, eval.MatchConfig{Game: config.Game, Entries: []eval.Entry{config.Entries[1], config.Entries[0]}, Games: 600, Seed: 5})
	p = a.Pairs[0]
	require.Len(t, p.Seatings, 2)
	assert.Equal(t, 1200, p.Games)
	assert.InDelta(t, one.Agents[0].WinRate, p.Seatings[0].WinRate, 1e-12)
	assert.InDelta(t, two.Agents[1].WinRate, p.Seatings[1].WinRate, 1e-12)
	assert.InDelta(t, (one.Agents[0].WinRate+two.Agents[1].WinRate)/2, p.WinRate, 1e-12)
	assert.InDelta(t, (one.Agents[0].MeanReturn-one.Agents[1].MeanReturn+two.Agents[1].MeanReturn-two.Agents[0].MeanReturn)/4, p.Payoff, 1e-12)
	assert.InDelta(t, 1./3, p.Seatings[0].EqualShare, 1e-12)
	assert.InDelta(t, 2./3, p.Seatings[1].EqualShare, 1e-12)
}

// Games kept from before are not played again, and the table is the same.
func TestArenaGoesOn(t *testing.T) {
	config := eval.ArenaConfig{Game: games.MustNew("kuhn(players=3)"), Entries: ladder(), Games: 900, Seed: 2}
	var blocks []eval.Block
	config.Done = func(b eval.Block) error { blocks = append(blocks, b); return nil }
	whole, err := eval.PlayArena(context.Background(), config)
	require.NoError(t, err)
	require.Greater(t, len(blocks), 12)

	enough := errors.New("enough")
	var cut []eval.Block
	config.Done = func(b eval.Block) error {
		if cut = append(cut, b); len(cut) == 7 {
			return enough
		}
		return nil
	}
	_, err = eval.PlayArena(context.Background(), config)
	require.ErrorIs(t, err, enough)

	again := 0
	config.Have, config.Done = cut, func(eval.Block) error { again++; return nil }
	first, last := -1, 0
	config.Progress = func(done, total int) {
		if first < 0 {
			first = done
		}
		require.LessOrEqual(t, last, done)
		require.Equal(t, 2700, total)
		last = done
	}
	resumed, err := eval.PlayArena(context.Background(), config)
	require.NoError(t, err)
	assert.Equal(t, whole, resumed)
	assert.Equal(t, len(blocks)-len(cut), again)
	assert.Positive(t, first)
	assert.Equal(t, 2700, last)
}

// An arena that is interrupted rates all agents by the first deals, those that every
// pair has played, as an arena of this many games would.
func TestAnInterruptedArenaRatesTheDealsThatAllHave(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one goroutine")
	}
	for _, game := range []string{"kuhn", "kuhn(players=3)"} {
		ctx, cancel := context.WithCancel(context.Background())
		config := eval.ArenaConfig{Game: games.MustNew(game), Entries: ladder(), Games: 10_000, Seed: 3, Workers: 1}
		config.Progress = func(done, total int) {
			if 5*done >= total {
				cancel()
			}
		}
		a, err := eval.PlayArena(ctx, config)
		require.ErrorIs(t, err, context.Canceled)
		require.NotNil(t, a)
		assert.True(t, a.Interrupted)
		assert.Positive(t, a.Deals)
		config.Games, config.Progress = a.Pairs[0].Games, nil
		whole, err := eval.PlayArena(context.Background(), config)
		require.NoError(t, err)
		a.Interrupted = false
		assert.Equal(t, whole, a)

		ctx, cancel = context.WithCancel(context.Background())
		cancel()
		a, err = eval.PlayArena(ctx, config)
		assert.ErrorIs(t, err, context.Canceled)
		assert.Nil(t, a)
	}
}

func TestArenaFaults(t *testing.T) {
	_, err := eval.PlayArena(context.Background(), eval.ArenaConfig{
		Game: games.MustNew("kuhn"), Entries: []eval.Entry{{"a", random.New()}, {"a", nil}}, Anchor: 2, Workers: -1, Payoff: "fame",
	})
	assert.EqualError(t, err, "agents[1]: none: want an agent\n"+
		"agents[1]: a: want a name that no other agent has\n"+
		"anchor: 2: want the index of an agent\n"+
		"workers: -1: want a positive number, or 0 for one a processor\n"+
		"payoff: fame: want wins or returns\n"+
		"games: 0: want 1 to 1000000000")
	_, err = eval.RateArena(t.Context(), eval.ArenaConfig{Game: games.MustNew("kuhn"), Entries: ladder()}, nil)
	assert.ErrorContains(t, err, "0 pairs of 3 agents")
}
