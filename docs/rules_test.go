package docs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// repository is the root of the tree that the tests read.
const repository = ".."

// Every ruling that code, configuration or pages cite has a heading in the law
// book, once, and every heading is named by a test and where it is done.
func TestEveryCitedRulingIsInTheLawBook(t *testing.T) {
	rulings := readRulings(t)
	assert.Empty(t, lawFaults(rulings))
	cited, err := citations()
	require.NoError(t, err)
	require.NotEmpty(t, cited)
	assert.Empty(t, unknownRulings(rulings, cited), "cited, but without a heading in docs/rules")
	assert.Empty(t, untestedRulings(rulings, cited), "named by no test: name the id in the test that proves it")
	assert.Empty(t, unplacedRulings(rulings, cited), "named by no code: name the id where it is done")
	tested := len(rulings) - len(untestedRulings(rulings, cited))
	t.Logf("%d rulings, %d cited outside of the law book, %d named by tests", len(rulings), len(rulings)-len(uncitedRulings(rulings, cited)), tested)
}

// unknownRulings lists the citations of ids that have no heading.
func unknownRulings(rulings []ruling, cited []citation) (faults []string) {
	for _, c := range cited {
		if !slices.ContainsFunc(rulings, func(r ruling) bool { return r.id == c.id }) {
			faults = append(faults, fmt.Sprintf("%s:%d: %s", c.file, c.line, c.id))
		}
	}
	return faults
}

// untestedRulings lists the ids that no test names.
func untestedRulings(rulings []ruling, cited []citation) (ids []string) {
	for _, r := range rulings {
		if !slices.ContainsFunc(cited, func(c citation) bool { return c.id == r.id && c.test != "" }) {
			ids = append(ids, r.id)
		}
	}
	return ids
}

// unplacedRulings lists the ids that no code and no configuration names, so that
// nobody finds where they are done.
func unplacedRulings(rulings []ruling, cited []citation) (ids []string) {
	for _, r := range rulings {
		if len(codeOf(r.id, cited)) == 0 {
			ids = append(ids, r.id)
		}
	}
	return ids
}

// uncitedRulings lists the ids that nothing outside of the law book names.
func uncitedRulings(rulings []ruling, cited []citation) (ids []string) {
	for _, r := range rulings {
		if !slices.ContainsFunc(cited, func(c citation) bool { return c.id == r.id }) {
			ids = append(ids, r.id)
		}
	}
	return ids
}

// Rulings of a page stand in the order of their numbers within a prefix.
func TestRulingsStandInOrder(t *testing.T) {
	last := map[string]int{}
	for _, r := range readRulings(t) {
		prefix, _, _ := strings.Cut(r.id, "-")
		assert.Equal(t, last[prefix]+1, r.number(), "%s.md:%d", r.page, r.line)
		last[prefix] = r.number()
	}
}

// The checks of this file find what they are for.
func TestTheLawBookBites(t *testing.T) {
	heat := func(n int) string { return fmt.Sprintf("HEAT-%d", n) }
	page := "# Rulings\n\n### " + heat(1) + " The deck\n\nParameter: `cards`, `feats: one, two`\n\nCards.\n\n### " + heat(2) + " Empty\n\n### " + heat(1) + " Again\n\nMore.\n"
	rulings, faults := readLawBook("heat", page)
	assert.Empty(t, faults)
	require.Len(t, rulings, 3)
	assert.Equal(t, []string{"cards", "feats: one, two"}, rulings[0].parameters)
	assert.Equal(t, []string{
		"heat.md:9: " + heat(2) + " says nothing",
		"heat.md:11: " + heat(1) + " is also in heat.md:3",
	}, lawFaults(rulings))
	_, faults = readLawBook("heat", "### Heat without a number\n")
	assert.Len(t, faults, 1)

	tree := fstest.MapFS{
		"env/a/a.go":                     {Data: []byte("package a\n\n// (" + heat(1) + ", SHA-256)\n")},
		"env/a/a_test.go":                {Data: []byte("package a\n\n// table is of " + heat(2) + " to " + heat(4) + ".\nvar table = 1\n\nfunc TestATCP7HEAT5HEAT6(t *T) { use() }\n\nfunc use() { _ = table }\n\n// unused " + heat(7) + "\nvar unused = 1\n")},
		"env/a/testdata/casebook/b.yaml": {Data: []byte("cases:\n  - rule: cards (" + heat(8) + ")\n    says: " + heat(9) + "\n")},
		"docs/rules/heat.md":             {Data: []byte("### " + heat(10) + " Not a citation\n")},
	}
	cited, err := scanCitations(tree)
	require.NoError(t, err)
	tests := map[string]string{}
	for _, c := range cited {
		tests[c.id] = c.test
	}
	const test = "TestATCP7HEAT5HEAT6"
	assert.Equal(t, map[string]string{
		heat(1): "", heat(2): test, heat(3): test, heat(4): test, heat(5): test, heat(6): test, heat(7): "", heat(8): "casebook/b.yaml", heat(9): "",
	}, tests)
	assert.Len(t, unknownRulings(rulings, cited), 7, "all but 1 and 2")
	assert.Equal(t, []string{heat(1), heat(1)}, untestedRulings(rulings, cited))
	assert.Equal(t, []string{heat(2)}, unplacedRulings(rulings, cited))
	assert.Empty(t, uncitedRulings(rulings, cited))
}
