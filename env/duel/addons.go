package duel

import (
	"slices"

	"ringer/env"
)

// An add-on is played on top of a scenario (DUEL-16).
type addOn struct {
	name  string
	about string // what it adds, in a few words
	rule  rule
	// needs reports what the add-on cannot be played with, or without.
	needs func(c *Config, f *env.Faults)
	// fits reports why the add-on has no room on the table.
	fits func(g *Game, f *env.Faults)
}

// addOnTable lists the add-ons in the order in which they hook the turn.
var addOnTable = []*addOn{&nightRaid, &cityBrawl, &gangAddOn}

func addOnNames() (names []string) {
	for _, x := range addOnTable {
		names = append(names, x.name)
	}
	return names
}

// plays says whether an add-on is on.
func (c *Config) plays(addOn string) bool { return slices.Contains(c.AddOns, addOn) }

// validateAddOns refuses what is unknown, twice there, or does not go with the
// rest (DUEL-18).
func (c *Config) validateAddOns(f *env.Faults) {
	for i, name := range c.AddOns {
		if !slices.Contains(addOnNames(), name) {
			f.Add(at("add_ons", i), name, "one of %s", joined(addOnNames()))
		}
		if slices.Contains(c.AddOns[:i], name) {
			f.Add(at("add_ons", i), name, "each add-on once")
		}
	}
	if len(c.AddOns) > 0 && c.Scenario == ScenarioStandoff {
		f.Add("add_ons", c.AddOns, "none in the scenario %s", ScenarioStandoff)
	}
	for _, x := range addOnTable {
		if x.needs != nil && c.plays(x.name) {
			x.needs(c, f)
		}
	}
}

// fitAddOns finds out whether the add-ons have room on the table.
func (g *Game) fitAddOns() error {
	var f env.Faults
	for _, x := range addOnTable {
		if x.fits != nil && g.config.plays(x.name) {
			x.fits(g, &f)
		}
	}
	return f.Err()
}
