package duel

import "ringer/env/duel/space"

// A kind is what a model is.
type kind uint8

const (
	fighter kind = iota
	hero
	ganger
	rookie
	animal
	kinds
)

// Words of Kit.Kind and Followers.Kind.
const (
	KindFighter = "fighter"
	KindHero    = "hero"
	KindGanger  = "ganger"
	KindRookie  = "rookie"
	KindAnimal  = "animal"
)

var kindNames = [kinds]string{KindFighter, KindHero, KindGanger, KindRookie, KindAnimal}

func (k kind) String() string { return kindNames[k] }

// base is the size of a kind's base (DUEL-110).
func (k kind) base() space.Base {
	if k == rookie || k == animal {
		return space.Small
	}
	return space.Normal
}

// frail kinds are removed by their first hit, and are never prone (DUEL-29).
func (k kind) frail() bool { return k == rookie || k == animal }

// diceOfKind is what a model rolls to attack, fight back or avoid hits.
func (g *Game) diceOfKind(k kind) int {
	switch k {
	case hero:
		return g.config.HeroDice
	case rookie, animal:
		return 1
	}
	return g.config.Dice
}

// fallBonus is added to the dice of a fall (DUEL-48).
func (g *Game) fallBonus(k kind) int {
	switch k {
	case hero:
		return g.config.FallBonus + 1
	case rookie, animal:
		return g.config.FallBonus - 1
	}
	return g.config.FallBonus
}

// hitsToRemove is what a fighter takes, hitsOf what any model does (DUEL-8,
// DUEL-10).
const hitsToRemove = 2

func (s *State) hitsOf(m int8) uint8 {
	if s.is(m, flagFrail) {
		return 1
	}
	return hitsToRemove
}

// base is the size of a model.
func (s *State) base(m int8) space.Base { return s.models[m].base }

// build is what a model carries and wears.
func (s *State) build(m int8) *build { return &s.game.kits[s.models[m].kit] }

// become makes a model one of a kind, with the equipment of a kit.
func (s *State) become(m int8, k kind, kit int) {
	x := &s.models[m]
	x.kind, x.base, x.kit = k, k.base(), uint8(kit)
	if x.flags &^= flagFrail; k.frail() {
		x.flags |= flagFrail
	}
}
