package habits

import (
	"math/bits"

	"ringer/env/fourdowns"
)

// bids counts the bids of 4 Downs before the first round of a hand, by the sevens in the
// hand.
type bids struct {
	game                  *fourdowns.Game
	best                  uint64 // cards of the largest strength
	knocks, folds, raises *sheet
}

// sevens names the hands, the weakest first.
var sevens = []string{"none", "one", "two", "three", "four", "five or more"}

func newBids(g *fourdowns.Game) *bids {
	b := &bids{
		game:   g,
		knocks: newSheet("fourdowns-knocks", true, sevens...),
		folds:  newSheet("fourdowns-folds", true, sevens...),
		raises: newSheet("fourdowns-raises", true, sevens...),
	}
	top := 0
	for id, c := range g.Config().Cards {
		if c.Strength > top {
			b.best, top = 0, c.Strength
		}
		if c.Strength == top {
			b.best |= 1 << id
		}
	}
	return b
}

func (b *bids) sheets() []*sheet { return []*sheet{b.knocks, b.folds, b.raises} }

func (b *bids) decided(d *decision) {
	s := d.state.(*fourdowns.State)
	opened, _ := s.Lead()
	if s.Round() > 0 || opened >= 0 || s.Rounds() != b.dealt() {
		return
	}
	held := sevens[min(bits.OnesCount64(s.Hand(d.seat)&b.best), len(sevens)-1)]
	did := b.game.Decode(d.action).Verb
	switch s.Question() {
	case fourdowns.AskWindow:
		if s.Knocker() < 0 {
			b.knocks.count(held, d, did == fourdowns.Knock)
		}
	case fourdowns.AskAnswer:
		if s.Stake() == 2 && s.Accepted(d.seat) == 1 {
			b.folds.count(held, d, did == fourdowns.Fold)
			b.raises.count(held, d, did == fourdowns.Knock)
		}
	}
}

// dealt returns the number of cards in a hand when nobody is out.
func (b *bids) dealt() int {
	c := b.game.Config()
	if b.game.Spec().Players == 2 && c.EightCardsForTwo {
		return c.CardsForTwo
	}
	return c.HandCards
}
