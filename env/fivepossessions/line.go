package fivepossessions

import "ringer/env"

// This file is one line of a possession: both hands are drawn, the offense
// places its cards, then the defense, and the lanes are opened (FP-2, FP-8).

// draw makes a side draw its hand.
func (s *State) draw(side uint8) {
	s.node, s.actor, s.side = nodeDraw, env.Chance, side
}

// drawable is what the next card of a hand can be: hands are drawn in ascending
// order, so enough greater cards must be left for the rest of the hand.
func (s *State) drawable() set {
	p := &s.now
	missing := s.game.handSize[p.line] - int(p.drawn[s.side])
	pool := p.stack[s.side].above(s.last())
	for range missing - 1 { // the greatest cards can only come later
		pool &^= single(pool.greatest())
	}
	return pool
}

// last is the card drawn last for the hand, or none.
func (s *State) last() uint8 {
	p := &s.now
	if p.drawn[s.side] == 0 {
		return none
	}
	return p.hand[s.side][p.drawn[s.side]-1]
}

// drawOutcomes gives every hand of the stack the same probability: a card comes
// next in as many hands as there are ways to draw the rest from the greater cards.
func (s *State) drawOutcomes(dst []env.Outcome) []env.Outcome {
	p, t := &s.now, s.game.cards
	missing := s.game.handSize[p.line] - int(p.drawn[s.side])
	left := p.stack[s.side].above(s.last()).size()
	total := t.ways[left][missing]
	for pool := s.drawable(); pool != 0; pool &= pool - 1 {
		left--
		dst = append(dst, env.Outcome{
			Action: env.Action(t.id[s.side][pool.first()]),
			Prob:   t.ways[left][missing-1] / total,
		})
	}
	return dst
}

// drew adds a card to the hand.
func (s *State) drew(card uint8) {
	p := &s.now
	p.hand[s.side][p.drawn[s.side]] = card
	p.stack[s.side] &^= single(card)
	p.drawn[s.side]++
	switch {
	case int(p.drawn[s.side]) < s.game.handSize[p.line]:
	case s.side == offense:
		s.draw(defense)
	default:
		s.known = 0
		s.ask(offense)
	}
}

// ask makes a side place the next card of its hand.
func (s *State) ask(side uint8) {
	s.node, s.actor, s.side = nodePlace, env.Player(s.now.seatOf(side)), side
}

// place puts the next card of the hand on a lane (FP-9: any that the side has not
// used in this line).
func (s *State) place(lane uint8) {
	p := &s.now
	p.placed[s.side][p.line][lane] = p.hand[s.side][p.put[s.side]]
	p.put[s.side]++
	switch {
	case p.put[s.side] < p.drawn[s.side]:
	case s.side == offense:
		s.ask(defense)
	default:
		s.openLine()
	}
}

// openLine opens the lanes one by one and goes on.
func (s *State) openLine() {
	g, p := s.game, &s.now
	last := int(p.line) == g.config.Lines-1
	won := 0
	for lane := range g.lanes {
		if !g.openLane(p, lane) {
			continue
		}
		won++
		if last { // FP-11: the possession ends at the first lane won
			s.finish(true)
			return
		}
	}
	if won == 0 { // FP-5
		s.finish(false)
		return
	}
	p.line++
	p.drawn, p.put = [sides]uint8{}, [sides]uint8{}
	s.draw(offense)
}

// openLane opens one lane and says whether the offense won it.
func (g *Game) openLane(p *possession, lane int) bool {
	o, d := p.placed[offense][p.line][lane], p.placed[defense][p.line][lane]
	p.reached[p.line]++
	if o == none { // FP-11: not contested
		return false
	}
	won := false
	if !g.dead(p, o, lane) {
		p.opened[p.line] |= 1 << lane
		p.show(o, d)
		won = d == none || g.cards.wins[o].has(d) // FP-3
	}
	if won {
		p.open[lane] = o
	} else { // FP-4, FP-9
		p.open[lane] = none
		p.closed |= 1 << lane
	}
	return won
}

// show makes the cards of an opened lane public for the rest of the possession
// (FP-7).
func (p *possession) show(o, d uint8) {
	p.shown[offense] |= single(o)
	if d != none {
		p.shown[defense] |= single(d)
	}
}

// dead says whether an offense card would lie dead on a lane: it is closed, or a
// card of the same colour lies open there (FP-4, FP-9).
func (g *Game) dead(p *possession, card uint8, lane int) bool {
	if p.closed>>lane&1 == 1 {
		return true
	}
	under := p.open[lane]
	return under != none && g.cards.colour[offense][under] == g.cards.colour[offense][card]
}
