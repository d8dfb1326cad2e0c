package heat

import "slices"

// The steps of a phase in which effects act (HEAT-14). Step 1, targets and
// options, and step 3, the choices that card moves need, ask and change
// nothing.
const (
	stepDraws = 2 // draws, then looks
	stepCards = 4 // card moves, copies and cancels, in seat order
	stepSums  = 5 // all money and Heat at once
)

// An operation is one word of Effect.Op. Its method is called once for every
// seat that an effect reaches, in seat order, when the step of the operation
// has come; n is the amount. Operations on cards queue tasks, operations on
// money and Heat add to the sums of the phase.
type operation interface {
	apply(s *State, e *effect, actor, seat, n int)
}

// What an operation takes for who.
const (
	reachAny    = iota // everyone, the actor included
	reachSelf          // the actor only
	reachOthers        // anyone but the actor
	reachOne           // exactly one other seat
)

// An opInfo is what the tables say about an operation.
type opInfo struct {
	name   string
	act    operation
	step   uint8
	icon   int8
	amount bool     // takes an amount
	reach  uint8    // reachAny …
	early  bool     // affects only later phases of the stage: A or B (HEAT-18)
	where  []string // what Effect.Where may be, the default first; nil: nothing; [tag] and [phase] are open
	// useful says whether naming the seat can do anything (HEAT-20); nil: always
	useful func(s *State, actor, seat int) bool
}

const (
	anyTag   = "a tag"
	anyPhase = "a later phase"
)

// Indices into operations.
const (
	opGain uint8 = iota
	opLose
	opSteal
	opPay
	opSplitPot
	opTakeHeat
	opReturnHeat
	opGiveHeat
	opSwapHeat
	opDraw
	opLook
	opDiscard
	opSwapCard
	opReplace
	opExtra
	opCopy
	opCancel
)

// operations is the vocabulary of Effect.Op.
var operations = [...]opInfo{
	opGain:     {name: "gain", act: gain{}, step: stepSums, icon: iconMoney, amount: true},
	opLose:     {name: "lose", act: lose{}, step: stepSums, icon: noIcon, amount: true},
	opSteal:    {name: "steal", act: steal{}, step: stepSums, icon: iconSteal, amount: true, reach: reachOthers, useful: hasMoney},
	opPay:      {name: "pay", act: pay{}, step: stepSums, icon: noIcon, amount: true, reach: reachOthers, useful: actorHasMoney},
	opSplitPot: {name: "split_pot", act: splitPot{}, step: stepSums, icon: iconMoney, amount: true, reach: reachSelf, where: []string{anyTag}},

	opTakeHeat:   {name: "take_heat", act: takeHeat{}, step: stepSums, icon: iconHeatUp, amount: true},
	opReturnHeat: {name: "return_heat", act: returnHeat{}, step: stepSums, icon: iconHeatDown, amount: true, useful: hasHeat},
	opGiveHeat:   {name: "give_heat", act: giveHeat{}, step: stepSums, icon: iconHeatDown, amount: true, reach: reachOthers, useful: actorHasHeat},
	opSwapHeat:   {name: "swap_heat", act: swapHeat{}, step: stepSums, icon: iconSwap, reach: reachOne, useful: eitherHasHeat},

	opDraw:     {name: "draw", act: draw{}, step: stepDraws, icon: iconDraw, amount: true},
	opLook:     {name: "look", act: look{}, step: stepDraws, icon: iconLook, reach: reachOthers, useful: hasHand},
	opDiscard:  {name: "discard", act: discard{}, step: stepCards, icon: noIcon, amount: true, where: []string{whereChoose, whereRandom}, useful: hasHand},
	opSwapCard: {name: "swap_card", act: swapCard{}, step: stepCards, icon: iconSwap, reach: reachOne, where: []string{whereRandom, whereChosen}, useful: bothHaveHands},

	opReplace: {name: "replace", act: replace{}, step: stepCards, icon: iconSwap, reach: reachSelf, early: true},
	opExtra:   {name: "extra", act: extra{}, step: stepCards, icon: noIcon, reach: reachSelf, early: true, where: []string{whereEnd, whereStart}},
	opCopy:    {name: "copy", act: copyCard{}, step: stepCards, icon: noIcon, reach: reachOne, early: true, useful: hasCard},
	opCancel:  {name: "cancel", act: cancel{}, step: stepCards, icon: iconCancel, reach: reachOthers, early: true, where: []string{anyPhase}, useful: hasCard},
}

// Values of Effect.Where.
const (
	whereChoose = "choose"
	whereRandom = "random"
	whereChosen = "chosen"
	whereEnd    = "end"
	whereStart  = "start"
)

func hasMoney(s *State, _, seat int) bool       { return s.then.money[seat] > 0 }
func actorHasMoney(s *State, actor, _ int) bool { return s.then.money[actor] > 0 }
func hasHeat(s *State, _, seat int) bool        { return s.then.heat[seat] > 0 }
func actorHasHeat(s *State, actor, _ int) bool  { return s.then.heat[actor] > 0 }
func eitherHasHeat(s *State, a, seat int) bool  { return s.then.heat[a]+s.then.heat[seat] > 0 }
func hasHand(s *State, _, seat int) bool        { return s.then.hand[seat] > 0 }
func bothHaveHands(s *State, a, seat int) bool  { return s.then.hand[a] > 0 && s.then.hand[seat] > 0 }
func hasCard(s *State, _, seat int) bool        { return s.then.inUse[seat] != none }

// An effect is a compiled Effect.
type effect struct {
	op     uint8 // index into operations
	step   uint8
	phase  uint8
	where  uint8 // index into opInfo.where; split_pot: a tag; cancel: a phase
	who    who
	cond   condition
	amount amount
}

// picks says whether the actor may have to name a seat for this effect.
func (e *effect) picks() bool {
	return e.who.picks() || e.amount.per == perHeatOf && e.amount.of.picks()
}

// picked is the who behind picks.
func (e *effect) picked() who {
	if e.who.picks() {
		return e.who
	}
	return e.amount.of
}

// perform lets the effects of one step act, seat by seat from the start player.
func (s *State) perform(step uint8) {
	for i := range s.game.players {
		actor := s.seatAt(i)
		card := s.acting[actor]
		if card == none {
			continue
		}
		list := s.game.deck.types[card].effects[s.phase]
		for k := range list {
			if list[k].step == step {
				s.act(&list[k], actor)
			}
		}
	}
}

// act applies one effect to every seat that it reaches.
func (s *State) act(e *effect, actor int) {
	if e.cond.kind != ifTargetUses && !s.holds(e.cond, actor, actor) {
		return
	}
	m := s.reached(e.who, actor)
	if m == 0 {
		return
	}
	n := s.amount(&e.amount, actor)
	op := operations[e.op].act
	for i := range s.game.players {
		seat := s.seatAt(i)
		if m.has(seat) && (e.cond.kind != ifTargetUses || s.holds(e.cond, actor, seat)) {
			op.apply(s, e, actor, seat, n)
		}
	}
}

// parseEffect compiles one effect; every fault is reported under path.
func (v *vocabulary) parseEffect(x Effect, path string, fault func(path string, value any, want string)) (effect, bool) {
	ok := true
	complain := func(field string, value any, want string) {
		ok = false
		fault(path+"."+field, value, want)
	}
	var e effect
	phase := parsePhase(x.Phase)
	if phase < 0 {
		complain("phase", x.Phase, "A, B or C")
	}
	e.phase = uint8(max(phase, 0))
	i := slices.IndexFunc(operations[:], func(o opInfo) bool { return o.name == x.Op })
	if i < 0 {
		complain("op", x.Op, "one of "+listOperations())
		return e, false
	}
	o := &operations[i]
	e.op, e.step = uint8(i), o.step
	var want string
	if e.who, want = v.parseWho(x.Who); want != "" {
		complain("who", x.Who, want)
	} else if want = o.refuses(e.who); want != "" {
		complain("who", x.Who, want)
	}
	if e.cond, want = v.parseCondition(x.If); want != "" {
		complain("if", x.If, want)
	}
	if e.amount, want = v.parseAmount(x.Amount); want != "" {
		complain("amount", x.Amount.words(), want)
	} else if want = o.refusesAmount(x.Amount, &e.amount); want != "" {
		complain("amount", x.Amount.words(), want)
	}
	if e.where, want = v.parseWhere(o, x.Where, phase); want != "" {
		complain("where", x.Where, want)
	}
	if phase >= 0 {
		if e.op == opTakeHeat && phase != phaseB { // HEAT-17
			complain("phase", x.Phase, "B: Heat is taken from the board only then")
		}
		if o.early && phase == phaseC { // HEAT-18
			complain("phase", x.Phase, "A or B: "+o.name+" acts on later phases of the stage")
		}
	}
	if e.op == opTakeHeat && e.readsChoices() {
		complain("op", x.Op, "an amount and a condition that do not depend on choices of phase B, which come after the board is counted")
	}
	return e, ok
}

// readsChoices says whether the number of tokens an effect takes may depend on
// what players choose while its phase resolves.
func (e *effect) readsChoices() bool {
	return e.amount.per == perChoice || e.amount.per == perHeatOf && e.amount.of.picks() ||
		e.cond.kind == ifTargetUses && (e.who.picks() || e.who.kind == whoSelf)
}

func (o *opInfo) refuses(w who) string {
	switch {
	case o.reach == reachSelf && w.kind != whoSelf:
		return "self, or nothing: " + o.name + " is about the actor"
	case o.reach >= reachOthers && (w.kind == whoSelf || w.kind == whoAll):
		return "other seats: " + o.name + " is not about the actor"
	case o.reach == reachOne && (w.kind == whoNeighbours || w.kind == whoOthers || w.kind == whoSameTag):
		return "one seat: left, right, chosen, chosen(F), richest, poorest or most_heat"
	}
	return ""
}

func (o *opInfo) refusesAmount(x Amount, a *amount) string {
	switch {
	case !o.amount && x != (Amount{}):
		return "no amount: " + o.name + " has none"
	case o.amount && a.per == perNothing && a.base < 1:
		return "an amount of 1 or more"
	case (o.step != stepSums) && a.per == perChoice:
		return "an amount without choice: that is for money and for Heat"
	}
	return ""
}

func (v *vocabulary) parseWhere(o *opInfo, text string, phase int) (uint8, string) {
	switch {
	case len(o.where) == 0:
		if text != "" {
			return 0, "nothing: " + o.name + " has no where"
		}
		return 0, ""
	case o.where[0] == anyTag:
		return v.tag(text)
	case o.where[0] == anyPhase:
		p := parsePhase(text)
		if p <= phase {
			return 0, "the letter of a later phase"
		}
		return uint8(p), ""
	case text == "":
		return 0, ""
	}
	i := slices.Index(o.where, text)
	if i < 0 {
		return 0, "one of " + joinWords(o.where)
	}
	return uint8(i), ""
}

func listOperations() string {
	names := make([]string, len(operations))
	for i := range operations {
		names[i] = operations[i].name
	}
	return joinWords(names)
}
