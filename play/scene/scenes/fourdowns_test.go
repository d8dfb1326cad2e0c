package scenes_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
)

// A deal for two: seat 1 deals, so seat 0 opens and gets the first card.
const fourDownsDeal = `dealer seat 1;
deal Empty; deal Nickel; deal Dime; deal Spread; deal Wishbone; deal Field Goal; deal Punt; deal 3-4`

const fourDownsTwo = "fourdowns(players=2,eight_cards_for_two=false)"

func TestFourDownsAsksInWords(t *testing.T) {
	g, s := reach(t, fourDownsTwo, fourDownsDeal)
	q, choices := askedOf(t, g, s)
	assert.Equal(t, "Down 1 of 4: knock, or pass?", q.Text)
	assert.Equal(t, "The hand is for 10 yards, which all in it lose but the player that leads the last down. A knock makes it 20: the others call, fold or knock again.", q.Help)
	assert.Equal(t, []string{"Knock: the hand is then for 20 yards", "Pass"}, choices)
	assert.Equal(t, "Seat 1 knocks or passes.", shownTo(g, s, 1).Waits)

	g, s = reach(t, fourDownsTwo, fourDownsDeal+"; knock")
	q, choices = askedOf(t, g, s)
	assert.Equal(t, "Seat 1 knocked, and the hand is for 20 yards: call, fold, or knock again?", q.Text)
	assert.Equal(t, []string{"Knock: the hand is then for 30 yards", "Call: stay in for 20 yards", "Fold: lose 10 yards now"}, choices)

	g, s = reach(t, fourDownsTwo, fourDownsDeal+"; knock; call")
	q, choices = askedOf(t, g, s)
	assert.Equal(t, "Open down 1 of 4: play any card.", q.Text)
	// Of blue defense of 7 or more there is Nickel alone, and seat 2 has it.
	assert.Contains(t, choices, "Play Empty: 1 unseen card could take the lead from it")
	// Orange defense of 6 or more.
	assert.Contains(t, choices, "Play Punt: 2 unseen cards could take the lead from it")

	g, s = reach(t, fourDownsTwo, fourDownsDeal+"; knock; call; play Empty")
	q, choices = askedOf(t, g, s)
	assert.Equal(t, "Follow Empty (blue offense 7), with which seat 1 opened: play blue defense.", q.Text)
	assert.Equal(t, []string{"Play Nickel: takes the lead for good"}, choices)

	// Seat 2 opens with green defense, and seat 1 has green offense of the same strength.
	g, s = reach(t, fourDownsTwo, fourDownsDeal+"; knock; call; play Empty; play Nickel; knock; call; play 3-4")
	_, choices = askedOf(t, g, s)
	assert.Equal(t, []string{"Play Wishbone: takes the lead for good"}, choices)

	// A follower with neither side of the colour.
	g, s = reach(t, fourDownsTwo, fourDownsDeal+"; pass; pass; play Wishbone; play 3-4; pass; pass; play Field Goal")
	q, choices = askedOf(t, g, s)
	assert.Equal(t, "Follow Field Goal (orange offense 7), with which seat 2 opened: play orange offense.", q.Text)
	assert.Equal(t, []string{"Play Punt: does not take the lead"}, choices)

	// The last knocker can only pass.
	g, s = reach(t, fourDownsTwo, fourDownsDeal+"; knock; call; play Empty; play Nickel; pass")
	q, choices = askedOf(t, g, s)
	assert.Equal(t, "Down 2 of 4: you can only pass.", q.Text)
	assert.Equal(t, "You knocked last, and nobody raises their own knock.", q.Help)
	assert.Equal(t, []string{"Pass"}, choices)
}

func TestFourDownsShowsTheTable(t *testing.T) {
	g, s := reach(t, fourDownsTwo, fourDownsDeal+"; knock; fold; "+`
deal Empty; deal Nickel; deal Dime; deal Spread; deal Wishbone; deal Field Goal; deal Punt; deal 3-4; pass; pass; play Empty; play Nickel; pass; pass`)
	require.Equal(t, env.Player(0), s.CurrentPlayer())
	sc := shownTo(g, s, 0)
	assert.Equal(t, "You knocked; seat 2 folded; you won the hand.", zone(t, sc, "story:last").Note)
	compareGolden(t, "fourdowns", sc)
}
