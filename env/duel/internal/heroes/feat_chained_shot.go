package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// Chained shot, a Special Attack: one more enemy joins the ranged Duel, within 2
// inches of one that the Hero sees and reaches, wherever it is itself. It has a score
// of its own, returns fire if it sees the Hero and reaches it, and may be the target
// (DUEL-71).
func chainedShotFeat() *turn.Skill {
	return &turn.Skill{
		Attack:     true,
		MaySpecial: func(s *turn.State, _ int8) bool { return chainable(s) != 0 },
		Special:    func(s *turn.State, m int8) { s.PushSkill(turn.FeatChainedShot, m) },
		Hook: func(h *turn.Hooks) {
			h.ShootsAt.Add(func(s *turn.State, by, m int8) bool {
				return by == s.Duel.By && s.Duel.Chained.Has(m)
			})
		},
		Run: func(s *turn.State, t *turn.Task) {
			if t.Step == turn.Asking {
				t.Step = turn.Answered
				s.AskWhom(turn.FeatChainedShot, t.M, chainable(s), false)
				return
			}
			s.Pop()
			d, e := &s.Duel, s.Chosen(t.M)
			d.Chained = turn.Bit(e)
			d.In |= turn.Bit(e)
			d.Dodge |= s.Blind(turn.Bit(e), d.By)
			s.Set(e, turn.FlagEngaged)
		},
	}
}

// chainable returns the enemies that a chained shot could draw into the Duel.
func chainable(s *turn.State) turn.ModelSet {
	d := &s.Duel
	if d.Melee || d.AvoidOnly {
		return 0
	}
	var set turn.ModelSet
	for links := d.In; links != 0; links &= links - 1 {
		x := links.First()
		if !s.Sees(d.By, x) || !s.MayAttack(d.By, x) {
			continue
		}
		for rest := s.Enemies(s.Owner(d.By)) &^ d.In &^ set; rest != 0; rest &= rest - 1 {
			if e := rest.First(); s.Within(x, e, s.Game.Number(config.ChainedShotReach)) && s.FarEnough(d.By, e) {
				set |= turn.Bit(e)
			}
		}
	}
	return set
}
