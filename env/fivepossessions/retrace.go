package fivepossessions

import "ringer/env"

// Retrace implements env.Retracer: from the kick-off of the possession under way, because
// stacks are shuffled anew for each.
func (s *State) Retrace(dst []env.Action) (env.State, []env.Action) {
	c := s.Clone().(*State)
	if s.node != nodeDraw && s.node != nodePlace {
		return c, dst
	}
	c.kickOff(s.now.attacker)
	for line := range int(s.now.line) + 1 {
		var hands [Sides][]Card
		for side := range Sides {
			hands[side] = s.now.handOf(side, line, s.game)
			for _, card := range hands[side] {
				dst = append(dst, env.Action(s.game.cards.id[side][card]))
			}
		}
		for side := range Sides {
			dst = s.now.appendLanes(dst, side, line, hands[side], s.game.lanes)
		}
	}
	return c, dst
}

// handOf returns the cards that a side drew for a line, ascending.
func (p *possession) handOf(side Side, line int, g *Game) []Card {
	if line == int(p.line) {
		return p.hand[side][:p.drawn[side]]
	}
	var cards Set
	for _, card := range p.placed[side][line][:g.lanes] {
		if card != NoCard {
			cards |= Single(card)
		}
	}
	hand := make([]Card, 0, MaxLanes)
	for ; cards != 0; cards &= cards - 1 {
		hand = append(hand, cards.First())
	}
	return hand
}

// appendLanes appends the lanes on which a side put the cards of its hand, in the order
// of the hand. Cards that are not placed yet have none.
func (p *possession) appendLanes(dst []env.Action, side Side, line int, hand []Card, lanes int) []env.Action {
	for _, card := range hand {
		for lane, placed := range p.placed[side][line][:lanes] {
			if placed == card {
				dst = append(dst, env.Action(lane))
			}
		}
	}
	return dst
}
