package heat

// What the variable part of an amount counts.
const (
	perNothing = iota
	perRecordIcon
	perRecordTag
	perRecordSize
	perTableTag
	perTablePhase
	perHeatOf
	perHeatValue
	perHandSize
	perPlayers
	perChoice
)

// perNames is the vocabulary of Amount.Per, in the order of the constants. X is
// an icon, T a tag, P a phase, W a who. choice is a number that the actor picks
// when the phase resolves (HEAT-13, amounts).
var perNames = []word{
	{"nothing", ""},
	{"record_icon", "(X)"},
	{"record_tag", "(T)"},
	{"record_size", ""},
	{"table_tag", "(T)"},
	{"table_phase", "(P)"},
	{"heat_of", "(W)"},
	{"heat_value", ""},
	{"hand_size", ""},
	{"players", ""},
	{"choice", ""},
}

// maxChoice is the largest number an actor can pick: option ids end there.
const maxChoice = 5

// An amount is a compiled Amount.
type amount struct {
	base, each, max int16
	per             uint8
	arg             uint8 // icon, tag or phase
	of              who
	choices         uint8 // per choice: the largest number to pick
}

func (v *vocabulary) parseAmount(a Amount) (amount, string) {
	c := amount{base: int16(a.Base), each: int16(a.Each), max: int16(a.Max)}
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
	c.per = uint8(kind)
	switch kind {
	case perRecordIcon:
		i := parseIcon(t.arg(0))
		if i < 0 {
			return c, "record_icon(X) with X one of money, heat-up, heat-down, steal, draw, look, swap, cancel"
		}
		c.arg = uint8(i)
	case perRecordTag, perTableTag:
		c.arg, want = v.tag(t.arg(0))
	case perTablePhase:
		p := parsePhase(t.arg(0))
		if p < 0 {
			return c, "table_phase(P) with P one of A, B, C"
		}
		c.arg = uint8(p)
	case perHeatOf:
		if inner, ok := parseTerm(t.arg(0)); !ok || len(inner.args) > 0 {
			return c, "heat_of(W) with W a plain who"
		}
		c.of, want = v.parseWho(t.arg(0))
	case perChoice:
		k := 0
		if a.Each > 0 {
			k = (a.Max - a.Base) / a.Each
		}
		if k < 1 || k > maxChoice || a.Base != 0 {
			return c, "base 0 and a max of 1 to 5 times each for an amount per choice"
		}
		c.choices = uint8(k)
	}
	return c, want
}

// amount is what an effect of the actor is worth by the table as it stood at
// the start of the phase (HEAT-14).
func (s *State) amount(a *amount, actor int) int {
	if a.per == perNothing {
		return int(a.base)
	}
	n := int(a.base) + int(a.each)*s.counted(a, actor)
	if a.max > 0 && n > int(a.max) {
		n = int(a.max)
	}
	return max(n, 0)
}

func (s *State) counted(a *amount, actor int) int {
	n := 0
	switch a.per {
	case perRecordIcon, perRecordTag:
		for _, card := range s.then.of(actor) {
			t := &s.game.deck.types[card]
			if a.per == perRecordIcon && t.icons>>a.arg&1 != 0 || a.per == perRecordTag && t.tags>>a.arg&1 != 0 {
				n++
			}
		}
	case perRecordSize:
		n = int(s.then.records[actor].size)
	case perTableTag:
		n = s.using(a.arg).count()
	case perTablePhase:
		for i := range s.game.players {
			if card := s.then.inUse[i]; card != none && s.game.deck.types[card].phases>>a.arg&1 != 0 {
				n++
			}
		}
	case perHeatOf:
		m := s.reached(a.of, actor)
		for i := range s.game.players {
			if m.has(i) {
				n += int(s.then.heat[i])
			}
		}
	case perHeatValue:
		n = s.game.value(s.then.held())
	case perHandSize:
		n = int(s.then.hand[actor])
	case perPlayers:
		n = s.game.players
	case perChoice:
		n = int(s.option[actor])
	}
	return n
}

// ceiling bounds an amount from above in any position of a game.
func (a *amount) ceiling(c *Config) int {
	most := 0
	switch a.per {
	case perRecordIcon, perRecordTag, perRecordSize:
		most = maxRecord
	case perTableTag, perTablePhase, perPlayers:
		most = c.Players
	case perHeatOf:
		most = c.Tokens
	case perHeatValue:
		if n := len(c.RowValues); n > 0 {
			most = c.RowValues[n-1]
		}
	case perHandSize:
		most = 2 * maxRecord
	case perChoice:
		most = int(a.choices)
	}
	n := max(int(a.base), int(a.base)+int(a.each)*most)
	if a.max > 0 {
		n = min(n, int(a.max))
	}
	return max(n, 0)
}
