package fourdowns

import "ringer/env"

// A hand holds everything that begins anew with each deal.
type hand struct {
	rounds int8 // and cards dealt to each
	round  int8
	dealt  int8 // cards dealt so far, to all

	deck    cards
	held    [maxSeats]cards // hidden
	played  [maxSeats]cards // face up, this round included
	led     cards           // opened an earlier round of the hand
	when    [maxCards]uint8 // the round in which a card was played, from 1
	void    [maxSeats]uint8 // classes that a follower has shown to lack, as bits
	in      seats           // dealt in and not folded
	waiting seats           // in this window or round, still to act
	spoken  seats           // passed in this window

	stake    uint8
	accepted [maxSeats]uint8 // FD-7
	knocker  int8            // who knocked last in the hand
	knocks   [maxSeats][maxRounds]uint8
	calls    [maxSeats][maxRounds]uint8

	opener int8            // of the round
	leader int8            // whose card leads the round
	lead   uint8           // the card that opened the round
	best   uint8           // the card that leads it
	table  [maxSeats]uint8 // this round's card of each seat
}

// clear makes the hand one without cards and knocks.
func (h *hand) clear() {
	*h = hand{stake: 1, knocker: nobody, opener: nobody, leader: nobody, lead: none, best: none}
	for i := range h.table {
		h.table[i] = none
	}
}

// beginHand starts the deal. Two players left get more cards each (FD-4).
func (s *State) beginHand() {
	h := &s.hand
	h.clear()
	s.handAt[s.hands] = uint16(len(s.log))
	h.deck = s.game.all
	h.in = s.in
	h.rounds = int8(s.game.config.dealt(s.in.count()))
	for i := range s.game.players {
		if h.in.has(i) {
			h.accepted[i] = 1 // FD-7
		}
	}
	h.opener = int8(s.after(int(s.dealer), h.in))
	s.node, s.actor = nodeDeal, env.Chance
}

// receiver returns the seat that gets the next card of the deal.
func (s *State) receiver() int {
	h := &s.hand
	seat := int(h.opener)
	for range int(h.dealt) % h.in.count() {
		seat = s.after(seat, h.in)
	}
	return seat
}

// deal gives the next card of the deck.
func (s *State) deal(card uint8) {
	h := &s.hand
	seat := s.receiver()
	h.deck &^= 1 << card
	h.held[seat] |= 1 << card
	h.dealt++
	s.note(evDeal, seat, card)
	if int(h.dealt) == int(h.rounds)*h.in.count() {
		s.beginRound()
	}
}

// beginRound opens the window before a round, if there is bidding (FD-3, FD-8).
func (s *State) beginRound() {
	h := &s.hand
	h.leader, h.lead, h.best = nobody, none, none
	for i := range h.table {
		h.table[i] = none
	}
	h.spoken = 0
	if s.game.knocks == 0 {
		s.openRound()
		return
	}
	h.waiting = h.in
	s.ask(nodeWindow, int(h.opener))
}

// eventKind names what happened.
type eventKind uint8

const (
	evDealer eventKind = iota // seat deals first
	evDeal                    // seat got card; only the seat sees it
	evPass
	evKnock
	evCall
	evFold
	evOpen   // seat opened a round with card
	evFollow // seat followed with card
)

// event is one entry of the log. Every applied action makes one.
type event struct {
	kind eventKind
	seat int8
	card uint8
}

// note appends an event to the log.
func (s *State) note(kind eventKind, seat int, card uint8) {
	s.log = append(s.log, event{kind, int8(seat), card})
}

// action returns the id of the action that made an event.
func (g *Game) action(e event) int32 {
	switch e.kind {
	case evDealer:
		return int32(e.seat)
	case evPass:
		return int32(g.pass)
	case evKnock:
		return int32(g.knock)
	case evCall:
		return int32(g.call)
	case evFold:
		return int32(g.fold)
	}
	return int32(e.card)
}
