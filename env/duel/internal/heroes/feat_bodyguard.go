package heroes

import "ringer/env/duel/internal/turn"

// bodyguardReach is how near the Hero must be, in inches.
const bodyguardReach = 2

// Bodyguard: hits on the Hero from one source may all go to an allied model
// designated before the game, while it is in play within 2 inches, standing or
// prone. It takes them with its own toughness, but no feat of its own (DUEL-70).
func bodyguardFeat() *turn.Skill {
	return &turn.Skill{
		Designate: func(s *turn.State, m int8) turn.ModelSet { return fielded(s, s.Own[s.Owner(m)]&^turn.Bit(m)) },
		Redirect: func(s *turn.State, a *turn.Attack) (int8, bool) {
			to := s.Bond(a.At, turn.FeatBodyguard)
			if !s.Bears(a.At, turn.FeatBodyguard) || to == turn.Nobody || to == a.By || !s.InPlay.Has(to) || !s.Within(a.At, to, bodyguardReach) {
				return turn.Nobody, true
			}
			return to, true
		},
	}
}
