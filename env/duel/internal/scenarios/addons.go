package scenarios

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// AddOnTable lists the add-ons in the order in which they hook the turn.
var AddOnTable = []*turn.AddOn{&nightRaid, &cityBrawl, &gangAddOn}

// AddOnNames returns the names of the add-ons, in the order in which they hook the turn.
func AddOnNames() (names []string) {
	for _, x := range AddOnTable {
		names = append(names, x.Name)
	}
	return names
}

// AddOns returns the add-ons of a configuration, in the order in which they hook the turn.
func AddOns(c *config.Config) (list []*turn.AddOn) {
	for _, x := range AddOnTable {
		if c.Plays(x.Name) {
			list = append(list, x)
		}
	}
	return list
}
