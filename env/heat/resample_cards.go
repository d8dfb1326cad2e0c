package heat

import "slices"

// This file moves cards backwards for resampling: slots in hands, some with names.

// named makes a slot for a card of a known kind; with none, for a card of an
// unknown one.
func (b *backward) named(card uint8) slot {
	b.label = append(b.label, card)
	b.mark = append(b.mark, 0)
	return slot(len(b.label) - 1)
}

func (b *backward) blank() slot { return b.named(none) }

func (b *backward) put(seat int8, x slot) {
	if x != noSlot {
		b.mark[x] = 0
		b.hands[seat] = append(b.hands[seat], x)
	}
}

// take removes the i-th slot of a hand.
func (b *backward) take(seat int8, i int) slot {
	h := b.hands[seat]
	x := h[i]
	h[i] = h[len(h)-1]
	b.hands[seat] = h[:len(h)-1]
	return x
}

// find removes a card of a kind from a hand: one with that name, or an unknown
// one, which gets the name, if more copies are about. It is chosen by weight.
func (b *backward) find(seat int8, card uint8) (slot, bool) {
	if seat != b.observer && b.demands[card] > 0 {
		b.demands[card]--
	}
	blankWeight := 0.
	if b.spare[card] > 0 {
		blankWeight = float64(b.spare[card]) / float64(b.state.game.deck.size)
	}
	namedCount, blanks := 0, 0
	for _, x := range b.hands[seat] {
		switch b.label[x] {
		case card:
			namedCount++
		case none:
			blanks++
		}
	}
	if namedCount == 0 && (blanks == 0 || b.spare[card] == 0) {
		return noSlot, false
	}
	want := card
	if b.rng.Float64()*(float64(namedCount)+float64(float64(blanks)*blankWeight)) >= float64(namedCount) {
		want = none
	}
	for i, x := range b.hands[seat] {
		if b.label[x] == want {
			b.label[x] = card
			return b.take(seat, i), true
		}
	}
	return noSlot, false
}

// unmove undoes a face-up move of a card from one hand to another.
func (b *backward) unmove(holder, giver int8, card uint8) bool {
	x, ok := b.find(holder, card)
	if ok {
		b.put(giver, x)
	}
	return ok
}

// holds tests that the card of a choice is in the hand it was chosen from. A
// seat speaks for each card of its own hand only once in a phase.
func (b *backward) holds(e event) bool {
	if e.other != b.observer {
		b.demands[e.card]--
	}
	blank := noSlot
	when := e.when + 1
	for _, x := range b.hands[e.other] {
		switch {
		case b.label[x] == e.card && e.other != e.seat:
			return true
		case b.label[x] == e.card && b.mark[x] != when:
			b.mark[x] = when
			return true
		case b.label[x] == none:
			blank = x
		}
	}
	if blank == noSlot {
		return false
	}
	b.label[blank] = e.card
	if e.other == e.seat {
		b.mark[blank] = when
	}
	return true
}

// lacks tests that a hand has no card of a kind, and remembers that its unknown
// cards must not turn out to be one.
func (b *backward) lacks(seat int8, card uint8) bool {
	for _, x := range b.hands[seat] {
		switch b.label[x] {
		case card:
			return false
		case none:
			b.not = append(b.not, exclusion{x, card})
		}
	}
	return true
}

// match gives the unknown cards of a hand the names that the observer saw.
func (b *backward) match(seat int8, hand [maxTypes]uint8) bool {
	for c, n := range hand[:b.state.game.types] {
		b.demands[c] -= int16(n)
	}
	for _, x := range b.hands[seat] {
		if c := b.label[x]; c != none {
			if hand[c] == 0 {
				return false
			}
			hand[c]--
		}
	}
	t := 0
	for _, x := range b.hands[seat] {
		if b.label[x] != none {
			continue
		}
		for hand[t] == 0 {
			t++
		}
		b.label[x] = uint8(t)
		hand[t]--
	}
	return true
}

// pinned reports whether a slot must stay in the hands, because earlier events
// need every card of its kind.
func (b *backward) pinned(x slot) bool {
	c := b.label[x]
	if c == none || b.demands[c] == 0 {
		return false
	}
	copies := int(b.state.game.deck.types[c].copies)
	if copies == 1 {
		return true
	}
	// Of several copies one may meet many demands, but cards that the observer
	// passed one after the other are different, unless one came back to it.
	return b.end.received[b.observer].count(c) == 0 && b.about(c) == copies && b.passesOf(c) == copies
}

// passesOf returns the number of passes of a kind of card that are not yet undone.
func (b *backward) passesOf(card uint8) int {
	n := 0
	for _, p := range b.passes {
		if p.card == card {
			n++
		}
	}
	return n
}

// about returns the number of cards of a kind in all hands, with the observer's,
// which may come back to where they are needed.
func (b *backward) about(card uint8) int {
	n := 0
	for q := range b.state.game.players {
		for _, x := range b.hands[q] {
			if b.label[x] == card {
				n++
			}
		}
	}
	return n
}

// undraw puts a card back into the deck. A card that was not yet there when the
// observer looked at the hand goes first.
func (b *backward) undraw(e event) (slot, bool) {
	if e.seat == b.observer {
		return b.find(e.seat, e.card)
	}
	if i := b.stranger(e.seat); i >= 0 {
		return b.take(e.seat, i), true
	}
	free := 0
	for _, x := range b.hands[e.seat] {
		if !b.pinned(x) {
			free++
		}
	}
	if free == 0 {
		return noSlot, false
	}
	k := b.rng.IntN(free)
	for i, x := range b.hands[e.seat] {
		if b.pinned(x) {
			continue
		}
		if k == 0 {
			return b.take(e.seat, i), true
		}
		k--
	}
	return noSlot, false
}

// stranger finds a named card in a hand that was not among those which the
// observer saw there the last time it looked, and that no earlier event needs; or
// -1. It chooses among several at random, as only some of them may be absent from
// the hand before the draw.
func (b *backward) stranger(seat int8) int {
	for l := b.looks - 1; l >= 0; l-- {
		if b.seen[l].seat != seat {
			continue
		}
		hand := b.seen[l].hand
		found, strangers := -1, 0
		for i, x := range b.hands[seat] {
			c := b.label[x]
			switch {
			case c == none:
			case hand[c] == 0 && b.demands[c] == 0:
				strangers++
				if strangers == 1 || b.rng.IntN(strangers) == 0 {
					found = i
				}
			case hand[c] > 0:
				hand[c]--
			}
		}
		return found
	}
	return -1
}

// This file undoes the draft for resampling.

// unexchange undoes the passing of one round; picks are its events.
func (b *backward) unexchange(picks []event) bool {
	n := b.state.game.players
	if k := len(b.passes) - 1; k >= 0 && b.passes[k].round == b.round {
		b.passes = b.passes[:k]
	}
	// The received cards are chosen for all seats before any card moves, as each
	// choice depends on where the other cards are.
	for _, e := range picks {
		to := int8(b.state.passTo(int(e.seat), b.heist))
		if e.seat == b.observer || to == b.observer {
			continue
		}
		var ok bool
		if b.chosen[e.seat], ok = b.received(to, n); !ok {
			return false
		}
	}
	for _, e := range picks {
		to := int8(b.state.passTo(int(e.seat), b.heist))
		if e.seat == b.observer || to == b.observer {
			var ok bool
			if b.chosen[e.seat], ok = b.find(to, e.card); !ok {
				return false
			}
			continue
		}
		b.take(to, slices.Index(b.hands[to], b.chosen[e.seat]))
	}
	return true
}

// received chooses the card of a hand that was received in this round: any card,
// but one that the observer passed earlier must get back to its receiver in
// time.
func (b *backward) received(to int8, players int) (slot, bool) {
	receiver := b.state.passTo(int(b.observer), b.heist)
	step := 1
	if b.heist%2 == 1 {
		step = players - 1
	}
	free := 0
	for _, x := range b.hands[to] {
		switch b.hops(x, int(to), receiver, step, players) {
		case hopNow:
			return x, true
		case hopNever:
			return noSlot, false
		case hopFree:
			free++
		}
	}
	if free == 0 {
		return noSlot, false
	}
	k := b.rng.IntN(free)
	for _, x := range b.hands[to] {
		if b.hops(x, int(to), receiver, step, players) != hopFree {
			continue
		}
		if k == 0 {
			return x, true
		}
		k--
	}
	return noSlot, false
}

// The results of hops.
const (
	hopFree  = iota // the card may have come in this round, or not
	hopNow          // it must have come in this round
	hopStay         // it cannot have come in this round
	hopNever        // it cannot be where it is
)

// hops compares how far a card of the observer has travelled with how many
// rounds it had. Of several cards of a kind the one that is farthest was passed
// first.
func (b *backward) hops(x slot, seat, receiver, step, players int) int {
	if !b.pinned(x) {
		return hopFree
	}
	distance := func(seat int) int {
		if step == 1 {
			return (seat - receiver + players) % players
		}
		return (receiver - seat + players) % players
	}
	card, mine := b.label[x], distance(seat)
	farther, cards := 0, 0
	for q := range players {
		if int8(q) == b.observer {
			continue
		}
		for _, y := range b.hands[q] {
			if b.label[y] != card {
				continue
			}
			cards++
			if d := distance(q); d > mine || d == mine && y < x {
				farther++
			}
		}
	}
	// With fewer cards than passes, cards came back and were passed again.
	skip := b.passesOf(card) - cards + farther
	for _, p := range b.passes {
		if p.card != card {
			continue
		}
		if skip > 0 {
			skip--
			continue
		}
		switch rounds := b.round - p.round; {
		case mine == 0:
			return hopStay
		case mine == rounds:
			return hopNow
		case mine > rounds:
			return hopNever
		}
		return hopFree
	}
	return hopFree
}
