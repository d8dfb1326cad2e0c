package scenes

import (
	"ringer/env"
	"ringer/env/scene"
	"ringer/play/scene/duel"
	"ringer/play/scene/fivepossessions"
	"ringer/play/scene/fourdowns"
	"ringer/play/scene/goofspiel"
	"ringer/play/scene/heat"
	"ringer/play/scene/heist"
	"ringer/play/scene/kuhn"
	"ringer/play/scene/leduc"
	"ringer/play/scene/liarsdice"
	"ringer/play/scene/payday"
	"ringer/play/scene/tictactoe"
)

// builders makes the builders of games by the names of the games. Constructors get games
// and states without observation wrappers.
var builders = map[string]func(env.Game) scene.Builder{
	"duel":            duel.New,
	"fivepossessions": fivepossessions.New,
	"fourdowns":       fourdowns.New,
	"goofspiel":       goofspiel.New,
	"heat":            heat.New,
	"heist":           heist.New,
	"kuhn":            kuhn.New,
	"leduc":           leduc.New,
	"liarsdice":       liarsdice.New,
	"payday":          payday.New,
	"tictactoe":       tictactoe.New,
}

// Of returns the builder of a game's scenes: one in words where the game has none of its
// own. It takes games and states with observation wrappers and without.
func Of(g env.Game) scene.Builder {
	g = env.UnwrapGame(g)
	if newBuilder, ok := builders[g.Spec().Name]; ok {
		return unwrapped{newBuilder(g)}
	}
	return unwrapped{scene.Plain{Game: g}}
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
