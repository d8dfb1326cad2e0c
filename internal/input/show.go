package input

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Shown returns foreign text, such as the name of a bot, as it may stand in a line
// for people: characters that could move the cursor, change colours, turn the
// direction of writing, or that show nothing, are written as escapes like \x1b,
// and so are bytes that are not UTF-8. Printable text stays as it is.
func Shown(text string) string { return show(text, "") }

// ShownLines is Shown for text of several lines: line ends and tabs stay.
func ShownLines(text string) string { return show(text, "\n\t") }

func show(text, keep string) string {
	plain := func(r rune) bool { return unicode.IsPrint(r) || strings.ContainsRune(keep, r) }
	if utf8.ValidString(text) && strings.IndexFunc(text, func(r rune) bool { return !plain(r) }) < 0 {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, text[0])
		case plain(r):
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < 0x80:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
		text = text[n:]
	}
	return b.String()
}

// NoMarks says what is expected of words in which Mark finds a mark.
const NoMarks = "text without the characters U+F0000 to U+FFFFF, which stand for seats and colours"

// Mark returns the byte offset of the first mark in words from outside, -1 when there is none.
// Marks are the characters of a plane for private use, which no keyboard types and no screen
// shows: the program's own words hold seats and verbs by them (env.Who), and colours on their
// way to a screen. Names and titles with one would read as a seat, and are refused.
func Mark(words string) int {
	return strings.IndexFunc(words, func(r rune) bool { return r >= 0xf0000 && r <= 0xfffff })
}

// Unmarked returns a text without the byte order mark that some editors put before it.
func Unmarked(text []byte) []byte { return bytes.TrimPrefix(text, []byte("\ufeff")) }

// ShownJSON escapes the characters in texts of JSON that encoding/json leaves as they
// are and a screen may act upon.
func ShownJSON(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n' || unicode.IsPrint(r):
			b.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		}
	}
	return b.String()
}
