package fourdowns_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
	"ringer/env/fourdowns"
)

// FD-3, FD-8: a window before every round, one turn each from the round's opener.
func TestWindowsFD3FD8(t *testing.T) {
	b := deal(t, "fourdowns(players=3)", 0, "bo7 go7 oo7 pd7", "bo6 go6 oo6 pd6", "bo5 go5 oo5 po4")
	for round, leads := range []string{"bo6 bo5 bo7", "go6 go5 go7", "oo6 oo5 oo7"} {
		for _, seat := range []int{1, 2, 0} {
			assert.Equal(t, fourdowns.AskWindow, b.Question(), "round %d", round)
			assert.Equal(t, seat, int(b.CurrentPlayer()))
			assert.Equal(t, []string{"knock", "pass"}, b.legal(), "folding is legal only as an answer")
			b.do("pass")
		}
		assert.Equal(t, fourdowns.AskOpen, b.Question(), "the window closes when all have passed")
		b.do(leads)
	}
	assert.Equal(t, 1, b.Stake())
	b = deal(t, tricks, 0, "", "", "", "")
	assert.Equal(t, fourdowns.AskOpen, b.Question(), "without first_downs there are no windows")
	b = deal(t, "fourdowns(max_knocks=0)", 0, "", "", "", "")
	assert.Equal(t, fourdowns.AskOpen, b.Question(), "nor without knocks")
}

// FD-3: the next window starts from the next round's opener.
func TestWindowStartsFromTheOpenerFD3(t *testing.T) {
	b := deal(t, "fourdowns(players=3)", 2, "bo4 go7 oo7 pd7", "bd6 go6 oo6 pd6", "bo5 go5 oo5 po4")
	b.do("pass pass pass bo4 bd6 bo5")
	assert.Equal(t, 1, int(b.CurrentPlayer()))
	b.do("pass pass")
	assert.Equal(t, 0, int(b.CurrentPlayer()))
}

// FD-3, FD-8: a knock raises the stake by one and ends the passing; the others
// answer clockwise; the window closes when all have answered.
func TestKnockAndAnswersFD3FD8(t *testing.T) {
	b := deal(t, "fourdowns", 3, "", "", "", "")
	b.do("pass knock")
	assert.Equal(t, 2, b.Stake())
	assert.Equal(t, 1, b.Knocker())
	for _, seat := range []int{2, 3, 0} {
		assert.Equal(t, seat, int(b.CurrentPlayer()), "seat 0, which has passed, answers too")
		assert.Equal(t, fourdowns.AskAnswer, b.Question())
		assert.Equal(t, []string{"knock", "call", "fold"}, b.legal())
		b.do("call")
	}
	assert.Equal(t, fourdowns.AskOpen, b.Question(), "seats that had no turn of their own get none")
	assert.Equal(t, 0, int(b.CurrentPlayer()))
}

// FD-8: a new knock restarts the answers, the former knocker included, those who
// have called as well.
func TestNewKnockRestartsFD8(t *testing.T) {
	b := deal(t, "fourdowns", 3, "", "", "", "")
	b.do("knock call knock")
	assert.Equal(t, 3, b.Stake())
	assert.Equal(t, 2, b.Knocker())
	for _, seat := range []int{3, 0, 1} {
		assert.Equal(t, seat, int(b.CurrentPlayer()))
		b.do("call")
	}
	assert.Equal(t, fourdowns.AskOpen, b.Question())
	for seat := range 4 {
		assert.Equal(t, 3, b.Accepted(seat))
	}
}

// FD-3: if all others fold, the last knocker wins the hand at once, loses
// nothing, and deals.
func TestAllFoldFD3(t *testing.T) {
	b := deal(t, "fourdowns", 3, "", "", "", "")
	b.do("pass pass knock fold fold fold")
	assert.Equal(t, []int{10, 10, 0, 10}, b.yards())
	assert.Equal(t, 1, b.Hands())
	assert.Equal(t, 2, b.Dealer())
	assert.Equal(t, env.Chance, b.CurrentPlayer())
}

// FD-2, FD-3: who is still in at the end pays the whole stake, who folded only
// what it had accepted.
func TestStakesArePaidFD2FD3(t *testing.T) {
	b := deal(t, "fourdowns(players=3)", 2, "bo7 go7 oo7 pd7", "bo6 go6 oo6 pd6", "bo5 go5 oo5 po4")
	b.do("knock call call bo7 bo6 bo5")
	b.do("pass knock call call go7 go6 go5")
	b.do("knock fold call")
	assert.Equal(t, []int{0, 30, 0}, b.yards(), "folding is paid at once")
	b.do("oo7 oo5 pass pass pd7 po4")
	assert.Equal(t, []int{0, 30, 40}, b.yards())
}

// FD-7: everybody's accepted stake is 1 at the deal and the current stake after a
// call or knock of their own. Who never answered the first of two knocks loses 10
// by folding to the second.
func TestAcceptedStakesFD7(t *testing.T) {
	b := deal(t, "fourdowns(players=3)", 2, "", "", "")
	assert.Equal(t, 1, b.Accepted(2))
	b.do("knock knock")
	assert.Equal(t, []int{2, 3, 1}, []int{b.Accepted(0), b.Accepted(1), b.Accepted(2)})
	b.do("fold")
	assert.Equal(t, []int{0, 0, 10}, b.yards(), "not the 20 that the stake was before that knock")
	b.do("fold")
	assert.Equal(t, []int{20, 0, 10}, b.yards())
	assert.Equal(t, 1, b.Hands())
}

// FD-6: an opener who folds is replaced by the next player in the hand.
func TestFoldedOpenerFD6(t *testing.T) {
	b := deal(t, "fourdowns", 3, "", "", "", "")
	b.do("pass knock call call fold")
	assert.Equal(t, fourdowns.AskOpen, b.Question())
	assert.Equal(t, 1, int(b.CurrentPlayer()))
	b = deal(t, "fourdowns", 3, "", "", "", "")
	b.do("pass pass knock call fold fold")
	assert.Equal(t, 2, int(b.CurrentPlayer()), "seat 1 has folded as well")
}

// FD-9: nobody may raise their own last knock, in the whole hand: the last knocker
// only passes until somebody else has knocked.
func TestNoRaiseOfOnesOwnKnockFD9(t *testing.T) {
	b := deal(t, "fourdowns(players=2,eight_cards_for_two=false)", 1, "bo7 go7 oo7 pd7", "bo6 go6 oo6 pd6")
	b.do("knock call bo7 bo6")
	assert.Equal(t, []string{"pass"}, b.legal())
	b.do("pass")
	assert.Equal(t, []string{"knock", "pass"}, b.legal(), "the other may")
	b.do("pass go7 go6")
	assert.Equal(t, []string{"pass"}, b.legal(), "still")
	b.do("pass knock")
	assert.Equal(t, []string{"knock", "call", "fold"}, b.legal(), "somebody else has knocked")
	b.do("call oo7 oo6")
	assert.Equal(t, []string{"knock", "pass"}, b.legal())
	b.do("pass")
	assert.Equal(t, []string{"pass"}, b.legal(), "now the other is the last knocker")
	b.do("pass pd7 pd6")
	assert.Equal(t, []int{0, 30}, b.yards())

	b.dealHands("", "")
	b.do("knock")
	assert.Equal(t, 1, b.Knocker(), "a new hand forgets")
}

// FD-3, FD-9: at max_knocks only call and fold are left, in a window only pass.
func TestMaxKnocksFD3FD9(t *testing.T) {
	b := deal(t, "fourdowns(players=2,max_knocks=3,eight_cards_for_two=false)", 1, "bo7 go7 oo7 pd7", "bo6 go6 oo6 pd6")
	b.do("knock knock knock")
	assert.Equal(t, 4, b.Stake())
	assert.Equal(t, []string{"call", "fold"}, b.legal())
	b.do("call bo7 bo6")
	assert.Equal(t, []string{"pass"}, b.legal())
	b.do("pass")
	assert.Equal(t, []string{"pass"}, b.legal())
	b = deal(t, "fourdowns(players=2)", 1, "", "")
	b.do("knock knock knock knock")
	assert.Equal(t, []string{"call", "fold"}, b.legal(), "four unless set otherwise")
}

// FD-10: 100 or more is out; several may go out in one hand; the winner of the hand
// never loses yards.
func TestSeveralOutFD10(t *testing.T) {
	b := deal(t, "fourdowns(players=4)", 3, "bo7 go7 oo7 pd7", "bo6 go6 oo6 pd6", "bo5 go5 oo5 po4", "bo4 gd4 od4 po7")
	fourdowns.SetYards(b.State, 90, 90, 70, 80)
	b.do("knock call call call bo7 bo6 bo5 bo4 pass pass pass pass go7 go6 go5 gd4 pass pass pass pass oo7 oo6 oo5 od4 pass pass pass pass pd7 pd6 po4")
	b.do("po7")
	assert.Equal(t, env.Chance, b.CurrentPlayer(), "seat 3 took the lead with po7: equal to pd7")
	assert.Equal(t, []int{110, 110, 90, 80}, b.yards())
	assert.Equal(t, []bool{false, false, true, true}, []bool{b.InGame(0), b.InGame(1), b.InGame(2), b.InGame(3)})
	assert.Equal(t, 3, b.Dealer())
	b.dealHands("", "", "", "")
	assert.Equal(t, 8, b.HandSize(2))

	b = deal(t, "fourdowns(players=4)", 3, "", "", "", "")
	fourdowns.SetYards(b.State, 90, 90, 90, 90)
	b.do("knock fold fold fold")
	assert.Equal(t, env.Terminal, b.CurrentPlayer(), "all out but one, in one hand")
	assert.Equal(t, []float64{1, -1. / 3, -1. / 3, -1. / 3}, b.returns())
}

// FD-10: who folds to 100 yards is out at once, and the hand goes on.
func TestFoldingOutFD10(t *testing.T) {
	b := deal(t, "fourdowns(players=3)", 2, "", "", "")
	fourdowns.SetYards(b.State, 0, 90, 0)
	b.do("knock fold")
	assert.False(t, b.InGame(1))
	b.do("call")
	assert.Equal(t, fourdowns.AskOpen, b.Question())
	assert.Equal(t, 0, int(b.CurrentPlayer()))
}

// FD-10: at most 19 hands, which can be reached; the ids are 28 cards, knock, pass,
// call and fold.
func TestNineteenHandsFD10(t *testing.T) {
	b := deal(t, "fourdowns(players=2)", 1, "", "")
	for i := range 18 {
		b.fold(i % 2)
	}
	assert.Equal(t, 18, b.Hands())
	assert.Equal(t, []int{90, 90}, b.yards())
	b.fold(0)
	assert.Equal(t, env.Terminal, b.CurrentPlayer())
	assert.Equal(t, 19, b.Hands())

	g := game(t, "fourdowns")
	assert.Equal(t, 32, g.Spec().NumActions())
	for i, name := range []string{"knock", "pass", "call", "fold"} {
		assert.Equal(t, 28+i, int(g.Spec().BlockOffset(name)))
	}
	assert.Equal(t, 1+19*16, g.Spec().MaxChanceNodes)
}

// fold plays one hand in which a seat knocks and all others fold at once.
func (b *board) fold(winner int) {
	b.t.Helper()
	for hands := b.Hands(); b.Hands() == hands; {
		switch {
		case b.CurrentPlayer() == env.Chance:
			b.apply(b.LegalActions(nil)[0])
		case b.Question() == fourdowns.AskAnswer:
			b.do("fold")
		case int(b.CurrentPlayer()) == winner:
			b.do("knock")
		default:
			b.do("pass")
		}
	}
}

// Our own: after `hands` hands whoever has the fewest yards wins, equals share; with
// returns=yards a return is the mean loss of the others less the seat's own, in stakes.
func TestCapOnHandsAndYards(t *testing.T) {
	b := deal(t, "fourdowns(players=3,hands=1)", 2, "", "", "")
	b.do("knock knock fold fold")
	assert.Equal(t, env.Terminal, b.CurrentPlayer())
	assert.Equal(t, []float64{-0.5, 1, -0.5}, b.returns())

	b = deal(t, "fourdowns(players=3,hands=2)", 2, "", "", "")
	b.do("knock fold fold")
	b.dealHands("", "", "")
	b.do("knock fold fold")
	assert.Equal(t, []int{10, 10, 20}, []int{b.Yards(0), b.Yards(1), b.Yards(2)}[:3])
	assert.Equal(t, []float64{0.25, 0.25, -0.5}, b.returns(), "two share")

	b = deal(t, "fourdowns(players=3,hands=1,returns=yards)", 2, "", "", "")
	b.do("knock knock fold fold")
	assert.Equal(t, []int{20, 0, 10}, b.yards())
	assert.Equal(t, []float64{-1.5, 1.5, 0}, b.returns())
	assert.Equal(t, 5., b.g.Spec().MaxUtility, "one hand at the highest stake")
	assert.Equal(t, 14., game(t, "fourdowns(returns=yards)").Spec().MaxUtility, "90 yards, and the highest stake")
}
