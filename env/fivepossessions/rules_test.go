package fivepossessions

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/playdesign"
)

// FP-1, FP-13: a toss decides who chooses; either may be chosen; from then on the
// seats alternate.
func TestTheTossFP1FP13(t *testing.T) {
	g := build(t)
	x := newScript(t, g)
	assert.Equal(t, env.Chance, x.CurrentPlayer())
	assert.Equal(t, []env.Outcome{{Action: 0, Prob: .5}, {Action: 1, Prob: .5}}, x.ChanceOutcomes(nil))
	for seat := range 2 {
		for side, attacker := range []int{seat, 1 - seat} {
			x := newScript(t, g).do([]string{"seat 0 wins the toss", "seat 1 wins the toss"}[seat])
			assert.EqualValues(t, seat, x.CurrentPlayer())
			assert.Equal(t, []string{"offense", "defense"}, x.names())
			x.do(x.names()[side])
			for range 4 {
				assert.Equal(t, attacker, x.Attacker())
				x.stop()
				attacker = 1 - attacker
			}
		}
	}
	// Each seat has all 28 cards of its own: the same card lies on both sides of
	// the table within a pair.
	x = newScript(t, g).kickOff(0).stop()
	for card := range g.config.Cards {
		assert.True(t, x.undrawn(card), "FP-2: both stacks are full and shuffled for every possession")
	}
}

// FP-2, FP-8: hands of 4, 4, 4 and 2; both are drawn before the offense places,
// and the offense places before the defense, in ascending card order.
func TestALineFP2FP8(t *testing.T) {
	x := newScript(t, build(t)).kickOff(1)
	assert.Equal(t, []int{4, 4, 4, 2}, x.game.handSize)
	attack := x.lays("Punt@2 Empty@4 Wishbone@1 Bunch@3")
	defend := x.lays("Dime@1 3-4@2 Nickel@4 46_Bear@3")
	for k := range 8 {
		assert.Equal(t, env.Chance, x.CurrentPlayer(), "draw %d", k)
		hand := append(attack, defend...)
		x.do("draw " + x.game.config.Cards[hand[k].card].Name)
	}
	assert.Equal(t, []string{"Empty to lane 1", "Empty to lane 2", "Empty to lane 3", "Empty to lane 4"}, x.names())
	for k := range 4 {
		assert.EqualValues(t, 1, x.CurrentPlayer(), "the offense first")
		assert.Len(t, x.names(), 4-k, "one card a lane, line and side")
		x.placing(attack[k : k+1])
	}
	for k := range 4 {
		assert.EqualValues(t, 0, x.CurrentPlayer())
		assert.Len(t, x.names(), 4-k)
		x.placing(defend[k : k+1])
	}
	assert.Equal(t, 1, x.Line())
	assert.Equal(t, 6, x.game.spec.NumActions(), "four lanes, offense and defense")
}

// FP-2: every hand of the stack is equally likely, and comes on one path.
func TestHandsAreUniformFP2(t *testing.T) {
	x := newScript(t, build(t)).kickOff(0)
	x.line("Empty@1 Shotgun_Trips@2 I-Formation@3 Bunch@4", "46_Bear@1 Dime@2 4-4@3 3-3-5@4")
	hands := map[Set]float64{}
	var walk func(s State, prob float64)
	walk = func(s State, prob float64) {
		if s.side == Defense {
			var hand Set
			for _, c := range s.now.hand[Offense][:4] {
				hand |= Single(c)
			}
			_, twice := hands[hand]
			require.False(t, twice)
			hands[hand] = prob
			return
		}
		for _, o := range s.ChanceOutcomes(nil) {
			next := s
			require.NoError(t, next.Apply(o.Action))
			walk(next, prob*o.Prob)
		}
	}
	walk(*x.State, 1)
	assert.Len(t, hands, 210, "10 cards are left: 10 over 4 hands")
	for _, prob := range hands {
		assert.InDelta(t, 1./210, prob, 1e-12)
	}
}

// FP-3: dots of the offense card's colour are compared, purple counts purple and
// blue, and the offense needs one more.
func TestLaneResultsFP3(t *testing.T) {
	g := build(t)
	deck := g.config.Cards
	at := func(name string) int {
		for i, c := range deck {
			if c.Name == name {
				return i
			}
		}
		t.Fatal(name)
		return 0
	}
	for _, x := range []struct {
		attack, defend string
		wins           bool
	}{
		{"Empty", "3-4", true},                    // blue 5:3
		{"Empty", "Dime", false},                  // blue 5:5, a tie is the defense's
		{"Spread", "Nickel", true},                // blue 4:3
		{"Bunch", "3-3-5", false},                 // purple and blue 1+3 : 2+3
		{"Bunch", "Big Nickel", false},            // 1+3 : 2+2
		{"Bunch", "4-4", true},                    // 1+3 : 1+2
		{"I-Formation", "Big Nickel", false},      // green 2:2
		{"I-Formation", "Field Goal Block", true}, // green 2:1
		{"Wishbone", "46 Bear", false},            // green 3:3
		{"Field Goal", "Punt Return", false},      // orange 3:3
		{"Field Goal", "Zero Blitz", true},        // orange 3:2
		{"Wildcat", "Nickel", true},               // orange 1:0
	} {
		assert.Equal(t, x.wins, g.wins(at(x.attack), at(x.defend)), "%s against %s", x.attack, x.defend)
	}
	// All pairs, reckoned again from the dots as they stand in the file.
	men := func(c playdesign.Card, colour string) int {
		d := map[string]int{"orange": c.Dots[0], "purple": c.Dots[1] + c.Dots[3], "green": c.Dots[2], "blue": c.Dots[3]}
		return d[colour]
	}
	for o, a := range deck {
		for d, b := range deck {
			if a.Side == playdesign.Offense && b.Side == playdesign.Defense {
				assert.Equal(t, men(a, a.Colour.String()) > men(b, a.Colour.String()), g.wins(o, d), "%s against %s", a.Name, b.Name)
			}
		}
	}
	// Both numbers are the designer's.
	level := build(t, func(c *Config) { c.Margin = 0 })
	assert.True(t, level.wins(at("Empty"), at("Dime")))
	alone := build(t, func(c *Config) {
		c.Counts = map[string][]string{"orange": {"orange"}, "purple": {"purple"}, "green": {"green"}, "blue": {"blue"}}
	})
	assert.False(t, alone.wins(at("Bunch"), at("4-4")), "purple 1:1")
}

// FP-4, FP-9: a card on a closed lane, or on a card of its colour, is dead: it
// stays face down and closes the lane. Nothing is masked.
func TestDeadCardsFP4FP9(t *testing.T) {
	x := newScript(t, build(t)).kickOff(0)
	x.line("Empty@1 Spread@2 Bunch@3 Wishbone@4", "46_Bear@1 4-4@2 3-3-5@3 Zero_Blitz@4")
	assert.Equal(t, "1101", x.fates(0))
	assert.Equal(t, []bool{false, false, true, false}, []bool{x.Closed(0), x.Closed(1), x.Closed(2), x.Closed(3)})
	assert.Equal(t, "Empty", x.game.name(Offense, x.Open(0)))
	assert.Equal(t, NoCard, x.Open(2))

	attack := x.lays("Run_and_Shoot@1 Empty_Trey@2 Empty_Ace@3 Flexbone@4")
	defend := x.lays("Goal_Line_6-2@1 Big_Nickel@2 Punt_Return@3 Field_Goal_Block@4")
	x.drawing(attack, defend)
	assert.Len(t, x.names(), 4, "FP-9: the closed lane and the lane of its own colour may be chosen too")
	x.placing(attack)
	assert.Len(t, x.names(), 4, "FP-4: the defense may place any card anywhere")
	x.placing(defend)
	assert.Equal(t, "x1xx", x.fates(1), "blue on blue, a closed lane, green on green")
	assert.Equal(t, []bool{true, false, true, true}, []bool{x.Closed(0), x.Closed(1), x.Closed(2), x.Closed(3)})

	// The closed lane stays closed whatever is put there.
	x.line("Field_Goal@1 Punt@2 Shotgun_Trips@3 I-Formation@4", "4-3_Over@1 3-4@2 Dime@3 Quarter@4")
	assert.Equal(t, "x1xx", x.fates(2), "orange on purple is alive")
}

// FP-5: 20 yards to the defense for a line without a lane won, also when the
// offense cannot play at all; 20 to the offense for a lane of the fourth line.
func TestYardsFP5(t *testing.T) {
	x := newScript(t, build(t)).kickOff(0).stop()
	assert.Equal(t, []int{0, 20}, []int{x.Yards(0), x.Yards(1)})
	assert.Equal(t, 1, x.Played())
	x.score()
	assert.Equal(t, []int{0, 40}, []int{x.Yards(0), x.Yards(1)}, "seat 1 attacked and scored")
	assert.Equal(t, uint8(3), x.last().line)

	// Only lane 1 is open, under a blue card, and all that comes is blue there.
	x.line("Empty@1 Shotgun_Trips@2 I-Formation@3 Bunch@4", "46_Bear@1 Dime@2 4-4@3 3-3-5@4")
	x.line("Run_and_Shoot@1 Empty_Trey@2 Empty_Ace@3 Flexbone@4", "Goal_Line_6-2@1 Big_Nickel@2 Punt_Return@3 Zero_Blitz@4")
	assert.Equal(t, []int{0, 60}, []int{x.Yards(0), x.Yards(1)}, "no lane could be won")
	assert.Equal(t, 3, x.Played())

	y := newScript(t, build(t, func(c *Config) { c.StopYards, c.ScoreYards = 5, 30 })).kickOff(0).stop().score()
	assert.Equal(t, []int{0, 35}, []int{y.Yards(0), y.Yards(1)})
}

// FP-10: opposite a dead card the defense card is not opened either.
func TestDefendersOfDeadCardsStayHiddenFP10(t *testing.T) {
	x := newScript(t, build(t)).kickOff(0)
	x.line("Empty@1 Shotgun_Trips@2 I-Formation@3 Bunch@4", "46_Bear@1 Dime@2 4-4@3 3-3-5@4")
	x.line("Empty_Trey@1 Run_and_Shoot@2 Empty_Ace@3 Flexbone@4", "Goal_Line_6-2@1 Big_Nickel@2 Punt_Return@3 Zero_Blitz@4")
	at := func(name string) int { return x.lays(name + "@1")[0].card }
	for _, open := range []string{"Goal_Line_6-2", "46_Bear", "Dime", "4-4", "3-3-5", "Empty_Trey", "Empty", "Bunch"} {
		assert.True(t, x.seen(at(open)), open)
	}
	unseen := x.field(0, "unseen")
	for _, hidden := range []string{"Big_Nickel", "Punt_Return", "Zero_Blitz"} {
		assert.False(t, x.seen(at(hidden)), hidden)
		assert.EqualValues(t, 1, unseen[at(hidden)], "for the offense it may still come")
		assert.Zero(t, x.field(1, "stack")[at(hidden)], "its owner knows that it is used up")
	}
	for _, hidden := range []string{"Run_and_Shoot", "Empty_Ace", "Flexbone"} {
		assert.False(t, x.seen(at(hidden)), hidden)
		assert.EqualValues(t, 1, x.field(1, "unseen")[at(hidden)], hidden)
	}
}

// FP-11: on the fourth line a lane without an offense card is not contested, a
// live card without a defender wins, and the first lane won ends the possession.
func TestTheLastLineFP11(t *testing.T) {
	x := newScript(t, build(t)).kickOff(0).threeLines()
	require.Equal(t, 3, x.Line())
	assert.Equal(t, "Spread", x.game.name(Offense, x.Open(0)))
	from := x.Clone().(*State)
	at := func(attack, defend string) *script {
		return (&script{t, from.Clone().(*State)}).line(attack, defend)
	}
	undefended := at("Singleback_Ace@1 Wildcat@2", "Nickel@2 3-4@3")
	assert.Equal(t, 20, undefended.Yards(0))
	assert.EqualValues(t, 1, undefended.last().reached[3], "lanes 2 to 4 are not opened")
	assert.Equal(t, laneUnseen, undefended.game.fate(undefended.last(), 3, 1))

	stopped := at("Wildcat@2 Singleback_Ace@1", "Nickel@1 3-4@2") // 2+2 : 2+3
	assert.Equal(t, []int{0, 20}, []int{stopped.Yards(0), stopped.Yards(1)})
	assert.Equal(t, laneLost, stopped.game.fate(stopped.last(), 3, 0))
	assert.Equal(t, laneDead, stopped.game.fate(stopped.last(), 3, 1))

	elsewhere := at("Singleback_Ace@3 Wildcat@2", "Nickel@1 3-4@4")
	assert.Equal(t, []int{0, 20}, []int{elsewhere.Yards(0), elsewhere.Yards(1)})
	assert.Equal(t, laneEmpty, elsewhere.game.fate(elsewhere.last(), 3, 0), "a defense card opposite nothing does nothing")
	assert.Zero(t, elsewhere.last().shown[Defense]&Single(0), "and Nickel is not opened")
}
