package duel

import "ringer/env"

func init() {
	runners[taskCommit] = runCommit
	runners[taskReveal] = runReveal
}

// runCommit lets everybody in the Duel set a score, in secret: the initiator's
// seat first, then in seat order (C-1, DUEL-8). Who can neither attack nor
// avoid sets none (DUEL-21).
func runCommit(s *State, t *task) {
	d, g := &s.duel, s.game
	switch t.step {
	case 0:
		s.sides()
		t.a, t.step = 0, 1
	case 1:
		m := s.subject
		if s.actor0(t) {
			d.score[m] = uint8(s.answer) + 1
			d.avoiding |= bit(m)
		} else {
			s.setScore(m, s.answer)
		}
		d.set |= bit(m)
	}
	for ; int(t.a) < g.models; t.a++ {
		m := s.committing(int(t.a))
		if !has((d.fight|d.avoid)&^d.set, m) {
			continue
		}
		if t.b = 0; has(d.random, m) {
			t.b = 1
			s.chance(chanceDice, 1, m)
			return
		}
		s.forbidAll()
		for face := range env.Action(scores) {
			if m == d.by && d.fixed != 0 && face != env.Action(d.fixed)-1 {
				continue
			}
			if has(d.fight, m) {
				s.allow(g.actions.score + face)
			}
			if has(d.avoid, m) {
				s.allow(g.actions.score + scores + face)
			}
		}
		s.ask(nodeScore, s.owner(m), m, d.by)
		return
	}
	s.pop()
}

// committing is the i-th model in the order in which scores are set: automata come
// last (DUEL-99).
func (s *State) committing(i int) int8 {
	g := s.game
	played := g.players * g.perSeat
	if i >= played {
		return int8(i)
	}
	return int8((g.frame(s.owner(s.initiator()))*g.perSeat + i) % played)
}

// setScore enters what a model's owner has chosen.
func (s *State) setScore(m int8, a env.Action) {
	d := &s.duel
	i := a - s.game.actions.score
	d.score[m] = uint8(i%scores) + 1
	if d.avoiding &^= bit(m); i >= scores {
		d.avoiding |= bit(m)
	}
}

// actor0 says whether the answer is a die.
func (s *State) actor0(t *task) bool { return t.b == 1 }

// runReveal turns the scores up (DUEL-27).
func runReveal(s *State, _ *task) {
	m := s.initiator()
	s.pop()
	s.duel.revealed = true
	s.secrets = int32(len(s.log))
	if s.duel.set != 0 {
		s.reach(atReveal, m)
	}
}
