package kuhn

import (
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
