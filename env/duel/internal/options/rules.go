package options

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// ruleTable lists the optional rules with what switches them on. Where several
// hook one moment, they are called in this order; of tasks that they push then,
// the last runs first. So the reroll of cover, which is the last of all
// rerolls, stands before the reroll of two-handed weapons (DUEL-13).
var ruleTable = []struct {
	on   func(c *config.Config) bool
	rule *turn.Rule
}{
	{func(c *config.Config) bool { return c.BidInitiative != config.BidOff }, &bidRule},
	{func(c *config.Config) bool { return c.OneAndHalfActions }, &oneAndHalfRule},
	{func(c *config.Config) bool { return c.Exhaust }, &exhaustRule},
	{func(c *config.Config) bool { return c.TakeAim }, &takeAimRule},
	{func(c *config.Config) bool { return c.Melee }, &meleeRule},
	{func(c *config.Config) bool { return c.Charge }, &chargeRule},
	{func(c *config.Config) bool { return c.Cover != config.CoverOff }, &coverRule},
	{func(c *config.Config) bool { return c.Armory }, &armoryRule},
	{func(c *config.Config) bool { return c.Jamming }, &jammingRule},
	{func(c *config.Config) bool { return c.Protection }, &protectionRule},
	{func(c *config.Config) bool { return c.Specialization }, &specializationRule},
	{func(c *config.Config) bool { return c.WeaponRange }, &weaponRangeRule},
	{func(c *config.Config) bool { return c.DeadZone }, &deadZoneRule},
	{func(c *config.Config) bool { return c.Climbing }, &climbingRule},
	{func(c *config.Config) bool { return c.Jump }, &jumpRule},
	{func(c *config.Config) bool { return c.Falling }, &fallingRule},
	{func(c *config.Config) bool { return c.Upgrades }, &upgradesRule},
	{func(c *config.Config) bool { return c.Respawn }, &respawnRule},
	{func(c *config.Config) bool { return c.PlaceTerrain > 0 }, &placeTerrainRule},
	{func(c *config.Config) bool { return c.SpawnPoints }, &spawnPointsRule},
	{func(c *config.Config) bool { return c.PlaceRandomly }, &placeRandomlyRule},
	{func(c *config.Config) bool { return c.Interactive(config.Water) }, &waterRule},
	{func(c *config.Config) bool { return c.Interactive(config.Fragile) }, &fragileRule},
	{func(c *config.Config) bool { return c.Interactive(config.Laser) }, &laserRule},
	{func(c *config.Config) bool { return c.Interactive(config.Tree) }, &treeRule},
}

// Rules returns the optional rules that a configuration switches on, in the order
// in which they hook the turn.
func Rules(c *config.Config) (list []*turn.Rule) {
	for _, x := range ruleTable {
		if x.on(c) {
			list = append(list, x.rule)
		}
	}
	return list
}

// Names returns the names of the optional rules, in the order in which they hook the turn.
func Names() (names []string) {
	for _, x := range ruleTable {
		names = append(names, x.rule.Name)
	}
	return names
}
