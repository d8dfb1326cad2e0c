package play

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"ringer/internal/console"

	"ringer/env"
	"ringer/env/scene"
	"ringer/internal/input"
)

// seatStyles are the colours of the seats, by Okabe and Ito, which people see apart who
// see few colours. A seat is always named beside its colour.
var seatStyles = []style{"38;5;214", "38;5;74", "38;5;36", "38;5;227", "38;5;68", "38;5;202", "38;5;175"}

func seatStyle(p env.Player) style { return seatStyles[int(p)%len(seatStyles)] }

// suitStyles are the colours of suits, skills and roles, by what scenes call them.
var suitStyles = map[string]style{
	"orange": "38;5;214", "purple": "38;5;175", "green": "38;5;36", "blue": "38;5;68", "yellow": "38;5;227", "red": "38;5;202",
	"acrobat": "38;5;214", "confidence": "38;5;175", "tech": "38;5;74", "info": "38;5;227", "engineering": "38;5;36", "sleight": "38;5;202",
	"criminal": "38;5;214", "police": "38;5;74",
}

const heatStyle style = "38;5;202"

// Words on their way to the screen hold colours as marks, runes for private use that take no
// room; the last step makes escapes of them.
const (
	markColour = console.FirstMark // plus the place in palette
	markPlain  = console.LastMark
)

// palette holds the styles that marks stand for.
var palette = func() (all []style) {
	for _, st := range seatStyles {
		all = append(all, st, bold+";"+st)
	}
	return append(all, heatStyle)
}()

// tinted puts the marks of a style around each word of a text, so that it can be wrapped.
func (s *screen) tinted(st style, text string) string {
	if !s.color {
		return text
	}
	for i, p := range palette {
		if p != st {
			continue
		}
		words := strings.Split(text, " ")
		for j, w := range words {
			if w != "" {
				words[j] = string(rune(markColour+i)) + w + string(rune(markPlain))
			}
		}
		return strings.Join(words, " ")
	}
	return text
}

// colours is the Paint of a scene's Writer.
func (s *screen) colours(kind scene.Kind, family, words string) string {
	switch kind {
	case scene.KindSeat:
		if p, err := strconv.Atoi(family); err == nil {
			return s.tinted(seatStyle(env.Player(p)), words)
		}
	case scene.KindSuit:
		return s.tinted(suitStyles[strings.ToLower(family)], words)
	case scene.KindHeat:
		return s.tinted(heatStyle, words)
	}
	return words
}

// shown returns a line with the colours that its marks stand for.
func (s *screen) shown(line string) string {
	if strings.IndexFunc(line, console.IsMark) < 0 {
		return line
	}
	var b strings.Builder
	open := false
	for _, r := range line {
		switch {
		case !console.IsMark(r):
			b.WriteRune(r)
		case r == markPlain && open:
			b.WriteString("\x1b[0m")
			open = false
		case r != markPlain && int(r-markColour) < len(palette):
			b.WriteString("\x1b[" + string(palette[r-markColour]) + "m")
			open = true
		}
	}
	if open {
		b.WriteString("\x1b[0m")
	}
	return b.String()
}

// clean shows as escapes what could move the cursor, and keeps colours.
func clean(text string) string {
	var b strings.Builder
	for text != "" {
		i := strings.IndexFunc(text, console.IsMark)
		if i < 0 {
			b.WriteString(input.ShownLines(text))
			break
		}
		_, n := utf8.DecodeRuneInString(text[i:])
		b.WriteString(input.ShownLines(text[:i]))
		b.WriteString(text[i : i+n])
		text = text[i+n:]
	}
	return b.String()
}

// mapped are the characters of a row of a map that have a colour.
func (s *screen) tintMap(row string) string {
	if !s.color || !strings.Contains(row, "│") {
		return row
	}
	var b strings.Builder
	for i := 0; i < len(row); {
		r, n := utf8.DecodeRuneInString(row[i:])
		switch letter := strings.TrimPrefix(row[i:], "["); {
		case r == '$':
			b.WriteString(s.paint(bold+";38;5;227", "$"))
		case r == '·':
			n = len(row[i:]) - len(strings.TrimLeft(row[i:], "·"))
			b.WriteString(s.paint(accent, row[i:i+n]))
		case isModel(letter) && (i == 0 || !isWord(row[i-1])):
			n = len(row[i:]) - len(letter) + modelWidth(letter)
			b.WriteString(s.paint(bold+";"+seatStyle(env.Player(letter[0]-'A')), row[i:i+n]))
		default:
			b.WriteString(row[i : i+n])
		}
		i += n
	}
	return b.String()
}

// isModel reports whether a text begins with a model of a map: the letter of its seat, and then
// its number, "_" or the end of the word.
func isModel(text string) bool {
	return len(text) > 0 && 'A' <= text[0] && text[0] <= 'D' && (len(text) == 1 || text[1] == '_' || '0' <= text[1] && text[1] <= '9' || !isWord(text[1]))
}

// modelWidth returns the bytes of the model that a text begins with.
func modelWidth(text string) int {
	n := 1
	if len(text) > n && (text[n] == '_' || '0' <= text[n] && text[n] <= '9') {
		n++
	}
	if len(text) > n && text[n] == ']' {
		n++
	}
	return n
}

func isWord(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
}
