package fourdowns_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/fourdowns"
)

// tells plays actions as do does, and returns what a seat is told of the last one, one
// line an event.
func (b *board) tells(p env.Player, actions string) string {
	b.t.Helper()
	words := strings.Fields(actions)
	last := words[len(words)-1]
	b.do(strings.Join(words[:len(words)-1], " "))
	a, err := env.ParseAction(b, last)
	if err != nil {
		a = id(b.t, b.g, last)
	}
	return b.told(p, a)
}

// told applies an action and returns what a seat is told of it.
func (b *board) told(p env.Player, a env.Action) string {
	b.t.Helper()
	before := b.Clone()
	b.apply(a)
	var lines []string
	for _, e := range env.Tell(before, p, a, b.State, nil) {
		lines = append(lines, e.Player.String()+" "+env.Plain(e.Text))
	}
	return strings.Join(lines, "\n")
}

// A deal is told once, when it is whole, to each player with its own cards, in the
// order of the deck and not of the deal.
func TestTheDealIsTold(t *testing.T) {
	g := game(t, "fourdowns(players=3,hand_cards=2)")
	dealt := func(p env.Player, codes string) (last string) {
		b := &board{State: g.NewInitialState().(*fourdowns.State), t: t, g: g}
		assert.Equal(t, "seat 2 deals first", b.told(p, 2))
		for code := range strings.FieldsSeq(codes) {
			require.Empty(t, last, "told before the deal was whole")
			last = b.told(p, id(t, g, code))
		}
		return last
	}
	one := dealt(0, "bo7 bd7 go7 bo6 bd6 gd7")
	assert.Regexp(t, `^seat 2 deals 2 cards to each player\nseat 0 gets \S.* and \S.*$`, one)
	assert.Equal(t, one, dealt(0, "bo6 gd7 bd6 bo7 go7 bd7"), "the order of the deal means nothing, nor do the cards of others")
	assert.NotEqual(t, one, dealt(1, "bo7 bd7 go7 bo6 bd6 gd7"))
}

// Bids and cards are public; who takes the lead, wins a round or hand and loses what
// is told with the action that settles it.
func TestBidsAndRoundsAreTold(t *testing.T) {
	b := deal(t, "fourdowns(players=3,hand_cards=2)", 2, "bo7 go6", "bd7 gd6", "oo7 od7")
	for p := range env.Player(3) {
		c := &board{b.Clone().(*fourdowns.State), t, b.g}
		assert.Equal(t, "seat 0 passes", c.tells(p, "pass"))
		assert.Equal(t, "seat 1 knocks and raises the stake to 20 yards", c.tells(p, "knock"))
		assert.Equal(t, "seat 2 folds and loses 10 yards", c.tells(p, "fold"))
		assert.Equal(t, "seat 0 calls for 20 yards", c.tells(p, "call"))
		assert.Equal(t, "seat 0 opens with Empty (blue offense 7)", c.tells(p, "bo7"))
		assert.Equal(t, "seat 1 plays Nickel (blue defense 7) and leads\nseat 1 wins down 1 and opens the next", c.tells(p, "bd7"))
		assert.Equal(t, "seat 0 plays Flexbone (green offense 6) and leads\nseat 0 wins the hand\nseat 1 loses 20 yards", c.tells(p, "pass pass gd6 go6"))
	}
}

// FD-2, FD-3: when all others fold, the last knocker wins the hand; a player can go out
// by folding, and the last one in wins the game.
func TestEndsAreTold(t *testing.T) {
	b := deal(t, "fourdowns(players=2,hand_cards=2,eight_cards_for_two=false,out_at=20)", 1, "bo7 go6", "bd7 gd6")
	assert.Equal(t, "seat 1 folds and loses 10 yards\nseat 0 wins the hand", b.tells(0, "knock fold"))
	b.dealHands("bo7 go6", "bd7 gd6")
	assert.Equal(t, "seat 1 folds and loses 10 yards\nseat 1 is out of the game\nseat 0 wins the hand\nseat 0 wins the game", b.tells(1, "pass knock fold"))

	b = deal(t, "fourdowns(players=3,hand_cards=1,hands=1)", 2, "bo7", "go7", "gd7")
	assert.Equal(t, "seat 2 plays 3-4 (green defense 7)\nseat 0 wins the hand\nseat 1 loses 10 yards\nseat 2 loses 10 yards\nseat 0 wins the game",
		b.tells(1, "pass pass pass bo7 go7 gd7"))
	b = deal(t, "fourdowns(players=3,hand_cards=1,hands=2)", 2, "bo7", "go7", "gd7")
	b.do("pass pass pass bo7 go7 gd7")
	b.dealHands("bo7", "go7", "gd7")
	// Green defense takes the lead from green offense; seats 0 and 2 have then lost as much.
	assert.Equal(t, "seat 0 plays Empty (blue offense 7)\nseat 2 wins the hand\nseat 0 loses 10 yards\nseat 1 loses 10 yards\nseat 0 shares the victory\nseat 2 shares the victory",
		b.tells(1, "pass pass pass go7 gd7 bo7"))
}

// FD-11: the leader of a round folds before a card, and another seat leads.
func TestAFoldThatPassesTheLeadIsToldFD11(t *testing.T) {
	b := deal(t, "fourdowns(players=3,hand_cards=2,knock_when=any_time)", 2, "bo6 go6", "bd7 gd6", "bd6 od7")
	b.do("pass pass pass bo6 pass pass pass bd7")
	assert.Equal(t, "seat 1 folds and loses 10 yards\nseat 0 leads now", b.tells(2, "knock call fold"))
	assert.Equal(t, "seat 2 plays Dime (blue defense 6) and leads\nseat 2 wins down 1 and opens the next", b.tells(0, "bd6"))
}
