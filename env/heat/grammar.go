package heat

import (
	"slices"
	"strconv"
	"strings"

	"ringer/internal/callexpr"
)

// A term is a word of the effect vocabulary with its arguments: crowd(T,2).
type term struct {
	name string
	args []string
}

// parseTerm reads a call expression without named arguments.
func parseTerm(text string) (term, bool) {
	e, err := callexpr.Parse(text)
	t := term{name: e.Name}
	for _, a := range e.Args {
		if a.Key != "" {
			return t, false
		}
		t.args = append(t.args, a.Value)
	}
	return t, err == nil
}

// arg returns the i-th argument, or an empty text.
func (t term) arg(i int) string {
	if i < len(t.args) {
		return t.args[i]
	}
	return ""
}

// A word is an entry of one of the tables of the vocabulary.
type word struct {
	name string
	args string            // the arguments, for messages: "(T,k)"; empty for none
	says func(term) string // the word in a sentence on a card
}

// plain returns a word that always says the same.
func plain(name, says string) word {
	return word{name: name, says: func(term) string { return says }}
}

func (w word) arity() int {
	if w.args == "" {
		return 0
	}
	return 1 + strings.Count(w.args, ",")
}

// lookUp finds a term in a table; want lists the table when it is not there.
func lookUp(table []word, text string) (index int, t term, want string) {
	t, ok := parseTerm(text)
	if ok {
		for i, w := range table {
			if w.name == t.name && w.arity() == len(t.args) {
				return i, t, ""
			}
		}
	}
	return -1, t, "one of " + listWords(table)
}

// say puts a term of a table into a sentence. A term that is not in the table is
// a fault of the configuration, which is reported elsewhere.
func say(table []word, text string) string {
	i, t, want := lookUp(table, text)
	if want != "" {
		return text
	}
	return table[i].says(t)
}

func listWords(table []word) string {
	names := make([]string, len(table))
	for i, w := range table {
		names[i] = w.name + w.args
	}
	return strings.Join(names, ", ")
}

func joinWords(words []string) string {
	if len(words) == 0 {
		return "none"
	}
	return strings.Join(words, ", ")
}

// at returns the path of an element of a list.
func at(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

// A vocabulary holds the words that a deck defines itself.
type vocabulary struct{ tags []string }

// A Tag is a word on cards that effects may ask for, by its place in the deck's
// list of tags.
type Tag uint8

const maxTags = 32

// tag looks up a tag; want says what is wrong with it.
func (v *vocabulary) tag(name string) (t Tag, want string) {
	i := slices.Index(v.tags, name)
	if i < 0 {
		return 0, "a tag that some card has: " + joinWords(v.tags)
	}
	return Tag(i), ""
}

func validTag(tag string) bool {
	if tag == "" || parseIcon(tag) >= 0 || slices.Contains(filterNames, tag) {
		return false
	}
	return !strings.ContainsFunc(tag, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != ':' && r != '_' && r != '-'
	})
}

// A Phase is one of the three phases of a stage.
type Phase int8

// The phases.
const (
	NoPhase Phase = iota - 1
	PhaseA
	PhaseB
	PhaseC
	Phases // the number of phases
)

var phaseNames = [Phases]string{"A", "B", "C"}

// String returns the letter of a phase; an empty text for NoPhase.
func (p Phase) String() string {
	if p == NoPhase {
		return ""
	}
	return phaseNames[p]
}

// parsePhase returns the phase with a letter, or NoPhase.
func parsePhase(name string) Phase { return Phase(slices.Index(phaseNames[:], name)) }

// An Icon is a sign on a card that says what the card does (HEAT-12).
type Icon int8

// The icons, in the order in which they are printed.
const (
	NoIcon Icon = iota - 1
	IconMoney
	IconHeatUp
	IconHeatDown
	IconSteal
	IconDraw
	IconLook
	IconSwap
	IconCancel
	Icons // the number of icons
)

var iconNames = [Icons]string{"money", "heat-up", "heat-down", "steal", "draw", "look", "swap", "cancel"}

// parseIcon returns the icon with a name, or NoIcon.
func parseIcon(name string) Icon { return Icon(slices.Index(iconNames[:], name)) }

// parseEffect compiles one effect; it reports every fault under path.
func (v *vocabulary) parseEffect(x Effect, path string, fault func(path string, value any, want string)) (Clause, bool) {
	ok := true
	complain := func(field string, value any, want string) {
		ok = false
		fault(path+"."+field, value, want)
	}
	var e Clause
	phase := parsePhase(x.Phase)
	if phase == NoPhase {
		complain("phase", x.Phase, "A, B or C")
	}
	e.Phase = max(phase, PhaseA)
	i := slices.IndexFunc(laws[:], func(l law) bool { return l.name == x.Op })
	if i < 0 {
		complain("op", x.Op, "one of "+listOperations())
		return e, false
	}
	l := &laws[i]
	e.Op, e.step, e.fromBoard = Op(i), l.step, l.fromBoard
	var want string
	if e.Who, want = v.parseWho(x.Who); want != "" {
		complain("who", x.Who, want)
	} else if want = l.refuses(e.Who); want != "" {
		complain("who", x.Who, want)
	}
	if e.If, want = v.parseCondition(x.If); want != "" {
		complain("if", x.If, want)
	}
	if e.Amount, want = v.parseAmount(x.Amount); want != "" {
		complain("amount", x.Amount.words(), want)
	} else if want = l.refusesAmount(x.Amount, &e.Amount); want != "" {
		complain("amount", x.Amount.words(), want)
	}
	if e.Where, want = v.parseWhere(l, x.Where, phase); want != "" {
		complain("where", x.Where, want)
	}
	if phase != NoPhase {
		if l.fromBoard && phase != PhaseB { // HEAT-17
			complain("phase", x.Phase, "B: Heat is taken from the board only then")
		}
		if l.early && phase == PhaseC { // HEAT-18
			complain("phase", x.Phase, "A or B: "+l.name+" acts on later phases of the stage")
		}
	}
	if l.fromBoard && e.readsChoices() {
		complain("op", x.Op, "an amount and a condition that do not depend on choices of phase B, which come after the board is counted")
	}
	return e, ok
}

// readsChoices reports whether the number of tokens that an effect takes may
// depend on what seats choose while its phase resolves.
func (e *Clause) readsChoices() bool {
	return e.Amount.Per == PerChoice || e.Amount.Per == PerHeatOf && e.Amount.Of.Picks() ||
		e.If.Kind == IfTargetUses && (e.Who.Picks() || e.Who.Kind == WhoSelf)
}

// refuses says what an operation wants instead of a Who that it cannot reach;
// empty when it can.
func (l *law) refuses(w Who) string {
	switch {
	case l.reach == reachSelf && w.Kind != WhoSelf:
		return "self, or nothing: " + l.name + " is about the actor"
	case l.reach >= reachOthers && (w.Kind == WhoSelf || w.Kind == WhoAll):
		return "other seats: " + l.name + " is not about the actor"
	case l.reach == reachOne && (w.Kind == WhoNeighbours || w.Kind == WhoOthers || w.Kind == WhoSameTag):
		return "one seat: left, right, chosen, chosen(F), richest, poorest or most_heat"
	}
	return ""
}

// refusesAmount says what an operation wants instead of an amount; empty when it
// takes it.
func (l *law) refusesAmount(x Amount, a *Quantity) string {
	switch {
	case l.most == 0 && x != (Amount{}):
		return "no amount: " + l.name + " has none"
	case l.most > 0 && a.Per == PerNothing && a.Base < 1:
		return "an amount of 1 or more"
	case l.step != stepSums && a.Per == PerChoice:
		return "an amount without choice: that is for money and for Heat"
	}
	return ""
}

func (v *vocabulary) parseWhere(l *law, text string, phase Phase) (uint8, string) {
	switch {
	case len(l.where) == 0:
		if text != "" {
			return 0, "nothing: " + l.name + " has no where"
		}
		return 0, ""
	case l.where[0] == anyTag:
		tag, want := v.tag(text)
		return uint8(tag), want
	case l.where[0] == anyPhase:
		p := parsePhase(text)
		if p <= phase {
			return 0, "the letter of a later phase"
		}
		return uint8(p), ""
	case text == "":
		return 0, ""
	}
	i := slices.Index(l.where, text)
	if i < 0 {
		return 0, "one of " + joinWords(l.where)
	}
	return uint8(i), ""
}

func listOperations() string {
	names := make([]string, len(laws))
	for i := range laws {
		names[i] = laws[i].name
	}
	return joinWords(names)
}
