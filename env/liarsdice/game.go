// Package liarsdice is one round of liar's dice for two players.
//
// Source: the game as studied in M. Lanctot et al., "Monte Carlo sampling for
// regret minimization in extensive games", NIPS 2009, where the highest face is
// wild. The tree equals OpenSpiel's liars_dice node for node (ruling CAL-3):
// bids are ordered by quantity first and face second.
//
// Seat order: the dice of seat 0 are rolled first, then the dice of seat 1; seat 0 bids
// first.
//
// Deviations: none in the rules. What the source leaves open: the dice of a
// seat have no order (they lie under one cup), so a seat knows how many of each
// face it has; calling liar shows all dice to everyone.
//
// Nothing but this one game lives here.
//
// Read game.go (what the game is), then state.go (what happens), observe.go (what a seat may
// know) and text.go (what people read).
package liarsdice

import (
	"encoding/json"
	"fmt"

	"ringer/env"
	"ringer/env/layout"
)

// Limits of the configuration.
const (
	MaxDice  = 5                 // of each seat
	MinSides = 2                 // of a die
	MaxSides = MaxBids / players // of a die, with one die each
	MaxBids  = 60                // distinct bids: 2 seats * dice * sides
)

// Config holds what can be set.
type Config struct {
	Dice  int `json:"dice" yaml:"dice"`
	Sides int `json:"sides" yaml:"sides"`
}

var knobs = layout.Knobs[Config]{
	layout.Count("dice", func(c *Config) *int { return &c.Dice }, 1, 1, MaxDice, "dice of each seat"),
	layout.Int("sides", func(c *Config) *int { return &c.Sides }, 6, MinSides, MaxSides,
		fmt.Sprintf("faces of a die, the highest of which is wild (2*dice*sides is at most %d)", MaxBids)),
}

// Defaults returns the game with one six-sided die each.
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
	if len(faults) == 0 && c.bids() > MaxBids {
		faults.Add("sides", c.Sides, "at most %d with %d dice: 2*dice*sides may not exceed %d", MaxBids/(players*c.Dice), c.Dice, MaxBids)
	}
	return faults.Err()
}

// bids returns the number of distinct bids.
func (c Config) bids() int { return players * c.Dice * c.Sides }

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

// SeatsDiffer implements env.SeatDiffer.
func (g *Game) SeatsDiffer() string { return "seat 0 bids first" }
