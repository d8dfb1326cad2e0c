package options

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// Models in base contact fight hand to hand. An attack there gains 1 on each die
// for each ally in contact with the target and with nobody else that has no attack of
// its own in the Duel (DUEL-55). A model that wants out of contact with armed enemies
// must disengage first: each of them initiates a Duel, attacks and supports the others,
// and the mover may only avoid hits (DUEL-57).
var meleeRule = turn.Rule{Name: "melee", Hook: func(h *turn.Hooks) {
	h.Sift.Add(func(s *turn.State) { s.Push(taskMelees, s.Duel.By) })
	h.Modify.Add(func(s *turn.State, r turn.Roll) int {
		if !s.Duel.Melee || r.Kind != turn.RollAttack {
			return 0
		}
		return support(s, r.By, r.Against)
	})
	h.Offer.Add(func(s *turn.State, m int8) {
		if (!s.Act.Exhausting || s.Game.Config.ExhaustDisengages) && s.Holders(m) != 0 && s.Bound(m) == 0 {
			s.Allow(s.Game.Do(turn.DoDisengage))
		}
	})
	h.Acted.Add(func(s *turn.State, m int8, a env.Action) bool {
		if a != s.Game.Do(turn.DoDisengage) {
			return false
		}
		s.Push(TaskDisengage, m)
		s.Push(turn.TaskDuel, m).How = turn.DuelLeaving
		return true
	})
}}

// support returns the number of standing allies of by, armed for melee, that are in
// contact with the target and with no other standing enemy. An ally that has set a score
// of its own in the Duel does not support, but in Retaliate it does (DUEL-55).
func support(s *turn.State, by, target int8) int {
	if _, mob := turn.MobOf(target); mob {
		return 0 // no enemy
	}
	for _, f := range s.Game.Hooks.Supported {
		if !f(s, by, target) {
			return 0
		}
	}
	n := 0
	seat := s.Owner(by)
	busy := turn.Bit(by)
	if !s.Duel.Leaving {
		busy |= s.Duel.Set
	}
	for rest := s.Contacts(target) & s.Allied(seat) &^ busy; rest != 0; rest &= rest - 1 {
		m := rest.First()
		if s.Models[m].Status != turn.Standing || s.Build(m).Melee == config.NoWeapon {
			continue
		}
		others := s.Contacts(m) & s.Enemies(seat) & s.Standing() &^ turn.Bit(target)
		if others == 0 {
			n++
		}
	}
	return n
}

// runDisengage lets a model that has got through the blows move away.
func runDisengage(s *turn.State, t *turn.Task) {
	m := t.M
	s.Pop()
	if s.Models[m].Status != turn.Standing {
		return
	}
	switch {
	case !s.Game.Bidding:
		s.Plan(m)
	case s.Act.More > 0: // its Duel is the one of the activation (DUEL-41)
		s.Act.NoDuel = true
		s.Again(m)
	}
	s.Act.Left, s.Act.Free = s.Allowance(m, s.BaseMove()), true
	s.Push(turn.TaskGo, m).Move = turn.GoFree
}

// Steps of taskMelees.
const (
	meleesLook  turn.Step = iota
	meleesAsked           // whether to shoot into the melee
	meleesDrawn           // the member that is shot at
)

// runMelees goes through the melees that a shooter's targets are in: unless the
// owner declines for fear of hitting an own model, the one target in each melee
// is drawn, and it may only avoid hits (DUEL-56).
func runMelees(s *turn.State, t *turn.Task) {
	d, g := &s.Duel, s.Game
	seat := s.Owner(d.By)
	switch t.Step {
	case meleesAsked:
		group := MeleeOf(s, s.Other)
		if s.Answer == g.Do(turn.DoNo) {
			d.In &^= group
			t.Step = meleesLook
		} else {
			t.Step = meleesDrawn
			drawFrom(s, group)
			return
		}
	case meleesDrawn:
		m := int8(s.Answer)
		group := MeleeOf(s, m)
		d.In = d.In&^group | turn.Bit(m)
		d.Dodge |= turn.Bit(m)
		d.Drawn |= turn.Bit(m)
		if s.Owner(m) == seat {
			d.Random |= turn.Bit(m)
		}
		t.Step = meleesLook
	}
	for rest := d.In & s.InPlay &^ d.Drawn; rest != 0; {
		m := s.Around(rest, d.By)
		rest &^= turn.Bit(m)
		group := MeleeOf(s, m)
		if group == 0 {
			continue
		}
		if group&s.Allied(seat) != 0 {
			t.Step = meleesAsked
			s.ForbidAll()
			s.Allow(g.Do(turn.DoYes))
			s.Allow(g.Do(turn.DoNo))
			s.Ask(turn.NodeInto, seat, d.By, m)
			return
		}
		t.Step = meleesDrawn
		drawFrom(s, group)
		return
	}
	s.Pop()
	s.Engage()
}

// MeleeOf returns the connected group in contact that a model is in; empty when it
// holds models of one side only.
func MeleeOf(s *turn.State, m int8) turn.ModelSet {
	group, fresh := turn.Bit(m), turn.Bit(m)
	for fresh != 0 {
		next := s.Contacts(fresh.First()) &^ group
		fresh = fresh&(fresh-1) | next
		group |= next
	}
	if group&^s.Allied(s.Owner(m)) == 0 {
		return 0
	}
	return group
}

// drawFrom lets chance draw the target among the members of a melee that the
// shooter could hit.
func drawFrom(s *turn.State, group turn.ModelSet) {
	s.ForbidAll()
	by := s.Duel.By
	for rest := group &^ turn.Bit(by); rest != 0; rest &= rest - 1 {
		if m := rest.First(); s.Reaches(by, m) && (s.Sees(by, m) || s.AnySees(s.Duel.Eyes, m)) || s.Duel.In.Has(m) {
			s.Allow(env.Action(m))
		}
	}
	s.Chance(turn.ChanceMember, 0, by)
}
