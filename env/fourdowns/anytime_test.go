package fourdowns_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
	"ringer/env/fourdowns"
)

const anyTime = "fourdowns(players=3,knock_when=any_time)"

// FD-11: there is a window before each card, from the seat that is to play; by
// default only before each round.
func TestWindowsBeforeEachCardFD11(t *testing.T) {
	hands := []string{"bo4 go7 oo7 pd7", "bd6 go6 oo6 pd6", "bd7 go5 oo5 po4"}
	b := deal(t, anyTime, 2, hands...)
	b.do("pass pass pass bo4")
	for _, seat := range []int{1, 2, 0} {
		assert.Equal(t, fourdowns.AskWindow, b.Question())
		assert.Equal(t, seat, int(b.CurrentPlayer()))
		assert.Contains(t, b.Text(env.Player(seat)), "Down 1 of 4, before ")
		b.do("pass")
	}
	assert.Equal(t, fourdowns.AskFollow, b.Question())
	assert.Equal(t, 1, int(b.CurrentPlayer()))
	b.do("bd6")
	assert.Equal(t, 2, int(b.CurrentPlayer()))
	b.do("knock")
	assert.Equal(t, 2, b.Stake())
	b.do("call call")
	assert.Equal(t, fourdowns.AskFollow, b.Question(), "a knock is answered, then the card is played")
	assert.Equal(t, 2, int(b.CurrentPlayer()))
	b.do("bd7")
	assert.Equal(t, 1, b.Round())
	assert.Equal(t, 2, b.Opener())

	b = deal(t, "fourdowns(players=3)", 2, hands...)
	b.do("pass pass pass bo4")
	assert.Equal(t, fourdowns.AskFollow, b.Question())
}

// FD-11: a player that folds inside a round leaves its card there; only players in
// the hand can lead.
func TestFoldsInsideARoundFD11(t *testing.T) {
	for _, x := range []struct {
		name, second, actions string
		leader                int
	}{
		{"the leader folds: the opener leads again", "bd6", "bd6 knock call fold", 0},
		{"the opener folds: the follower goes on leading", "bd6", "bd6 knock fold call", 1},
		{"the opener folds and had the lead: the next player leads", "po5", "po5 knock fold call", 1},
	} {
		b := deal(t, anyTime, 2, "bo4 go7 oo7 pd7", x.second+" go6 oo6 pd6", "bd4 go5 oo5 po4")
		b.do("pass pass pass bo4 pass pass pass " + x.actions)
		assert.Equal(t, x.leader, b.Leader(), x.name)
	}
}

// FD-11: a hand can be won inside a round, and the winner of the last round is in
// the hand.
func TestTheWinnerIsInTheHandFD11(t *testing.T) {
	b := deal(t, "fourdowns(players=3,knock_when=any_time,hand_cards=1)", 2, "bo4", "bd6", "go5")
	b.do("pass pass pass bo4 pass pass pass bd6 knock")
	assert.Equal(t, 0, int(b.CurrentPlayer()))
	b.do("call fold go5")
	assert.Equal(t, []int{0, 10, 20}, b.yards(), "seat 1 had the lead and folded; seat 0 has it again")

	b = deal(t, "fourdowns(players=3,knock_when=any_time,hand_cards=1)", 2, "bo4", "bd6", "go5")
	b.do("pass pass pass bo4 pass knock fold fold")
	assert.Equal(t, []int{10, 10, 0}, b.yards())
	assert.Equal(t, 1, b.Hands())
}

// FD-11: when the last knock is made, no window opens inside a round.
func TestNoEmptyWindowsFD11(t *testing.T) {
	b := deal(t, "fourdowns(players=3,knock_when=any_time,max_knocks=1)", 2, "bo4 go7 oo7 pd7", "bd6 go6 oo6 pd6", "bd4 go5 oo5 po4")
	b.do("knock call call bo4")
	assert.Equal(t, fourdowns.AskFollow, b.Question())
}

// FD-11: what was bid before which card is shown.
func TestBidsAreShownFD11(t *testing.T) {
	b := deal(t, anyTime, 2, "bo4 go7 oo7 pd7", "bd6 go6 oo6 pd6", "bd4 go5 oo5 po4")
	b.do("knock call call bo4 pass knock call fold")
	bids := b.look(0).field("bids") // own, left 1, left 2; by card; knocks, calls, fold
	windows := len(bids) / 9
	at := func(seat, card, column int) float32 { return bids[(seat*windows+card)*3+column] }
	assert.EqualValues(t, 1, at(0, 0, 0), "seat 0 knocked before the first card")
	assert.EqualValues(t, 1, at(1, 0, 1))
	assert.EqualValues(t, 1, at(2, 0, 1))
	assert.EqualValues(t, 1, at(2, 1, 0), "seat 2 before the second")
	assert.EqualValues(t, 1, at(0, 1, 1))
	assert.EqualValues(t, 1, at(1, 1, 2))
	sum := float32(0)
	for _, x := range bids {
		sum += x
	}
	assert.EqualValues(t, 6, sum)
}

// C-7: the round in which a card was played is shown.
func TestRoundsOfCardsAreShownC7(t *testing.T) {
	b := deal(t, tricks, 3, "bo7 bd7 go7 gd7", "oo6 oo5 od4 od5", "po4 po5 pd5 pd6", "bo4 go5 oo7 po6")
	b.do("bo7 oo6 po4 bo4 bd7 oo5")
	when := b.look(2).field("when")
	for code, round := range map[string]float32{"bo7": 1, "po4": 1, "bd7": 2, "oo5": 2, "go7": 0, "po5": 0} {
		assert.Equal(t, round/8, when[id(t, b.g, code)], code)
	}
}
