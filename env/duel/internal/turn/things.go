package turn

import "ringer/env/duel/space"

// A Thing lies on the table besides models and terrain, or a model carries it:
// what scenarios are won with, upgrades, spawn points, lights.
type Thing struct {
	At    space.Point // of its carrier, while it is carried
	There bool        // it is on the table or carried
	Free  bool        // it lies on the table, to be had
	Wait  int         // rounds until it does
	Side  int8        // whose it is; nobody
	Foe   bool        // the Duel under way is with it
	Sign  string      // in drawings, before the number of the side
}

// A ThingKind names a kind of thing.
type ThingKind uint8

// The kinds of things. The first three are always in the observation.
const (
	ThingTreasure ThingKind = iota
	ThingUpgrade
	ThingSpawn
	ThingFlag
	ThingHill
	ThingCounter
	ThingLight
	ThingMob
	ThingBoss
	ThingShape
	ThingKinds
)

// ThingNames holds the words for the kinds of things.
var ThingNames = [ThingKinds]string{"treasure", "upgrade", "spawn point", "flag", "team token", "position counter", "light", "mob", "boss", "shape"}

// CoreThings is how many kinds the observation of the core game tells apart.
const CoreThings = 3

// Owners says whom things belong to by their numbers: the observation shows a seat its
// own first.
type Owners uint8

const (
	OfNobody Owners = iota
	OfTeams         // one is each team's, in the order of teams
	OfSeats         // as many are each seat's, in the order of seats
)

// Things describes what a rule lays on the table: of which kind, how many there can
// be, and each.
type Things struct {
	Kind  ThingKind
	Count int
	Of    Owners
	Show  func(s *State, i int) Thing
}

// ThingRows returns the number of things that there can be.
func (g *Game) ThingRows() int {
	n := 0
	for i := range g.Hooks.Things {
		n += g.Hooks.Things[i].Count
	}
	return n
}

// Label returns the sign of a thing with the number of the side that it belongs to.
func (t *Thing) Label() string {
	if t.Side == Nobody {
		return t.Sign
	}
	return t.Sign + string(rune('0'+t.Side))
}

// LetFall has a model drop what it carries.
func (s *State) LetFall(m int8) {
	for _, f := range s.Game.Hooks.Drops {
		f(s, m)
	}
}

// Burden returns a word for what a model carries; empty for nothing.
func (s *State) Burden(m int8) string {
	for _, f := range s.Game.Hooks.Bears {
		if word := f(s, m); word != "" {
			return word
		}
	}
	return ""
}
