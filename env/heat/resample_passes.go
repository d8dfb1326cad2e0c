package heat

import "slices"

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
