package kuhn

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
)

func mustNew(t testing.TB, players int) *Game {
	t.Helper()
	g, err := New(Config{Players: players})
	require.NoError(t, err)
	return g
}

// at plays named actions, separated by spaces; a card letter deals that card.
func at(t testing.TB, g *Game, names string) *State {
	t.Helper()
	s := g.NewInitialState().(*State)
	for name := range strings.FieldsSeq(names) {
		if s.CurrentPlayer() == env.Chance {
			name = "deal " + name
		}
		a, err := env.ParseAction(s, name)
		require.NoError(t, err)
		require.NoError(t, s.Apply(a))
	}
	return s
}

func returns(s env.State, seats int) []float64 {
	r := make([]float64, seats)
	s.Returns(r)
	return r
}

func TestLawsCAL1(t *testing.T) {
	opts := envtest.Options{Games: 20}
	if os.Getenv("RINGER_LONG") == "1" {
		opts = envtest.Options{Games: 1000}
	}
	for players := MinPlayers; players <= MaxPlayers; players++ {
		envtest.Run(t, mustNew(t, players), opts)
	}
}

func TestPayoffsCAL1(t *testing.T) {
	g := mustNew(t, 2)
	for names, want := range map[string][]float64{
		"K Q pass pass":     {1, -1},
		"J Q pass pass":     {-1, 1},
		"J Q bet pass":      {1, -1},
		"K Q bet bet":       {2, -2},
		"J K bet bet":       {-2, 2},
		"K J pass bet pass": {-1, 1},
		"Q J pass bet bet":  {2, -2},
		"Q K pass bet":      {0, 0},
	} {
		assert.Equal(t, want, returns(at(t, g, names), 2), names)
	}
	g = mustNew(t, 4)
	assert.Equal(t, []float64{-1, 5, -2, -2}, returns(at(t, g, "K Q J T pass bet bet bet pass"), 4), "seat 0 folds the best card")
	assert.Equal(t, []float64{3, -1, -1, -1}, returns(at(t, g, "Q J T 9 pass pass pass pass"), 4), "the king stays in the deck")
}

// TestPayoffsAgainstCount plays every game of three seats, and compares the end
// and the returns with those computed from the list of actions alone.
func TestPayoffsAgainstCount(t *testing.T) {
	const n = 3
	g := mustNew(t, n)
	ends := 0
	var walk func(s env.State, cards []int, made []env.Action)
	walk = func(s env.State, cards []int, made []env.Action) {
		over, want := payoffs(n, cards, made)
		require.Equal(t, over, s.CurrentPlayer() == env.Terminal, "%v %v", cards, made)
		require.Equal(t, want, returns(s, n), "%v %v", cards, made)
		if over {
			ends++
		}
		for _, a := range s.LegalActions(nil) {
			c := s.Clone()
			require.NoError(t, c.Apply(a))
			if len(cards) < n {
				walk(c, append(slices.Clone(cards), int(a)), nil)
			} else {
				walk(c, cards, append(slices.Clone(made), a))
			}
		}
	}
	walk(g.NewInitialState(), nil, nil)
	require.Equal(t, 24*13, ends)
}

// payoffs returns whether the game is over, and the returns, from the actions.
func payoffs(n int, cards []int, made []env.Action) (bool, []float64) {
	zero := make([]float64, n)
	if len(cards) < n {
		return false, zero
	}
	first := slices.Index(made, Bet)
	if first < 0 && len(made) < n || first >= 0 && len(made) < first+n {
		return false, zero
	}
	paid := make([]int, n)
	for i, a := range made { // a later answer takes back an early pass
		paid[i%n] = 1 + int(a)
	}
	pot, winner := 0, -1
	for seat, chips := range paid {
		pot += chips
		if in := first < 0 || chips == 2; in && (winner < 0 || cards[seat] > cards[winner]) {
			winner = seat
		}
	}
	for seat, chips := range paid {
		zero[seat] -= float64(chips)
	}
	zero[winner] += float64(pot)
	return true, zero
}

func TestObservation(t *testing.T) {
	g := mustNew(t, 2)
	observe := func(p env.Player, names string) []float32 {
		o := make([]float32, g.Spec().ObservationSize())
		at(t, g, names).Observe(p, o)
		return o
	}
	//                       seat  card     betting           pot
	assert.Equal(t, []float32{1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, .5, .5}, observe(0, "K Q"))
	assert.Equal(t, []float32{0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0, .5, 1}, observe(1, "K Q pass bet"))
	assert.Equal(t, []float32{0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, .5, .5}, observe(1, "K"), "not dealt to yet")
}

func TestQuestions(t *testing.T) {
	g := mustNew(t, 3)
	for names, want := range map[string]Question{
		"":                     AskNothing,
		"K Q":                  AskNothing,
		"K Q J":                AskOpen,
		"K Q J pass pass":      AskOpen,
		"K Q J pass bet":       AskAnswer,
		"K Q J pass bet pass":  AskAnswer,
		"K Q J pass pass pass": AskNothing,
	} {
		assert.Equal(t, want, at(t, g, names).Question(), names)
	}
	assert.Equal(t, Choice{}, g.Decode(Pass))
	assert.Equal(t, Choice{Pays: true}, g.Decode(Bet))
}

func TestInformationState(t *testing.T) {
	g := mustNew(t, 2)
	for names, want := range map[string][2]string{
		"":                  {"0:? 0", "1:? 0"},
		"K":                 {"0:K 1", "1:? 1"},
		"K Q":               {"0:K ", "1:Q "},
		"K Q pass bet":      {"0:K pb", "1:Q pb"},
		"K Q pass bet pass": {"0:K pbp", "1:Q pbp"}, // a fold shows nothing
		"K Q pass bet bet":  {"0:K pbb 0K1Q", "1:Q pbb 0K1Q"},
	} {
		s := at(t, g, names)
		assert.Equal(t, want, [2]string{s.InformationState(0), s.InformationState(1)}, names)
	}
	assert.Equal(t, "1:T bpb 0Q2K", at(t, mustNew(t, 3), "Q T K bet pass bet").InformationState(1))
}

// TestResampleC8 tests that cards which a seat does not know are dealt again with
// equal chances, and that cards which a showdown shows stay.
func TestResampleC8(t *testing.T) {
	g := mustNew(t, 3)
	rng := env.Stream(1, "test")
	seen := map[string]int{}
	s := at(t, g, "Q T K bet pass")
	for range 6000 {
		seen[s.ResampleFromInfoState(1, rng).String()]++
	}
	require.Len(t, seen, 6, "three cards over two seats")
	for world, n := range seen {
		assert.InDelta(t, 1000, n, 150, world)
		assert.Equal(t, "T", world[1:2])
	}
	end := at(t, g, "Q T K bet pass bet")
	for range 50 {
		assert.Equal(t, end.String(), end.ResampleFromInfoState(1, rng).String())
		w := end.ResampleFromInfoState(0, rng).String()
		assert.Contains(t, []string{"QTK bpb", "QJK bpb"}, w, "only the folded card is unknown")
	}
}

func TestTexts(t *testing.T) {
	s := at(t, mustNew(t, 2), "K Q pass bet")
	assert.Equal(t, "KQ pb", s.String())
	assert.Equal(t, "Betting · pot 3 chips\nSeat 0 (you)  paid 1 chip · to act\n  Card: K\nSeat 1  paid 2 chips\n  Card: 1 face down\nYou passed, seat 1 bet.\nThere is a bet: fold, or call with 1?\nThe highest card of those who have bet or called wins the pot.", s.Text(0))
	assert.Contains(t, s.Text(1), "Seat 0 decides.")
	require.NoError(t, s.Apply(Bet))
	assert.Contains(t, s.Text(1), "Seat 0  paid 2 chips · winner\n  Card: K\nSeat 0 passed, you bet, seat 0 bet.\nSeat 0 won the pot of 4.")
}

func TestIllegalActions(t *testing.T) {
	g := mustNew(t, 2)
	for names, wrong := range map[string][]env.Action{
		"":              {-1, 3, 100},
		"K":             {2, -1, 1 << 20},
		"K Q":           {-1, 2},
		"K Q pass pass": {0, 1},
	} {
		for _, a := range wrong {
			s := at(t, g, names)
			before := *s
			var illegal *env.IllegalActionError
			require.ErrorAs(t, s.Apply(a), &illegal, "%q %d", names, a)
			assert.Equal(t, a, illegal.Action)
			assert.NotEmpty(t, illegal.Reason)
			assert.Equal(t, before, *s)
		}
	}
}

func TestConservationFindsALostCard(t *testing.T) {
	s := at(t, mustNew(t, 2), "K Q")
	require.NoError(t, s.Conservation())
	lost, double := *s, *s
	lost.deck = 0
	double.cards[0] = double.cards[1]
	assert.Error(t, lost.Conservation())
	assert.Error(t, double.Conservation())
}

func TestConfigFaults(t *testing.T) {
	for _, players := range []int{-1, 0, 1, 6} {
		_, err := New(Config{Players: players})
		var faults env.Faults
		require.ErrorAs(t, err, &faults)
		require.Len(t, faults, 1)
		assert.EqualError(t, faults[0], fmt.Sprintf("players: %d: want a number from 2 to 5", players))
	}
	require.NoError(t, Defaults().Validate())
}
