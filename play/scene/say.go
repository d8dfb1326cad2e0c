package scene

import (
	"fmt"
	"strings"

	"ringer/env"
)

// Ref returns a reference to a seat, for fields that may name none.
func Ref(p env.Player) *env.Player { return &p }

// Max returns a reference to the end of a meter.
func Max(v float64) *float64 { return &v }

// Who names a seat as a viewer reads it: "you", or "seat 2" counted from 1. A page puts
// the name of the player in place of "seat 2".
func Who(seat, viewer env.Player) string {
	if seat == viewer {
		return "you"
	}
	return fmt.Sprintf("seat %d", seat+1)
}

// Sentence returns a text with a capital at its beginning.
func Sentence(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// List joins words with commas and a last "and" or "or".
func List(words []string, last string) string {
	n := len(words)
	if n < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n-1], ", ") + " " + last + " " + words[n-1]
}

// Unit returns the unit of a number of things: "card", "cards".
func Unit(n int, thing string) string {
	if n == 1 {
		return thing
	}
	return thing + "s"
}

// Count returns a number of things in words: "1 card", "4 cards".
func Count(n int, thing string) string {
	return fmt.Sprintf("%d %s", n, Unit(n, thing))
}
