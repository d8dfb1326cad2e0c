package eval_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
	"ringer/env/gym"
	"ringer/eval"
)

func from(t *testing.T, config eval.MatchConfig, starts []eval.Start) []eval.Episode {
	t.Helper()
	episodes, err := eval.PlayFrom(t.Context(), config, starts)
	require.NoError(t, err)
	return episodes
}

// Episodes from positions are legal ways on to an end, depend on their seeds and on nothing
// else, and leave the positions as they were.
func TestEpisodesFromPositions(t *testing.T) {
	g := games.MustNew("leduc")
	config := eval.MatchConfig{Game: g, Entries: []eval.Entry{{Name: "one", Agent: random.New()}}}
	first := g.NewInitialState()
	later := first.Clone()
	for range 3 { // two cards dealt, one bet
		_, err := drive.Roll(later, env.Stream(1, gym.PurposeEpisode))
		require.NoError(t, err)
		if later.CurrentPlayer() >= 0 {
			require.NoError(t, later.Apply(later.LegalActions(nil)[0]))
			break
		}
	}
	was := later.String()
	var starts []eval.Start
	for i := range 300 {
		starts = append(starts, eval.Start{State: []env.State{first, later}[i%2], Seed: uint64(i / 4)})
	}
	config.Workers = 1
	one := from(t, config, starts)
	config.Workers = 3
	assert.Equal(t, one, from(t, config, starts))
	assert.Equal(t, one[7:9], from(t, config, starts[7:9]))
	assert.Equal(t, was, later.String())

	different := map[string]bool{}
	for i, e := range one {
		s := starts[i].State.Clone()
		for _, a := range e.History {
			require.NoError(t, s.Apply(a))
		}
		require.Equal(t, env.Terminal, s.CurrentPlayer())
		returns := make([]float64, 2)
		s.Returns(returns)
		assert.Equal(t, returns, e.Returns)
		if i >= 2 && i%4 >= 2 {
			assert.Equal(t, one[i-2], e, "the same start and seed")
		}
		different[fmt.Sprint(i%2, e.History)] = true
	}
	assert.Greater(t, len(different), 40)
}

// A start says who sits where.
func TestSeatingOfAStart(t *testing.T) {
	g := games.MustNew("kuhn")
	var asked [2]int
	var entries []eval.Entry
	for k := range asked {
		entries = append(entries, eval.Entry{Name: fmt.Sprint(k), Agent: fixed{[]float32{1 - float32(k), float32(k)}}})
	}
	config := eval.MatchConfig{Game: g, Entries: entries, Workers: 1, Watch: func(w eval.Watched) {
		asked[w.Entry]++
		assert.Equal(t, []int{0, 1, 1, 0}[2*w.Deal+int(w.View.Seat)], w.Entry)
	}}
	first := g.NewInitialState()
	from(t, config, []eval.Start{{State: first, Seating: []int{0, 1}}, {State: first, Seating: []int{1, 0}}})
	assert.NotContains(t, asked, 0)

	for _, wrong := range [][]int{{0}, {0, 2}, {-1, 0}} {
		_, err := eval.PlayFrom(t.Context(), config, []eval.Start{{State: first, Seating: wrong}})
		assert.ErrorContains(t, err, "start 0")
	}
	third := eval.Entry{Name: "third", Agent: entries[1].Agent}
	config.Watch, config.Entries = nil, append(entries, third)
	assert.Len(t, from(t, config, []eval.Start{{State: first, Seating: []int{2, 0}}}), 1, "more entries than seats")
	config.Entries = append(entries, eval.Entry{Name: "none"})
	_, err := eval.PlayFrom(t.Context(), config, nil)
	assert.ErrorContains(t, err, "none")
	config.Entries = entries
	_, err = eval.PlayFrom(t.Context(), eval.MatchConfig{Game: g}, nil)
	assert.ErrorContains(t, err, "agents")
	config.Watch = nil
	config.Entries = append(config.Entries, entries[0]) // more than seats
	from(t, config, []eval.Start{{State: first, Seating: []int{2, 1}}})
	assert.Empty(t, from(t, config, nil))
}

// Starts that share the seed of chance and differ in the seed of the agents have the same
// deal and other decisions.
func TestAgentsOfAStart(t *testing.T) {
	g := games.MustNew("leduc")
	config := eval.MatchConfig{Game: g, Entries: []eval.Entry{{Name: "one", Agent: random.New()}}}
	var starts []eval.Start
	for i := range 40 {
		starts = append(starts, eval.Start{State: g.NewInitialState(), Seed: 7, Agents: uint64(1 + i)})
	}
	starts = append(starts, eval.Start{State: g.NewInitialState(), Seed: 7}, eval.Start{State: g.NewInitialState(), Seed: 7, Agents: 7})
	games := map[string]bool{}
	episodes := from(t, config, starts)
	for _, e := range episodes[:40] {
		assert.Equal(t, episodes[0].History[:2], e.History[:2], "the two cards dealt")
		games[fmt.Sprint(e.History)] = true
	}
	assert.Greater(t, len(games), 5)
	assert.Equal(t, episodes[40], episodes[41])
}

// An episode ends early where it is told to: at the first such state in which no chance is
// to be rolled.
func TestAnEpisodeEndsEarly(t *testing.T) {
	g := games.MustNew("leduc")
	until := func(s env.State) bool { return strings.Count(s.(env.InfoStater).InformationState(0), "/") > 1 } // the second round
	var starts []eval.Start
	for i := range 40 {
		starts = append(starts, eval.Start{State: g.NewInitialState(), Seed: uint64(i), Until: until})
	}
	early := 0
	for _, e := range from(t, eval.MatchConfig{Game: g, Entries: []eval.Entry{{Name: "one", Agent: random.New()}}}, starts) {
		s := g.NewInitialState()
		for _, a := range e.History {
			require.False(t, s.CurrentPlayer() >= 0 && until(s))
			require.NoError(t, s.Apply(a))
		}
		if s.CurrentPlayer() != env.Terminal {
			early++
			assert.True(t, until(s))
			assert.Equal(t, []float64{0, 0}, e.Returns)
		}
	}
	assert.Greater(t, early, 10)
}
