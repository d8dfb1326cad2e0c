package liarsdice

import (
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
