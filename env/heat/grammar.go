package heat

import (
	"slices"
	"strconv"
	"strings"
)

// A term is a word of the effect vocabulary with its arguments: crowd(T,2).
type term struct {
	name string
	args []string
}

// parseTerm reads name or name(argument,…).
func parseTerm(text string) (term, bool) {
	text = strings.TrimSpace(text)
	name, rest, called := strings.Cut(text, "(")
	t := term{name: strings.TrimSpace(name)}
	if !called {
		return t, t.name != "" && !strings.Contains(t.name, ")")
	}
	inner, ok := strings.CutSuffix(rest, ")")
	if !ok || strings.ContainsAny(inner, "()") {
		return t, false
	}
	for arg := range strings.SplitSeq(inner, ",") {
		t.args = append(t.args, strings.TrimSpace(arg))
	}
	return t, t.name != "" && !slices.Contains(t.args, "")
}

// arg is the i-th argument, or empty.
func (t term) arg(i int) string {
	if i < len(t.args) {
		return t.args[i]
	}
	return ""
}

// A word is an entry of one of the tables of the vocabulary.
type word struct {
	name string
	args string // what the arguments are, for messages: "(T,k)"; empty for none
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

func listWords(table []word) string {
	names := make([]string, len(table))
	for i, w := range table {
		names[i] = w.name + w.args
	}
	return strings.Join(names, ", ")
}

// at is the path of an element of a list.
func at(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

// The three phases of a stage.
const (
	phaseA = iota
	phaseB
	phaseC
	phases
)

var phaseNames = [phases]string{"A", "B", "C"}

// parsePhase is the index of a phase letter, or -1.
func parsePhase(name string) int { return slices.Index(phaseNames[:], name) }

// The icons of a card (HEAT-12).
const (
	iconMoney = iota
	iconHeatUp
	iconHeatDown
	iconSteal
	iconDraw
	iconLook
	iconSwap
	iconCancel
	icons
	noIcon = -1
)

var iconNames = [icons]string{"money", "heat-up", "heat-down", "steal", "draw", "look", "swap", "cancel"}

func parseIcon(name string) int { return slices.Index(iconNames[:], name) }
