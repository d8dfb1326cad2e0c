package heat

import (
	"fmt"
	"strings"
)

// words puts a card's effects into sentences, phase by phase.
func (c *Card) words() string {
	var parts []string
	last, named := "", "" // phase, and the seat named in it
	for i := range c.Effects {
		e := c.Effects[i]
		whom := e.Who
		if inner, ok := strings.CutPrefix(e.Amount.Per, "heat_of("); ok && whom == "" {
			whom = strings.TrimSuffix(inner, ")")
		}
		if e.Phase != last {
			named = ""
		}
		again := whom != "" && whom == named
		if w, ok := parseTerm(whom); ok && w.name == "chosen" {
			named = whom
		}
		s := e.words()
		if again {
			s = strings.ReplaceAll(s, whoWords(whom), "that player")
			s = strings.ToUpper(s[:1]) + s[1:]
		}
		if e.Phase != last {
			s = e.Phase + ": " + s
			last = e.Phase
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, " ")
}

// words puts one effect into a sentence.
func (e *Effect) words() string {
	t, _ := parseTerm(e.If)
	s := e.clause()
	switch t.name {
	case "alone":
		s += fmt.Sprintf(" if no other card in use %s", tagged(t.arg(0)))
	case "crowd":
		s += fmt.Sprintf(" if at least %s players, you included, use a card that %s", t.arg(1), tagged(t.arg(0)))
	case "heat_value":
		s += fmt.Sprintf(" if Heat is worth $%s or more", t.arg(0))
	case "rank":
		s += " if nobody " + map[string]string{
			"richest": "has more money", "poorest": "has less money",
			"most_heat": "has more Heat", "least_heat": "has less Heat",
		}[t.arg(0)] + " than you"
	case "target_uses":
		what := tagged(t.arg(0))
		if parsePhase(t.arg(0)) >= 0 {
			what = "acts in phase " + t.arg(0)
		}
		s += " if that player's card " + what
	case "record_has":
		what := tagged(t.arg(0))
		if parseIcon(t.arg(0)) >= 0 {
			what = "has the icon " + t.arg(0)
		}
		s += " if a card in your Record " + what
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

// clause is the effect without its condition, in lower case.
func (e *Effect) clause() string {
	whom := whoWords(e.Who)
	self := e.Who == "" || e.Who == "self"
	money, heat, cards := e.Amount.dollars(), e.Amount.pieces("Heat"), e.Amount.pieces("card")
	do := func(own, others string) string {
		if self {
			return own
		}
		if e.Who == "all" || e.Who == "others" || e.Who == "neighbours" || strings.HasPrefix(e.Who, "same_tag") {
			return whom + " " + own
		}
		return whom + " " + others
	}
	switch e.Op {
	case "gain":
		return do("gain ", "gains ") + money
	case "lose":
		return do("lose ", "loses ") + money
	case "steal":
		return "steal " + money + " from " + whom
	case "pay":
		return "pay " + money + " to " + whom
	case "split_pot":
		return "split " + money + " evenly with everyone whose card in use " + tagged(e.Where)
	case "take_heat":
		return do("take ", "takes ") + heat
	case "return_heat":
		return do("return ", "returns ") + heat
	case "give_heat":
		return "give " + heat + " to " + whom
	case "swap_heat":
		return "swap all your Heat with " + whom
	case "draw":
		return do("draw ", "draws ") + cards
	case "look":
		return "look at the hand of " + whom
	case "discard":
		how := ""
		if e.Where == whereRandom {
			how = " at random"
		}
		return do("discard ", "discards ") + cards + how
	case "swap_card":
		if e.Where == whereChosen {
			return "look at the hand of " + whom + ", then give that player a card of yours for a card you choose"
		}
		return "give " + whom + " a card of yours for one drawn from that hand"
	case "replace":
		return "you may put another card from hand in place of your card in use, which goes back to your hand"
	case "extra":
		if e.Where == whereStart {
			return "you may add a card from hand to the start of your Record"
		}
		return "you may play another card to the end of your Record; it becomes your card in use"
	case "copy":
		return "use the later phases of the card of " + whom
	case "cancel":
		return "phase " + e.Where + " does nothing for " + whom
	}
	return e.Op
}

func whoWords(text string) string {
	t, _ := parseTerm(text)
	switch t.name {
	case "left":
		return "the player on your left"
	case "right":
		return "the player on your right"
	case "neighbours":
		return "both your neighbours"
	case "others":
		return "all other players"
	case "all":
		return "all players"
	case "richest":
		return "the richest other player"
	case "poorest":
		return "the poorest other player"
	case "most_heat":
		return "the other player with the most Heat"
	case "same_tag":
		return "every other player whose card in use " + tagged(t.arg(0))
	case "chosen":
		switch f := t.arg(0); {
		case f == "":
			return "a player of your choice"
		case f == "neighbours":
			return "a neighbour of your choice"
		case f == "richer":
			return "a player of your choice who is richer than you"
		case f == "heat":
			return "a player of your choice with Heat"
		case parsePhase(f) >= 0:
			return "a player of your choice whose card acts in phase " + f
		default:
			return "a player of your choice whose card in use " + tagged(f)
		}
	}
	return "you"
}

// tagged says of a card that it has a tag: place:… is where it robs.
func tagged(tag string) string {
	if place, ok := strings.CutPrefix(tag, "place:"); ok {
		return "robs the " + place
	}
	return "is tagged " + tag
}

// dollars and pieces put an amount into words.
func (a Amount) dollars() string { return a.in("$%d", "$%d") }

func (a Amount) pieces(unit string) string {
	one, many := "%d "+unit, "%d "+unit
	if unit == "card" {
		many += "s"
	}
	return a.in(one, many)
}

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
	s := number(a.Each) + " for each " + perWords(a.Per)
	if a.Base != 0 {
		s = number(a.Base) + " and " + s
	}
	if a.Max > 0 {
		s += fmt.Sprintf(" (at most %d)", a.Max)
	}
	return s
}

func perWords(text string) string {
	t, _ := parseTerm(text)
	switch t.name {
	case "record_icon":
		return t.arg(0) + " icon in your Record"
	case "record_tag":
		return "card in your Record that " + tagged(t.arg(0))
	case "record_size":
		return "card in your Record"
	case "table_tag":
		return "card in use that " + tagged(t.arg(0))
	case "table_phase":
		return "card in use that acts in phase " + t.arg(0)
	case "heat_of":
		if t.arg(0) == "self" {
			return "Heat you hold"
		}
		return "Heat held by " + whoWords(t.arg(0))
	case "heat_value":
		return "$1 that Heat is worth"
	case "hand_size":
		return "card in your hand"
	case "players":
		return "player"
	case "choice":
		return "time you choose"
	}
	return text
}

// words is the amount as a file writes it, for messages.
func (a Amount) words() string {
	if a.Per == "" && a.Each == 0 && a.Max == 0 {
		return fmt.Sprint(a.Base)
	}
	return fmt.Sprintf("{base: %d, each: %d, per: %s, max: %d}", a.Base, a.Each, a.Per, a.Max)
}
