package eval_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/agents/roster"
	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
	"ringer/eval/tree"
)

func ExamplePlayMatch() {
	m, err := eval.PlayMatch(context.Background(), eval.MatchConfig{
		Game:    games.MustNew("kuhn(players=4)"),
		Entries: []eval.Entry{{Name: "one", Agent: random.New()}, {Name: "others", Agent: random.New()}},
		Games:   1001,
		Seed:    1,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Games, "games,", m.Deals, "deals")
	for _, a := range m.Agents {
		fmt.Println(a.Name, "would win", a.EqualShare, "if equal; interval holds it:", a.Low < a.EqualShare && a.EqualShare < a.High)
	}
	// Output:
	// 1004 games, 251 deals
	// one would win 0.25 if equal; interval holds it: true
	// others would win 0.75 if equal; interval holds it: true
}

// fixed plays the i-th legal action in proportion to the i-th weight, and begins
// anew when there are more actions than weights.
type fixed struct{ weights []float32 }

func (f fixed) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	for i := range decisions {
		sum := float32(0)
		for j := range decisions[i].Probs {
			decisions[i].Probs[j] = f.weights[j%len(f.weights)]
			sum += decisions[i].Probs[j]
		}
		for j := range decisions[i].Probs {
			decisions[i].Probs[j] /= sum
		}
	}
	return decisions, nil
}

// agentFunc is an agent made of a function.
type agentFunc func(context.Context, []agents.View) ([]agents.Decision, error)

func (f agentFunc) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	return f(ctx, views)
}

func play(t testing.TB, config eval.MatchConfig) *eval.Match {
	t.Helper()
	m, err := eval.PlayMatch(context.Background(), config)
	require.NoError(t, err)
	return m
}

// crowd decides by how many views it gets at once, as a network does in its
// last bits.
var crowd = agentFunc(func(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	return fixed{[]float32{1, float32(len(views))}}.Decide(ctx, views)
})

func TestSameBytesWhateverTheWorkers(t *testing.T) {
	for _, name := range []string{"kuhn(players=3)", "leduc", "goofspiel(order=random)"} {
		var want []byte
		for _, workers := range []int{1, 2, 7} {
			m := play(t, eval.MatchConfig{
				Game:    games.MustNew(name),
				Entries: []eval.Entry{{"a", crowd}, {"b", random.New()}},
				Games:   500, Seed: 9, Workers: workers, Keep: 200,
			})
			got, err := json.Marshal(m)
			require.NoError(t, err)
			if want == nil {
				want = got
			}
			require.Equal(t, string(want), string(got), "%s with %d workers", name, workers)
		}
	}
}

// The returns of a match equal those computed on the tree, to within the interval.
func TestMatchAgreesWithExactReturns(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on the goroutines of the other matches")
	}
	game := games.MustNew("leduc")
	full, err := tree.Build(t.Context(), game, 0)
	require.NoError(t, err)
	ctx := context.Background()
	one, two := fixed{[]float32{1, 4}}, random.New()
	policies := [2]tree.Policy{}
	for k, agent := range []agents.Agent{one, two} {
		policies[k], err = eval.Tabulate(ctx, full, agent, 0)
		require.NoError(t, err)
	}
	exact := 0.0 // the mean over both seats of what one gets against two
	for seat := range 2 {
		mixed := append(tree.Policy(nil), policies[1]...)
		for _, i := range full.Of[seat] {
			copy(full.At(mixed, i), full.At(policies[0], i))
		}
		exact += full.Values(mixed)[seat] / 2
	}
	require.Greater(t, exact, 0.05, "the agents differ")
	held, deviation := 0, 0.0
	for seed := range uint64(24) {
		m := play(t, eval.MatchConfig{Game: game, Entries: []eval.Entry{{"one", one}, {"two", two}}, Games: 600, Seed: seed})
		a, b := m.Agents[0], m.Agents[1]
		require.InDelta(t, 1, a.WinRate+b.WinRate, 1e-9)
		require.InDelta(t, 0, a.MeanReturn+b.MeanReturn, 1e-9)
		if a.ReturnLow <= exact && exact <= a.ReturnHigh {
			held++
		}
		deviation += (a.MeanReturn - exact) / 24
	}
	assert.GreaterOrEqual(t, held, 21, "of 24 intervals of 95%%")
	assert.InDelta(t, 0, deviation, 0.06, "unbiased")
}

func TestDealsAreSharedAndSeatsRotate(t *testing.T) {
	game := games.MustNew("kuhn(players=4)")
	m := play(t, eval.MatchConfig{
		Game:    game,
		Entries: []eval.Entry{{"a", random.New()}, {"b", random.New()}, {"c", random.New()}},
		Games:   40, Seed: 3, Keep: 3,
	})
	require.Len(t, m.FirstDeals, 3)
	var deals []string
	for _, d := range m.FirstDeals {
		require.Len(t, d.Games, 4)
		assert.Equal(t, []string{"a", "b", "c", "c"}, d.Games[0].Agents)
		assert.Equal(t, []string{"c", "a", "b", "c"}, d.Games[1].Agents)
		assert.Equal(t, []string{"c", "c", "a", "b"}, d.Games[2].Agents)
		assert.Equal(t, []string{"b", "c", "c", "a"}, d.Games[3].Agents)
		different := false
		for _, g := range d.Games {
			assert.Equal(t, d.Games[0].History[:4], g.History[:4], "the same cards in every rotation")
			different = different || fmt.Sprint(g.History) != fmt.Sprint(d.Games[0].History)
			s := game.NewInitialState()
			for _, a := range g.History {
				require.NoError(t, s.Apply(a))
			}
			returns := make([]float64, 4)
			s.Returns(returns)
			assert.Equal(t, env.Terminal, s.CurrentPlayer())
			assert.Equal(t, returns, g.Returns)
			assert.Len(t, g.History, 4+g.Decisions)
		}
		assert.True(t, different, "agents have streams of their own")
		deals = append(deals, fmt.Sprint(d.Games[0].History[:4]))
	}
	assert.NotEqual(t, deals[0], deals[1])
	assert.InDelta(t, 0, m.Agents[0].MeanReturn+m.Agents[1].MeanReturn+2*m.Agents[2].MeanReturn, 1e-12, "the mean of one of c's two seats")
	assert.NotZero(t, m.Agents[2].MeanReturn)
	assert.Equal(t, []float64{0.25, 0.25, 0.5}, []float64{m.Agents[0].EqualShare, m.Agents[1].EqualShare, m.Agents[2].EqualShare})
}

// An agent of the same kind everywhere: whatever seat and length show is the
// game's, and the tallies of one match fit together.
func TestSeatsLengthsAndTies(t *testing.T) {
	m := play(t, eval.MatchConfig{Game: games.MustNew("tictactoe"), Entries: []eval.Entry{{"r", random.New()}}, Games: 4000, Seed: 1})
	// Random play on an empty board: .5849 / .2881 / .1270 (counted exactly in
	// many places; 212256 of 362880 orders of filling the board).
	x, o := m.Seats[0], m.Seats[1]
	assert.InDelta(t, 0.5849+0.1270/2, x.WinRate, 0.02)
	assert.InDelta(t, 0.2881+0.1270/2, o.WinRate, 0.02)
	assert.Less(t, x.Low, x.WinRate)
	assert.Less(t, x.WinRate, x.High)
	assert.InDelta(t, 0.5849-0.2881, x.MeanReturn, 0.04)
	assert.InDelta(t, 0.1270, m.Ties.Rate, 0.02)
	assert.Equal(t, 5, m.Length.Min)
	assert.Equal(t, 9, m.Length.Max)
	assert.Less(t, m.Length.Low, m.Length.Mean)
	assert.Less(t, m.Length.Mean, m.Length.High)
	require.Len(t, m.Agents, 1)
	assert.Equal(t, 1.0, m.Agents[0].EqualShare)
	assert.Equal(t, 1.0, m.Agents[0].WinRate)
}

// Wins by seat add up to the wins of an agent and to the wins of a seat, fillers counted
// once for each of theirs.
func TestAgentsBySeat(t *testing.T) {
	if testing.Short() {
		t.Skip("plays for long")
	}
	for _, x := range []struct {
		game  string
		seats []float64 // of each entry
	}{{"tictactoe", []float64{1, 1}}, {"kuhn(players=3)", []float64{1, 2}}} {
		m := play(t, eval.MatchConfig{
			Game: games.MustNew(x.game), Entries: []eval.Entry{{"a", fixed{[]float32{3, 1}}}, {"b", random.New()}}, Games: 2000, Seed: 2,
		})
		n := float64(len(m.Seats))
		bySeat := make([]float64, len(m.Seats))
		for e, a := range m.Agents {
			require.Len(t, a.Seats, len(m.Seats))
			sum := 0.
			for seat, s := range a.Seats {
				assert.Equal(t, seat, s.Seat)
				assert.True(t, s.Low <= s.WinRate && s.WinRate <= s.High, "%+v", s)
				sum += s.WinRate * x.seats[e] / n
				bySeat[seat] += s.WinRate * x.seats[e] / n
			}
			assert.InDelta(t, a.WinRate, sum, 1e-9, x.game)
		}
		for seat, s := range m.Seats {
			assert.InDelta(t, s.WinRate, bySeat[seat], 1e-9, "%s seat %d", x.game, seat)
		}
	}
	m := play(t, eval.MatchConfig{Game: games.MustNew("tictactoe"), Entries: []eval.Entry{{"a", random.New()}, {"b", random.New()}}, Games: 8000, Seed: 1})
	for _, a := range m.Agents { // as the tree says: see TestSeatsLengthsAndTies
		assert.InDelta(t, 0.5849+0.1270/2, a.Seats[0].WinRate, 0.025, a.Name)
		assert.InDelta(t, 0.2881+0.1270/2, a.Seats[1].WinRate, 0.025, a.Name)
	}
}

func TestProgressAndCancelling(t *testing.T) {
	config := eval.MatchConfig{Game: games.MustNew("kuhn"), Entries: []eval.Entry{{"r", random.New()}}, Games: 3001, Workers: 3}
	last := 0
	config.Progress = func(done, total int) {
		require.Equal(t, 3002, total)
		require.Greater(t, done, last)
		last = done
	}
	play(t, config)
	assert.Equal(t, 3002, last)

	ctx, cancel := context.WithCancel(context.Background())
	config.Games = 1_000_000
	config.Progress = func(done, total int) { cancel() }
	m, err := eval.PlayMatch(ctx, config)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Nil(t, m, "no group was over")
}

// A match that is interrupted says what the groups of deals say that were over: here
// the first ones, because one worker plays them in order.
func TestAnInterruptedMatchKeepsWhatWasPlayed(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	config := eval.MatchConfig{Game: games.MustNew("kuhn"), Entries: []eval.Entry{{"r", random.New()}}, Games: 100_000, Workers: 1, Keep: 100, Seed: 5}
	config.Progress = func(done, total int) {
		if done >= 1000 {
			cancel()
		}
	}
	m, err := eval.PlayMatch(ctx, config)
	require.ErrorIs(t, err, context.Canceled)
	require.NotNil(t, m)
	assert.True(t, m.Interrupted)
	assert.GreaterOrEqual(t, m.Games, 500)
	assert.Less(t, m.Games, 2000)
	assert.Equal(t, 2*m.Deals, m.Games)

	config.Games, config.Progress = m.Games, nil
	whole := play(t, config)
	m.Interrupted = false
	assert.Equal(t, whole, m)
}

func TestAgentsThatBreakTheirContract(t *testing.T) {
	game := games.MustNew("kuhn")
	broken := errors.New("out of ideas")
	for name, c := range map[string]struct {
		agent agentFunc
		want  string
	}{
		"error": {
			func(context.Context, []agents.View) ([]agents.Decision, error) { return nil, broken },
			"bad: out of ideas",
		},
		"too few": {func(_ context.Context, v []agents.View) ([]agents.Decision, error) {
			return agents.Decisions(v[:1])[:0], nil
		}, "one for each view"},
		"sum": {
			func(_ context.Context, v []agents.View) ([]agents.Decision, error) { return agents.Decisions(v), nil },
			"bad: agents: decision 0 (seat 0): Probs: sum 0: want sum 1",
		},
	} {
		_, err := eval.PlayMatch(context.Background(), eval.MatchConfig{
			Game: game, Entries: []eval.Entry{{"bad", c.agent}, {"good", random.New()}}, Games: 100, Workers: 2,
		})
		require.Error(t, err, name)
		assert.Contains(t, err.Error(), c.want, name)
	}
}

func TestMatchConfigFaults(t *testing.T) {
	_, err := eval.PlayMatch(context.Background(), eval.MatchConfig{
		Game:    games.MustNew("kuhn"),
		Entries: []eval.Entry{{"a", random.New()}, {"b", nil}, {"c", random.New()}},
		Workers: -1, Keep: -1,
	})
	var faults env.Faults
	require.ErrorAs(t, err, &faults)
	assert.EqualError(t, err, "agents: 3: want 1 to 2, because kuhn has 2 seats\n"+
		"agents[1]: none: want an agent\n"+
		"games: 0: want 1 to 1000000000\n"+
		"workers: -1: want a positive number, or 0 for one a processor\n"+
		"keep: -1: want 0 to 100000")
	_, err = eval.PlayMatch(context.Background(), eval.MatchConfig{Games: 1})
	assert.EqualError(t, err, "game: none: want a game")
}

// Entries of a game of teams that take whole teams play the games of entries named once a
// seat, and a team counts as one.
func TestMatchOfTeams(t *testing.T) {
	expert, one, other := teamsOf(t)
	alone := eval.MatchConfig{Game: one.Game, Entries: []eval.Entry{expert, other, expert, other}, Games: 24, Seed: 3, Keep: 6}
	seats, err := eval.PlayMatch(t.Context(), alone)
	require.NoError(t, err)
	require.False(t, seats.Teams)

	m, err := eval.PlayMatch(t.Context(), one)
	require.NoError(t, err)
	require.True(t, m.Teams)
	assert.Equal(t, []int{6, 12, 2}, []int{m.Deals, m.Games, len(m.Seats)})
	wins, ties := make([]float64, 2), 0.0 // of the expert's team, by team
	for deal := range m.FirstDeals {
		require.Len(t, m.FirstDeals[deal].Games, 2)
		for team, g := range m.FirstDeals[deal].Games {
			assert.Equal(t, seats.FirstDeals[deal].Games[team].History, g.History, "the same deal and the same seats")
			assert.Equal(t, "expert", g.Agents[team])
			assert.Equal(t, g.Agents[team], g.Agents[team+2], "partners are one agent's")
			switch {
			case g.Returns[team] > g.Returns[1-team]:
				wins[team]++
			case g.Returns[team] == g.Returns[1-team]:
				wins[team] += .5
				ties++
			}
		}
	}
	require.Positive(t, wins[0])
	require.Less(t, ties, 12.0, "a team won")
	a := m.Agents[0]
	assert.InDelta(t, (wins[0]+wins[1])/12, a.WinRate, 1e-12)
	assert.InDelta(t, ties/12, m.Ties.Rate, 1e-12)
	assert.InDelta(t, .5, a.EqualShare, 0)
	assert.InDelta(t, 1, a.WinRate+m.Agents[1].WinRate, 1e-12)
	assert.InDelta(t, 0, a.MeanReturn+m.Agents[1].MeanReturn, 1e-12)
	for team, s := range a.Seats {
		assert.Equal(t, team, s.Seat)
		assert.InDelta(t, wins[team]/6, s.WinRate, 1e-12)
		assert.InDelta(t, (wins[team]+6-wins[1-team])/12, m.Seats[team].WinRate, 1e-12, "both agents together")
	}

	itself := one
	itself.Entries, itself.Games, itself.Keep = []eval.Entry{expert}, 10, 5
	alike, err := eval.PlayMatch(t.Context(), itself)
	require.NoError(t, err)
	returns := 0.0 // of a seat of team 0
	for _, deal := range alike.FirstDeals {
		for _, g := range deal.Games {
			returns += g.Returns[0] / 10
		}
	}
	require.NotZero(t, returns)
	assert.InDelta(t, returns, alike.Seats[0].MeanReturn, 1e-12)
	assert.InDelta(t, -returns, alike.Seats[1].MeanReturn, 1e-12)

	watched := 0
	require.NoError(t, eval.WatchDeals(t.Context(), one, 0, 2, func(deal, rotation int, returns []float64) {
		assert.Equal(t, m.FirstDeals[deal].Games[rotation].Returns, returns)
		watched++
	}))
	assert.Equal(t, 4, watched)

	one.Entries = []eval.Entry{expert, other, expert}
	_, err = eval.PlayMatch(t.Context(), one)
	assert.ErrorContains(t, err, "teams: 3 agents: want at most one agent a team")
	assert.False(t, eval.WholeTeams(games.MustNew("kuhn").Spec(), 2), "everyone is alone")
}

// teamsOf returns an expert and a random player, and a match of teams between them.
func teamsOf(t *testing.T) (expert eval.Entry, match eval.MatchConfig, other eval.Entry) {
	t.Helper()
	g := games.MustNew("duel(players=4,scenario=king_of_the_hill,step=1,rounds=15,one_and_half_actions=true,respawn=true)")
	require.Equal(t, [][]env.Player{{0, 2}, {1, 3}}, g.Spec().Sides())
	agent, err := roster.New("expert", roster.Sources{Game: g})
	require.NoError(t, err)
	expert, other = eval.Entry{Name: "expert", Agent: agent}, eval.Entry{Name: "random", Agent: random.New()}
	return expert, eval.MatchConfig{Game: g, Entries: []eval.Entry{expert, other}, Teams: true, Games: 12, Seed: 3, Keep: 6}, other
}

func TestWinShares(t *testing.T) {
	for _, c := range []struct {
		returns, want []float64
		winners       int
	}{
		{[]float64{1, -1}, []float64{1, 0}, 1},
		{[]float64{0, 0}, []float64{0.5, 0.5}, 2},
		{[]float64{0.5, 0.5, -1}, []float64{0.5, 0.5, 0}, 2},
		{[]float64{3, 2, 7, -12}, []float64{0, 0, 1, 0}, 1},
		{[]float64{-1. / 3, -1. / 3, -1. / 3, -1. / 3}, []float64{0, 0, 0, 0}, 0}, // C-3: all lose together
		{[]float64{1, 1, 1}, []float64{1. / 3, 1. / 3, 1. / 3}, 3},
	} {
		shares := make([]float64, len(c.returns))
		assert.Equal(t, c.winners, eval.WinShares(c.returns, shares), "%v", c.returns)
		assert.Equal(t, c.want, shares, "%v", c.returns)
	}
}

// Few or all-alike deals do not make an interval of no width.
func TestIntervalsOfFewDeals(t *testing.T) {
	always := func(i int) fixed { w := []float32{0, 0}; w[i] = 1; return fixed{w} }
	m := play(t, eval.MatchConfig{Game: games.MustNew("kuhn"), Entries: []eval.Entry{{"bet", always(1)}, {"pass", always(0)}}, Games: 400})
	a := m.Agents[0] // betting always wins against folding always
	assert.Equal(t, 1.0, a.WinRate)
	assert.Equal(t, eval.Wilson(200, 200), eval.Interval{Low: a.Low, High: a.High})
	assert.Less(t, a.Low, 1.0)
	assert.Equal(t, 1.0, a.MeanReturn)

	m = play(t, eval.MatchConfig{Game: games.MustNew("kuhn"), Entries: []eval.Entry{{"r", random.New()}, {"r", random.New()}}, Games: 1})
	assert.Equal(t, 2, m.Games)
	assert.Less(t, m.Agents[0].Low, 0.4)
	assert.Greater(t, m.Agents[0].High, 0.6)
}
