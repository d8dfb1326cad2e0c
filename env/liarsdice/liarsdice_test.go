package liarsdice

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
)

func mustNew(t testing.TB, dice, sides int) *Game {
	t.Helper()
	g, err := New(Config{Dice: dice, Sides: sides})
	require.NoError(t, err)
	return g
}

// at plays named actions, separated by spaces; a bare number is a roll.
func at(t testing.TB, g *Game, names string) *State {
	t.Helper()
	s := g.NewInitialState().(*State)
	for name := range strings.FieldsSeq(names) {
		if s.CurrentPlayer() == env.Chance {
			name = "roll " + name
		}
		a, err := env.ParseAction(s, name)
		require.NoError(t, err)
		require.NoError(t, s.Apply(a))
	}
	return s
}

func returns(s env.State) [2]float64 {
	var r [2]float64
	s.Returns(r[:])
	return r
}

func TestLawsCAL3(t *testing.T) {
	opts := envtest.Options{Games: 20, Sparse: true}
	if os.Getenv("RINGER_LONG") == "1" {
		opts = envtest.Options{Games: 200}
	}
	for _, c := range [][2]int{{1, 6}, {1, 2}, {2, 3}, {5, 6}, {1, 30}} {
		envtest.Run(t, mustNew(t, c[0], c[1]), opts)
	}
}

func TestPayoffsCAL3(t *testing.T) {
	one, two := mustNew(t, 1, 6), mustNew(t, 2, 6)
	for _, c := range []struct {
		game  *Game
		names string
		want  float64 // for seat 0
	}{
		{one, "3 5 1x3 liar", 1},
		{one, "2 5 1x3 liar", -1},
		{one, "6 5 1x3 liar", 1},      // the six is wild
		{one, "3 5 1x6 liar", -1},     // but only a six makes sixes
		{one, "3 6 1x6 liar", 1},      // anybody's
		{one, "3 3 1x3 2x3 liar", -1}, // seat 1 bid, and it holds
		{one, "3 2 1x3 2x3 liar", 1},
		{one, "6 6 2x6 liar", 1},
		{one, "6 6 2x1 liar", 1},
		{one, "3 5 1x3 1x4", 0},
		{two, "3 3 6 3 4x3 liar", 1},
		{two, "3 3 6 2 4x3 liar", -1},
		{two, "1 6 6 2 2x6 3x6 liar", 1},
	} {
		assert.Equal(t, [2]float64{c.want, -c.want}, returns(at(t, c.game, c.names)), c.names)
	}
}

// TestAgainstSecondImplementationCAL3 plays random episodes and computes legal
// bids and the winner from the names of the actions alone.
func TestAgainstSecondImplementationCAL3(t *testing.T) {
	for _, c := range [][2]int{{1, 6}, {2, 4}, {5, 6}} {
		dice, sides := c[0], c[1]
		g := mustNew(t, dice, sides)
		won := [2]int{}
		for episode := range 500 {
			rng := env.Stream(uint64(episode), "test")
			s := g.NewInitialState()
			var faces, bids []int // a bid is quantity*100 + face
			called := false
			for s.CurrentPlayer() != env.Terminal {
				legal := s.LegalActions(nil)
				a := legal[rng.IntN(len(legal))]
				name := s.ActionString(a)
				if s.CurrentPlayer() == env.Chance {
					faces = append(faces, int(name[len("roll ")]-'0'))
				} else {
					require.Equal(t, len(bids)%2, int(s.CurrentPlayer()))
					higher := 0
					for quantity := 1; quantity <= 2*dice; quantity++ {
						for face := 1; face <= sides; face++ {
							if len(bids) == 0 || quantity*100+face > bids[len(bids)-1] {
								higher++
							}
						}
					}
					if len(bids) > 0 {
						higher++ // liar
					}
					require.Len(t, legal, higher)
					if called = name == "liar"; !called {
						quantity, face, ok := strings.Cut(name, "x")
						require.True(t, ok)
						q := 0
						for _, digit := range quantity {
							q = 10*q + int(digit-'0')
						}
						bids = append(bids, q*100+int(face[0]-'0'))
					}
				}
				require.NoError(t, s.Apply(a))
			}
			require.True(t, called)
			last := bids[len(bids)-1]
			count := 0
			for _, face := range faces {
				if face == last%100 || face == sides {
					count++
				}
			}
			winner := (len(bids) - 1) % 2
			if count < last/100 {
				winner = 1 - winner
			}
			won[winner]++
			want := [2]float64{-1, -1}
			want[winner] = 1
			require.Equal(t, want, returns(s), s.String())
		}
		require.Greater(t, won[0], 50)
		require.Greater(t, won[1], 50)
	}
}

func TestObservation(t *testing.T) {
	g := mustNew(t, 2, 3)
	s := at(t, g, "3 3 2 1 1x2 2x1 3x3")
	o := make([]float32, g.Spec().ObservationSize())
	s.Observe(1, o)
	assert.Equal(t, []float32{
		0, 1, // seat
		1, 1, 0, 0, 0, 0, // a one and a two
		0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, // own bid 2x1
		0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, // other bids 1x2, 3x3
		0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, // last bid
		0, // liar
	}, o)
	s.Observe(0, o)
	assert.Equal(t, []float32{0, 0, 1, 0, 0, 1}, o[2:8], "two threes")
}

// TestDiceHaveNoOrder tests that a seat cannot tell 1, 2 from 2, 1.
func TestDiceHaveNoOrder(t *testing.T) {
	g := mustNew(t, 3, 4)
	a, b := at(t, g, "4 1 2 3 2 3 1x1"), at(t, g, "2 4 1 3 3 2 1x1")
	assert.Equal(t, a.InformationState(0), b.InformationState(0))
	assert.Equal(t, a.InformationState(1), b.InformationState(1))
	assert.Equal(t, "1,2,4 | 2,3,3: 1x1", b.String())
}

func TestQuestions(t *testing.T) {
	g := mustNew(t, 2, 3)
	for names, want := range map[string]Question{
		"3 3 2":            AskNothing,
		"3 3 2 1":          AskOpen,
		"3 3 2 1 1x2":      AskAnswer,
		"3 3 2 1 1x2 liar": AskNothing,
	} {
		assert.Equal(t, want, at(t, g, names).Question(), names)
	}
	s := at(t, g, "3 3 2 1 3x1")
	var choices []Choice
	for _, a := range s.LegalActions(nil) {
		choices = append(choices, g.Decode(a))
	}
	assert.Equal(t, []Choice{
		{Quantity: 3, Face: 2},
		{Quantity: 3, Face: 3},
		{Quantity: 4, Face: 1},
		{Quantity: 4, Face: 2},
		{Quantity: 4, Face: 3},
		{Liar: true},
	}, choices)
}

func TestInformationState(t *testing.T) {
	g := mustNew(t, 1, 6)
	for names, want := range map[string][2]string{
		"":             {"0: rolled 0", "1: rolled 0"},
		"5":            {"0:5 rolled 1", "1: rolled 1"},
		"5 2":          {"0:5", "1:2"},
		"5 2 1x3 2x1":  {"0:5 1x3 2x1", "1:2 1x3 2x1"},
		"5 2 1x3 liar": {"0:5 1x3 liar | 2", "1:2 1x3 liar | 5"},
	} {
		s := at(t, g, names)
		assert.Equal(t, want, [2]string{s.InformationState(0), s.InformationState(1)}, names)
	}
}

// TestResampleC8 tests that the other seat's dice are rolled again, each face
// equally likely, until a call shows them.
func TestResampleC8(t *testing.T) {
	g := mustNew(t, 2, 3)
	rng := env.Stream(1, "test")
	s := at(t, g, "3 1 2 2 1x1")
	seen := map[string]int{}
	for range 9000 {
		seen[s.ResampleFromInfoState(0, rng).String()]++
	}
	require.Len(t, seen, 6)
	for world, n := range seen {
		want := 2000 // two orders
		if world[6] == world[8] {
			want = 1000
		}
		assert.InDelta(t, want, n, 200, world)
		assert.Equal(t, "1,3 | ", world[:6])
	}
	half := at(t, g, "3 1 2")
	assert.Equal(t, half.InformationState(0), half.ResampleFromInfoState(0, rng).(*State).InformationState(0))
	end := at(t, g, "3 1 2 2 1x1 liar")
	for range 20 {
		assert.Equal(t, end.String(), end.ResampleFromInfoState(0, rng).String())
	}
}

func TestTexts(t *testing.T) {
	s := at(t, mustNew(t, 1, 6), "5 2 1x3 2x1")
	assert.Equal(t, "5 | 2: 1x3 2x1", s.String())
	assert.Equal(t, "Bidding\nSeat 0 (you)  to act\n  Dice: 5\nSeat 1  last bid 2 × 1\n  Dice: 1 face down\nBids: you 1 × 3, seat 1 2 × 1.\nThe bid is 2 × 1: bid higher, or call it a lie?\nAll 2 dice of both players count, and 6 is wild.", s.Text(0))
	assert.Contains(t, at(t, mustNew(t, 1, 6), "5 2").Text(1), "Seat 0 bids.")
	s = at(t, mustNew(t, 1, 6), "5 2 1x3 2x1 liar")
	assert.Contains(t, s.Text(0), "Dice: 5\nSeat 1  last bid 2 × 1\n  Dice: 2\nBids: you 1 × 3, seat 1 2 × 1.\nYou called liar. The bid 2 × 1 does not hold: you won.")
}

func TestIllegalActions(t *testing.T) {
	g := mustNew(t, 1, 6)
	for names, wrong := range map[string][]env.Action{
		"":             {-1, 6, 1 << 20},
		"5 2":          {-1, 12, 13},
		"5 2 1x3":      {0, 1, 2, 13},
		"5 2 2x6":      {0, 11, 13, -5},
		"5 2 1x3 liar": {0, 5, 12},
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
	assert.Equal(t, []env.Action{12}, at(t, g, "5 2 2x6").LegalActions(nil), "nothing is higher")
}

func TestConservationFindsAWrongDie(t *testing.T) {
	s := at(t, mustNew(t, 2, 4), "4 1 2 3")
	require.NoError(t, s.Conservation())
	face, order, lost := *s, *s, *s
	face.dice[1] = 4
	order.dice[0] = 3
	order.dice[1] = 1
	lost.rolled = 5
	assert.Error(t, face.Conservation())
	assert.Error(t, order.Conservation())
	assert.Error(t, lost.Conservation())
}

func TestConfigFaults(t *testing.T) {
	for _, c := range []struct {
		config Config
		want   string
	}{
		{Config{Dice: 0, Sides: 6}, "dice: 0: want a number from 1 to 5"},
		{Config{Dice: 1, Sides: 1}, "sides: 1: want a number from 2 to 30"},
		{Config{Dice: 5, Sides: 7}, "sides: 7: want at most 6 with 5 dice: 2*dice*sides may not exceed 60"},
		{Config{Dice: 9, Sides: 0}, "dice: 9: want a number from 1 to 5\nsides: 0: want a number from 2 to 30"},
		{Config{Dice: -1, Sides: 31}, "dice: -1: want a number from 1 to 5\nsides: 31: want a number from 2 to 30"},
	} {
		_, err := New(c.config)
		var faults env.Faults
		require.ErrorAs(t, err, &faults)
		assert.EqualError(t, err, c.want)
	}
	require.NoError(t, Config{Dice: 5, Sides: 6}.Validate())
	require.NoError(t, Defaults().Validate())
}
