package payday

import "ringer/env"

// This file takes a state from one question to the next: the answer goes to the step
// that asked, then the phases run until a seat or chance has to choose.

// answer carries out a legal action.
func (s *State) answer(a env.Action) {
	ids := &s.game.actions
	end := a == ids.say(StepEnd)
	switch s.question {
	case AskSize, AskPaydays, AskKey, AskLootAt, AskHard, AskObstacle, AskObstacleAt, AskGuard, AskGuardAt:
		s.answerSetup(a)
	case AskRedraw:
		s.redraw(a == ids.say(StepRedraw))
	case AskSwap:
		if !end {
			s.swap(uint8(a))
			return
		}
		s.redrawn = true
		s.draws[Police] += s.swapped
	case AskCard:
		s.answerCard(a)
	case AskWhere:
		s.answerWhere(a)
	case AskTarget, AskDash, AskRedeploy, AskRecover:
		s.answerEffect(a)
	case AskMove:
		if end {
			s.phase = phaseTransfers
			return
		}
		i, dir := ids.asMove(a)
		s.step(i, dir)
		s.heisters[i].moved = true
	case AskTransfer:
		if end {
			s.phase = phaseEscapes
			return
		}
		s.transfer(ids.asTransfer(a))
	case AskEscape:
		if end {
			s.phase = phaseDraw
			return
		}
		s.escape(int(a - ids.heister))
	case AskMoveFrom, AskMoveWho, AskMoveTo:
		s.answerPoliceMove(a)
	case AskHandLimit:
		s.leaveHand(uint8(a))
		s.discardCard(uint8(a))
	case AskBattle, AskCombat, AskAttacker, AskAttack, AskFire:
		s.answerCombat(a)
	case AskPay:
		s.answerPay(a == ids.say(StepPay))
	case AskRegroup:
		s.answerRegroup(a == ids.say(StepHand))
	case AskLoot:
		s.answerLoot(a)
	case RollDraw:
		s.drawn(uint8(a))
	case RollDrop:
		side := s.game.deck.side(uint8(a))
		s.drops[side]--
		s.leaveHand(uint8(a))
		s.discardCard(uint8(a))
	}
}

// drawn puts a card that chance has drawn into its hand.
func (s *State) drawn(k uint8) {
	z, i := s.zonesOf(k)
	side := s.game.deck.side(k)
	z.pile[i]--
	z.left--
	z.hand[i]++
	z.size++
	s.draws[side]--
	s.record(event{kind: evDraw, seat: int8(side), value: uint16(k), seen: 1 << side})
}

// proceed goes on until a seat or chance has to choose.
func (s *State) proceed() {
	for !s.over() {
		switch {
		case s.chances():
			return
		case s.frame.kind != none:
			if s.runFrame() {
				return
			}
		case s.advance():
			return
		}
		s.reap()
	}
}

// chances rolls the draws and random discards that are due before anything else.
func (s *State) chances() bool {
	for seat := range s.draws {
		if s.draws[seat] == 0 {
			continue
		}
		z := &s.zones[seat]
		if z.left == 0 && s.phase > phaseFirstHands {
			s.refill(seat)
		}
		if z.left == 0 { // PAY-18: both empty, no card
			s.draws[seat] = 0
			continue
		}
		return s.roll(RollDraw)
	}
	for seat := range s.drops {
		if s.drops[seat] > 0 && s.zones[seat].size > 0 {
			return s.roll(RollDrop)
		}
		s.drops[seat] = 0
	}
	return false
}

// advance runs the phase. It returns true when it asks.
func (s *State) advance() bool {
	switch s.phase {
	case phaseSetup:
		return s.setUp()
	case phaseFirstHands:
		return s.dealHands()
	case phaseCards:
		return s.ask(AskCard, int(s.turn))
	case phaseMoves:
		return s.askMoves()
	case phaseTransfers:
		return s.askTransfers()
	case phaseEscapes:
		return s.askEscapes()
	case phaseDraw:
		return s.endTurn()
	case phaseCombat:
		return s.fight()
	case phaseUpdate:
		return s.update()
	}
	return s.takeLoot()
}
