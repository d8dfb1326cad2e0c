package duel

// The least range of a shot is part of the core; dead_zone exempts thrown
// weapons from it, short of base contact (DUEL-46).
var deadZoneRule = rule{
	name: "dead_zone",
	pointBlank: func(s *State, m, target int8) bool {
		return s.build(m).ranged == thrown && !s.inContact(m, target)
	},
}
