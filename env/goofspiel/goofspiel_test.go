package goofspiel

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
)

func mustNew(t testing.TB, c Config) *Game {
	t.Helper()
	g, err := New(c)
	require.NoError(t, err)
	return g
}

// with returns the default configuration with one change.
func with(change func(*Config)) Config {
	c := Defaults()
	change(&c)
	return c
}

// at plays bids (or revealed prizes) by their number, separated by spaces.
func at(t testing.TB, g *Game, numbers string) *State {
	t.Helper()
	s := g.NewInitialState().(*State)
	for number := range strings.FieldsSeq(numbers) {
		kind := "bid "
		if s.CurrentPlayer() == env.Chance {
			kind = "prize "
		}
		a, err := env.ParseAction(s, kind+number)
		require.NoError(t, err)
		require.NoError(t, s.Apply(a))
	}
	return s
}

func returns(s *State) []float64 {
	r := make([]float64, s.game.config.Players)
	s.Returns(r)
	return r
}

func TestLawsCAL4(t *testing.T) {
	opts := envtest.Options{Games: 5, Sparse: true}
	if os.Getenv("RINGER_LONG") == "1" {
		opts = envtest.Options{Games: 200}
	}
	for _, c := range []Config{
		Defaults(),
		{Players: 2, Cards: 13, Order: Random, ImpInfo: false, Returns: WinLoss},
		{Players: 2, Cards: 2, Order: Ascending, ImpInfo: true, Returns: PointDifference},
		{Players: 3, Cards: 5, Order: Random, ImpInfo: true, Returns: PointDifference},
		{Players: 5, Cards: 6, Order: Ascending, ImpInfo: true, Returns: WinLoss},
		{Players: 4, Cards: 7, Order: Descending, ImpInfo: false, Returns: PointDifference},
	} {
		envtest.Run(t, mustNew(t, c), opts)
	}
}

func TestRoundsCAL4(t *testing.T) {
	g := mustNew(t, Defaults())
	s := at(t, g, "")
	assert.Equal(t, int8(3), s.prize, "the highest prize first")
	assert.Equal(t, []env.Action{0, 1, 2, 3}, s.LegalActions(nil))
	s = at(t, g, "4")
	assert.Equal(t, env.Player(1), s.CurrentPlayer())
	s = at(t, g, "4 3")
	assert.Equal(t, env.Player(0), s.CurrentPlayer())
	assert.Equal(t, int8(2), s.prize)
	assert.Equal(t, []env.Action{0, 1, 2}, s.LegalActions(nil))
	assert.Equal(t, "4:4,3>0 3:", s.String())

	// After three bids each the last is forced: 4 is bid against 1 for the prize 1.
	s = at(t, g, "1 4 2 2 3 1")
	assert.Equal(t, env.Terminal, s.CurrentPlayer())
	assert.Equal(t, "4:1,4>1 3:2,2= 2:3,1>0 1:4,3>0", s.String())
	assert.Equal(t, []uint8{3, 4}, s.points[:2])
	assert.Equal(t, []float64{-1, 1}, returns(s))

	up := mustNew(t, with(func(c *Config) { c.Order = Ascending }))
	assert.Equal(t, "1:1,4>1 2:2,2= 3:3,1>0 4:4,3>0", at(t, up, "1 4 2 2 3 1").String())

	random := mustNew(t, with(func(c *Config) { c.Order = Random }))
	s = at(t, random, "")
	assert.Equal(t, env.Chance, s.CurrentPlayer())
	assert.Equal(t, "2:1,4>1 4:2,2= 1:3,1>0 3:4,3>0", at(t, random, "2 1 4 4 2 2 1 3 1").String(), "the last prize needs no chance")
	assert.Equal(t, []env.Action{0, 2}, at(t, random, "2 1 4 4 2 2").LegalActions(nil))
}

func TestPayoffsCAL4(t *testing.T) {
	points := with(func(c *Config) { c.Returns = PointDifference })
	assert.Equal(t, []float64{-.5, .5}, returns(at(t, mustNew(t, points), "1 4 2 2 3 1")))
	assert.Equal(t, []float64{0, 0}, returns(at(t, mustNew(t, Defaults()), "4 4 3 3 2 2")), "all tied, nobody gets anything")
	assert.Equal(t, []float64{0, 0}, returns(at(t, mustNew(t, Defaults()), "4 4 3 3 2")), "not over")

	three := Config{Players: 3, Cards: 4, Order: Descending, ImpInfo: true, Returns: WinLoss}
	s := at(t, mustNew(t, three), "4 3 2 1 4 3 2 2 4")
	assert.Equal(t, "4:4,3,2>0 3:1,4,3>1 2:2,2,4>2 1:3,1,1>0", s.String())
	assert.Equal(t, []float64{1, -.5, -.5}, returns(s))
	s = at(t, mustNew(t, three), "4 4 1 3 2 2 2 3 4")
	assert.Equal(t, "4:4,4,1= 3:3,2,2>0 2:2,3,4>2 1:1,1,3>2", s.String())
	assert.Equal(t, []float64{.5, -1, .5}, returns(s), "two seats have three points")
	three.Returns = PointDifference
	assert.Equal(t, []float64{1, -2, 1}, returns(at(t, mustNew(t, three), "4 4 1 3 2 2 2 3 4")))
}

// TestPointBounds tests that the bounds of the spec are the extreme returns of a
// whole tree.
func TestPointBounds(t *testing.T) {
	for _, c := range []Config{
		{Players: 2, Cards: 2, Order: Descending},
		{Players: 2, Cards: 4, Order: Descending},
		{Players: 2, Cards: 5, Order: Ascending},
		{Players: 3, Cards: 3, Order: Ascending},
		{Players: 3, Cards: 4, Order: Descending},
		{Players: 4, Cards: 3, Order: Descending},
	} {
		c.Returns = PointDifference
		g := mustNew(t, c)
		low, high := 0., 0.
		var walk func(s *State)
		walk = func(s *State) {
			if s.CurrentPlayer() == env.Terminal {
				for _, r := range returns(s) {
					low, high = min(low, r), max(high, r)
				}
			}
			for _, a := range s.LegalActions(nil) {
				next := *s
				require.NoError(t, next.Apply(a))
				walk(&next)
			}
		}
		walk(g.NewInitialState().(*State))
		assert.InDelta(t, g.Spec().MinUtility, low, 1e-12, "%s", g.Spec())
		assert.InDelta(t, g.Spec().MaxUtility, high, 1e-12, "%s", g.Spec())
	}
}

// TestAgainstSecondImplementationCAL4 plays random episodes and computes the
// winners and points again from the list of bids.
func TestAgainstSecondImplementationCAL4(t *testing.T) {
	c := Config{Players: 3, Cards: 13, Order: Random, ImpInfo: true, Returns: PointDifference}
	g := mustNew(t, c)
	for episode := range 300 {
		rng := env.Stream(uint64(episode), "test")
		s := g.NewInitialState().(*State)
		prizesLeft := map[int]bool{}
		handLeft := []map[int]bool{{}, {}, {}}
		for card := 1; card <= 13; card++ {
			prizesLeft[card] = true
			for _, hand := range handLeft {
				hand[card] = true
			}
		}
		points := []int{0, 0, 0}
		award := func(prize int, bids [3]int) {
			for seat, bid := range bids {
				if bid > bids[(seat+1)%3] && bid > bids[(seat+2)%3] {
					points[seat] += prize
				}
			}
		}
		only := func(set map[int]bool) int {
			require.Len(t, set, 1)
			for card := range set {
				return card
			}
			return 0
		}
		for range 12 {
			play := func(p env.Player, left map[int]bool) int {
				require.Equal(t, p, s.CurrentPlayer())
				legal := s.LegalActions(nil)
				require.Len(t, legal, len(left))
				a := legal[rng.IntN(len(legal))]
				require.True(t, left[int(a)+1])
				delete(left, int(a)+1)
				require.NoError(t, s.Apply(a))
				return int(a) + 1
			}
			prize := play(env.Chance, prizesLeft)
			award(prize, [3]int{play(0, handLeft[0]), play(1, handLeft[1]), play(2, handLeft[2])})
		}
		award(only(prizesLeft), [3]int{only(handLeft[0]), only(handLeft[1]), only(handLeft[2])})
		require.Equal(t, env.Terminal, s.CurrentPlayer())
		mean := float64(points[0]+points[1]+points[2]) / 3
		for seat, r := range returns(s) {
			require.InDelta(t, float64(points[seat])-mean, r, 1e-12, s.String())
		}
	}
}

func TestObservation(t *testing.T) {
	g := mustNew(t, Defaults())
	observe := func(p env.Player, s *State) []float32 {
		o := make([]float32, s.game.Spec().ObservationSize())
		s.Observe(p, o)
		return o
	}
	assert.Equal(t, []float32{
		0, 1, 0, 0, // the prize is 2
		0, .75, .5, .25, // revealed
		1, 0, 0, 0, // seat 0 has bid 4, 2, and now 3
		0, 0, 0, 0 /**/, 0, 0, 1, 0 /**/, 0, 1, 0, 0 /**/, 0, 0, 0, 1, // its bids by prize
		0, 0, 0 /**/, 0, 0, 0 /**/, 0, 0, 1 /**/, 1, 0, 0, // prize 4 is its own, prize 3 nobody's
		.4, 0, // points
	}, observe(0, at(t, g, "4 3 2 2 3")))

	// A commit changes nothing for the others.
	before, after := at(t, g, "3 4"), at(t, g, "3 4 1")
	assert.Equal(t, observe(1, before), observe(1, after))
	assert.NotEqual(t, observe(0, before), observe(0, after))
	assert.Equal(t, before.InformationState(1), after.InformationState(1))

	open := mustNew(t, with(func(c *Config) { c.ImpInfo = false }))
	before, after = at(t, open, "3 4"), at(t, open, "3 4 1")
	assert.Equal(t, observe(1, before), observe(1, after))
	o := observe(1, after)
	hands := open.Spec().FieldOffset("hands")
	assert.Equal(t, []float32{1, 1, 1, 0 /**/, 1, 1, 0, 1}, o[hands:hands+8], "own first, then the other's")
	bids := open.Spec().FieldOffset("bids")
	assert.Equal(t, []float32{0, 0, 0, 1 /* own, for prize 4 */}, o[bids+12:bids+16])
	assert.Equal(t, []float32{0, 0, 1, 0 /* the other's */}, o[bids+28:bids+32])
}

func TestQuestions(t *testing.T) {
	g := mustNew(t, Defaults())
	assert.Equal(t, AskBid, at(t, g, "4").Question())
	assert.Equal(t, AskNothing, at(t, g, "4 4 3 3 2 2").Question(), "the end")
	assert.Equal(t, Choice{Card: 3}, g.Decode(2))
	c := Defaults()
	c.Order = Random
	assert.Equal(t, AskNothing, mustNew(t, c).NewInitialState().(*State).Question(), "chance")
}

func TestInformationState(t *testing.T) {
	hidden := mustNew(t, Defaults())
	open := mustNew(t, with(func(c *Config) { c.ImpInfo = false }))
	for numbers, want := range map[string][4]string{
		"":            {"0: 4:", "1: 4:", "0: 4:", "1: 4:"},
		"3":           {"0: 4:3", "1: 4:", "0: 4:3", "1: 4:"},
		"3 4":         {"0: 4:3>1 3:", "1: 4:4>1 3:", "0: 4:3,4>1 3:", "1: 4:3,4>1 3:"},
		"3 4 2 2 1":   {"0: 4:3>1 3:2= 2:1", "1: 4:4>1 3:2= 2:", "0: 4:3,4>1 3:2,2= 2:1", "1: 4:3,4>1 3:2,2= 2:"},
		"3 4 2 2 1 1": {"0: 4:3>1 3:2= 2:1= 1:4>0", "1: 4:4>1 3:2= 2:1= 1:3>0", "0: 4:3,4>1 3:2,2= 2:1,1= 1:4,3>0", "1: 4:3,4>1 3:2,2= 2:1,1= 1:4,3>0"},
	} {
		a, b := at(t, hidden, numbers), at(t, open, numbers)
		assert.Equal(t, want, [4]string{a.InformationState(0), a.InformationState(1), b.InformationState(0), b.InformationState(1)}, numbers)
	}
}

func TestTexts(t *testing.T) {
	g := mustNew(t, Defaults())
	assert.Equal(t, "Prize 3 of 4\nSeat 1 (you)  points 4 · to act\n  Hand: 1, 3\n  Prizes won: Prize 4\n  Cards bid: 4 [for 4, won], 2 [for 3]\nSeat 0  points 0\n  Hand: 2 face down\n  Cards bid: 2 face down\nPrize: Prize 2\nPrizes to come (in descending order): Prize 1\nBid a card of your hand for the prize of 2, in secret.\nThe highest bid wins the prize if it is alone; else nobody gets it. The cards are spent.", at(t, g, "3 4 2 2 1").Text(1))
	assert.Contains(t, at(t, g, "3 4 2 2 1").Text(0), "You bid 1; the others are still to bid.")
	assert.Contains(t, at(t, g, "3 4 2 2 1 1").Text(0), "Most points: seat 1.")
	open := mustNew(t, with(func(c *Config) { c.ImpInfo = false; c.Order = Random }))
	assert.Contains(t, at(t, open, "2 3 4").Text(0), "Prizes won: Prize 2\n  Cards bid: 4 [for 2, won]")
	assert.Contains(t, at(t, open, "2 3 4").Text(0), "The next prize is revealed.")
}

func TestIllegalActions(t *testing.T) {
	random := mustNew(t, with(func(c *Config) { c.Order = Random }))
	for _, c := range []struct {
		game    *Game
		numbers string
		wrong   []env.Action
	}{
		{random, "", []env.Action{-1, 4, 1 << 20}},
		{random, "2 1 1", []env.Action{1}},
		{random, "2", []env.Action{-1, 4, 15, 16}},
		{random, "2 1 4 3", []env.Action{0}},
		{random, "2 1 4 4 2 2 1 3 1", []env.Action{0, 3}},
	} {
		for _, a := range c.wrong {
			s := at(t, c.game, c.numbers)
			before := *s
			var illegal *env.IllegalActionError
			require.ErrorAs(t, s.Apply(a), &illegal, "%q %d", c.numbers, a)
			assert.Equal(t, a, illegal.Action)
			assert.NotEmpty(t, illegal.Reason)
			assert.Equal(t, before, *s)
		}
	}
}

func TestConservationFindsALostCard(t *testing.T) {
	s := at(t, mustNew(t, Defaults()), "3 4 2")
	require.NoError(t, s.Conservation())
	lost, double, prize, points := *s, *s, *s, *s
	lost.hands[1] = 0
	double.bids[0][0] = double.bids[0][1]
	prize.left = 1
	points.points[0]++
	for _, broken := range []State{lost, double, prize, points} {
		assert.Error(t, broken.Conservation())
	}
}

func TestConfigFaults(t *testing.T) {
	_, err := New(Config{Players: 1, Cards: 14, Order: "up", Returns: "money"})
	var faults env.Faults
	require.ErrorAs(t, err, &faults)
	assert.EqualError(t, err, "players: 1: want a number from 2 to 5\ncards: 14: want a number from 2 to 13\norder: up: want descending, ascending or random\nreturns: money: want win_loss or point_difference")
	require.NoError(t, Defaults().Validate())
}
