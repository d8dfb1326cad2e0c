package eval

import (
	"context"
	"math"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
)

// inventedGroups returns groups of deals with two columns: a share, and one that is always a third.
func inventedGroups(groups, deals int) []MatchGroup {
	rng := env.Stream(1, "test")
	list := make([]MatchGroup, groups)
	for i := range list {
		list[i] = newMatchGroup(i*deals, (i+1)*deals, 2)
		list[i].Shortest, list[i].Longest = 5+rng.IntN(5), 20+rng.IntN(5)
		for _, row := range list[i].Rows {
			row[0], row[1] = float64(rng.IntN(3))/2, 1./3
		}
	}
	return list
}

// A ledger is the same in whatever order groups end.
func TestLedgerKeepsTheOrderOfDeals(t *testing.T) {
	list := inventedGroups(40, 3)
	one, other := newLedger(2), newLedger(2)
	for i, g := range list {
		one.over(i, g)
		other.over(len(list)-1-i, list[len(list)-1-i])
		assert.True(t, other.isOver(len(list)-1-i))
		assert.Equal(t, i == len(list)-1, other.isOver(0))
	}
	assert.Equal(t, one.rows, other.rows)
	assert.Equal(t, one.mean(), other.mean())
	assert.Equal(t, meanOf(one.rows), one.mean())
	assert.Equal(t, 120, one.deals)
	assert.Empty(t, other.waiting)

	// A group that is over behind a gap counts when the match ends there.
	gap := newLedger(2)
	gap.over(0, list[0])
	gap.over(3, list[3])
	gap.over(2, list[2])
	gap.close()
	assert.Equal(t, [][]float64{
		list[0].Rows[0], list[0].Rows[1], list[0].Rows[2], list[2].Rows[0], list[2].Rows[1], list[2].Rows[2], list[3].Rows[0], list[3].Rows[1], list[3].Rows[2],
	}, gap.rows)
}

// The rows of a ledger do not grow with the deals, and say the same as all deals would.
func TestLedgerIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for long, and what it shares other tests share too")
	}
	const deals = 64
	groups := 3*mostRows/deals + 5
	l := newLedger(2)
	var all [][]float64
	shortest, longest := math.MaxInt, 0
	for i, g := range inventedGroups(groups, deals) {
		l.over(i, g)
		all = append(all, g.Rows...)
		shortest, longest = min(shortest, g.Shortest), max(longest, g.Longest)
		require.LessOrEqual(t, len(l.rows), mostRows)
	}
	assert.Equal(t, 4, l.each)
	assert.Equal(t, groups*deals, l.deals)
	assert.Equal(t, []int{shortest, longest}, []int{l.shortest, l.longest})
	assert.Equal(t, meanOf(all), l.mean())
	rows := l.clusters()
	assert.Equal(t, groups*deals/4, len(rows))
	assert.InDeltaSlice(t, l.mean(), meanOf(rows), 1e-9)
	spread, err := Bootstrap(t.Context(), rows, 1)
	require.NoError(t, err)
	share := l.share(rows, 0, spread[0])
	assert.InEpsilon(t, 2*z95*math.Sqrt(1./6/float64(l.deals)), share.High-share.Low, 0.1, "as the spread of 0, ½ and 1 has it")
	assert.Equal(t, Wilson(float64(l.deals)*(1./3), float64(l.deals)), l.share(rows, 1, spread[1]), "deals that are all alike")

	l = newLedger(2)
	for i, g := range inventedGroups(1, mostRows+1) {
		l.over(i, g)
	}
	assert.Len(t, l.clusters(), mostRows/2, "a row that is not full joins the one before")
}

// Clusters that are made as deals come are, bit for bit, those that are made of all rows.
func TestThinnerMakesTheClustersOfALedger(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one goroutine")
	}
	for _, c := range []struct{ rooms, most int }{{8, 3}, {16, 5}, {16, 100}, {64, 10}, {4, 4}, {64, 64}} {
		for deals := c.most + 1; deals < 6*c.rooms*c.rooms; deals += 1 + deals/40 {
			rng := env.Stream(uint64(deals), "test/thinner")
			l, y := newLedger(2), newThinner(deals, 2, c.rooms, c.most)
			l.room = c.rooms
			for range deals {
				g := newMatchGroup(0, 1, 2)
				g.Rows[0][0], g.Rows[0][1] = rng.Float64(), float64(rng.IntN(4))/3
				y.add(g.Rows[0])
				l.add(g)
			}
			require.Equal(t, thinTo(l.clusters(), c.most), y.clusters, "%d deals, %d rows, %d clusters", deals, c.rooms, c.most)
			require.LessOrEqual(t, len(y.parts)+len(y.spare), 2+64, "sums under way")
		}
	}
}

// A match of many deals has the figures that all its deals give, whole or from a file that keeps
// a part; one that ends early has the figures of its rows.
func TestThinnedMatchIsTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for long, and what it shares other tests share too")
	}
	config := MatchConfig{Game: games.MustNew("kuhn(players=3)"), Games: 3 * (mostClusters + 700), Seed: 5, Entries: []Entry{{"a", random.New()}, {"b", leaning(.6)}}}
	var kept []MatchGroup
	config.Done = func(g MatchGroup) error {
		kept = append(kept, g)
		return nil
	}
	got, err := PlayMatch(t.Context(), config)
	require.NoError(t, err)

	r := newRun(config) // without a thinner
	r.reuse(kept)
	require.Nil(t, r.ledger.thinner)
	require.NoError(t, r.playGroups(t.Context(), 0, r.groups))
	want, err := r.summarise(t.Context())
	require.NoError(t, err)
	assert.Equal(t, want, got)

	config.Have, config.Done = kept[:100], nil
	continued, err := PlayMatch(t.Context(), config)
	require.NoError(t, err)
	assert.Equal(t, want, continued)

	part := newRun(config)
	part.ledger.expect(part.deals)
	for i, g := range kept[:20] {
		part.ledger.over(i, g)
	}
	assert.Len(t, part.ledger.clusters(), part.ledger.deals, "every deal is a cluster")
}

// A match holds no more memory after a hundred times the games.
func TestMatchMemoryIsFlat(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for long, and what it shares other tests share too")
	}
	held := func(deals int) uint64 {
		const columns = 34 // of four agents in four seats
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		l := newLedger(columns)
		l.expect(deals)
		for i := range (deals + 31) / 32 {
			from := i * 32
			g := newMatchGroup(from, min(from+32, deals), columns)
			for k, row := range g.Rows {
				row[0] = float64(from+k) / 3
			}
			l.over(i, g)
		}
		clusters := l.clusters()
		runtime.GC()
		runtime.ReadMemStats(&after)
		require.LessOrEqual(t, len(clusters), mostClusters)
		runtime.KeepAlive(l)
		return after.HeapAlloc - min(before.HeapAlloc, after.HeapAlloc)
	}
	few, many := held(1<<14), held(1<<14*100)
	assert.Less(t, many, few+few/4, "bytes held after 16,384 deals, and after a hundred times as many")
}

// A group that is far ahead waits for the first one that is not over, or for the end.
func TestLedgerHoldsBack(t *testing.T) {
	l := newLedger(2)
	list := inventedGroups(2, 1)
	require.NoError(t, l.wait(t.Context(), ahead-1))
	ended, stop := context.WithCancel(t.Context())
	stop()
	require.ErrorIs(t, l.wait(ended, ahead), context.Canceled)
	passed := make(chan error)
	go func() { passed <- l.wait(t.Context(), ahead+1) }()
	l.over(1, list[1])
	select {
	case <-passed:
		t.Fatal("it did not wait")
	default:
	}
	l.over(0, list[0])
	require.NoError(t, <-passed)
}

// A count beyond its bound is refused before anything is made of it.
func TestCountsAreBounded(t *testing.T) {
	g := games.MustNew("kuhn")
	entries := []Entry{{"a", random.New()}, {"b", random.New()}}
	for _, n := range []int{MostGames + 1, math.MaxInt, math.MinInt, 0, -1} {
		_, err := PlayMatch(t.Context(), MatchConfig{Game: g, Entries: entries, Games: n})
		require.ErrorContains(t, err, "games: ")
		_, _, err = PlaySPRT(t.Context(), MatchConfig{Game: g, Entries: entries, Games: n}, DefaultSPRT())
		require.ErrorContains(t, err, "games: ")
		_, err = PlayArena(t.Context(), ArenaConfig{Game: g, Entries: entries, Games: n})
		require.ErrorContains(t, err, "games: ")
		_, err = PlayResponses(t.Context(), ResponseConfig{Game: g, Agent: entries[0], Responses: make([]agents.Agent, 2), Games: n})
		require.ErrorContains(t, err, "games: ")
	}
	_, err := PlayMatch(t.Context(), MatchConfig{Game: g, Entries: entries, Games: 2, Keep: MostKept + 1})
	require.ErrorContains(t, err, "keep: ")
}

// leaning takes the first legal action with this probability, and otherwise the last one.
type leaning float32

func (l leaning) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	out := make([]agents.Decision, len(views))
	for i, v := range views {
		out[i].Probs = make([]float32, len(v.Legal))
		out[i].Probs[0], out[i].Probs[len(v.Legal)-1] = float32(l), 1-float32(l)
	}
	return out, nil
}

// An arena keeps no more rows than it has room for, whatever the number of its games, and
// its figures count all deals.
func TestArenaIsBounded(t *testing.T) {
	for _, game := range []string{"kuhn", "kuhn(players=3)"} {
		config := ArenaConfig{Game: games.MustNew(game), Games: 900, Seed: 3, Entries: []Entry{{"a", random.New()}, {"b", leaning(.6)}, {"c", leaning(.3)}}}
		whole, err := PlayArena(t.Context(), config)
		require.NoError(t, err)

		a := newArena(config)
		a.ledger.room = 64
		require.NoError(t, a.play(t.Context()))
		assert.LessOrEqual(t, len(a.ledger.rows), 64)
		assert.Empty(t, a.open)
		assert.Greater(t, a.ledger.each, 1)
		few, err := a.rate(t.Context())
		require.NoError(t, err)
		assert.Equal(t, []int{whole.Games, whole.Deals}, []int{few.Games, few.Deals})
		for i := range whole.Agents {
			w, f := &whole.Agents[i], &few.Agents[i]
			assert.InDelta(t, w.WinRate, f.WinRate, 1e-12)
			assert.InDelta(t, w.Elo, f.Elo, 1e-6)
			assert.InEpsilon(t, w.High-w.Low, f.High-f.Low, 0.4)
			assert.InEpsilon(t, w.EloHigh-w.EloLow+1, f.EloHigh-f.EloLow+1, 0.4)
		}
		for i := range whole.Pairs {
			w, f := &whole.Pairs[i], &few.Pairs[i]
			assert.InDelta(t, w.Payoff, f.Payoff, 1e-12)
			assert.InDelta(t, w.WinRate, f.WinRate, 1e-12)
			assert.InEpsilon(t, w.High-w.Low, f.High-f.Low, 0.4)
		}
	}
}

// The memory of an arena and of an estimate does not grow with the games that are asked for.
func TestMemoryDoesNotGrowWithGames(t *testing.T) {
	g := games.MustNew("kuhn")
	entries := []Entry{{"a", random.New()}, {"b", random.New()}}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for name, play := range map[string]func() error{
		"arena": func() error {
			_, err := PlayArena(stopped, ArenaConfig{Game: g, Entries: entries, Games: MostGames})
			return err
		},
		"responses": func() error {
			_, err := PlayResponses(stopped, ResponseConfig{Game: g, Agent: entries[0], Responses: []agents.Agent{random.New(), nil}, Games: MostGames})
			return err
		},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		require.ErrorIs(t, play(), context.Canceled)
		runtime.ReadMemStats(&after)
		assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20), name)
	}
}

// Rows that are wide are few.
func TestLedgersOfWideRowsAreShort(t *testing.T) {
	assert.Equal(t, mostRows, roomFor(4))
	assert.Equal(t, 1<<15, roomFor(360))
	assert.Equal(t, leastRows, roomFor(1<<22))
}

// meanOf returns the mean of each column.
func meanOf(rows [][]float64) []float64 {
	mean := make([]float64, len(rows[0]))
	for _, r := range rows {
		for c, v := range r {
			mean[c] += v
		}
	}
	for c := range mean {
		mean[c] /= float64(len(rows))
	}
	return mean
}
