package duel

import (
	"fmt"
	"strings"

	"ringer/env/duel/space"
)

// A shift is what a Hero does to have another shape: the mark says which.
type shift struct {
	at    space.Point // of the marker
	begun bool        // in the activation under way
}

// Shapeshifter: a Hero who was in no Duel in this round may spend its activation to
// lay the marker of another of its shapes at a free point in base contact. If it takes
// no hit until its next activation, that is spent standing there as that shape, with
// its feats and traits; what it had is lost until it shifts back. The hits that have
// cost toughness are carried over, and may place the new shape prone or remove it at
// once (DUEL-98). The marker is a token: it blocks nothing, and when somebody
// stands on it the Hero appears at the nearest free point (DUEL-23, DUEL-121).
func init() {
	fail := func(s *State, m int8) { s.setMark(m, markShift, 0) }
	skills[traitShapeshifter] = &skill{
		needs: func(c *Config) string {
			if c.MaxShapes == 0 {
				return "max_shapes above 0"
			}
			return ""
		},
		ready: func(g *Game) {
			g.hooks.things = append(g.hooks.things, things{kind: thingShape, count: g.shapely(), show: showMarker})
		},
		fielded: (*State).stow,
		mayUse: func(s *State, m int8) bool {
			if s.is(m, flagEngaged) {
				return false
			}
			for k := range 1 + s.further(m) {
				if s.shiftsTo(m, k, false) {
					return true
				}
			}
			return false
		},
		use: func(s *State, m int8) { s.pushSkill(traitShapeshifter, m, choosingShape, 0) },
		rule: rule{
			on: [points]func(s *State, m int8){
				atHurt:    fail,
				atRemoved: fail,
				atActivationEnd: func(s *State, m int8) {
					if s.mark(m, markShift) == 0 {
						return
					}
					if w := s.wardrobeOf(m); !w.shift.begun {
						fail(s, m) // it was spent otherwise, in a mob
					} else {
						w.shift.begun = false
					}
				},
			},
			activate: func(s *State, m int8) bool {
				if s.mark(m, markShift) == 0 || s.models[m].status != standing {
					return false
				}
				s.pushSkill(traitShapeshifter, m, shifting, 0)
				s.reach(atActivate, m)
				return true
			},
			tell: func(s *State, b *strings.Builder) {
				for rest := s.bearers[traitShapeshifter] & s.inPlay; rest != 0; rest &= rest - 1 {
					if m := first(rest); s.mark(m, markShift) != 0 {
						fmt.Fprintf(b, "The next shape of %s is to stand at %s.\n", s.game.modelName(m), s.game.where(s.wardrobeOf(m).shift.at))
					}
				}
			},
		},
		run: runShapeshifter,
	}
}

// What a task of Shapeshifter is about, in task.a; in task.b the shape.
const (
	choosingShape = iota
	choosingPlace
	shifting
)

func runShapeshifter(s *State, t *task) {
	m, asked := t.m, t.step == 1
	switch {
	case t.a == shifting:
		s.pop()
		if s.mark(m, markShift) > 0 && s.models[m].status == standing { // what came first may have hit it
			s.shiftShape(m)
		}
	case t.a == choosingShape && asked:
		t.a, t.b, t.step = choosingPlace, int16(s.doHow())-1, 0
	case t.a == choosingShape:
		s.forbidAll()
		for k := range 1 + s.further(m) {
			if s.shiftsTo(m, k, false) {
				s.allowNumbers(k+1, k+1)
			}
		}
		if only, ok := s.sole(); ok {
			t.a, t.b = choosingPlace, int16(only-s.game.actions.number)-1
			return
		}
		t.step = 1
		s.askSkill(traitShapeshifter, nodeHow, s.owner(m), m, nobody)
	case !asked:
		t.step = 1
		s.forbidAll()
		s.shiftsTo(m, int(t.b), true)
		s.askSkill(traitShapeshifter, nodeWhere, s.owner(m), m, nobody)
	default:
		s.pop()
		s.wardrobeOf(m).shift = shift{at: s.game.destOf(s.models[m].at, s.answer), begun: true}
		s.setMark(m, markShift, int(t.b)+1)
	}
}

// shiftsTo says whether a Hero can begin to shift to one of its shapes, for which
// there must be a free point in contact; it may make those points legal.
func (s *State) shiftsTo(m int8, k int, allow bool) bool {
	if k == s.shape(m) {
		return false
	}
	var room [maxModels]space.Model
	var free [64]space.Point
	found := false
	for _, p := range s.game.scene.ContactPoints(s.spot(m), s.baseOfShape(m, k), &s.land, s.others(nobody, &room), free[:0]) {
		if a := s.game.destID(s.models[m].at, p); a != absent {
			if found = true; allow {
				s.allow(a)
			}
		}
	}
	return found
}

// baseOfShape is the size of a Hero in one of its shapes.
func (s *State) baseOfShape(m int8, k int) space.Base {
	if s.wardrobeOf(m).shapes[k].set.has(featLarge) {
		return space.Large
	}
	return s.models[m].kind.base()
}

// shiftShape has a Hero stand at its marker in another shape. What belongs to the feats
// that it loses is gone; dice that others have laid beside it stay.
func (s *State) shiftShape(m int8) {
	x := &s.models[m]
	k := s.mark(m, markShift) - 1
	was := x.base
	x.base = s.baseOfShape(m, k)
	p := s.nearestFree(m, s.wardrobeOf(m).shift.at)
	if p == space.Nowhere {
		x.base = was
		s.setMark(m, markShift, 0)
		return
	}
	damage := max(0, s.trait(m, traitToughness)-int(x.toughness)) // who stands has no other hits
	for _, own := range []mark{markShift, markBerserk, markGuard, markPrecision, markSeen, markKiller, markImmobilizing} {
		s.setMark(m, own, 0)
	}
	s.wear(m, k)
	x.flags &^= flagClimbing
	x.at, x.climbed = p, 0
	soaked := min(damage, int(x.toughness))
	x.toughness -= uint8(soaked)
	x.hits = uint8(min(damage-soaked, hitsToRemove))
	switch {
	case x.hits == hitsToRemove:
		s.remove(m)
		return
	case x.hits > 0:
		s.knock(m)
	}
	s.reach(atPlaced, m)
}

// showMarker shows the marker of a shapeshifter.
func showMarker(s *State, i int) thing {
	g := s.game
	m := g.firstOf(i/g.heroes) + int8(i%g.heroes)
	k := s.mark(m, markShift)
	if k == 0 {
		return thing{side: nobody}
	}
	return thing{at: s.wardrobeOf(m).shift.at, there: true, free: true, side: g.side[s.owner(m)], sign: "s"}
}
