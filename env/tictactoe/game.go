package tictactoe

import (
	"encoding/json"

	"ringer/env"
)

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
