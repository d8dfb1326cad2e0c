package heat

import (
	"ringer/env"
)

// What a state waits for.
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

// none stands where no card is.
const none uint8 = 0xFF

// A record is the row of cards a seat has played in a heist, oldest first. The
// last one is in use, unless the seat has none in use.
type record struct {
	cards [maxRecord]uint8
	size  uint8
}

// A table is what lies face up. A phase reads a copy of it (HEAT-6).
type table struct {
	money   [maxSeats]int32
	heat    [maxSeats]int8
	hand    [maxSeats]uint8 // sizes; set at the start of a phase
	inUse   [maxSeats]uint8 // card type, or none
	records [maxSeats]record
}

// held is the number of Heat tokens off the board.
func (t *table) held() int {
	n := 0
	for _, h := range t.heat {
		n += int(h)
	}
	return n
}

// of is the Record of a seat, oldest card first.
func (t *table) of(seat int) []uint8 { return t.records[seat].cards[:t.records[seat].size] }

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
	phase  int8
	step   int8 // of the phase (HEAT-14)
	start  int8 // start player
	cursor int8 // how many have acted in this round of picks, claims, plays or deals

	arrested bool
	won      seats

	now, then table // as it is, and as it was at the start of the phase
	sums      sums

	claims  [maxSeats]uint8 // this stage; none: silent or not yet asked
	claimed seats           // who has claimed this stage
	honest  [maxSeats]uint8 // claims kept over the game
	lied    [maxSeats]uint8 // claims broken over the game

	acting    [maxSeats]uint8 // whose printed effects the seat uses in this phase; none: no card acts
	copied    [maxSeats]uint8 // card whose later phases the seat uses; none
	copiedIn  [maxSeats]uint8 // the phase in which it was copied
	cancelled [maxSeats]uint8 // phases, as bits
	target    [maxSeats]int8  // named in this phase; -1
	option    [maxSeats]uint8 // number chosen in this phase

	tasks     [maxTasks]task
	taskCount uint8
	taskAt    uint8

	fires uint16 // how often HEAT-8 made everyone return a Heat

	mem memory

	log     []event
	heistAt [maxHeists]int16 // where in the log each heist begins
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

// seatAt is the i-th seat in seat order from the start player.
func (s *State) seatAt(i int) int {
	if i += int(s.start); i >= s.game.players {
		i -= s.game.players
	}
	return i
}

// passTo is the seat to which another passes in the draft: left in the first
// heist, then alternating (HEAT-5, HEAT-21).
func (s *State) passTo(seat int, heist int8) int {
	if heist%2 == 0 {
		return s.left(seat)
	}
	return s.right(seat)
}

// ask makes the state wait for a seat's decision.
func (s *State) ask(n node, seat int) { s.node, s.actor = n, env.Player(seat) }

// roll makes the state wait for chance.
func (s *State) roll(n node) { s.node, s.actor = n, env.Chance }

// record writes an event into the log and the memories of the seats.
func (s *State) record(e event) {
	s.log = append(s.log, e)
	s.mem.note(e, s.game.players, s.heist)
}

// LegalActions implements env.State.
func (s *State) LegalActions(dst []env.Action) []env.Action {
	g := s.game
	switch s.node {
	case nodeDeal, nodeDraw:
		return appendHeld(dst, &s.mem.deck, g.types)
	case nodePick:
		return appendHeld(dst, &s.mem.hand[s.actor], g.types)
	case nodeClaim:
		for a := range g.types + 1 {
			dst = append(dst, g.claimAt+env.Action(a))
		}
	case nodePlay:
		if s.mem.size[s.actor] == 0 {
			return append(dst, g.nothing) // HEAT-19
		}
		return appendHeld(dst, &s.mem.hand[s.actor], g.types)
	case nodeTarget:
		m := s.targets(int(s.actor))
		for i := range g.players {
			if m.has(i) {
				dst = append(dst, g.seatBase+env.Action(i))
			}
		}
	case nodeOption:
		for k := range s.mostChoices(int(s.actor)) + 1 {
			dst = append(dst, g.number+env.Action(k))
		}
	case nodeDiscard, nodeGive:
		return s.appendFree(dst, int(s.actor))
	case nodeReplace, nodeExtra:
		return append(s.appendFree(dst, int(s.actor)), g.decline)
	case nodeTake:
		return appendHeld(dst, &s.mem.hand[s.tasks[s.taskAt].seat], g.types)
	case nodeLose, nodeGrab:
		pool, _ := s.pool()
		return appendHeld(dst, &pool, g.types)
	}
	return dst
}

func appendHeld(dst []env.Action, counts *[maxTypes]uint8, types int) []env.Action {
	for t, n := range counts[:types] {
		if n > 0 {
			dst = append(dst, env.Action(t))
		}
	}
	return dst
}

// isLegal is LegalActions as a test of one action.
func (s *State) isLegal(a env.Action) bool {
	g := s.game
	card := a >= 0 && int(a) < g.types
	switch s.node {
	case nodeDeal, nodeDraw:
		return card && s.mem.deck[a] > 0
	case nodePick:
		return card && s.mem.hand[s.actor][a] > 0
	case nodeClaim:
		return a >= g.claimAt && a <= g.claimAt+env.Action(g.types)
	case nodePlay:
		if s.mem.size[s.actor] == 0 {
			return a == g.nothing
		}
		return card && s.mem.hand[s.actor][a] > 0
	case nodeTarget:
		return a >= g.seatBase && a < g.seatBase+env.Action(g.players) && s.targets(int(s.actor)).has(int(a-g.seatBase))
	case nodeOption:
		return a >= g.number && int(a-g.number) <= s.mostChoices(int(s.actor))
	case nodeDiscard, nodeGive:
		return card && s.free(int(s.actor), uint8(a)) > 0
	case nodeReplace, nodeExtra:
		return a == g.decline || card && s.free(int(s.actor), uint8(a)) > 0
	case nodeTake:
		return card && s.mem.hand[s.tasks[s.taskAt].seat][a] > 0
	case nodeLose, nodeGrab:
		pool, _ := s.pool()
		return card && pool[a] > 0
	}
	return false
}

// ChanceOutcomes implements env.Chancer.
func (s *State) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	if s.actor != env.Chance {
		return dst
	}
	pool, total := &s.mem.deck, int(s.mem.left)
	if s.node == nodeLose || s.node == nodeGrab {
		hand, n := s.pool()
		pool, total = &hand, n
	}
	for t, n := range pool[:s.game.types] {
		if n > 0 {
			dst = append(dst, env.Outcome{Action: env.Action(t), Prob: float64(n) / float64(total)})
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

// Returns implements env.State: C-3, but in an arrest everyone loses (HEAT-8).
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
		won[i] = s.won.has(i)
	}
	env.ShareReturns(won[:n], dst)
}
