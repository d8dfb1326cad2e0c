package heat

import (
	"strings"
)

// This file puts the effects of a card into sentences. The words of an operation
// stand in its own file, those of whos, conditions and amounts in seats_reached.go,
// condition.go and amount.go.

// words returns a card's effects as sentences, phase by phase. The effects have no
// faults.
func (c *Card) words() string {
	var parts []string
	last, named := "", "" // phase, and the seat named in it
	for i := range c.Effects {
		e := &c.Effects[i]
		whom := e.Who
		if t, ok := parseTerm(e.Amount.Per); ok && t.name == perNames[PerHeatOf].name && whom == "" {
			whom = t.arg(0)
		}
		if e.Phase != last {
			named = ""
		}
		again := whom != "" && whom == named
		if t, ok := parseTerm(whom); ok && t.name == whoNames[WhoChosen].name {
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

// words returns one effect as a sentence.
func (e *Effect) words() string {
	s := e.Op
	for op := range operations {
		if laws[op].name == e.Op {
			s = operations[op].words(phrase{effect: e, whom: whoWords(e.Who)})
		}
	}
	s += conditionWords(e.If)
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

// A phrase gives an operation the words for the parts of its effect.
type phrase struct {
	effect *Effect
	whom   string // the seats that it reaches
}

// do returns a verb with its subject: in the form of "you" without a subject, in
// the form for several seats, or in the form for one other seat.
func (p phrase) do(own, others string) string {
	kind, _, _ := lookUp(whoNames, p.effect.Who)
	switch {
	case p.effect.Who == "" || kind == int(WhoSelf):
		return own
	case kind == int(WhoAll) || kind == int(WhoOthers) || kind == int(WhoNeighbours) || kind == int(WhoSameTag):
		return p.whom + " " + own
	}
	return p.whom + " " + others
}

// dollars, heat and cards return the amount in a unit.
func (p phrase) dollars() string { return p.effect.Amount.in("$%d", "$%d") }
func (p phrase) heat() string    { return p.effect.Amount.in("%d Heat", "%d Heat") }
func (p phrase) cards() string   { return p.effect.Amount.in("%d card", "%d cards") }

// tagged says of a card that it has a tag: place:… is where it robs.
func tagged(tag string) string {
	if place, ok := strings.CutPrefix(tag, "place:"); ok {
		return "robs the " + place
	}
	return "is tagged " + tag
}
