// Package curio is Curio, a game of sealed bids with secret tastes.
//
// Lots come up one after the other, each of a random suit. All seats bid coins for a lot
// in secret; the highest bid that is alone pays and takes it, and equal highest bids
// leave it to nobody. Every seat has drawn a suit at the start that it alone knows: lots
// of that suit are worth twice as much to it. After the last lot a seat's return is the
// worth of its collection minus the mean of all seats.
//
// The game is made up for this template.
package curio

import (
	"ringer/env"
	"ringer/env/layout"
)

// Limits of the configuration.
const (
	minPlayers, maxPlayers = 2, 4
	minSuits, maxSuits     = 2, 5
	maxLots                = 8
	maxCoins               = 9
	maxWorth               = 9
)

// Config holds what can be set. A field has one name in YAML and in JSON.
type Config struct {
	Players int   `json:"players" yaml:"players"`
	Lots    int   `json:"lots" yaml:"lots"`
	Coins   int   `json:"coins" yaml:"coins"`
	Worth   []int `json:"worth" yaml:"worth"`
}

var knobs = layout.Knobs[Config]{
	layout.Count("players", func(c *Config) *int { return &c.Players }, 2, minPlayers, maxPlayers, "seats at the table"),
	layout.Int("lots", func(c *Config) *int { return &c.Lots }, 4, 1, maxLots, "lots that come up"),
	layout.Int("coins", func(c *Config) *int { return &c.Coins }, 5, 1, maxCoins, "coins of each seat at the start"),
	layout.Ints("worth", func(c *Config) *[]int { return &c.Worth }, []int{1, 2, 3}, 1, maxWorth, "worth of a lot of each suit, 2 to 5 suits"),
}

// Defaults returns the game without any parameter.
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
	if n := len(c.Worth); n < minSuits || n > maxSuits {
		faults.Add("worth", n, "%d to %d suits", minSuits, maxSuits)
	}
	return faults.Err()
}
