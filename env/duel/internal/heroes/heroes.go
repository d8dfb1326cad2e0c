package heroes

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// Rule does what is common to all feats and traits of Heroes: it offers their actions and
// Special Attacks, and resets what a round resets. Each of them does the rest in a file
// of its own.
var Rule = turn.Rule{Name: "heroes", Hook: func(h *turn.Hooks) {
	h.On[turn.AtUpkeep].Add(func(s *turn.State, _ int8) {
		for m := range s.Game.Models {
			s.Models[m].Spent, s.Models[m].Struck = 0, 0
		}
	})
	h.On[turn.AtEngaged].Add(func(s *turn.State, m int8) {
		if s.Specials(m) != 0 {
			s.Push(turn.TaskSpecial, m)
		}
	})
	h.Offer.Add(func(s *turn.State, m int8) {
		for _, id := range s.Game.Usable {
			if s.Act.Exhausting || s.Act.Second && !s.Game.Skills[id].Move {
				continue
			}
			if s.Bears(m, id) && s.Game.Skills[id].MayUse(s, m) {
				s.Allow(s.Game.SkillAction(id))
			}
		}
	})
	h.Acted.Add(func(s *turn.State, m int8, a env.Action) bool {
		id, ok := s.Game.SkillOf(a)
		if ok {
			s.Game.Skills[id].Use(s, m)
		}
		return ok
	})
	h.Muster.Add(func(s *turn.State) {
		enlist(s)
		if s.Game.Config.Warband == config.WarbandGiven {
			arm(s)
			muster(s)
		}
	})
	h.Opening.Add(func(s *turn.State) {
		s.Push(taskDesignate, turn.Nobody)
		if s.Game.Drafts() > 0 {
			s.Push(taskDraft, turn.Nobody)
		}
	})
	// An animal initiates no Duel but hand to hand.
	h.MayEngage.Add(func(s *turn.State, by, _ int8) bool { return s.Models[by].Kind != turn.Animal })
}}

// enemyHeroes returns the fielded Heroes of the other sides: a model may declare one
// of them its enemy (DUEL-36).
func enemyHeroes(s *turn.State, m int8) (heroes turn.ModelSet) {
	for rest := fielded(s, s.Game.All&^s.Allied(s.Owner(m))); rest != 0; rest &= rest - 1 {
		if e := rest.First(); s.Models[e].Kind == turn.Hero {
			heroes |= turn.Bit(e)
		}
	}
	return heroes
}
