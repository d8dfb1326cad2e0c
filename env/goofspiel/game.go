package goofspiel

import (
	"encoding/json"

	"ringer/env"
	"ringer/env/layout"
)

// Version is the version of the rules.
const Version = 1

// Game is one configuration of Goofspiel. It implements env.Game.
type Game struct {
	spec   *env.Spec
	config Config
	spans  spans
	start  State
}

// New builds the game, or returns the faults of the configuration.
func New(c Config) (*Game, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	g := &Game{config: c}
	g.spec = g.newSpec()
	g.start = State{game: g, left: g.allCards(), prize: noCard}
	for seat := range c.Players {
		g.start.hands[seat] = g.allCards()
	}
	g.start.openRound()
	return g, nil
}

// Spec implements env.Game.
func (g *Game) Spec() *env.Spec { return g.spec }

// NewInitialState implements env.Game.
func (g *Game) NewInitialState() env.State { return g.start.Clone() }

// allCards returns the set of all cards, bit by card.
func (g *Game) allCards() uint16 { return 1<<g.config.Cards - 1 }

// newSpec describes the game, and notes where its observation fields lie.
func (g *Game) newSpec() *env.Spec {
	c := g.config
	n, k := c.Players, c.Cards
	configuration, err := json.Marshal(c)
	if err != nil {
		panic("goofspiel: " + err.Error())
	}
	low, high := utilityRange(c)
	spec := &env.Spec{
		Name:       "goofspiel",
		Title:      "Goofspiel",
		Version:    Version,
		Players:    n,
		MinPlayers: MinPlayers,
		MaxPlayers: MaxPlayers,
		Actions: []env.Block{
			{Name: "bid", Shape: []int{k}, Kind: "bid", Names: layout.Numbered("card", k), Doc: "[card-1]: bid this card of the seat's own hand"},
		},
		MaxGameLength: n * (k - 1),
		Observation:   g.lay(),
		Utility:       env.ZeroSum,
		MinUtility:    low,
		MaxUtility:    high,
		Parameters:    c.Parameters(),
		Configuration: configuration,
	}
	if c.Order == Random {
		spec.MaxChanceOutcomes = k
		spec.MaxChanceNodes = k - 1
	}
	return spec.Seal()
}

// utilityRange returns bounds of the returns. By points, the best that a seat can
// do is to win all prizes but the smallest, because it cannot beat the highest
// card of another seat: with two seats the other then has that prize; with more,
// the others can waste it in a tie. The worst is a seat's place in the mirror
// image.
func utilityRange(c Config) (low, high float64) {
	if c.Returns == WinLoss {
		return -1, 1
	}
	n, total := float64(c.Players), float64(c.Cards*(c.Cards+1)/2)
	if c.Players == 2 {
		return -(total - 2) / 2, (total - 2) / 2
	}
	return -(total - 1) / n, (total - 1) * (n - 1) / n
}
