package duel

// bodyguardReach is how near the Hero must be, in inches.
const bodyguardReach = 2

// Bodyguard: hits on the Hero from one source may all go to an allied model
// designated before the game, while it is in play within 2 inches, standing or
// prone. It takes them with its own toughness, but no feat of its own (DUEL-70).
func init() {
	skills[featBodyguard] = &skill{
		designate: func(s *State, m int8) modelSet { return s.fielded(s.own[s.owner(m)] &^ bit(m)) },
		redirect: func(s *State, a *attack) (int8, bool) {
			to := s.bond(a.at, featBodyguard)
			if !s.bears(a.at, featBodyguard) || to == nobody || to == a.by || !has(s.inPlay, to) || !s.within(a.at, to, bodyguardReach) {
				return nobody, true
			}
			return to, true
		},
	}
}
