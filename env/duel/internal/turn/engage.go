package turn

import "ringer/env/duel/internal/config"

// Shootable returns the enemies, standing or prone, that a model can have a ranged
// Duel with: in sight, far enough, one of the two in the other's reach.
func (s *State) Shootable(by int8) ModelSet {
	var set ModelSet
	for rest := s.Enemies(s.Owner(by)); rest != 0; rest &= rest - 1 {
		if m := rest.First(); s.Engageable(by, m) && (s.shootsAt(by, m) || s.Sees(by, m)) &&
			(s.Reaches(by, m) || s.Models[m].Status == Standing && s.Reaches(m, by)) {
			set |= Bit(m)
		}
	}
	return set
}

// HandToHand returns the enemies in contact that a model can have a melee with.
func (s *State) HandToHand(by int8) ModelSet {
	if !s.Game.Config.Melee {
		return 0
	}
	set := s.Contacts(by) & s.Enemies(s.Owner(by))
	if s.Build(by).Melee != config.NoWeapon {
		return set
	}
	var armed ModelSet
	for rest := set; rest != 0; rest &= rest - 1 {
		if m := rest.First(); s.Models[m].Status == Standing && s.Build(m).Melee != config.NoWeapon {
			armed |= Bit(m)
		}
	}
	return armed
}

// MayInitiate reports whether a model may initiate Duels.
func (s *State) MayInitiate(m int8) bool {
	for _, f := range s.Game.Hooks.MayInitiate {
		if !f(s, m) {
			return false
		}
	}
	return true
}

// Engageable reports whether the rules let a model shoot at another.
func (s *State) Engageable(by, m int8) bool {
	for _, f := range s.Game.Hooks.MayEngage {
		if !f(s, by, m) {
			return false
		}
	}
	return true
}

// CanShoot reports whether a model has a ranged weapon that works.
func (s *State) CanShoot(m int8) bool {
	return s.Build(m).Ranged != config.NoWeapon && !s.Is(m, FlagJammed)
}

// Reaches reports whether a model's ranged weapon can be used on another, at its
// distance.
func (s *State) Reaches(m, target int8) bool {
	if !s.CanShoot(m) || !s.FarEnough(m, target) {
		return false
	}
	for _, f := range s.Game.Hooks.Reaches {
		if !f(s, m, target) {
			return s.shootsAt(m, target)
		}
	}
	return true
}

// shootsAt reports whether a rule lets a model shoot at another wherever it is.
func (s *State) shootsAt(by, m int8) bool {
	for _, f := range s.Game.Hooks.ShootsAt {
		if f(s, by, m) {
			return true
		}
	}
	return false
}

// FarEnough reports whether a shot at a model is not too short (DUEL-7); rules may
// exempt a weapon.
func (s *State) FarEnough(m, target int8) bool {
	if !s.Nearer(m, target, s.Game.DuelFrom) {
		return true
	}
	for _, f := range s.Game.Hooks.PointBlank {
		if f(s, m, target) {
			return true
		}
	}
	return false
}

// Engage fixes the engaged set.
func (s *State) Engage() {
	d := &s.Duel
	if d.In == 0 {
		return
	}
	for rest := d.In&^mobs | Bit(d.By); rest != 0; rest &= rest - 1 {
		s.Set(rest.First(), FlagEngaged)
	}
	for rest := s.Initiators(); rest != 0; rest &= rest - 1 {
		s.Reach(AtEngaged, rest.First())
	}
}

// sides sorts out the models that may attack and those that may avoid hits, once the
// engaged set is final.
func (s *State) sides() {
	d := &s.Duel
	d.Fight, d.Avoid = 0, 0
	if d.In == 0 {
		return
	}
	avoids := s.Game.Config.AvoidHits
	up := s.Models[d.By].Status == Standing
	if up && !d.AvoidOnly {
		for rest := d.In; rest != 0; rest &= rest - 1 {
			if s.MayAttack(d.By, rest.First()) {
				d.Fight |= Bit(d.By)
				break
			}
		}
	}
	if up && avoids && d.In&^mobs != 0 { // a mob hits nobody in a Duel
		d.Avoid |= Bit(d.By)
	}
	for rest := d.In &^ mobs; rest != 0; rest &= rest - 1 {
		m := rest.First()
		if s.Models[m].Status != Standing {
			continue
		}
		if !d.Dodge.Has(m) && s.MayAttack(m, d.By) {
			d.Fight |= Bit(m)
		}
		if avoids {
			d.Avoid |= Bit(m)
		}
	}
}

// MayAttack reports whether m has the arms to attack target in the running Duel.
func (s *State) MayAttack(m, target int8) bool {
	if s.Duel.bare {
		return m == s.Duel.By
	}
	if s.Duel.Melee {
		if s.Build(m).Melee == config.NoWeapon {
			return false
		}
	} else if !s.Reaches(m, target) {
		return false
	}
	for _, f := range s.Game.Hooks.MayFight {
		if !f(s, m, target) {
			return false
		}
	}
	return true
}
