package fourdowns

import "fmt"

// Conservation implements env.Conserver: every card is in exactly one place, the
// yards of a seat are a multiple of the smallest stake, and a seat that has lost
// enough is out.
func (s *State) Conservation() error {
	g, h := s.game, &s.hand
	seen := h.deck
	put := func(set cards) error {
		if twice := seen & set; twice != 0 {
			return fmt.Errorf("fourdowns: %s in two places", g.names(twice))
		}
		seen |= set
		return nil
	}
	if s.node == nodeDealer {
		return nil
	}
	for i := range g.players {
		if err := put(h.held[i]); err != nil {
			return err
		}
		if err := put(h.played[i]); err != nil {
			return err
		}
		if out := int(s.yards[i]) >= g.config.OutAt; out == s.in.has(i) {
			return fmt.Errorf("fourdowns: seat %d has lost %d yards, in the game: %t", i, s.yards[i], s.in.has(i))
		}
		if int(s.yards[i])%g.config.Yards != 0 {
			return fmt.Errorf("fourdowns: seat %d has lost %d yards, no multiple of %d", i, s.yards[i], g.config.Yards)
		}
	}
	if seen != g.all {
		return fmt.Errorf("fourdowns: %s missing", g.names(g.all&^seen))
	}
	return nil
}
