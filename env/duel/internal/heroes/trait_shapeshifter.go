package heroes

import (
	"fmt"

	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// Shapeshifter: a Hero who was in no Duel in this round may spend its activation to
// lay the marker of another of its shapes at a free point in base contact. If it takes
// no hit until its next activation, that is spent standing there as that shape, with
// its feats and traits; what it had is lost until it shifts back. The hits that have
// cost toughness are carried over, and may place the new shape prone or remove it at
// once (DUEL-98). The marker is a token: it blocks nothing, and when somebody
// stands on it the Hero appears at the nearest free point (DUEL-23, DUEL-121).
func shapeshifterTrait() *turn.Skill {
	fail := func(s *turn.State, m int8) { s.SetMark(m, turn.MarkShift, 0) }
	return &turn.Skill{
		Needs: func(c *config.Config) string {
			if c.MaxShapes == 0 {
				return "max_shapes above 0"
			}
			return ""
		},
		Fielded: Stow,
		MayUse: func(s *turn.State, m int8) bool {
			if s.Is(m, turn.FlagEngaged) {
				return false
			}
			for k := range 1 + Further(s, m) {
				if shiftsTo(s, m, k, false) {
					return true
				}
			}
			return false
		},
		Use: func(s *turn.State, m int8) { s.PushSkill(turn.TraitShapeshifter, m) },
		Ready: func(g *turn.Game) {
			g.Hooks.Things = append(g.Hooks.Things, turn.Things{Kind: turn.ThingShape, Count: g.Shapely(), Of: turn.OfSeats, Show: showMarker})
		},
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtHurt].Add(fail)
			h.On[turn.AtRemoved].Add(fail)
			h.On[turn.AtActivationEnd].Add(func(s *turn.State, m int8) {
				if s.Mark(m, turn.MarkShift) == 0 {
					return
				}
				if w := s.WardrobeOf(m); !w.Shift.Begun {
					fail(s, m) // it was spent otherwise, in a mob
				} else {
					w.Shift.Begun = false
				}
			})
			h.Activate.Add(func(s *turn.State, m int8) bool {
				if s.Mark(m, turn.MarkShift) == 0 || s.Models[m].Status != turn.Standing {
					return false
				}
				s.PushSkill(turn.TraitShapeshifter, m).Step = shapeShifts
				s.Reach(turn.AtActivate, m)
				return true
			})
			h.Notes.Add(func(s *turn.State, dst []string) []string {
				for rest := s.Bearers[turn.TraitShapeshifter] & s.InPlay; rest != 0; rest &= rest - 1 {
					if m := rest.First(); s.Mark(m, turn.MarkShift) != 0 {
						dst = append(dst, fmt.Sprintf("The next shape of %s is to stand at %s.", s.Game.ModelName(m), s.Game.Where(s.WardrobeOf(m).Shift.At)))
					}
				}
				return dst
			})
		},
		Run: runShapeshifter,
	}
}

// Steps of the task of Shapeshifter. Its Number is the shape.
const (
	shapeAsks turn.Step = iota
	shapeChosen
	shapePlaces // asks where the marker is to lie
	shapePlaced
	shapeShifts // another task: the Hero takes the shape of its marker
)

func runShapeshifter(s *turn.State, t *turn.Task) {
	m := t.M
	switch t.Step {
	case shapeShifts:
		s.Pop()
		if s.Mark(m, turn.MarkShift) > 0 && s.Models[m].Status == turn.Standing { // what came first may have hit it
			shiftShape(s, m)
		}
	case shapeChosen:
		t.Step, t.Number = shapePlaces, int16(s.DoHow())-1
	case shapeAsks:
		s.ForbidAll()
		for k := range 1 + Further(s, m) {
			if shiftsTo(s, m, k, false) {
				s.AllowNumbers(k+1, k+1)
			}
		}
		if only, ok := s.Sole(); ok {
			t.Step, t.Number = shapePlaces, int16(only-s.Game.Actions.Number)-1
			return
		}
		t.Step = shapeChosen
		s.AskSkill(turn.TraitShapeshifter, turn.NodeHow, s.Owner(m), m, turn.Nobody)
	case shapePlaces:
		t.Step = shapePlaced
		s.ForbidAll()
		shiftsTo(s, m, int(t.Number), true)
		s.AskSkill(turn.TraitShapeshifter, turn.NodeWhere, s.Owner(m), m, turn.Nobody)
	default:
		s.Pop()
		s.WardrobeOf(m).Shift = turn.Shift{At: s.Game.DestOf(s.Models[m].At, s.Answer), Begun: true}
		s.SetMark(m, turn.MarkShift, int(t.Number)+1)
	}
}

// shiftsTo reports whether a Hero can begin to shift to one of its shapes, for which
// there must be a free point in contact; it may make those points legal.
func shiftsTo(s *turn.State, m int8, k int, allow bool) bool {
	if k == shape(s, m) {
		return false
	}
	var room [turn.MaxModels]space.Model
	var free [64]space.Point
	found := false
	for _, p := range s.Game.Scene.ContactPoints(s.Spot(m), baseOfShape(s, m, k), &s.Land, s.Others(turn.Nobody, &room), free[:0]) {
		if a := s.Game.DestID(s.Models[m].At, p); a != turn.Absent {
			if found = true; allow {
				s.Allow(a)
			}
		}
	}
	return found
}

// baseOfShape returns the size of a Hero in one of its shapes.
func baseOfShape(s *turn.State, m int8, k int) space.Base {
	if s.WardrobeOf(m).Shapes[k].Set.Has(turn.FeatLarge) {
		return space.Large
	}
	return s.Models[m].Kind.Base()
}

// shiftShape has a Hero stand at its marker in another shape. What belongs to the feats
// that it loses is gone; dice that others have laid beside it stay.
func shiftShape(s *turn.State, m int8) {
	x := &s.Models[m]
	k := s.Mark(m, turn.MarkShift) - 1
	was := x.Base
	x.Base = baseOfShape(s, m, k)
	p := s.NearestFree(m, s.WardrobeOf(m).Shift.At)
	if p == space.Nowhere {
		x.Base = was
		s.SetMark(m, turn.MarkShift, 0)
		return
	}
	damage := max(0, s.Trait(m, turn.TraitToughness)-int(x.Toughness)) // a standing model has no other hits
	for _, own := range []turn.Mark{turn.MarkShift, turn.MarkBerserk, turn.MarkGuard, turn.MarkPrecision, turn.MarkSeen, turn.MarkKiller, turn.MarkImmobilizing} {
		s.SetMark(m, own, 0)
	}
	Wear(s, m, k)
	x.Flags &^= turn.FlagClimbing
	x.At, x.Climbed = p, 0
	soaked := min(damage, int(x.Toughness))
	x.Toughness -= uint8(soaked)
	x.Hits = uint8(min(damage-soaked, turn.HitsToRemove))
	switch {
	case x.Hits == turn.HitsToRemove:
		s.Remove(m)
		return
	case x.Hits > 0:
		s.Knock(m)
	}
	s.Reach(turn.AtPlaced, m)
}

// showMarker shows the marker of a shapeshifter.
func showMarker(s *turn.State, i int) turn.Thing {
	g := s.Game
	m := g.FirstOf(i/g.Heroes) + int8(i%g.Heroes)
	k := s.Mark(m, turn.MarkShift)
	if k == 0 {
		return turn.Thing{Side: turn.Nobody}
	}
	return turn.Thing{At: s.WardrobeOf(m).Shift.At, There: true, Free: true, Side: g.Side[s.Owner(m)], Sign: "s"}
}
