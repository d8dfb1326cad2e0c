package heat

import "ringer/env"

// A step is a part of a phase (HEAT-14).
type step uint8

// The steps of a phase. Those that ask change nothing.
const (
	stepNone    step = iota // no card acts
	stepTargets             // seats name targets and numbers
	stepDraws               // draws, then looks
	stepChoices             // seats choose the cards that move
	stepCards               // card moves, copies and cancels, in seat order
	stepSums                // all money and Heat at once
)

// A task is something that an effect asks for in the steps of draws, choices and cards.
type task struct {
	kind  uint8
	actor int8  // the seat with the effect
	seat  int8  // the seat whose cards move
	mode  uint8 // Effect.Where
	place uint8 // of the effect among the effects of its card in the phase
	left  uint8 // discards of this effect from here on
	state uint8 // taskOpen …
	card  uint8 // chosen
	other uint8 // chosen second: what to get in a swap
}

const (
	taskDraw = iota
	taskLook
	taskDiscard
	taskSwap
	taskReplace
	taskExtra
	taskCopy
	taskCancel
)

// The states of a task.
const (
	taskOpen   = iota
	taskGiving // a swap that knows what is given
	taskChosen
	taskSkipped
)

func (s *State) push(t task) {
	t.card, t.other, t.place = none, none, s.place
	s.tasks[s.taskCount] = t
	s.taskCount++
}

// beginPhase lets the cards of one phase act. It returns when the state waits
// for a decision, for chance, or is over.
func (s *State) beginPhase(phase Phase) {
	s.phase = phase
	var needs uint8
	for i := range s.game.players {
		s.acting[i] = s.actsWith(i)
		s.then.target[i], s.then.option[i] = -1, 0
		if s.acting[i] != none {
			needs |= s.game.deck.types[s.acting[i]].needs[phase]
		}
	}
	s.taskCount, s.taskAt, s.cursor = 0, 0, 0
	s.now.hand = s.mem.size
	if phase == PhaseB && !s.coolDown() {
		s.arrest()
		return
	}
	s.then.tableau = s.now
	if needs == 0 {
		s.endPhase()
		return
	}
	s.step = stepTargets
	s.proceed()
}

// actsWith returns the card whose printed effects a seat uses in the phase.
func (s *State) actsWith(seat int) uint8 {
	card := s.now.inUse[seat]
	if card == none || s.cancelled[seat]>>s.phase&1 != 0 {
		return none
	}
	if c := s.copied[seat]; c != none {
		card = c
	}
	if !s.game.deck.types[card].actsIn(s.phase) {
		return none
	}
	return card
}

// endPhase settles the sums and goes on to the next phase or the next stage.
func (s *State) endPhase() {
	s.step = stepSums
	s.settle()
	for i := range s.game.players {
		s.then.target[i], s.then.option[i] = -1, 0
	}
	if s.phase < PhaseC {
		s.beginPhase(s.phase + 1)
		return
	}
	s.step = stepNone
	s.endStage()
}

// proceed runs the steps of a phase until someone has to choose.
func (s *State) proceed() {
	for {
		switch s.step {
		case stepTargets:
			if s.askTargets() {
				return
			}
			s.perform(stepDraws)
			s.limitDraws()
			s.step = stepDraws
		case stepDraws:
			if s.runDraws() {
				return
			}
			s.taskCount, s.taskAt = 0, 0
			s.perform(stepCards)
			s.showSwaps()
			s.step = stepChoices
		case stepChoices:
			if s.askCards() {
				return
			}
			s.taskAt = 0
			s.step = stepCards
		case stepCards:
			if s.moveCards() {
				return
			}
			s.endPhase()
			return
		}
	}
}

// askTargets lets every seat in order name its target, then its number. The
// cursor counts two questions a seat. It reports whether a seat has to choose.
func (s *State) askTargets() bool {
	for ; int(s.cursor) < 2*s.game.players; s.cursor++ {
		seat := s.seatAt(int(s.cursor) / 2)
		if s.acting[seat] == none {
			continue
		}
		needs := s.game.deck.types[s.acting[seat]].needs[s.phase]
		if s.cursor%2 == 0 && needs&needTarget != 0 {
			m, named := s.named(seat)
			if named {
				s.then.target[seat] = int8(m.first())
				if s.teller != nil {
					s.teller.aims(s, seat, m.first())
				}
			} else if m != 0 {
				s.ask(nodeTarget, seat)
				return true
			}
		}
		if s.cursor%2 == 1 && needs&needOption != 0 && s.mostChoices(seat) > 0 {
			s.ask(nodeOption, seat)
			return true
		}
	}
	return false
}

// aimedAt returns the seat that an id of the block "seat" names: targets are
// counted from the left neighbour of the actor, so that an id means the same from
// every chair (HEAT-13).
func (s *State) aimedAt(a env.Action) int {
	return s.game.seats.Absolute(int(s.actor), int(a-s.game.seatBase)+1)
}

// targets returns the seats that the actor may name.
func (s *State) targets(actor int) Seats {
	m, _ := s.named(actor)
	return m
}

// named returns the seats that the actor may name: those where at least one
// effect can do something (HEAT-20), or, byRule, the one seat that the rules name,
// such as the richest.
func (s *State) named(actor int) (m Seats, byRule bool) {
	list := s.game.deck.types[s.acting[actor]].effects[s.phase]
	x := &s.then
	for k := range list {
		e := &list[k]
		if !e.Picks() {
			continue
		}
		w := e.picked()
		c := x.Candidates(w, actor)
		if w.Kind >= WhoRichest && c.Count() == 1 {
			return c, true
		}
		if e.If.Kind != IfTargetUses && !x.Holds(e.If, actor, actor) {
			continue
		}
		useful := laws[e.Op].useful
		for i := range s.game.players {
			if !c.Has(i) || m.Has(i) {
				continue
			}
			if e.Who.Picks() && useful != nil && !useful(x, actor, i) ||
				!e.Who.Picks() && x.heat[i] == 0 ||
				e.If.Kind == IfTargetUses && !x.Holds(e.If, actor, i) {
				continue
			}
			m |= 1 << i
		}
	}
	return m, false
}

// mostChoices returns the largest number that the actor may choose, by the money
// and the Heat that it has.
func (s *State) mostChoices(actor int) int {
	list := s.game.deck.types[s.acting[actor]].effects[s.phase]
	most := maxChoice
	for k := range list {
		e := &list[k]
		if e.Amount.Per != PerChoice || !s.then.Holds(e.If, actor, actor) {
			continue
		}
		most = min(most, int(e.Amount.Choices))
		l := &laws[e.Op]
		if e.Who.Kind != WhoSelf && l.reach < reachOthers {
			continue // others pay for it
		}
		switch l.spends {
		case spendsMoney:
			most = min(most, int(s.then.money[actor])/int(e.Amount.Each))
		case spendsHeat:
			most = min(most, int(s.then.heat[actor])/int(e.Amount.Each))
		}
	}
	return most
}

// limitDraws skips all draws of a phase when they exceed the deck (HEAT-9).
func (s *State) limitDraws() {
	draws := 0
	for _, t := range s.tasks[:s.taskCount] {
		if t.kind == taskDraw {
			draws++
		}
	}
	if draws <= int(s.mem.left) {
		return
	}
	for i := range s.tasks[:s.taskCount] {
		if s.tasks[i].kind == taskDraw {
			s.tasks[i].state = taskSkipped
		}
	}
	s.skips++
	if s.teller != nil {
		s.teller.skips()
	}
}

// runDraws makes all draws in seat order, then all looks. It reports whether
// chance has to act.
func (s *State) runDraws() bool {
	for ; s.taskAt < s.taskCount; s.taskAt++ {
		if t := &s.tasks[s.taskAt]; t.kind == taskDraw && t.state == taskOpen {
			s.roll(nodeDraw)
			return true
		}
	}
	for _, t := range s.tasks[:s.taskCount] {
		if t.kind == taskLook {
			s.record(event{kind: evLook, seat: t.actor, other: t.seat})
		}
	}
	return false
}

// resolved takes an answer to a question of a phase and goes on with the phase.
func (s *State) resolved(a env.Action) {
	seat := int8(s.actor)
	t := &s.tasks[s.taskAt]
	switch s.node {
	case nodeTarget:
		s.then.target[seat] = int8(s.aimedAt(a))
		s.record(event{kind: evTarget, seat: seat, other: s.then.target[seat]})
		s.cursor++
	case nodeOption:
		s.then.option[seat] = uint8(a - s.game.number)
		s.record(event{kind: evOption, seat: seat, other: int8(s.then.option[seat])})
		s.cursor++
	case nodeDraw:
		s.record(event{kind: evDraw, seat: t.seat, card: uint8(a)})
		s.taskAt++
	case nodeDiscard, nodeGive, nodeTake, nodeReplace, nodeExtra:
		s.choose(t, a)
	case nodeLose:
		s.record(event{kind: evDiscard, seat: t.seat, card: uint8(a), random: true})
		s.taskAt++
	case nodeGrab:
		s.record(event{kind: evGrab, seat: t.actor, other: t.seat, card: uint8(a), random: true})
		s.taskAt++
	}
	s.proceed()
}

// sums holds what a phase will change in money and Heat. All of it happens at the
// end of the phase (HEAT-14 step 5, HEAT-15): a purse is the money that a seat had
// at the start of the phase, thieves and payments are served from it in seat order
// until it is empty, and gains of the same phase are out of reach. Heat is the
// same: a seat gives and returns at most what it held at the start, and gives
// first (HEAT-16). Amounts add up over all effects of all seats, so the sums are
// wider than what a seat can hold.
type sums struct {
	money   [maxSeats]int32 // net change; the floor of 0 comes last
	purse   [maxSeats]int32 // of the money at the start of the phase, what is still there to take
	heat    [maxSeats]int32 // net change before returns
	warm    [maxSeats]int32 // of the Heat at the start of the phase, what is still there to give or return
	returns [maxSeats]int32 // Heat that effects ask the seat to return
}

// pay moves up to n dollars from one seat's purse to another seat.
func (x *sums) pay(from, to, n int) {
	paid := min(int32(n), x.purse[from])
	x.purse[from] -= paid
	x.money[from] -= paid
	x.money[to] += paid
}

// hand moves up to n tokens from one seat to another.
func (x *sums) hand(from, to, n int) {
	given := min(int32(n), x.warm[from])
	x.warm[from] -= given
	x.heat[from] -= given
	x.heat[to] += given
}

// settle is step 5 of a phase: all changes of money and Heat at once.
func (s *State) settle() {
	s.sums = sums{purse: s.then.money}
	for i, h := range s.then.heat {
		s.sums.warm[i] = int32(h)
	}
	s.perform(stepSums)
	for i := range s.game.players {
		money, heat := s.now.money[i], s.now.heat[i]
		s.now.money[i] = max(s.now.money[i]+s.sums.money[i], 0) // HEAT-10
		back := min(s.sums.returns[i], s.sums.warm[i])          // HEAT-16
		s.now.heat[i] = int8(int32(s.now.heat[i]) + s.sums.heat[i] - back)
		if s.teller != nil {
			s.teller.settled(s, i, s.now.money[i]-money, s.now.heat[i]-heat)
		}
	}
}
