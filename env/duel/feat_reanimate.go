package duel

// Reanimate: when the Hero ends a Move in base contact with prone friends, they get
// up at once, with no hit, and may be activated in this round if they have not been
// (DUEL-91).
func init() {
	skills[featReanimate] = &skill{rule: rule{on: [points]func(s *State, m int8){
		atMoved: func(s *State, m int8) {
			if !s.bears(m, featReanimate) {
				return
			}
			for rest := s.contacts(m) & s.allied(s.owner(m)); rest != 0; rest &= rest - 1 {
				if friend := first(rest); s.models[friend].status == prone && s.lends(featReanimate, m, friend) {
					s.recover(friend)
				}
			}
		},
	}}}
}
