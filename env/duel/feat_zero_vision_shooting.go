package duel

// Zero Vision Shooting, a Special Attack: instead of its usual Duel the Hero may shoot
// at one enemy anywhere in the area, unseen and out of reach too. Who is not in its
// sight may only avoid hits. When the dice, as they finally lie, show a pair, nobody is
// hit but the Hero, twice; with three or more alike it is removed (DUEL-94).
func init() {
	blind := func(s *State, m int8) bool { return s.duel.by == m && s.duel.special == featZeroVisionShooting }
	skills[featZeroVisionShooting] = &skill{
		attack: true,
		rule: rule{
			on: [points]func(s *State, m int8){
				atPlan: func(s *State, m int8) {
					if t := s.newest(taskDuel, m); s.bears(m, featZeroVisionShooting) && t.a&^(duelOneDie|duelFixed) == 0 && t.with == noSkill && s.anywhere(m) != 0 {
						s.pushSkill(featZeroVisionShooting, m, 0, 0)
					}
				},
				atAttacked: func(s *State, m int8) {
					if blind(s, m) {
						s.duel.much = uint8(s.alike())
					}
				},
				atApplied: backfire,
			},
			shootsAt: func(s *State, by, m int8) bool { return blind(s, by) && s.duel.only == m },
			worth: func(s *State, r roll, _ uint8, hits bool) int {
				if blind(s, r.by) && s.alike() > 1 {
					return -int(oneIf(hits))
				}
				return 0
			},
		},
		run: func(s *State, t *task) {
			m := t.m
			if t.step == 0 {
				t.step = 1
				s.askWhom(featZeroVisionShooting, m, s.anywhere(m), true)
				return
			}
			target := s.chosen(m)
			s.pop()
			if target == nobody {
				return
			}
			x := s.newest(taskDuel, m)
			x.with, x.b = featZeroVisionShooting, int16(target)
			if x.a |= duelOnly; !s.sees(m, target) {
				x.a |= duelDodge
			}
		},
	}
}

// anywhere are the enemies that a Hero with Zero Vision Shooting could shoot at.
func (s *State) anywhere(m int8) (set modelSet) {
	if !s.canShoot(m) || s.forbidsSpecials(m) || s.models[m].status != standing {
		return 0
	}
	for rest := s.enemies(s.owner(m)); rest != 0; rest &= rest - 1 {
		if e := first(rest); s.engageable(m, e) && s.farEnough(m, e) {
			set |= bit(e)
		}
	}
	return set
}

// alike is how many dice of the roll under way show the same face, at most.
func (s *State) alike() (most int) {
	d := &s.duel
	run := 0
	for i, f := range d.faces[:d.rolled] { // ascending
		if run++; i > 0 && d.faces[i-1] != f {
			run = 1
		}
		most = max(most, run)
	}
	return most
}

// backfire lets a blind shot hit the Hero who made it.
func backfire(s *State, m int8) {
	d := &s.duel
	if d.by != m || d.special != featZeroVisionShooting {
		return
	}
	alike := d.much
	d.much = 0
	switch {
	case alike > 2 && has(s.inPlay, m):
		s.remove(m)
	case alike == 2:
		s.hurt(m, hitsToRemove)
	}
}
