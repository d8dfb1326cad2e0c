package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// Fighter: the Hero avoids hits before its enemies attack also when its Duel Score
// is higher than theirs, instead of attacking. Each of its dice has -2 when its
// score is the single highest of the Duel. On equal scores there is no defense
// (DUEL-76).
func fighterFeat() *turn.Skill {
	return &turn.Skill{
		Needs: needsAvoidHits,
		Hook: func(h *turn.Hooks) {
			h.Early.Add(func(s *turn.State, m int8) bool { return s.Bears(m, turn.FeatFighter) })
			h.Modify.Add(func(s *turn.State, r turn.Roll) int {
				if r.Kind == turn.RollDefense && s.Bears(r.By, turn.FeatFighter) && highest(s, r.By) {
					return -s.Game.Whole(config.FighterWeakness)
				}
				return 0
			})
		},
	}
}

// highest reports whether a model has the single highest score of the Duel.
func highest(s *turn.State, m int8) bool {
	d := &s.Duel
	for rest := d.Set &^ turn.Bit(m); rest != 0; rest &= rest - 1 {
		if d.Score[rest.First()] >= d.Score[m] {
			return false
		}
	}
	return true
}
