package env

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words that people read name seats by marks: runes for private use, which no keyboard types
// and no screen shows, of the plane in which input.Mark finds them. A Reading writes a seat in place of each. So no code looks for seats in
// words, and a card with the title "Seat 2" stays what it is.
const (
	markSeat  = 0xF0000 // plus the seat
	markWhose = 0xF0100 // plus the seat
	markVerb  = 0xF0200 // plus the seat: a verb follows
	markDone  = 0xF0300 // the verb has ended
	markUpper = 0xF0301 // the next letter is a capital
	marksEnd  = 0xF0302
)

// Who returns the mark of a seat: a reader sees "you", "seat 2" or a name.
func Who(p Player) string { return string(rune(markSeat + int32(p)&0xff)) }

// Whose returns the mark of a seat that has something: "your", "seat 2's".
func Whose(p Player) string { return string(rune(markWhose + int32(p)&0xff)) }

// Does returns the mark of what a seat does, a verb in the third person: a reader at another
// seat sees "draws", the seat itself "draw".
func Does(p Player, verb string) string {
	return string(rune(markVerb+int32(p)&0xff)) + verb + string(rune(markDone))
}

// Upper returns words with a capital at their beginning, whatever a reader sees there.
func Upper(words string) string {
	if words == "" {
		return ""
	}
	return string(rune(markUpper)) + words
}

// Reading says how one reader reads words. The zero value is a reader who sits at no seat and
// counts seats from 0, as records and programs do.
type Reading struct {
	Viewer Player              // the seat that is "you" where You is set
	You    bool                // whether there is one
	Name   func(Player) string // names a seat; nil: "seat 0"
}

// As returns the reading of the seat that is told, with seats by name: nil for the names of
// Player.String.
func As(p Player, name func(Player) string) Reading {
	return Reading{Viewer: p, You: p >= 0, Name: name}
}

// Words returns words as the reader reads them.
func (r Reading) Words(words string) string {
	at := strings.IndexFunc(words, IsMark)
	if at < 0 {
		return words
	}
	var b strings.Builder
	upper, yours := false, false // the next letter is a capital; a verb of the reader's own comes
	write := func(s string) {
		if upper && s != "" {
			c, n := utf8.DecodeRuneInString(s)
			b.WriteRune(unicode.ToUpper(c))
			s, upper = s[n:], false
		}
		b.WriteString(s)
	}
	for at >= 0 {
		c, n := utf8.DecodeRuneInString(words[at:])
		before := words[:at]
		if yours {
			before = second(before)
		}
		write(before)
		yours = false
		switch {
		case c < markWhose:
			write(r.seat(Player(c-markSeat), false))
		case c < markVerb:
			write(r.seat(Player(c-markWhose), true))
		case c < markDone:
			yours = r.You && Player(c-markVerb) == r.Viewer
		case c == markUpper:
			upper = true
		}
		words = words[at+n:]
		at = strings.IndexFunc(words, IsMark)
	}
	write(words)
	return b.String()
}

// Event returns what happened as a sentence without its end: "you draw Lookout", "seat 2 draws a
// card". A text that does not begin with a verb stands behind a colon: "the table: round 2 begins".
func (r Reading) Event(e Event) string {
	text := r.Words(e.Text)
	subject := "the table"
	if e.Player >= 0 {
		subject = r.seat(e.Player, false)
	}
	if e.Says() {
		return subject + " " + text
	}
	return subject + ": " + text
}

// Says reports whether the text begins with what Player does, so that Player is its subject.
func (e Event) Says() bool {
	first, _ := utf8.DecodeRuneInString(e.Text)
	return e.Player >= 0 && first >= markVerb && first < markDone
}

// IsMark reports whether a rune is one of the marks in words.
func IsMark(c rune) bool { return c >= markSeat && c < marksEnd }

// seat names a seat, or what it has.
func (r Reading) seat(p Player, whose bool) string {
	switch {
	case r.You && p == r.Viewer && whose:
		return "your"
	case r.You && p == r.Viewer:
		return "you"
	}
	name := p.String()
	if r.Name != nil {
		name = r.Name(p)
	}
	if whose {
		name += "'s"
	}
	return name
}

// Plain returns words as records and programs read them: with seats counted from 0.
func Plain(words string) string { return Reading{}.Words(words) }

// irregular verbs in the second person.
var irregular = map[string]string{"is": "are", "has": "have", "was": "were", "lies": "lie", "dies": "die", "ties": "tie", "may": "may"}

// second returns a verb of the third person in the second: "passes", "pass".
func second(verb string) string {
	if v, ok := irregular[verb]; ok {
		return v
	}
	if stem, ok := strings.CutSuffix(verb, "ies"); ok {
		return stem + "y"
	}
	for _, ending := range []string{"sses", "shes", "ches", "xes", "zzes", "oes"} {
		if strings.HasSuffix(verb, ending) {
			return strings.TrimSuffix(verb, "es")
		}
	}
	return strings.TrimSuffix(verb, "s")
}
