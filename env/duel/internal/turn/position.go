package turn

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/space"
)

// Position is a table to start from instead of the corners: what a puzzle, a
// test or a lesson needs. Terrain and options come from the game that it is laid out in. As
// YAML it reads
//
//	about: the gunman steps into the open
//	act: A
//	models:
//	  - {model: A, at: [3, 3]}
//	  - {model: B, at: [9, 9], status: prone, hits: 1}
//	treasure: [6, 6]
//	dice: ["2 3", "1 2"]
//
// Models are called A1, A2, B1 …, or A, B when every player has one.
type Position struct {
	About    string    `json:"about,omitempty" yaml:"about"`
	Round    int       `json:"round,omitempty" yaml:"round"` // 0: 2, after the placement
	Order    []int     `json:"order,omitempty" yaml:"order"` // seats in order of Initiative; those left out follow, from the one to act
	Act      string    `json:"act" yaml:"act"`               // the model whose activation begins
	Models   []Placed  `json:"models" yaml:"models"`         // those left out are removed
	Treasure []float64 `json:"treasure,omitempty" yaml:"treasure"`
	Carrier  string    `json:"carrier,omitempty" yaml:"carrier"`

	// Of scenarios, by side: side 0 is the side of seat 0.
	Flags    []FlagAt `json:"flags,omitempty" yaml:"flags"`       // left out: at home
	Hill     *int     `json:"hill,omitempty" yaml:"hill"`         // the side that holds it; left out: nobody
	Points   []int    `json:"points,omitempty" yaml:"points"`     // Victory Points, or flags brought home
	Counters []string `json:"counters,omitempty" yaml:"counters"` // from the corner of side 0: neutral, or a side's number

	BossToughness *int        `json:"boss_toughness,omitempty" yaml:"boss_toughness"` // of a boss fight; left out: unhurt
	Mobs          []MobAt     `json:"mobs,omitempty" yaml:"mobs"`                     // of a city brawl
	Lights        [][]float64 `json:"lights,omitempty" yaml:"lights"`                 // of a night raid; left out: the map's

	Terrain []PieceAt `json:"terrain,omitempty" yaml:"terrain"` // that players have put down, under place_terrain

	Dice []string `json:"dice,omitempty" yaml:"dice"` // of the next rolls, in order; what follows is chance

	table positionGame // where it is to be laid out, for Validate
}

// A positionGame is a game that positions are laid out in.
type positionGame interface {
	// Check reports every fault of a position as env.Faults.
	Check(p *Position) error
}

// NewPosition returns an empty position that is to be laid out in a game.
func NewPosition(t positionGame) *Position { return &Position{table: t} }

// Validate reports every fault as env.Faults. It panics on a position that was
// not made by Game.NewPosition: State tests any.
func (p *Position) Validate() error {
	if p.table == nil {
		panic("duel: Validate of a position that belongs to no game")
	}
	return p.table.Check(p)
}

// Placed is one model of a Position.
type Placed struct {
	Model   string     `json:"model" yaml:"model"`
	At      [2]float64 `json:"at,omitempty" yaml:"at"`         // inches from the southwest corner
	Status  string     `json:"status,omitempty" yaml:"status"` // waiting, standing, prone, removed; empty: standing
	Hits    int        `json:"hits,omitempty" yaml:"hits"`
	Facing  string     `json:"facing,omitempty" yaml:"facing"` // of a shield: east, northeast …
	Jammed  bool       `json:"jammed,omitempty" yaml:"jammed"`
	Acted   bool       `json:"acted,omitempty" yaml:"acted"`
	Engaged bool       `json:"engaged,omitempty" yaml:"engaged"` // in a Duel in this round
	Upgrade string     `json:"upgrade,omitempty" yaml:"upgrade"` // armour, mirage, scope
	Bid     int        `json:"bid,omitempty" yaml:"bid"`         // of a player without any: 1

	// Used in games with Heroes. A model without kind, feats and traits takes them from its
	// warband.
	Kind      string            `json:"kind,omitempty" yaml:"kind"` // hero; ganger, rookie, animal
	Feats     []string          `json:"feats,omitempty" yaml:"feats"`
	Traits    map[string]int    `json:"traits,omitempty" yaml:"traits"`
	Shapes    []config.Shape    `json:"shapes,omitempty" yaml:"shapes"`       // of a shapeshifter, besides its own; the mark shape says which it has, from 1
	Marker    []float64         `json:"marker,omitempty" yaml:"marker"`       // of a shapeshifter with the mark shifting shape: where the next one is to stand
	Toughness *int              `json:"toughness,omitempty" yaml:"toughness"` // empty: unhurt
	Marks     map[string]int    `json:"marks,omitempty" yaml:"marks"`         // guard, mark, eviscerate …: see Fighter.Marks
	Bonds     map[string]string `json:"bonds,omitempty" yaml:"bonds"`         // bodyguard, grudge, prey, yang: a model
}

// FlagAt is a flag of a Position.
type FlagAt struct {
	Side    int       `json:"side" yaml:"side"`
	At      []float64 `json:"at,omitempty" yaml:"at"`
	Carrier string    `json:"carrier,omitempty" yaml:"carrier"`
}

// PieceAt is a piece of terrain of a Position that a player has put down.
type PieceAt struct {
	Piece string    `json:"piece" yaml:"piece"` // a stack of crates, a wall from west to east …
	At    []float64 `json:"at" yaml:"at"`       // its centre, on a spot
}

// MobAt is a mob of a Position.
type MobAt struct {
	At        []float64 `json:"at" yaml:"at"`
	Civilians *int      `json:"civilians,omitempty" yaml:"civilians"` // left out: four
	Members   []string  `json:"members,omitempty" yaml:"members"`     // models of players
}

// ModelNamed returns the model with a name; Nobody when there is none.
func (g *Game) ModelNamed(name string) int8 {
	for m := range int8(g.Models) {
		if g.ModelName(m) == name {
			return m
		}
	}
	return Nobody
}

// LayAt returns the point of the lattice that a part of a position names.
func (g *Game) LayAt(at []float64, path string, f *env.Faults) space.Point {
	if len(at) == 2 {
		if q, ok := g.PointAt([2]float64{at[0], at[1]}); ok {
			return q
		}
	}
	f.Add(path, at, "a point of the lattice")
	return space.Nowhere
}

// LaySide returns the side that a part of a position names.
func (g *Game) LaySide(side int, path string, f *env.Faults) int8 {
	if side < 0 || side >= g.Sides {
		f.Add(path, side, "a side from 0 to %d", g.Sides-1)
		return Nobody
	}
	return int8(side)
}

// LayBearer returns the standing model that a part of a position names.
func (s *State) LayBearer(name, path string, f *env.Faults) int8 {
	m := s.Game.ModelNamed(name)
	if m == Nobody || s.Models[m].Status != Standing {
		f.Add(path, name, "a standing model")
		return Nobody
	}
	return m
}

// PointAt finds the point of the lattice at a place in inches.
func (g *Game) PointAt(at [2]float64) (space.Point, bool) {
	x, y := at[0]/g.Step.Inches(), at[1]/g.Step.Inches()
	p := space.Point{X: int8(x), Y: int8(y)}
	if x < 0 || y < 0 || x > 127 || y > 127 || float64(p.X) != x || float64(p.Y) != y || !g.Scene.Holds(p) {
		return space.Nowhere, false
	}
	return p, true
}
