// Package kuhn is Kuhn poker for two to five players.
//
// Source: H. W. Kuhn, "A simplified two-person poker", Contributions to the
// Theory of Games 1 (1950), and its usual extension to more players: players+1
// cards, one card and one ante each, one round of betting with a fixed bet.
// The tree equals OpenSpiel's kuhn_poker node for node (ruling CAL-1).
//
// Seat order: seat 0 is dealt to first and acts first.
//
// Deviations: none in the rules. What the source leaves open: a seat that is in
// at a showdown shows its card to everyone, a seat that folded does not, and
// without a bet all seats are in.
//
// Nothing but this one game lives here.
//
// Read game.go (what the game is), then state.go (what happens), observe.go (what a seat may
// know) and text.go (what people read).
package kuhn

import (
	"encoding/json"

	"ringer/env"
	"ringer/env/layout"
)

// The numbers of players that the rules allow.
const (
	MinPlayers = 2
	MaxPlayers = 5
)

// Config holds what can be set.
type Config struct {
	Players int `json:"players" yaml:"players"`
}

var knobs = layout.Knobs[Config]{
	layout.Count("players", func(c *Config) *int { return &c.Players }, 2, MinPlayers, MaxPlayers, "seats at the table; the deck has one card more"),
}

// Defaults returns the two-player game of Kuhn's paper.
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

// Stakes in chips.
const (
	ante = 1
	bet  = 1
)

// The actions of a seat.
const (
	Pass env.Action = iota // check, or fold to a bet
	Bet                    // bet, or call a bet
)

// Game is one configuration of Kuhn poker. It implements env.Game.
type Game struct {
	spec    *env.Spec
	players int
	spans   spans
	start   State
}

// New builds the game, or returns the faults of the configuration.
func New(c Config) (*Game, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	g := &Game{players: c.Players}
	g.spec = g.newSpec(c)
	g.start = State{game: g, actor: env.Chance, deck: 1<<(c.Players+1) - 1}
	return g, nil
}

// Spec implements env.Game.
func (g *Game) Spec() *env.Spec { return g.spec }

// NewInitialState implements env.Game.
func (g *Game) NewInitialState() env.State { return g.start.Clone() }

// newSpec describes the game, and notes where its observation fields lie.
func (g *Game) newSpec(c Config) *env.Spec {
	n := c.Players
	configuration, err := json.Marshal(c)
	if err != nil {
		panic("kuhn: " + err.Error())
	}
	spec := &env.Spec{
		Name:       "kuhn",
		Title:      "Kuhn poker",
		Version:    Version,
		Players:    n,
		MinPlayers: MinPlayers,
		MaxPlayers: MaxPlayers,
		Actions: []env.Block{
			{Name: "pass", Shape: []int{1}, Doc: "check, or fold when a seat has bet"},
			{Name: "bet", Shape: []int{1}, Kind: "bid", Doc: "bet one chip, or call when a seat has bet"},
		},
		MaxChanceOutcomes: n + 1,
		MaxGameLength:     maxBets(n),
		MaxChanceNodes:    n,
		Observation:       g.lay(),
		Utility:           env.ZeroSum,
		MinUtility:        -(ante + bet),
		MaxUtility:        float64((n - 1) * (ante + bet)),
		Parameters:        c.Parameters(),
		Configuration:     configuration,
	}
	return spec.Seal()
}

// maxBets returns the number of betting actions in the longest betting: all
// seats but the last pass, the last bets, and all others answer.
func maxBets(players int) int { return 2*players - 1 }

// SeatsDiffer implements env.SeatDiffer.
func (g *Game) SeatsDiffer() string {
	return "seat 0 bets first, and later seats have seen more before they bet"
}
