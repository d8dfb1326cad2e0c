package fivepossessions

import (
	"math"

	"ringer/env/playdesign"
)

// How both sides are taken to think about a line.
const (
	thoughtRounds = 4   // of thinking what the other thinks
	thoughtBias   = 5.0 // how strongly a side is taken to prefer what is better
	thoughtColour = 0.5 // how much of the cards of a colour is lost to the next line when it lies open
)

// A Thought is what one side can expect of the other on a line before its cards
// lie. That of a state is public: it follows from what both sides have seen.
type Thought struct {
	// does is how often an own card has its way on a lane against what is likely
	// there: 0 where there is nothing to gain.
	does [maxLanes][playdesign.MaxEachSide]float32
	// colour is, for the defense, the chance of each colour of the offense's card on
	// a lane, if one comes that can win.
	colour [maxLanes][playdesign.CardColours]float32
	comes  float32 // chance that the other has a card for a lane that is not closed
}

// thinking is the scratch memory of a thought.
type thinking struct {
	g      *Game
	p      *possession
	unseen [sides]set
	alive  [maxLanes]set // offense cards that can win there, of those not seen
	likely [sides][maxLanes][playdesign.MaxEachSide]float64
	does   [sides][maxLanes][playdesign.MaxEachSide]float64
}

// What has been worked out of the line under way, as bits. It is worked out when
// it is first asked for, as random play never asks.
const (
	thought  = 1 << sides // by both sides
	foreseen = 1          // shifted by the side that foresees
)

// expects is what a side expects of the line while cards are placed.
func (s *State) expects(side uint8) *Thought {
	if s.known&thought == 0 {
		s.think()
		s.known |= thought
	}
	return &s.thought[side]
}

// foresees is the same, one thought further.
func (s *State) foresees(side uint8) *Thought {
	if s.known&(foreseen<<side) == 0 {
		s.foreseen[side] = *s.expects(side)
		if s.now.line > 0 { // on the first line all lanes are alike
			s.foresee(side)
		}
		s.known |= foreseen << side
	}
	return &s.foreseen[side]
}

// think works out what is likely to lie on each lane: each card is the likelier on
// a lane, the better it does there compared with the other lanes; a few times over.
func (s *State) think() {
	g, p := s.game, &s.now
	w := thinking{g: g, p: p}
	live := 0
	for side := range sides {
		w.unseen[side] = g.cards.all &^ p.shown[side]
	}
	for lane := range g.lanes {
		if p.closed>>lane&1 == 1 {
			continue
		}
		live++
		w.alive[lane] = w.unseen[offense]
		if under := p.open[lane]; under != none {
			w.alive[lane] &^= g.cards.of[g.cards.colour[offense][under]]
		}
		w.even(offense, lane)
		w.even(defense, lane)
	}
	if p.line > 0 { // on the first line all lanes are alike, and nobody prefers any
		for range thoughtRounds {
			w.prefer(defense)
			w.prefer(offense)
		}
	}
	w.reckon(offense)
	w.reckon(defense)
	for side := range sides {
		w.keep(side, &s.thought[side])
		s.thought[side].comes = min(1, float32(g.handSize[p.line])/float32(max(live, 1)))
	}
}

// does is how often a card has its way on a lane against what its side foresees,
// once both hands are drawn.
func (s *State) does(side, card uint8, lane int) float32 {
	if s.node != nodePlace || side == offense && s.game.dead(&s.now, card, lane) {
		return 0
	}
	return s.foresees(side).does[lane][card]
}

// may are the cards of a side that can come on a lane with an effect.
func (w *thinking) may(side, lane int) set {
	if side == offense {
		return w.alive[lane]
	}
	return w.unseen[defense]
}

// even makes all cards of a side that may come equally likely on a lane.
func (w *thinking) even(side, lane int) {
	cards := w.may(side, lane)
	share := 1 / float64(max(cards.size(), 1))
	for ; cards != 0; cards &= cards - 1 {
		w.likely[side][lane][cards.first()] = share
	}
}

// reckon writes how often each card of a side has its way on each lane against
// what is likely of the other.
func (w *thinking) reckon(side int) {
	for lane := range w.g.lanes {
		if w.p.closed>>lane&1 == 1 {
			continue
		}
		theirs := &w.likely[1-side][lane]
		for cards := w.may(side, lane); cards != 0; cards &= cards - 1 {
			c := cards.first()
			against := w.unseen[1-side]
			if side == offense {
				against &= w.g.cards.wins[c]
			} else {
				against &^= w.g.cards.loses[c]
			}
			x := 0.0
			for ; against != 0; against &= against - 1 {
				x += theirs[against.first()]
			}
			w.does[side][lane][c] = x
		}
	}
}

// prefer moves what is likely of a side halfway to what it would like.
func (w *thinking) prefer(side int) {
	w.reckon(side)
	var usual [playdesign.MaxEachSide]float64 // over all lanes
	for cards := w.unseen[side]; cards != 0; cards &= cards - 1 {
		c := cards.first()
		for lane := range w.g.lanes {
			usual[c] += w.does[side][lane][c]
		}
		usual[c] /= float64(w.g.lanes)
	}
	for lane := range w.g.lanes {
		if w.p.closed>>lane&1 == 1 {
			continue
		}
		var liked [playdesign.MaxEachSide]float64
		total := 0.0
		for cards := w.may(side, lane); cards != 0; cards &= cards - 1 {
			c := cards.first()
			liked[c] = exp(thoughtBias * (w.does[side][lane][c] - usual[c]))
			total += liked[c]
		}
		row := &w.likely[side][lane]
		for cards := w.may(side, lane); cards != 0; cards &= cards - 1 {
			c := cards.first()
			row[c] = (row[c] + liked[c]/total) / 2
		}
	}
}

// keep writes what a state keeps of it for one side.
func (w *thinking) keep(side int, t *Thought) {
	*t = Thought{}
	for lane := range w.g.lanes {
		for c := range w.g.config.EachSide {
			t.does[lane][c] = float32(w.does[side][lane][c])
			if side == defense {
				t.colour[lane][w.g.cards.colour[offense][c]] += float32(w.likely[offense][lane][c])
			}
		}
	}
}

// exp is e to the power of x, for x from -700 to 700, to five digits: close enough
// for a guess, and several times as fast as the exact function.
func exp(x float64) float64 {
	t := x * math.Log2E
	n := int(t+1024.5) - 1024 // the nearest whole number
	c := (t - float64(n)) * math.Ln2
	c2 := c * c
	p := 1 + c + c2*(0.5+c*(1.0/6)+c2*(1.0/24+c*(1.0/120)))
	return p * math.Float64frombits(uint64(n+1023)<<52)
}
