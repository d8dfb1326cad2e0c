package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/options"
	"ringer/env/duel/internal/turn"
)

// Off Hand Weapon: with a weapon in each hand, of which one at least is for melee, the
// Hero attacks and fights back in a melee with one more die, but does not avoid hits
// with it. If one of the two is a gun, a jam die is rolled there too, and while it is
// jammed there is no further die (DUEL-82).
func offHandWeaponFeat() *turn.Skill {
	return &turn.Skill{
		Needs: needsMelee,
		Suits: func(b *config.Build) string {
			if b.Melee != config.OneHandedWeapon || !b.Pair && b.Ranged != config.OneHandedWeapon && b.Ranged != config.ThrownWeapon || b.Shield {
				return "two weapons, each in one hand, one of them for melee"
			}
			return ""
		},
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtAttacked].Add(func(s *turn.State, m int8) {
				if s.Game.Config.Jamming && s.Build(m).Ranged != config.NoWeapon && offHand(s, m) {
					s.Push(options.TaskJam, m)
				}
			})
			h.Dice.Add(func(s *turn.State, r turn.Roll) int {
				if r.Kind == turn.RollAttack && offHand(s, r.By) {
					return s.Game.Whole(config.OffHandDice)
				}
				return 0
			})
		},
	}
}

// offHand reports whether a Hero strikes with a second weapon in the running Duel.
func offHand(s *turn.State, m int8) bool {
	return s.Duel.Melee && s.Bears(m, turn.FeatOffHandWeapon) && !s.Is(m, turn.FlagJammed)
}
