package heat

import "ringer/env"

// This file holds two steps of a phase: the choices that card moves need, and the
// moves.

// toCome returns the number of stages of the heist after this one.
func (s *State) toCome() int { return s.game.config.Stages - 1 - int(s.stage) }

// showSwaps shows the hand to every seat that may choose a card from it in a swap,
// before any seat has to choose (HEAT-14: looks come before the choices that
// follow them).
func (s *State) showSwaps() {
	for _, t := range s.tasks[:s.taskCount] {
		if t.kind == taskSwap && t.mode == SwapChosen {
			s.record(event{kind: evLook, seat: t.actor, other: t.seat})
		}
	}
}

// free returns the number of copies of a card in a hand that no earlier choice of
// this phase has taken.
func (s *State) free(seat int, card uint8) int {
	n := int(s.mem.hand[seat][card])
	for _, t := range s.tasks[:s.taskAt] {
		if t.card == card && t.owner() == seat {
			n--
		}
	}
	return n
}

// owner returns the seat whose hand a chosen card leaves.
func (t *task) owner() int {
	if t.kind == taskDiscard {
		return int(t.seat)
	}
	return int(t.actor)
}

func (s *State) appendFree(dst []env.Action, seat int) []env.Action {
	for c := range s.game.types {
		if s.mem.hand[seat][c] > 0 && s.free(seat, uint8(c)) > 0 {
			dst = append(dst, env.Action(c))
		}
	}
	return dst
}

// spare returns the number of cards that a hand holds without those that earlier
// choices of this phase take: free without all of them, size without those that
// leave the hand smaller.
func (s *State) spare(seat int) (free, size int) {
	free, size = int(s.mem.size[seat]), int(s.mem.size[seat])
	for _, t := range s.tasks[:s.taskAt] {
		if t.owner() != seat || t.state != taskChosen {
			continue
		}
		switch t.kind {
		case taskDiscard, taskExtra:
			free, size = free-1, size-1
		case taskSwap, taskReplace:
			free--
		}
	}
	return free, size
}

// askCards asks for the cards that move. It reports whether a seat has to choose.
func (s *State) askCards() bool {
	for ; s.taskAt < s.taskCount; s.taskAt++ {
		t := &s.tasks[s.taskAt]
		if t.state == taskGiving {
			s.ask(nodeTake, int(t.actor))
			return true
		}
		if t.state != taskOpen {
			continue
		}
		free, size := s.spare(t.owner())
		switch t.kind {
		case taskDiscard:
			if size-int(t.left) < s.toCome() || free < 1 { // HEAT-19: the whole effect
				for i := range t.left {
					s.tasks[s.taskAt+i].state = taskSkipped
				}
			} else if t.mode == DiscardRandom {
				t.state = taskChosen
			} else {
				s.ask(nodeDiscard, int(t.seat))
				return true
			}
		case taskExtra:
			if size-1 < s.toCome() || free < 1 {
				t.state = taskSkipped
			} else {
				s.ask(nodeExtra, int(t.actor))
				return true
			}
		case taskReplace:
			if free < 1 || s.now.inUse[t.actor] == none {
				t.state = taskSkipped
			} else {
				s.ask(nodeReplace, int(t.actor))
				return true
			}
		case taskSwap:
			if free < 1 || s.mem.size[t.seat] == 0 {
				t.state = taskSkipped
			} else {
				s.ask(nodeGive, int(t.actor))
				return true
			}
		default:
			t.state = taskChosen
		}
	}
	return false
}

// choose takes the answer to a question of askCards, which everyone hears
// (HEAT-7).
func (s *State) choose(t *task, a env.Action) {
	e := event{kind: evChoose, seat: int8(s.actor), other: int8(s.actor), card: uint8(a), when: uint8(s.stage*int8(Phases) + int8(s.phase))}
	switch {
	case a == s.game.decline:
		e.kind, e.card = evDecline, none
		t.state = taskSkipped
	case s.node == nodeGive && t.mode == SwapChosen:
		t.card, t.state = uint8(a), taskGiving
		s.record(e)
		return
	case s.node == nodeTake:
		e.other = t.seat
		t.other, t.state = uint8(a), taskChosen
	default:
		t.card, t.state = uint8(a), taskChosen
	}
	s.record(e)
	s.taskAt++
}

// moveCards carries out card moves, copies and cancels in seat order. A move whose
// card is gone by then does nothing, so seat order settles conflicts (HEAT-6). It
// reports whether chance has to act.
func (s *State) moveCards() bool {
	for ; s.taskAt < s.taskCount; s.taskAt++ {
		t := &s.tasks[s.taskAt]
		if t.state == taskSkipped {
			continue
		}
		if s.misses(t, t.owner(), t.card) || s.misses(t, int(t.seat), t.other) {
			continue
		}
		switch t.kind {
		case taskDiscard:
			if t.mode != DiscardRandom {
				s.record(event{kind: evDiscard, seat: t.seat, card: t.card})
			} else if s.mem.size[t.seat] > 0 {
				s.roll(nodeLose)
				return true
			}
		case taskSwap:
			if s.swap(t) {
				return true
			}
		case taskReplace:
			s.replaceCard(t)
		case taskExtra:
			s.addCard(t)
		case taskCopy:
			s.copyUse(t)
		case taskCancel:
			s.cancelled[t.seat] |= 1 << t.mode
			if s.teller != nil {
				s.teller.cancels(int(t.actor), int(t.seat), t.mode)
			}
		}
	}
	return false
}

// misses reports whether a chosen card has left the hand that it was chosen from,
// and tells everyone.
func (s *State) misses(t *task, holder int, card uint8) bool {
	if card == none || s.mem.hand[holder][card] > 0 {
		return false
	}
	s.record(event{kind: evMiss, seat: t.actor, other: int8(holder), card: card})
	return true
}

// swap gives the chosen card away and gets one back. It reports whether chance
// decides which.
func (s *State) swap(t *task) bool {
	if s.mem.size[t.seat] == 0 {
		return false
	}
	s.record(event{kind: evGive, seat: t.actor, other: t.seat, card: t.card})
	if t.mode != SwapChosen {
		s.roll(nodeGrab)
		return true
	}
	s.record(event{kind: evGrab, seat: t.actor, other: t.seat, card: t.other})
	return false
}

// pool returns the cards among which chance chooses in a move, and their number. A
// card just given in a swap does not come straight back.
func (s *State) pool() ([maxTypes]uint8, int) {
	t := &s.tasks[s.taskAt]
	pool, n := s.mem.hand[t.seat], int(s.mem.size[t.seat])
	if s.node == nodeGrab {
		pool[t.card]--
		n--
	}
	return pool, n
}

// replaceCard puts the chosen card in place of the card in use, which goes back
// to the hand.
func (s *State) replaceCard(t *task) {
	seat := int(t.actor)
	r := &s.now.records[seat]
	old := r.cards[r.size-1]
	s.record(event{kind: evReplace, seat: t.actor, card: t.card})
	s.record(event{kind: evReturn, seat: t.actor, card: old})
	r.cards[r.size-1] = t.card
	s.now.inUse[seat] = t.card
	s.copied[seat] = none
}

// addCard adds the chosen card to the Record: at the end it becomes the card in
// use, at the start it only counts.
func (s *State) addCard(t *task) {
	seat := int(t.actor)
	s.record(event{kind: evExtra, seat: t.actor, card: t.card})
	if t.mode == ExtraStart {
		r := &s.now.records[seat]
		copy(r.cards[1:], r.cards[:r.size])
		r.cards[0] = t.card
		r.size++
		return
	}
	s.now.put(seat, t.card)
	s.copied[seat] = none
}

// copyUse lets the actor use the later phases printed on the target's card as
// it stood at the start of the phase; a card without any changes nothing.
func (s *State) copyUse(t *task) {
	card := s.then.inUse[t.seat]
	if card == none || s.game.deck.types[card].phases>>(s.phase+1) == 0 {
		return
	}
	s.copied[t.actor] = card
	if s.teller != nil {
		s.teller.copies(s, int(t.actor), int(t.seat))
	}
}
