package turn

import "ringer/env/duel/space"

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
