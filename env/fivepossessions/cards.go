package fivepossessions

import (
	"math/bits"

	"ringer/env/playdesign"
)

// Side names one of the two halves of the deck, and the seat that plays it.
type Side uint8

// The sides.
const (
	Offense Side = iota
	Defense

	Sides // how many there are
)

var sideNames = [Sides]string{"offense", "defense"}

// Other returns the opposite side.
func (s Side) Other() Side { return 1 - s }

// String returns "offense" or "defense".
func (s Side) String() string { return sideNames[s] }

// Card is a card by its number within its side, in the order of the deck.
type Card uint8

// NoCard stands where no card is.
const NoCard Card = 255

// Set is a set of cards of one side, bit by number.
type Set uint32

// Single returns the set of one card.
func Single(c Card) Set { return 1 << c }

// Has reports whether the set holds a card.
func (s Set) Has(c Card) bool { return s>>c&1 == 1 }

// Size returns the number of cards in the set.
func (s Set) Size() int { return bits.OnesCount32(uint32(s)) }

// First returns the smallest card of a set that is not empty.
func (s Set) First() Card { return Card(bits.TrailingZeros32(uint32(s))) }

// Nth returns the n-th smallest card of the set, counted from 0.
func (s Set) Nth(n int) Card {
	for range n {
		s &= s - 1
	}
	return s.First()
}

// greatest returns the greatest card of a set that is not empty.
func (s Set) greatest() Card { return Card(bits.Len32(uint32(s)) - 1) }

// above returns the cards of the set that are greater than a card; all of them for
// NoCard.
func (s Set) above(c Card) Set {
	if c == NoCard {
		return s
	}
	return s &^ (Single(c)<<1 - 1)
}

// cards holds the cards of a pack, compiled.
type cards struct {
	id     [Sides][]int                                      // card of the deck, by number
	number []Card                                            // within its side, by card of the deck
	colour [Sides][]uint8                                    // by number: playdesign.Colour.Index
	of     [playdesign.CardColours]Set                       // offense cards by colour
	all    Set                                               // of either side: both have equally many
	wins   []Set                                             // by offense card: the defense cards that it beats
	loses  []Set                                             // by defense card: the offense cards that beat it
	ways   [playdesign.MaxEachSide + 1][MaxLanes + 1]float64 // to draw this many cards: binomial coefficients
}

// compile returns the tables of a valid configuration.
func compile(c *Config) *cards {
	t := &cards{number: make([]Card, len(c.Cards)), all: 1<<c.EachSide - 1}
	for i, side := range playdesign.Sides {
		t.id[i] = c.Of(side)
		for k, id := range t.id[i] {
			t.number[id] = Card(k)
			t.colour[i] = append(t.colour[i], uint8(c.Cards[id].Colour.Index()))
		}
	}
	t.wins, t.loses = make([]Set, c.EachSide), make([]Set, c.EachSide)
	for o, colour := range t.colour[Offense] {
		t.of[colour] |= Single(Card(o))
		for d := range t.wins {
			if c.count(t.id[Offense][o], colour) >= c.count(t.id[Defense][d], colour)+c.Margin {
				t.wins[o] |= Single(Card(d))
				t.loses[d] |= Single(Card(o))
			}
		}
	}
	for n := range t.ways {
		t.ways[n][0] = 1
		for k := 1; k <= MaxLanes && n > 0; k++ {
			t.ways[n][k] = t.ways[n-1][k-1] + t.ways[n-1][k]
		}
	}
	return t
}

// count returns how many men of a card of the deck count in a lane whose offense
// card has the colour (FP-3).
func (c *Config) count(id int, colour uint8) int {
	n := 0
	for _, name := range c.Counts[playdesign.Colour(colour+1).String()] {
		var dot playdesign.Colour
		if dot.UnmarshalText([]byte(name)) == nil {
			n += c.Cards[id].Men(dot)
		}
	}
	return n
}
