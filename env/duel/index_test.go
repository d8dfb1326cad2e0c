package duel_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env/duel"
)

// rulesPage is what go generate writes from the index.
const rulesPage = "../../docs/games/duel-rules.md"

// proof is what holds an entry of the index to its word.
type proof struct {
	cases   int      // positions that show it at work
	off     int      // of these, played again without it
	rulings []int    // those on the entry, and those that its cases name
	tests   []string // functions that name one of its rulings, here or in package space
}

var (
	testDeclared = regexp.MustCompile(`(?m)((?:^//.*\n)*)^func (Test\w+)\(`)
	rulingNamed  = regexp.MustCompile(`DUEL-?(\d+)`)
)

// testsByRuling finds the tests of the package and of its space by the rulings
// that their names or comments name.
func testsByRuling(t *testing.T) map[int][]string {
	found := map[int][]string{}
	for _, pattern := range []string{"*_test.go", "space/*_test.go"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			for _, test := range testDeclared.FindAllStringSubmatch(string(text), -1) {
				for _, ruling := range rulingNamed.FindAllStringSubmatch(test[1]+test[2], -1) {
					n, err := strconv.Atoi(ruling[1])
					require.NoError(t, err)
					found[n] = append(found[n], test[2])
				}
			}
		}
	}
	return found
}

// proofOf counts what is there for an entry.
func proofOf(t *testing.T, e duel.Entry, byRuling map[int][]string) (p proof) {
	p.rulings = slices.Clone(e.Rulings)
	for _, n := range e.Rulings {
		p.tests = append(p.tests, byRuling[n]...)
	}
	slices.Sort(p.tests)
	p.tests = slices.Compact(p.tests)
	if e.Cases == "" {
		return p
	}
	cases := filepath.Join("testdata", e.Cases)
	text, err := os.ReadFile(cases)
	if os.IsNotExist(err) {
		return p
	}
	require.NoError(t, err)
	for _, ruling := range rulingNamed.FindAllStringSubmatch(string(text), -1) {
		n, err := strconv.Atoi(ruling[1])
		require.NoError(t, err)
		p.rulings = append(p.rulings, n)
	}
	slices.Sort(p.rulings)
	p.rulings = slices.Compact(p.rulings)
	if strings.HasPrefix(e.Cases, "feats/") {
		var file skillLessons
		require.NoError(t, configs.ReadAll(&file, configs.Named("games/duel", cases)))
		for _, x := range file.Lessons {
			p.cases++
			if x.Without != nil {
				p.off++
			}
		}
		return p
	}
	var file casebook
	require.NoError(t, configs.ReadAll(&file, configs.Named("games/duel", cases)))
	for _, x := range file.Cases {
		p.cases++
		if x.Without != nil {
			p.off++
		}
	}
	return p
}

// Every rule of the book has a file, and a test that fails without it: a position
// that comes out otherwise for what can be switched off, a test that names its
// ruling for the core.
func TestEveryRuleIsTested(t *testing.T) {
	byRuling := testsByRuling(t)
	for _, e := range duel.Index() {
		for _, file := range e.Files {
			assert.FileExists(t, file, e.Title)
		}
		p := proofOf(t, e, byRuling)
		if e.Part == duel.PartCore || e.Cases == "" {
			assert.NotEmpty(t, p.tests, e.Title)
			continue
		}
		assert.NotZero(t, p.off, "%s: no case in testdata/%s is played without it", e.Title, e.Cases)
	}
}

// The page of rules says what the code says.
func TestRulesIndexPage(t *testing.T) {
	want := writeRulesPage(t)
	if *update {
		require.NoError(t, os.WriteFile(rulesPage, []byte(want), 0o644))
	}
	got, err := os.ReadFile(rulesPage)
	require.NoError(t, err)
	require.Equal(t, want, string(got), "run: go generate ./env/duel")
}

func writeRulesPage(t *testing.T) string {
	byRuling := testsByRuling(t)
	var b strings.Builder
	b.WriteString("# Rules of DUEL\n\nEvery rule of the book: the rulings on it (numbers after `DUEL-`), the parameter of [`duel`](duel.md) that switches it on, the file of `env/duel` that holds it, and what proves it. A case is a position with forced dice under `env/duel/testdata`, most of them played once with the rule and once without. This page is written by `go generate ./env/duel`.\n")
	part := duel.Part("")
	for _, e := range duel.Index() {
		if e.Part != part {
			part = e.Part
			fmt.Fprintf(&b, "\n## %s\n\n| rule | rulings | switched on by | file | cases | tests |\n|---|---|---|---|--:|---|\n", part)
		}
		p := proofOf(t, e, byRuling)
		parameter := "always"
		if e.Parameter != "" {
			parameter = "`" + e.Parameter + "`"
		}
		cases := ""
		if p.cases > 0 {
			cases = fmt.Sprintf("[%d](../../env/duel/testdata/%s)", p.cases, e.Cases)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", e.Title, numbers(p.rulings), parameter, quoted(e.Files), cases, quoted(p.tests))
	}
	return b.String()
}

// numbers writes rulings as the page has them.
func numbers(rulings []int) string {
	words := make([]string, len(rulings))
	for i, n := range rulings {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, ", ")
}

func quoted(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return "`" + strings.Join(words, "` `") + "`"
}
