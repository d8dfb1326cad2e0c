package options

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// Brawlers and gunslingers carry one kind of weapon. Their bonuses, and those
// against them, are on attack dice only. A brawler who ends a Move without an
// enemy in sight may move once more (DUEL-62).
var specializationRule = turn.Rule{Name: "specialization", Hook: func(h *turn.Hooks) {
	h.On[turn.AtMoved].Add(func(s *turn.State, m int8) {
		if !s.Build(m).Brawler || s.Act.M != m || s.Act.Again || s.Models[m].Status != turn.Standing || seesEnemy(s, m) {
			return
		}
		s.Act.Again = true
		s.Act.Left = s.Allowance(m, s.BaseMove())
		s.Push(turn.TaskGo, m).Move = turn.GoMove
	})
	h.Modify.Add(func(s *turn.State, r turn.Roll) int {
		if r.Kind != turn.RollAttack {
			return 0
		}
		by, against := s.Build(r.By), s.Build(r.Against)
		x := 0
		if s.Duel.Melee {
			if by.Brawler {
				x += s.Game.Whole(config.BrawlerStrength)
			}
			if against.Gunslinger {
				x += s.Game.Whole(config.GunslingerWeakness)
			}
		} else {
			if against.Brawler {
				x += s.Game.Whole(config.BrawlerWeakness)
			}
			if by.Gunslinger {
				x += s.Game.Whole(config.GunslingerStrength)
			}
		}
		return x
	})
}}
