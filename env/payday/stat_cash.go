package payday

// This file rules the stats of cash: income and discount.

// income returns the cash that the cards of a seat on the table add.
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

// discount returns the cash by which a card costs the Criminal less.
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
