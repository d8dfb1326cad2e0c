package fivepossessions

import (
	"math"

	"ringer/env/fivepossessions"
)

// The level-k model of a line: both sides start from all unseen cards as equally
// likely and then answer each other, in levels.
const (
	levels      = 4   // answers of each side
	rationality = 5.0 // of the logit answer: how strongly a side prefers what is better
)

// levelK is the scratch memory of the model.
type levelK struct {
	m      *Model
	closed [maxLanes]bool
	unseen [sides]set
	alive  [maxLanes]set                      // offense cards that can win there, of those not seen
	likely [sides][maxLanes][maxCards]float64 // probability of each card on a lane
	wins   [sides][maxLanes][maxCards]float64 // how often each card has its way there
}

// think writes what both sides can expect. Each card is the likelier on a lane, the
// better it does there compared with the other lanes.
func (m *Model) think(s *fivepossessions.State, expected *[sides]Forecast) {
	w := levelK{m: m}
	for own := range sides {
		w.unseen[own] = m.pack &^ s.Shown(own)
	}
	for lane := range m.lanes {
		if w.closed[lane] = s.Closed(lane); w.closed[lane] {
			continue
		}
		w.alive[lane] = w.unseen[offense]
		if under := s.Open(lane); under != fivepossessions.NoCard {
			w.alive[lane] &^= m.ofColour[m.colour[under]]
		}
		w.even(offense, lane)
		w.even(defense, lane)
	}
	if s.Line() > 0 { // on the first line all lanes are alike, and nobody prefers any
		for range levels {
			w.answer(defense)
			w.answer(offense)
		}
	}
	w.rate(offense)
	w.rate(defense)
	comes := min(1, float32(m.handSize[s.Line()])/float32(max(m.open(s), 1)))
	for own := range sides {
		w.keep(own, &expected[own])
		expected[own].comes = comes
	}
}

// may returns the cards of a side that can come on a lane with an effect.
func (w *levelK) may(own side, lane int) set {
	if own == offense {
		return w.alive[lane]
	}
	return w.unseen[defense]
}

// even makes all cards of a side that can come equally likely on a lane.
func (w *levelK) even(own side, lane int) {
	cards := w.may(own, lane)
	share := 1 / float64(max(cards.Size(), 1))
	for ; cards != 0; cards &= cards - 1 {
		w.likely[own][lane][cards.First()] = share
	}
}

// rate writes how often each card of a side has its way on each lane against what
// is likely of the other.
func (w *levelK) rate(own side) {
	for lane := range w.m.lanes {
		if w.closed[lane] {
			continue
		}
		theirs := &w.likely[own.Other()][lane]
		for cards := w.may(own, lane); cards != 0; cards &= cards - 1 {
			c := cards.First()
			against := w.unseen[own.Other()]
			if own == offense {
				against &= w.m.beats[c]
			} else {
				against &^= w.m.beaten[c]
			}
			x := 0.0
			for ; against != 0; against &= against - 1 {
				x += theirs[against.First()]
			}
			w.wins[own][lane][c] = x
		}
	}
}

// answer moves what is likely of a side halfway to its logit answer: the cards that
// it would like on each lane.
func (w *levelK) answer(own side) {
	w.rate(own)
	var usual [maxCards]float64 // over all lanes
	for cards := w.unseen[own]; cards != 0; cards &= cards - 1 {
		c := cards.First()
		for lane := range w.m.lanes {
			usual[c] += w.wins[own][lane][c]
		}
		usual[c] /= float64(w.m.lanes)
	}
	for lane := range w.m.lanes {
		if w.closed[lane] {
			continue
		}
		var liked [maxCards]float64
		total := 0.0
		for cards := w.may(own, lane); cards != 0; cards &= cards - 1 {
			c := cards.First()
			liked[c] = exp(rationality * (w.wins[own][lane][c] - usual[c]))
			total += liked[c]
		}
		row := &w.likely[own][lane]
		for cards := w.may(own, lane); cards != 0; cards &= cards - 1 {
			c := cards.First()
			row[c] = (row[c] + liked[c]/total) / 2
		}
	}
}

// keep writes the forecast of one side.
func (w *levelK) keep(own side, t *Forecast) {
	*t = Forecast{}
	for lane := range w.m.lanes {
		for c := range w.m.eachSide {
			t.wins[lane][c] = float32(w.wins[own][lane][c])
			if own == defense {
				t.colour[lane][w.m.colour[c]] += float32(w.likely[offense][lane][c])
			}
		}
	}
}

// exp returns e to the power of x, for x from -700 to 700, to five digits: close
// enough for a guess, and several times as fast as the exact function.
func exp(x float64) float64 {
	t := float64(x * math.Log2E)
	n := int(t+1024.5) - 1024 // the nearest whole number
	c := float64((t - float64(n)) * math.Ln2)
	c2 := float64(c * c)
	p := 1 + c + float64(c2*(0.5+float64(c*(1.0/6))+float64(c2*(1.0/24+float64(c*(1.0/120))))))
	return float64(p * math.Float64frombits(uint64(n+1023)<<52))
}
