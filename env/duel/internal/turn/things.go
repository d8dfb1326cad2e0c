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

// TokenRadius is the size of a token: with it, every base has contact points on
// both lattices (DUEL-110).
const TokenRadius = 0.25

// A Flag is the flag of one side.
type Flag struct {
	Home    space.Point // in its side's corner
	At      space.Point // where it lies, while nobody carries it
	Carrier int8        // nobody
}

// A Counter is one position counter.
type Counter struct {
	At   space.Point
	Side int8 // whose it is; nobody: neutral
}

// TugCounters lie on the line between the corners of the two sides.
const TugCounters = 3

// A Token is an upgrade waiting on the table.
type Token struct {
	At    space.Point
	Taken uint16 // the round in which it was taken; 0: it is there
}

// The upgrades, by the die that is rolled for one.
const (
	Armour     = 1
	Mirage     = 2
	Scope      = 3
	Boost      = 4
	Distortion = 5
	Trap       = 6
)

// UpgradeNames holds the words for upgrades, by the die.
var UpgradeNames = [...]string{"", "armour", "mirage", "scope", "boost", "distortion", "trap"}

// NightLights is how many lights are set up at random where the map has none;
// MaxLights is how many a map can have.
const (
	NightLights = 6
	MaxLights   = 16
)

// PlaceLight sets a light up on a point.
func (s *State) PlaceLight(i int, p space.Point) {
	s.Lights[i] = p
	s.Lit = uint8(i + 1)
}

// A Boss holds what a boss fight keeps besides its models.
type Boss struct {
	Charged  bool     // the Duel under way follows a charge into contact
	Hardened bool     // his armour has stopped a hit in this round
	Target   int8     // the model that the charge under way is at
	Follows  bool     // he comes after a fighter that is moving away
	Called   ModelSet // fighters that he has removed, to rise in Upkeep
}

// A Crowd is a mob: a disc, and the models on it.
type Crowd struct {
	At        space.Point
	Civilians uint8
	Members   ModelSet // of players; they have no position of their own
}

// A Street holds what a city brawl keeps: its mobs, and the fighters that have melted
// into them. State.Land knows the discs too, for they hide what is behind them.
type Street struct {
	Crowds [space.MaxMobs]Crowd // those without models are gone
	Lying  ModelSet             // members that are prone
	Melted ModelSet
	Losses uint8               // of the mob that the newest Duel was with, in that Duel
	Turn   [space.MaxMobs]int8 // mobs that react to a Duel, in order
}

// Size returns how many models stand on a disc.
func (c *Crowd) Size() int { return int(c.Civilians) + c.Members.Count() }

// OnItsFeet reports whether a model stands, on the table or in a mob, so that it can
// carry things.
func (s *State) OnItsFeet(m int8) bool {
	status := s.Models[m].Status
	return status == Standing || status == Mingled && !s.Street.Lying.Has(m)
}
