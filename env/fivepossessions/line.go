package fivepossessions

import "ringer/env"

// This file has the rules of one line of a possession: both hands are drawn, the
// offense places its cards, then the defense, and the lanes are opened (FP-2,
// FP-8).

// draw makes a side draw its hand.
func (s *State) draw(side Side) {
	s.node, s.actor, s.side = nodeDraw, env.Chance, side
}

// drew adds a card to the hand.
func (s *State) drew(card Card) {
	p := &s.now
	p.hand[s.side][p.drawn[s.side]] = card
	p.stack[s.side] &^= Single(card)
	p.drawn[s.side]++
	switch {
	case int(p.drawn[s.side]) < s.game.handSize[p.line]:
	case s.side == Offense:
		s.draw(Defense)
	default:
		s.ask(Offense)
	}
}

// ask makes a side place the next card of its hand.
func (s *State) ask(side Side) {
	s.node, s.actor, s.side = nodePlace, env.Player(s.now.seatOf(side)), side
}

// place puts the next card of the hand on a lane (FP-9: any that the side has not
// used in this line).
func (s *State) place(lane int) {
	p := &s.now
	p.placed[s.side][p.line][lane] = p.hand[s.side][p.put[s.side]]
	p.put[s.side]++
	switch {
	case p.put[s.side] < p.drawn[s.side]:
	case s.side == Offense:
		s.ask(Defense)
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
	p.drawn, p.put = [Sides]uint8{}, [Sides]uint8{}
	s.draw(Offense)
}

// openLane opens one lane and reports whether the offense won it.
func (g *Game) openLane(p *possession, lane int) bool {
	o, d := p.placed[Offense][p.line][lane], p.placed[Defense][p.line][lane]
	p.reached[p.line]++
	if o == NoCard { // FP-11: not contested
		return false
	}
	won := false
	if !g.dead(p, o, lane) {
		p.opened[p.line] |= 1 << lane
		p.show(o, d)
		won = d == NoCard || g.cards.wins[o].Has(d) // FP-3
	}
	if won {
		p.open[lane] = o
	} else { // FP-4, FP-9
		p.open[lane] = NoCard
		p.closed |= 1 << lane
	}
	return won
}

// show makes the cards of an opened lane public for the rest of the possession
// (FP-7).
func (p *possession) show(o, d Card) {
	p.shown[Offense] |= Single(o)
	if d != NoCard {
		p.shown[Defense] |= Single(d)
	}
}

// dead reports whether an offense card would lie dead on a lane: it is closed, or
// a card of the same colour lies open there (FP-4, FP-9).
func (g *Game) dead(p *possession, card Card, lane int) bool {
	if p.closed>>lane&1 == 1 {
		return true
	}
	under := p.open[lane]
	return under != NoCard && g.cards.colour[Offense][under] == g.cards.colour[Offense][card]
}
