package duel

// Killer Instinct: from when the Hero removes another model to the beginning of the
// next Upkeep it cannot go prone, and its hits are only summed. Then it is removed
// if they are enough for that, one for each point of toughness, one to go prone and
// one more; else it stands, with the toughness that they leave and no hit (DUEL-84).
//
// The mark is 1 for the instinct itself and 1 more for each hit summed.
func init() {
	skills[featKillerInstinct] = &skill{rule: rule{
		on: [points]func(s *State, m int8){
			atRemoved: func(s *State, m int8) {
				s.setMark(m, markKiller, 0)
				by := s.blame
				if by != nobody && by != m && s.bears(by, featKillerInstinct) && has(s.inPlay, by) && s.mark(by, markKiller) == 0 {
					s.setMark(by, markKiller, 1)
				}
			},
			atUpkeep: func(s *State, _ int8) {
				for m := range int8(s.game.models) {
					if n := s.mark(m, markKiller); n > 0 {
						s.setMark(m, markKiller, 0)
						s.reckon(m, n-1)
					}
				}
			},
		},
		takes: func(s *State, m int8, hits int) bool {
			n := s.mark(m, markKiller)
			if n > 0 {
				s.setMark(m, markKiller, min(n+hits, killerMost))
			}
			return n > 0
		},
		upright: func(s *State, m int8) bool { return s.mark(m, markKiller) > 0 },
	}}
}

// killerMost is what the mark counts up to: more than anybody survives.
const killerMost = 60

// reckon lets hits that were summed count.
func (s *State) reckon(m int8, hits int) {
	x := &s.models[m]
	if hits+int(x.hits) >= int(x.toughness)+int(s.hitsOf(m)) {
		s.remove(m)
		return
	}
	x.toughness -= uint8(min(hits, int(x.toughness)))
	s.recover(m)
}
