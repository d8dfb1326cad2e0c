package duel

import "ringer/env"

func init() {
	runners[taskMelees] = runMelees
	runners[taskDisengage] = runDisengage
}

// Models in base contact fight hand to hand. An attack there gains 1 on each die
// for each ally in contact with the target and with nobody else (DUEL-55). Who
// wants out of contact with armed enemies must disengage first: they attack,
// and the mover may only avoid hits (DUEL-57).
var meleeRule = rule{
	name: "melee",
	modify: func(s *State, r roll) int {
		if !s.duel.melee || r.kind != rollAttack {
			return 0
		}
		return s.support(r.by, r.against)
	},
	offer: func(s *State, m int8) {
		if !s.act.exhausting && s.holders(m) != 0 && s.bound(m) == 0 {
			s.allow(s.game.do(doDisengage))
		}
	},
	acted: func(s *State, m int8, a env.Action) bool {
		if a != s.game.do(doDisengage) {
			return false
		}
		s.push(taskDisengage, m, 0, 0)
		s.push(taskDuel, m, duelAvoidOnly|duelLeaving, 0)
		return true
	},
}

// support is the number of standing allies of by, armed for melee, that are in
// contact with the target and with no other standing enemy.
func (s *State) support(by, target int8) int {
	for _, f := range s.game.hooks.supported {
		if !f(s, by, target) {
			return 0
		}
	}
	n := 0
	seat := s.owner(by)
	for rest := s.contacts(target) & s.allied(seat) &^ bit(by); rest != 0; rest &= rest - 1 {
		m := first(rest)
		if s.models[m].status != standing || s.build(m).melee == noWeapon {
			continue
		}
		others := s.contacts(m) & s.enemies(seat) & s.standing() &^ bit(target)
		if others == 0 {
			n++
		}
	}
	return n
}

// standing are all models that stand.
func (s *State) standing() modelSet {
	var set modelSet
	for rest := s.inPlay; rest != 0; rest &= rest - 1 {
		if m := first(rest); s.models[m].status == standing {
			set |= bit(m)
		}
	}
	return set
}

// holders are the standing enemies, armed for melee, that a model may not simply
// walk away from.
func (s *State) holders(m int8) modelSet {
	if !s.game.config.Melee {
		return 0
	}
	var set modelSet
	for rest := s.contacts(m) & s.enemies(s.owner(m)); rest != 0; rest &= rest - 1 {
		if e := first(rest); s.models[e].status == standing && s.build(e).melee != noWeapon {
			set |= bit(e)
		}
	}
	for _, f := range s.game.hooks.held {
		set = f(s, m, set)
	}
	return set | s.bound(m)
}

// bound are the enemies that a model cannot leave even by disengaging.
func (s *State) bound(m int8) (set modelSet) {
	for _, f := range s.game.hooks.bound {
		set |= f(s, m)
	}
	return set
}

// runDisengage lets a model that has got through the blows move away.
func runDisengage(s *State, t *task) {
	m := t.m
	s.pop()
	if s.models[m].status != standing {
		return
	}
	if !s.game.bidding {
		s.plan(m)
	}
	s.act.left = s.allowance(m, s.game.longMove())
	s.push(taskGo, m, goFree, 0)
}

// runMelees goes through the melees that a shooter's targets are in: unless the
// owner declines for fear of hitting an own model, the one target in each melee
// is drawn, and it may only avoid hits (DUEL-56).
func runMelees(s *State, t *task) {
	d, g := &s.duel, s.game
	const looking, asked, drawn = 0, 1, 2
	seat := s.owner(d.by)
	switch t.step {
	case asked:
		group := s.meleeOf(s.other)
		if s.answer == g.do(doNo) {
			d.in &^= group
			t.step = looking
		} else {
			t.step = drawn
			s.drawFrom(group)
			return
		}
	case drawn:
		m := int8(s.answer)
		group := s.meleeOf(m)
		d.in = d.in&^group | bit(m)
		d.dodge |= bit(m)
		d.drawn |= bit(m)
		if s.owner(m) == seat {
			d.random |= bit(m)
		}
		t.step = looking
	}
	for rest := d.in &^ d.drawn; rest != 0; rest &= rest - 1 {
		m := first(rest)
		group := s.meleeOf(m)
		if group == 0 {
			continue
		}
		if group&s.allied(seat) != 0 {
			t.step = asked
			s.forbidAll()
			s.allow(g.do(doYes))
			s.allow(g.do(doNo))
			s.ask(nodeInto, seat, d.by, m)
			return
		}
		t.step = drawn
		s.drawFrom(group)
		return
	}
	s.pop()
	s.engage()
}

// meleeOf is the connected group in contact that a model is in; empty when it
// holds models of one side only.
func (s *State) meleeOf(m int8) modelSet {
	group, fresh := bit(m), bit(m)
	for fresh != 0 {
		next := s.contacts(first(fresh)) &^ group
		fresh = fresh&(fresh-1) | next
		group |= next
	}
	if group&^s.allied(s.owner(m)) == 0 {
		return 0
	}
	return group
}

// drawFrom lets chance draw who is shot at among the members of a melee that
// the shooter could hit.
func (s *State) drawFrom(group modelSet) {
	s.forbidAll()
	by := s.duel.by
	for rest := group &^ bit(by); rest != 0; rest &= rest - 1 {
		if m := first(rest); s.reaches(by, m) && (s.sees(by, m) || s.anySees(s.duel.eyes, m)) || has(s.duel.in, m) {
			s.allow(env.Action(m))
		}
	}
	s.chance(chanceMember, 0, by)
}
