package heat

import "math/bits"

// The Heat board is one number: the tokens held by the seats. Empty slots always
// form a prefix, because tokens leave the mildest slot that is filled and return
// to the worst that is empty (HEAT-3).

// value returns the dollars that one Heat costs while this many tokens are off the
// board: the value of the worst row that is completely empty.
func (g *Game) value(held int) int { return int(g.values[held]) }

// demand returns the number of tokens that phase B will take from the board (HEAT-16:
// gross, as returns of the same phase come later). It reads s.then.
func (s *State) demand() int {
	total := 0
	for actor := range s.game.players {
		card := s.acting[actor]
		if card == none {
			continue
		}
		list := s.game.deck.types[card].effects[PhaseB]
		for k := range list {
			if e := &list[k]; e.fromBoard {
				total += s.takes(e, actor)
			}
		}
	}
	return total
}

// takes returns the number of tokens that one effect will take. Choices of the
// phase are still open, but a deck may not let the number depend on them.
func (s *State) takes(e *Clause, actor int) int {
	x := &s.then
	m := x.Candidates(e.Who, actor)
	reached := m.Count()
	if e.Who.Picks() {
		reached = min(reached, 1)
	}
	if e.If.Kind == IfTargetUses {
		reached = 0
		for i := range s.game.players {
			if m.Has(i) && x.Holds(e.If, actor, i) {
				reached++
			}
		}
	} else if !x.Holds(e.If, actor, actor) {
		return 0
	}
	return reached * x.Amount(&e.Amount, actor)
}

// coolDown makes sure that the board has the Heat that phase B takes (HEAT-8):
// while it has too little, every seat that holds Heat returns 1 and pays the fine.
// It reports false when nobody holds any and there is still too little: the
// arrest.
func (s *State) coolDown() bool {
	for {
		s.then.tableau = s.now
		held := s.now.held()
		if s.demand() <= s.game.config.Tokens-held {
			return true
		}
		if held == 0 {
			return false
		}
		s.fires++
		for i := range s.game.players {
			if s.now.heat[i] > 0 {
				money := s.now.money[i]
				s.now.heat[i]--
				s.now.money[i] = max(s.now.money[i]-int32(s.game.config.ShortageFine), 0)
				if s.teller != nil {
					s.teller.returns(i, money-s.now.money[i])
				}
			}
		}
	}
}

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
// condition holds and how much an amount is (amount.go).
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
