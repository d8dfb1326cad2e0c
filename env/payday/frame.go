package payday

import (
	"ringer/env"
	"ringer/env/payday/internal/cards"
)

// This file carries out the effects of a card one by one: it finds their targets, and
// asks where there is a choice.

// effects returns the effects that the frame carries out.
func (s *State) effects() []cards.Instant {
	kd := s.kindOf(s.frame.kind)
	switch s.frame.list {
	case listEnter:
		return kd.Enter
	case listTurn:
		return kd.Turn
	}
	return kd.Once
}

// runFrame goes on with the card of the frame. It returns true when it asks.
func (s *State) runFrame() bool {
	if s.frame.placing {
		return s.ask(AskWhere, int(s.frame.seat))
	}
	if s.frame.officer.slot >= 0 {
		return s.ask(AskRedeploy, int(s.frame.seat))
	}
	list := s.effects()
	if int(s.frame.at) >= len(list) {
		s.frame = frame{kind: none}
		return false
	}
	e := &list[s.frame.at]
	if !s.holds(e.Cond, int(s.frame.seat)) {
		s.frame.at++
		return false
	}
	switch e.Op {
	case cards.OpDash:
		if s.onTable() > 0 && s.columns() > 1 {
			return s.ask(AskDash, int(s.frame.seat))
		}
		s.frame.at++
		return false
	case cards.OpRecover:
		if sure, maybe := s.recoverable(e); sure || maybe {
			return s.ask(AskRecover, int(s.frame.seat))
		}
		s.frame.at++
		return false
	}
	return s.aim(e)
}

// aim finds the target of the frame's effect: the only one there is, or the one
// that the seat chooses; with none the effect fizzles (PAY-39).
func (s *State) aim(e *cards.Instant) bool {
	switch e.On {
	case cards.OnNone:
		s.frame.at++
		s.apply(e, target{heister: -1, col: s.frame.col, slot: -1})
		return false
	case cards.OnHeistersHere, cards.OnOfficersHere, cards.OnColumnHere:
		s.frame.at++
		s.each(e)
		return false
	}
	var buffer [maxColumns * places * slots]env.Action
	list := s.appendTargets(buffer[:0], e)
	switch len(list) {
	case 0:
		s.frame.at++
		return false
	case 1:
		s.aimAt(e, list[0])
		return false
	}
	return s.ask(AskTarget, int(s.frame.seat))
}

// each applies an effect to everyone at the column of the frame.
func (s *State) each(e *cards.Instant) {
	col := int(s.frame.col)
	var buffer [max(maxHeisters, slots)]target
	all := buffer[:0]
	switch e.On {
	case cards.OnColumnHere:
		all = append(all, target{heister: -1, col: s.frame.col, slot: -1})
	case cards.OnHeistersHere:
		for i := range s.heisters {
			if s.hereAt(i, col) {
				all = append(all, target{heister: int8(i), col: -1, slot: -1})
			}
		}
	case cards.OnOfficersHere:
		depth := s.cols[col].top
		for j := range slots {
			if o := s.officer(col, int(depth), j); o.kind != none && !o.down {
				all = append(all, target{heister: -1, col: int8(col), depth: depth, slot: int8(j)})
			}
		}
	}
	s.apply(e, all...)
}

// apply applies an effect to all its targets at once: who dies of it dies when everyone
// has got it, so that the cards of the dead count for the others (PAY-34).
func (s *State) apply(e *cards.Instant, all ...target) {
	act := acts[e.Op]
	for _, t := range all {
		act.apply(s, e, t)
	}
	if e.Op == cards.OpStrike {
		s.strikeOff(all)
	}
}

// legalTargets lists the targets of the frame's effect.
func (s *State) legalTargets(dst []env.Action) []env.Action {
	return s.appendTargets(dst, &s.effects()[s.frame.at])
}

func (s *State) appendTargets(dst []env.Action, e *cards.Instant) []env.Action {
	ids := &s.game.actions
	switch e.On {
	case cards.OnHeister, cards.OnHeisterHere:
		for i := range s.heisters {
			if s.heisters[i].kind != none && (e.On == cards.OnHeister || int8(s.frame.col) == s.heisters[i].col) {
				dst = append(dst, ids.heister+env.Action(i))
			}
		}
	case cards.OnOfficer, cards.OnOfficerHere:
		for col := range s.columns() {
			if e.On == cards.OnOfficerHere && col != int(s.frame.col) {
				continue
			}
			for d := int(s.cols[col].top); d <= int(s.cols[col].count); d++ {
				if e.On == cards.OnOfficerHere && !s.isTop(col, d) {
					continue
				}
				for j := range slots {
					if o := s.officer(col, d, j); o.kind != none && !o.down {
						dst = append(dst, s.officerAt(col, d, j))
					}
				}
			}
		}
	case cards.OnColumn:
		for col := range s.columns() {
			if s.useful(e, col) {
				dst = append(dst, ids.column+env.Action(col))
			}
		}
	}
	return dst
}

// useful reports whether an effect can do something at a column.
func (s *State) useful(e *cards.Instant, col int) bool {
	switch e.Op {
	case cards.OpWork:
		return s.workable(col) && s.heistersAt(col) > 0
	case cards.OpSetback:
		return s.workable(col) && s.cols[col].progress > 0
	case cards.OpLock:
		return s.cols[col].top < s.cols[col].count && !s.cols[col].locked
	case cards.OpReveal:
		return s.hiddenFrom(col) >= 0
	case cards.OpSabotage:
		return s.sabotageable(int(s.frame.seat), col)
	case cards.OpRefill:
		return s.refillable(int(s.frame.seat), col)
	}
	return true
}

// answerEffect takes the answer to a question of an effect.
func (s *State) answerEffect(a env.Action) {
	ids := &s.game.actions
	e := &s.effects()[s.frame.at]
	switch s.question {
	case AskDash:
		i, dir := ids.asMove(a)
		s.step(i, dir)
	case AskRedeploy:
		col, depth := s.asPlace(a)
		s.relocate(s.frame.officer, col, depth)
		s.frame.officer.slot = -1
	case AskRecover:
		if a != ids.say(StepEnd) {
			s.takeBack(uint8(a))
		}
	default:
		s.aimAt(e, a)
		return
	}
	s.frame.at++
}

// aimAt carries out the frame's effect on the target of an action.
func (s *State) aimAt(e *cards.Instant, a env.Action) {
	ids := &s.game.actions
	t := target{heister: -1, col: -1, slot: -1}
	switch {
	case a < ids.officer:
		t.heister = int8(a - ids.heister)
	case a < ids.column:
		t = s.asOfficer(a)
	default:
		t.col = int8(a - ids.column)
	}
	if e.Op == cards.OpRedeploy {
		var buffer [3 * places]env.Action
		if len(s.appendDestinations(buffer[:0], t)) > 0 {
			s.frame.officer = t // and then where to
			return
		}
	} else {
		s.apply(e, t)
	}
	s.frame.at++
}

// relocate moves an officer to a place with room.
func (s *State) relocate(t target, col, depth int) *officer {
	from := s.at(t)
	to := s.officer(col, depth, s.room(col, depth))
	*to = *from
	*from = officer{kind: none, equip: none}
	return to
}

// step moves a heister one column.
func (s *State) step(i, dir int) {
	s.heisters[i].col += int8(2*dir - 1)
}

// holds tests a condition of the table as one side sees it.
func (s *State) holds(cond uint8, seat int) bool {
	switch cond {
	case cards.IfSecured:
		return s.secured > 0
	case cards.IfPoor:
		return s.cash[seat] <= 1
	}
	return true
}
