package turn

import (
	"ringer/env"
	"ringer/env/duel/space"
)

// A Move can be interrupted by feats of the other side: at each whole inch of
// its path, at the nearest legal point of the lattice, one owner after another,
// as long as that would have an effect (DUEL-14, DUEL-116).

// interrupting returns the models whose feat could interrupt a mover where it is.
func (s *State) interrupting(id SkillID, mover int8) ModelSet {
	var set ModelSet
	for rest := s.Bearers[id] & s.Enemies(s.Owner(mover)) &^ s.refused; rest != 0; rest &= rest - 1 {
		if m := rest.First(); s.Game.Skills[id].MayInterrupt(s, m, mover) {
			set |= Bit(m)
		}
	}
	return set
}

// stopFor looks along a path, from this many inches on, for the next whole inch at
// which a feat could interrupt the mover, and leaves it there: it has come there.
func (s *State) stopFor(m int8, path []space.Point, from int, length float64) (inch int, stopped bool) {
	g := s.Game
	x := &s.Models[m]
	start := x.At
	var room [MaxModels]space.Model
	for inch = from; float64(inch) <= length; inch++ {
		x.At = start
		x.At = g.Scene.Along(path, float64(inch), s.Spot(m), &s.Land, s.Others(m, &room))
		for _, id := range g.interrupters {
			if s.interrupting(id, m) != 0 {
				return inch, true
			}
		}
	}
	x.At = start
	return 0, false
}

// interruptible reports whether anybody on the other side has a feat for it.
func (s *State) interruptible(m int8) bool {
	for _, id := range s.Game.interrupters {
		if s.Bearers[id]&s.Enemies(s.Owner(m))&^s.refused != 0 {
			return true
		}
	}
	return false
}

// runInterrupt asks each model that could interrupt the mover at its present place, models
// of the seats after the mover's first.
func runInterrupt(s *State, t *Task) {
	g, mover := s.Game, t.M
	if s.Models[mover].Status != Standing {
		s.Pop()
		return
	}
	if t.Step == Answered {
		t.Step = Asking
		m := t.Other
		switch s.Answer {
		case g.Do(DoYes):
			g.Skills[t.With].Interrupt(s, m, mover)
			return
		case g.doHero(doNever):
			s.refused |= Bit(m)
		}
	}
	for int(t.Next) < len(g.interrupters)*g.Models {
		id, m := g.interrupters[int(t.Next)/g.Models], int8((int(s.leader(mover))+int(t.Next))%g.Models)
		t.Next++
		if s.interrupting(id, mover).Has(m) {
			t.Step, t.Other, t.With = Answered, m, id
			s.ForbidAll()
			s.Allow(g.Do(DoYes))
			s.Allow(g.Do(DoNo))
			s.Allow(g.doHero(doNever))
			s.AskSkill(id, NodeUse, s.Owner(m), m, mover)
			return
		}
	}
	s.Pop()
}

// A heroic action is a word of the block heroes.
type heroic uint8

const (
	doNever heroic = iota // not on this path any more
	Heroics
)

// HeroicNames holds the words of heroic actions.
var HeroicNames = [Heroics]string{"not for the rest of this path"}

func (g *Game) doHero(x heroic) env.Action { return g.Actions.Heroic + env.Action(x) }
