package duel

// ruleTable lists the optional rules with what switches them on. Where several
// hook one point, they are called in this order; of tasks that they push there,
// the last runs first. So the reroll of cover, which is the last of all
// rerolls, stands before that of two-handed weapons (DUEL-13).
var ruleTable = []struct {
	on   func(c *Config) bool
	rule *rule
}{
	{func(c *Config) bool { return c.BidInitiative != BidOff }, &bidRule},
	{func(c *Config) bool { return c.OneAndHalfActions }, &oneAndHalfRule},
	{func(c *Config) bool { return c.Exhaust }, &exhaustRule},
	{func(c *Config) bool { return c.TakeAim }, &takeAimRule},
	{func(c *Config) bool { return c.Melee }, &meleeRule},
	{func(c *Config) bool { return c.Charge }, &chargeRule},
	{func(c *Config) bool { return c.Cover != CoverOff }, &coverRule},
	{func(c *Config) bool { return c.Armory }, &armoryRule},
	{func(c *Config) bool { return c.Jamming }, &jammingRule},
	{func(c *Config) bool { return c.Protection }, &protectionRule},
	{func(c *Config) bool { return c.Specialization }, &specializationRule},
	{func(c *Config) bool { return c.WeaponRange }, &weaponRangeRule},
	{func(c *Config) bool { return c.DeadZone }, &deadZoneRule},
	{func(c *Config) bool { return c.Climbing }, &climbingRule},
	{func(c *Config) bool { return c.Falling }, &fallingRule},
	{func(c *Config) bool { return c.Upgrades }, &upgradesRule},
	{func(c *Config) bool { return c.Respawn }, &respawnRule},
	{func(c *Config) bool { return c.SpawnPoints }, &spawnPointsRule},
	{func(c *Config) bool { return c.PlaceRandomly }, &placeRandomlyRule},
	{func(c *Config) bool { return c.interactive(Water) }, &waterRule},
	{func(c *Config) bool { return c.interactive(Fragile) }, &fragileRule},
	{func(c *Config) bool { return c.interactive(Laser) }, &laserRule},
	{func(c *Config) bool { return c.interactive(Tree) }, &treeRule},
	{func(c *Config) bool { return c.Heroes }, &heroesRule},
}
