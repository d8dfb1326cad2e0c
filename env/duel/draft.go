package duel

import "ringer/env"

func init() {
	runners[taskDraft] = runDraft
	runners[taskDesignate] = runDesignate
}

// In a draft every Hero's owner buys feats and traits, a point at a time, and then
// chooses the kind of the Hero's followers, hidden from the other seats until all
// are done (DUEL-12, DUEL-36). With random warbands chance does it.

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
	points := g.config.ResourcePoints
	if t.step == 1 {
		s.draftTake(g.draftAt(int(t.a)), s.answer)
		if t.b++; int(t.b) > points {
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
	m := g.draftAt(int(t.a))
	s.draftOptions(m, points-int(t.b))
	what := nodeBuy
	if int(t.b) == points {
		what = nodeFollowers
	}
	if g.config.Warband == WarbandRandom {
		s.chance(chanceBuy, 0, m)
		return
	}
	s.ask(what, s.owner(m), m, nobody)
}

// draftOptions makes what a Hero can buy legal, with so many points left; with
// none left, the kinds of followers that it can have.
func (s *State) draftOptions(m int8, left int) {
	g, c := s.game, &s.game.config
	s.forbidAll()
	room := s.roomFor(m)
	x := s.trait(m, traitFollower)
	if left == 0 {
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
		case id == traitFollower && x >= room:
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
			room -= g.config.giftedFollowers()
		}
	}
	return room
}

// draftTake enters a choice of the draft.
func (s *State) draftTake(m int8, a env.Action) {
	if id, ok := s.game.skillOf(a); ok {
		s.give(m, id)
		return
	}
	s.models[m].followers = ganger + kind(a-s.game.actions.followers)
}

// redraft draws, in a world for one seat, what the others may have drafted so far:
// uniformly, point by point, of what they could.
func (s *State) redraft(p env.Player, rng env.Rand) {
	g := s.game
	var options [int(skillIDs) + int(kinds)]env.Action
	each := g.config.ResourcePoints + 1
	kept := s.legal
	for i := range s.log {
		e := &s.log[i]
		if !e.secret || e.actor == int8(p) {
			continue
		}
		m := g.draftAt(i / each)
		if i%each == 0 {
			s.restart(m)
		}
		s.draftOptions(m, each-1-i%each)
		legal := s.appendSet(options[:0])
		e.action = legal[rng.IntN(len(legal))]
		s.draftTake(m, e.action)
	}
	s.legal = kept
	if s.actor >= 0 && s.actor != p {
		s.draftOptions(s.subject, each-1-len(s.log)%each)
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
		if !s.bears(m, id) {
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
