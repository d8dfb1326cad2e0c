package console

import "strings"

// Marks are runes for private use that take no room on a screen: whoever writes a text may put
// its colours there, and make escapes of them at last.
const (
	FirstMark = 0xF1000
	LastMark  = 0xF1fff
)

// IsMark reports whether a rune is a mark.
func IsMark(r rune) bool { return r >= FirstMark && r <= LastMark }

// Columns returns the number of columns that a text takes on a screen.
func Columns(text string) int {
	n := 0
	for _, r := range text {
		if !IsMark(r) {
			n++
		}
	}
	return n
}

// Wrap cuts one line at spaces into parts of at most width characters; a longer
// word stays whole. Later parts are indented by hang characters more than the line.
func Wrap(line string, width, hang int) []string { return wrapped(line, width, hang, false) }

// Fit is Wrap, but cuts a word that is longer than a line.
func Fit(line string, width, hang int) []string { return wrapped(line, width, hang, true) }

func wrapped(line string, width, hang int, cut bool) []string {
	width = max(width, 1)
	if Columns(line) <= width {
		return []string{line}
	}
	indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
	if cut && len(indent)+hang >= width {
		indent, hang = "", 0
	}
	var parts []string
	current := indent
	empty := true
	for rest := strings.TrimLeft(line, " "); rest != ""; {
		word, after := rest, ""
		if i := strings.IndexByte(rest, ' '); i >= 0 {
			word, after = rest[:i], rest[i:]
		}
		rest = strings.TrimLeft(after, " ")
		gap := after[:len(after)-len(rest)] // before the next word
		if !empty && Columns(current)+Columns(word) > width {
			parts = append(parts, strings.TrimRight(current, " "))
			current = indent + strings.Repeat(" ", hang)
		}
		for cut && word != "" && Columns(current)+Columns(word) > width {
			letters := []rune(word)
			room := min(max(1, width-Columns(current)), len(letters))
			parts = append(parts, current+string(letters[:room]))
			current, word = indent+strings.Repeat(" ", hang), string(letters[room:])
		}
		current += word + gap
		empty = false
	}
	return append(parts, strings.TrimRight(current, " "))
}
