package fourdowns

import (
	"math/bits"

	"ringer/env"
)

// What a state waits for.
type node uint8

const (
	nodeDealer node = iota // chance: who deals first
	nodeDeal               // chance: a card for the next player
	nodeWindow             // knock or pass before a round
	nodeAnswer             // call, fold or knock again
	nodeOpen               // a card to open the round with
	nodeFollow             // a card to follow with
	nodeOver               // the game has ended
	nodes
)

const (
	nobody int8  = -1
	none   uint8 = 0xFF // stands where no card is
)

// seats is a set of seats, as bits.
type seats uint8

func (m seats) has(seat int) bool { return m>>seat&1 != 0 }
func (m seats) count() int        { return bits.OnesCount8(uint8(m)) }
func (m seats) lowest() int       { return bits.TrailingZeros8(uint8(m)) }

// A hand is everything that begins anew with each deal.
type hand struct {
	rounds int8 // and cards dealt to each
	round  int8
	dealt  int8 // cards dealt so far, to all

	deck    cards
	held    [maxSeats]cards // hidden
	played  [maxSeats]cards // face up, this round included
	led     cards           // opened an earlier round of the hand
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

func (h *hand) clear() {
	*h = hand{stake: 1, knocker: nobody, opener: nobody, leader: nobody, lead: none, best: none}
	for i := range h.table {
		h.table[i] = none
	}
}

// State is one point of an episode. It implements env.State and all optional
// interfaces of package env that apply.
type State struct {
	game  *Game
	node  node
	actor env.Player

	dealer int8
	hands  uint8 // finished
	in     seats // of the game
	won    seats // set at the end
	yards  [maxSeats]int16

	// habits of the whole game
	knocked, called, folded, taken [maxSeats]uint8

	hand hand

	log    []event
	handAt [maxHands + 1]uint16 // where in the log each hand begins
}

// Clone implements env.State.
func (s *State) Clone() env.State {
	c := *s
	c.log = make([]event, len(s.log), s.game.maxLog)
	copy(c.log, s.log)
	return &c
}

// CopyFrom implements env.CopierFrom.
func (s *State) CopyFrom(src env.State) {
	from := src.(*State)
	log := append(s.log[:0], from.log...)
	*s = *from
	s.log = log
}

// CurrentPlayer implements env.State.
func (s *State) CurrentPlayer() env.Player { return s.actor }

// after is the next seat clockwise that is in the set.
func (s *State) after(seat int, of seats) int {
	for {
		if seat++; seat >= s.game.players {
			seat = 0
		}
		if of.has(seat) {
			return seat
		}
	}
}

// ask makes the state wait for a seat's decision.
func (s *State) ask(n node, seat int) { s.node, s.actor = n, env.Player(seat) }

// playable is the set of cards that the actor may play (FD-1).
func (s *State) playable() cards {
	h := &s.hand
	held := h.held[s.actor]
	if s.node == nodeOpen {
		return held
	}
	lead := &s.game.kinds[h.lead]
	if c := held & s.game.class[lead.answer]; c != 0 {
		return c
	}
	if c := held & s.game.class[lead.class]; c != 0 {
		return c
	}
	return held
}

// mayKnock says whether the actor may raise the stake (FD-3, FD-9).
func (s *State) mayKnock() bool {
	return int(s.hand.stake) <= s.game.knocks && s.hand.knocker != int8(s.actor)
}

// LegalActions implements env.State.
func (s *State) LegalActions(dst []env.Action) []env.Action {
	g := s.game
	switch s.node {
	case nodeDealer:
		for i := range g.players {
			dst = append(dst, env.Action(i))
		}
	case nodeDeal:
		dst = appendCards(dst, s.hand.deck)
	case nodeOpen, nodeFollow:
		dst = appendCards(dst, s.playable())
	case nodeWindow:
		if s.mayKnock() {
			dst = append(dst, g.knock)
		}
		dst = append(dst, g.pass)
	case nodeAnswer:
		if s.mayKnock() {
			dst = append(dst, g.knock)
		}
		dst = append(dst, g.call, g.fold)
	}
	return dst
}

func appendCards(dst []env.Action, set cards) []env.Action {
	for ; set != 0; set &= set - 1 {
		dst = append(dst, env.Action(bits.TrailingZeros64(set)))
	}
	return dst
}

// isLegal is LegalActions as a test of one action.
func (s *State) isLegal(a env.Action) bool {
	g := s.game
	in := func(set cards) bool { return a >= 0 && int(a) < len(g.kinds) && set>>a&1 != 0 }
	switch s.node {
	case nodeDealer:
		return a >= 0 && int(a) < g.players
	case nodeDeal:
		return in(s.hand.deck)
	case nodeOpen, nodeFollow:
		return in(s.playable())
	case nodeWindow:
		return a == g.pass || a == g.knock && s.mayKnock()
	case nodeAnswer:
		return a == g.call || a == g.fold || a == g.knock && s.mayKnock()
	}
	return false
}

// ChanceOutcomes implements env.Chancer.
func (s *State) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	switch s.node {
	case nodeDealer:
		for i := range s.game.players {
			dst = append(dst, env.Outcome{Action: env.Action(i), Prob: 1 / float64(s.game.players)})
		}
	case nodeDeal:
		prob := 1 / float64(bits.OnesCount64(s.hand.deck))
		for set := s.hand.deck; set != 0; set &= set - 1 {
			dst = append(dst, env.Outcome{Action: env.Action(bits.TrailingZeros64(set)), Prob: prob})
		}
	}
	return dst
}

// Apply implements env.State.
func (s *State) Apply(a env.Action) error {
	if !s.isLegal(a) {
		return &env.IllegalActionError{Game: s.game.spec.String(), Player: s.actor, Action: a, Reason: s.asks()}
	}
	switch s.node {
	case nodeDealer:
		s.dealer = int8(a)
		s.note(evDealer, int(a), none)
		s.beginHand()
	case nodeDeal:
		s.deal(uint8(a))
	case nodeWindow, nodeAnswer:
		s.bid(a)
	case nodeOpen, nodeFollow:
		s.play(uint8(a))
	}
	return nil
}

// Returns implements env.State: C-3, or what was lost.
func (s *State) Returns(dst []float64) {
	clear(dst)
	if s.node != nodeOver {
		return
	}
	n := s.game.players
	if s.game.config.Returns == ReturnsYards {
		total := 0.
		for i := range n {
			total += float64(s.yards[i])
		}
		for i := range n {
			own := float64(s.yards[i])
			dst[i] = ((total-own)/float64(n-1) - own) / float64(s.game.config.Yards)
		}
		return
	}
	var won [maxSeats]bool
	for i := range n {
		won[i] = s.won.has(i)
	}
	env.ShareReturns(won[:n], dst)
}
