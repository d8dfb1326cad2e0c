package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/docs"
)

var (
	pageItem = regexp.MustCompile(`(?m)^- `)
	codeItem = regexp.MustCompile(`(?m)^//   - `)
	// docSection matches a section of a package's comment about what is not the book's.
	docSection = regexp.MustCompile(`(?m)^// # (Deviations|Rulings)[^\n]*\n((?://[^#\n]*\n|// [^#][^\n]*\n)*)`)
)

// The page of a game says under Rulings how many rulings its law book has, and how many
// deviations and rulings of our own stand elsewhere: on the page, or beside the code.
func TestGamePagesCountTheirRulings(t *testing.T) {
	has := map[string]int{}
	for _, r := range readRulings(t) {
		prefix, _, _ := strings.Cut(r.id, "-")
		has[prefix]++
	}
	for game, prefixes := range map[string][]string{
		"heat": {"HEAT"}, "heist": {"HEIST"}, "payday": {"PAY"}, "duel": {"DUEL"}, "fourdowns": {"FD", "PD"}, "fivepossessions": {"FP", "PD"},
	} {
		page, err := docs.GamePage(game)
		require.NoError(t, err)
		var want []int
		for _, p := range prefixes {
			want = append(want, has[p])
		}
		if own := docs.Section(page, "Rulings of our own"); own != "" {
			want = append(want, len(pageItem.FindAllString(own, -1)), len(pageItem.FindAllString(docs.Section(page, "Deviations"), -1)))
		} else {
			code, err := os.ReadFile(filepath.Join(repository, "env", game, "doc.go"))
			require.NoError(t, err)
			for _, m := range docSection.FindAllStringSubmatch(string(code), -1) {
				want = append(want, len(codeItem.FindAllString(m[2], -1)))
			}
		}
		var said []int
		for _, m := range regexp.MustCompile(`\b(\d+) (?:rulings|\[rulings|deviations|\[deviations|of the deck)|in (\d+) of the deck`).FindAllStringSubmatch(docs.Section(page, "Rulings"), -1) {
			n, err := strconv.Atoi(m[1] + m[2])
			require.NoError(t, err)
			said = append(said, n)
		}
		assert.Equal(t, want, said, "%s: rulings of the law book, deviations and rulings of our own", game)
	}
}
