package goofspiel

import (
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
