package eval_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/greedy"
	"ringer/agents/mcts"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
)

// afar plays units in this process, as if it were another place.
type afar struct {
	units, refused atomic.Int64
	refuse         func(*eval.Work) bool
	change         func([]eval.Played) []eval.Played
}

func (a *afar) Width() int { return 7 }

func (a *afar) Play(ctx context.Context, w *eval.Work) ([]eval.Played, error) {
	a.units.Add(1)
	if a.refuse != nil && a.refuse(w) {
		a.refused.Add(1)
		return nil, eval.ErrHere
	}
	played, err := eval.PlayWork(ctx, w)
	if a.change != nil && err == nil {
		played = a.change(played)
	}
	return played, err
}

// asJSON returns what a command would print.
func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}

// field is two agents of a game, one of which draws numbers of its own while it decides.
func field(g env.Game) []eval.Entry {
	searcher, err := mcts.NewInformationSet(g, mcts.InformationSetOptions{Sims: 4, Determinizations: 2, Exploration: 0.7, Temperature: 1})
	if err != nil {
		panic(err)
	}
	return []eval.Entry{{Name: "search", Agent: searcher}, {Name: "greedy", Agent: greedy.New(2, nil)}}
}

// measurements are all the ways in which eval plays games, at a place.
func measurements(t *testing.T, g env.Game, place *eval.Place) map[string]func() any {
	entries := field(g)
	must := func(v any, err error) any {
		require.NoError(t, err)
		return v
	}
	match := eval.MatchConfig{Game: g, Entries: entries, Games: 70, Seed: 3, Workers: 2, Place: place}
	return map[string]func() any{
		"match": func() any {
			kept, done := match, 0
			kept.Keep = 3
			kept.Progress = func(n, total int) { done = n }
			m, err := eval.PlayMatch(t.Context(), kept)
			assert.Equal(t, m.Games, done)
			return must(m, err)
		},
		"watched match": func() any {
			var mu sync.Mutex
			seen := map[string][]string{} // by deal: what a watcher sees, in its order
			watched := match
			watched.Watch = func(w eval.Watched) {
				mu.Lock()
				defer mu.Unlock()
				deal := fmt.Sprint(w.Deal)
				seen[deal] = append(seen[deal], fmt.Sprint(w.Entry, w.Rotation, w.View.Seat, w.View.Legal, w.View.Observation, w.Decision, w.Action))
			}
			m, err := eval.PlayMatch(t.Context(), watched)
			return []any{must(m, err), seen}
		},
		"sprt": func() any {
			m, s, err := eval.PlaySPRT(t.Context(), match, eval.DefaultSPRT())
			return []any{must(m, err), s}
		},
		"arena": func() any {
			return must(eval.PlayArena(t.Context(), eval.ArenaConfig{Game: g, Entries: append(slices.Clone(entries), eval.Entry{Name: "random", Agent: random.New()}), Games: 200, Seed: 3, Place: place}))
		},
		"deals": func() any {
			return must(eval.PlayDeals(t.Context(), eval.DealsConfig{MatchConfig: match}, 5, 40))
		},
		"responses": func() any {
			responses := slices.Repeat([]agents.Agent{entries[1].Agent}, g.Spec().Players)
			responses[1] = nil
			return must(eval.PlayResponses(t.Context(), eval.ResponseConfig{Game: g, Agent: entries[0], Responses: responses, Games: 60, Seed: 4, Place: place}))
		},
		"starts": func() any {
			var starts []eval.Start
			for i := range 150 {
				seating := make([]int, g.Spec().Players)
				seating[i%len(seating)] = i % 2
				starts = append(starts, eval.Start{State: g.NewInitialState(), Seed: uint64(i / 2), Agents: uint64(i % 3), Seating: seating})
			}
			return must(eval.PlayFrom(t.Context(), match, starts))
		},
		"watched deals": func() any {
			var mu sync.Mutex
			seen := map[int][]string{}
			tell := func(deal int, v ...any) {
				mu.Lock()
				defer mu.Unlock()
				seen[deal] = append(seen[deal], fmt.Sprint(v...))
			}
			watched := match
			watched.Watch = func(w eval.Watched) { tell(w.Deal, w.Rotation, w.Decision, w.Action) }
			err := eval.WatchDeals(t.Context(), watched, 3, 50, func(deal, rotation int, returns []float64) { tell(deal, rotation, returns) })
			return must(seen, err)
		},
	}
}

// Every measurement gives the same bytes when its games are played elsewhere, and when some of
// its units come back to be played here.
func TestElsewhereChangesNothing(t *testing.T) {
	for _, name := range []string{"leduc", "kuhn(players=3)"} {
		g := games.MustNew(name)
		for what, measure := range measurements(t, g, nil) {
			t.Run(name+" "+what, func(t *testing.T) {
				want := asJSON(t, measure())
				place := &afar{}
				assert.Equal(t, want, asJSON(t, measurements(t, g, eval.NewPlace(place))[what]()))
				assert.Positive(t, place.units.Load())
				half := &afar{}
				half.refuse = func(*eval.Work) bool { return half.units.Load()%2 == 0 }
				assert.Equal(t, want, asJSON(t, measurements(t, g, eval.NewPlace(half))[what]()))
			})
		}
	}
}

// What does not fit the unit that was asked for is refused, whatever it is.
func TestElsewhereIsChecked(t *testing.T) {
	g := games.MustNew("leduc")
	match := eval.MatchConfig{Game: g, Entries: field(g), Games: 40, Seed: 3}
	watched := match
	watched.Watch = func(eval.Watched) {}
	for what, c := range map[string]struct {
		config eval.MatchConfig
		change func([]eval.Played) []eval.Played
		want   string
	}{
		"a game is missing":        {match, func(p []eval.Played) []eval.Played { return p[1:] }, "games for a unit of"},
		"a game comes twice":       {match, func(p []eval.Played) []eval.Played { p[1] = p[0]; return p }, "twice in rotation"},
		"a deal of another unit":   {match, func(p []eval.Played) []eval.Played { p[0].Deal = 1000; return p }, "its unit does not have"},
		"a rotation too many":      {match, func(p []eval.Played) []eval.Played { p[0].Rotation = 2; return p }, "its unit does not have"},
		"a return is missing":      {match, func(p []eval.Played) []eval.Played { p[0].Returns = p[0].Returns[1:]; return p }, "1 returns: want 2"},
		"choices are missing":      {watched, func(p []eval.Played) []eval.Played { p[0].Log = p[0].Log[1:]; return p }, "differs from the local one"},
		"choices are too many":     {watched, func(p []eval.Played) []eval.Played { p[0].Log = append(p[0].Log, p[0].Log[0]); return p }, "choices: want at most"},
		"an action is none":        {watched, func(p []eval.Played) []eval.Played { p[0].Log[0].Action = 77; return p }, "log[0].action: 77: want an action from 0 to 2"},
		"an action is not allowed": {watched, func(p []eval.Played) []eval.Played { p[0].Log[0].Action = 2 - p[0].Log[0].Action; return p }, "differs from the local one"},
		"no number":                {match, func(p []eval.Played) []eval.Played { p[0].Returns[0] = math.NaN(); return p }, "returns[0]: NaN: want a number from -13 to 13"},
		"a return out of bounds":   {match, func(p []eval.Played) []eval.Played { p[0].Returns[1] = 3e38; return p }, "returns[1]: 3e+38"},
		"a negative length":        {match, func(p []eval.Played) []eval.Played { p[0].Decisions = -1; return p }, "decisions: -1: want"},
		"a length without end":     {match, func(p []eval.Played) []eval.Played { p[0].Decisions = math.MaxInt; return p }, "decisions: 9223372036854775807"},
		"an unwanted history":      {match, func(p []eval.Played) []eval.Played { p[0].History = []env.Action{1}; return p }, "history: 1 actions: want at most 0"},
		"an unwanted choice":       {match, func(p []eval.Played) []eval.Played { p[0].Log = make([]eval.Logged, 1); return p }, "log: 1 choices: want at most 0"},
		"probabilities above 1":    {watched, func(p []eval.Played) []eval.Played { p[0].Log[0].Probs[0] = 7; return p }, "log[0].probs[0]: 7"},
		"probabilities of nothing": {watched, func(p []eval.Played) []eval.Played { clear(p[0].Log[0].Probs); return p }, "log[0].probs: 0: want 1 together"},
		"a value that is none":     {watched, func(p []eval.Played) []eval.Played { p[0].Log[0].Value = float32(math.Inf(1)); return p }, "log[0].value: +Inf"},
		"other returns":            {watched, func(p []eval.Played) []eval.Played { p[0].Returns[0]++; return p }, "differs from the local one"},
	} {
		t.Run(what, func(t *testing.T) {
			c.config.Place = eval.NewPlace(&afar{change: c.change})
			_, err := eval.PlayMatch(t.Context(), c.config)
			assert.ErrorContains(t, err, c.want)
		})
	}
}

// A path leads to the position that it describes, worlds included.
func TestPaths(t *testing.T) {
	g := games.MustNew("leduc")
	s := g.NewInitialState()
	var before []env.Action
	rng := env.Stream(1, "test/paths")
	for range 3 {
		legal := s.LegalActions(nil)
		a := legal[rng.IntN(len(legal))]
		require.NoError(t, s.Apply(a))
		before = append(before, a)
	}
	p := eval.Path{Before: before}
	there, err := p.State(g)
	require.NoError(t, err)
	assert.Equal(t, s.String(), there.String())

	seed := env.StreamSeed(5, "test/paths", 2)
	world := s.(env.Resampler).ResampleFromInfoState(s.CurrentPlayer(), env.Stream(5, "test/paths", 2))
	a := world.LegalActions(nil)[0]
	require.NoError(t, world.Apply(a))
	p = eval.Path{Before: before, World: &eval.World{Seat: s.CurrentPlayer(), Stream: seed[:]}, After: []env.Action{a}}
	there, err = p.State(g)
	require.NoError(t, err)
	assert.Equal(t, world.String(), there.String())

	for _, bad := range []eval.Path{{Before: []env.Action{999}}, {Before: before, World: &eval.World{Seat: 5, Stream: seed[:]}}, {Before: before, World: &eval.World{Stream: seed[1:]}}, {After: []env.Action{999}}} {
		_, err := bad.State(g)
		assert.Error(t, err)
	}
}
