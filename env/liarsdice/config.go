package liarsdice

import (
	"encoding/json"
	"strconv"

	"ringer/env"
)

// Version of the rules.
const Version = 1

// players is how many seats there are.
const players = 2

// Limits of the configuration.
const (
	MaxDice  = 5  // of each seat
	MinSides = 2  // of a die
	MaxBids  = 60 // distinct bids: 2 seats * dice * sides
)

// Config is what can be set.
type Config struct {
	Dice  int `json:"dice" yaml:"dice"`   // dice of each seat, 1..MaxDice
	Sides int `json:"sides" yaml:"sides"` // faces of a die, at least MinSides; the highest is wild
}

// Defaults is one six-sided die each.
func Defaults() Config { return Config{Dice: 1, Sides: 6} }

// Validate reports every fault as env.Faults.
func (c Config) Validate() error {
	var faults env.Faults
	diceOK := c.Dice >= 1 && c.Dice <= MaxDice
	if !diceOK {
		faults.Add("dice", c.Dice, "a number from 1 to %d", MaxDice)
	}
	switch {
	case c.Sides < MinSides:
		faults.Add("sides", c.Sides, "a number from %d", MinSides)
	case diceOK && c.bids() > MaxBids:
		faults.Add("sides", c.Sides, "at most %d with %d dice: 2*dice*sides may not exceed %d", MaxBids/(players*c.Dice), c.Dice, MaxBids)
	case !diceOK && c.Sides > MaxBids/players:
		faults.Add("sides", c.Sides, "a number up to %d", MaxBids/players)
	}
	return faults.Err()
}

// bids is the number of distinct bids.
func (c Config) bids() int { return players * c.Dice * c.Sides }

// Game is one configuration of liar's dice. It implements env.Game.
type Game struct {
	spec  *env.Spec
	dice  int        // of each seat
	sides int        // of a die
	liar  env.Action // the action that ends the bidding; smaller ids are bids
	start State

	actions []env.Action  // 0..liar
	rolls   []env.Outcome // of one die
}

// New builds the game, or returns the faults of the configuration.
func New(c Config) (*Game, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	g := &Game{spec: newSpec(c), dice: c.Dice, sides: c.Sides, liar: env.Action(c.bids())}
	for a := range g.liar + 1 {
		g.actions = append(g.actions, a)
	}
	for face := range c.Sides {
		g.rolls = append(g.rolls, env.Outcome{Action: env.Action(face), Prob: 1 / float64(c.Sides)})
	}
	g.start = State{game: g, actor: env.Chance, bid: noBid}
	return g, nil
}

// Spec implements env.Game.
func (g *Game) Spec() *env.Spec { return g.spec }

// NewInitialState implements env.Game.
func (g *Game) NewInitialState() env.State { return g.start.Clone() }

// Parameters lists the parameters of a game string, with their values here.
func (c Config) Parameters() []env.Parameter {
	defaults := Defaults()
	return []env.Parameter{
		{
			Name: "dice", Value: strconv.Itoa(c.Dice), Default: strconv.Itoa(defaults.Dice),
			Choices: []string{"1", "2", "3", "4", "5"}, Doc: "dice of each seat",
		},
		{
			Name: "sides", Value: strconv.Itoa(c.Sides), Default: strconv.Itoa(defaults.Sides),
			Doc: "faces of a die, from 2 on; the highest is wild; 2*dice*sides is at most 60",
		},
	}
}

func newSpec(c Config) *env.Spec {
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
			{Name: "bid", Shape: []int{players * c.Dice, c.Sides}, Doc: "[quantity-1, face-1]: at least quantity dice of all show the face or the wild highest face"},
			{Name: "liar", Shape: []int{1}, Doc: "doubt the last bid and show all dice"},
		},
		MaxChanceOutcomes: c.Sides,
		MaxGameLength:     c.bids() + 1,
		MaxChanceNodes:    players * c.Dice,
		Observation:       fields(c),
		Utility:           env.ZeroSum,
		MinUtility:        -1,
		MaxUtility:        1,
		Parameters:        c.Parameters(),
		Configuration:     configuration,
	}
	return spec.Seal()
}
