package fourdowns

import "ringer/env"

// node names what a state waits for.
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

// State holds one point of an episode. It implements env.State and all optional
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

// Returns implements env.State: C-3, or the losses.
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
