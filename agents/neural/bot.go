package neural

import (
	"fmt"

	"ringer/env"
	"ringer/models/botfile"
)

// FromBot returns the agent of a bot for games of the given spec. It returns a
// *botfile.SpecError, which shows both sides, when the bot was made for another
// game, other rules or another observation.
func FromBot(spec *env.Spec, bot *botfile.Bot) (*Agent, error) {
	if err := bot.CheckSpec(spec.String(), spec.Hash); err != nil {
		return nil, err
	}
	if bot.Weights == nil {
		return nil, fmt.Errorf("bot %q is no network", bot.Manifest.Name)
	}
	a, err := FromWeights(spec, bot.Weights)
	if err != nil {
		return nil, fmt.Errorf("bot %q: %w", bot.Manifest.Name, err)
	}
	a.name = bot.Manifest.Name
	by, err := bot.Manifest.Temperatures.Divisors(spec.Kinds(), spec.Players, bot.Manifest.Training.At())
	if err != nil {
		return nil, fmt.Errorf("bot %q: %w", bot.Manifest.Name, err)
	}
	return a.WithDivisors(by)
}
