package heat

import "math/bits"

// A tableau holds everything that lies face up. A phase reads a copy of it (HEAT-6).
type tableau struct {
	money   [maxSeats]int32
	heat    [maxSeats]int8
	hand    [maxSeats]uint8 // sizes; set at the start of a phase
	inUse   [maxSeats]uint8 // kind of card, or none
	records [maxSeats]record
}

// A record is the row of cards that a seat has played in a heist, oldest first.
// The last one is in use, unless the seat has none in use.
type record struct {
	cards [maxRecord]uint8
	size  uint8
}

// held returns the number of Heat tokens off the board.
func (t *tableau) held() int {
	n := 0
	for _, h := range t.heat {
		n += int(h)
	}
	return n
}

// of returns the Record of a seat, oldest card first.
func (t *tableau) of(seat int) []uint8 { return t.records[seat].cards[:t.records[seat].size] }

// put adds a card to the end of a seat's Record and makes it the card in use.
func (t *tableau) put(seat int, card uint8) {
	t.inUse[seat] = card
	r := &t.records[seat]
	r.cards[r.size] = card
	r.size++
}

// A Snapshot is the table as the effects of a phase read it: as it stood when the
// phase began (HEAT-6, HEAT-14), with the seats and the numbers that have been
// chosen since. Its methods say which seats an effect reaches (seats_reached.go), whether a
// condition holds (condition.go) and how much an amount is (amount.go).
type Snapshot struct {
	game *Game
	tableau
	target [maxSeats]int8  // named in this phase; -1 for nobody
	option [maxSeats]uint8 // number chosen in this phase
}

// Snapshot returns the table of the phase that acts, for reading until the next
// Apply. It is public.
func (s *State) Snapshot() *Snapshot { return &s.then }

// Preview writes into x the table of a phase that would begin now if the seat
// used a card.
func (s *State) Preview(x *Snapshot, seat, card int) {
	*x = s.then
	x.tableau = s.now
	x.hand = s.mem.size
	if x.records[seat].size < maxRecord {
		x.put(seat, uint8(card))
	}
	x.inUse[seat] = uint8(card)
}

// InUse returns the kind of card that a seat uses, or -1.
func (x *Snapshot) InUse(seat int) int { return kindOrNone(x.inUse[seat]) }

// Named returns the seat that an actor has named in this phase, or -1.
func (x *Snapshot) Named(actor int) int { return int(x.target[actor]) }

// Number returns the number that an actor has chosen in this phase; 0 before.
func (x *Snapshot) Number(actor int) int { return int(x.option[actor]) }

// Using returns the seats whose card in use has a tag.
func (x *Snapshot) Using(tag Tag) Seats {
	var m Seats
	for i := range x.game.players {
		if card := x.inUse[i]; card != none && x.game.deck.types[card].has(tag) {
			m |= 1 << i
		}
	}
	return m
}

// Seats is a set of seats, as bits.
type Seats uint8

// Has reports whether a seat is in the set.
func (m Seats) Has(seat int) bool { return m>>seat&1 != 0 }

// Count returns the number of seats in the set.
func (m Seats) Count() int { return bits.OnesCount8(uint8(m)) }

func (m Seats) first() int { return bits.TrailingZeros8(uint8(m)) }
