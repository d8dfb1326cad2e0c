package tictactoe

import (
	"encoding/json"

	"ringer/env"
)

// Version of the rules.
const Version = 1

// The size of the game.
const (
	players = 2
	side    = 3
	cells   = side * side
)

// Config is what can be set: nothing.
type Config struct{}

// Defaults is the only configuration.
func Defaults() Config { return Config{} }

// Validate finds no fault.
func (Config) Validate() error { return nil }

// Parameters returns nothing: the game has none.
func (Config) Parameters() []env.Parameter { return nil }

// Game is tic-tac-toe. It implements env.Game.
type Game struct {
	spec  *env.Spec
	start State
}

// New builds the game.
func New(c Config) (*Game, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	g := &Game{spec: newSpec()}
	g.start = State{game: g}
	return g, nil
}

// Spec implements env.Game.
func (g *Game) Spec() *env.Spec { return g.spec }

// NewInitialState implements env.Game.
func (g *Game) NewInitialState() env.State { return g.start.Clone() }

func newSpec() *env.Spec {
	spec := &env.Spec{
		Name:       "tictactoe",
		Title:      "Tic-tac-toe",
		Version:    Version,
		Players:    players,
		MinPlayers: players,
		MaxPlayers: players,
		Actions: []env.Block{
			{Name: "cell", Shape: []int{side, side}, Doc: "[row, column]: mark this cell; row a is the top one, column 1 the left one"},
		},
		MaxGameLength: cells,
		Observation:   fields(),
		Utility:       env.ZeroSum,
		MinUtility:    -1,
		MaxUtility:    1,
		Configuration: json.RawMessage("{}"),
	}
	return spec.Seal()
}
