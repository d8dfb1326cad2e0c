package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// Raise Dead: X times a game the Hero may spend its action to bring back one or two
// models of any side that have been removed and were not raised before, at free points
// in base contact with it. They fight for its owner, at once and later whenever the
// Hero has been activated, with the dice of their kind, hand to hand with a two-handed
// weapon, in heavy protection and without feats; the first hit removes them. They take
// and hold nothing that wins, and go with the Hero (DUEL-97).
func raiseDeadTrait() *turn.Skill {
	return &turn.Skill{
		Needs: func(c *config.Config) string {
			switch {
			case !c.Melee:
				return "melee on"
			case c.Respawn:
				return "respawn off"
			}
			return ""
		},
		MayUse: func(s *turn.State, m int8) bool {
			if s.Mark(m, turn.MarkRaises) >= s.Trait(m, turn.TraitRaiseDead) {
				return false
			}
			for rest := fallen(s); rest != 0; rest &= rest - 1 {
				if besides(s, m, rest.First(), false) {
					return true
				}
			}
			return false
		},
		Use: func(s *turn.State, m int8) {
			s.SetMark(m, turn.MarkRaises, s.Mark(m, turn.MarkRaises)+1)
			s.PushSkill(turn.TraitRaiseDead, m)
		},
		Ready: func(g *turn.Game) {
			b := config.Build{Melee: config.TwoHandedWeapon, Name: "Raised"}
			if g.Config.Protection {
				b.Protection = -1
			}
			g.Kits, g.Raised = append(g.Kits, b), uint8(len(g.Kits))
		},
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtActivationEnd].Add(func(s *turn.State, m int8) {
				if raisedBy(s, m)&s.Standing() != 0 && s.Models[m].Status == turn.Standing {
					s.PushSkill(turn.TraitRaiseDead, m).Step = raisedAct
				}
			})
			h.On[turn.AtRemoved].Add(func(s *turn.State, m int8) {
				for rest := raisedBy(s, m) & s.InPlay; rest != 0; rest &= rest - 1 {
					s.Remove(rest.First())
				}
			})
			h.MayActivate.Add(func(s *turn.State, m int8) bool { return s.Mark(m, turn.MarkRaised) == 0 })
			h.MayEngage.Add(func(s *turn.State, by, _ int8) bool { return s.Mark(by, turn.MarkRaised) == 0 })
			h.Serves.Add(func(s *turn.State, m int8) bool { return s.Mark(m, turn.MarkRaised) == 0 })
		},
		Run: runRaiseDead,
	}
}

// Steps of the task of Raise Dead: a Hero raises models, or those that it has raised act.
const (
	raiseAsks turn.Step = iota // Number counts those that have been raised
	raiseChosen
	raisePlaced // of the model Other
	raisedAct   // another task: all that the Hero has raised act
	raisedActs  // another task: one of them acts, raised by Other
)

// runRaiseDead asks for models and places, or lets those that a Hero has raised act.
func runRaiseDead(s *turn.State, t *turn.Task) {
	g, m := s.Game, t.M
	switch t.Step {
	case raisedAct:
		s.Pop()
		s.PushEach(turn.Task{Kind: turn.TaskSkill, With: turn.TraitRaiseDead, Step: raisedActs, Other: m}, raisedBy(s, m), m)
	case raisedActs:
		hero := t.Other
		s.Pop()
		if (raisedBy(s, hero) & s.Standing()).Has(m) && !immobilized(s, m) {
			s.Push(turn.TaskActivate, m).Step = turn.ActivationGiven
		}
	case raiseChosen:
		e := s.Chosen(m)
		if e == turn.Nobody {
			s.Pop()
			return
		}
		t.Step, t.Other = raisePlaced, e
		s.ForbidAll()
		besides(s, m, e, true)
		s.AskSkill(turn.TraitRaiseDead, turn.NodeWhere, s.Owner(m), m, e)
	case raisePlaced:
		raise(s, m, t.Other, g.DestOf(s.Models[m].At, s.Answer))
		t.Step = raiseAsks
		t.Number++
	default:
		var set turn.ModelSet
		for rest := fallen(s); rest != 0 && int(t.Number) < s.Game.Whole(config.RaiseDeadAtOnce); rest &= rest - 1 {
			if e := rest.First(); besides(s, m, e, false) {
				set |= turn.Bit(e)
			}
		}
		if set == 0 {
			s.Pop()
			return
		}
		t.Step = raiseChosen
		s.AskWhom(turn.TraitRaiseDead, m, set, t.Number > 0)
	}
}

// fallen returns the models that could be raised, had they a place.
func fallen(s *turn.State) (set turn.ModelSet) {
	for m := range int8(s.Game.Models) {
		if s.Models[m].Status == turn.Gone && !s.Unfielded(m) && s.Mark(m, turn.MarkRaised) == 0 {
			set |= turn.Bit(m)
		}
	}
	return set
}

// besides reports whether there are free points in contact with a Hero for another
// model; it may make them legal.
func besides(s *turn.State, hero, m int8, allow bool) bool {
	var room [turn.MaxModels]space.Model
	var free [64]space.Point
	found := false
	for _, p := range s.Game.Scene.ContactPoints(s.Spot(hero), s.Base(m), &s.Land, s.Others(turn.Nobody, &room), free[:0]) {
		if a := s.Game.DestID(s.Models[hero].At, p); a != turn.Absent {
			if found = true; allow {
				s.Allow(a)
			}
		}
	}
	return found
}

// raise brings a model back on the side of a Hero.
func raise(s *turn.State, hero, m int8, at space.Point) {
	x := &s.Models[m]
	s.Own[x.Seat] &^= turn.Bit(m)
	x.Seat = s.Models[hero].Seat
	s.Own[x.Seat] |= turn.Bit(m)
	s.Strip(m)
	x.Valour = turn.NoValour()
	x.Leader, x.Kit = hero, s.Game.Raised
	x.Flags, x.Facing, x.Upgrade, x.Climbed = turn.FlagFrail|turn.FlagActed|turn.FlagRested, -1, 0, 0
	s.SetMark(m, turn.MarkRaised, 1)
	s.Enter(m, at)
}

// raisedBy returns the models that a Hero has raised.
func raisedBy(s *turn.State, hero int8) (set turn.ModelSet) {
	for rest := s.InPlay; rest != 0; rest &= rest - 1 {
		if m := rest.First(); s.Mark(m, turn.MarkRaised) != 0 && s.Models[m].Leader == hero {
			set |= turn.Bit(m)
		}
	}
	return set
}
