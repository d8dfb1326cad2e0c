package turn

import (
	"strconv"

	"ringer/env/duel/internal/config"
	"ringer/env/duel/space"
)

// An attack has a target: a model, or a mob of a city brawl, in a Duel with that mob alone
// (DUEL-105). A mob has an id after the ids of all models. It has a score, avoids hits and
// is attacked as a model is; it has no arms, feats or marks, and is no opponent that a bonus
// could depend on.

// MaxTargets is the number of ids of models and mobs.
const MaxTargets = MaxModels + space.MaxMobs

// mobs is the set of the ids of all mobs.
const mobs ModelSet = (1<<space.MaxMobs - 1) << MaxModels

// MobTarget returns the id by which a Duel knows a mob.
func MobTarget(i int) int8 { return MaxModels + int8(i) }

// MobOf returns the number of the mob that an id names; false where it names a model, or
// nobody.
func MobOf(target int8) (i int, ok bool) { return int(target) - MaxModels, target >= MaxModels }

// model returns an id where it names a model, and Nobody where it names a mob.
func model(target int8) int8 {
	if target >= MaxModels {
		return Nobody
	}
	return target
}

// Mob returns the number of the mob that the Duel is with; false where it is with models.
func (d *Duel) Mob() (i int, ok bool) {
	if set := d.In & mobs; d.By != Nobody && set != 0 {
		return MobOf(set.First())
	}
	return 0, false
}

// Crowd returns the mob that an id names.
func (s *State) Crowd(target int8) *Crowd { return &s.Street.Crowds[target-MaxModels] }

// present reports whether a model is in play, or somebody is left of a mob.
func (s *State) present(target int8) bool {
	if target >= MaxModels {
		return s.Crowd(target).Size() > 0
	}
	return s.InPlay.Has(target)
}

// acts reports whether a model stands, or somebody is left of a mob, so that it can take
// its turn in a Duel.
func (s *State) acts(target int8) bool {
	if target >= MaxModels {
		return s.Crowd(target).Size() > 0
	}
	return s.Models[target].Status == Standing
}

// gap returns the distance between the bases of two models, or of a model and the disc of a
// mob, in inches.
func (s *State) gap(a, b int8) float64 {
	if b >= MaxModels {
		return s.Game.Scene.RangeTo(s.Spot(a), s.Crowd(b).At, s.Game.MobRadius, &s.Land)
	}
	return s.Game.Scene.Range(s.Spot(a), s.Spot(b), &s.Land)
}

// SeesMob reports whether a model sees a mob: a model in the middle of the disc.
func (s *State) SeesMob(m int8, i int) bool { return s.WouldSeeMob(m, i, s.Street.Crowds[i].At) }

// WouldSeeMob reports whether a model would see a mob whose disc was elsewhere.
func (s *State) WouldSeeMob(m int8, i int, at space.Point) bool {
	without := s.Land
	without.ClearMobs()
	for k := range s.Street.Crowds {
		if c := &s.Street.Crowds[k]; k != i && c.Size() > 0 {
			without.PutMob(space.Mob{At: c.At, Radius: s.Game.MobRadius})
		}
	}
	return s.Game.Scene.Sees(s.Spot(m), space.Model{At: at, Base: space.Normal}, &without)
}

// mobDuellable returns a mob as the target of a Duel that a model could have with it where it
// is: hand to hand, or at a distance.
func (s *State) mobDuellable(m, target int8) (hand, shot ModelSet) {
	i, _ := MobOf(target)
	switch {
	case !s.present(target):
	case s.Game.Config.Melee && s.Build(m).Melee != config.NoWeapon && s.InContact(m, target):
		return Bit(target), 0
	case s.Engageable(m, target) && s.Reaches(m, target) && s.SeesMob(m, i):
		return 0, Bit(target)
	}
	return 0, 0
}

// MobsToDuel returns the mobs that a model could have a Duel with where it is, by their ids.
func (s *State) MobsToDuel(m int8) (set ModelSet) {
	for i := range s.Street.Crowds {
		hand, shot := s.mobDuellable(m, MobTarget(i))
		set |= hand | shot
	}
	return set
}

// JoinWith has a mob take part in the Duel with a score, with which it avoids hits.
func (s *State) JoinWith(target int8, score uint8) {
	d := &s.Duel
	d.Score[target], d.Defense[target] = score, 0
	d.Set |= Bit(target)
	d.Avoiding |= Bit(target)
}

// mobName returns the name of a mob.
func mobName(i int) string { return "mob " + strconv.Itoa(i+1) }
