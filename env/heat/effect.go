package heat

// An Op is an operation: what an effect does. Its value is its place in the
// table of operations.
type Op uint8

// The operations, in the order of their table.
const (
	OpGain Op = iota
	OpLose
	OpSteal
	OpPay
	OpSplitPot
	OpTakeHeat
	OpReturnHeat
	OpGiveHeat
	OpSwapHeat
	OpDraw
	OpLook
	OpDiscard
	OpSwapCard
	OpReplace
	OpExtra
	OpCopy
	OpCancel
	Ops // the number of operations
)

// operations is the vocabulary of Effect.Op. Each operation is defined in the
// file that has its name: effect_gain.go and so on.
var operations = [Ops]operation{
	OpGain:       gain{},
	OpLose:       lose{},
	OpSteal:      steal{},
	OpPay:        pay{},
	OpSplitPot:   splitPot{},
	OpTakeHeat:   takeHeat{},
	OpReturnHeat: returnHeat{},
	OpGiveHeat:   giveHeat{},
	OpSwapHeat:   swapHeat{},
	OpDraw:       draw{},
	OpLook:       look{},
	OpDiscard:    discard{},
	OpSwapCard:   swapCard{},
	OpReplace:    replace{},
	OpExtra:      extra{},
	OpCopy:       copyCard{},
	OpCancel:     cancel{},
}

// laws holds the law of every operation.
var laws = func() (all [Ops]law) {
	for op, o := range operations {
		if o != nil { // a test names the one that is missing
			all[op] = o.law()
		}
	}
	return all
}()

// String returns the word of Effect.Op.
func (op Op) String() string { return laws[op].name }

// An operation is one word of Effect.Op: its limits, its words and its rule.
// Its worth is an opinion and stands in env/tactics/heat.
type operation interface {
	// law returns what an effect with the operation may say, and when it acts.
	law() law

	// words returns the effect as a clause in lower case, without its condition.
	words(p phrase) string

	// apply carries out the effect on one seat, when the step of the operation has
	// come; n is the amount. It is called once for every seat that the effect
	// reaches, in seat order. Operations on cards queue tasks, operations on money
	// and Heat add to the sums of the phase.
	apply(s *State, e *Clause, actor, seat, n int)
}

// A law holds the limits of an operation.
type law struct {
	name      string
	step      step  // of a phase: stepDraws, stepCards or stepSums
	icon      Icon  // on the card (HEAT-12); NoIcon for none
	most      int   // the largest amount; 0 for an operation without an amount
	reach     uint8 // which seats it may reach: reachAny …
	early     bool  // it affects later phases of the stage only, so it acts in A or B (HEAT-18)
	fromBoard bool  // it takes tokens from the board, so it acts in B only (HEAT-17)
	spends    uint8 // means that its actor needs for an amount of its choice: spendsNothing …

	// where lists what Effect.Where may be, the default first; nil for nothing.
	// anyTag and anyPhase stand for every tag and every later phase.
	where []string

	// useful says whether naming the seat can do anything (HEAT-20); nil for
	// always.
	useful func(x *Snapshot, actor, seat int) bool

	// for each unit of the amount and each seat reached, at most:
	asks  int // decisions
	rolls int // chance draws
	adds  int // cards added to a Record
}

// The seats that an operation may reach.
const (
	reachAny    = iota // everyone, the actor included
	reachSelf          // the actor only
	reachOthers        // anyone but the actor
	reachOne           // exactly one other seat
)

// The means that the actor spends when it chooses the amount.
const (
	spendsNothing = iota
	spendsMoney
	spendsHeat
)

// Open values of law.where.
const (
	anyTag   = "a tag"
	anyPhase = "a later phase"
)

// A Clause is one effect of a card, as the rules read it.
type Clause struct {
	Op     Op
	Phase  Phase
	Who    Who
	If     Condition
	Amount Quantity

	// Where depends on the operation: a Tag for OpSplitPot, a Phase for OpCancel,
	// and one of the constants of OpDiscard, OpSwapCard and OpExtra for those.
	Where uint8

	step      step // of the operation
	fromBoard bool // of the operation
}

// Picks reports whether the actor may have to name a seat for this effect.
func (e *Clause) Picks() bool {
	return e.Who.Picks() || e.Amount.Per == PerHeatOf && e.Amount.Of.Picks()
}

// picked returns the Who behind Picks.
func (e *Clause) picked() Who {
	if e.Who.Picks() {
		return e.Who
	}
	return e.Amount.Of
}

// Early reports whether the effect acts on later phases of the stage only.
func (e *Clause) Early() bool { return laws[e.Op].early }

// perform carries out the effects of one step, seat by seat from the start
// player.
func (s *State) perform(now step) {
	for i := range s.game.players {
		actor := s.seatAt(i)
		card := s.acting[actor]
		if card == none {
			continue
		}
		list := s.game.deck.types[card].effects[s.phase]
		for k := range list {
			if list[k].step == now {
				s.place = uint8(k)
				s.act(&list[k], actor)
			}
		}
	}
}

// act carries out one effect on every seat that it reaches.
func (s *State) act(e *Clause, actor int) {
	x := &s.then
	if e.If.Kind != IfTargetUses && !x.Holds(e.If, actor, actor) {
		return
	}
	m := x.Reached(e.Who, actor)
	if m == 0 {
		return
	}
	n := x.Amount(&e.Amount, actor)
	op := operations[e.Op]
	for i := range s.game.players {
		seat := s.seatAt(i)
		if m.Has(seat) && (e.If.Kind != IfTargetUses || x.Holds(e.If, actor, seat)) {
			op.apply(s, e, actor, seat, n)
		}
	}
}
