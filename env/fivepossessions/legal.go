package fivepossessions

import "ringer/env"

// LegalActions implements env.State.
func (s *State) LegalActions(dst []env.Action) []env.Action {
	g := s.game
	switch s.node {
	case nodeToss:
		return append(dst, 0, 1)
	case nodeChoose:
		return append(dst, g.sideAt, g.sideAt+1)
	case nodeDraw:
		for pool := s.drawable(); pool != 0; pool &= pool - 1 {
			dst = append(dst, env.Action(g.cards.id[s.side][pool.First()]))
		}
	case nodePlace:
		row := &s.now.placed[s.side][s.now.line]
		for lane := range g.lanes {
			if row[lane] == NoCard {
				dst = append(dst, env.Action(lane))
			}
		}
	}
	return dst
}

// isLegal reports whether an action is one of LegalActions.
func (s *State) isLegal(a env.Action) bool {
	g := s.game
	switch s.node {
	case nodeToss:
		return a == 0 || a == 1
	case nodeChoose:
		return a == g.sideAt || a == g.sideAt+1
	case nodeDraw:
		if a < 0 || int(a) >= len(g.cards.number) {
			return false
		}
		card := g.cards.number[a]
		return g.cards.id[s.side][card] == int(a) && s.drawable().Has(card)
	case nodePlace:
		return a >= 0 && int(a) < g.lanes && s.now.placed[s.side][s.now.line][a] == NoCard
	}
	return false
}

// drawable returns what the next card of a hand can be: hands are drawn in
// ascending order, so enough greater cards must be left for the rest of the hand.
func (s *State) drawable() Set {
	p := &s.now
	missing := s.game.handSize[p.line] - int(p.drawn[s.side])
	pool := p.stack[s.side].above(s.last())
	for range missing - 1 { // the greatest cards can only come later
		pool &^= Single(pool.greatest())
	}
	return pool
}

// last returns the card drawn last for the hand, or NoCard.
func (s *State) last() Card {
	p := &s.now
	if p.drawn[s.side] == 0 {
		return NoCard
	}
	return p.hand[s.side][p.drawn[s.side]-1]
}
