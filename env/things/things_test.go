package things_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/drive"
	"ringer/env/duel"
	"ringer/env/fourdowns"
	"ringer/env/games"
	"ringer/env/gym"
	"ringer/env/things"
)

// played are games whose things are tested.
var played = []string{
	"heat", "heat(talk=claims)", "heist", "payday", "payday(setup=random)", "fourdowns", "fivepossessions", "duel", "duel(file=skirmish)", "duel(file=draft)", lopsided,
}

// lopsided is a map of DUEL that is not the same from all corners: seats choose where to start.
const lopsided = "duel(map=testdata/lopsided.yaml)"

func listOf(t *testing.T, name string) (env.Game, *things.List) {
	t.Helper()
	g := games.MustNew(name)
	l, ok := things.Of(g)
	require.True(t, ok, name)
	return g, l
}

// Things are told apart by their kinds and ids, and have words of their own.
func TestThingsHaveNamesAndWords(t *testing.T) {
	for _, name := range played {
		_, l := listOf(t, name)
		seen := map[[2]string]bool{}
		for _, x := range l.Things {
			key := [2]string{x.Kind, x.ID}
			assert.False(t, seen[key], "%s: %s %s", name, x.Kind, x.ID)
			seen[key] = true
			assert.NotEmpty(t, x.Name)
			if x.Kind != "key" {
				assert.NotEmpty(t, x.Text, "%s: %s", name, x.Name)
			}
		}
	}
	_, ok := things.Of(games.MustNew("kuhn"))
	assert.False(t, ok)
}

// walk plays random games and calls each before every action, with what all seats have.
func walk(t *testing.T, g env.Game, l *things.List, n int, each func(s env.State, a env.Action, has [][]float64)) {
	t.Helper()
	rng := env.Stream(11, gym.PurposeEpisode)
	for range n {
		var table drive.Table
		table.Set(g.NewInitialState())
		for table.State().CurrentPlayer() != env.Terminal {
			var a env.Action
			if table.State().CurrentPlayer() == env.Chance {
				a = table.Draw(rng)
			} else {
				legal := table.Legal()
				a = legal[rng.IntN(len(legal))]
			}
			each(table.State(), a, holdings(g, l, table.State()))
			require.NoError(t, table.Apply(a))
		}
	}
}

func holdings(g env.Game, l *things.List, s env.State) [][]float64 {
	has := make([][]float64, g.Spec().Players)
	for seat := range has {
		has[seat] = make([]float64, len(l.Things))
		if l.Has != nil {
			l.Has(s, seat, has[seat])
		}
	}
	return has
}

// An action that plays a card names it.
func TestActionsPlayWhatTheyName(t *testing.T) {
	for _, name := range played {
		g, l := listOf(t, name)
		met := map[string]int{}
		walk(t, g, l, 3, func(s env.State, a env.Action, _ [][]float64) {
			if s.CurrentPlayer() == env.Chance {
				return
			}
			i := l.Plays(s, a)
			if i < 0 {
				return
			}
			x := l.Things[i]
			met[x.Kind]++
			words := s.ActionString(a)
			if x.Kind != "move" && strings.Fields(name)[0] != "fivepossessions" { // where an action names a lane
				found := strings.Contains(strings.ToLower(words), strings.ToLower(x.Name))
				for _, title := range strings.Split(strings.TrimPrefix(x.Text, "Con: "), ", ") {
					_, title, _ = strings.Cut(": "+title, ": ")
					found = found || title != "" && strings.Contains(words, lastOf(title))
				}
				assert.True(t, found, "%s: %q plays %s", name, words, x.Name)
			}
		})
		assert.NotEmpty(t, met, name)
	}
}

// lastOf returns what follows the last colon of a phrase.
func lastOf(words string) string {
	return words[strings.LastIndex(words, ": ")+1:]
}

// Chance names the thing that a seat has more of afterwards.
func TestChanceGivesWhatItNames(t *testing.T) {
	for _, name := range []string{"heat", "heist", "payday", "fourdowns"} {
		g, l := listOf(t, name)
		given := 0
		walk(t, g, l, 2, func(s env.State, a env.Action, has [][]float64) {
			if s.CurrentPlayer() != env.Chance || !l.Gets(s) {
				return
			}
			after := s.Clone()
			require.NoError(t, after.Apply(a))
			now := holdings(g, l, after)
			var got []int
			for seat := range now {
				for i := range now[seat] {
					if now[seat][i] > has[seat][i] {
						got = append(got, i)
					}
				}
			}
			if len(got) != 1 {
				return // nobody got anything, or a hand was shuffled in
			}
			x := l.Things[got[0]]
			given++
			words := s.ActionString(a)
			assert.True(t, strings.Contains(words, x.Name) || slices.ContainsFunc(strings.Split(x.Text, ", "), func(title string) bool {
				return strings.Contains(words, strings.TrimSpace(lastOf(title)))
			}), "%s: %q gives %s", name, words, x.Name)
		})
		assert.Greater(t, given, 10, name)
	}
}

// A draft of DUEL gives what is bought.
func TestADraftGivesFeats(t *testing.T) {
	g, l := listOf(t, "duel(file=draft)")
	bought := 0
	walk(t, g, l, 1, func(s env.State, a env.Action, has [][]float64) {
		i := l.Plays(s, a)
		if s.CurrentPlayer() == env.Chance || i < 0 || l.Things[i].Kind == "move" || !l.Gets(s) {
			return
		}
		after := s.Clone()
		require.NoError(t, after.Apply(a))
		if seat := s.CurrentPlayer(); holdings(g, l, after)[seat][i] == has[seat][i]+1 {
			bought++
		}
	})
	assert.GreaterOrEqual(t, bought, 6, "six points of two Heroes, but for further shapes")
}

// The parts of a game are counted, and what all seats got in one adds up: nothing in a hand
// of 4 Downs, one possession in one of 5 Possessions.
func TestPartsAddUp(t *testing.T) {
	for name, want := range map[string]float64{"fourdowns": 0, "fivepossessions": 1} {
		g, l := listOf(t, name)
		parts, before := 0, g.NewInitialState()
		count := func(s env.State) {
			if over := l.Part.Over(s); over > parts {
				require.Equal(t, parts+1, over)
				sum := 0.
				for seat := range g.Spec().Players {
					if d, ok := before.(*fourdowns.State); !ok || d.Yards(seat) < d.Game().Config().OutAt {
						sum += l.Part.Worth(before, s, seat)
					}
				}
				assert.InDelta(t, want, sum, 1e-9, "%s, part %d", name, over)
				parts, before = over, s.Clone()
			}
		}
		walk(t, g, l, 1, func(s env.State, a env.Action, _ [][]float64) {
			after := s.Clone()
			require.NoError(t, after.Apply(a))
			count(after)
		})
		assert.Greater(t, parts, 2, name)
	}
}

// In a swap a formation has the dots of another one, and nothing else changes.
func TestSwapsChangeOneThing(t *testing.T) {
	g, l := listOf(t, "fivepossessions")
	require.Len(t, l.Swaps, 2*(4*3+4*3+3*2+3*2))
	s := l.Swaps[0]
	changed, err := s.Game()
	require.NoError(t, err)
	other, ok := things.Of(changed)
	require.True(t, ok)
	for i := range l.Things {
		want := l.Things[i].Text
		if i == s.Thing {
			want = l.Things[s.Other].Text
			assert.NotEqual(t, l.Things[i].Text, want)
		}
		assert.Equal(t, want, other.Things[i].Text)
	}
	assert.NotEqual(t, g.Spec().Hash, changed.Spec().Hash)

	// A posse has five feats and a trait, a drill two feats and two traits.
	_, l = listOf(t, "duel(file=gang,warband=given,bands=[posse,drill])")
	lost := map[string]int{}
	for _, s := range l.Swaps {
		assert.Equal(t, things.KindNothing, l.Things[s.Other].Kind)
		lost[l.Things[s.Thing].ID]++
		changed, err := s.Game()
		require.NoError(t, err)
		bands := changed.(*duel.Game).Config().Warbands
		require.Len(t, bands, 2)
		assert.Equal(t, s.Seat == 0, len(bands[0].Models[0].Feats)+bands[0].Models[0].Traits["toughness"] == 5)
	}
	assert.Equal(t, map[string]int{
		"xtra_attack": 1, "fast": 1, "quickstep": 1, "regenerate": 1, "tactical_movement": 1, "toughness": 2, "coordinate": 1, "node": 1, "follower": 1,
	}, lost)
}

// Where the corners of a map differ, each is a thing that the seat plays which chooses it; on a map that is the
// same from all corners nobody chooses, and there is none.
func TestCornersAreThings(t *testing.T) {
	of := func(l *things.List) (names []string) {
		for _, x := range l.Things {
			if x.Kind == "corner" {
				names = append(names, x.ID)
			}
		}
		return names
	}
	_, l := listOf(t, "duel")
	assert.Empty(t, of(l))
	g, l := listOf(t, lopsided)
	assert.Equal(t, []string{"southwest", "southeast", "northwest", "northeast"}, of(l))
	s := g.NewInitialState()
	require.Equal(t, duel.AskCorner, s.(*duel.State).Question())
	for _, a := range s.LegalActions(nil) {
		after := s.Clone()
		require.NoError(t, after.Apply(a))
		at := after.(*duel.State).Corner(int(s.CurrentPlayer()))
		name := map[bool]string{false: "south", true: "north"}[at.Y > 0] + map[bool]string{false: "west", true: "east"}[at.X > 0]
		assert.Equal(t, name, l.Things[l.Plays(s, a)].ID)
	}
}
