package duel

import (
	"slices"

	"ringer/env/duel/space"
)

// A thing lies on the table besides models and terrain, or a model carries it:
// what scenarios are won with, upgrades, spawn points, lights.
type thing struct {
	at    space.Point // of its carrier, while it is carried
	there bool        // it is on the table or carried
	free  bool        // it lies on the table, to be had
	wait  int         // rounds until it does
	side  int8        // whose it is; nobody
	sign  string      // in drawings, before the number of the side
}

type thingKind uint8

// The kinds of things. The first three are always in the observation.
const (
	thingTreasure thingKind = iota
	thingUpgrade
	thingSpawn
	thingFlag
	thingHill
	thingCounter
	thingLight
	thingMob
	thingBoss
	thingShape
	thingKinds
)

var thingNames = [thingKinds]string{"treasure", "upgrade", "spawn point", "flag", "team token", "position counter", "light", "mob", "boss", "shape"}

// coreThings is how many kinds the observation of the core game tells apart.
const coreThings = 3

// things are what a rule lays on the table: of which kind, how many there can
// be, and each.
type things struct {
	kind  thingKind
	count int
	show  func(s *State, i int) thing
}

// thingRows is the number of things that there can be.
func (g *Game) thingRows() int {
	n := 0
	for i := range g.hooks.things {
		n += g.hooks.things[i].count
	}
	return n
}

// tokenColumns are the features of a thing: those of the core game, the further
// kinds that this game has, and whose they are.
func (g *Game) tokenColumns() []string {
	columns := slices.Clone(tokenFeatures)
	for kind := range g.column {
		g.column[kind] = 1 + kind
	}
	for i := range g.hooks.things {
		if kind := g.hooks.things[i].kind; kind >= coreThings {
			g.column[kind] = len(columns)
			columns = append(columns, thingNames[kind])
		}
	}
	if len(columns) > len(tokenFeatures) {
		g.moreThings = true
		columns = append(columns, "the own side's", "another side's")
	}
	return columns
}

// label is the sign of a thing with the number of the side that it belongs to.
func (t *thing) label() string {
	if t.side == nobody {
		return t.sign
	}
	return t.sign + string(rune('0'+t.side))
}

// letFall has a model drop what it carries.
func (s *State) letFall(m int8) {
	for _, f := range s.game.hooks.drops {
		f(s, m)
	}
}

// burden is a word for what a model carries; empty for nothing.
func (s *State) burden(m int8) string {
	for _, f := range s.game.hooks.bears {
		if word := f(s, m); word != "" {
			return word
		}
	}
	return ""
}
