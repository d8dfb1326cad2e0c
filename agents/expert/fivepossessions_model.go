package expert

import (
	"math"

	"ringer/env/fivepossessions"
	"ringer/env/playdesign"
)

// A plan is what one seat makes of a line. From the state it reads only what is
// public or the seat's own.
type plan struct {
	f     *FivePossessions
	me    int // side of the seat: 0 attacks, 1 defends
	line  int
	lanes int
	last  bool

	closed []bool
	under  []int // colour that lies open, or -1
	live   int   // lanes that are not closed

	hand   []int // own cards of the line, by number, in the order of placing
	put    int   // of these, placed
	mine   []int // own card by lane, or -1
	laneOf []int // lane of each card of the hand, while arranging

	unseen [2][]int       // cards of a side that its rival has not seen
	likely [2][][]float64 // [side][lane][number]: chance that the card lies there, if any does
	comes  [2]float64     // chance that a side has a card on a lane that is not closed
	worth  []float64      // [number]: scratch

	odds   []float64                       // chance of the offense, by lane: scratch
	flex   [playdesign.CardColours]float64 // how well the next line can follow a colour
	weight []float64                       // of an open lane for the next line: scratch

	values []float64 // of the arrangements
	first  []int     // the lane of the next card in each
	best   float64
}

// look takes in the table.
func (p *plan) look(f *FivePossessions, s *fivepossessions.State, seat int) {
	c := &f.config
	if p.f != f {
		*p = plan{f: f, lanes: c.Lanes}
		p.closed, p.under = make([]bool, c.Lanes), make([]int, c.Lanes)
		p.mine, p.laneOf = make([]int, c.Lanes), make([]int, c.Lanes)
		p.odds, p.weight = make([]float64, c.Lanes), make([]float64, c.Lanes)
		p.worth = make([]float64, c.EachSide)
		for side := range p.likely {
			p.likely[side] = make([][]float64, c.Lanes)
			for lane := range p.likely[side] {
				p.likely[side][lane] = make([]float64, c.EachSide)
			}
		}
	}
	p.me = 1
	if s.Attacker() == seat {
		p.me = 0
	}
	p.line = s.Line()
	p.last = p.line == c.Lines-1
	p.live = 0
	for lane := range p.lanes {
		p.closed[lane] = s.Closed(lane)
		if !p.closed[lane] {
			p.live++
		}
		p.under[lane] = -1
		if o := s.Open(lane); o >= 0 {
			p.under[lane] = f.colour[0][f.number[o]]
		}
		p.mine[lane] = -1
		if own := s.Placed(seat, lane); own >= 0 {
			p.mine[lane] = f.number[own]
		}
	}
	p.hand = s.Hand(seat, p.hand[:0])
	for k, id := range p.hand {
		p.hand[k] = f.number[id]
	}
	p.put = s.Put(seat)
	for side := range p.unseen {
		p.unseen[side] = p.unseen[side][:0]
		for k, id := range f.cards[side] {
			if !s.Shown(id) {
				p.unseen[side] = append(p.unseen[side], k)
			}
		}
		p.comes[side] = min(1, float64(f.game.HandSize(p.line))/float64(max(p.live, 1)))
	}
	p.countFlex(s)
}

// countFlex measures how well what is left of the offense's stack can follow each
// colour: 1 is as well as if there were no rule. The defense guesses from what it
// has not seen.
func (p *plan) countFlex(s *fivepossessions.State) {
	f := p.f
	var strength [playdesign.CardColours]float64
	total := 0.0
	for _, o := range p.unseen[0] {
		if p.me == 0 && !s.Undrawn(f.cards[0][o]) {
			continue
		}
		n := 0.0
		for _, d := range p.unseen[1] {
			if f.wins[o][d] {
				n++
			}
		}
		strength[f.colour[0][o]] += n
		total += n
	}
	for colour := range p.flex {
		p.flex[colour] = 1
		if total > 0 {
			// Not all of it: with a hand to choose from, some other card will do.
			p.flex[colour] = 1 - f.habits.colour*strength[colour]/total
		}
	}
}

// think works out what is likely to lie on each lane, from what both know: each
// card is the likelier on a lane, the better it does there compared with the other
// lanes; a few times over.
func (p *plan) think() {
	for lane := range p.lanes {
		for side := range p.likely {
			p.even(side, lane)
		}
	}
	for range p.f.habits.rounds {
		p.prefer(1, p.f.habits.defend)
		p.prefer(0, p.f.habits.attack)
	}
}

// alive says whether an offense card can win a lane.
func (p *plan) alive(card, lane int) bool {
	return !p.closed[lane] && p.under[lane] != p.f.colour[0][card]
}

// even makes all unseen cards of a side equally likely on a lane.
func (p *plan) even(side, lane int) {
	row := p.likely[side][lane]
	clear(row)
	n := 0.0
	for _, c := range p.unseen[side] {
		if side == 1 || p.alive(c, lane) {
			row[c] = 1
			n++
		}
	}
	for _, c := range p.unseen[side] {
		if n > 0 {
			row[c] /= n
		}
	}
}

// does is how often a card of a side has its way on a lane against what is likely
// there: 0 on a lane where there is nothing to gain.
func (p *plan) does(side, card, lane int) float64 {
	if p.closed[lane] || side == 0 && !p.alive(card, lane) {
		return 0
	}
	x := 0.0
	for _, other := range p.unseen[1-side] {
		prob := p.likely[1-side][lane][other]
		if side == 0 && p.f.wins[card][other] || side == 1 && !p.f.wins[other][card] {
			x += prob
		}
	}
	return x
}

// prefer moves what is likely of a side halfway to what it would like.
func (p *plan) prefer(side int, strength float64) {
	clear(p.worth)
	for _, c := range p.unseen[side] {
		for lane := range p.lanes {
			p.worth[c] += p.does(side, c, lane) / float64(p.lanes)
		}
	}
	for lane := range p.lanes {
		if p.closed[lane] {
			continue
		}
		row := p.likely[side][lane]
		total := 0.0
		for _, c := range p.unseen[side] {
			if side == 0 && !p.alive(c, lane) {
				continue
			}
			total += math.Exp(strength * (p.does(side, c, lane) - p.worth[c]))
		}
		for _, c := range p.unseen[side] {
			if side == 0 && !p.alive(c, lane) {
				continue
			}
			row[c] = (row[c] + math.Exp(strength*(p.does(side, c, lane)-p.worth[c]))/total) / 2
		}
	}
}

// value is how good the arrangement is for the own side: the chance to score, or
// its negative.
func (p *plan) value() float64 {
	for lane := range p.lanes {
		p.odds[lane], p.weight[lane] = 0, 0
		if p.closed[lane] {
			continue
		}
		if p.me == 0 {
			p.attack(lane)
		} else {
			p.defend(lane)
		}
	}
	x := p.hope()
	if p.me == 1 {
		return -x
	}
	return x
}

func (p *plan) attack(lane int) {
	o := p.mine[lane]
	if o < 0 || !p.alive(o, lane) {
		return
	}
	// Nobody comes to meet it on some lanes of a short line.
	p.odds[lane] = 1 - p.comes[1]*(1-p.does(0, o, lane))
	p.weight[lane] = p.flex[p.f.colour[0][o]]
}

func (p *plan) defend(lane int) {
	stopped := 0.0
	if d := p.mine[lane]; d >= 0 {
		stopped = p.does(1, d, lane)
	}
	p.odds[lane] = p.comes[0] * (1 - stopped)
	for _, o := range p.unseen[0] {
		p.weight[lane] += p.likely[0][lane][o] * p.flex[p.f.colour[0][o]]
	}
}

// hope is the chance of the offense to score from the odds of the lanes.
func (p *plan) hope() float64 {
	if p.last {
		lost := 1.0
		for _, q := range p.odds {
			lost *= 1 - q
		}
		return 1 - lost
	}
	return p.after(0, 1, 0, false)
}

// after goes through the lanes from one on: prob is the chance of what came
// before, open what the lanes won so far are worth in lanes.
func (p *plan) after(lane int, prob, open float64, any bool) float64 {
	for lane < p.lanes && p.odds[lane] == 0 {
		lane++
	}
	if lane == p.lanes {
		if !any {
			return 0
		}
		return prob * p.lanesAhead(open)
	}
	q := p.odds[lane]
	x := p.after(lane+1, prob*q, open+p.weight[lane], true)
	if q < 1 {
		x += p.after(lane+1, prob*(1-q), open, any)
	}
	return x
}

// lanesAhead is the chance to score from the next line on with so many lanes,
// which need not be a whole number.
func (p *plan) lanesAhead(open float64) float64 {
	low := int(open)
	if low >= p.lanes {
		return p.f.game.Hope(p.line+1, p.lanes)
	}
	a, b := p.f.game.Hope(p.line+1, low), p.f.game.Hope(p.line+1, low+1)
	return a + (b-a)*(open-float64(low))
}
