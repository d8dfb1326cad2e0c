// Package darkhex is Dark Hex, the game of Hex in which nobody sees the stones of the other
// seat.
//
// Source: Hex is by P. Hein (1942) and J. Nash (1948). Dark Hex, also called Phantom Hex, follows
// OpenSpiel's dark_hex with both of its variants (gameversion cdh or adh). Seats learn nothing but
// whether a cell that they tried is taken (obstype reveal-nothing).
//
// Seat order: seat 0 plays X and begins; it connects the top row with the bottom row. Seat 1
// plays O and connects the left column with the right column.
//
// Deviations: boards have at most three rows and columns, so that their trees can be walked, or
// nearly so, and so that worlds are drawn exactly.
//
// Nothing but this one game lives here.
//
// Read game.go (what the game is), then state.go (what happens), observe.go (what a seat may
// know and thinks possible) and text.go (what people read).
package darkhex

import (
	"encoding/json"
	"fmt"

	"ringer/env"
	"ringer/env/layout"
)

// Limits of the configuration.
const (
	MinSide = 2 // rows, and columns
	MaxSide = 3
)

// Variant says what becomes of a seat that tries a cell with a stone of the other seat.
type Variant string

// The variants.
const (
	Classical Variant = "classical" // it tries another cell
	Abrupt    Variant = "abrupt"    // its turn is over
)

// Config holds what can be set.
type Config struct {
	Rows    int     `json:"rows" yaml:"rows"`
	Columns int     `json:"columns" yaml:"columns"`
	Variant Variant `json:"variant" yaml:"variant"`
}

var knobs = layout.Knobs[Config]{
	layout.Int("rows", func(c *Config) *int { return &c.Rows }, 3, MinSide, MaxSide, "rows of the board; seat 0 connects the first with the last"),
	layout.Int("columns", func(c *Config) *int { return &c.Columns }, 2, MinSide, MaxSide, "columns of the board; seat 1 connects the first with the last"),
	layout.Choice("variant", func(c *Config) *Variant { return &c.Variant }, Abrupt,
		"classical: a seat that tries a taken cell tries another one; abrupt: its turn is over", Classical, Abrupt),
}

// Defaults returns the abrupt game of three rows and two columns: the largest board whose tree fits, in the variant
// in which neither seat can force a win (ruling CAL-6).
func Defaults() Config {
	var c Config
	knobs.Reset(&c)
	return c
}

// Parameters lists the parameters of a game string, with their values here.
func (c Config) Parameters() []env.Parameter { return knobs.Parameters(&c) }

// Validate reports every fault as env.Faults.
func (c Config) Validate() error {
	var faults env.Faults
	knobs.Validate(&c, &faults)
	return faults.Err()
}

// Version is the version of the rules.
const Version = 1

// The size of the game.
const (
	players  = 2
	maxCells = MaxSide * MaxSide
)

// Game is one configuration of Dark Hex. It implements env.Game.
type Game struct {
	spec   *env.Spec
	config Config
	cells  int
	spans  spans
	start  State

	// connects says for every seat and set of cells whether it connects the sides of the seat.
	connects [players][1 << maxCells]bool
}

// New builds the game, or returns the faults of the configuration.
func New(c Config) (*Game, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	g := &Game{config: c, cells: c.Rows * c.Columns}
	g.spec = g.newSpec()
	g.start = State{game: g, winner: nobody}
	for seat := range players {
		for cells := range uint16(1) << g.cells {
			g.connects[seat][cells] = g.joins(seat, cells)
		}
	}
	return g, nil
}

// Spec implements env.Game.
func (g *Game) Spec() *env.Spec { return g.spec }

// NewInitialState implements env.Game.
func (g *Game) NewInitialState() env.State { return g.start.Clone() }

// newSpec describes the game, and notes where its observation fields lie.
func (g *Game) newSpec() *env.Spec {
	c := g.config
	configuration, err := json.Marshal(c)
	if err != nil {
		panic("darkhex: " + err.Error())
	}
	spec := &env.Spec{
		Name:       "darkhex",
		Title:      "Dark Hex",
		Version:    Version,
		Players:    players,
		MinPlayers: players,
		MaxPlayers: players,
		Actions: []env.Block{{
			Name: "cell", Shape: []int{c.Rows, c.Columns}, Kind: "place", Names: g.cellNames(),
			Doc: "[row, column]: try to put a stone on this cell; row a is the top one, column 1 the left one",
		}},
		MaxGameLength: players*g.cells - 1,
		Observation:   g.lay(),
		Hidden:        []string{"place"},
		Utility:       env.ZeroSum,
		MinUtility:    -1,
		MaxUtility:    1,
		Parameters:    c.Parameters(),
		Configuration: configuration,
	}
	return spec.Seal()
}

// SeatsDiffer implements env.SeatDiffer.
func (g *Game) SeatsDiffer() string { return "seat 0 begins, and connects other sides than seat 1" }

// joins reports whether a set of cells connects the sides of a seat, by flooding from the first of
// them.
func (g *Game) joins(seat int, cells uint16) bool {
	var first, last uint16
	for cell := range g.cells {
		at, end := cell/g.config.Columns, g.config.Rows-1
		if seat == 1 {
			at, end = cell%g.config.Columns, g.config.Columns-1
		}
		switch at {
		case 0:
			first |= 1 << cell
		case end:
			last |= 1 << cell
		}
	}
	for flood := first & cells; ; {
		more := flood
		for cell := range g.cells {
			if flood>>cell&1 == 1 {
				more |= g.neighbours(cell) & cells
			}
		}
		if more == flood {
			return flood&last != 0
		}
		flood = more
	}
}

// neighbours returns the set of the cells that touch a cell: those beside it, above and below, and
// those one row up to the right and one row down to the left.
func (g *Game) neighbours(cell int) (set uint16) {
	row, column := cell/g.config.Columns, cell%g.config.Columns
	for _, step := range [][2]int{{0, -1}, {0, 1}, {-1, 0}, {1, 0}, {-1, 1}, {1, -1}} {
		r, c := row+step[0], column+step[1]
		if r >= 0 && r < g.config.Rows && c >= 0 && c < g.config.Columns {
			set |= 1 << (r*g.config.Columns + c)
		}
	}
	return set
}

// cellNames lists the names of all cells, as in "b1".
func (g *Game) cellNames() []string {
	names := make([]string, g.cells)
	for cell := range names {
		names[cell] = g.cellName(cell)
	}
	return names
}

func (g *Game) cellName(cell int) string {
	return fmt.Sprintf("%c%d", 'a'+cell/g.config.Columns, 1+cell%g.config.Columns)
}
