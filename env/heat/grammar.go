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
