package duel

import "ringer/env"

func init() {
	runners[taskDraft] = runDraft
	runners[taskDesignate] = runDesignate
}

// In a draft every Hero's owner buys feats and traits, a point at a time, then
// chooses the kind of the Hero's followers, and buys what each of its further shapes
// has, hidden from the other seats until all are done (DUEL-12, DUEL-36). They do not
// even know how much of it there is. With random warbands chance does it.

// draftAt is the Hero whose turn in the draft has the number n.
func (g *Game) draftAt(n int) int8 {
	return g.firstOf(n/g.heroes) + int8(n%g.heroes)
}

// drafts is the number of Heroes that are drafted.
func (g *Game) drafts() int {
	if g.config.Heroes && g.config.Warband != WarbandGiven {
		return g.seats * g.heroes
	}
	return 0
}

func runDraft(s *State, t *task) {
	g := s.game
	if t.step == 1 {
		m := g.draftAt(int(t.a))
		s.draftTake(m, s.purchaseAt(m, int(t.b)), s.answer)
		if t.b++; int(t.b) == s.purchases(m) {
			t.a, t.b = t.a+1, 0
		}
	}
	t.step = 1
	s.drafting = int(t.a) < g.drafts()
	if !s.drafting {
		s.pop()
		s.secrets = int32(len(s.log))
		s.muster()
		return
	}
	s.askDraft(g.draftAt(int(t.a)), int(t.b))
}

// buying is what the choice of the draft that the state waits for is about.
func (s *State) buying() purchase {
	t := &s.tasks[s.taskCount-1]
	return s.purchaseAt(s.game.draftAt(int(t.a)), int(t.b))
}

// askDraft waits for the choice of a Hero's draft after so many others.
func (s *State) askDraft(m int8, n int) {
	p := s.purchaseAt(m, n)
	s.draftOptions(m, p)
	switch {
	case s.game.config.Warband == WarbandRandom:
		s.chance(chanceBuy, 0, m)
	case p.followers:
		s.ask(nodeFollowers, s.owner(m), m, nobody)
	default:
		s.ask(nodeBuy, s.owner(m), m, nobody)
	}
}

// draftOptions makes what a Hero can buy legal, or the kinds of followers that it
// can have.
func (s *State) draftOptions(m int8, p purchase) {
	g, c := s.game, &s.game.config
	s.forbidAll()
	room := s.roomFor(m)
	x := s.trait(m, traitFollower)
	if p.followers {
		for k := ganger; k <= animal; k++ {
			if following(k, x) <= room && (k != animal || c.Melee) {
				s.allow(g.actions.followers + env.Action(k-ganger))
			}
		}
		return
	}
	b := s.build(m)
	for id := noSkill + 1; id < skillIDs; id++ {
		switch {
		case !g.inGame.has(id), c.cannotBuy(id, b, x) != "":
		case p.shape > 0 && (id.ofHero() || !id.trait() && s.wardrobeOf(m).shapes[p.shape].set.has(id)):
		case p.shape > 0:
			s.allow(g.skillAction(id))
		case id == traitFollower && x >= room, id == traitShapeshifter && s.further(m) >= g.mostShapes:
		case !id.trait() && s.bears(m, id):
		default:
			s.allow(g.skillAction(id))
		}
	}
}

// roomFor is how many followers a Hero can have: those drafted before it have
// theirs, those after it need room for gifts (DUEL-111).
func (s *State) roomFor(m int8) int {
	g := s.game
	first := g.firstOf(s.owner(m))
	room := g.perSeat - g.heroes
	for j := range int8(g.heroes) {
		switch e := first + j; {
		case e < m:
			room -= following(s.models[e].followers, s.trait(e, traitFollower))
		case e > m:
			room -= g.giftedFollowers
		}
	}
	return room
}

// draftTake enters a choice of the draft.
func (s *State) draftTake(m int8, p purchase, a env.Action) {
	switch id, ok := s.game.skillOf(a); {
	case !ok:
		s.models[m].followers = ganger + kind(a-s.game.actions.followers)
	case p.shape > 0:
		s.wardrobeOf(m).shapes[p.shape].add(id)
	default:
		s.give(m, id)
	}
}

// redraft draws, in a world for one seat, what the others may have drafted so far:
// uniformly, choice by choice, of what they could. How many choices they had hangs on
// what they chose, so the seat that is at it may be elsewhere in its draft.
func (s *State) redraft(p env.Player, rng env.Rand) {
	g := s.game
	past, deciding := s.log, int(s.actor)
	s.log = make([]entry, 0, cap(past))
	t := &s.tasks[s.taskCount-1]
	for seat := range g.players {
		made := 0
		for i := range past {
			if int(past[i].actor) == seat {
				made++
			}
		}
		if seat != int(p) && made > 0 {
			s.redraftSeat(seat, deciding, made, rng)
			continue
		}
		for i := range past {
			if int(past[i].actor) == seat {
				s.log = append(s.log, past[i])
			}
		}
	}
	for i := range past {
		if past[i].actor < 0 { // automata come last, and their choices are known
			s.log = append(s.log, past[i])
		}
	}
	if deciding >= 0 {
		s.askDraft(g.draftAt(int(t.a)), int(t.b))
	}
}

// redraftSeat draws the draft of one seat; of the one that is deciding as many choices
// as it has made, or all but the last.
func (s *State) redraftSeat(seat, deciding, made int, rng env.Rand) {
	g := s.game
	var options [int(skillIDs) + int(kinds)]env.Action
	begun := len(s.log)
	for n := seat * g.heroes; n < (seat+1)*g.heroes; n++ {
		m := g.draftAt(n)
		s.restart(m)
		for b := 0; b < s.purchases(m); b++ {
			s.draftOptions(m, s.purchaseAt(m, b))
			legal := s.appendSet(options[:0])
			a := legal[rng.IntN(len(legal))]
			s.draftTake(m, s.purchaseAt(m, b), a)
			s.log = append(s.log, entry{action: a, actor: int8(seat), about: m, secret: true})
		}
	}
	if seat != deciding {
		return
	}
	kept := s.log[begun:]
	kept = kept[:min(made, len(kept)-1)]
	s.log = s.log[:begun+len(kept)]
	t := &s.tasks[s.taskCount-1]
	t.a, t.b = int16(seat*g.heroes), 0
	for n := range int8(g.heroes) {
		s.restart(g.firstOf(seat) + n)
	}
	for _, e := range kept {
		s.draftTake(e.about, s.purchaseAt(e.about, int(t.b)), e.action)
		if t.b++; int(t.b) == s.purchases(e.about) {
			t.a, t.b = t.a+1, 0
		}
	}
}

// runDesignate lets Heroes, in seat order, declare whom their feats are about
// (DUEL-36).
func runDesignate(s *State, t *task) {
	g := s.game
	if t.step == 1 {
		t.step = 0
		m := int8(int(t.a) / len(g.designators))
		s.models[m].bonds[bondIndex(t.with)] = s.chosen(m)
		t.a++
	}
	for ; int(t.a) < g.models*len(g.designators); t.a++ {
		m, id := int8(int(t.a)/len(g.designators)), g.designators[int(t.a)%len(g.designators)]
		if s.ever(m, id) == 0 {
			continue
		}
		if set := skills[id].designate(s, m); set != 0 {
			t.step, t.with = 1, id
			s.askWhom(id, m, set, false)
			return
		}
	}
	s.pop()
}
