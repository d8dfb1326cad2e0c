package heroes

import (
	"ringer/env/duel/internal/options"
	"ringer/env/duel/internal/turn"
)

// Zero Vision Shooting, a Special Attack: instead of its usual Duel the Hero may shoot
// at one enemy anywhere in the area, unseen and out of reach too. A model that
// is not in its sight may only avoid hits. When the dice, as they finally lie, show a pair, nobody is
// hit but the Hero, twice; with three or more alike it is removed (DUEL-94).
func zeroVisionShootingFeat() *turn.Skill {
	blind := func(s *turn.State, m int8) bool {
		return s.Duel.By == m && s.Duel.Special == turn.FeatZeroVisionShooting
	}
	return &turn.Skill{
		Attack: true,
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtPlan].Add(func(s *turn.State, m int8) {
				if s.Bears(m, turn.FeatZeroVisionShooting) && s.Planned.Plain() && anywhere(s, m) != 0 {
					s.PushSkill(turn.FeatZeroVisionShooting, m)
				}
			})
			h.On[turn.AtAttacked].Add(func(s *turn.State, m int8) {
				if blind(s, m) {
					s.Duel.Much = uint8(alike(s))
				}
			})
			h.On[turn.AtApplied].Add(backfire)
			h.ShootsAt.Add(func(s *turn.State, by, m int8) bool { return blind(s, by) && s.Duel.Only == m })
			h.Voids.Add(func(s *turn.State, r turn.Roll) bool { return blind(s, r.By) && alike(s) > 1 })
			h.Plans.Add(func(s *turn.State, m int8) bool {
				return s.Bears(m, turn.FeatZeroVisionShooting) && anywhere(s, m) != 0
			})
		},
		Run: func(s *turn.State, t *turn.Task) {
			m := t.M
			if t.Step == turn.Asking {
				t.Step = turn.Answered
				s.AskWhom(turn.FeatZeroVisionShooting, m, anywhere(s, m), true)
				return
			}
			target := s.Chosen(m)
			s.Pop()
			if target == turn.Nobody {
				return
			}
			x := turn.Change{By: m, Other: target, How: turn.DuelOnly, With: turn.FeatZeroVisionShooting}
			if !s.Sees(m, target) {
				x.How |= turn.DuelDodge
			}
			s.Change = x
		},
	}
}

// anywhere returns the enemies that a Hero with Zero Vision Shooting could shoot at.
func anywhere(s *turn.State, m int8) (set turn.ModelSet) {
	if !s.CanShoot(m) || s.ForbidsSpecials(m) || s.Models[m].Status != turn.Standing {
		return 0
	}
	for rest := s.Enemies(s.Owner(m)); rest != 0; rest &= rest - 1 {
		if e := rest.First(); s.Engageable(m, e) && s.FarEnough(m, e) {
			set |= turn.Bit(e)
		}
	}
	return set
}

// alike returns how many dice of the roll under way show the same face, at most.
func alike(s *turn.State) (most int) {
	d := &s.Duel
	run := 0
	for i, f := range d.Faces[:d.Rolled] { // ascending
		if run++; i > 0 && d.Faces[i-1] != f {
			run = 1
		}
		most = max(most, run)
	}
	return most
}

// backfire lets a blind shot hit the Hero who made it.
func backfire(s *turn.State, m int8) {
	d := &s.Duel
	if d.By != m || d.Special != turn.FeatZeroVisionShooting {
		return
	}
	alike := d.Much
	d.Much = 0
	switch {
	case alike > 2 && s.InPlay.Has(m):
		s.Remove(m)
	case alike == 2:
		options.Hurt(s, m, turn.HitsToRemove)
	}
}
