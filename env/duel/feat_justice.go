package duel

// Justice, a Special Attack: for each hit that the Hero scores in a melee, every
// other Hero of its owner in play regains a point of toughness, up to what it has
// bought. The hits still count (DUEL-83).
func init() {
	skills[featJustice] = &skill{
		attack:     true,
		needs:      needsMelee,
		maySpecial: func(s *State, _ int8) bool { return s.duel.melee },
		special:    func(*State, int8) {},
		rule: rule{on: [points]func(s *State, m int8){
			atApplied: func(s *State, m int8) {
				d := &s.duel
				a := &d.attacks[d.current]
				if d.special != featJustice || m != d.by {
					return
				}
				for rest := s.own[s.owner(m)] & s.inPlay &^ bit(m); rest != 0; rest &= rest - 1 {
					if other := first(rest); s.models[other].kind == hero && s.trusts(m, other) {
						x := &s.models[other].toughness
						*x = max(*x, uint8(min(int(*x)+int(a.scored), s.trait(other, traitToughness))))
					}
				}
			},
		}},
	}
}
