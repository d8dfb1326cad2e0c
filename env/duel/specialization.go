package duel

// Brawlers and gunslingers carry one kind of weapon. Their bonuses, and those
// against them, are on attack dice only. A brawler who ends a Move without an
// enemy in sight may move once more (DUEL-62).
var specializationRule = rule{
	name: "specialization",
	on: [points]func(s *State, m int8){
		atMoved: func(s *State, m int8) {
			if !s.build(m).brawler || s.act.m != m || s.act.again || s.models[m].status != standing || s.seesEnemy(m) {
				return
			}
			s.act.again = true
			s.act.left = s.allowance(m, s.baseMove())
			s.push(taskGo, m, goMove, 0)
		},
	},
	modify: func(s *State, r roll) int {
		if r.kind != rollAttack {
			return 0
		}
		by, against := s.build(r.by), s.build(r.against)
		x := 0
		if s.duel.melee {
			if by.brawler {
				x += 2
			}
			if against.gunslinger {
				x += 2
			}
		} else {
			if against.brawler {
				x++
			}
			if by.gunslinger {
				x++
			}
		}
		return x
	},
}
