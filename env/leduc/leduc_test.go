package leduc

import (
	"fmt"
	"os"
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

// at plays named actions, separated by spaces; two letters deal that card.
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

func TestLawsCAL2(t *testing.T) {
	opts := envtest.Options{Games: 20, Sparse: true}
	if os.Getenv("RINGER_LONG") == "1" {
		opts = envtest.Options{Games: 200}
	}
	for players := MinPlayers; players <= MaxPlayers; players++ {
		envtest.Run(t, mustNew(t, players), opts)
	}
}

func TestPayoffsCAL2(t *testing.T) {
	two, three := mustNew(t, 2), mustNew(t, 3)
	for _, c := range []struct {
		game  *Game
		names string
		want  []float64
	}{
		{two, "Js Ks raise fold", []float64{1, -1}},
		{two, "Js Ks check raise fold", []float64{-1, 1}},
		{two, "Js Ks raise raise fold", []float64{-3, 3}},
		{two, "Js Ks check check Jh check check", []float64{1, -1}}, // a pair beats a king
		{two, "Js Ks check check Qh check check", []float64{-1, 1}},
		{two, "Js Ks raise raise call Qh raise raise call", []float64{-13, 13}},
		{two, "Ks Kh raise call Qh raise call", []float64{0, 0}}, // equal hands share
		{two, "Ks Kh raise call Qh raise fold", []float64{3, -3}},
		{three, "Js Ks Kh raise call call Qh raise call call", []float64{-7, 3.5, 3.5}},
		{three, "Js Ks Kh raise call call Jh check raise fold call", []float64{10, -7, -3}},
		{three, "Js Ks Kh raise fold fold", []float64{2, -1, -1}},
	} {
		s := at(t, c.game, c.names)
		assert.Equal(t, env.Terminal, s.CurrentPlayer(), c.names)
		assert.Equal(t, c.want, returns(s, len(c.want)), c.names)
	}
}

// referee is a dumb second implementation: it deduces everything again from the
// list of actions, in the words of the rules.
type referee struct {
	paid         []int
	out          []bool
	turn         int // seat, or -1 when no seat is to act
	toCall       int
	mayRaise     bool
	over         bool
	publicIsNext bool
}

func setTable(n int, actions []env.Action, publicDealt bool) referee {
	var t referee
	t.paid, t.out = make([]int, n), make([]bool, n)
	for seat := range t.paid {
		t.paid[seat] = 1
	}
	next := 0
	for round, raise := range []int{2, 4} {
		raises, spoken := 0, make([]bool, n)
		seat := 0
		for {
			left, unspoken := 0, 0
			for q := range n {
				if !t.out[q] {
					left++
					if !spoken[q] {
						unspoken++
					}
				}
			}
			if left == 1 {
				t.over, t.turn = true, -1
				return t
			}
			if unspoken == 0 {
				break
			}
			for t.out[seat] {
				seat = (seat + 1) % n
			}
			stake := 0
			for _, chips := range t.paid {
				stake = max(stake, chips)
			}
			if next == len(actions) {
				t.turn, t.toCall, t.mayRaise = seat, stake-t.paid[seat], raises < 2
				return t
			}
			spoken[seat] = true
			switch actions[next] {
			case Fold:
				t.out[seat] = true
			case Call:
				t.paid[seat] = stake
			case Raise:
				t.paid[seat] = stake + raise
				raises++
				clear(spoken)
				spoken[seat] = true
			}
			next++
			seat = (seat + 1) % n
		}
		if round == 0 && !publicDealt {
			t.publicIsNext, t.turn = true, -1
			return t
		}
	}
	t.over, t.turn = true, -1
	return t
}

// payoffs computes the returns from cards named rank by rank.
func (t referee) payoffs(cards []int, public int) []float64 {
	best, winners, pot := -1, 0, 0
	value := func(seat int) int {
		switch {
		case t.out[seat]:
			return -1
		case public >= 0 && cards[seat]/2 == public/2:
			return 100
		}
		return cards[seat] / 2
	}
	for seat := range cards {
		pot += t.paid[seat]
		if v := value(seat); v > best {
			best, winners = v, 1
		} else if v == best {
			winners++
		}
	}
	r := make([]float64, len(cards))
	for seat := range cards {
		r[seat] = -float64(t.paid[seat])
		if value(seat) == best {
			r[seat] += float64(pot) / float64(winners)
		}
	}
	return r
}

func TestAgainstSecondImplementationCAL2(t *testing.T) {
	for n := MinPlayers; n <= MaxPlayers; n++ {
		g := mustNew(t, n)
		showdowns, longest := 0, 0
		for episode := range 3000 {
			rng := env.Stream(uint64(episode), "test")
			s := g.NewInitialState().(*State)
			var cards []int
			var actions []env.Action
			public := -1
			for s.CurrentPlayer() != env.Terminal {
				legal := s.LegalActions(nil)
				a := legal[rng.IntN(len(legal))]
				if s.CurrentPlayer() >= 0 && a == Fold && rng.IntN(3) > 0 { // more showdowns
					a = Call
				}
				if s.CurrentPlayer() != env.Chance {
					want := setTable(n, actions, public >= 0)
					require.Equal(t, want.turn, int(s.CurrentPlayer()))
					var names []env.Action
					if want.toCall > 0 {
						names = append(names, Fold)
					}
					names = append(names, Call)
					if want.mayRaise {
						names = append(names, Raise)
					}
					require.Equal(t, names, legal)
					actions = append(actions, a)
				} else if len(cards) < n {
					cards = append(cards, int(a))
				} else {
					require.True(t, setTable(n, actions, false).publicIsNext)
					public = int(a)
				}
				require.NoError(t, s.Apply(a))
			}
			end := setTable(n, actions, public >= 0)
			require.True(t, end.over)
			require.InDeltaSlice(t, end.payoffs(cards, public), returns(s, n), 1e-12, s.String())
			if s.showdown() {
				showdowns++
			}
			longest = max(longest, len(actions))
		}
		require.Greater(t, showdowns, 500)
		require.LessOrEqual(t, longest, g.Spec().MaxGameLength)
	}
}

// TestBoundsAreReached tests that the longest game and the extreme returns of the
// spec can happen.
func TestBoundsAreReached(t *testing.T) {
	g := mustNew(t, 3)
	const round = "check check raise call raise call call"
	s := at(t, g, "Js Qs Ks "+round+" Kh "+round)
	require.Equal(t, env.Terminal, s.CurrentPlayer())
	assert.Equal(t, g.Spec().MaxGameLength, 2*len(strings.Fields(round)))
	assert.Equal(t, []float64{g.Spec().MinUtility, g.Spec().MinUtility, g.Spec().MaxUtility}, returns(s, 3))
}

func TestObservation(t *testing.T) {
	g := mustNew(t, 2)
	spec := g.Spec()
	s := at(t, g, "Qh Ks raise call Qs check")
	for p := range env.Player(2) {
		o := make([]float32, spec.ObservationSize())
		s.Observe(p, o)
		field := func(name string) []float32 {
			from := spec.FieldOffset(name)
			for _, f := range spec.Observation {
				if f.Name == name {
					return o[from : from+f.Size()]
				}
			}
			return nil
		}
		private, suit, pair := []float32{0, 1, 0}, []float32{0, 1}, []float32{1}
		if p == 1 {
			private, suit, pair = []float32{0, 0, 1}, []float32{1, 0}, []float32{0}
		}
		assert.Equal(t, float32(1), field("seat")[p])
		assert.Equal(t, private, field("private_rank"))
		assert.Equal(t, suit, field("private_suit"))
		assert.Equal(t, []float32{0, 1, 0}, field("public_rank"))
		assert.Equal(t, []float32{1, 0}, field("public_suit"))
		assert.Equal(t, pair, field("pair"))
		assert.Equal(t, []float32{0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, field("betting"))
		assert.Equal(t, []float32{1, 1}, field("in"))
		assert.Equal(t, []float32{3. / 13, 3. / 13}, field("pot"))
		assert.Equal(t, []float32{0}, field("to_call"))
	}
	s = at(t, g, "Qh Ks raise raise")
	o := make([]float32, spec.ObservationSize())
	s.Observe(0, o)
	assert.Equal(t, float32(2)/8, o[spec.FieldOffset("to_call")])
	assert.Equal(t, []float32{0, 0, 0, 0, 0, 0}, o[spec.FieldOffset("public_rank"):][:6], "no public card yet")
}

func TestQuestions(t *testing.T) {
	g := mustNew(t, 2)
	for _, c := range []struct {
		names   string
		asked   Question
		choices []Choice // of the legal actions
	}{
		{"Ks", AskNothing, nil},
		{"Ks Qh", AskOpen, []Choice{{}, {Raises: true, Chips: 2}}},
		{"Ks Qh raise", AskAnswer, []Choice{{Folds: true}, {Chips: 2}, {Raises: true, Chips: 4}}},
		{"Ks Qh raise raise", AskAnswer, []Choice{{Folds: true}, {Chips: 2}}},
		{"Ks Qh check check Jh check raise", AskAnswer, []Choice{{Folds: true}, {Chips: 4}, {Raises: true, Chips: 8}}},
		{"Ks Qh raise fold", AskNothing, nil},
	} {
		s := at(t, g, c.names)
		assert.Equal(t, c.asked, s.Question(), c.names)
		var choices []Choice
		if s.CurrentPlayer() >= 0 {
			for _, a := range s.LegalActions(nil) {
				choices = append(choices, s.Decode(a))
			}
		}
		assert.Equal(t, c.choices, choices, c.names)
	}
}

func TestInformationState(t *testing.T) {
	g := mustNew(t, 2)
	for names, want := range map[string][2]string{
		"Ks":                        {"0:Ks/- /1", "1:?/- /1"},
		"Ks Jh":                     {"0:Ks/- /", "1:Jh/- /"},
		"Ks Jh raise fold":          {"0:Ks/- rf/", "1:Jh/- rf/"},
		"Ks Jh check check Qs":      {"0:Ks/Qs cc/", "1:Jh/Qs cc/"},
		"Ks Jh raise call Qs raise": {"0:Ks/Qs rc/r", "1:Jh/Qs rc/r"},
		"Ks Jh check check Qs check check": {
			"0:Ks/Qs cc/cc 0Ks 1Jh", "1:Jh/Qs cc/cc 0Ks 1Jh",
		},
	} {
		s := at(t, g, names)
		assert.Equal(t, want, [2]string{s.InformationState(0), s.InformationState(1)}, names)
	}
}

// TestResampleC8 tests that cards which a seat does not know are dealt again with
// equal chances, and that cards which a showdown shows stay.
func TestResampleC8(t *testing.T) {
	g := mustNew(t, 2)
	rng := env.Stream(1, "test")
	seen := map[string]int{}
	s := at(t, g, "Ks Jh check check Qs")
	for range 4000 {
		seen[s.ResampleFromInfoState(0, rng).String()]++
	}
	require.Len(t, seen, 4, "the four cards that seat 0 does not see")
	for world, n := range seen {
		assert.InDelta(t, 1000, n, 150, world)
	}
	three := at(t, mustNew(t, 3), "Ks Jh Ts raise call fold Qs check check")
	folded := map[string]bool{}
	for range 200 {
		w := three.ResampleFromInfoState(0, rng).(*State)
		assert.Equal(t, three.cards[:2], w.cards[:2], "both are shown")
		folded[w.game.cardName(w.cards[2])] = true
	}
	assert.Len(t, folded, 5)
}

func TestTexts(t *testing.T) {
	s := at(t, mustNew(t, 2), "Ks Jh check raise call Qs")
	assert.Equal(t, "Ks Jh/Qs crc/", s.String())
	assert.Equal(t, "Betting round 2 of 2 · pot 6 chips\nSeat 1 (you)  paid 3 chips\n  Card: J of hearts\nSeat 0  paid 3 chips · to act\n  Card: 1 face down\nOpen card: Q of spades\nRound 1: seat 0 checked, you raised, seat 0 called.\nSeat 0 decides.", s.Text(1))
	s = at(t, mustNew(t, 3), "Ks Kh Ts raise call fold Qs check check")
	assert.Contains(t, s.Text(2), "Seat 0 and seat 1 share the pot of 7.")
	s = at(t, mustNew(t, 2), "Ks Kh raise fold")
	assert.Contains(t, s.Text(1), "Seat 0 won the pot of 4.")
	assert.NotContains(t, s.Text(1), "spades")
}

func TestIllegalActions(t *testing.T) {
	g := mustNew(t, 2)
	for names, wrong := range map[string][]env.Action{
		"":                      {-1, 6, 15, 16, 1 << 20},
		"Ks":                    {4, -1},
		"Ks Jh":                 {Fold, 3, -1},
		"Ks Jh raise raise":     {Raise},
		"Ks Jh raise fold":      {Fold, Call, Raise},
		"Ks Jh check check":     {0 + 1, 4}, // Jh and Ks are dealt
		"Ks Jh check check Qs ": {Fold},
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
	s := at(t, mustNew(t, 2), "Ks Jh check check Qs")
	require.NoError(t, s.Conservation())
	lost, double := *s, *s
	lost.deck = 0
	double.public = double.cards[1]
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
