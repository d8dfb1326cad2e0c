package payday

// This file is the stats of cash.

// income raises the cash at the start of one's turns.

// income is what the cards of a seat on the table add to it.
func (s *State) income(seat int) int {
	n := 0
	if seat == Criminal {
		for i := range s.heisters {
			if s.crewLasts(i)>>statIncome&1 == 0 {
				continue
			}
			for _, k := range s.heisters[i].carried() {
				if s.game.deck.lasts[k]>>statIncome&1 == 0 {
					continue
				}
				for _, p := range s.kindOf(k).passives {
					if p.stat == statIncome && s.holdsFor(p.cond, i, none) {
						n += int(p.amount)
					}
				}
			}
		}
		return n
	}
	for col := range s.columns() {
		for d := int(s.cols[col].top); d <= int(s.cols[col].count); d++ {
			n += s.sumPlace(col, d, statIncome, scopeTeam)
		}
	}
	return n
}

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
