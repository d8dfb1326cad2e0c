package heat

import "ringer/env"

// Words lists the vocabulary of the effects, for the test that every word is
// tested.
func Words() map[string][]string {
	names := func(table []word) []string {
		var out []string
		for _, w := range table {
			if w.args != "(R)" { // each rank is listed on its own
				out = append(out, w.name+w.args)
			}
		}
		return out
	}
	words := map[string][]string{
		"who": append(names(whoNames), "chosen(neighbours)", "chosen(richer)", "chosen(heat)", "chosen(P)"),
		"if":  append(names(conditionNames), "rank(richest)", "rank(poorest)", "rank(most_heat)", "rank(least_heat)", "target_uses(P)", "record_has(I)"),
		"per": names(perNames)[1:],
	}
	for _, l := range laws {
		words["op"] = append(words["op"], l.name)
		for _, w := range l.where {
			words["where"] = append(words["where"], l.name+" "+w)
		}
	}
	return words
}

// Operation returns what the table says of an operation: its name, its step and
// the words of an effect with it.
func Operation(op Op) (name string, step uint8, words string) {
	l := laws[op]
	if operations[op] == nil {
		return "", 0, ""
	}
	e := Effect{Op: l.name, Who: "chosen", Amount: Amount{Base: 2}, Where: "place:bank"}
	return l.name, uint8(l.step), e.words()
}

// ActionIDs translates a state's log into the actions that led to it.
func ActionIDs(s *State) []int32 {
	g := s.game
	var ids []int32
	for _, e := range s.log {
		if !e.isAction() {
			continue
		}
		id := int32(e.card)
		switch {
		case e.kind == evClaim && e.card == none:
			id = int32(g.claimAt) + int32(g.types)
		case e.kind == evClaim:
			id = int32(g.claimAt) + int32(e.card)
		case e.kind == evPlay && e.card == none:
			id = int32(g.nothing)
		case e.kind == evTarget:
			id = int32(g.seatBase) + int32(g.seats.Relative(int(e.seat), int(e.other))) - 1
		case e.kind == evOption:
			id = int32(g.number) + int32(e.other)
		case e.kind == evDecline:
			id = int32(g.decline)
		}
		ids = append(ids, id)
	}
	return ids
}

// EmptyHand puts a seat's hand back into the deck: only so can a hand be empty
// while a card is due.
func EmptyHand(s *State, seat int) {
	for t := range s.mem.hand[seat] {
		n := s.mem.hand[seat][t]
		s.mem.hand[seat][t] = 0
		s.mem.deck[t] += n
		s.mem.left += n
		s.mem.size[seat] -= n
	}
}

// SetTable sets money and Heat, for positions that a test starts from.
func SetTable(s *State, money, heat []int) {
	for i, m := range money {
		s.now.money[i] = int32(m)
	}
	for i, h := range heat {
		s.now.heat[i] = int8(h)
	}
}

// Retries is how many attempts a resampling threw away; it gives up after 200,000.
func Retries(s *State, p int8, rng env.Rand) int {
	b := backward{state: s, observer: p, rng: rng}
	w := s.Clone().(*State)
	for h := int8(0); h <= s.heist; h++ {
		to := len(s.log)
		if h < s.heist {
			to = int(s.heistAt[h+1])
		}
		b.heist, b.events = h, w.log[s.heistAt[h]:to]
		b.survey()
		for !b.attempt() && b.retries < 200_000 {
			b.retries++
		}
	}
	return b.retries
}

// isAction reports whether the event was an action, and not a consequence.
func (e event) isAction() bool {
	switch e.kind {
	case evLook, evExtra, evReplace, evReturn, evGive, evMiss:
		return false
	case evDiscard, evGrab:
		return e.random
	}
	return true
}
