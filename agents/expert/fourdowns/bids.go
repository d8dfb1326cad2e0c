package fourdowns

import (
	"math"

	"ringer/env/fourdowns"
)

// Guesses about the other seats, and about raises.
const (
	foldSpread  = 0.11 // spread of the others' odds around their share
	habitWeight = 6    // answers after which a seat's past counts as much as what one would expect
	rarity      = 0.20 // how much better a seat's cards are, the more rarely it stays in with them
	raiseEdge   = 1.25 // factor on the strength of cards for every raise after the first
	sureToRaise = 0.80 // odds from which a knock is answered by another
	sureToKnock = 0.65 // odds from which a seat knocks after the first round
)

// bidding values the bids of one seat. The memory is used again for the next look.
type bidding struct {
	game      *fourdowns.Game
	yardsEach int // yards of a point of the stake
	survival  *survival

	s       *fourdowns.State
	me      int
	win     float64 // to win the hand against all rivals, if their cards are like any others
	stake   int
	rivals  []int // the other seats in the hand
	waiting []int // rivals that are still to answer a knock
	yards   [fourdowns.MaxPlayers]int
}

// look takes in the table as a seat sees it, which wins the hand with probability
// win.
func (t *bidding) look(s *fourdowns.State, me int, win float64) {
	t.s, t.me, t.win, t.stake = s, me, win, s.Stake()
	t.rivals, t.waiting = t.rivals[:0], t.waiting[:0]
	for seat := range t.game.Spec().Players {
		t.yards[seat] = s.Yards(seat)
		if seat == me || !s.InHand(seat) {
			continue
		}
		t.rivals = append(t.rivals, seat)
		if s.Question() == fourdowns.AskAnswer && s.Waiting(seat) {
			t.waiting = append(t.waiting, seat)
		}
	}
}

// knock returns the value of a knock. A seat that answers a knock with another, or
// knocks late, is answered by seats that know more than at the deal: it takes cards
// that are sure to win.
func (t *bidding) knock(question fourdowns.Question) float64 {
	if question == fourdowns.AskAnswer && t.win < sureToRaise || t.late() && t.win < sureToKnock {
		return math.Inf(-1)
	}
	return t.stay(t.stake+1, t.rivals)
}

// late reports whether a round of the hand has been opened.
func (t *bidding) late() bool {
	opened, _ := t.s.Lead()
	return t.s.Round() > 0 || opened >= 0
}

// worth returns the value of the game to the seat with these yards.
func (t *bidding) worth(yards [fourdowns.MaxPlayers]int) float64 {
	return t.survival.worth(t.game.Spec().Players, t.me, yards, t.s.Hands())
}

// stay returns the value of being in the hand at a stake that some rivals still
// have to answer: the mean over all ways in which they fold and call.
func (t *bidding) stay(stake int, answering []int) float64 {
	x := 0.
	for folders := range 1 << len(answering) {
		p := 1.
		yards := t.yards
		gone := uint8(0)
		for i, q := range answering {
			folds := t.folds(q, stake, t.s.Accepted(q))
			if folders>>i&1 != 0 {
				p *= folds
				yards[q] += t.s.Accepted(q) * t.yardsEach
				gone |= 1 << q
			} else {
				p *= 1 - folds
			}
		}
		x += p * t.play(stake, yards, gone)
	}
	return x
}

// play returns the value of playing for a stake against the rivals that are not
// gone.
func (t *bidding) play(stake int, yards [fourdowns.MaxPlayers]int, gone uint8) float64 {
	lost := stake * t.yardsEach
	strength, left := 0., 0
	won := yards
	for _, q := range t.rivals {
		if gone>>q&1 == 0 {
			won[q] += lost
			strength += t.strength(q, stake)
			left++
		}
	}
	if left == 0 {
		return t.worth(won)
	}
	win := t.win / (t.win + (1-t.win)*strength/float64(len(t.rivals)))
	x := win * t.worth(won)
	for _, q := range t.rivals {
		if gone>>q&1 == 0 {
			y := won
			y[q] -= lost
			y[t.me] += lost
			x += (1 - win) * t.strength(q, stake) / strength * t.worth(y)
		}
	}
	return x
}

// strength returns how much better the cards of a rival that plays for a stake are
// than any cards, as a factor on its odds: the better, the more rarely it stays in
// and the more often the stake was raised.
func (t *bidding) strength(seat, stake int) float64 {
	if stake == 1 {
		return 1
	}
	accepted := t.s.Accepted(seat)
	stays := 1.
	if accepted > 1 {
		stays = 1 - t.folds(seat, accepted, accepted-1)
		if t.s.Knocker() == seat && accepted == 2 { // the first knock of a hand comes easier than a call
			knocks, hands := t.s.Knocks(seat)
			stays = max(stays, (float64(knocks)+1)/(float64(hands)+2))
		}
	}
	if accepted < stake {
		stays *= 1 - t.folds(seat, stake, accepted)
	}
	return math.Pow(max(stays, 0.02), -rarity) * math.Pow(raiseEdge, float64(max(0, stake-2)))
}

// fold returns the value of leaving the hand.
func (t *bidding) fold() float64 {
	yards := t.yards
	yards[t.me] += t.s.Accepted(t.me) * t.yardsEach
	lost := t.stake * t.yardsEach
	for _, q := range t.rivals {
		yards[q] += lost
	}
	x := 0.
	for _, q := range t.rivals {
		y := yards
		y[q] -= lost
		x += t.worth(y) / float64(len(t.rivals))
	}
	return x
}

// folds returns the probability that a rival folds to a knock: it folds when its
// odds are worse than those at which a call pays, and the more often it has folded
// before.
func (t *bidding) folds(seat, stake, accepted int) float64 {
	k := float64(len(t.rivals))
	price := (1 - float64(accepted)/float64(stake)) * k / (k + 1)
	share := (1 - t.win) / k
	p := 1 / (1 + math.Exp(-(price-share)/foldSpread))
	folds, calls := t.s.Folds(seat)
	return (habitWeight*p + float64(folds)) / float64(habitWeight+folds+calls)
}
