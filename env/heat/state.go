package heat

import (
	"ringer/env"
)

// A node is a kind of decision or chance that a state waits for.
type node uint8

const (
	nodeDeal    node = iota // chance: a card for the draft
	nodePick                // a card to pass
	nodeClaim               // a title to claim, or silence
	nodePlay                // a card for the stage
	nodeTarget              // a seat
	nodeOption              // a number
	nodeDiscard             // a card to discard
	nodeGive                // a card to give away in a swap
	nodeTake                // a card to get in a swap
	nodeReplace             // a card to put in place of the card in use, or decline
	nodeExtra               // a card to add to the Record, or decline
	nodeDraw                // chance: a card from the deck
	nodeLose                // chance: a card of a hand to discard
	nodeGrab                // chance: a card of a hand to get in a swap
	nodeOver                // the game has ended
	nodes
)

// none stands for no card.
const none uint8 = 0xFF

// State is one point of an episode. It implements env.State and all optional
// interfaces of package env that apply.
type State struct {
	game *Game

	// where the game stands
	node   node
	actor  env.Player
	heist  int8
	stage  int8
	round  int8 // of the draft
	phase  Phase
	step   step // of the phase
	start  int8 // start player
	cursor int8 // how many have acted in this round of picks, claims, plays or deals

	arrested bool
	won      Seats

	now  tableau  // as it is
	then Snapshot // as it was at the start of the phase
	sums sums

	claims  [maxSeats]uint8 // this stage; none: silent or not yet asked
	claimed Seats           // who has claimed this stage
	honest  [maxSeats]uint8 // claims kept over the game
	lied    [maxSeats]uint8 // claims broken over the game

	acting    [maxSeats]uint8 // card whose printed effects the seat uses in this phase; none: no card acts
	copied    [maxSeats]uint8 // card whose later phases the seat uses; none
	cancelled [maxSeats]uint8 // phases, as bits

	tasks     [maxTasks]task
	taskCount uint8
	taskAt    uint8
	place     uint8 // of the effect that queues tasks, among the effects of its card

	fires uint16 // how often HEAT-8 made everyone return a Heat
	skips uint16 // how often HEAT-9 skipped the draws of a phase

	mem memory

	log     []event
	heistAt [maxHeists]int32 // where in the log each heist begins

	teller *teller // nil but while Tell follows an action
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

// seatAt returns the i-th seat in seat order from the start player.
func (s *State) seatAt(i int) int {
	if i += int(s.start); i >= s.game.players {
		i -= s.game.players
	}
	return i
}

// passTo returns the seat to which another passes in the draft: the left one in
// the first heist, then alternating (HEAT-5, HEAT-21).
func (s *State) passTo(seat int, heist int8) int {
	if heist%2 == 0 {
		return s.game.left(seat)
	}
	return s.game.right(seat)
}

// ask makes the state wait for a seat's decision.
func (s *State) ask(n node, seat int) { s.node, s.actor = n, env.Player(seat) }

// roll makes the state wait for chance.
func (s *State) roll(n node) { s.node, s.actor = n, env.Chance }

// record writes an event into the log and the memories of the seats.
func (s *State) record(e event) {
	s.log = append(s.log, e)
	s.mem.note(e, s.game.players, s.heist)
	if s.teller != nil {
		s.teller.recorded(s, e)
	}
}

// Apply implements env.State.
func (s *State) Apply(a env.Action) error {
	if !s.isLegal(a) {
		return &env.IllegalActionError{Game: s.game.spec.String(), Player: s.actor, Action: a, Reason: s.asks()}
	}
	switch s.node {
	case nodeDeal:
		s.dealt(uint8(a))
	case nodePick:
		s.picked(uint8(a))
	case nodeClaim:
		s.claim(uint8(a - s.game.claimAt))
	case nodePlay:
		card := none
		if a != s.game.nothing {
			card = uint8(a)
		}
		s.played(card)
	default:
		s.resolved(a)
	}
	return nil
}

// Returns implements env.State: the winners share (C-3), and in an arrest
// everyone loses (HEAT-8).
func (s *State) Returns(dst []float64) {
	clear(dst)
	if s.node != nodeOver {
		return
	}
	n := s.game.players
	if s.arrested {
		for i := range dst {
			dst[i] = -1 / float64(n-1)
		}
		return
	}
	var won [maxSeats]bool
	for i := range n {
		won[i] = s.won.Has(i)
	}
	env.ShareReturns(won[:n], dst)
}
