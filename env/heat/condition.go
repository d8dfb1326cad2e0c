package heat

import (
	"fmt"
	"slices"

	"ringer/internal/input"
)

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
