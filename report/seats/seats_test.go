package seats_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
	"ringer/report/corpus"
	"ringer/report/seats"
)

// favoured is a game in which seat 0 wins what is a tie by the rules.
type favoured struct{ env.Game }

func (g favoured) NewInitialState() env.State { return favouredState{g.Game.NewInitialState()} }

type favouredState struct{ env.State }

func (s favouredState) Clone() env.State { return favouredState{s.State.Clone()} }

func (s favouredState) Returns(dst []float64) {
	s.State.Returns(dst)
	if s.CurrentPlayer() == env.Terminal && dst[0] == dst[1] {
		dst[0], dst[1] = 1, -1
	}
}

func study(t *testing.T, g env.Game, games int, seed uint64, workers int) *seats.Study {
	t.Helper()
	var levels []*corpus.Corpus
	for _, name := range []string{"random", "also"} {
		played, err := corpus.Play(t.Context(), corpus.Config{
			Game: g, Entries: []eval.Entry{{Name: name, Agent: random.New()}}, Games: games, Seed: seed, Workers: workers,
		})
		require.NoError(t, err)
		levels = append(levels, played)
	}
	s, err := seats.Of(t.Context(), seats.Config{Game: g, Seed: seed, Workers: workers, Band: .05}, levels)
	require.NoError(t, err)
	return s
}

func even() env.Game { return games.MustNew("goofspiel(cards=4,order=descending)") }

// A planted advantage of seat 0 is found, with games that show it.
func TestAPlantedAdvantageIsFound(t *testing.T) {
	s := study(t, favoured{even()}, 600, 1, 1)
	require.Len(t, s.Levels, 2)
	require.Len(t, s.Flags, 4, "two seats, two levels; the order of play is that of the seats")
	f := s.Flags[0]
	assert.Equal(t, "seat 1, also", f.Subject, "the strongest level first")
	assert.Greater(t, f.Low, .05)
	assert.Greater(t, f.Effect, f.Low)
	assert.InDelta(t, s.Levels[1].Roles[0].Cells[0].Wins.Low-.5, f.Low, 1e-12, "the interval of the table")
	assert.Equal(t, 600, f.N)
	require.Len(t, f.Examples, 3)
	for _, x := range f.Examples {
		state := favoured{even()}.NewInitialState()
		for _, a := range x.History {
			require.NoError(t, state.Apply(a))
		}
		returns := make([]float64, 2)
		state.Returns(returns)
		assert.Equal(t, []float64{1, -1}, returns)
	}
	assert.Equal(t, "outside", s.Levels[0].Roles[0].Cells[0].Verdict)
	assert.Equal(t, s, study(t, favoured{even()}, 600, 1, 3), "results do not depend on workers")
}

// An even game raises no flag over 20 seeds, also of games too few to lie inside the band.
func TestAnEvenGameIsNotFlagged(t *testing.T) {
	for seed := range uint64(20) {
		s := study(t, even(), 150, seed, 0)
		assert.Empty(t, s.Flags, "seed %d", seed)
		for _, r := range s.Levels[0].Roles {
			assert.InDelta(t, 1, r.Cells[0].Wins.Value+r.Cells[1].Wins.Value, 1e-9)
			assert.InDelta(t, 0, r.Cells[0].Return.Value+r.Cells[1].Return.Value, 1e-9)
		}
	}
}

// The sides of games whose sides differ are named.
func TestSidesAreNamed(t *testing.T) {
	for name, want := range map[string][]string{
		"payday":          {"Criminal", "Police"},
		"fivepossessions": {"attacks first", "defends first"},
	} {
		s := study(t, games.MustNew(name), 12, 1, 0)
		roles := s.Levels[0].Roles
		last := roles[len(roles)-1]
		assert.Equal(t, "side", last.Name)
		assert.Equal(t, want, []string{last.Cells[0].Name, last.Cells[1].Name})
	}
}
