package fivepossessions

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
)

func lastLine(text string) string {
	lines := strings.Split(text, "\n")
	return lines[len(lines)-1]
}

// alike asserts that a seat cannot tell two states apart.
func alike(t *testing.T, seat env.Player, a, b *script) {
	t.Helper()
	assert.Equal(t, a.observation(seat), b.observation(seat))
	assert.Equal(t, a.InformationState(seat), b.InformationState(seat))
	assert.Equal(t, a.Text(seat), b.Text(seat))
}

// FP-8, FP-9, C-1: what a side has placed is hidden until the lanes are opened; how
// many cards it has placed is public, and on the last line the lanes it used, once
// it has placed all.
func TestPlacingIsHiddenFP8(t *testing.T) {
	g := build(t)
	attack := "Empty@1 Spread@2 Bunch@3 Wishbone@4"
	other := "Run_and_Shoot@3 Punt@4 Flexbone@1 Empty_Ace@2"
	defend := "46_Bear@1 4-4@2 3-3-5@3 Zero_Blitz@4"
	a, b := newScript(t, g).kickOff(0), newScript(t, g).kickOff(0)
	a.drawing(a.lays(attack), a.lays(defend))
	b.drawing(b.lays(other), b.lays(defend))
	for k := range 4 {
		alike(t, 1, a, b)
		a.placing(a.lays(attack)[k : k+1])
		b.placing(b.lays(other)[k : k+1])
		assert.EqualValues(t, float32(k+1)/4, a.field(1, "progress")[3])
	}
	alike(t, 1, a, b)
	assert.NotEqual(t, a.observation(0), b.observation(0))
	assert.Equal(t, []float32{1, 1, 1, 1}, a.field(1, "filled"))
	// The offense sees nothing of the defense's placing but its progress.
	c := &script{t, a.Clone().(*State)}
	a.do("3-3-5 to lane 4")
	c.do("3-3-5 to lane 1")
	alike(t, 0, a, c)

	last := newScript(t, g).kickOff(0).threeLines()
	hand := last.lays("Singleback_Ace@1 Wildcat@4")
	last.drawing(hand, last.lays("Nickel@1 3-4@2")).placing(hand[:1])
	assert.Equal(t, []float32{0, 0, 0, 0}, last.field(1, "filled"))
	last.placing(hand[1:])
	assert.Equal(t, []float32{1, 0, 0, 1}, last.field(1, "filled"))
	assert.Contains(t, last.Text(1), "Lane 4 (closed): a card of the offense [this line]")
	assert.Contains(t, last.Text(1), "Lane 2 (closed): Place here")
}

// FP-7, FP-14: opened cards stay public in the possession, also when their lane is
// closed; all others are hidden, and resampling deals them anew.
func TestResamplingFP7FP14(t *testing.T) {
	g := build(t)
	x := newScript(t, g).kickOff(0)
	x.line("Empty@1 Shotgun_Trips@2 Wishbone@3 Bunch@4", "46_Bear@1 Dime@2 4-3_Over@3 Big_Nickel@4")
	require.Equal(t, "1000", x.fates(0))
	// Lane 1: blue on blue is announced dead there. Then one more blue lies on a
	// closed lane, of which nothing is said.
	x = newScript(t, g).kickOff(0)
	x.line("Empty@1 I-Formation@2 Punt@3 Bunch@4", "46_Bear@1 Quarterback_Spy_Nickel@2 Punt_Return@3 3-3-5@4")
	require.Equal(t, "1100", x.fates(0))
	x.line("Spread@1 Empty_Trey@2 Run_and_Shoot@3 Wishbone@4", "Dime@1 Goal_Line_6-2@2 Quarter@3 3-4@4")
	require.Equal(t, "x1xx", x.fates(1))
	x.drawing(x.lays("Shotgun_Trips@1 Field_Goal@2 Wildcat@3 Flexbone@4"), x.lays("Nickel@1 Field_Goal_Block@2 4-4@3 Zero_Blitz@4"))

	at := func(name string) int { return x.lays(name + "@1")[0].card }
	number := func(name string) Card { return g.cards.number[at(name)] }
	shownBlue := number("Empty")
	dead := map[Card]int{}
	closed := map[Card]int{}
	const worlds = 20_000
	rng := env.Stream(1, "test")
	for range worlds {
		w := x.ResampleFromInfoState(1, rng).(*State)
		row := w.now.placed[Offense][1]
		dead[row[0]]++
		closed[row[2]]++
		require.Equal(t, number("Empty_Trey"), row[1], "what was opened stays")
		require.Equal(t, x.now.hand[Defense], w.now.hand[Defense], "the own hand stays")
		require.NoError(t, w.Conservation())
	}
	// FP-14: blue for certain, and each unseen blue equally likely.
	assert.Len(t, dead, 3)
	for card, n := range dead {
		assert.EqualValues(t, g.cards.colour[Offense][shownBlue], g.cards.colour[Offense][card])
		assert.NotEqual(t, shownBlue, card, "Empty was opened")
		assert.InDelta(t, worlds/3., float64(n), 5*math.Sqrt(worlds*2./9))
	}
	// The rest is uniform over what is left: 14 cards less 5 opened, less the dead
	// blue: 8 in all, a blue one with chance 2/3 x 1/8.
	assert.Len(t, closed, 9, "14 cards less the five opened")
	for card, n := range closed {
		prob := 1. / 8
		if g.cards.colour[Offense][card] == g.cards.colour[Offense][shownBlue] {
			prob *= 2. / 3
		}
		assert.InDelta(t, worlds*prob, float64(n), 5*math.Sqrt(worlds*prob*(1-prob)), "card %d", card)
	}
	assert.Equal(t, []float32{0, 0, 0, 1. / 14}, x.field(1, "dead_colours"))
	assert.Equal(t, []float32{0, 0, 0, 0}, x.field(0, "dead_colours"), "of the other's cards only")

	// The offense does not know the cards opposite its dead ones (FP-10).
	hidden := map[Card]bool{}
	for range 2000 {
		w := x.ResampleFromInfoState(0, rng).(*State)
		hidden[w.now.placed[Defense][1][0]] = true
		require.Equal(t, x.now.placed[Offense], w.now.placed[Offense])
	}
	assert.Len(t, hidden, 14-5, "any card that was not opened")
	for card := range hidden {
		assert.False(t, x.now.shown[Defense].Has(card))
	}
}

// FP-14: what was hidden in finished possessions stays hidden, and is dealt anew.
func TestResamplingFinishedPossessionsFP14(t *testing.T) {
	g := build(t)
	x := newScript(t, g).kickOff(0).score().stop()
	x.drawing(x.lays("Empty@1 Spread@2 Bunch@3 Wishbone@4"), x.lays("46_Bear@1 4-4@2 3-3-5@3 Zero_Blitz@4"))
	rng := env.Stream(2, "test")
	var before, after possession
	g.unpack(x.past, 0, &before)
	changed := 0
	for range 200 {
		w := x.ResampleFromInfoState(1, rng).(*State)
		g.unpack(w.past, 0, &after)
		assert.Equal(t, before.placed[Defense], after.placed[Defense], "seat 1 defended")
		for line := range 4 {
			for lane := range 4 {
				if before.opened[line]>>lane&1 == 1 {
					require.Equal(t, before.placed[Offense][line][lane], after.placed[Offense][line][lane])
				}
			}
		}
		if before.placed != after.placed {
			changed++
		}
		require.NoError(t, w.Conservation())
		require.Equal(t, x.InformationState(1), w.InformationState(1))
	}
	assert.Greater(t, changed, 190)
}

// Observations, texts and information states tell what a seat should know.
func TestWhatASeatSees(t *testing.T) {
	g := build(t)
	x := newScript(t, g).do("seat 1 wins the toss")
	assert.Equal(t, "Toss\nSeat 0 (you)  yards 0 of 100\nSeat 1  yards 0 of 100 · to act\nSeat 1 won the toss and chooses offense or defense.", x.Text(0))
	assert.Contains(t, x.Text(1), "You won the toss: begin on offense or on defense?")
	assert.Equal(t, []float32{1, 0, 0, 0}, x.field(1, "decision"))
	assert.Equal(t, []float32{1, 0}, x.field(1, "actor"))
	assert.Equal(t, []float32{0, 1}, x.field(0, "actor"))
	x.do("offense").score()
	assert.Equal(t, []float32{0, .2}, x.field(0, "yards"))
	assert.Equal(t, []float32{0, 0, 1, 0, 0, 0, 0}, x.field(0, "lead"))
	assert.Equal(t, []float32{0, 0, 0, 0, 1, 0, 0}, x.field(1, "lead"))
	assert.Contains(t, x.Text(0), "Possession 1 [scored]")

	x.line("Empty@1 Shotgun_Trips@2 I-Formation@3 Bunch@4", "46_Bear@1 Dime@2 4-4@3 3-3-5@4")
	x.drawing(x.lays("Run_and_Shoot@1 Empty_Trey@2 Punt@3 Wishbone@4"), x.lays("Goal_Line_6-2@1 Big_Nickel@2 Zero_Blitz@3 Quarter@4"))
	assert.Equal(t, "Run and Shoot to lane 1", x.names()[0])
	assert.Equal(t, []float32{0, 1, 0, 0}, x.field(0, "decision"))
	assert.Equal(t, []float32{1, 0}, x.field(0, "role"))
	assert.Equal(t, []float32{0, 1, 0, 0}, x.field(0, "line"))
	assert.Equal(t, []float32{
		0, 0, 0, 0, 1, // a blue card lies open on lane 1
		1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0,
	}, x.field(0, "lanes"))
	assert.Equal(t, []float32{.25, 0, 0, 0}, x.field(1, "lasted"))
	assert.Contains(t, x.Text(0), "  Lane 1 (open, but not to blue): Empty (5, blue) [lies open], Place here\n  Lane 2 (closed): Place here\n")
	assert.Contains(t, x.Text(0), "Seen of the defense (10 of 14 not seen): Dime (blue), 3-3-5 (purple), 46 Bear (purple), 4-4 (green)\n")
	assert.Contains(t, x.Text(0), "Line 1 (Lane 1 Empty beat 46 Bear; lane 2 Shotgun Trips was stopped by Dime;")
	assert.Contains(t, x.Text(1), "Seat 0 places cards face down, 1 of 4.")
	assert.Contains(t, x.Text(1), "Big Nickel (purple): Purple defense with 2 purple, 2 green, 2 blue and 5 yellow men.")
	from := x.Clone().(*State)
	x.do("Run and Shoot to lane 1")
	assert.Equal(t, []float32{0, 0, 0, 0}, x.field(1, "filled"))
	assert.Contains(t, x.Text(0), "Lane 1 (open, but not to blue): Empty (5, blue) [lies open], Run and Shoot (4, blue) [this line, dead]")
	assert.Equal(t, []float32{1, 0, 1, 0, 0, 0, 1}, x.field(0, "slots")[:7])
	x = &script{t, from.Clone().(*State)}
	x.do("Run and Shoot to lane 1")
	x.placing(x.lays("Empty_Trey@2 Punt@3 Wishbone@4")).placing(x.lays("Goal_Line_6-2@1 Big_Nickel@2 Zero_Blitz@3 Quarter@4"))
	assert.Contains(t, x.Text(0), "Lane 1 had a dead card (your Run and Shoot); lane 2 had a dead card (your Empty Trey)")
	assert.Contains(t, x.Text(1), "Lane 1 had a dead card; lane 2 had a dead card;")
	assert.Contains(t, x.Text(1), "Possession 2 [stopped]")
	assert.Equal(t, 2, x.Played())
	attacker, lines, scored := x.Possession(0)
	assert.Equal(t, []any{1, 4, true}, []any{attacker, lines, scored})
	attacker, lines, scored = x.Possession(1)
	assert.Equal(t, []any{0, 2, false}, []any{attacker, lines, scored})
}
