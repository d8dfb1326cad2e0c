package scenes

import (
	"ringer/env"
	"ringer/env/scene"
	"ringer/play/scene/duel"
	"ringer/play/scene/heist"
	"ringer/play/scene/payday"
)

// builders makes the builders of games by the names of the games. Constructors get games
// and states without observation wrappers.
var builders = map[string]func(env.Game) scene.Builder{
	"duel":   duel.New,
	"heist":  heist.New,
	"payday": payday.New,
}

// Of returns the builder of a game's scenes: one in words where the game has none of its
// own. It takes games and states with observation wrappers and without.
func Of(g env.Game) scene.Builder {
	g = env.UnwrapGame(g)
	if newBuilder, ok := builders[g.Spec().Name]; ok {
		return unwrapped{newBuilder(g)}
	}
	return scene.Of(g)
}

// unwrapped hands a builder states without observation wrappers.
type unwrapped struct{ scene.Builder }

func (b unwrapped) Scene(s env.State, p env.Player) *scene.Scene {
	return b.Builder.Scene(env.UnwrapState(s), p)
}

// Open implements scene.Opener where the builder does.
func (b unwrapped) Open(s env.State) *scene.Scene {
	if o, ok := b.Builder.(scene.Opener); ok {
		return o.Open(env.UnwrapState(s))
	}
	return nil
}
