package fivepossessions

import "fmt"

// Conservation implements env.Conserver: in every possession, finished ones
// included, each card of a pack is in one place at most, and in the one under way
// exactly one.
func (s *State) Conservation() error {
	g := s.game
	var old possession
	for i := range len(s.past) / g.stride {
		g.unpack(s.past, i, &old)
		for side := range Sides {
			if _, err := g.lying(&old, side, int(old.line)+1); err != nil {
				return fmt.Errorf("possession %d: %w", i+1, err)
			}
		}
	}
	if s.node != nodeDraw && s.node != nodePlace {
		return nil
	}
	p := &s.now
	for side := range Sides {
		seen, err := g.lying(p, side, int(p.line)+1)
		if err != nil {
			return err
		}
		for k, card := range p.hand[side][:p.drawn[side]] {
			if seen.Has(card) != (k < int(p.put[side])) {
				return fmt.Errorf("%s: card %d of the hand is placed and held, or neither", side, card)
			}
			seen |= Single(card)
		}
		if seen&p.stack[side] != 0 || seen|p.stack[side] != g.cards.all {
			return fmt.Errorf("%s: cards %b on the table and in hand, %b in the stack: want each of %b once", side, seen, p.stack[side], g.cards.all)
		}
	}
	return nil
}

// lying returns the cards placed in the first lines.
func (g *Game) lying(p *possession, side Side, lines int) (Set, error) {
	var seen Set
	for line := range lines {
		for _, card := range p.placed[side][line][:g.lanes] {
			if card == NoCard {
				continue
			}
			if seen.Has(card) || !g.cards.all.Has(card) {
				return 0, fmt.Errorf("%s: card %d lies twice, or is no card", side, card)
			}
			seen |= Single(card)
		}
	}
	return seen, nil
}
