package heat

import (
	"strconv"

	"ringer/env"
)

// An eventKind is a kind of event.
type eventKind uint8

const (
	evDraw    eventKind = iota // seat drew card; only that seat sees it
	evPick                     // seat chose card to pass; the receiver sees it when all have chosen
	evClaim                    // seat said card, or none
	evPlay                     // seat chose card, or none; seen by all when all have chosen
	evTarget                   // seat named other
	evOption                   // seat chose the number other
	evChoose                   // seat chose, aloud, a card in the hand of other for a move
	evDecline                  // seat declined
	evLook                     // seat looked at the hand of other
	evDiscard                  // card left the hand of seat, face up
	evExtra                    // card went from the hand of seat into its Record
	evReplace                  // card went from the hand of seat into its Record …
	evReturn                   // … and card came back from there
	evGive                     // card went from the hand of seat to other's, face up
	evGrab                     // card went from the hand of other to seat's, face up
	evMiss                     // seat found that card is no longer in the hand of other
)

// An event is one entry of the log. Some are actions, the others follow from
// them.
type event struct {
	kind   eventKind
	seat   int8
	other  int8
	card   uint8
	random bool  // chance chose the card
	when   uint8 // of a choice: stage and phase
}

// A memory holds where all cards of a heist are, and what each seat knows of it.
// Everything in it follows from the events of the heist by note, so a world
// with other hidden cards is made by noting other events.
type memory struct {
	deck      [maxTypes]uint8
	left      uint8 // cards in the deck
	size      [maxSeats]uint8
	hand      [maxSeats][maxTypes]uint8
	commit    [maxSeats]uint8 // chosen in secret; none
	committed uint8           // how many have chosen
	faceUp    [maxTypes]uint8 // in Records and discarded
	discards  [maxTypes]uint8

	// known[p][q] are cards that p knows to be in the hand of q.
	known [maxSeats][maxSeats][maxTypes]uint8
	// looked[p][q] is 0 until p looks at the hand of q; then 1 and the number of cards that q
	// has drawn since. Everyone has seen both (HEAT-7).
	looked [maxSeats][maxSeats]uint8
	// passed and received are a seat's own, in the draft of this heist.
	passed, received [maxSeats]passes
}

// passes are cards in the order in which they were passed.
type passes struct {
	cards [maxRounds]uint8
	size  uint8
}

func (x *passes) add(card uint8) {
	x.cards[x.size] = card
	x.size++
}

// all returns the cards, the first one passed first.
func (x *passes) all() []uint8 { return x.cards[:x.size] }

// count returns how many of the cards are of a kind.
func (x *passes) count(card uint8) int {
	n := 0
	for _, c := range x.all() {
		if c == card {
			n++
		}
	}
	return n
}

// reset puts all cards into the deck.
func (m *memory) reset(g *Game) {
	*m = memory{left: uint8(g.deck.size)}
	for t := range g.deck.types {
		m.deck[t] = g.deck.types[t].copies
	}
	for i := range m.commit {
		m.commit[i] = none
	}
}

// note follows one event.
func (m *memory) note(e event, players int, heist int8) {
	seat, card := e.seat, e.card
	switch e.kind {
	case evDraw:
		m.deck[card]--
		m.left--
		m.put(seat, card)
		for p := range players {
			if m.looked[p][seat] > 0 {
				m.looked[p][seat]++
			}
		}
	case evPick:
		m.drop(seat, card)
		m.passed[seat].add(card)
		if m.committing(seat, card, players) {
			m.exchange(players, heist)
		}
	case evPlay:
		if card != none {
			m.drop(seat, card)
		}
		if m.committing(seat, card, players) {
			m.reveal(players)
		}
	case evDiscard:
		m.show(seat, card, players)
		m.discards[card]++
	case evExtra, evReplace:
		m.show(seat, card, players)
	case evReturn:
		m.faceUp[card]--
		m.put(seat, card)
		m.learn(seat, card, players)
	case evGive:
		m.move(seat, e.other, card, players)
	case evGrab:
		m.move(e.other, seat, card, players)
	case evLook:
		m.known[seat][e.other] = m.hand[e.other]
		m.looked[seat][e.other] = 1
	}
}

func (m *memory) put(seat int8, card uint8) {
	m.hand[seat][card]++
	m.size[seat]++
}

func (m *memory) drop(seat int8, card uint8) {
	m.hand[seat][card]--
	m.size[seat]--
}

// committing notes a secret choice and reports whether it was the last one.
func (m *memory) committing(seat int8, card uint8, players int) bool {
	m.commit[seat] = card
	m.committed++
	return int(m.committed) == players
}

// exchange passes all picked cards at once (HEAT-5).
func (m *memory) exchange(players int, heist int8) {
	step := 1
	if heist%2 == 1 {
		step = players - 1
	}
	// What a seat knew of the hand it passes to may have been passed on.
	for giver := range players {
		to := (giver + step) % players
		for t, n := range m.known[giver][to] {
			if n > 0 {
				m.known[giver][to][t]--
			}
		}
	}
	for giver := range players {
		to, card := (giver+step)%players, m.commit[giver]
		m.put(int8(to), card)
		m.received[to].add(card)
		m.known[giver][to][card]++
		m.commit[giver] = none
	}
	m.committed = 0
}

// reveal turns all played cards up (HEAT-6).
func (m *memory) reveal(players int) {
	for seat := range players {
		if card := m.commit[seat]; card != none {
			m.faceUp[card]++
			m.forget(int8(seat), card, players)
		}
		m.commit[seat] = none
	}
	m.committed = 0
}

// show moves a card from a hand to the table.
func (m *memory) show(seat int8, card uint8, players int) {
	m.drop(seat, card)
	m.faceUp[card]++
	m.forget(seat, card, players)
}

// move passes a card from hand to hand, face up.
func (m *memory) move(from, to int8, card uint8, players int) {
	m.drop(from, card)
	m.put(to, card)
	m.forget(from, card, players)
	m.learn(to, card, players)
}

// forget takes one copy from what the others know of a hand.
func (m *memory) forget(seat int8, card uint8, players int) {
	for p := range players {
		if m.known[p][seat][card] > 0 {
			m.known[p][seat][card]--
		}
	}
}

// learn lets everyone else know that a card is in a hand.
func (m *memory) learn(seat int8, card uint8, players int) {
	for p := range players {
		if p != int(seat) {
			m.known[p][seat][card]++
		}
	}
}

func name(b []byte, seat int) []byte {
	return strconv.AppendInt(append(b, "seat "...), int64(seat), 10)
}

// tellings put events into words: after the seat, and after the card.
var tellings = [...]struct {
	verb   string
	card   bool // names a card
	secret bool // only the seat knows which card
	after  string
	other  bool // names the other seat
	number bool // names a number
}{
	evDraw:    {verb: " draws ", card: true, secret: true},
	evPick:    {verb: " passes ", card: true, secret: true},
	evClaim:   {verb: " claims ", card: true},
	evPlay:    {verb: " plays ", card: true, secret: true},
	evTarget:  {verb: " names ", other: true},
	evOption:  {verb: " chooses ", number: true},
	evChoose:  {verb: " chooses ", card: true},
	evDecline: {verb: " declines"},
	evLook:    {verb: " looks at the hand of ", other: true},
	evDiscard: {verb: " discards ", card: true},
	evExtra:   {verb: " adds ", card: true},
	evReplace: {verb: " puts down ", card: true},
	evReturn:  {verb: " takes back ", card: true},
	evGive:    {verb: " gives ", card: true, after: " to ", other: true},
	evGrab:    {verb: " gets ", card: true, after: " from ", other: true},
	evMiss:    {verb: " finds no ", card: true, after: " left with ", other: true},
}

// tell writes one event as seat p perceives it; env.Terminal perceives all.
func (s *State) tell(b []byte, p env.Player, e event) []byte {
	t := &tellings[e.kind]
	if e.kind == evClaim && e.card == none {
		return append(name(b, int(e.seat)), " says nothing"...)
	}
	b = append(name(b, int(e.seat)), t.verb...)
	if t.card {
		switch {
		case t.secret && p != env.Player(e.seat) && p != env.Terminal:
			b = append(b, "a card"...)
		default:
			b = append(b, s.game.title(e.card)...)
		}
	}
	b = append(b, t.after...)
	if t.other {
		b = name(b, int(e.other))
	}
	if t.number {
		b = strconv.AppendInt(b, int64(e.other), 10)
	}
	return b
}
