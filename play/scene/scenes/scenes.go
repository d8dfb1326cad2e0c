package scenes

import (
	"ringer/env"
	"ringer/play/scene"
)

// Of returns the builder of a game's scenes: one in words where the game has none of its own.
func Of(g env.Game) scene.Builder {
	return scene.Plain{Game: g}
}
