package play

import (
	"strings"
	"unicode"
)

// sentence returns what a subject did as people say it: "seat 2 draws a card", "you draw a
// card". A text that does not begin with a verb has a subject of its own, and stands behind
// a colon: "seat 2: B hits A", "the table: round 2 begins".
func sentence(subject string, you bool, text string) string {
	first, rest, _ := strings.Cut(text, " ")
	if subject == theTable || !isVerb(first) {
		return subject + ": " + text
	}
	if !you {
		return subject + " " + text
	}
	words := strings.Split(rest, " ")
	for i := 1; i < len(words); i++ {
		if words[i-1] == "and" && isVerb(words[i]) {
			words[i] = forYou(words[i])
		}
	}
	return strings.TrimRight(subject+" "+forYou(first)+" "+strings.Join(words, " "), " ")
}

// theTable is the subject of what chance does.
const theTable = "the table"

// isVerb reports whether the word that follows a subject is its verb: "draws", "may".
func isVerb(word string) bool {
	bare := strings.TrimRight(word, ":,;.")
	if bare == "may" {
		return true
	}
	return len(bare) > 1 && strings.HasSuffix(bare, "s") &&
		strings.IndexFunc(bare, func(r rune) bool { return !unicode.IsLower(r) }) < 0
}

// forYou returns a verb of the third person as it follows "you": "passes", "pass".
func forYou(verb string) string {
	bare := strings.TrimRight(verb, ":,;.")
	end := verb[len(bare):]
	switch {
	case bare == "is":
		return "are" + end
	case bare == "has":
		return "have" + end
	case bare == "lies" || bare == "dies" || bare == "ties":
		return strings.TrimSuffix(bare, "s") + end
	case strings.HasSuffix(bare, "ies"):
		return strings.TrimSuffix(bare, "ies") + "y" + end
	}
	for _, ending := range []string{"sses", "shes", "ches", "xes", "zzes", "oes"} {
		if strings.HasSuffix(bare, ending) {
			return strings.TrimSuffix(bare, "es") + end
		}
	}
	return strings.TrimSuffix(bare, "s") + end
}
