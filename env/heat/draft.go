package heat

// beginHeist shuffles all cards together, unplayed ones unseen, and starts the deal
// (HEAT-4, HEAT-22).
func (s *State) beginHeist() {
	g := s.game
	s.heistAt[s.heist] = int32(len(s.log))
	s.mem.reset(g)
	s.stage, s.round, s.cursor = 0, 0, 0
	for i := range g.players {
		s.now.records[i] = record{}
	}
	s.clearStage()
	s.roll(nodeDeal)
}

// dealt gives the next card of the deck to the next seat: first the opening
// hands, then one card each after every round of passing (HEAT-5).
func (s *State) dealt(card uint8) {
	n := s.game.players
	if s.cursor == 0 && s.teller != nil {
		s.teller.dealt(s)
	}
	s.record(event{kind: evDraw, seat: int8(s.seatAt(int(s.cursor) % n)), card: card})
	s.cursor++
	due := n
	if s.round == 0 {
		due = n * s.game.config.Deal
	}
	if int(s.cursor) < due {
		return
	}
	s.cursor = 0
	if int(s.round) == s.game.config.DraftRounds {
		s.beginStage()
		return
	}
	s.ask(nodePick, s.seatAt(0))
}

// picked takes the secret choice of a card to pass. After the last one all
// passes happen at once (the memory does that), and everyone draws.
func (s *State) picked(card uint8) {
	s.record(event{kind: evPick, seat: int8(s.actor), card: card})
	if s.cursor++; int(s.cursor) < s.game.players {
		s.ask(nodePick, s.seatAt(int(s.cursor)))
		return
	}
	if s.teller != nil {
		s.teller.passed(s)
	}
	s.cursor = 0
	s.round++
	s.roll(nodeDeal)
}
