package payday

import (
	"slices"

	"ringer/env"
	"ringer/env/payday/internal/cards"
)

// none stands where no card is.
const none = cards.None

// phase is a part of a round.
type phase uint8

const (
	phaseSetup phase = iota
	phaseFirstHands
	phaseCards // of the seat whose turn it is
	phaseMoves
	phaseTransfers
	phaseEscapes
	phaseDraw
	phaseCombat
	phaseUpdate
	phaseLoot
	phases
)

// phaseNames labels the phases in the observation.
var phaseNames = [phases]string{"setup", "first hands", "cards", "moves", "transfers", "escapes", "draw", "combat", "update", "loot"}

// heister is a heister on the table.
type heister struct {
	kind                uint8 // none: an empty slot
	col                 int8
	damage              uint8 // tokens
	perk, weapon, armor uint8 // or none
	loot                uint8 // Loot kind, or none
	moved               bool  // in this turn
	used                bool  // its ability, in this turn
	given               uint8 // items that were transferred in this turn, as bits
	boost, brace        int8  // in this combat
	stunned             bool
	attacked            bool // in this combat
}

// Items that can be transferred, and their bits.
const (
	ItemWeapon = iota
	ItemArmor
	ItemLoot
	items
)

// officer is an officer or guard at a place.
type officer struct {
	kind         uint8 // none: an empty slot
	equip        uint8 // or none
	down         bool  // a guard that is face down
	moved        bool  // in this move action
	stunned      bool
	boost, brace int8
	hurt         uint8 // damage in this combat
}

// A place is an objective: an obstacle, or the Loot at the end of a column.
type place struct {
	officers [slots]officer
	mandate  uint8 // or none
	asset    uint8 // of the Police, or none
	uses     uint8
}

// column is a column of heist cards.
type column struct {
	obstacles [maxDepth]uint8 // kinds, as set up
	count     int8            // obstacles as set up
	top       int8            // the first that is left; count: the Loot, or its empty place, which stays (PAY-26)
	up        uint8           // obstacles that are face up, as bits
	progress  uint8           // tokens on the top obstacle
	locked    bool            // in this round
	checked   bool            // in this Update
	loot      uint8           // Loot kind at the end, as set up
	lootUp    bool            // it has been turned up
	lying     [lootKinds]uint8
	asset     uint8 // of the Criminal, or none
	uses      uint8
	guards    [places][rowWidth]uint8 // kinds, as set up; or none
	places    [places]place
}

// A funding is active Funding.
type funding struct {
	kind uint8 // or none
	uses uint8
	wait uint8 // turns until it pays, for trigger every
}

// zones are the cards of one side that are not on the table.
type zones struct {
	hand, pile, discards, limbo, secret [maxKinds]uint8 // by kind within the side's deck
	known                               [maxKinds]uint8 // cards of the hand that the other side knows
	size                                uint8           // of the hand
	left                                uint8           // in the pile
}

// A frame is a card whose effects are being carried out.
type frame struct {
	kind    uint8 // or none
	seat    int8
	list    uint8  // listOnce …
	at      uint8  // the effect that is next
	col     int8   // where "here" is, or -1
	placing bool   // the card still has to be given its place
	officer target // of redeploy: the officer that goes
}

// Which effects of a card a frame carries out.
const (
	listOnce = iota
	listEnter
	listTurn
)

// ledger counts tokens over the game, for Conservation.
type ledger struct {
	earned, spent         [2]int32
	dealt, healed, erased int32 // damage tokens
	placed, gone          int32 // guards that were set up, and that left the game
}

// State is one point of an episode. It implements env.State and all optional
// interfaces of package env that apply.
type State struct {
	game *Game

	question Question
	actor    env.Player
	phase    phase
	turn     int8 // whose turn it is
	round    int16
	played   bool // a heister has been played
	winner   int8 // or -1

	// setup
	loots, paydays int8
	inHeist        [lootKinds]uint8 // Loot cards of the heist by kind
	unplaced       [lootKinds]uint8 // not yet at the end of a column
	keyAt          int8             // the next Loot kind to choose or to place
	placed         int8             // columns with Loot, then obstacles, then guards
	placing        uint8            // kind of card that waits for its place
	shown          bool             // the heist is laid out
	toDraw         int8             // cards of the first hand that are still to come
	redrawn        bool             // the Police are done with their redraw
	swapped        uint8            // cards that the Police have discarded

	cols     [maxColumns]column
	heisters [maxHeisters]heister
	funds    [maxFunding]funding
	zones    [2]zones
	cash     [2]int16
	secured  uint8

	// of a turn
	pending  uint8 // value of the Loot that waits to pay
	acted    bool  // a card was played, or something used
	freeUsed bool
	moves    int8   // move actions taken
	from     target // location of the move action; slot -1: none
	who      target // officer that moves

	draws, drops [2]uint8 // cards still to draw, and to discard at random
	frame        frame

	// of a combat
	battle   int8 // column, or -1
	fought   uint8
	passes   uint8
	fielded  [2]uint8 // combat cards played
	attacker int8     // heister slot, or -1
	attacked uint8    // officers that it has attacked, as bits
	firing   int8     // officer slot that is next; -1: the heisters still attack

	// of an update
	cursor  int8 // column
	regroup int8 // depth whose officers have to leave, or -1
	lootAt  int8 // heister slot that is next

	ledger ledger
	log    []event
}

// Clone implements env.State.
func (s *State) Clone() env.State {
	c := *s
	c.log = append(make([]event, 0, len(s.log)+64), s.log...)
	return &c
}

// CopyFrom implements env.CopierFrom.
func (s *State) CopyFrom(src env.State) {
	from := src.(*State)
	log := append(s.log[:0], from.log...)
	*s = *from
	s.log = log
}

// Apply implements env.State.
func (s *State) Apply(a env.Action) error {
	var buffer [512]env.Action
	if _, legal := slices.BinarySearch(s.LegalActions(buffer[:0]), a); !legal {
		return &env.IllegalActionError{Game: s.game.spec.String(), Player: s.actor, Action: a, Reason: s.asks(s.actor)}
	}
	s.note(a)
	s.answer(a)
	s.reap()
	if !s.over() {
		s.proceed()
	}
	return nil
}

// CurrentPlayer implements env.State.
func (s *State) CurrentPlayer() env.Player { return s.actor }

// Returns implements env.State (C-3).
func (s *State) Returns(dst []float64) {
	clear(dst)
	if s.question == Over {
		dst[s.winner], dst[1-s.winner] = 1, -1
	}
}

// ask makes the state wait for a seat's decision.
func (s *State) ask(n Question, seat int) bool {
	s.question, s.actor = n, env.Player(seat)
	return true
}

// roll makes the state wait for chance.
func (s *State) roll(n Question) bool {
	s.question, s.actor = n, env.Chance
	return true
}

// end finishes the game.
func (s *State) end(winner int) {
	s.question, s.actor, s.winner = Over, env.Terminal, int8(winner)
}

func (s *State) over() bool { return s.question == Over }

// columns returns the number of columns of the heist.
func (s *State) columns() int { return int(s.loots) }

func (s *State) kindOf(k uint8) *cards.Kind { return &s.game.deck.Kinds[k] }

// zonesOf returns the zones that a card belongs to, and its index there.
func (s *State) zonesOf(k uint8) (*zones, uint8) {
	side := s.game.deck.Kinds[k].Side
	return &s.zones[side], k - uint8(s.game.deck.Base[side])
}

// This file takes a state from one question to the next: the answer goes to the step
// that asked, then the phases run until a seat or chance has to choose.

// answer carries out a legal action.
func (s *State) answer(a env.Action) {
	ids := &s.game.actions
	end := a == ids.say(StepEnd)
	switch s.question {
	case AskSize, AskPaydays, AskKey, AskLootAt, AskHard, AskObstacle, AskObstacleAt, AskGuard, AskGuardAt:
		s.answerSetup(a)
	case AskRedraw:
		s.redraw(a == ids.say(StepRedraw))
	case AskSwap:
		if !end {
			s.swap(uint8(a))
			return
		}
		s.redrawn = true
		s.draws[Police] += s.swapped
	case AskCard:
		s.answerCard(a)
	case AskWhere:
		s.answerWhere(a)
	case AskTarget, AskDash, AskRedeploy, AskRecover:
		s.answerEffect(a)
	case AskMove:
		if end {
			s.phase = phaseTransfers
			return
		}
		i, dir := ids.asMove(a)
		s.step(i, dir)
		s.heisters[i].moved = true
	case AskTransfer:
		if end {
			s.phase = phaseEscapes
			return
		}
		s.transfer(ids.asTransfer(a))
	case AskEscape:
		if end {
			s.phase = phaseDraw
			return
		}
		s.escape(int(a - ids.heister))
	case AskMoveFrom, AskMoveWho, AskMoveTo:
		s.answerPoliceMove(a)
	case AskHandLimit:
		s.leaveHand(uint8(a))
		s.discardCard(uint8(a))
	case AskBattle, AskCombat, AskAttacker, AskAttack, AskFire:
		s.answerCombat(a)
	case AskPay:
		s.answerPay(a == ids.say(StepPay))
	case AskRegroup:
		s.answerRegroup(a == ids.say(StepHand))
	case AskLoot:
		s.answerLoot(a)
	case RollDraw:
		s.drawn(uint8(a))
	case RollDrop:
		side := s.game.deck.Side(uint8(a))
		s.drops[side]--
		s.leaveHand(uint8(a))
		s.discardCard(uint8(a))
	}
}

// drawn puts a card that chance has drawn into its hand.
func (s *State) drawn(k uint8) {
	z, i := s.zonesOf(k)
	side := s.game.deck.Side(k)
	z.pile[i]--
	z.left--
	z.hand[i]++
	z.size++
	s.draws[side]--
	s.record(event{kind: evDraw, seat: int8(side), value: uint16(k), seen: 1 << side})
}

// proceed goes on until a seat or chance has to choose.
func (s *State) proceed() {
	for !s.over() {
		switch {
		case s.chances():
			return
		case s.frame.kind != none:
			if s.runFrame() {
				return
			}
		case s.advance():
			return
		}
		s.reap()
	}
}

// chances rolls the draws and random discards that are due before anything else.
func (s *State) chances() bool {
	for seat := range s.draws {
		if s.draws[seat] == 0 {
			continue
		}
		z := &s.zones[seat]
		if z.left == 0 && s.phase > phaseFirstHands {
			s.refill(seat)
		}
		if z.left == 0 { // PAY-18: both empty, no card
			s.draws[seat] = 0
			continue
		}
		return s.roll(RollDraw)
	}
	for seat := range s.drops {
		if s.drops[seat] > 0 && s.zones[seat].size > 0 {
			return s.roll(RollDrop)
		}
		s.drops[seat] = 0
	}
	return false
}

// advance runs the phase. It returns true when it asks.
func (s *State) advance() bool {
	switch s.phase {
	case phaseSetup:
		return s.setUp()
	case phaseFirstHands:
		return s.dealHands()
	case phaseCards:
		return s.ask(AskCard, int(s.turn))
	case phaseMoves:
		return s.askMoves()
	case phaseTransfers:
		return s.askTransfers()
	case phaseEscapes:
		return s.askEscapes()
	case phaseDraw:
		return s.endTurn()
	case phaseCombat:
		return s.fight()
	case phaseUpdate:
		return s.update()
	}
	return s.takeLoot()
}
