package docs_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every table has a head, a line of dashes and as many cells in each row as in its head:
// otherwise readers see its source.
func TestTablesAreWhole(t *testing.T) {
	pages, err := readPages(os.DirFS(repository))
	require.NoError(t, err)
	rows, faults := 0, []string(nil)
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		n, more := tableFaults(name, pages[name])
		rows, faults = rows+n, append(faults, more...)
	}
	assert.Empty(t, faults)
	assert.Greater(t, rows, 1000)

	_, faults = tableFaults("a.md", "| a | b |\n|---|---|\n| 1 | 2 |\n\n| 3 | 4 |\n\n```\n| in code\n```\n\n| a |\n|--:|\n| 1 | 2 |\n")
	assert.Equal(t, []string{"a.md:5: a row without a head above it", "a.md:13: 2 cells: want 1, as in its head"}, faults)
}

// tableFaults counts the rows of the tables of a page and lists what is wrong with them.
func tableFaults(name, text string) (rows int, faults []string) {
	lines := strings.Split(text, "\n")
	fenced, head := false, 0
	for i, line := range lines {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
		}
		if fenced || !strings.HasPrefix(line, "|") {
			head = 0
			continue
		}
		rows++
		n := strings.Count(line, "|") - strings.Count(line, `\|`) - 1
		switch {
		case head == 0:
			head = n
			if i+1 == len(lines) || !strings.HasPrefix(lines[i+1], "|") || strings.Trim(lines[i+1], "|-: ") != "" {
				faults = append(faults, fmt.Sprintf("%s:%d: a row without a head above it", name, i+1))
			}
		case n != head:
			faults = append(faults, fmt.Sprintf("%s:%d: %d cells: want %d, as in its head", name, i+1, n, head))
		}
	}
	return rows, faults
}
