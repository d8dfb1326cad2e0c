package turn

import "ringer/env/duel/internal/config"

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
