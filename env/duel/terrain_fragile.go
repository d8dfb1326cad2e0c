package duel

import "ringer/env/duel/space"

// Dice of ranged attacks that miss a model inside fragile terrain hit the
// terrain. After fragile_hits of them it breaks, at the end of the Duel: it is
// gone, and who stood on it falls; or it becomes rubble that buries who was inside
// (DUEL-51).
var fragileRule = rule{
	name: "interactive_terrain: fragile",
	on: [points]func(s *State, m int8){
		atAttacked: func(s *State, _ int8) {
			a := &s.duel.attacks[s.duel.waiting-1]
			if !a.ranged || a.misses == 0 || !has(s.inPlay, a.at) {
				return
			}
			if i := lowest(s.shelter(a.at)); i >= 0 {
				s.damage[i] = min(s.damage[i]+a.misses, uint8(s.game.config.FragileHits))
			}
		},
		atDuelEnd: func(s *State, _ int8) {
			for rest := s.game.scene.KindSet(space.Fragile) &^ s.land.Gone; rest != 0; rest &= rest - 1 {
				if i := lowest(rest); int(s.damage[i]) >= s.game.config.FragileHits {
					s.breakPiece(i)
				}
			}
		},
	},
}

// shelter are the fragile pieces that a model is inside of, or stands on.
func (s *State) shelter(m int8) uint64 {
	at := s.models[m].at
	scene := s.game.scene
	return (scene.Inside(at, &s.land) | scene.Support(at, s.base(m), &s.land)) & scene.KindSet(space.Fragile)
}

// breakPiece takes a fragile piece off the table.
func (s *State) breakPiece(i int) {
	var inside modelSet
	for rest := s.inPlay; rest != 0; rest &= rest - 1 {
		if m := first(rest); s.game.scene.Inside(s.models[m].at, &s.land)>>i&1 != 0 {
			inside |= bit(m)
		}
	}
	before := s.land
	s.land.Remove(i)
	if s.game.config.FragileBecomes == FragileRubble {
		for ; inside != 0; inside &= inside - 1 {
			s.remove(first(inside))
		}
	}
	s.tumble(&before)
}
