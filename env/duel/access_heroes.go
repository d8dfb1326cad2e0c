package duel

import "ringer/env/duel/internal/turn"

// Marks holds the numbers of dice and counters beside a model.
type Marks struct {
	Berserk, Guard, Precise, Eviscerated, Immobilized, Marked, Wingman, Thrall int
}

// MarksOf returns the marks of a model.
func (s *State) MarksOf(m int) Marks {
	x := &s.t.Models[m].Marks
	return Marks{
		Berserk: int(x[turn.MarkBerserk]), Guard: int(x[turn.MarkGuard]), Precise: int(x[turn.MarkPrecision]), Eviscerated: int(x[turn.MarkEviscerate]),
		Immobilized: int(x[turn.MarkImmobilize]), Marked: int(x[turn.MarkMark]), Wingman: int(x[turn.MarkWingman]), Thrall: int(x[turn.MarkThrall]),
	}
}

// Dice returns the number of dice that a model rolls before anything changes it.
func (s *State) Dice(m int) int { return s.t.Game.DiceOfKind(s.t.Models[m].Kind) }

// Owns returns how often a model has a trait, and 1 or 0 for a feat. While Heroes
// are drafted in secret this is true only for the seat whose world the state is: the
// feats and traits of others are drawn at random there.
func (s *State) Owns(m int, id Skill) int {
	switch {
	case id.Trait():
		return s.t.Trait(int8(m), id)
	case s.t.Bears(int8(m), id):
		return 1
	}
	return 0
}

// Offers reports whether Heroes can have a feat or trait under the options of the game.
func (g *Game) Offers(id Skill) bool { return id != NoSkill && g.t.InGame.Has(id) }
