package options

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

var jumpRule = turn.Rule{Name: "jump", Hook: func(h *turn.Hooks) {
	h.Way.Add(func(s *turn.State, m int8, move *space.Move) {
		move.JumpWidth, move.JumpRise = jumpOf(s.Game, s.Build(m).Protection, move.Allowance)
		move.Drop = s.Game.Config.Falling && s.Feet(m) > 0
	})
}}

// With jump a Move may hold one jump over a gap, as wide as the mover has gone
// before it, and up an inch. Light protection jumps at most 3 inches wide and
// 1.5 high, heavy 1 and 0.5 (DUEL-54).
func jumpOf(g *turn.Game, protection int8, allowance space.Length) (width, rise space.Length) {
	switch {
	case protection > 0:
		return space.Inches(g.Number(config.JumpLightWidth)), space.Inches(g.Number(config.JumpLightRise))
	case protection < 0:
		return space.Inches(g.Number(config.JumpHeavyWidth)), space.Inches(g.Number(config.JumpHeavyRise))
	}
	return allowance, space.Inches(g.Number(config.JumpRise))
}
