package scene

import "ringer/env"

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
