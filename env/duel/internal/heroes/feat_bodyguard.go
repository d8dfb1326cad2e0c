package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// Bodyguard: hits on the Hero from one source, whatever it is, may all go to a model of
// its team designated before the game, while that is in play within 2 inches, standing
// or prone. It takes them with its own toughness, but no feat of its own (DUEL-70).
func bodyguardFeat() *turn.Skill {
	return &turn.Skill{
		Designate: func(s *turn.State, m int8) turn.ModelSet {
			return fielded(s, s.Allied(s.Owner(m))&^turn.Bit(m))
		},
		Redirect: func(s *turn.State, b *turn.Blow) (turn.ModelSet, bool) {
			to := s.Bond(b.At, turn.FeatBodyguard)
			if !s.Bears(b.At, turn.FeatBodyguard) || to == turn.Nobody || to == b.By || !s.InPlay.Has(to) || !s.Within(b.At, to, s.Game.Number(config.BodyguardReach)) {
				return 0, true
			}
			return turn.Bit(to), true
		},
	}
}
