package duel

import "ringer/env"

func init() {
	runners[taskSkill] = func(s *State, t *task) { skills[t.with].run(s, t) }
	runners[taskSpecial] = runSpecial
	runners[taskConvert] = runConvert
	runners[taskTrigger] = runTrigger
}

// Heroes have feats and traits. This rule is what is common to all of them: the
// actions that they offer, Special Attacks, what a round resets. What each of
// them does is in its own file (skill.go).
var heroesRule = rule{
	name: "heroes",
	on: [points]func(s *State, m int8){
		atUpkeep: func(s *State, _ int8) {
			for m := range s.game.models {
				s.models[m].spent, s.models[m].struck = 0, 0
			}
		},
		atEngaged: func(s *State, m int8) {
			if s.specials(m) != 0 {
				s.push(taskSpecial, m, 0, 0)
			}
		},
	},
	offer: func(s *State, m int8) {
		for _, id := range s.game.usable {
			if s.act.exhausting || s.act.second && !skills[id].move {
				continue
			}
			if s.bears(m, id) && skills[id].mayUse(s, m) {
				s.allow(s.game.skillAction(id))
			}
		}
	},
	acted: func(s *State, m int8, a env.Action) bool {
		id, ok := s.game.skillOf(a)
		if ok {
			skills[id].use(s, m)
		}
		return ok
	},
	// An animal initiates no Duel but hand to hand.
	mayEngage: func(s *State, by, _ int8) bool { return s.models[by].kind != animal },
}

// equip files the skills that somebody in the game can have under what the
// machinery asks them.
func (g *Game) equip() {
	for id, k := range skills {
		if k == nil || !g.inGame.has(skillID(id)) {
			continue
		}
		g.hooks.add(&k.rule)
		if k.ready != nil {
			k.ready(g)
		}
		file := func(list *[]skillID, there bool) { hooked(list, skillID(id), there) }
		file(&g.usable, k.use != nil)
		file(&g.specials, k.special != nil)
		file(&g.conversions, k.convert != nil)
		file(&g.redirects, k.redirect != nil)
		file(&g.interrupters, k.interrupt != nil)
		file(&g.lenders, k.eyes != nil)
		file(&g.designators, k.designate != nil)
	}
}

// pushSkill pushes the task of a skill.
func (s *State) pushSkill(id skillID, m int8, a, b int) *task {
	t := s.push(taskSkill, m, a, b)
	t.with = id
	return t
}

// askSkill asks a seat about a feat or trait. The legal set must have been
// filled.
func (s *State) askSkill(id skillID, n node, seat int, subject, other int8) {
	s.ask(n, seat, subject, other)
	s.asked = id
}

// askUse asks whether a skill is used; the answer is doYes or doNo.
func (s *State) askUse(id skillID, m, other int8) {
	s.forbidAll()
	s.allow(s.game.do(doYes))
	s.allow(s.game.do(doNo))
	s.askSkill(id, nodeUse, s.owner(m), m, other)
}

// askWhom asks for one model of a set; with done, for one or none.
func (s *State) askWhom(id skillID, m int8, set modelSet, done bool) {
	s.forbidAll()
	seat := s.owner(m)
	for ; set != 0; set &= set - 1 {
		s.allow(s.game.modelID(seat, first(set)))
	}
	if done {
		s.allow(s.game.do(doDone))
	}
	s.askSkill(id, nodeWhom, seat, m, nobody)
}

// chosen is the model that the answer to askWhom names; nobody for done.
func (s *State) chosen(m int8) int8 {
	if s.answer == s.game.do(doDone) {
		return nobody
	}
	return s.game.modelOf(s.owner(m), s.answer)
}

// specials are the Special Attacks that the initiator of a Duel can choose.
func (s *State) specials(m int8) (set skillSet) {
	if s.duel.joint {
		return 0 // it would be everybody's
	}
	for _, id := range s.game.specials {
		if s.bears(m, id) && !s.forbidsSpecials(m) && (skills[id].maySpecial == nil || skills[id].maySpecial(s, m)) {
			set |= 1 << id
		}
	}
	return set
}

// forbidsSpecials says whether a model is berserk: it uses no Special Attack
// (DUEL-69).
func (s *State) forbidsSpecials(m int8) bool { return s.berserk(m) }

// strikes says whether an attack may be a Special Attack that is chosen when it has
// been rolled: the initiator's, and the only one of the Duel (DUEL-28).
func (s *State) strikes(id skillID, a *attack) bool {
	d := &s.duel
	return a.by == d.by && !d.joint && (d.special == noSkill || d.special == id) && !s.forbidsSpecials(a.by)
}

// runSpecial lets the initiator choose one Special Attack for the Duel, or none
// (DUEL-27).
func runSpecial(s *State, t *task) {
	g := s.game
	if t.step == 1 {
		m := t.m
		s.pop()
		if id, ok := g.skillOf(s.answer); ok {
			s.duel.special = id
			skills[id].special(s, m)
		}
		return
	}
	set := s.specials(t.m)
	if set == 0 || s.duel.special != noSkill || s.duel.chosen {
		s.pop()
		return
	}
	t.step, s.duel.chosen = 1, true
	s.forbidAll()
	s.allow(g.do(doDone))
	for _, id := range g.specials {
		if set.has(id) {
			s.allow(g.skillAction(id))
		}
	}
	s.ask(nodeSpecial, s.owner(t.m), t.m, nobody)
}

// offerConversion asks what an attack does instead of its hits (DUEL-28).
func (s *State) offerConversion(a *attack) {
	if a.hits == 0 {
		return
	}
	for _, id := range s.game.conversions {
		if s.converts(a, id) {
			s.push(taskConvert, a.by, int(s.duel.waiting)-1, 0)
			return
		}
	}
}

func (s *State) converts(a *attack, id skillID) bool {
	return s.bears(a.by, id) && skills[id].mayConvert(s, a)
}

func runConvert(s *State, t *task) {
	g := s.game
	a := &s.duel.attacks[t.a]
	const asked, counted = 1, 2
	switch t.step {
	case asked:
		id, ok := g.skillOf(s.answer)
		if a.with = id; ok && skills[id].partly && a.hits > 1 {
			t.step = counted
			s.forbidAll()
			s.allowNumbers(1, int(a.hits))
			s.askSkill(id, nodeHow, s.owner(a.by), a.by, a.at)
			return
		}
		s.pop()
		return
	case counted:
		n := uint8(s.doHow())
		s.pop()
		a.hits, a.rest = n, a.hits-n
		return
	}
	t.step = asked
	s.forbidAll()
	s.allow(g.do(doDone))
	for _, id := range g.conversions {
		if s.converts(a, id) {
			s.allow(g.skillAction(id))
		}
	}
	s.ask(nodeConvert, s.owner(a.by), a.by, a.at)
}

// maxTriggers is how many triggers can wait for one Duel to end.
const maxTriggers = 16

// A trigger is something that a skill does when the Duel under way is over.
type trigger struct {
	id       skillID
	m, about int8
}

// trigger lets a skill do something as soon as no Duel is under way, once for a
// Hero within one activation of anybody's (DUEL-115).
func (s *State) trigger(id skillID, m, about int8) {
	x := &s.models[m]
	if x.used.has(id) {
		return
	}
	x.used |= 1 << id
	s.await(id, m, about)
}

// await is trigger without the bound: its caller must have one of its own.
func (s *State) await(id skillID, m, about int8) {
	if int(s.queued) == maxTriggers {
		return // as many as that have no end of their own
	}
	s.queue[s.queued] = trigger{id, m, about}
	s.queued++
	if s.duel.by == nobody {
		s.push(taskTrigger, nobody, 0, 0)
	}
}

// triggering says whether what waits for the end of Duels comes next anyway: a chain
// of triggers and Duels must not pile up (DUEL-115).
func (s *State) triggering() bool {
	return s.taskCount > 0 && s.tasks[s.taskCount-1].kind == taskTrigger
}

// runTrigger lets what has waited happen, first come, first served.
func runTrigger(s *State, t *task) {
	if s.queued == 0 {
		s.pop()
		return
	}
	x := s.queue[0]
	s.queued--
	copy(s.queue[:], s.queue[1:s.queued+1])
	skills[x.id].triggered(s, x.m, x.about)
}

// enemyHeroes are the fielded Heroes of the sides that a model is not on: whom it
// may declare its enemy (DUEL-36).
func enemyHeroes(s *State, m int8) (heroes modelSet) {
	for rest := s.fielded(s.game.all &^ s.allied(s.owner(m))); rest != 0; rest &= rest - 1 {
		if e := first(rest); s.models[e].kind == hero {
			heroes |= bit(e)
		}
	}
	return heroes
}
