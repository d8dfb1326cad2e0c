package fourdowns

import (
	"math/bits"

	"ringer/env/playdesign"
)

// cards is a set of cards, bit by index into the deck.
type cards = uint64

// maxCards is the largest deck.
const maxCards = 64

// Classes of cards: side and colour.
const (
	colours = playdesign.CardColours
	classes = 2 * colours
)

// kind is a card, compiled.
type kind struct {
	strength uint8
	class    uint8 // side*colours + colour
	answer   uint8 // the class of the same colour on the opposite side: what takes the lead from it
}

// none stands where no card is.
const none uint8 = 0xFF

// cardCount returns the number of cards in a set.
func cardCount(set cards) int { return bits.OnesCount64(set) }

// lowestCard returns the card of a set with the smallest id.
func lowestCard(set cards) uint8 { return uint8(bits.TrailingZeros64(set)) }

// compile turns the cards into tables.
func (g *Game) compile() {
	for i := range g.config.Cards {
		c := &g.config.Cards[i]
		k := kind{strength: uint8(c.Strength), class: classOf(c.Side, c.Colour), answer: classOf(c.Side.Other(), c.Colour)}
		g.kinds = append(g.kinds, k)
		g.class[k.class] |= 1 << i
		g.all |= 1 << i
	}
	for _, lead := range g.kinds {
		var b cards
		for i, k := range g.kinds {
			if k.class == lead.answer && k.strength >= lead.strength { // FD-1
				b |= 1 << i
			}
		}
		g.beats = append(g.beats, b)
	}
}

// classOf returns the class of a side and a colour.
func classOf(side playdesign.Side, colour playdesign.Colour) uint8 {
	return uint8(side-playdesign.Offense)*colours + uint8(colour.Index())
}

// lacked returns all cards of the classes that a seat lacks.
func (g *Game) lacked(void uint8) cards {
	var set cards
	for ; void != 0; void &= void - 1 {
		set |= g.class[bits.TrailingZeros8(void)]
	}
	return set
}
