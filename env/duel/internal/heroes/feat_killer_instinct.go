package heroes

import "ringer/env/duel/internal/turn"

// Killer Instinct: from when the Hero removes another model to the beginning of the
// next Upkeep it cannot go prone, and its hits are only summed. Then it is removed
// if they are enough for that, one for each point of toughness, one to go prone and
// one more; else it stands, with the toughness that they leave and no hit (DUEL-84).
//
// The mark is 1 for the instinct itself and 1 more for each hit summed.
func killerInstinctFeat() *turn.Skill {
	return &turn.Skill{Hook: func(h *turn.Hooks) {
		h.On[turn.AtRemoved].Add(func(s *turn.State, m int8) { s.SetMark(m, turn.MarkKiller, 0) })
		h.On[turn.AtSlain].Add(func(s *turn.State, by int8) {
			if s.Bears(by, turn.FeatKillerInstinct) && s.Mark(by, turn.MarkKiller) == 0 {
				s.SetMark(by, turn.MarkKiller, 1)
			}
		})
		h.On[turn.AtUpkeep].Add(func(s *turn.State, _ int8) {
			for m := range int8(s.Game.Models) {
				if n := s.Mark(m, turn.MarkKiller); n > 0 {
					s.SetMark(m, turn.MarkKiller, 0)
					reckon(s, m, n-1)
				}
			}
		})
		h.Takes.Add(func(s *turn.State, m int8, hits int) bool {
			n := s.Mark(m, turn.MarkKiller)
			if n > 0 {
				s.SetMark(m, turn.MarkKiller, min(n+hits, killerMost))
			}
			return n > 0
		})
		h.Upright.Add(func(s *turn.State, m int8) bool { return s.Mark(m, turn.MarkKiller) > 0 })
	}}
}

// killerMost bounds the count of the mark: more than any model survives.
const killerMost = 60

// reckon lets hits that were summed count.
func reckon(s *turn.State, m int8, hits int) {
	x := &s.Models[m]
	if hits+int(x.Hits) >= int(x.Toughness)+int(s.HitsOf(m)) {
		s.Remove(m)
		return
	}
	x.Toughness -= uint8(min(hits, int(x.Toughness)))
	s.Recover(m)
}
