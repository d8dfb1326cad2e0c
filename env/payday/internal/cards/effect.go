package cards

import (
	"slices"
	"strings"
)

// An Operation describes one word of Effect.Op.
type Operation struct {
	Name string
	stat uint8 // of one that lasts
	// on lists the targets, or the scopes of one that lasts, the default first.
	On   []string
	side int8 // Criminal, Police, or bothSides
	Of   bool // takes a type of card
	// words says what it does, for people: %d is the amount, %s the target.
	words string
}

const bothSides = -1

// Indices into operations of those that the rules name.
const (
	OpGain = iota
	OpDrain
	OpDraw
	OpDiscard
	OpSpy
	OpRecover
	OpHeal
	OpStrike
	OpWork
	OpSetback
	OpLock
	OpReveal
	OpDash
	OpRedeploy
	OpRecall
	OpBoost
	OpBrace
	OpStun
	OpSabotage
	OpRefill
	FirstPassive
)

// The stats of lasting operations.
const (
	StatDamage = iota
	StatArmor
	StatHealth
	StatTargets
	StatProgress
	StatPresence
	StatDiscount
	StatIncome
	StatNeed
	StatSlow
	StatBlock
	StatShield
	stats
)

// AsksSubtype is a bit beside the bits of the stats: a passive depends on the subtype of
// the officer that a heister attacks.
const AsksSubtype uint16 = 1 << stats

var (
	onNothing  = []string{"none"}
	onOne      = []string{"heister", "heister_here", "heisters_here", "officer", "officer_here", "officers_here"}
	onHeisters = []string{"heister", "heister_here", "heisters_here"}
	onOfficers = []string{"officer", "officer_here"}
	onColumns  = []string{"column", "column_here"}
	onOwn      = []string{"self", "here", "team"}
	onOwnSide  = []string{"self", "here", "team", "foes_here"}
)

// Operations is the vocabulary of Effect.Op. The first happen once; the others last.
var Operations = [...]Operation{
	OpGain:     {Name: "gain", On: onNothing, side: bothSides, words: "gain $%d"},
	OpDrain:    {Name: "drain", On: onNothing, side: bothSides, words: "the other side loses $%d"},
	OpDraw:     {Name: "draw", On: onNothing, side: bothSides, words: "draw %d"},
	OpDiscard:  {Name: "discard", On: onNothing, side: bothSides, words: "the other side discards %d at random"},
	OpSpy:      {Name: "spy", On: onNothing, side: bothSides, words: "look at the other hand"},
	OpRecover:  {Name: "recover", On: onNothing, side: bothSides, Of: true, words: "take a card%s from your discards into your hand"},
	OpHeal:     {Name: "heal", On: onHeisters, side: Criminal, words: "take %d damage off %s"},
	OpStrike:   {Name: "strike", On: onOne, side: bothSides, words: "deal %d damage to %s"},
	OpWork:     {Name: "work", On: onColumns, side: Criminal, words: "add %d progress to the top obstacle of %s%s"},
	OpSetback:  {Name: "setback", On: onColumns, side: Police, words: "take %d progress from the top obstacle of %s"},
	OpLock:     {Name: "lock", On: onColumns, side: Police, words: "the top obstacle of %s stays this round"},
	OpReveal:   {Name: "reveal", On: onColumns, side: Criminal, words: "turn up %d face-down obstacles of %s"},
	OpDash:     {Name: "dash", On: onNothing, side: Criminal, words: "a heister moves one column at once"},
	OpRedeploy: {Name: "redeploy", On: onOfficers, side: Police, words: "put %s on any objective of that column or the next"},
	OpRecall:   {Name: "recall", On: onOfficers, side: bothSides, words: "send %s back to the hand of the Police"},
	OpBoost:    {Name: "boost", On: []string{"heister_here", "heisters_here", "officer_here", "officers_here"}, side: bothSides, words: "%s: %+d damage in this combat"},
	OpBrace:    {Name: "brace", On: []string{"heister_here", "heisters_here", "officer_here", "officers_here"}, side: bothSides, words: "%s: %+d armor in this combat"},
	OpStun:     {Name: "stun", On: []string{"heister_here", "heisters_here", "officer_here", "officers_here"}, side: bothSides, words: "%s: no damage dealt in this combat"},
	OpSabotage: {Name: "sabotage", On: onColumns, side: bothSides, words: "discard all assets and mandates of the other side in %s"},
	OpRefill:   {Name: "refill", On: onColumns, side: bothSides, words: "add %d uses to your assets in %s"},

	FirstPassive:                {Name: "damage", stat: StatDamage, On: onOwnSide, side: bothSides, words: "%+d damage"},
	FirstPassive + StatArmor:    {Name: "armor", stat: StatArmor, On: onOwnSide, side: bothSides, words: "%+d armor"},
	FirstPassive + StatHealth:   {Name: "health", stat: StatHealth, On: onOwn, side: Criminal, words: "%+d health"},
	FirstPassive + StatTargets:  {Name: "targets", stat: StatTargets, On: onOwn, side: Criminal, words: "%+d targets in combat"},
	FirstPassive + StatProgress: {Name: "progress", stat: StatProgress, On: []string{"self"}, side: Criminal, words: "%+d progress a turn on obstacles"},
	FirstPassive + StatPresence: {Name: "presence", stat: StatPresence, On: []string{"self"}, side: Criminal, words: "counts as %d more heisters for obstacles"},
	FirstPassive + StatDiscount: {Name: "discount", stat: StatDiscount, On: []string{"team"}, side: Criminal, Of: true, words: "%[2]s cost $%[1]d less"},
	FirstPassive + StatIncome:   {Name: "income", stat: StatIncome, On: []string{"team"}, side: bothSides, words: "%+d cash at the start of your turns"},
	FirstPassive + StatNeed:     {Name: "need", stat: StatNeed, On: []string{"here"}, side: Police, words: "the obstacle needs %d more progress"},
	FirstPassive + StatSlow:     {Name: "slow", stat: StatSlow, On: []string{"here"}, side: Police, words: "the obstacle gets %d less progress a turn"},
	FirstPassive + StatBlock:    {Name: "block", stat: StatBlock, On: []string{"here"}, side: Police, words: "no progress on the obstacle"},
	FirstPassive + StatShield:   {Name: "shield", stat: StatShield, On: []string{"self"}, side: Police, words: "must be attacked before others"},
}

// Targets of operations that happen once.
const (
	OnNone = iota
	OnHeister
	OnHeisterHere
	OnHeistersHere
	OnOfficer
	OnOfficerHere
	OnOfficersHere
	OnColumn
	OnColumnHere
)

// targetNames is the vocabulary of Effect.On for operations that happen once.
var targetNames = []string{"none", "heister", "heister_here", "heisters_here", "officer", "officer_here", "officers_here", "column", "column_here"}

// Scopes of lasting operations.
const (
	ScopeSelf = iota // the bearer of the card
	ScopeHere        // the people of the same side at the same place
	ScopeTeam        // all people of the same side
	ScopeFoes        // the other side's people at the same place
	scopes
)

// scopeNames is the vocabulary of Effect.On for lasting operations.
var scopeNames = []string{"self", "here", "team", "foes_here"}

// Conditions.
const (
	IfAlways = iota
	IfAlone
	IfCrowd
	IfOutnumbered
	IfLoaded
	IfWounded
	IfSecured
	IfPoor
	IfAgainst // and one for each subtype from here
)

// ConditionNames is the vocabulary of Effect.If.
var ConditionNames = []string{
	"always", "alone", "crowd", "outnumbered", "loaded", "wounded", "secured", "poor",
	"against_first_responder", "against_swat", "against_elite", "against_special",
}

// An Instant is a compiled Effect that happens once.
type Instant struct {
	Op, On, Cond, Of uint8
	Amount           int8
}

// A Passive is a compiled Effect that lasts.
type Passive struct {
	Stat, Scope, Cond, Of uint8
	Amount                int8
}

// Lasts reports whether an operation lasts.
func Lasts(op int) bool { return op >= FirstPassive }

// here reports whether an effect needs the column of its card.
func (e *Instant) here() bool {
	switch e.On {
	case OnHeisterHere, OnHeistersHere, OnOfficerHere, OnOfficersHere, OnColumnHere:
		return true
	}
	return false
}

// parseEffect compiles one effect of a card of a side; complain gets every fault.
func parseEffect(x *Effect, side int, complain func(field string, value any, want string)) (e Instant, ok bool) {
	ok = true
	fault := func(field string, value any, want string) { ok = false; complain(field, value, want) }
	i := slices.IndexFunc(Operations[:], func(o Operation) bool { return o.Name == x.Op })
	if i < 0 {
		fault("op", x.Op, "one of "+listOperations())
		return e, false
	}
	o := &Operations[i]
	e.Op = uint8(i)
	if o.side != bothSides && int(o.side) != side {
		fault("op", x.Op, "an operation for the "+SideTitles[side]+": "+x.Op+" is not")
	}
	e.Amount = int8(x.Amount)
	if x.Amount == 0 {
		e.Amount = 1
	}
	if x.Amount < -MaxAmount || x.Amount > MaxAmount || x.Amount < 0 && !Lasts(i) {
		fault("amount", x.Amount, "a number from 1 to 9 (a stat may also fall)")
	}
	on := x.On
	if on == "" {
		on = o.On[0]
	}
	names := targetNames
	if Lasts(i) {
		names = scopeNames
	}
	if !slices.Contains(o.On, on) {
		fault("on", x.On, "one of "+strings.Join(o.On, ", "))
	} else {
		e.On = uint8(slices.Index(names, on))
	}
	if Lasts(i) && side == Police && e.On == ScopeTeam && o.stat != StatIncome {
		fault("on", x.On, "self, here or foes_here: officers help those at their place")
	}
	if x.If != "" {
		if c := slices.Index(ConditionNames, x.If); c < 0 {
			fault("if", x.If, "one of "+strings.Join(ConditionNames, ", "))
		} else if e.Cond = uint8(c); e.Cond >= IfAgainst && (!Lasts(i) || o.stat != StatDamage || side != Criminal) {
			fault("if", x.If, "against_… only for damage of heisters")
		} else if e.Cond >= IfAlone && e.Cond <= IfWounded && (!Lasts(i) || side != Criminal) {
			fault("if", x.If, "alone, crowd, outnumbered, loaded and wounded only for stats of heisters")
		}
	}
	e.Of = None
	if x.Of != "" {
		t := typeOn(x.Of, side)
		if !o.Of || t < 0 {
			fault("of", x.Of, "a type of card of the "+SideTitles[side]+", for discount and recover only")
		} else {
			e.Of = uint8(t)
		}
	}
	return e, ok
}

func listOperations() string {
	names := make([]string, len(Operations))
	for i, o := range Operations {
		names[i] = o.Name
	}
	return strings.Join(names, ", ")
}
