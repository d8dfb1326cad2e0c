package duel

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"ringer/env/duel/space"
)

// Native: in X kinds of terrain, those that the map says one can be native to
// (DUEL-15), nobody sees the Hero while its centre is within, until it initiates a
// Duel there; then everybody does until its next activation begins. Within, it need
// not initiate a Duel. The kinds are named in the open before the first round, each
// for at most one Hero of a side (DUEL-96).
func init() {
	within := func(s *State, m int8) bool {
		if !s.bears(m, traitNative) || !has(s.inPlay, m) {
			return false
		}
		pieces := s.game.scene.Inside(s.models[m].at, &s.land)
		left := s.trait(m, traitNative) // of another shape it may be more
		for i, h := range s.game.homelands {
			if s.mark(m, markNative)>>i&1 == 0 || left == 0 {
				continue
			}
			if left--; h.pieces&pieces != 0 {
				return true
			}
		}
		return false
	}
	skills[traitNative] = &skill{
		needs: func(c *Config) string {
			for i := 0; c.Board != nil && i < len(c.Board.Types); i++ {
				if livable(c.Board, &c.Board.Types[i]) {
					return ""
				}
			}
			return "a map with terrain that one walks through and can be native to"
		},
		ready: (*Game).findHomelands,
		rule: rule{
			on: [points]func(s *State, m int8){
				atSetup: func(s *State, _ int8) {
					for m := int8(s.game.models) - 1; m >= 0; m-- {
						if s.ever(m, traitNative) > 0 {
							s.pushSkill(traitNative, m, 0, 0)
						}
					}
				},
				atActivate: func(s *State, m int8) { s.setMark(m, markSeen, 0) },
				atEngaged: func(s *State, by int8) {
					if s.bears(by, traitNative) {
						s.setMark(by, markSeen, 1)
					}
				},
				atPlan: func(s *State, m int8) {
					if t := s.newest(taskDuel, m); t.a&^(duelOneDie|duelFixed) == 0 && t.with == noSkill &&
						within(s, m) && s.shootable(m)|s.handToHand(m) != 0 {
						s.pushSkill(traitNative, m, 1, 0)
					}
				},
			},
			seen: func(s *State, by, m int8) bool { return s.mark(m, markSeen) != 0 || !within(s, m) },
			tell: func(s *State, b *strings.Builder) {
				for i, h := range s.game.homelands {
					fmt.Fprintf(b, "Terrain to be native to: %d is %s.\n", i, h.name)
				}
			},
		},
		run: func(s *State, t *task) {
			if t.a == 1 {
				runShy(s, t)
			} else {
				runNative(s, t)
			}
		},
	}
}

// A homeland is a kind of terrain that a Hero can be native to.
type homeland struct {
	name   string
	pieces uint64
}

// maxHomelands is how many kinds there can be: the bits of a mark.
const maxHomelands = 8

// nativeKinds are the kinds of terrain of a map that a Hero can be native to, in the
// order of the map's types.
func nativeKinds(b *space.Map) (names []string) {
	for i := range b.Types {
		if t := &b.Types[i]; livable(b, t) && !slices.Contains(names, t.Native) && len(names) < maxHomelands {
			names = append(names, t.Native)
		}
	}
	return names
}

// livable says whether a type of terrain, of which there is a piece on the map, is
// one to be native to.
func livable(b *space.Map, t *space.Type) bool {
	if !t.Walk || t.Native == "" {
		return false
	}
	for i := range b.Pieces {
		if b.Pieces[i].Type == t.ID {
			return true
		}
	}
	return false
}

func (g *Game) findHomelands() {
	for _, name := range nativeKinds(g.config.Board) {
		h := homeland{name: name}
		for i := range g.scene.Pieces() {
			if g.scene.TypeOf(i).Native == name {
				h.pieces |= 1 << i
			}
		}
		g.homelands = append(g.homelands, h)
	}
}

// runNative asks for the kinds of terrain that a Hero is native to, by number.
func runNative(s *State, t *task) {
	m := t.m
	if t.step == 1 {
		s.setMark(m, markNative, s.mark(m, markNative)|1<<s.doHow())
	}
	open := 1<<len(s.game.homelands) - 1
	for rest := s.allied(s.owner(m)); rest != 0; rest &= rest - 1 {
		open &^= s.mark(first(rest), markNative)
	}
	left := s.ever(m, traitNative) - bits.OnesCount(uint(s.mark(m, markNative)))
	if left <= 0 || open == 0 {
		s.pop()
		return
	}
	t.step = 1
	s.forbidAll()
	for i := range s.game.homelands {
		if open>>i&1 != 0 {
			s.allowNumbers(i, i)
		}
	}
	s.askSkill(traitNative, nodeHow, s.owner(m), m, nobody)
}

// runShy asks a Hero at home whether it lets a Duel be.
func runShy(s *State, t *task) {
	m := t.m
	if t.step == 0 {
		t.step = 1
		s.askUse(traitNative, m, nobody)
		return
	}
	s.pop()
	s.act.instead = s.answer == s.game.do(doYes)
}
