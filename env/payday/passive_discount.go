package payday

// discount makes cards of a type cheaper.

// discount is how much less a card costs the Criminal.
func (s *State) discount(seat int, k uint8) int {
	if seat != Criminal {
		return 0
	}
	n := 0
	for i := range s.heisters {
		if s.crewLasts(i)>>statDiscount&1 == 0 {
			continue
		}
		for _, c := range s.heisters[i].carried() {
			if s.game.deck.lasts[c]>>statDiscount&1 == 0 {
				continue
			}
			for _, p := range s.kindOf(c).passives {
				if p.stat == statDiscount && (p.of == none || p.of == uint8(s.kindOf(k).typ)) && s.holdsFor(p.cond, i, none) {
					n += int(p.amount)
				}
			}
		}
	}
	return n
}
