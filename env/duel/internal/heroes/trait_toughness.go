package heroes

import "ringer/env/duel/internal/turn"

// Toughness: each hit costs a point of it before anything else happens. Lost
// toughness does not come back; a Hero that is prone with toughness left is
// stunned (DUEL-49).
func toughnessTrait() *turn.Skill {
	return &turn.Skill{
		Fielded: func(s *turn.State, m int8) { s.Models[m].Toughness = uint8(s.Trait(m, turn.TraitToughness)) },
	}
}
