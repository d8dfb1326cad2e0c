package heat

import (
	"ringer/env"
)

// ResampleFromInfoState implements env.Resampler (HEAT-26, C-8).
//
// A world is a log with other hidden cards. It is built backwards, heist by
// heist: starting from the hands as they are, with the observer's cards known
// and all others unknown, every event is undone. Face-up cards put a name on the
// card that leaves the table for a hand, a look names a whole hand, a card that
// the observer passed must be found in the receiver's hand; what the rules
// leave open (which card was drawn last, which one was passed on) is chosen at
// random. What has no name when the deck is reached is dealt from the unseen
// cards. A choice that leads to a contradiction starts the heist again.
//
// The memories of the other seats follow from the new log, in this heist and in
// those before it. Unseen cards are uniform over the deck; choices of the other
// seats are taken to be uniform over their cards.
func (s *State) ResampleFromInfoState(p env.Player, rng env.Rand) env.State {
	w := s.Clone().(*State)
	b := backward{state: s, observer: int8(p), rng: rng}
	for h := int8(0); h <= s.heist; h++ {
		from, to := int(s.heistAt[h]), len(s.log)
		if h < s.heist {
			to = int(s.heistAt[h+1])
		}
		b.heist, b.events = h, w.log[from:to]
		b.survey()
		for attempt := 0; !b.attempt(); attempt++ {
			if attempt == maxAttempts {
				panic("heat: no world fits what a seat knows")
			}
			b.retries++
		}
		b.write()
	}
	w.mem.reset(s.game)
	for _, e := range w.log[s.heistAt[s.heist]:] {
		w.mem.note(e, s.game.players, s.heist)
	}
	return w
}

// maxAttempts guards against a world that cannot be found, which would be a bug:
// the true world is always among those that an attempt can find.
const maxAttempts = 10_000

// A slot is a card whose kind may not be known yet.
type slot = int16

const noSlot slot = -1

// backward undoes the events of one heist.
type backward struct {
	state    *State
	observer int8
	rng      env.Rand
	heist    int8
	events   []event // true until write
	retries  int

	// from the survey
	end   memory // after the last event
	spare [maxTypes]uint8
	seen  []memoryHand
	last  []bool // the event completes a round of secret choices

	// of an attempt
	label   []uint8 // kind of each slot, or none
	mark    []uint8 // the choice that speaks for a slot
	hands   [maxSeats][]slot
	chosen  [maxSeats]slot // in secret
	at      []slot         // the slot that an event is about
	demands [maxTypes]int8 // events still to be undone that need a card of this kind in another seat's hand
	round   int            // of the draft, while undoing
	passes  []pass         // of the observer, not yet undone
}

type memoryHand struct {
	event int
	hand  [maxTypes]uint8
}

// A pass is a card that the observer passed.
type pass struct {
	card  uint8
	round int
}

// survey follows the true events once, to know what the observer saw.
func (b *backward) survey() {
	g := b.state.game
	b.end.reset(g)
	b.seen, b.last = b.seen[:0], b.last[:0]
	for i, e := range b.events {
		if e.kind == evLook && e.seat == b.observer {
			b.seen = append(b.seen, memoryHand{i, b.end.hand[e.other]})
		}
		secret := e.kind == evPick || e.kind == evPlay
		b.last = append(b.last, secret && int(b.end.committed) == g.players-1)
		b.end.note(e, g.players, b.heist)
	}
	for t := range g.types {
		b.spare[t] = g.deck.types[t].copies - b.end.hand[b.observer][t] - b.end.faceUp[t]
	}
	if c := b.end.commit[b.observer]; c != none {
		b.spare[c]--
	}
}

// attempt undoes all events; false when it has run into a contradiction.
func (b *backward) attempt() bool {
	b.begin()
	n := b.state.game.players
	look := len(b.seen)
	for i := len(b.events) - 1; i >= 0; i-- {
		e := b.events[i]
		ok := true
		switch e.kind {
		case evDraw:
			b.at[i], ok = b.undraw(e)
		case evPick:
			if b.last[i] {
				b.round--
				ok = b.unexchange(b.events[i-n+1 : i+1])
			}
			b.at[i] = b.chosen[e.seat]
			b.put(e.seat, b.at[i])
		case evPlay:
			if b.last[i] {
				for _, x := range b.events[i-n+1 : i+1] {
					b.chosen[x.seat] = b.named(x.card)
				}
			}
			b.at[i] = b.chosen[e.seat]
			b.put(e.seat, b.at[i])
		case evDiscard, evExtra, evReplace:
			b.put(e.seat, b.named(e.card))
		case evReturn:
			_, ok = b.find(e.seat, e.card)
		case evGive:
			ok = b.unmove(e.other, e.seat, e.card)
		case evGrab:
			ok = b.unmove(e.seat, e.other, e.card)
		case evChoose:
			ok = b.holds(e)
		case evLook:
			if e.seat == b.observer {
				look--
				ok = b.match(e.other, b.seen[look].hand)
			}
		}
		if !ok {
			return false
		}
	}
	return b.dealUnseen()
}

// begin sets up the hands at the end of the heist, or as they are now.
func (b *backward) begin() {
	g := b.state.game
	b.label, b.mark, b.passes = b.label[:0], b.mark[:0], b.passes[:0]
	b.at = append(b.at[:0], make([]slot, len(b.events))...)
	b.demands = [maxTypes]int8{}
	rounds := 0
	for i, e := range b.events {
		b.at[i] = noSlot
		switch {
		case e.kind == evPick && b.last[i]:
			rounds++
		case e.kind == evReturn && e.seat != b.observer,
			e.kind == evGive && e.other != b.observer,
			e.kind == evGrab && e.seat != b.observer:
			b.demands[e.card]++
		}
	}
	b.round = rounds
	picks := 0
	for _, e := range b.events {
		if e.kind == evPick && e.seat == b.observer {
			if picks < rounds {
				b.passes = append(b.passes, pass{e.card, picks})
				b.demands[e.card]++
			}
			picks++
		}
	}
	for q := range g.players {
		b.hands[q] = b.hands[q][:0]
		b.chosen[q] = noSlot
		pending := b.end.commit[q] != none
		if int8(q) != b.observer {
			for range b.end.size[q] {
				b.put(int8(q), b.named(none))
			}
			if pending {
				b.chosen[q] = b.blank()
			}
			continue
		}
		for t, k := range b.end.hand[q][:g.types] {
			for range k {
				b.put(int8(q), b.named(uint8(t)))
			}
		}
		if pending {
			b.chosen[q] = b.named(b.end.commit[q])
		}
	}
}

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
	if b.rng.Float64()*(float64(namedCount)+float64(blanks)*blankWeight) >= float64(namedCount) {
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

// match gives the unknown cards of a hand the names that the observer saw.
func (b *backward) match(seat int8, hand [maxTypes]uint8) bool {
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

// pinned says whether a slot must be kept, because it is the only card that can
// meet a demand of an earlier event.
func (b *backward) pinned(x slot) bool {
	c := b.label[x]
	return c != none && b.demands[c] > 0 && b.state.game.deck.types[c].copies == 1
}

// undraw puts a card back into the deck.
func (b *backward) undraw(e event) (slot, bool) {
	if e.seat == b.observer {
		return b.find(e.seat, e.card)
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

// unexchange undoes the passing of one round; picks are its events.
func (b *backward) unexchange(picks []event) bool {
	n := b.state.game.players
	if k := len(b.passes) - 1; k >= 0 && b.passes[k].round == b.round {
		b.passes = b.passes[:k]
	}
	for _, e := range picks {
		to := int8(b.state.passTo(int(e.seat), b.heist))
		var ok bool
		if e.seat == b.observer || to == b.observer {
			b.chosen[e.seat], ok = b.find(to, e.card)
		} else {
			b.chosen[e.seat], ok = b.unpass(to, n)
		}
		if !ok {
			return false
		}
	}
	return true
}

// unpass takes from a hand the card that was received in this round: any card,
// but one that the observer passed earlier must get back to its receiver in
// time.
func (b *backward) unpass(to int8, players int) (slot, bool) {
	receiver := b.state.passTo(int(b.observer), b.heist)
	step := 1
	if b.heist%2 == 1 {
		step = players - 1
	}
	free := 0
	for i, x := range b.hands[to] {
		switch b.hops(x, int(to), receiver, step, players) {
		case hopNow:
			return b.take(to, i), true
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
	for i, x := range b.hands[to] {
		if b.hops(x, int(to), receiver, step, players) != hopFree {
			continue
		}
		if k == 0 {
			return b.take(to, i), true
		}
		k--
	}
	return noSlot, false
}

const (
	hopFree  = iota // the card may have come in this round, or not
	hopNow          // it must have come in this round
	hopStay         // it cannot have come in this round
	hopNever        // it cannot be where it is
)

// hops compares how far a card of the observer has travelled with how many
// rounds it had.
func (b *backward) hops(x slot, seat, receiver, step, players int) int {
	if !b.pinned(x) {
		return hopFree
	}
	for i := len(b.passes) - 1; i >= 0; i-- { // the latest pass of a card that came back counts
		p := b.passes[i]
		if p.card != b.label[x] {
			continue
		}
		distance := (seat - receiver + players) % players
		if step != 1 {
			distance = (receiver - seat + players) % players
		}
		switch rounds := b.round - p.round; {
		case distance == 0:
			return hopStay
		case distance == rounds:
			return hopNow
		case distance > rounds:
			return hopNever
		}
	}
	return hopFree
}

// dealUnseen names all cards that still have no name; false when more copies of
// a kind have names than there are.
func (b *backward) dealUnseen() bool {
	g := b.state.game
	var left [maxTypes]uint8
	total := 0
	for t := range g.types {
		left[t] = g.deck.types[t].copies
		total += int(left[t])
	}
	for i, e := range b.events {
		if e.kind != evDraw {
			continue
		}
		if c := b.label[b.at[i]]; c != none {
			if left[c] == 0 {
				return false
			}
			left[c]--
			total--
		}
	}
	for i, e := range b.events {
		if e.kind != evDraw || b.label[b.at[i]] != none {
			continue
		}
		k := uint8(b.rng.IntN(total))
		for t := range g.types {
			if k < left[t] {
				b.label[b.at[i]] = uint8(t)
				left[t]--
				break
			}
			k -= left[t]
		}
		total--
	}
	return true
}

// write puts the names into the events.
func (b *backward) write() {
	for i := range b.events {
		switch b.events[i].kind {
		case evDraw, evPick, evPlay:
			if b.at[i] != noSlot {
				b.events[i].card = b.label[b.at[i]]
			}
		}
	}
}
