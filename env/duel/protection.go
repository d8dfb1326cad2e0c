package duel

// Light protection adds 1 to a model's dice, to dice against it and to the
// inches of its Moves; heavy protection takes 1 off (DUEL-60).
var protectionRule = rule{
	name: "protection",
	modify: func(s *State, r roll) int {
		x := int(s.build(r.by).protection)
		if r.kind == rollAttack {
			x += int(s.build(r.against).protection)
		}
		return x
	},
	allowance: func(s *State, m int8) float64 { return float64(s.build(m).protection) },
}
