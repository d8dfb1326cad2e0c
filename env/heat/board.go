package heat

// The Heat board is one number: the tokens held by the seats. Empty slots always
// form a prefix, because tokens leave the mildest slot that is filled and return
// to the worst that is empty (HEAT-3).

// value returns the dollars that one Heat costs while this many tokens are off the
// board: the value of the worst row that is completely empty.
func (g *Game) value(held int) int { return int(g.values[held]) }

// demand returns the number of tokens that phase B will take from the board (HEAT-16:
// gross, as returns of the same phase come later). It reads s.then.
func (s *State) demand() int {
	total := 0
	for actor := range s.game.players {
		card := s.acting[actor]
		if card == none {
			continue
		}
		list := s.game.deck.types[card].effects[PhaseB]
		for k := range list {
			if e := &list[k]; e.fromBoard {
				total += s.takes(e, actor)
			}
		}
	}
	return total
}

// takes returns the number of tokens that one effect will take. Choices of the
// phase are still open, but a deck may not let the number depend on them.
func (s *State) takes(e *Clause, actor int) int {
	x := &s.then
	m := x.Candidates(e.Who, actor)
	reached := m.Count()
	if e.Who.Picks() {
		reached = min(reached, 1)
	}
	if e.If.Kind == IfTargetUses {
		reached = 0
		for i := range s.game.players {
			if m.Has(i) && x.Holds(e.If, actor, i) {
				reached++
			}
		}
	} else if !x.Holds(e.If, actor, actor) {
		return 0
	}
	return reached * x.Amount(&e.Amount, actor)
}

// coolDown makes sure that the board has the Heat that phase B takes (HEAT-8):
// while it has too little, every seat that holds Heat returns 1 and pays the fine.
// It reports false when nobody holds any and there is still too little: the
// arrest.
func (s *State) coolDown() bool {
	for {
		s.then.tableau = s.now
		held := s.now.held()
		if s.demand() <= s.game.config.Tokens-held {
			return true
		}
		if held == 0 {
			return false
		}
		s.fires++
		for i := range s.game.players {
			if s.now.heat[i] > 0 {
				money := s.now.money[i]
				s.now.heat[i]--
				s.now.money[i] = max(s.now.money[i]-int32(s.game.config.ShortageFine), 0)
				if s.teller != nil {
					s.teller.returns(i, money-s.now.money[i])
				}
			}
		}
	}
}
