package duel

import (
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// Thing is something on the table besides models and terrain, as everybody sees
// it: what a scenario is won with, an upgrade, a spawn point.
type Thing struct {
	Kind string      // treasure, upgrade, spawn point, flag, team token, position counter
	At   space.Point // of its carrier, while it is carried
	Free bool        // nobody carries it, and it is to be had now
	Side int         // whose it is; -1: nobody's
}

// Things appends the things that are there to dst, in a fixed order.
func (s *State) Things(dst []Thing) []Thing {
	for k := range s.t.Game.Hooks.Things {
		kind := &s.t.Game.Hooks.Things[k]
		for i := range kind.Count {
			if t := kind.Show(&s.t, i); t.There {
				dst = append(dst, Thing{turn.ThingNames[kind.Kind], t.At, t.Free, int(t.Side)})
			}
		}
	}
	return dst
}
