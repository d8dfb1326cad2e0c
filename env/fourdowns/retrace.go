package fourdowns

import "ringer/env"

// Retrace implements env.Retracer: from the beginning of the hand under way, because the
// deck is shuffled anew for each.
func (s *State) Retrace(dst []env.Action) (env.State, []env.Action) {
	g := s.game
	from, begin := g.NewInitialState(), int(s.handAt[s.hands])
	for i, e := range s.log {
		a := env.Action(g.action(e))
		if i >= begin {
			dst = append(dst, a)
		} else if err := from.Apply(a); err != nil {
			panic(err) // the log was made by Apply
		}
	}
	return from, dst
}
