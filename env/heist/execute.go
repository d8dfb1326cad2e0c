package heist

// This file holds the Execution Phase (HEIST-7, HEIST-8, HEIST-19, HEIST-20).

// execute begins the execution of a seat's Job. A Thwarter is drawn among all
// opponents, those that lie low included (HEIST-17).
func (s *State) execute(owner int8) {
	s.executed, s.owner, s.next = true, owner, 0
	s.teller.aimed(s, "executes", owner)
	if s.game.players == 2 {
		s.thwarter = s.game.after(s.turn)
		s.face()
		return
	}
	s.roll(nodeThwarter)
}

// face asks for a tool against the next card of the line. Without a next card the Job
// is a success.
func (s *State) face() {
	if s.next == s.line[s.owner].size {
		s.teller.ended(s, true)
		s.points[s.turn] += s.value[s.owner]
		s.captured[s.turn] |= 1 << s.job[s.owner]
		s.resolve()
		return
	}
	s.ask(nodeObstacle, s.turn)
}

// tried carries out the executor's choice about the next card of the line.
func (s *State) tried(c Choice) {
	switch {
	case s.node == nodeUnspend:
		s.free(s.cardOf(s.spent, c.Kind))
		s.unspend()
	case c.Act == ActGiveUp:
		s.giveUp()
	case c.Act == ActPerson:
		card := s.cardOf(s.crew[s.turn].without(s.spent), c.Kind)
		s.teller.overcame(s, card)
		s.spent.add(card)
		s.overcome()
	default:
		card := s.cardIn(s.turn, c.Kind)
		k := s.kind(card)
		s.discard(s.turn, card)
		if k.typ != TypeReaction {
			s.teller.overcame(s, card)
			s.overcome()
			return
		}
		s.teller.handles(s, s.turn, "plays", card)
		for _, e := range k.effects {
			s.count += e.amount
		}
		s.unspend()
	}
}

// barReaction is the bit of State.bars of a card that is no Reaction. Bit i of the
// skills stands for a card that is no Con with skill i.
const barReaction = 1 << skills

// giveUp ends an execution as a failure. Where only an executor who is unable to go on
// may give up, all seats now know what its hand was without: no card that it holds
// would have been a tool (HEIST-25).
func (s *State) giveUp() {
	bars := uint8(0)
	if s.game.strict {
		need := s.obstacle(s.line[s.owner].cards[s.next])
		bars = need & s.skillsOf(s.crew[s.turn])
		if s.frees(need) {
			bars |= barReaction
		}
		for cards := s.hand[s.turn]; !cards.empty(); {
			s.bars[cards.pop()] |= bars
		}
	}
	s.teller.gaveUp(s, bars)
	s.teller.ended(s, false)
	s.resolve()
}

// frees returns whether a Reaction could free Personnel of the executor with one of
// some skills.
func (s *State) frees(need uint8) bool {
	return !s.spent.and(s.game.deck.withSkill(need)).empty()
}

// barred returns whether a card is one that its place in a hand cannot be.
func (d *deck) barred(bars, card uint8) bool {
	if bars == 0 {
		return false
	}
	switch d.kinds[d.kindOf[card]].typ {
	case TypeCon:
		return d.skills[card]&bars != 0
	case TypeReaction:
		return bars&barReaction != 0
	}
	return false
}

// unspend asks for the Personnel that a Reaction frees; then the executor tries
// again.
func (s *State) unspend() {
	if s.count > 0 && s.game.deck.kindsOf(s.spent).count() == 1 {
		s.free(s.spent.first())
		s.unspend()
		return
	}
	if s.count > 0 && !s.spent.empty() {
		s.ask(nodeUnspend, s.turn)
		return
	}
	s.count = 0
	s.face()
}

// free lets the executor use a spent Personnel again.
func (s *State) free(card uint8) {
	s.teller.handles(s, s.turn, "frees", card)
	s.spent.remove(card)
	s.count--
}

// spend spends a Personnel of the executor for a Crisis.
func (s *State) spend(card uint8) {
	s.teller.handles(s, s.turn, "spends", card)
	s.spent.add(card)
	s.count--
}

// overcome passes a card of the line and rolls the die (HEIST-19).
func (s *State) overcome() {
	s.next++
	s.roll(nodeDie)
}

// called asks the Thwarter for a Crisis after the highest number of the die.
func (s *State) called(high bool) {
	if high && s.held[s.thwarter] > 0 {
		s.teller.called(s)
		s.ask(nodeCrisis, s.thwarter)
		return
	}
	s.face()
}

// crisis plays a Crisis: a card with a skill becomes the next one of the line, and
// its effects spend Personnel.
func (s *State) crisis(card uint8) {
	s.teller.handles(s, s.thwarter, "plays", card)
	s.leaves(s.thwarter, card)
	k := s.kind(card)
	s.attached[s.owner].add(card)
	if k.skills != 0 {
		s.line[s.owner].insert(s.next, card)
	}
	s.count = 0
	for _, e := range k.effects {
		s.count += e.amount
	}
	s.spendRandom()
}

// spendRandom asks chance for the unspent Personnel that a Crisis spends; without any
// the executor goes on.
func (s *State) spendRandom() {
	unspent := s.crew[s.turn].without(s.spent)
	for s.count > 0 && !unspent.empty() {
		if s.game.deck.kindsOf(unspent).count() > 1 {
			s.roll(nodeSpend)
			return
		}
		s.spend(unspent.pop())
	}
	s.count = 0
	s.face()
}

// resolve ends an execution, successful or not: the Job and its cards leave the game,
// and dice are rolled for the crew (HEIST-8).
func (s *State) resolve() {
	s.clearJob(s.owner)
	s.owner, s.next, s.thwarter, s.spent = nobody, 0, nobody, set{}
	s.jobGone()
	if s.node == nodeOver {
		return
	}
	s.rolling = s.crew[s.turn]
	s.rollCrew()
}

func (s *State) rollCrew() {
	if s.rolling.empty() {
		s.jobPhase()
		return
	}
	s.roll(nodeCrew)
}

func (s *State) crewRolled(high bool) {
	card := s.rolling.pop()
	if high {
		s.teller.handles(s, s.turn, "loses", card)
		s.quits(s.turn, card)
		s.discards.add(card)
	}
	s.rollCrew()
}
