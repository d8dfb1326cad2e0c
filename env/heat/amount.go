package heat

import (
	"fmt"
	"slices"

	"ringer/internal/input"
)

// A Per names the things that the variable part of an amount counts.
type Per uint8

// The things that an amount counts.
const (
	PerNothing Per = iota
	PerRecordIcon
	PerRecordTag
	PerRecordSize
	PerTableTag
	PerTablePhase
	PerHeatOf
	PerHeatValue
	PerHandSize
	PerPlayers
	PerChoice
)

// perNames is the vocabulary of Amount.Per, in the order of the constants. X is
// an icon, T a tag, P a phase, W a who. choice is a number that the actor picks
// when the phase resolves (HEAT-13, amounts).
var perNames = []word{
	PerNothing:    plain("nothing", ""),
	PerRecordIcon: {"record_icon", "(X)", func(t term) string { return t.arg(0) + " icon in your Record" }},
	PerRecordTag:  {"record_tag", "(T)", func(t term) string { return "card in your Record that " + tagged(t.arg(0)) }},
	PerRecordSize: plain("record_size", "card in your Record"),
	PerTableTag:   {"table_tag", "(T)", func(t term) string { return "card in use that " + tagged(t.arg(0)) }},
	PerTablePhase: {"table_phase", "(P)", func(t term) string { return "card in use that acts in phase " + t.arg(0) }},
	PerHeatOf: {"heat_of", "(W)", func(t term) string {
		if t.arg(0) == "self" {
			return "Heat you hold"
		}
		return "Heat held by " + whoWords(t.arg(0))
	}},
	PerHeatValue: plain("heat_value", "$1 that Heat is worth"),
	PerHandSize:  plain("hand_size", "card in your hand"),
	PerPlayers:   plain("players", "player"),
	PerChoice:    plain("choice", "time you choose"),
}

// maxChoice is the largest number that an actor can choose: option ids end there.
const maxChoice = 5

// A Quantity is an amount as the rules read it: Base + Each × what Per counts,
// held between 0 and Max.
type Quantity struct {
	Base, Each int16
	Max        int16 // 0 for no limit
	Per        Per
	Arg        uint8 // the Icon, Tag or Phase of Per
	Of         Who   // of PerHeatOf
	Choices    uint8 // of PerChoice: the largest number to choose
}

// parseAmount compiles an amount; want says what is wrong with it.
func (v *vocabulary) parseAmount(a Amount) (c Quantity, want string) {
	c = Quantity{Base: int16(a.Base), Each: int16(a.Each), Max: int16(a.Max)}
	for _, x := range []int{a.Base, a.Each, a.Max} {
		if x < -maxMoneyPaid || x > maxMoneyPaid {
			return c, "numbers from -1000 to 1000"
		}
	}
	if a.Max < 0 {
		return c, "max of 1 or more, or none"
	}
	if a.Per == "" {
		if a.Each != 0 {
			return c, "per, as each is given"
		}
		if a.Base < 0 {
			return c, "a number of 0 or more"
		}
		return c, ""
	}
	if a.Each == 0 {
		return c, "each, as per is given"
	}
	kind, t, want := lookUp(perNames, a.Per)
	if want != "" {
		return c, want
	}
	c.Per = Per(kind)
	switch c.Per {
	case PerRecordIcon:
		i := parseIcon(t.arg(0))
		if i == NoIcon {
			return c, "record_icon(X) with X one of " + joinWords(iconNames[:])
		}
		c.Arg = uint8(i)
	case PerRecordTag, PerTableTag:
		var tag Tag
		tag, want = v.tag(t.arg(0))
		c.Arg = uint8(tag)
	case PerTablePhase:
		p := parsePhase(t.arg(0))
		if p == NoPhase {
			return c, "table_phase(P) with P one of A, B, C"
		}
		c.Arg = uint8(p)
	case PerHeatOf:
		if inner, ok := parseTerm(t.arg(0)); !ok || len(inner.args) > 0 {
			return c, "heat_of(W) with W a plain who"
		}
		c.Of, want = v.parseWho(t.arg(0))
	case PerChoice:
		k := 0
		if a.Each > 0 {
			k = (a.Max - a.Base) / a.Each
		}
		if k < 1 || k > maxChoice || a.Base != 0 {
			return c, "base 0 and a max of 1 to 5 times each for an amount per choice"
		}
		c.Choices = uint8(k)
	}
	return c, want
}

// Amount returns an amount of an effect of the actor (HEAT-14).
func (x *Snapshot) Amount(a *Quantity, actor int) int {
	if a.Per == PerNothing {
		return int(a.Base)
	}
	n := int(a.Base) + int(a.Each)*x.counted(a, actor)
	if a.Max > 0 && n > int(a.Max) {
		n = int(a.Max)
	}
	return max(n, 0)
}

func (x *Snapshot) counted(a *Quantity, actor int) int {
	n := 0
	switch a.Per {
	case PerRecordIcon, PerRecordTag:
		for _, card := range x.of(actor) {
			t := &x.game.deck.types[card]
			if a.Per == PerRecordIcon && t.shows(Icon(a.Arg)) || a.Per == PerRecordTag && t.has(Tag(a.Arg)) {
				n++
			}
		}
	case PerRecordSize:
		n = int(x.records[actor].size)
	case PerTableTag:
		n = x.Using(Tag(a.Arg)).Count()
	case PerTablePhase:
		for i := range x.game.players {
			if card := x.inUse[i]; card != none && x.game.deck.types[card].actsIn(Phase(a.Arg)) {
				n++
			}
		}
	case PerHeatOf:
		m := x.Reached(a.Of, actor)
		for i := range x.game.players {
			if m.Has(i) {
				n += int(x.heat[i])
			}
		}
	case PerHeatValue:
		n = x.game.value(x.held())
	case PerHandSize:
		n = int(x.hand[actor])
	case PerPlayers:
		n = x.game.players
	case PerChoice:
		n = int(x.option[actor])
	}
	return n
}

// ceiling returns an upper bound of an amount in any position of a game.
func (a *Quantity) ceiling(c *Config) int {
	most := 0
	switch a.Per {
	case PerRecordIcon, PerRecordTag, PerRecordSize:
		most = maxRecord
	case PerTableTag, PerTablePhase, PerPlayers:
		most = c.Players
	case PerHeatOf:
		most = c.Tokens
	case PerHeatValue:
		if n := len(c.RowValues); n > 0 {
			most = c.RowValues[n-1]
		}
	case PerHandSize:
		most = 2 * maxRecord
	case PerChoice:
		most = int(a.Choices)
	}
	n := max(int(a.Base), int(a.Base)+int(a.Each)*most)
	if a.Max > 0 {
		n = min(n, int(a.Max))
	}
	return max(n, 0)
}

// in puts an amount of a unit into words.
func (a Amount) in(one, many string) string {
	number := func(n int) string {
		if n == 1 {
			return fmt.Sprintf(one, n)
		}
		return fmt.Sprintf(many, n)
	}
	if a.Per == "" {
		return number(a.Base)
	}
	s := number(a.Each) + " for each " + say(perNames, a.Per)
	if a.Base != 0 {
		s = number(a.Base) + " and " + s
	}
	if a.Max > 0 {
		s += fmt.Sprintf(" (at most %d)", a.Max)
	}
	return s
}

// words returns the amount as a file writes it, for messages.
func (a Amount) words() string {
	if a.Per == "" && a.Each == 0 && a.Max == 0 {
		return fmt.Sprint(a.Base)
	}
	return fmt.Sprintf("{base: %d, each: %d, per: %s, max: %d}", a.Base, a.Each, a.Per, a.Max)
}

// A ConditionKind is a way to say when an effect happens.
type ConditionKind uint8

// When an effect happens.
const (
	IfAlways ConditionKind = iota
	IfAlone
	IfCrowd
	IfHeatValue
	IfRank
	IfTargetUses
	IfRecordHas
)

// conditionNames is the vocabulary of Effect.If, in the order of the constants.
// T is a tag, k a number, R a rank, X a phase or tag (target_uses) or an icon
// or tag (record_has).
var conditionNames = []word{
	IfAlways: plain("always", ""),
	IfAlone:  {"alone", "(T)", func(t term) string { return " if no other card in use " + tagged(t.arg(0)) }},
	IfCrowd: {"crowd", "(T,k)", func(t term) string {
		return fmt.Sprintf(" if at least %s players, you included, use a card that %s", t.arg(1), tagged(t.arg(0)))
	}},
	IfHeatValue: {"heat_value", "(k)", func(t term) string { return fmt.Sprintf(" if Heat is worth $%s or more", t.arg(0)) }},
	IfRank:      {"rank", "(R)", func(t term) string { return " if nobody " + say(rankNames, t.arg(0)) + " than you" }},
	IfTargetUses: {"target_uses", "(X)", func(t term) string {
		if parsePhase(t.arg(0)) != NoPhase {
			return " if that player's card acts in phase " + t.arg(0)
		}
		return " if that player's card " + tagged(t.arg(0))
	}},
	IfRecordHas: {"record_has", "(X)", func(t term) string {
		if parseIcon(t.arg(0)) != NoIcon {
			return " if a card in your Record has the icon " + t.arg(0)
		}
		return " if a card in your Record " + tagged(t.arg(0))
	}},
}

// conditionWords puts an If of a configuration into words.
func conditionWords(text string) string {
	if text == "" {
		return ""
	}
	return say(conditionNames, text)
}

// A Rank names the comparison of rank(R).
type Rank uint8

// The ranks.
const (
	RankRichest Rank = iota
	RankPoorest
	RankMostHeat
	RankLeastHeat
)

var rankNames = []word{
	RankRichest:   plain("richest", "has more money"),
	RankPoorest:   plain("poorest", "has less money"),
	RankMostHeat:  plain("most_heat", "has more Heat"),
	RankLeastHeat: plain("least_heat", "has less Heat"),
}

// A Condition says when an effect happens.
type Condition struct {
	Kind ConditionKind

	// Arg is a Tag, but for IfRank, where it is a Rank, and where Other is set.
	Arg   uint8
	Other bool  // Arg is a Phase (IfTargetUses) or an Icon (IfRecordHas)
	K     uint8 // the number of IfCrowd and IfHeatValue
}

// parseCondition compiles the If of an effect; want says what is wrong with it.
func (v *vocabulary) parseCondition(text string) (c Condition, want string) {
	if text == "" {
		return Condition{}, ""
	}
	kind, t, want := lookUp(conditionNames, text)
	if want != "" {
		return Condition{}, want
	}
	c = Condition{Kind: ConditionKind(kind)}
	tag := func() {
		var i Tag
		i, want = v.tag(t.arg(0))
		c.Arg = uint8(i)
	}
	switch c.Kind {
	case IfAlone, IfCrowd:
		tag()
		if c.Kind == IfCrowd && want == "" {
			c.K, want = smallNumber(t.arg(1))
		}
	case IfHeatValue:
		c.K, want = smallNumber(t.arg(0))
	case IfRank:
		i := slices.IndexFunc(rankNames, func(w word) bool { return w.name == t.arg(0) })
		if i < 0 {
			return c, "rank(R) with R one of " + listWords(rankNames)
		}
		c.Arg = uint8(i)
	case IfTargetUses:
		if p := parsePhase(t.arg(0)); p != NoPhase {
			c.Arg, c.Other = uint8(p), true
		} else {
			tag()
		}
	case IfRecordHas:
		if i := parseIcon(t.arg(0)); i != NoIcon {
			c.Arg, c.Other = uint8(i), true
		} else {
			tag()
		}
	}
	return c, want
}

func smallNumber(text string) (uint8, string) {
	k, ok := input.Whole(text)
	if !ok || k < 1 || k > 100 {
		return 0, "a number from 1 to 100 for k"
	}
	return uint8(k), ""
}

// Holds reports whether a condition is met. The seat is the one that the effect is
// about to reach.
func (x *Snapshot) Holds(c Condition, actor, seat int) bool {
	switch c.Kind {
	case IfAlone:
		m := x.Using(Tag(c.Arg)) &^ (1 << actor)
		return m == 0
	case IfCrowd:
		return x.Using(Tag(c.Arg)).Count() >= int(c.K)
	case IfHeatValue:
		return x.game.value(x.held()) >= int(c.K)
	case IfRank:
		return x.ranked(Rank(c.Arg), actor)
	case IfTargetUses:
		if seat == actor && x.target[actor] >= 0 {
			seat = int(x.target[actor])
		}
		card := x.inUse[seat]
		if seat == actor || card == none {
			return false
		}
		t := &x.game.deck.types[card]
		if c.Other {
			return t.actsIn(Phase(c.Arg))
		}
		return t.has(Tag(c.Arg))
	case IfRecordHas:
		for _, card := range x.of(actor) {
			t := &x.game.deck.types[card]
			if c.Other && t.shows(Icon(c.Arg)) || !c.Other && t.has(Tag(c.Arg)) {
				return true
			}
		}
		return false
	}
	return true
}

// ranked reports whether nobody is richer (poorer, …) than the actor.
func (x *Snapshot) ranked(rank Rank, actor int) bool {
	for i := range x.game.players {
		money, heat := x.money[i]-x.money[actor], x.heat[i]-x.heat[actor]
		if rank == RankRichest && money > 0 || rank == RankPoorest && money < 0 ||
			rank == RankMostHeat && heat > 0 || rank == RankLeastHeat && heat < 0 {
			return false
		}
	}
	return true
}
