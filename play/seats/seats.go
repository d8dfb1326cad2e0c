// Package seats writes seats as people count them. Games, records and JSON count seats
// from 0; people at a table count them from 1.
package seats

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ringer/env"
)

// Name returns the name of a seat that nobody has named: "seat 1" for the first.
func Name(p env.Player) string { return fmt.Sprintf("seat %d", p+1) }

// Words reads the texts of a game for people. The zero value reads those of a game whose
// configuration names nothing.
type Words struct {
	names []string // that look like seats
}

// looksLike matches a name that looks like seats, and more than that: who calls a card "Seat 2"
// cannot be told from the seat.
var looksLike = regexp.MustCompile(`\b[Ss]eats? \d+(?:.*\w)|\w.*\b[Ss]eats? \d`)

// In returns the words of a game: names that its configuration gives, such as the title of
// a card "Hot Seat 2", stay as they are.
func In(g env.Game) Words {
	var w Words
	d := json.NewDecoder(bytes.NewReader(g.Spec().Configuration))
	for {
		t, err := d.Token()
		if err != nil {
			return w
		}
		if name, ok := t.(string); ok && looksLike.MatchString(name) && !slices.Contains(w.names, name) {
			w.names = append(w.names, name)
		}
	}
}

// inName reports whether a part of a text lies in a name.
func (w Words) inName(text string, from, to int) bool {
	for _, name := range w.names {
		for at := 0; at <= from; at++ {
			i := strings.Index(text[at:], name)
			if i < 0 {
				break
			}
			if at += i; at <= from && to <= at+len(name) {
				return true
			}
		}
	}
	return false
}

// FromOne returns a text of the game with its seats counted from 1: "seat 0", "Seat 3", "seats
// 0 and 2", "seats 0, 1 and 2". A text keeps its width but for the tenth seat. Every event
// of every table goes through it.
func (w Words) FromOne(text string) string {
	var out strings.Builder
	done := 0 // bytes of text that are in out
	for at := 0; ; {
		i := strings.Index(text[at:], "eat")
		if i < 0 {
			break
		}
		at += i + len("eat")
		if !begins(text, at-len("seat")) {
			continue
		}
		several := strings.HasPrefix(text[at:], "s ")
		if several {
			at++
		}
		if !strings.HasPrefix(text[at:], " ") {
			continue
		}
		for from := at + 1; from >= 0; {
			to := digits(text, from)
			if to == from {
				break
			}
			if n, err := strconv.Atoi(text[from:to]); err == nil && !w.inName(text, from, to) {
				out.WriteString(text[done:from])
				out.WriteString(strconv.Itoa(n + 1))
				done = to
			}
			if at, from = to, -1; several {
				from = another(text, to)
			}
		}
	}
	if done == 0 {
		return text
	}
	out.WriteString(text[done:])
	return out.String()
}

// begins reports whether "seat" or "Seat" begins a word at i, whose end is known.
func begins(text string, i int) bool {
	return i >= 0 && (text[i] == 's' || text[i] == 'S') && (i == 0 || !word(text[i-1]))
}

// another returns the place of the next number of a list of seats, and -1 when the list is
// at its end.
func another(text string, at int) int {
	for _, between := range []string{", ", " and ", " or ", " to "} {
		if rest, ok := strings.CutPrefix(text[at:], between); ok {
			from := len(text) - len(rest)
			if to := digits(text, from); to > from && (to == len(text) || !word(text[to])) {
				return from
			}
		}
	}
	return -1
}

// digits returns the end of the digits at a place.
func digits(text string, at int) int {
	for at < len(text) && '0' <= text[at] && text[at] <= '9' {
		at++
	}
	return at
}

func word(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
}
