package options

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// To charge is to move up to 6 inches straight at an enemy in sight, into base
// contact, and to fight it there, and it alone, with 1 more on each die. It is
// offered only when the way to the nearest contact point is free (DUEL-43).
var chargeRule = turn.Rule{Name: "charge", Hook: func(h *turn.Hooks) {
	h.Modify.Add(func(s *turn.State, r turn.Roll) int {
		if s.Duel.Charge && s.Duel.Melee && r.By == s.Duel.By && r.Kind == turn.RollAttack {
			return s.Game.Whole(config.ChargeStrength)
		}
		return 0
	})
	h.Offer.Add(func(s *turn.State, m int8) {
		if s.Act.Plain() || !s.MayInitiate(m) || s.Build(m).Melee == config.NoWeapon || s.Contacts(m)&s.Enemies(s.Owner(m)) != 0 {
			return
		}
		seat := s.Owner(m)
		for rest := s.Enemies(seat); rest != 0; rest &= rest - 1 {
			if e := rest.First(); s.Sees(m, e) {
				if _, ok := s.ChargePoint(m, e); ok {
					s.Allow(s.Game.ModelID(seat, e))
				}
			}
		}
	})
	h.Acted.Add(func(s *turn.State, m int8, a env.Action) bool {
		g := s.Game
		if a < g.Actions.Model || int(a-g.Actions.Model) >= g.Models {
			return false
		}
		e := g.ModelOf(s.Owner(m), a)
		to, _ := s.ChargePoint(m, e)
		t := s.Push(turn.TaskDuel, m)
		t.How, t.Other = turn.DuelCharge, e
		s.Act.Left, s.Act.From = s.ChargeLength(m), s.Models[m].At
		s.Travel(m, to, turn.GoCharge)
		return true
	})
}}
