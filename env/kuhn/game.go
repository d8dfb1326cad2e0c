package kuhn

import (
	"encoding/json"

	"ringer/env"
)

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
