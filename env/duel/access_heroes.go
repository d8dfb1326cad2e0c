package duel

import (
	"ringer/env"
	"ringer/env/duel/internal/turn"
	"ringer/env/layout"
)

// This file shows players written by hand what Heroes have, without a word of text.

// Marks are the dice and counters beside a model.
type Marks struct {
	Berserk, Guard, Precise, Eviscerated, Immobilized, Marked, Wingman, Thrall int
}

// MarksOf shows the marks of a model.
func (s *State) MarksOf(m int) Marks {
	x := &s.t.Models[m].Marks
	return Marks{
		Berserk: int(x[turn.MarkBerserk]), Guard: int(x[turn.MarkGuard]), Precise: int(x[turn.MarkPrecision]), Eviscerated: int(x[turn.MarkEviscerate]),
		Immobilized: int(x[turn.MarkImmobilize]), Marked: int(x[turn.MarkMark]), Wingman: int(x[turn.MarkWingman]), Thrall: int(x[turn.MarkThrall]),
	}
}

// SkillOf returns the feat or trait that an action names; false for other actions.
func (g *Game) SkillOf(a env.Action) (name string, ok bool) {
	id, ok := g.t.SkillOf(a)
	return id.String(), ok
}

// FollowersOf returns the kind of followers that an action chooses.
func (g *Game) FollowersOf(a env.Action) (kind string, ok bool) {
	i, ok := within(a, g.t.Actions.Followers, int(turn.Animal-turn.Ganger)+1)
	return turn.KindNames[int(turn.Ganger)+i], ok
}

// Dice returns the number of dice that a model rolls before anything changes it.
func (s *State) Dice(m int) int { return s.t.Game.DiceOfKind(s.t.Models[m].Kind) }

// Owns returns how often a model has a feat or trait, by its name. While Heroes are
// drafted in secret that is so only for the seat whose world this is: what others have
// is made up there.
func (s *State) Owns(m int, name string) int {
	id, ok := turn.SkillNamed(name)
	switch {
	case !ok:
		return 0
	case id.Trait():
		return s.t.Trait(int8(m), id)
	}
	return int(layout.Bit(s.t.Bears(int8(m), id)))
}
