package turn

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/space"
)

// Meets reports whether a model that has gone a way touches a round token, and after
// how many inches: its base sweeps over it on the way (DUEL-24), or is in base
// contact with it at the end (DUEL-110).
func (s *State) Meets(m int8, way []space.Point, token space.Point, radius float64) (after float64, ok bool) {
	scene := s.Game.Scene
	if !s.Serves(m) {
		return 0, false
	}
	mover := s.Spot(m)
	if after, ok = scene.Swept(way, mover.Base, token, space.Inches(radius)); ok {
		return after, true
	}
	mover.At = way[len(way)-1]
	return after, scene.ContactAt(mover, token, space.Inches(radius), &s.Land)
}

// NearEnough reports whether a model's base is at least partly within this many inches
// of a token.
func (s *State) NearEnough(m int8, token space.Point, inches float64) bool {
	return s.Serves(m) && s.Game.Scene.RangeTo(s.Spot(m), token, space.Inches(TokenRadius), &s.Land) <= inches
}

// Serves reports whether a model can do anything that wins.
func (s *State) Serves(m int8) bool {
	for _, f := range s.Game.Hooks.Serves {
		if !f(s, m) {
			return false
		}
	}
	return true
}

// Holders returns the standing enemies, armed for melee, that a model may not simply
// walk away from.
func (s *State) Holders(m int8) ModelSet {
	if !s.Game.Config.Melee {
		return 0
	}
	var set ModelSet
	for rest := s.Contacts(m) & s.Enemies(s.Owner(m)); rest != 0; rest &= rest - 1 {
		if e := rest.First(); s.Models[e].Status == Standing && s.Build(e).Melee != config.NoWeapon {
			set |= Bit(e)
		}
	}
	for _, f := range s.Game.Hooks.Held {
		set = f(s, m, set)
	}
	return set | s.Bound(m)
}

// HoldersNow returns the same in the middle of a Move: when the acting model has
// disengaged, only those whom it cannot leave at all.
func (s *State) HoldersNow(m int8) ModelSet {
	if s.Act.M == m && s.Act.Free {
		return s.Bound(m)
	}
	return s.Holders(m)
}

// Bound returns the enemies that a model cannot leave even by disengaging.
func (s *State) Bound(m int8) (set ModelSet) {
	for _, f := range s.Game.Hooks.Bound {
		set |= f(s, m)
	}
	return set
}

// Standing returns all models that stand.
func (s *State) Standing() ModelSet {
	var set ModelSet
	for rest := s.InPlay; rest != 0; rest &= rest - 1 {
		if m := rest.First(); s.Models[m].Status == Standing {
			set |= Bit(m)
		}
	}
	return set
}
