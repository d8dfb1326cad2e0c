package heat

import "fmt"

// Conservation implements env.Conserver: every copy of every card is in exactly
// one place, and no seat holds Heat that the board does not lack.
func (s *State) Conservation() error {
	g := s.game
	for t := range g.types {
		n := int(s.mem.deck[t]) + int(s.mem.discards[t])
		for i := range g.players {
			n += int(s.mem.hand[i][t])
			if s.mem.commit[i] == uint8(t) {
				n++
			}
			for _, card := range s.now.of(i) {
				if card == uint8(t) {
					n++
				}
			}
		}
		if n != int(g.deck.types[t].copies) {
			return fmt.Errorf("heat: %d copies of %s instead of %d", n, g.deck.types[t].title, g.deck.types[t].copies)
		}
	}
	for i := range g.players {
		size := 0
		for _, n := range s.mem.hand[i] {
			size += int(n)
		}
		if size != int(s.mem.size[i]) {
			return fmt.Errorf("heat: seat %d holds %d cards but counts %d", i, size, s.mem.size[i])
		}
		if s.now.heat[i] < 0 || s.now.money[i] < 0 && s.node != nodeOver {
			return fmt.Errorf("heat: seat %d has $%d and %d Heat", i, s.now.money[i], s.now.heat[i])
		}
	}
	if held := s.now.held(); held > g.config.Tokens {
		return fmt.Errorf("heat: %d Heat held, only %d tokens exist", held, g.config.Tokens)
	}
	return nil
}
