package duel

import (
	"ringer/env/duel/internal/scenarios"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// ThingKind names a kind of thing.
type ThingKind = turn.ThingKind

// The kinds of things.
const (
	ThingTreasure = turn.ThingTreasure
	ThingUpgrade  = turn.ThingUpgrade
	ThingSpawn    = turn.ThingSpawn   // a spawn point
	ThingFlag     = turn.ThingFlag    // capture_the_flag
	ThingHill     = turn.ThingHill    // king_of_the_hill: the team token
	ThingCounter  = turn.ThingCounter // tug_of_war: a position counter
	ThingLight    = turn.ThingLight   // night_raid
	ThingMob      = turn.ThingMob     // city_brawl
	ThingBoss     = turn.ThingBoss    // boss_fight
	ThingShape    = turn.ThingShape   // of a shapeshifter
)

// Thing holds what everybody sees of a thing on the table besides models and
// terrain.
type Thing struct {
	Kind ThingKind
	At   space.Point // of its carrier, while it is carried
	Free bool        // nobody carries it, and it can be had now
	Side int         // the side that it belongs to; -1: none
}

// Things appends the things on the table to dst, in a fixed order.
func (s *State) Things(dst []Thing) []Thing {
	for k := range s.t.Game.Hooks.Things {
		kind := &s.t.Game.Hooks.Things[k]
		for i := range kind.Count {
			if t := kind.Show(&s.t, i); t.There {
				dst = append(dst, Thing{kind.Kind, t.At, t.Free, int(t.Side)})
			}
		}
	}
	return dst
}

// PutDown returns the terrain that players have put down before the game, and nothing else
// that has changed on the table.
func (s *State) PutDown() (f space.Field) {
	for _, a := range s.t.Land.Added()[:s.t.PutDown] {
		f.Put(a)
	}
	return f
}

// Treasure returns where the treasure is, carried or not.
func (s *State) Treasure() space.Point { return scenarios.Prize(&s.t) }

// Carrier returns the model that carries the treasure; -1 for none.
func (s *State) Carrier() int { return int(s.t.Carrier) }

// Flag holds what everybody sees of a side's flag.
type Flag struct {
	Home    space.Point // where it starts, and where the other side's has to be carried
	At      space.Point // of its carrier, while it is carried
	Carrier int         // the model that carries it; -1 for none
}

// Flag returns a side's flag, in capture_the_flag.
func (s *State) Flag(side int) Flag {
	x := &s.t.Flags[side]
	return Flag{Home: x.Home, At: scenarios.FlagAt(&s.t, side), Carrier: int(x.Carrier)}
}

// VictoryPoints returns the Victory Points of a side, in king_of_the_hill, or the flags that
// it has brought home, where one does not win.
func (s *State) VictoryPoints(side int) int { return int(s.t.Points[side]) }
