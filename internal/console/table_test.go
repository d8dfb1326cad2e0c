package console

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A table that is wider than the screen has its widest column of text in several lines.
func TestATableIsNarrowedToTheScreen(t *testing.T) {
	rows := [][]string{{"PUZZLE", "WHERE", "GAP"}, {"heat-1", "Heist 3 of 3 · stage 3 of 4 · phase A", "28 (23 … 34)"}}
	widths := []int{6, 37, 12}
	lines := narrowed(rows, widths, []bool{false, false, true}, 48)
	assert.Equal(t, []int{6, 25, 12}, widths)
	assert.Equal(t, [][]string{{"heat-1", "Heist 3 of 3 · stage 3 of", "28 (23 … 34)"}, {"", "  4 · phase A", ""}}, lines[1])
	for _, width := range []int{0, 59, 20} { // any, enough, and too little for any text
		widths = []int{6, 37, 12}
		assert.Len(t, narrowed(rows, widths, []bool{false, false, true}, width)[1], 1, width)
		assert.Equal(t, 37, widths[1], width)
	}

	// Where no text can give room, intervals stand below their numbers.
	rows = [][]string{{"AGENT", "WINS", "EVEN", "MEAN RETURN"}, {"expert", "40% (26 … 55)", "25%", "+0.20 (+0.02 … +0.40)"}}
	widths = []int{6, 13, 4, 21}
	lines = narrowed(rows, widths, []bool{false, true, true, true}, 40)
	assert.Equal(t, []int{6, 9, 4, 15}, widths)
	assert.Equal(t, [][]string{{"expert", "40%", "25%", "+0.20"}, {"", "(26 … 55)", "", "(+0.02 … +0.40)"}}, lines[1])
	assert.Len(t, lines[0], 1)
}

func TestPlainText(t *testing.T) {
	long := strings.Repeat("word ", 40)
	text := PlainText("# Title\n\n" + long + "\n\n- " + long + "\n```sh\nringer  games\n```\n\n| n | `name` |\n|--:|---|\n| 1 | a \\| b |\n| 10 | c |\n")
	assert.Contains(t, text, "\n    ringer  games\n")
	assert.Contains(t, text, "\n   n  name\n   1  a | b\n  10  c\n")
	assert.Contains(t, text, "\n  word", "a list goes on indented")
	assert.Contains(t, PlainText("one\ntwo\n- three\n  four\n1. five\n2. six\n\n[seven](page.md#there), [eight](https://x.org/y), [nine](#here)\n| a |\n|---|\n| b |\nten\n"),
		"one two\n- three four\n1. five\n2. six\n\nseven, [eight](https://x.org/y), nine\n  a\n  b\nten\n")
	for line := range strings.Lines(text) {
		assert.LessOrEqual(t, len(line), PageWidth+1)
	}
}
