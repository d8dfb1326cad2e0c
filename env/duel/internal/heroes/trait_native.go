package heroes

import (
	"fmt"
	"math/bits"
	"slices"

	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// Native: in X kinds of terrain, those that the map says one can be native to
// (DUEL-15), nobody sees the Hero while its centre is within, until it initiates a
// Duel there; then everybody does until its next activation begins. Within, it need
// not initiate a Duel. The kinds are named in the open before the first round, each
// for at most one Hero of a side (DUEL-96).
func nativeTrait() *turn.Skill {
	within := func(s *turn.State, m int8) bool {
		if !s.Bears(m, turn.TraitNative) || !s.InPlay.Has(m) {
			return false
		}
		pieces := s.Game.Scene.Inside(s.Models[m].At, &s.Land)
		left := s.Trait(m, turn.TraitNative) // of another shape it may be more
		for i, h := range s.Game.Homelands {
			if s.Mark(m, turn.MarkNative)>>i&1 == 0 || left == 0 {
				continue
			}
			if left--; h.Pieces&pieces != 0 {
				return true
			}
		}
		return false
	}
	return &turn.Skill{
		Needs: func(c *config.Config) string {
			for i := 0; c.Board != nil && i < len(c.Board.Types); i++ {
				if livable(c.Board, &c.Board.Types[i]) {
					return ""
				}
			}
			return "a map with terrain that one walks through and can be native to"
		},
		Ready: findHomelands,
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtSetup].Add(func(s *turn.State, _ int8) {
				var natives turn.ModelSet
				for m := range int8(s.Game.Models) {
					if ever(s, m, turn.TraitNative) > 0 {
						natives |= turn.Bit(m)
					}
				}
				s.PushSkillEach(turn.TraitNative, natives, turn.Nobody)
			})
			h.On[turn.AtActivate].Add(func(s *turn.State, m int8) { s.SetMark(m, turn.MarkSeen, 0) })
			h.On[turn.AtEngaged].Add(func(s *turn.State, by int8) {
				if s.Bears(by, turn.TraitNative) {
					s.SetMark(by, turn.MarkSeen, 1)
				}
			})
			h.On[turn.AtPlan].Add(func(s *turn.State, m int8) {
				if s.Planned.Plain() &&
					within(s, m) && s.Shootable(m)|s.HandToHand(m) != 0 {
					s.PushSkill(turn.TraitNative, m).Step = nativeShy
				}
			})
			h.Seen.Add(func(s *turn.State, by, m int8) bool { return s.Mark(m, turn.MarkSeen) != 0 || !within(s, m) })
			h.Notes.Add(func(s *turn.State, dst []string) []string {
				for i, h := range s.Game.Homelands {
					dst = append(dst, fmt.Sprintf("Terrain to be native to: %d is %s.", i, h.Name))
				}
				return dst
			})
		},
		Run: runNative,
	}
}

// maxHomelands is how many kinds there can be: the bits of a mark.
const maxHomelands = 8

// nativeKinds returns the kinds of terrain of a map that a Hero can be native to, in the
// order of the map's types.
func nativeKinds(b *space.Map) (names []string) {
	for i := range b.Types {
		if t := &b.Types[i]; livable(b, t) && !slices.Contains(names, t.Native) && len(names) < maxHomelands {
			names = append(names, t.Native)
		}
	}
	return names
}

// livable reports whether a type of terrain, of which there is a piece on the map, is
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

func findHomelands(g *turn.Game) {
	for _, name := range nativeKinds(g.Config.Board) {
		h := turn.Homeland{Name: name}
		for i := range g.Scene.Pieces() {
			if g.Scene.TypeOf(i).Native == name {
				h.Pieces |= 1 << i
			}
		}
		g.Homelands = append(g.Homelands, h)
	}
}

// Steps of the task of Native: a Hero names its terrain, or lets a Duel be.
const (
	nativeAsks turn.Step = iota
	nativeNamed
	nativeShy // another task: asks whether the Hero lets a Duel be
	nativeShyed
)

func runNative(s *turn.State, t *turn.Task) {
	switch t.Step {
	case nativeShy:
		t.Step = nativeShyed
		s.AskUse(turn.TraitNative, t.M, turn.Nobody)
	case nativeShyed:
		s.Pop()
		s.Act.Declined = s.Answer == s.Game.Do(turn.DoYes)
	default:
		nameHomelands(s, t)
	}
}

// nameHomelands asks for the kinds of terrain that a Hero is native to, by number.
func nameHomelands(s *turn.State, t *turn.Task) {
	m := t.M
	if t.Step == nativeNamed {
		s.SetMark(m, turn.MarkNative, s.Mark(m, turn.MarkNative)|1<<s.DoHow())
	}
	open := 1<<len(s.Game.Homelands) - 1
	for rest := s.Allied(s.Owner(m)); rest != 0; rest &= rest - 1 {
		open &^= s.Mark(rest.First(), turn.MarkNative)
	}
	left := ever(s, m, turn.TraitNative) - bits.OnesCount(uint(s.Mark(m, turn.MarkNative)))
	if left <= 0 || open == 0 {
		s.Pop()
		return
	}
	t.Step = nativeNamed
	s.ForbidAll()
	for i := range s.Game.Homelands {
		if open>>i&1 != 0 {
			s.AllowNumbers(i, i)
		}
	}
	s.AskSkill(turn.TraitNative, turn.NodeHow, s.Owner(m), m, turn.Nobody)
}
