package heat

import (
	"sync"

	"ringer/env"
)

// ResampleFromInfoState implements env.Resampler (HEAT-26, C-8).
//
// A world is a log with other hidden cards. It is built backwards, heist by heist:
// starting from the hands as they are, with the observer's cards known and all
// others unknown, every event is undone. Face-up cards put a name on the card that
// leaves the table for a hand, a look names a whole hand, a card that the observer
// passed must be found in the receiver's hand; what the rules leave open (which
// card was drawn last, which one was passed on) is chosen at random. Cards without
// a name when the deck is reached are dealt from the unseen cards. A choice that
// leads to a contradiction starts the heist again.
//
// The memories of the other seats follow from the new log, in this heist and in
// those before it. Unseen cards are uniform over the deck, and each choice of
// another seat is uniform over its cards.
func (s *State) ResampleFromInfoState(p env.Player, rng env.Rand) env.State {
	w := s.Clone().(*State)
	b := undone.Get().(*backward)
	defer b.leave()
	b.state, b.observer, b.rng, b.retries = s, int8(p), rng, 0
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

// undone keeps the memory that worlds are built in.
var undone = sync.Pool{New: func() any { return new(backward) }}

// leave gives the memory back.
func (b *backward) leave() {
	b.state, b.rng, b.events = nil, nil, nil
	undone.Put(b)
}

// maxAttempts guards against a world that cannot be found, which would be a bug:
// the true world is always among those that an attempt can find.
const maxAttempts = 1_000_000

// A slot stands for a card whose kind may not be known yet.
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
	seen  []seenHand
	last  []bool // the event completes a round of secret choices

	// of an attempt
	label   []uint8 // kind of each slot, or none
	mark    []uint8 // the choice that speaks for a slot
	hands   [maxSeats][]slot
	chosen  [maxSeats]slot  // in secret
	at      []slot          // the slot that an event is about
	demands [maxTypes]int16 // events still to be undone that need a card of this kind in another seat's hand
	round   int             // of the draft, while undoing
	looks   int             // of seen, not yet undone
	passes  []pass          // of the observer, not yet undone
	not     []exclusion
}

// An exclusion says that a card was seen to be absent where a slot was present.
type exclusion struct {
	slot slot
	card uint8
}

// A seenHand is a hand that the observer has looked at.
type seenHand struct {
	seat int8
	hand [maxTypes]uint8
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
	for _, e := range b.events {
		if e.kind == evLook && e.seat == b.observer {
			b.seen = append(b.seen, seenHand{e.other, b.end.hand[e.other]})
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
	b.looks = len(b.seen)
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
		case evMiss:
			ok = b.lacks(e.other, e.card)
		case evLook:
			if e.seat == b.observer {
				b.looks--
				ok = b.match(e.other, b.seen[b.looks].hand)
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
	b.label, b.mark, b.passes, b.not = b.label[:0], b.mark[:0], b.passes[:0], b.not[:0]
	b.at = append(b.at[:0], make([]slot, len(b.events))...)
	b.demands = [maxTypes]int16{}
	rounds := 0
	for i, e := range b.events {
		b.at[i] = noSlot
		switch {
		case e.kind == evPick && b.last[i]:
			rounds++
		case e.kind == evReturn && e.seat != b.observer,
			e.kind == evGive && e.other != b.observer,
			e.kind == evGrab && e.seat != b.observer,
			e.kind == evChoose && e.other != b.observer:
			b.demands[e.card]++
		}
	}
	for i := range b.seen {
		for c, n := range b.seen[i].hand[:g.types] {
			b.demands[c] += int16(n)
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
	for _, x := range b.not {
		if b.label[x.slot] == x.card {
			return false
		}
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
