package liarsdice

import (
	"encoding/json"

	"ringer/env"
)

// Version is the version of the rules.
const Version = 1

// players is the number of seats.
const players = 2

// Game is one configuration of liar's dice. It implements env.Game.
type Game struct {
	spec  *env.Spec
	dice  int        // of each seat
	sides int        // of a die
	liar  env.Action // the action that ends the bidding; smaller ids are bids
	spans spans
	start State

	actions []env.Action  // 0..liar
	rolls   []env.Outcome // of one die
}

// New builds the game, or returns the faults of the configuration.
func New(c Config) (*Game, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	g := &Game{dice: c.Dice, sides: c.Sides, liar: env.Action(c.bids())}
	for a := range g.liar + 1 {
		g.actions = append(g.actions, a)
	}
	for face := range c.Sides {
		g.rolls = append(g.rolls, env.Outcome{Action: env.Action(face), Prob: 1 / float64(c.Sides)})
	}
	g.spec = g.newSpec(c)
	g.start = State{game: g, actor: env.Chance, bid: noBid}
	return g, nil
}

// Spec implements env.Game.
func (g *Game) Spec() *env.Spec { return g.spec }

// NewInitialState implements env.Game.
func (g *Game) NewInitialState() env.State { return g.start.Clone() }

// newSpec describes the game, and notes where its observation fields lie.
func (g *Game) newSpec(c Config) *env.Spec {
	configuration, err := json.Marshal(c)
	if err != nil {
		panic("liarsdice: " + err.Error())
	}
	spec := &env.Spec{
		Name:       "liarsdice",
		Title:      "Liar's dice",
		Version:    Version,
		Players:    players,
		MinPlayers: players,
		MaxPlayers: players,
		Actions: []env.Block{
			{Name: "bid", Shape: []int{players * c.Dice, c.Sides}, Kind: "bid", Names: g.bidNames(), Doc: "[quantity-1, face-1]: at least quantity dice of all show the face or the wild highest face"},
			{Name: "liar", Shape: []int{1}, Doc: "doubt the last bid and show all dice"},
		},
		MaxChanceOutcomes: c.Sides,
		MaxGameLength:     c.bids() + 1,
		MaxChanceNodes:    players * c.Dice,
		Observation:       g.lay(),
		Utility:           env.ZeroSum,
		MinUtility:        -1,
		MaxUtility:        1,
		Parameters:        c.Parameters(),
		Configuration:     configuration,
	}
	return spec.Seal()
}
