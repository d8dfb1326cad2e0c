package options

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// Dice of ranged attacks that miss a model inside fragile terrain hit the terrain.
// After fragile_hits of them it breaks, at the end of the Duel: it is gone, and a
// model that stood on it falls; or it becomes rubble that buries a model inside
// (DUEL-51).
var fragileRule = turn.Rule{Name: "interactive_terrain: fragile", Hook: func(h *turn.Hooks) {
	h.On[turn.AtAttacked].Add(func(s *turn.State, _ int8) {
		a := &s.Duel.Attacks[s.Duel.Waiting-1]
		if !a.Ranged || a.Misses == 0 || !s.InPlay.Has(a.At) {
			return
		}
		if i := turn.Lowest(shelter(s, a.At)); i >= 0 {
			s.Damage[i] = min(s.Damage[i]+a.Misses, uint8(s.Game.Config.FragileHits))
		}
	})
	h.On[turn.AtDuelEnd].Add(func(s *turn.State, _ int8) {
		for rest := s.Game.Scene.KindSet(space.Fragile) &^ s.Land.Gone; rest != 0; rest &= rest - 1 {
			if i := turn.Lowest(rest); int(s.Damage[i]) >= s.Game.Config.FragileHits {
				breakPiece(s, i)
			}
		}
	})
}}

// shelter returns the fragile pieces that a model is inside of, or stands on.
func shelter(s *turn.State, m int8) uint64 {
	at := s.Models[m].At
	scene := s.Game.Scene
	return (scene.Inside(at, &s.Land) | scene.Support(at, s.Base(m), &s.Land)) & scene.KindSet(space.Fragile)
}

// breakPiece takes a fragile piece off the table.
func breakPiece(s *turn.State, i int) {
	var inside turn.ModelSet
	for rest := s.InPlay; rest != 0; rest &= rest - 1 {
		if m := rest.First(); s.Game.Scene.Inside(s.Models[m].At, &s.Land)>>i&1 != 0 {
			inside |= turn.Bit(m)
		}
	}
	before := s.Land
	s.Land.Remove(i)
	if s.Game.Config.FragileBecomes == config.FragileRubble {
		for ; inside != 0; inside &= inside - 1 {
			s.Remove(inside.First())
		}
	}
	Tumble(s, &before)
}
