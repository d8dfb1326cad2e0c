// Package goofspiel is Goofspiel, the game of pure strategy, for two to five
// players.
//
// Source: S. Ross, "Goofspiel: the game of pure strategy", Journal of Applied
// Probability 8 (1971); the variant in which only the winner of every bid is
// announced is from M. Lanctot et al., "No-regret learning in extensive-form
// games with imperfect recall", ICML 2012. The tree equals the tree of OpenSpiel's
// goofspiel in its turn-based form node for node (ruling CAL-4).
//
// Seat order: bids are taken from seat 0 upwards, hidden from the other seats
// until all have bid (ruling C-1). The order means nothing in play, so an
// observation names the other seats by how far they sit to the left.
//
// Deviations: none in the rules. What the source leaves open: the highest bid
// wins only when it is alone, otherwise no seat gets the prize; in the last
// round no seat has a choice, so it is played out at once; bids that were not
// announced stay hidden after the end.
//
// Nothing but this one game lives here.
//
// Read game.go (what the game is), then state.go (what happens), observe.go (what a seat may
// know) and text.go (what people read).
package goofspiel

import (
	"encoding/json"

	"ringer/env"
	"ringer/env/layout"
)

// Limits of the configuration.
const (
	MinPlayers = 2
	MaxPlayers = 5
	MinCards   = 2
	MaxCards   = 13
)

// Order is the order in which the prizes come.
type Order string

// The orders.
const (
	Descending Order = "descending"
	Ascending  Order = "ascending"
	Random     Order = "random"
)

// Payoff is the kind of returns.
type Payoff string

// The payoffs.
const (
	// WinLoss shares +1 among the seats with the most points and -1 among the
	// others; every seat gets 0 when all have equally many.
	WinLoss Payoff = "win_loss"
	// PointDifference is a seat's points minus the mean of all seats.
	PointDifference Payoff = "point_difference"
)

// Config holds what can be set.
type Config struct {
	Players int    `json:"players" yaml:"players"`
	Cards   int    `json:"cards" yaml:"cards"`
	Order   Order  `json:"order" yaml:"order"`
	ImpInfo bool   `json:"impinfo" yaml:"impinfo"`
	Returns Payoff `json:"returns" yaml:"returns"`
}

var knobs = layout.Knobs[Config]{
	layout.Count("players", func(c *Config) *int { return &c.Players }, 2, MinPlayers, MaxPlayers, "seats at the table"),
	layout.Int("cards", func(c *Config) *int { return &c.Cards }, 4, MinCards, MaxCards, "cards in every hand, and prizes"),
	layout.Choice("order", func(c *Config) *Order { return &c.Order }, Descending, "order in which the prizes come", Descending, Ascending, Random),
	layout.Switch("impinfo", func(c *Config) *bool { return &c.ImpInfo }, true, "announce only who won each bid, not the bids"),
	layout.Choice("returns", func(c *Config) *Payoff { return &c.Returns }, WinLoss,
		"win_loss: the seats with the most points share +1, the others -1; point_difference: points minus the mean of all seats", WinLoss, PointDifference),
}

// Defaults returns the small two-player game of the solver literature.
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
		Hidden:        []string{"bid"},
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

// Rotated implements env.Rotator. While some seats have bid in secret and others
// have not, nothing can be moved: seats bid in their order.
func (s *State) Rotated(by int) env.State {
	if s.actor > 0 {
		return nil
	}
	c, n := *s, s.game.config.Players
	layout.Rotate(c.hands[:n], by)
	layout.Rotate(c.points[:n], by)
	layout.Rotate(c.bids[:n], by)
	for round, seat := range s.won[:s.round] {
		c.won[round] = layout.RotateSeat(layout.Seats(n), seat, by)
	}
	return &c
}
