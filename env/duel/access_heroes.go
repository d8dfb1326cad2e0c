package duel

import "ringer/env"

// This file shows players written by hand what Heroes have, without a word of text.

// Marks are the dice and counters beside a model.
type Marks struct {
	Berserk, Guard, Precise, Eviscerated, Immobilized, Marked, Wingman, Thrall int
}

// MarksOf shows the marks of a model.
func (s *State) MarksOf(m int) Marks {
	x := &s.models[m].marks
	return Marks{
		Berserk: int(x[markBerserk]), Guard: int(x[markGuard]), Precise: int(x[markPrecision]), Eviscerated: int(x[markEviscerate]),
		Immobilized: int(x[markImmobilize]), Marked: int(x[markMark]), Wingman: int(x[markWingman]), Thrall: int(x[markThrall]),
	}
}

// SkillOf is the feat or trait that an action names; false for other actions.
func (g *Game) SkillOf(a env.Action) (name string, ok bool) {
	id, ok := g.skillOf(a)
	return id.String(), ok
}

// FollowersOf is the kind of followers that an action chooses.
func (g *Game) FollowersOf(a env.Action) (kind string, ok bool) {
	i, ok := within(a, g.actions.followers, int(animal-ganger)+1)
	return kindNames[int(ganger)+i], ok
}

// Dice is what a model rolls before anything changes it.
func (s *State) Dice(m int) int { return s.game.diceOfKind(s.models[m].kind) }

// Owns is how often a model has a feat or trait, by its name. While Heroes are
// drafted in secret that is so only for the seat whose world this is: what others have
// is made up there.
func (s *State) Owns(m int, name string) int {
	id, ok := skillNamed(name)
	switch {
	case !ok:
		return 0
	case id.trait():
		return s.trait(int8(m), id)
	}
	return int(oneIf(s.bears(int8(m), id)))
}
