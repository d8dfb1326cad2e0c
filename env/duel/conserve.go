package duel

import (
	"fmt"

	"ringer/env/duel/internal/turn"
)

// Conservation implements env.Conserver: every model is in exactly one place, an
// empty place in none, no two overlap, and no token that the scenario counts is lost.
func (s *State) Conservation() error {
	g := s.t.Game
	for m := range int8(g.Models) {
		x := &s.t.Models[m]
		if (x.Status == turn.Standing || x.Status == turn.Prone) != s.t.InPlay.Has(m) {
			return fmt.Errorf("duel: %s has status %d, but its place in play says otherwise", g.ModelName(m), x.Status)
		}
		if s.t.Unfielded(m) && x.Status != turn.Gone {
			return fmt.Errorf("duel: %s was not fielded, and has status %d", g.ModelName(m), x.Status)
		}
		if !s.t.InPlay.Has(m) {
			continue
		}
		if !g.Scene.Holds(x.At) || x.Hits >= s.t.HitsOf(m) {
			return fmt.Errorf("duel: %s is at %v with %d hits", g.ModelName(m), x.At, x.Hits)
		}
		for rest := s.t.InPlay &^ turn.Bit(m); rest != 0; rest &= rest - 1 {
			if e := rest.First(); e > m && g.Scene.Overlap(s.t.Spot(m), s.t.Spot(e), &s.t.Land) {
				return fmt.Errorf("duel: %s and %s are in one another", g.ModelName(m), g.ModelName(e))
			}
		}
	}
	for _, f := range g.Hooks.Conserve {
		if err := f(&s.t); err != nil {
			return err
		}
	}
	return nil
}
