package turn

import "ringer/env"

// Steps of TaskRound.
const (
	roundBegins Step = iota
	RoundEnds        // everybody has been activated
	roundEnded       // what comes at the end of a round has come
)

// runRound plays rounds until the game ends: Initiative, Upkeep, Players'
// Phase (DUEL-6).
func runRound(s *State, t *Task) {
	if t.Step == RoundEnds {
		s.Reach(AtRoundEnd, Nobody)
		t.Step = roundEnded
		return
	}
	if t.Step == roundEnded && int(s.Round) >= s.Game.Config.Rounds {
		s.Capped = true
		s.Pop()
		return
	}
	t.Step = RoundEnds
	s.Round++
	s.Push(TaskTurns, Nobody)
	s.Push(taskUpkeep, Nobody)
	if seats := s.Game.Hooks.Seats; len(seats) > 0 {
		seats[0](s)
	} else {
		s.Push(taskInitiative, Nobody)
	}
	s.Reach(AtRound, Nobody)
}

// Alive reports whether a seat still has a model that is not removed for good.
func (s *State) Alive(seat int) bool { return !s.Lost[seat] }

// Steps of taskInitiative.
const (
	initiativeBegins Step = iota
	initiativeRolled      // the dice of the seat that Next names have fallen
	initiativeTied        // Number seats from the place Next in the order tie
)

// runInitiative rolls one die a seat; low goes first. Seats that tie for
// positions are put in order by one uniform chance node (C-2).
func runInitiative(s *State, t *Task) {
	if t.Step == initiativeTied {
		from, size := int(t.Next), int(t.Number)
		var tied [MaxSeats]int8
		copy(tied[:], s.Order[from:from+size])
		tied = Permuted(tied, size, int(s.Answer))
		copy(s.Order[from:], tied[:size])
		t.Next += t.Number
	} else {
		if t.Step == initiativeRolled {
			s.Die[t.Next] = s.initiativeDie(int(t.Next))
			t.Next++
		}
		for ; int(t.Next) < s.Game.Turns; t.Next++ {
			s.Die[t.Next] = 0
			if s.Alive(int(t.Next)) {
				t.Step = initiativeRolled
				s.rollInitiative(int(t.Next))
				return
			}
		}
		s.sortSeats()
		t.Step, t.Next = initiativeTied, 0
	}
	for int(t.Next) < int(s.Seated) {
		size := 1
		for int(t.Next)+size < int(s.Seated) && s.Die[s.Order[int(t.Next)+size]] == s.Die[s.Order[t.Next]] {
			size++
		}
		if t.Number = int16(size); size > 1 {
			s.Chance(ChanceTie, Factorial(size), Nobody)
			return
		}
		t.Next++
	}
	s.Pop()
}

// initiativeDice returns how many dice a seat rolls, of which one will count.
func (s *State) initiativeDice(seat int) int {
	dice := 1
	for _, f := range s.Game.Hooks.Initiative {
		dice += f(s, seat)
	}
	return min(dice, MaxDice)
}

func (s *State) rollInitiative(seat int) {
	if dice := s.initiativeDice(seat); dice > 1 {
		s.Chance(ChanceDice, dice, Nobody)
		return
	}
	s.Chance(ChanceSeatDie, 6, Nobody)
}

// initiativeDie returns the die that counts for a seat that has rolled.
func (s *State) initiativeDie(seat int) uint8 {
	dice := s.initiativeDice(seat)
	if dice == 1 {
		return uint8(s.Answer) + 1
	}
	faces := Throws(dice)[s.Answer].Faces
	if s.High>>seat&1 != 0 {
		return faces[dice-1]
	}
	return faces[0]
}

// sortSeats orders the seats in the game by their dice, low first.
func (s *State) sortSeats() {
	s.Seated = 0
	for value := uint8(1); value <= 6; value++ {
		for seat := range s.Game.Turns {
			if s.Die[seat] == value && s.Alive(seat) {
				s.Order[s.Seated] = int8(seat)
				s.Seated++
			}
		}
	}
}

// Steps of taskUpkeep. Its Next counts the seats in the order of Initiative.
const (
	upkeepBegins Step = iota
	upkeepOfSeats
)

// runUpkeep lets the seats, in Initiative order, do what Upkeep asks of them,
// then their prone models recover (DUEL-31).
func runUpkeep(s *State, t *Task) {
	if t.Step == upkeepBegins {
		t.Step = upkeepOfSeats
		for m := range s.Game.Models {
			x := &s.Models[m]
			x.Flags &^= FlagActed | FlagRested | FlagFresh
			x.Owed = 0
			if x.Flags&FlagEngaged == 0 {
				x.Flags |= FlagRested
			}
			x.Flags &^= FlagEngaged
		}
		s.Reach(AtUpkeep, Nobody)
		return
	}
	if int(t.Next) == int(s.Seated) {
		s.Pop()
		return
	}
	seat := s.Order[t.Next]
	t.Next++
	var down ModelSet
	for rest := s.Own[seat]; rest != 0; rest &= rest - 1 {
		if m := rest.First(); s.Fielded(m) && (s.Lies(m) || s.tested(m)) {
			down |= Bit(m)
		}
	}
	s.PushEach(Task{Kind: TaskRecover}, down, Nobody)
	s.Reach(AtUpkeepSeat, seat)
}

// RecoverDice are rolled by anybody to recover (DUEL-6).
const RecoverDice = 2

// runRecover rolls whether a prone model gets up: one die of 5 or more, after
// the bonus for a quiet round before. It starts again with no hit.
func runRecover(s *State, t *Task) {
	m := t.M
	if t.Step == Asking {
		if !s.Fielded(m) || s.Lies(m) && s.recovers(m) && !s.tested(m) {
			s.Pop()
			return
		}
		t.Step = Answered
		s.Chance(ChanceDice, RecoverDice, m)
		return
	}
	c := &s.Game.Config
	bonus := 0
	if s.Is(m, FlagRested) {
		bonus = c.RecoverBonus
	}
	faces := &Throws(RecoverDice)[s.Answer].Faces
	s.Pop()
	for _, f := range s.Game.Hooks.RecoveryRolled {
		f(s, m, faces[:RecoverDice], bonus)
	}
	if int(faces[RecoverDice-1])+bonus >= c.RecoverOn {
		s.Recover(m)
	}
}

// recovers lets a prone model get up without a roll, if it can.
func (s *State) recovers(m int8) bool {
	for _, f := range s.Game.Hooks.Recovers {
		if f(s, m) {
			s.Recover(m)
			return true
		}
	}
	return false
}

// tested reports whether a model rolls to recover in any case.
func (s *State) tested(m int8) bool {
	for _, f := range s.Game.Hooks.Tested {
		if f(s, m) {
			return true
		}
	}
	return false
}

// runTurns returns the Players' Phase: seats in order activate one model each until
// nobody has one left.
func runTurns(s *State, t *Task) {
	g := s.Game
	if t.Step == Answered { // to which model
		t.Step = Asking
		s.Push(TaskActivate, g.ModelOf(int(t.Seat), s.Answer))
		return
	}
	for idle := 0; idle < int(s.Seated); idle++ {
		seat := int(s.Order[t.Next])
		ready := s.Ready(seat)
		for _, f := range g.Hooks.Next {
			if x, set, ok := f(s); ok {
				seat, ready = x, set
			}
		}
		if ready == 0 {
			t.Next = (t.Next + 1) % int16(s.Seated)
			continue
		}
		t.Seat = int8(seat)
		t.Next = (t.Next + 1) % int16(s.Seated)
		if ready.Count() == 1 {
			s.Push(TaskActivate, ready.First())
			return
		}
		t.Step = Answered
		s.ForbidAll()
		for set := ready; set != 0; set &= set - 1 {
			s.Allow(g.ModelID(seat, set.First()))
		}
		s.Ask(NodePick, seat, Nobody, Nobody)
		return
	}
	s.Pop()
	s.Reach(AtAllActivated, Nobody)
}

// Ready returns the models of a seat that can be activated next in this round: standing,
// or waiting to be placed; of those that have just come back, if any, which act before
// all others of their owner (DUEL-61).
func (s *State) Ready(seat int) ModelSet {
	var set, fresh ModelSet
	if !s.Alive(seat) {
		return 0
	}
	for rest := s.Own[seat]; rest != 0; rest &= rest - 1 {
		m := rest.First()
		x := &s.Models[m]
		if x.Flags&FlagActed == 0 && (x.Status == Standing || x.Status == Waiting || s.readied(m)) && s.MayActivate(m) {
			set |= Bit(m)
			if x.Flags&FlagFresh != 0 {
				fresh |= Bit(m)
			}
		}
	}
	if fresh != 0 {
		return fresh
	}
	return set
}

// readied reports whether a rule has a model activated that does not stand on the
// table.
func (s *State) readied(m int8) bool {
	for _, f := range s.Game.Hooks.Readied {
		if f(s, m) {
			return true
		}
	}
	return false
}

// MayActivate reports whether a model may be activated.
func (s *State) MayActivate(m int8) bool {
	for _, f := range s.Game.Hooks.MayActivate {
		if !f(s, m) {
			return false
		}
	}
	return true
}

// settle finds, after removals, the seats still in the game, and reports whether
// it is over (DUEL-9): the last side with a model wins, and when nobody has one
// left, those who went out last share.
func (s *State) settle() bool {
	var out, left uint8 // sides
	for seat := range s.Game.Seats {
		if s.Lost[seat] {
			continue
		}
		fields := false
		for rest := s.Own[seat]; rest != 0; rest &= rest - 1 {
			m := rest.First()
			fields = fields || s.Models[m].Status != Gone && s.Serves(m)
		}
		if fields {
			left |= 1 << s.Game.Side[seat]
		} else {
			out |= 1 << s.Game.Side[seat]
			s.Lost[seat] = true
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

// anyPlayer reports whether a seat that somebody plays is still in the game: automata
// do not play on by themselves.
func (s *State) anyPlayer() bool {
	for seat := range s.Game.Players {
		if !s.Lost[seat] {
			return true
		}
	}
	return false
}

// award makes the sides of a set the winners.
func (s *State) award(sides uint8) {
	for seat := range s.Game.Seats {
		s.Won[seat] = sides>>s.Game.Side[seat]&1 != 0
	}
}

// finish fills in the winners when nobody has won: the sides that are still in
// the game share a game that the round cap ends, unless that loses it.
func (s *State) finish() {
	s.Node, s.Actor = NodeOver, env.Terminal
	var left uint8
	for seat := range s.Game.Seats {
		if s.Won[seat] {
			return
		}
		if !s.Lost[seat] {
			left |= 1 << s.Game.Side[seat]
		}
	}
	if !s.Game.Scenario.Lost {
		s.award(left)
	}
}

// Wins ends the game at once for one side.
func (s *State) Wins(side int8) {
	s.award(1 << side)
	s.ended = true
}

// OrdersSeats reports whether the state waits for dice that put the seats in order.
func (s *State) OrdersSeats() bool { return s.taskCount > 0 && s.Top().Kind == taskInitiative }

// RollsInitiative returns the seat whose Initiative is being rolled, if that is under way.
func (s *State) RollsInitiative() (seat int, ok bool) {
	if !s.OrdersSeats() || s.Top().Step != initiativeRolled {
		return 0, false
	}
	return int(s.Top().Next), true
}
