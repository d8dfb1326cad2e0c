package duel

import (
	"ringer/env"
	"ringer/env/duel/space"
)

func init() { runners[taskInterrupt] = runInterrupt }

// A Move can be interrupted by feats of the other side: at each whole inch of
// its path, at the nearest legal point of the lattice, one owner after another,
// as long as that would have an effect (DUEL-14, DUEL-116).

// interrupting are the models whose feat could interrupt a mover where it is.
func (s *State) interrupting(id skillID, mover int8) modelSet {
	var set modelSet
	for rest := s.bearers[id] & s.enemies(s.owner(mover)) &^ s.refused; rest != 0; rest &= rest - 1 {
		if m := first(rest); skills[id].mayInterrupt(s, m, mover) {
			set |= bit(m)
		}
	}
	return set
}

// stopFor looks along a path, from so many inches on, for the next whole inch at
// which a feat could interrupt the mover, and leaves it there: it has come there.
func (s *State) stopFor(m int8, path []space.Point, from int, length float64) (inch int, stopped bool) {
	g := s.game
	x := &s.models[m]
	start := x.at
	var room [maxModels]space.Model
	for inch = from; float64(inch) <= length; inch++ {
		x.at = start
		x.at = g.scene.Along(path, float64(inch), s.spot(m), &s.land, s.others(m, &room))
		for _, id := range g.interrupters {
			if s.interrupting(id, m) != 0 {
				return inch, true
			}
		}
	}
	x.at = start
	return 0, false
}

// interruptible says whether anybody on the other side has a feat for it.
func (s *State) interruptible(m int8) bool {
	for _, id := range s.game.interrupters {
		if s.bearers[id]&s.enemies(s.owner(m))&^s.refused != 0 {
			return true
		}
	}
	return false
}

// runInterrupt asks everybody who could interrupt the mover where it is.
func runInterrupt(s *State, t *task) {
	g, mover := s.game, t.m
	if s.models[mover].status != standing {
		s.pop()
		return
	}
	if t.step == 1 {
		t.step = 0
		m := int8(t.b)
		switch s.answer {
		case g.do(doYes):
			skills[t.with].interrupt(s, m, mover)
			return
		case g.doHero(doNever):
			s.refused |= bit(m)
		}
	}
	for int(t.a) < len(g.interrupters)*g.models {
		id, m := g.interrupters[int(t.a)/g.models], int8(int(t.a)%g.models)
		t.a++
		if has(s.interrupting(id, mover), m) {
			t.step, t.b, t.with = 1, int16(m), id
			s.forbidAll()
			s.allow(g.do(doYes))
			s.allow(g.do(doNo))
			s.allow(g.doHero(doNever))
			s.askSkill(id, nodeUse, s.owner(m), m, mover)
			return
		}
	}
	s.pop()
}

// A heroic action is a word of the block heroes.
type heroic uint8

const (
	doNever heroic = iota // not on this path any more
	heroics
)

var heroicNames = [heroics]string{"not for the rest of this path"}

func (g *Game) doHero(x heroic) env.Action { return g.actions.heroic + env.Action(x) }
