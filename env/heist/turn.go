package heist

import (
	"math/bits"

	"ringer/env"
)

// This file holds the order of a turn: Planning, Recruit, Contacts, Event,
// Complications, Execution, Job.

// rolled carries out an outcome of chance.
func (s *State) rolled(a env.Action) {
	switch s.node {
	case nodeStart:
		s.begins(int8(a))
	case nodeDeal:
		s.dealt(s.cardOf(s.deck, int(a)))
	case nodeFirstJob:
		s.firstJob(a)
	case nodeFirstSecurity:
		s.firstSecurity(int(a))
	case nodeDraw:
		s.drawn(s.turn, s.cardOf(s.deck, int(a)))
		s.count--
		s.draw()
	case nodeLose:
		card := s.cardIn(s.who, int(a))
		s.teller.handles(s, s.who, "loses", card)
		s.discard(s.who, card)
		s.count--
		s.lose()
	case nodeSecurity:
		s.guards(s.who, int(a))
		s.count--
		s.fillLine()
	case nodeThwarter:
		s.thwarter = int8(a)
		s.teller.does(s.thwarter, "is the Thwarter")
		s.face()
	case nodeDie:
		s.called(a == 1)
	case nodeSpend:
		s.spend(s.cardOf(s.crew[s.turn].without(s.spent), int(a)))
		s.spendRandom()
	case nodeCrew:
		s.crewRolled(a == 1)
	case nodeLieLow:
		s.lying[s.turn] = uint8(a) + 1
		s.teller.hides(s)
		s.newJob()
	case nodeNewJob:
		s.takeJob(s.turn, a)
		s.who, s.count = s.turn, uint8(s.game.deck.jobs[a].Security)
		s.fillLine()
	}
}

// decided carries out a decision.
func (s *State) decided(c Choice) {
	me := int8(s.actor)
	switch s.node {
	case nodeRecruit:
		if c.Act == ActPass {
			s.teller.idles(me, "recruits nobody else")
			s.contacts()
			return
		}
		card := s.cardIn(me, c.Kind)
		s.teller.handles(s, me, "recruits", card)
		s.leaves(me, card)
		s.joins(me, card)
		s.recruit()
	case nodePartner, nodeGive, nodeWant, nodeAnswer, nodePick:
		s.traded(c)
	case nodeEvent:
		if c.Act == ActPass {
			s.teller.idles(me, "plays no Event")
			s.complications()
			return
		}
		s.playEvent(s.cardIn(me, c.Kind))
	case nodePerson, nodeOwner, nodeSeat, nodeJob, nodeExchange:
		s.aimed(c)
	case nodeAttach:
		if c.Act == ActPass {
			s.teller.idles(me, "attaches nothing")
			s.execution()
			return
		}
		s.playing = s.cardIn(me, c.Kind)
		s.leaves(me, s.playing)
		s.ask(nodePlace, me)
	case nodePlace:
		s.attach(int8(c.Seat))
	case nodeExecute:
		switch c.Act {
		case ActPass:
			s.teller.idles(me, "executes no Job")
			s.jobPhase()
		case ActExecute:
			s.execute(me)
		default:
			s.execute(int8(c.Seat))
		}
	case nodeObstacle, nodeUnspend:
		s.tried(c)
	case nodeCrisis:
		if c.Act == ActPass {
			s.teller.idles(me, "plays no Crisis")
			s.face()
			return
		}
		s.crisis(s.cardIn(me, c.Kind))
	case nodeDiscard:
		card := s.cardIn(me, c.Kind)
		s.teller.handles(s, me, "discards", card)
		s.discard(me, card)
		s.handsDown()
	}
}

// planning begins a turn (HEIST-2).
func (s *State) planning() {
	s.teller.does(s.turn, "takes a turn")
	s.count = uint8(s.game.config.Draw)
	s.draw()
}

// draw asks chance for the next card to be drawn; after the last one the turn, or
// the Event, continues.
func (s *State) draw() {
	if s.count > 0 && s.deck.empty() && !s.discards.empty() {
		s.reshuffle()
	}
	switch {
	case s.count > 0 && !s.deck.empty():
		s.roll(nodeDraw)
	case s.playing != none:
		s.count = 0
		s.nextEffect()
	default:
		s.count = 0
		s.recruit()
	}
}

// joins puts a Personnel into a crew.
func (s *State) joins(seat int8, card uint8) {
	s.crew[seat].add(card)
	s.working[seat]++
}

// quits takes a Personnel out of a crew.
func (s *State) quits(seat int8, card uint8) {
	s.crew[seat].remove(card)
	s.working[seat]--
}

// recruit asks for the next Personnel (HEIST-3), unless all seats can see that there
// is none: the hand is empty, or not even a Leader fits into the crew.
func (s *State) recruit() {
	most := s.crewLimit(s.crew[s.turn]) + s.game.deck.most[OpCrewLimit]*maxEffects
	if s.held[s.turn] == 0 || int(s.working[s.turn]) >= most {
		s.contacts()
		return
	}
	s.ask(nodeRecruit, s.turn)
}

// lyingLow returns whether the seat whose turn it is lies low: it only plans and
// recruits (HEIST-9).
func (s *State) lyingLow() bool { return s.lying[s.turn] > 0 }

// event asks for an Event (HEIST-5).
func (s *State) event() {
	if s.held[s.turn] == 0 {
		s.complications()
		return
	}
	s.ask(nodeEvent, s.turn)
}

// complications asks for a card to attach (HEIST-6).
func (s *State) complications() {
	if s.held[s.turn] == 0 || s.noJobs() {
		s.execution()
		return
	}
	s.ask(nodeAttach, s.turn)
}

func (s *State) noJobs() bool {
	for i := range s.game.players {
		if s.job[i] != nobody {
			return false
		}
	}
	return true
}

// attach puts the card being played at the end of a line (HEIST-6).
func (s *State) attach(owner int8) {
	card := s.playing
	k := s.kind(card)
	s.playing = none
	s.teller.attached(s, owner, card)
	s.attached[owner].add(card)
	if k.typ == TypeComplication {
		s.line[owner].push(card)
		s.execution()
		return
	}
	s.value[owner] += s.game.worth(k.points, 0)
	s.who, s.count = owner, uint8(k.security)
	s.placed = card
	s.fillLine()
}

// fillLine deals the Security cards that a line still gets. Each card missing at the
// end makes the Job, or the Secondary Job, worth less (HEIST-2, HEIST-12); those that an
// Event adds are worth nothing (HEIST-27).
func (s *State) fillLine() {
	if s.count > 0 && s.security == 0 {
		s.security, s.spare = s.spare, 0
		if s.security != 0 {
			s.teller.reshuffled("Security")
		}
	}
	if s.count > 0 && s.security != 0 {
		s.roll(nodeSecurity)
		return
	}
	if s.playing != none { // an Event
		s.count = 0
		s.nextEffect()
		return
	}
	if s.placed == none { // the Job Phase
		s.settleValue(s.who)
		s.count = 0
		s.handsDown()
		return
	}
	k := s.kind(s.placed)
	s.value[s.who] += s.game.worth(k.points, int(s.count)) - s.game.worth(k.points, 0)
	s.short[s.who] += int8(s.count)
	s.count, s.placed = 0, none
	s.execution()
}

// execution asks for a Job to execute (HEIST-7, HEIST-13).
func (s *State) execution() {
	if s.job[s.turn] == nobody && s.rival == nobody {
		s.jobPhase()
		return
	}
	s.ask(nodeExecute, s.turn)
}

// jobPhase ends a turn, in the order of HEIST-21.
func (s *State) jobPhase() {
	s.spent = set{}
	s.rival = nobody
	switch {
	case s.executed:
		s.executed = false
		s.roll(nodeLieLow)
		return
	case s.lyingLow():
		s.lying[s.turn]--
		s.teller.lies(s)
	}
	s.newJob()
}

// newJob draws a Job for a seat that has none and does not lie low (HEIST-9), as soon
// as there is Security for it (HEIST-24).
func (s *State) newJob() {
	if s.job[s.turn] == nobody && !s.lyingLow() && int(s.jobsDrawn) < s.game.config.Jobs && s.guarded() {
		s.roll(nodeNewJob)
		return
	}
	s.handsDown()
}

// guarded returns whether the Security deck and its discards have enough cards for a
// new Job (HEIST-24).
func (s *State) guarded() bool { return bits.OnesCount64(s.security|s.spare) >= s.game.share }

// handsDown asks for discards until the hand keeps its limit (HEIST-10).
func (s *State) handsDown() {
	if int(s.held[s.turn]) > s.handLimit(s.turn) {
		s.ask(nodeDiscard, s.turn)
		return
	}
	s.endTurn()
}

// endTurn begins the next turn, or ends the game after the last round (HEIST-15).
func (s *State) endTurn() {
	s.offers, s.refused = 0, noOffer
	if s.turn = s.game.after(s.turn); s.turn == s.start {
		if s.round++; int(s.round) == s.game.config.MaxRounds {
			s.round--
			s.finish()
			return
		}
	}
	s.planning()
}

// finish ends the game: most points win, ties share (HEIST-11).
func (s *State) finish() {
	best := int16(0)
	for i := range s.game.players {
		best = max(best, s.points[i])
	}
	for i := range s.game.players {
		if s.points[i] == best {
			s.won |= 1 << i
		}
	}
	s.teller.won(s)
	s.node, s.actor = nodeOver, env.Terminal
}
