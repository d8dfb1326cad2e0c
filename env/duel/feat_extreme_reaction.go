package duel

import "ringer/env/duel/space"

// reactionLength is how far the Hero may move, in inches.
const reactionLength = 1

// Extreme reaction: when an enemy ganger or rookie has initiated a Duel with the
// Hero, it may move up to 1 inch at once, before the scores, whoever is in contact
// with it, once in a Duel. Then it is looked up anew whom the initiator can duel
// with (DUEL-74, DUEL-30).
func init() {
	skills[featExtremeReaction] = &skill{
		rule: rule{on: [points]func(s *State, m int8){
			atEngaged: func(s *State, by int8) {
				if k := s.models[by].kind; k != ganger && k != rookie {
					return
				}
				d := &s.duel
				for m := int8(s.game.models) - 1; m >= 0; m-- {
					if has(s.responders()&s.bearers[featExtremeReaction]&s.enemies(s.owner(by))&^d.reacted, m) {
						d.reacted |= bit(m)
						s.pushSkill(featExtremeReaction, m, 0, 0)
					}
				}
			},
		}},
		run: runExtremeReaction,
	}
}

func runExtremeReaction(s *State, t *task) {
	g, m := s.game, t.m
	at := s.models[m].at
	if t.step == 1 {
		s.pop()
		if s.answer != g.do(doDone) {
			s.models[m].at = g.destOf(at, s.answer)
			s.meetAnew()
		}
		return
	}
	s.forbidAll()
	if has(s.responders(), m) && s.duel.in != 0 && s.models[m].status == standing {
		s.allowReach(m, s.find(m, space.Inches(reactionLength)))
		s.forbid(g.destID(at, at))
	}
	if !s.allowed() {
		s.pop()
		return
	}
	t.step = 1
	s.allow(g.do(doDone))
	s.askSkill(featExtremeReaction, nodeWhere, s.owner(m), m, s.initiator())
}
