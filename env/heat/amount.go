package heat

import "fmt"

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
