package payday

import (
	"slices"
	"strings"
)

// An operation happens once: when its card is played, used or enters, or when a
// Funding pays. It acts for the frame's seat on the target that was chosen.
type operation interface {
	apply(s *State, e *effect, t target)
}

// A target is one heister, officer or column that an operation acts on.
type target struct {
	heister int8 // slot, or -1
	col     int8 // or -1
	depth   int8 // of an officer
	slot    int8 // of an officer, or -1
}

// An opInfo describes one word of Effect.Op.
type opInfo struct {
	name string
	act  operation // of an operation that happens once; nil for one that lasts
	stat uint8     // of one that lasts
	// on lists the targets, or the scopes of one that lasts, the default first.
	on   []string
	side int8 // Criminal, Police, or bothSides
	of   bool // takes a type of card
	// words says what it does, for people: %d is the amount, %s the target.
	words string
}

const bothSides = -1

// Indices into operations of those that the rules name.
const (
	opGain = iota
	opDrain
	opDraw
	opDiscard
	opSpy
	opRecover
	opHeal
	opStrike
	opWork
	opSetback
	opLock
	opReveal
	opDash
	opRedeploy
	opRecall
	opBoost
	opBrace
	opStun
	opSabotage
	opRefill
	firstPassive
)

// The stats of lasting operations.
const (
	statDamage = iota
	statArmor
	statHealth
	statTargets
	statProgress
	statPresence
	statDiscount
	statIncome
	statNeed
	statSlow
	statBlock
	statShield
	stats
)

// asksSubtype is a bit beside the bits of the stats: a passive depends on the subtype of
// the officer that a heister attacks.
const asksSubtype uint16 = 1 << stats

var (
	onNothing  = []string{"none"}
	onOne      = []string{"heister", "heister_here", "heisters_here", "officer", "officer_here", "officers_here"}
	onHeisters = []string{"heister", "heister_here", "heisters_here"}
	onOfficers = []string{"officer", "officer_here"}
	onColumns  = []string{"column", "column_here"}
	onOwn      = []string{"self", "here", "team"}
	onOwnSide  = []string{"self", "here", "team", "foes_here"}
)

// operations is the vocabulary of Effect.Op. The first act once (effect_….go); the
// others last (stat_….go).
var operations = [...]opInfo{
	opGain:     {name: "gain", act: gain{}, on: onNothing, side: bothSides, words: "gain $%d"},
	opDrain:    {name: "drain", act: drain{}, on: onNothing, side: bothSides, words: "the other side loses $%d"},
	opDraw:     {name: "draw", act: draw{}, on: onNothing, side: bothSides, words: "draw %d"},
	opDiscard:  {name: "discard", act: discard{}, on: onNothing, side: bothSides, words: "the other side discards %d at random"},
	opSpy:      {name: "spy", act: spy{}, on: onNothing, side: bothSides, words: "look at the other hand"},
	opRecover:  {name: "recover", act: recoverCard{}, on: onNothing, side: bothSides, of: true, words: "take a card%s from your discards into your hand"},
	opHeal:     {name: "heal", act: heal{}, on: onHeisters, side: Criminal, words: "take %d damage off %s"},
	opStrike:   {name: "strike", act: strike{}, on: onOne, side: bothSides, words: "deal %d damage to %s"},
	opWork:     {name: "work", act: work{}, on: onColumns, side: Criminal, words: "add %d progress to the top obstacle of %s%s"},
	opSetback:  {name: "setback", act: setback{}, on: onColumns, side: Police, words: "take %d progress from the top obstacle of %s"},
	opLock:     {name: "lock", act: lock{}, on: onColumns, side: Police, words: "the top obstacle of %s stays this round"},
	opReveal:   {name: "reveal", act: reveal{}, on: onColumns, side: Criminal, words: "turn up %d face-down obstacles of %s"},
	opDash:     {name: "dash", act: dash{}, on: onNothing, side: Criminal, words: "a heister moves one column at once"},
	opRedeploy: {name: "redeploy", act: redeploy{}, on: onOfficers, side: Police, words: "put %s on any objective of that column or the next"},
	opRecall:   {name: "recall", act: recall{}, on: onOfficers, side: bothSides, words: "send %s back to the hand of the Police"},
	opBoost:    {name: "boost", act: boost{}, on: []string{"heister_here", "heisters_here", "officer_here", "officers_here"}, side: bothSides, words: "%s: %+d damage in this combat"},
	opBrace:    {name: "brace", act: brace{}, on: []string{"heister_here", "heisters_here", "officer_here", "officers_here"}, side: bothSides, words: "%s: %+d armor in this combat"},
	opStun:     {name: "stun", act: stun{}, on: []string{"heister_here", "heisters_here", "officer_here", "officers_here"}, side: bothSides, words: "%s: no damage dealt in this combat"},
	opSabotage: {name: "sabotage", act: sabotage{}, on: onColumns, side: bothSides, words: "discard all assets and mandates of the other side in %s"},
	opRefill:   {name: "refill", act: refill{}, on: onColumns, side: bothSides, words: "add %d uses to your assets in %s"},

	firstPassive:                {name: "damage", stat: statDamage, on: onOwnSide, side: bothSides, words: "%+d damage"},
	firstPassive + statArmor:    {name: "armor", stat: statArmor, on: onOwnSide, side: bothSides, words: "%+d armor"},
	firstPassive + statHealth:   {name: "health", stat: statHealth, on: onOwn, side: Criminal, words: "%+d health"},
	firstPassive + statTargets:  {name: "targets", stat: statTargets, on: onOwn, side: Criminal, words: "%+d targets in combat"},
	firstPassive + statProgress: {name: "progress", stat: statProgress, on: []string{"self"}, side: Criminal, words: "%+d progress a turn on obstacles"},
	firstPassive + statPresence: {name: "presence", stat: statPresence, on: []string{"self"}, side: Criminal, words: "counts as %d more heisters for obstacles"},
	firstPassive + statDiscount: {name: "discount", stat: statDiscount, on: []string{"team"}, side: Criminal, of: true, words: "%[2]s cost $%[1]d less"},
	firstPassive + statIncome:   {name: "income", stat: statIncome, on: []string{"team"}, side: bothSides, words: "%+d cash at the start of your turns"},
	firstPassive + statNeed:     {name: "need", stat: statNeed, on: []string{"here"}, side: Police, words: "the obstacle needs %d more progress"},
	firstPassive + statSlow:     {name: "slow", stat: statSlow, on: []string{"here"}, side: Police, words: "the obstacle gets %d less progress a turn"},
	firstPassive + statBlock:    {name: "block", stat: statBlock, on: []string{"here"}, side: Police, words: "no progress on the obstacle"},
	firstPassive + statShield:   {name: "shield", stat: statShield, on: []string{"self"}, side: Police, words: "must be attacked before others"},
}

// Targets of operations that happen once.
const (
	onNone = iota
	onHeister
	onHeisterHere
	onHeistersHere
	onOfficer
	onOfficerHere
	onOfficersHere
	onColumn
	onColumnHere
)

// targetNames is the vocabulary of Effect.On for operations that happen once.
var targetNames = []string{"none", "heister", "heister_here", "heisters_here", "officer", "officer_here", "officers_here", "column", "column_here"}

// Scopes of lasting operations.
const (
	scopeSelf = iota // the bearer of the card
	scopeHere        // the people of the same side at the same place
	scopeTeam        // all people of the same side
	scopeFoes        // the other side's people at the same place
	scopes
)

// scopeNames is the vocabulary of Effect.On for lasting operations.
var scopeNames = []string{"self", "here", "team", "foes_here"}

// Conditions.
const (
	ifAlways = iota
	ifAlone
	ifCrowd
	ifOutnumbered
	ifLoaded
	ifWounded
	ifSecured
	ifPoor
	ifAgainst // and one for each subtype from here
)

// conditionNames is the vocabulary of Effect.If.
var conditionNames = []string{
	"always", "alone", "crowd", "outnumbered", "loaded", "wounded", "secured", "poor",
	"against_first_responder", "against_swat", "against_elite", "against_special",
}

// An effect is a compiled Effect.
type effect struct {
	op, on, cond, of uint8
	amount           int8
}

// A passive is a compiled effect that lasts.
type passive struct {
	stat, scope, cond, of uint8
	amount                int8
}

// here reports whether an effect needs the column of its card.
func (e *effect) here() bool {
	switch e.on {
	case onHeisterHere, onHeistersHere, onOfficerHere, onOfficersHere, onColumnHere:
		return true
	}
	return false
}

// parseEffect compiles one effect of a card of a side; complain gets every fault.
func parseEffect(x *Effect, side int, complain func(field string, value any, want string)) (e effect, ok bool) {
	ok = true
	fault := func(field string, value any, want string) { ok = false; complain(field, value, want) }
	i := slices.IndexFunc(operations[:], func(o opInfo) bool { return o.name == x.Op })
	if i < 0 {
		fault("op", x.Op, "one of "+listOperations())
		return e, false
	}
	o := &operations[i]
	e.op = uint8(i)
	if o.side != bothSides && int(o.side) != side {
		fault("op", x.Op, "an operation for the "+sideTitles[side]+": "+x.Op+" is not")
	}
	e.amount = int8(x.Amount)
	if x.Amount == 0 {
		e.amount = 1
	}
	if x.Amount < -maxAmount || x.Amount > maxAmount || x.Amount < 0 && o.act != nil {
		fault("amount", x.Amount, "a number from 1 to 9 (a stat may also fall)")
	}
	on := x.On
	if on == "" {
		on = o.on[0]
	}
	names := targetNames
	if o.act == nil {
		names = scopeNames
	}
	if !slices.Contains(o.on, on) {
		fault("on", x.On, "one of "+strings.Join(o.on, ", "))
	} else {
		e.on = uint8(slices.Index(names, on))
	}
	if o.act == nil && side == Police && e.on == scopeTeam && o.stat != statIncome {
		fault("on", x.On, "self, here or foes_here: officers help those at their place")
	}
	if x.If != "" {
		if c := slices.Index(conditionNames, x.If); c < 0 {
			fault("if", x.If, "one of "+strings.Join(conditionNames, ", "))
		} else if e.cond = uint8(c); e.cond >= ifAgainst && (o.act != nil || o.stat != statDamage || side != Criminal) {
			fault("if", x.If, "against_… only for damage of heisters")
		} else if e.cond >= ifAlone && e.cond <= ifWounded && (o.act != nil || side != Criminal) {
			fault("if", x.If, "alone, crowd, outnumbered, loaded and wounded only for stats of heisters")
		}
	}
	e.of = none
	if x.Of != "" {
		t := typeOn(x.Of, side)
		if !o.of || t < 0 {
			fault("of", x.Of, "a type of card of the "+sideTitles[side]+", for discount and recover only")
		} else {
			e.of = uint8(t)
		}
	}
	return e, ok
}

func listOperations() string {
	names := make([]string, len(operations))
	for i, o := range operations {
		names[i] = o.name
	}
	return strings.Join(names, ", ")
}
