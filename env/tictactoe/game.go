// Package tictactoe is tic-tac-toe: three in a row on a board of three by
// three.
//
// Source: the children's game; its tree equals OpenSpiel's tic_tac_toe node for
// node (ruling CAL-5).
//
// Seat order: seat 0 plays X and begins.
//
// Deviations: none.
//
// Nothing but this one game lives here.
package tictactoe

import (
	"encoding/json"

	"ringer/env"
	"ringer/env/layout"
)

// Config holds what can be set: nothing.
type Config struct{}

var knobs layout.Knobs[Config]

// Defaults returns the only configuration.
func Defaults() Config { return Config{} }

// Parameters lists the parameters of a game string: none.
func (c Config) Parameters() []env.Parameter { return knobs.Parameters(&c) }

// Validate finds no fault.
func (c Config) Validate() error {
	var faults env.Faults
	knobs.Validate(&c, &faults)
	return faults.Err()
}

// Version is the version of the rules.
const Version = 1

// The size of the game.
const (
	players = 2
	side    = 3
	cells   = side * side
)

// Game is tic-tac-toe. It implements env.Game.
type Game struct {
	spec  *env.Spec
	spans spans
	start State
}

// New builds the game.
func New(c Config) (*Game, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	g := &Game{}
	g.spec = g.newSpec(c)
	g.start = State{game: g}
	return g, nil
}

// Spec implements env.Game.
func (g *Game) Spec() *env.Spec { return g.spec }

// NewInitialState implements env.Game.
func (g *Game) NewInitialState() env.State { return g.start.Clone() }

// newSpec describes the game, and notes where its observation fields lie.
func (g *Game) newSpec(c Config) *env.Spec {
	spec := &env.Spec{
		Name:       "tictactoe",
		Title:      "Tic-tac-toe",
		Version:    Version,
		Players:    players,
		MinPlayers: players,
		MaxPlayers: players,
		Actions: []env.Block{
			{Name: "cell", Shape: []int{side, side}, Kind: "place", Doc: "[row, column]: mark this cell; row a is the top one, column 1 the left one"},
		},
		MaxGameLength: cells,
		Observation:   g.lay(),
		Utility:       env.ZeroSum,
		MinUtility:    -1,
		MaxUtility:    1,
		Parameters:    c.Parameters(),
		Configuration: json.RawMessage("{}"),
	}
	return spec.Seal()
}

// SeatsDiffer implements env.SeatDiffer.
func (g *Game) SeatsDiffer() string { return "seat 0 marks a cell first" }

// spans says where the fields of the observation lie.
type spans struct{ own, other, seat layout.Span }

// lay lays the fields of the observation one after the other.
func (g *Game) lay() []env.Field {
	var b layout.Builder
	marks := func(name, doc string) layout.Span {
		return b.Add(layout.Field{Name: name, Rows: []string{"row a", "row b", "row c"}, Columns: layout.Flags(layout.Numbered("column", side)...), Doc: doc})
	}
	g.spans = spans{
		own:   marks("own", "1 for every cell that the seat has marked; row a is the top one, column 1 the left one"),
		other: marks("other", "1 for every cell that the other seat has marked"),
		seat:  b.Add(layout.Field{Name: "seat", Columns: layout.Flags(layout.Seats(players).Fixed()...), Doc: "one-hot: the seat that observes; seat 0 begins"}),
	}
	return b.Fields()
}
