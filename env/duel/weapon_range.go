package duel

// With weapon_range a shot carries as far as its weapon (DUEL-65). A Duel needs
// one of the two in the other's reach; who has nobody in reach may only avoid.
var weaponRangeRule = rule{
	name: "weapon_range",
	reaches: func(s *State, m, target int8) bool {
		return s.within(m, target, s.game.ranges[s.build(m).ranged])
	},
}
