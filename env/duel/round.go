package duel

import "ringer/env"

func init() {
	runners[taskRound] = runRound
	runners[taskInitiative] = runInitiative
	runners[taskUpkeep] = runUpkeep
	runners[taskRecover] = runRecover
	runners[taskTurns] = runTurns
}

// runRound plays rounds until the game ends: Initiative, Upkeep, Players'
// Phase (DUEL-6).
func runRound(s *State, t *task) {
	if t.step == 1 {
		s.reach(atRoundEnd, nobody)
		t.step = 2
		return
	}
	if t.step == 2 && int(s.round) >= s.game.config.Rounds {
		s.capped = true
		s.pop()
		return
	}
	t.step = 1
	s.round++
	s.push(taskTurns, nobody, 0, 0)
	s.push(taskUpkeep, nobody, 0, 0)
	if s.game.bidding {
		s.push(taskBids, nobody, 0, 0)
	} else {
		s.push(taskInitiative, nobody, 0, 0)
	}
	s.reach(atRound, nobody)
}

// alive says whether a seat still has a model that is not removed for good.
func (s *State) alive(seat int) bool { return !s.lost[seat] }

// runInitiative rolls one die a seat; low goes first. Seats that tie for
// positions are put in order by one uniform chance node (C-2).
func runInitiative(s *State, t *task) {
	n := s.game.turns
	const rolling, sorted, ordered = 0, 1, 2
	if t.step == rolling {
		if t.b == 1 {
			s.die[t.a] = s.initiativeDie(int(t.a))
			t.a++
		}
		for t.b = 1; int(t.a) < n; t.a++ {
			s.die[t.a] = 0
			if s.alive(int(t.a)) {
				s.rollInitiative(int(t.a))
				return
			}
		}
		s.sortSeats()
		t.step, t.a = sorted, 0
	} else {
		from, size := int(t.a), int(t.b)
		var tied [maxSeats]int8
		copy(tied[:], s.order[from:from+size])
		tied = permuted(tied, size, int(s.answer))
		copy(s.order[from:], tied[:size])
		t.a += t.b
	}
	for int(t.a) < int(s.seated) {
		size := 1
		for int(t.a)+size < int(s.seated) && s.die[s.order[int(t.a)+size]] == s.die[s.order[t.a]] {
			size++
		}
		if t.b = int16(size); size > 1 {
			s.chance(chanceTie, factorial(size), nobody)
			return
		}
		t.a++
	}
	s.pop()
}

// initiativeDice is how many dice a seat rolls, of which one will count.
func (s *State) initiativeDice(seat int) int {
	dice := 1
	for _, f := range s.game.hooks.initiative {
		dice += f(s, seat)
	}
	return min(dice, maxDice)
}

func (s *State) rollInitiative(seat int) {
	if dice := s.initiativeDice(seat); dice > 1 {
		s.chance(chanceDice, dice, nobody)
		return
	}
	s.chance(chanceSeatDie, 6, nobody)
}

// initiativeDie is the die that counts for a seat that has rolled.
func (s *State) initiativeDie(seat int) uint8 {
	dice := s.initiativeDice(seat)
	if dice == 1 {
		return uint8(s.answer) + 1
	}
	faces := throws(dice)[s.answer].faces
	if s.high>>seat&1 != 0 {
		return faces[dice-1]
	}
	return faces[0]
}

// sortSeats orders the seats in the game by their dice, low first.
func (s *State) sortSeats() {
	s.seated = 0
	for value := uint8(1); value <= 6; value++ {
		for seat := range s.game.turns {
			if s.die[seat] == value && s.alive(seat) {
				s.order[s.seated] = int8(seat)
				s.seated++
			}
		}
	}
}

// runUpkeep lets the seats, in Initiative order, do what Upkeep asks of them,
// then their prone models recover (DUEL-31).
func runUpkeep(s *State, t *task) {
	if t.step == 0 {
		t.step = 1
		for m := range s.game.models {
			x := &s.models[m]
			x.flags &^= flagActed | flagOwesDuel | flagRested
			if x.flags&flagEngaged == 0 {
				x.flags |= flagRested
			}
			x.flags &^= flagEngaged
		}
		s.reach(atUpkeep, nobody)
		return
	}
	if int(t.a) == int(s.seated) {
		s.pop()
		return
	}
	seat := s.order[t.a]
	t.a++
	for m := int8(s.game.models) - 1; m >= 0; m-- {
		if x := s.models[m].status; has(s.own[seat], m) && (x == prone || x == standing && s.tested(m)) {
			s.push(taskRecover, m, 0, 0)
		}
	}
	s.reach(atUpkeepSeat, seat)
}

// recoverDice are rolled by anybody to recover (DUEL-6).
const recoverDice = 2

// runRecover rolls whether a prone model gets up: one die of 5 or more, after
// the bonus for a quiet round before. It starts again with no hit.
func runRecover(s *State, t *task) {
	m := t.m
	if t.step == 0 {
		if !has(s.inPlay, m) || s.models[m].status == prone && s.recovers(m) && !s.tested(m) {
			s.pop()
			return
		}
		t.step = 1
		s.chance(chanceDice, recoverDice, m)
		return
	}
	c := &s.game.config
	bonus := 0
	if s.is(m, flagRested) {
		bonus = c.RecoverBonus
	}
	faces := &throws(recoverDice)[s.answer].faces
	s.pop()
	for _, f := range s.game.hooks.recoveryRolled {
		f(s, m, faces[:recoverDice], bonus)
	}
	if int(faces[recoverDice-1])+bonus >= c.RecoverOn {
		s.recover(m)
	}
}

// recovers lets a prone model get up without a roll, if it can.
func (s *State) recovers(m int8) bool {
	for _, f := range s.game.hooks.recovers {
		if f(s, m) {
			s.recover(m)
			return true
		}
	}
	return false
}

// tested says whether a model rolls to recover in any case.
func (s *State) tested(m int8) bool {
	for _, f := range s.game.hooks.tested {
		if f(s, m) {
			return true
		}
	}
	return false
}

// runTurns is the Players' Phase: seats in order activate one model each until
// nobody has one left.
func runTurns(s *State, t *task) {
	g := s.game
	if t.step == 1 { // the answer to which model
		t.step = 0
		s.push(taskActivate, g.modelOf(int(s.actorOf(t)), s.answer), 0, 0)
		return
	}
	for idle := 0; idle < int(s.seated); idle++ {
		seat := int(s.order[t.a])
		ready := s.ready(seat)
		if g.bidPerModel {
			seat, ready = s.nextByModel()
		}
		if ready == 0 {
			t.a = (t.a + 1) % int16(s.seated)
			continue
		}
		t.b = int16(seat)
		t.a = (t.a + 1) % int16(s.seated)
		if count(ready) == 1 {
			s.push(taskActivate, first(ready), 0, 0)
			return
		}
		t.step = 1
		s.forbidAll()
		for set := ready; set != 0; set &= set - 1 {
			s.allow(g.modelID(seat, first(set)))
		}
		s.ask(nodePick, seat, nobody, nobody)
		return
	}
	s.pop()
	s.reach(atAllActivated, nobody)
}

// actorOf is the seat that a task of turns has asked.
func (s *State) actorOf(t *task) int16 { return t.b }

// ready are the models of a seat that can still be activated in this round:
// standing, or waiting to be placed.
func (s *State) ready(seat int) modelSet {
	var set modelSet
	if !s.alive(seat) {
		return 0
	}
	for rest := s.own[seat]; rest != 0; rest &= rest - 1 {
		m := first(rest)
		x := &s.models[m]
		if x.flags&flagActed == 0 && (x.status == standing || x.status == waiting || s.readied(m)) && s.mayActivate(m) {
			set |= bit(m)
		}
	}
	return set
}

// readied says whether a rule has a model activated that does not stand on the
// table.
func (s *State) readied(m int8) bool {
	for _, f := range s.game.hooks.ready {
		if f(s, m) {
			return true
		}
	}
	return false
}

func (s *State) mayActivate(m int8) bool {
	for _, f := range s.game.hooks.mayActivate {
		if !f(s, m) {
			return false
		}
	}
	return true
}

// settle looks, after removals, who is still in the game; true when it is over
// (DUEL-9): the last side with a model wins, and when nobody has one left, those
// who went out last share.
func (s *State) settle() bool {
	var out, left uint8 // sides
	for seat := range s.game.seats {
		if s.lost[seat] {
			continue
		}
		fields := false
		for rest := s.own[seat]; rest != 0; rest &= rest - 1 {
			m := first(rest)
			fields = fields || s.models[m].status != gone && s.serves(m)
		}
		if fields {
			left |= 1 << s.game.side[seat]
		} else {
			out |= 1 << s.game.side[seat]
			s.lost[seat] = true
		}
	}
	s.wiped = 0
	if left&(left-1) != 0 && s.anyPlayer() {
		return false
	}
	if left == 0 {
		left = out
	}
	s.award(left)
	return true
}

// anyPlayer says whether a seat that somebody plays is still in the game: automata
// do not play on by themselves.
func (s *State) anyPlayer() bool {
	for seat := range s.game.players {
		if !s.lost[seat] {
			return true
		}
	}
	return false
}

// award makes the sides of a set the winners.
func (s *State) award(sides uint8) {
	for seat := range s.game.seats {
		s.won[seat] = sides>>s.game.side[seat]&1 != 0
	}
}

// finish fills in the winners when nobody has won: the sides that are still in
// the game share a game that the round cap ends, unless that loses it.
func (s *State) finish() {
	s.node, s.actor = nodeOver, env.Terminal
	var left uint8
	for seat := range s.game.seats {
		if s.won[seat] {
			return
		}
		if !s.lost[seat] {
			left |= 1 << s.game.side[seat]
		}
	}
	if !s.game.scenario.lost {
		s.award(left)
	}
}

// wins ends the game at once for one side.
func (s *State) wins(side int8) {
	s.award(1 << side)
	s.ended = true
}
