package duel

import game "ringer/env/duel"

// The worths of models where Heroes are played, in fighters.
const (
	heroWorth   = 1.5
	rookieWorth = 0.5
	animalWorth = 0.55

	// ThrallWorth is the worth of a model that is an enemy's thrall.
	ThrallWorth = 0.2
	// ToughnessWorth is the worth of a point of toughness of a model in play.
	ToughnessWorth = 0.5
)

// Worth returns the worth of a model of a kind on its feet, without its toughness, in
// fighters.
func Worth(kind string) float64 {
	switch kind {
	case game.KindHero:
		return heroWorth
	case game.KindRookie:
		return rookieWorth
	case game.KindAnimal:
		return animalWorth
	}
	return 1
}
