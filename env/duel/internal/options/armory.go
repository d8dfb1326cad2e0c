package options

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// A two-handed weapon may roll one own attack die again, after all are seen,
// but not against a target in cover (DUEL-39). A shield is light cover against
// attacks from its front, hand to hand too; its bearer's owner turns it after
// placement and each Move (DUEL-38).
var armoryRule = turn.Rule{Name: "armory", Hook: func(h *turn.Hooks) {
	h.On[turn.AtPlaced].Add(turnShield)
	h.On[turn.AtMoved].Add(turnShield)
	h.On[turn.AtRolled].Add(func(s *turn.State, m int8) {
		if usesTwoHands(s, m) && !(m == s.Duel.By && s.Duel.Twice) && CoverOf(s, m, TargetOf(s, m)) == turn.CoverNone {
			s.Push(taskTwoHanded, m)
		}
	})
}}

func turnShield(s *turn.State, m int8) {
	if s.Build(m).Shield && s.Models[m].Status == turn.Standing {
		s.Push(taskShield, m)
	}
}

// usesTwoHands reports whether the weapon used in the running Duel is two-handed.
func usesTwoHands(s *turn.State, m int8) bool {
	b := s.Build(m)
	if s.Duel.Melee {
		return b.Melee == config.TwoHandedWeapon
	}
	return b.Ranged == config.TwoHandedWeapon
}

// TargetOf returns the model, or the mob, that a model attacks in the running Duel.
func TargetOf(s *turn.State, m int8) int8 {
	if m == s.Duel.By {
		return s.Duel.Target
	}
	return s.Duel.By
}

// Steps of taskTwoHanded.
const (
	againAsks turn.Step = iota
	againChosen
	againRolled
)

// runTwoHanded offers one die to be rolled again.
func runTwoHanded(s *turn.State, t *turn.Task) {
	g, d := s.Game, &s.Duel
	switch t.Step {
	case againAsks:
		t.Step = againChosen
		s.ForbidAll()
		s.Allow(g.Do(turn.DoDone))
		for _, f := range d.Faces[:d.Rolled] {
			s.Allow(g.DieID(f))
		}
		s.Ask(turn.NodeReroll, s.Owner(t.M), t.M, TargetOf(s, t.M))
	case againChosen:
		if s.Answer == g.Do(turn.DoDone) {
			s.Pop()
			return
		}
		t.Step = againRolled
		d.Twice = d.Twice || t.M == d.By
		s.SetAside(uint8(s.Answer-g.Actions.Die) + 1)
		s.Chance(turn.ChanceDice, 1, t.M)
	default:
		s.BringBack()
		s.Pop()
	}
}

func runShield(s *turn.State, t *turn.Task) {
	g, m := s.Game, t.M
	if t.Step == turn.Answered {
		s.Pop()
		s.Models[m].Facing = int8(s.Answer - g.Actions.Direction)
		return
	}
	t.Step = turn.Answered
	s.ForbidAll()
	for d := range env.Action(turn.Directions) {
		s.Allow(g.Actions.Direction + d)
	}
	s.Ask(turn.NodeFace, s.Owner(m), m, turn.Nobody)
}

// shielded reports whether an attack on a model comes from the front of its
// shield: the closed half-plane it faces.
func shielded(s *turn.State, by, target int8) bool {
	x := &s.Models[target]
	if !s.Build(target).Shield || x.Facing < 0 {
		return false
	}
	d := turn.DirectionSteps[x.Facing]
	a := &s.Models[by]
	return (int(a.At.X)-int(x.At.X))*d[0]+(int(a.At.Y)-int(x.At.Y))*d[1] >= 0
}
