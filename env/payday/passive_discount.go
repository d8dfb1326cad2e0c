package payday

// discount makes cards of a type cheaper.

// discount is how much less a card costs the Criminal.
func (s *State) discount(seat int, k uint8) int {
	if seat != Criminal {
		return 0
	}
	n := 0
	for i := range s.heisters {
		h := &s.heisters[i]
		if h.kind == none {
			continue
		}
		for _, c := range h.carried() {
			if c == none {
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
