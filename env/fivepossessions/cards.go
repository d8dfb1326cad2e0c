package fivepossessions

import (
	"math/bits"

	"ringer/env/playdesign"
)

// Sides as indices.
const (
	offense = 0
	defense = 1
	sides   = 2
)

var sideNames = [sides]string{"offense", "defense"}

// none stands for no card and no lane.
const none uint8 = 255

// A set is a set of cards of one side, bit by number. Cards are numbered within
// their side, in the order of the deck.
type set uint32

func (s set) has(card uint8) bool { return s>>card&1 == 1 }
func (s set) size() int           { return bits.OnesCount32(uint32(s)) }
func (s set) first() uint8        { return uint8(bits.TrailingZeros32(uint32(s))) }

func single(card uint8) set { return 1 << card }

// greatest is the greatest card of a set that is not empty.
func (s set) greatest() uint8 { return uint8(bits.Len32(uint32(s)) - 1) }

// nth is the n-th smallest card of the set, counted from 0.
func (s set) nth(n int) uint8 {
	for range n {
		s &= s - 1
	}
	return s.first()
}

// above is the set of the cards greater than card; none is below all.
func (s set) above(card uint8) set {
	if card == none {
		return s
	}
	return s &^ (single(card)<<1 - 1)
}

// cards are the cards of a pack, compiled.
type cards struct {
	id     [sides][]int                // card of the deck, by number
	number []uint8                     // within its side, by card of the deck
	colour [sides][]uint8              // by number: playdesign.Colour.Index
	of     [playdesign.CardColours]set // offense cards by colour
	all    set                         // of either side: both have equally many
	wins   []set                       // by offense card: the defense cards that it beats
	loses  []set                       // by defense card: the offense cards that beat it
	ways   [playdesign.MaxEachSide + 1][maxLanes + 1]float64
}

// compile builds the tables of a valid configuration.
func compile(c *Config) *cards {
	t := &cards{number: make([]uint8, len(c.Cards)), all: 1<<c.EachSide - 1}
	for i, side := range playdesign.Sides {
		t.id[i] = c.Of(side)
		for k, id := range t.id[i] {
			t.number[id] = uint8(k)
			t.colour[i] = append(t.colour[i], uint8(c.Cards[id].Colour.Index()))
		}
	}
	t.wins, t.loses = make([]set, c.EachSide), make([]set, c.EachSide)
	for o, colour := range t.colour[offense] {
		t.of[colour] |= single(uint8(o))
		for d := range t.wins {
			if c.count(t.id[offense][o], colour) >= c.count(t.id[defense][d], colour)+c.Margin {
				t.wins[o] |= single(uint8(d))
				t.loses[d] |= single(uint8(o))
			}
		}
	}
	for n := range t.ways {
		t.ways[n][0] = 1
		for k := 1; k <= maxLanes && n > 0; k++ {
			t.ways[n][k] = t.ways[n-1][k-1] + t.ways[n-1][k]
		}
	}
	return t
}

// count is how many men of a card of the deck count in a lane whose offense card
// has the colour (FP-3).
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
