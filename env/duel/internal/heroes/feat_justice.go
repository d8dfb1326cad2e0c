package heroes

import "ringer/env/duel/internal/turn"

// Justice, a Special Attack: for each hit that the Hero scores in a melee, every
// other Hero of its owner in play regains a point of toughness, up to what it has
// bought. The hits still count (DUEL-83).
func justiceFeat() *turn.Skill {
	return &turn.Skill{
		Attack:     true,
		Needs:      needsMelee,
		MaySpecial: func(s *turn.State, _ int8) bool { return s.Duel.Melee },
		Special:    func(*turn.State, int8) {},
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtApplied].Add(func(s *turn.State, m int8) {
				d := &s.Duel
				a := &d.Attacks[d.Current]
				if d.Special != turn.FeatJustice || !s.Initiates(m) {
					return
				}
				for rest := s.Own[s.Owner(m)] & s.InPlay &^ turn.Bit(m); rest != 0; rest &= rest - 1 {
					if other := rest.First(); s.Models[other].Kind == turn.Hero && s.Trusts(m, other) {
						x := &s.Models[other].Toughness
						*x = max(*x, uint8(min(int(*x)+int(a.Scored), s.Trait(other, turn.TraitToughness))))
					}
				}
			})
		},
	}
}
