package scenarios

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// Table lists the scenarios.
var Table = []*turn.Scenario{
	&treasureScenario, &standoffScenario, &hillScenario, &tugScenario, &flagScenario, &gangScenario, &solitaireScenario, &bossScenario,
}

// Names returns the names of the scenarios.
func Names() (names []string) {
	for _, x := range Table {
		names = append(names, x.Name)
	}
	return names
}

// Of returns the one that is played; nil when there is none of that name.
func Of(c *config.Config) *turn.Scenario {
	for _, x := range Table {
		if x.Name == c.Scenario {
			return x
		}
	}
	return nil
}
