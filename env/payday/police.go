package payday

import "ringer/env"

// This file holds the move actions of the Police (PAY-12, PAY-33).

// askPoliceMoves asks for a location, then for officers one by one, each with a
// destination.
func (s *State) askPoliceMoves() bool {
	if s.from.slot < 0 { // between move actions
		if int(s.moves) < s.game.config.MoveActions && s.anyFaceUp() {
			return s.ask(AskMoveFrom, Police)
		}
		s.phase = phaseDraw
		return false
	}
	if s.who.slot >= 0 {
		return s.ask(AskMoveTo, Police)
	}
	if s.unmoved() {
		return s.ask(AskMoveWho, Police)
	}
	s.from.slot = -1
	return false
}

func (s *State) anyFaceUp() bool {
	for col := range s.columns() {
		for d := int(s.cols[col].top); d <= int(s.cols[col].count); d++ {
			if s.faceUpAt(col, d) > 0 {
				return true
			}
		}
	}
	return false
}

// unmoved reports whether the location still has an officer who may move.
func (s *State) unmoved() bool {
	for j := range slots {
		if s.movable(j) {
			return true
		}
	}
	return false
}

// movable reports whether an officer of the location may move and has where to go.
func (s *State) movable(slot int) bool {
	t := target{heister: -1, col: s.from.col, depth: s.from.depth, slot: int8(slot)}
	if o := s.at(t); o.kind == none || o.down || o.moved {
		return false
	}
	var buffer [3 * places]env.Action
	return t.col == 0 || int(t.col) == s.columns()-1 || len(s.appendDestinations(buffer[:0], t)) > 0
}

// answerPoliceMove answers the questions of a move action.
func (s *State) answerPoliceMove(a env.Action) {
	ids := &s.game.actions
	switch end := a == ids.say(StepEnd); {
	case end && s.question == AskMoveFrom:
		s.phase = phaseDraw
	case end:
		s.from.slot = -1
	case s.question == AskMoveFrom:
		col, depth := s.asPlace(a)
		s.from, s.who.slot = target{heister: -1, col: int8(col), depth: int8(depth)}, -1
		s.moves++
		s.freshen()
	case s.question == AskMoveWho:
		s.who = s.asOfficer(a)
	case a >= ids.edge && a < ids.edge+2:
		s.sendHome(s.who)
		s.who.slot = -1
	default:
		col, depth := s.asPlace(a)
		s.relocate(s.who, col, depth).moved = true
		s.who.slot = -1
	}
}

// freshen lets everyone move again in a new move action.
func (s *State) freshen() {
	for col := range s.columns() {
		for d := range places {
			for j := range slots {
				s.officer(col, d, j).moved = false
			}
		}
	}
}

// sendHome takes an officer and its equipment back to hand, as two cards; a guard
// leaves the game, and its equipment goes with the discards (PAY-31, PAY-33).
func (s *State) sendHome(t target) {
	o := s.at(t)
	if s.kindOf(o.kind).Side == Heist {
		s.discardCard(o.equip)
	} else {
		s.toHand(o.equip)
	}
	s.toHand(o.kind)
	*o = officer{kind: none, equip: none}
}

// kill removes an officer that died, with its equipment.
func (s *State) kill(t target) {
	o := s.at(t)
	s.discardCard(o.kind)
	s.discardCard(o.equip)
	*o = officer{kind: none, equip: none}
}
