package duel

// Off Hand Weapon: with a weapon in each hand, the Hero attacks and fights back in
// a melee with one more die, but does not avoid hits with it. If one of the two is
// a gun, a jam die is rolled there too, and while it is jammed there is no further
// die (DUEL-82).
func init() {
	skills[featOffHandWeapon] = &skill{
		needs: needsMelee,
		suits: func(b *build) string {
			if b.melee != oneHanded || b.ranged != oneHanded && b.ranged != thrown || b.shield {
				return "two weapons, each in one hand, one of them for melee"
			}
			return ""
		},
		rule: rule{
			on: [points]func(s *State, m int8){
				atAttacked: func(s *State, m int8) {
					if s.game.config.Jamming && s.offHand(m) {
						s.push(taskJam, m, 0, 0)
					}
				},
			},
			dice: func(s *State, r roll) int {
				if r.kind == rollAttack && s.offHand(r.by) {
					return 1
				}
				return 0
			},
		},
	}
}

// offHand says whether a Hero strikes with a second weapon in the running Duel.
func (s *State) offHand(m int8) bool {
	return s.duel.melee && s.bears(m, featOffHandWeapon) && !s.is(m, flagJammed)
}
