package scene

import "ringer/env"

// Of returns the builder of a game's scenes: by its own description where it has one, else in
// words. It takes games with observation wrappers and without.
func Of(g env.Game) Builder {
	g = env.UnwrapGame(g)
	if _, ok := g.NewInitialState().(Shower); ok {
		return Shown{g}
	}
	return Plain{g}
}

// Shown makes the scenes of a game that describes its own tables: its states are Showers.
type Shown struct{ Game env.Game }

// Scene implements Builder.
func (b Shown) Scene(s env.State, p env.Player) *Scene { return env.UnwrapState(s).(Shower).Scene(p) }

// Open implements Opener.
func (b Shown) Open(s env.State) *Scene { return b.Scene(s, env.Terminal) }

// Rules implements Builder: the title alone where the game is no Ruler.
func (b Shown) Rules() *Rules {
	if r, ok := env.UnwrapGame(b.Game).(Ruler); ok {
		return r.Rules()
	}
	return &Rules{Title: b.Game.Spec().Title}
}
