package options

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// Against a target in cover, one die that hit must be rolled again, the
// attacker's choice; against heavy cover two of at least two, when the target
// tries to avoid hits and is no rookie. It is the last reroll (DUEL-45). A two-handed weapon
// gives neither reroll against cover (DUEL-39).
var coverRule = turn.Rule{Name: "cover", Hook: func(h *turn.Hooks) {
	h.On[turn.AtRolled].Add(func(s *turn.State, m int8) {
		target := TargetOf(s, m)
		level := CoverOf(s, m, target)
		if level == turn.CoverNone || s.Game.Config.Armory && usesTwoHands(s, m) {
			return
		}
		most := 1
		if level == turn.CoverHeavy && s.Duel.Avoiding.Has(target) && s.Models[target].Status == turn.Standing && s.Models[target].Kind != turn.Rookie {
			most = 2
		}
		s.Push(taskCoverReroll, m).Number = int16(most)
	})
}}

// Steps of taskCoverReroll. Its Number counts the dice to roll again.
const (
	coverCounts turn.Step = iota
	coverChosen           // a die has been chosen
	coverRolled
)

// runCoverReroll sets aside dice that hit, asking which when it matters, and
// rolls them again together.
func runCoverReroll(s *turn.State, t *turn.Task) {
	g, d := s.Game, &s.Duel
	switch t.Step {
	case coverCounts:
		hits := 0
		for _, f := range d.Faces[:d.Rolled] {
			if s.Scores(f) > 0 {
				hits++
			}
		}
		if t.Number = int16(min(int(t.Number), hits)); t.Number == 0 {
			s.Pop()
			return
		}
		t.Step = coverChosen
	case coverChosen:
		s.SetAside(uint8(s.Answer-g.Actions.Die) + 1)
	case coverRolled:
		s.BringBack()
		s.Pop()
		return
	}
	for d.Aside < uint8(t.Number) {
		s.ForbidAll()
		for _, f := range d.Faces[:d.Rolled] {
			if s.Scores(f) > 0 {
				s.Allow(g.DieID(f))
			}
		}
		if a, one := s.Sole(); one {
			s.SetAside(uint8(a-g.Actions.Die) + 1)
			continue
		}
		s.Ask(turn.NodeCover, s.Owner(t.M), t.M, TargetOf(s, t.M))
		return
	}
	t.Step = coverRolled
	s.Chance(turn.ChanceDice, int(d.Aside), t.M)
}

// CoverOf says how well a target is hidden from an attacker, as far as the
// rules of cover are on: a shield is light cover. A mob has none (DUEL-105).
func CoverOf(s *turn.State, by, target int8) turn.CoverLevel {
	if _, mob := turn.MobOf(target); mob || s.Game.Config.Cover == config.CoverOff {
		return turn.CoverNone
	}
	level := s.TerrainCover(by, target)
	if level == turn.CoverNone && (shielded(s, by, target) || swims(s, by, target) || sheltered(s, by, target)) {
		level = turn.CoverLight
	}
	if level == turn.CoverHeavy && s.Game.Config.Cover == config.CoverSimple {
		level = turn.CoverLight
	}
	return level
}

// sheltered reports whether a rule puts a target into cover.
func sheltered(s *turn.State, by, target int8) bool {
	for _, f := range s.Game.Hooks.Covered {
		if f(s, by, target) {
			return true
		}
	}
	return false
}
