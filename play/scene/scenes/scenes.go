package scenes

import (
	"ringer/env"
	"ringer/env/scene"
	"ringer/play/scene/duel"
)

// Of returns the builder of a game's scenes: scene.Of, and in DUEL with the odds of what may be
// chosen, which are opinions and no part of the table. It takes games with observation wrappers
// and without.
func Of(g env.Game) scene.Builder {
	if g = env.UnwrapGame(g); g.Spec().Name == "duel" {
		return duel.New(g)
	}
	return scene.Of(g)
}
