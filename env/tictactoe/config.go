package tictactoe

import (
	"ringer/env"
	"ringer/env/layout"
)

// Config holds what can be set: nothing.
type Config struct{}

var knobs layout.Knobs[Config]

// Defaults returns the only configuration.
func Defaults() Config { return Config{} }

// Parameters lists the parameters of a game string: none.
func (c Config) Parameters() []env.Parameter { return knobs.Parameters(&c) }

// Validate finds no fault.
func (c Config) Validate() error {
	var faults env.Faults
	knobs.Validate(&c, &faults)
	return faults.Err()
}
