package heat

import "ringer/env"

// beginStage asks for claims, if there is talk, and then for cards (HEAT-23).
func (s *State) beginStage() {
	s.clearStage()
	s.round = int8(s.game.config.DraftRounds)
	s.phase, s.step = PhaseA, stepNone
	s.cursor = 0
	if s.game.talk {
		s.ask(nodeClaim, s.seatAt(0))
		return
	}
	s.ask(nodePlay, s.seatAt(0))
}

func (s *State) clearStage() {
	s.claimed = 0
	for i := range maxSeats {
		s.now.inUse[i] = none
		s.claims[i], s.acting[i], s.copied[i] = none, none, none
		s.then.target[i], s.then.option[i], s.cancelled[i] = -1, 0, 0
	}
	s.taskCount, s.taskAt = 0, 0
}

// claim takes what a seat says about its coming choice; nobody is bound by it
// (HEAT-11).
func (s *State) claim(card uint8) {
	seat := int(s.actor)
	if int(card) == s.game.types {
		card = none
	}
	s.record(event{kind: evClaim, seat: int8(seat), card: card})
	s.claims[seat] = card
	s.claimed |= 1 << seat
	if s.cursor++; int(s.cursor) < s.game.players {
		s.ask(nodeClaim, s.seatAt(int(s.cursor)))
		return
	}
	s.cursor = 0
	s.ask(nodePlay, s.seatAt(0))
}

// played takes the secret choice of a card, or none from an empty hand. After
// the last one all are revealed and the phases begin.
func (s *State) played(card uint8) {
	seat := int(s.actor)
	s.record(event{kind: evPlay, seat: int8(seat), card: card})
	if s.cursor++; int(s.cursor) < s.game.players {
		s.ask(nodePlay, s.seatAt(int(s.cursor)))
		return
	}
	s.cursor = 0
	n := s.game.players
	for _, e := range s.log[len(s.log)-n:] {
		i, card := e.seat, e.card
		s.now.inUse[i] = card
		if card != none {
			s.now.put(int(i), card)
		}
		if s.teller != nil {
			s.teller.shown(s, int(i), card)
		}
		if said := s.claims[i]; said != none {
			if said == card {
				s.honest[i]++
			} else {
				s.lied[i]++
			}
		}
	}
	s.beginPhase(PhaseA)
}

// endStage moves the start player to the left and goes on to the next stage,
// the next heist, or the end.
func (s *State) endStage() {
	s.start = int8(s.game.left(int(s.start))) // HEAT-21
	if s.stage++; int(s.stage) < s.game.config.Stages {
		s.beginStage()
		return
	}
	if s.heist++; int(s.heist) < s.game.config.Heists {
		if s.teller != nil {
			s.teller.shuffled(s)
		}
		s.beginHeist()
		return
	}
	s.heist--
	s.stage--
	s.finish()
}

// finish pays for the Heat and finds the winners (HEAT-10, HEAT-24).
func (s *State) finish() {
	value := int32(s.game.value(s.now.held()))
	best := 0
	for i := range s.game.players {
		s.now.money[i] -= value * int32(s.now.heat[i])
		if s.teller != nil {
			s.teller.paid(s, i, value*int32(s.now.heat[i]))
		}
		better := s.now.money[i] > s.now.money[best] ||
			s.now.money[i] == s.now.money[best] && s.now.heat[i] < s.now.heat[best]
		if better {
			best = i
		}
	}
	s.won = 0
	for i := range s.game.players {
		if s.now.money[i] == s.now.money[best] && s.now.heat[i] == s.now.heat[best] {
			s.won |= 1 << i
		}
	}
	if s.teller != nil {
		s.teller.won(s)
	}
	s.node, s.actor = nodeOver, env.Terminal
}

// arrest ends the game at once: everyone loses (HEAT-8).
func (s *State) arrest() {
	s.arrested = true
	if s.teller != nil {
		s.teller.arrested()
	}
	s.won = 0
	s.node, s.actor = nodeOver, env.Terminal
}
