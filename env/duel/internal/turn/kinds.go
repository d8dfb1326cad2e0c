package turn

import (
	"slices"

	"ringer/env/duel/internal/config"
	"ringer/env/duel/space"
)

// A Kind says whether a model is a fighter, a Hero or a follower of some sort.
type Kind uint8

const (
	Fighter Kind = iota
	Hero
	Ganger
	Rookie
	Animal
	Kinds
)

// KindNames holds the words of Kit.Kind, by Kind.
var KindNames = [Kinds]string{config.KindFighter, config.KindHero, config.KindGanger, config.KindRookie, config.KindAnimal}

// String returns the word of Kit.Kind.
func (k Kind) String() string { return KindNames[k] }

// Base returns the size of a kind's base (DUEL-110).
func (k Kind) Base() space.Base {
	if k == Rookie || k == Animal {
		return space.Small
	}
	return space.Normal
}

// Frail kinds are removed by their first hit, and are never prone (DUEL-29).
func (k Kind) Frail() bool { return k == Rookie || k == Animal }

// DiceOfKind returns the number of dice that a model rolls to attack, fight back or
// avoid hits.
func (g *Game) DiceOfKind(k Kind) int {
	switch k {
	case Hero:
		return g.Config.HeroDice
	case Rookie, Animal:
		return 1
	}
	return g.Config.Dice
}

// FallBonus returns added to the dice of a fall (DUEL-48).
func (g *Game) FallBonus(k Kind) int {
	switch k {
	case Hero:
		return g.Config.FallBonus + 1
	case Rookie, Animal:
		return g.Config.FallBonus - 1
	}
	return g.Config.FallBonus
}

// HitsToRemove is the number of hits that remove a fighter (DUEL-8, DUEL-10).
const HitsToRemove = 2

// HitsOf returns the number of hits that remove a model.
func (s *State) HitsOf(m int8) uint8 {
	if s.Is(m, FlagFrail) {
		return 1
	}
	return HitsToRemove
}

// Base returns the size of a model.
func (s *State) Base(m int8) space.Base { return s.Models[m].Base }

// Build returns the equipment of a model; a mob has none.
func (s *State) Build(m int8) *config.Build {
	if m >= MaxModels {
		return &unarmed
	}
	return &s.Game.Kits[s.Models[m].Kit]
}

// unarmed is the equipment of civilians.
var unarmed config.Build

// Unfielded reports whether the place of a model is empty: the place of a follower that was
// not fielded, or of a boss's helper.
func (s *State) Unfielded(m int8) bool {
	if s.Game.Scenario.Arms != nil && s.Game.Automatic(m) {
		return s.Models[m].Status == Gone && m != s.Game.FirstOf(s.Game.Players)
	}
	return s.Game.Config.Heroes && s.Models[m].Kind == Fighter
}

// Following returns how many followers of a kind X points of the trait field.
func Following(k Kind, x int) int {
	if k == Ganger {
		return x
	}
	return 2 * x
}

// FollowerKind returns the kind of the followers of a Hero with some equipment.
func FollowerKind(k *config.Kit) Kind {
	if len(k.Followers) > 0 {
		if i := slices.Index(KindNames[:], k.Followers[0].Kind); i > 0 {
			return Kind(i)
		}
	}
	return Ganger
}
