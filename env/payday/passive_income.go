package payday

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
