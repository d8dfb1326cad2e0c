package scenarios

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// table lists the scenarios in the order in which users see them.
var table = []*turn.Scenario{
	&treasureScenario, &standoffScenario, &hillScenario, &tugScenario, &flagScenario, &gangScenario, &solitaireScenario, &bossScenario,
}

// Names returns the names of the scenarios.
func Names() (names []string) {
	for _, x := range table {
		names = append(names, x.Name)
	}
	return names
}

// Of returns the scenario of a configuration; nil when none has its name.
func Of(c *config.Config) *turn.Scenario {
	for _, x := range table {
		if x.Name == c.Scenario {
			return x
		}
	}
	return nil
}
