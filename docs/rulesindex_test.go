package docs_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/games"
)

var update = flag.Bool("update", false, "write the generated pages instead of comparing them")

// indexPage is the page that go generate ./docs writes.
const indexPage = "rules/index.md"

// The index of rulings says what the code says.
func TestRulesIndexIsUpToDate(t *testing.T) {
	cited, err := citations()
	require.NoError(t, err)
	want := writeIndex(readRulings(t), cited, caseFiles(t))
	if *update {
		require.NoError(t, os.WriteFile(indexPage, []byte(want), 0o644))
	}
	got, err := os.ReadFile(indexPage)
	require.NoError(t, err)
	assert.Empty(t, differences(string(got), want), "docs/rules/index.md is not what the code says; run: go generate ./docs")
}

// differences lists the lines of either text that the other does not have.
func differences(got, want string) (list []string) {
	old, now := strings.Split(got, "\n"), strings.Split(want, "\n")
	for _, line := range old {
		if !slices.Contains(now, line) {
			list = append(list, "- "+line)
		}
	}
	for _, line := range now {
		if !slices.Contains(old, line) {
			list = append(list, "+ "+line)
		}
	}
	if len(list) == 0 && got != want {
		list = append(list, "the lines stand in another order")
	}
	return list
}

// writeIndex returns the page: a table for each page of the law book.
func writeIndex(rulings []ruling, cited []citation, cases map[string]string) string {
	var b strings.Builder
	b.WriteString("# Index of rulings\n\n" +
		"Every ruling of the law book: what switches it on or sets its numbers, the files that hold it, and what proves it. " +
		"A case is a position with forced dice in a file of a folder `testdata`, here with the number of cases on the ruling; most are played once with the rule and once without. " +
		"Files and tests are those that name the ruling; folders are left out, `grep -rn HEAT-8 env` finds them. " +
		"This page is written by `go generate ./docs`.\n")
	for _, book := range lawBooks {
		fmt.Fprintf(&b, "\n## %s\n\n| ruling | parameters | code | cases | tests |\n|---|---|---|---|---|\n", book.title)
		for _, r := range rulings {
			if r.page != book.page {
				continue
			}
			fmt.Fprintf(&b, "| [%s](%s.md#%s) %s | %s | %s | %s | %s |\n", r.id, r.page, anchor(r.id+" "+r.title), r.title,
				quoted(r.parameters), quoted(codeOf(r.id, cited)), casesOf(r, cases), quoted(testsOf(r.id, cited)))
		}
	}
	return b.String()
}

// codeOf lists the files that name a ruling and are no tests: Go files first, then
// configurations. A package comment counts where nothing else does. Rulings for
// every game give folders instead of files.
func codeOf(id string, cited []citation) (files []string) {
	everyGame := strings.HasPrefix(id, "C-")
	var described []string
	for _, c := range cited {
		ext := path.Ext(c.file)
		if c.id != id || c.test != "" || strings.HasSuffix(c.file, "_test.go") || strings.Contains(c.file, "/testdata/") || (ext != ".go" && ext != ".yaml") {
			continue
		}
		name := path.Base(c.file)
		if everyGame {
			name = topFolders(c.file)
		}
		if path.Base(c.file) == "doc.go" {
			described = append(described, name)
			continue
		}
		files = append(files, name)
	}
	if len(files) == 0 {
		files = described
	}
	slices.SortFunc(files, func(a, b string) int {
		if ay, by := path.Ext(a) == ".yaml", path.Ext(b) == ".yaml"; ay != by {
			if ay {
				return 1
			}
			return -1
		}
		return strings.Compare(a, b)
	})
	return slices.Compact(files)
}

// topFolders returns the first two folders of a path.
func topFolders(file string) string {
	parts := strings.Split(path.Dir(file), "/")
	return strings.Join(parts[:min(2, len(parts))], "/")
}

// testsOf lists the test functions that name a ruling.
func testsOf(id string, cited []citation) (names []string) {
	for _, c := range cited {
		if c.id == id && c.test != "" && path.Ext(c.test) != ".yaml" {
			names = append(names, c.test)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// casesOf lists the files with cases on a ruling, and how many each has: those
// whose title names it, and all of a file that is named after its parameter.
func casesOf(r ruling, files map[string]string) string {
	var words []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		amount := 0
		for _, line := range strings.Split(files[name], "\n") {
			title := caseTitle.FindString(line)
			if title != "" && (slices.Contains(citedIn(title), r.id) || r.page == "duel" && r.names(name)) {
				amount++
			}
		}
		if amount > 0 {
			words = append(words, fmt.Sprintf("`%s` %d", name, amount))
		}
	}
	return strings.Join(words, ", ")
}

// names reports whether one of the parameters of a ruling is, or is set to, a
// name.
func (r *ruling) names(name string) bool {
	for _, p := range r.parameters {
		kind, list, ok := strings.Cut(p, ": ")
		if !ok && kind == name || ok && slices.Contains(strings.Split(list, ", "), name) {
			return true
		}
	}
	return false
}

func quoted(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return "`" + strings.Join(words, "` `") + "`"
}

// notInAnchors are the characters that an anchor of a heading leaves out.
var notInAnchors = regexp.MustCompile(`[^\p{L}\p{N}\- _]`)

// anchor returns the part of a link that leads to a heading.
func anchor(heading string) string {
	return strings.ReplaceAll(notInAnchors.ReplaceAllString(strings.ToLower(heading), ""), " ", "-")
}

// The games have the parameters that the law book names, and each feat, trait, option and
// scenario of DUEL that has a file of cases has a ruling.
func TestParametersOfRulingsExist(t *testing.T) {
	for _, book := range lawBooks {
		known := map[string]bool{}
		for _, name := range book.games {
			for _, p := range games.MustNew(name).Spec().Parameters {
				known[p.Name] = true
			}
		}
		for _, r := range readRulings(t) {
			if r.page != book.page {
				continue
			}
			for _, p := range r.parameters {
				name, _, _ := strings.Cut(p, ":")
				assert.True(t, known[name] || slices.Contains(dataOfFiles, name), "%s: no parameter %s of %v", r.id, name, book.games)
			}
		}
	}
}

// dataOfFiles are the keys of configuration files, and of warbands in them, that
// no game string can set.
var dataOfFiles = []string{"cards", "criminal", "police", "heist", "feats", "traits", "warbands"}

// Every feat, trait, optional rule and scenario of DUEL has a ruling that names it
// as a parameter, and a case that is played again without it.
func TestEveryRuleOfDuelHasACaseWithoutIt(t *testing.T) {
	files := caseFiles(t)
	require.NotEmpty(t, files)
	names := slices.Sorted(maps.Keys(files))
	rulings := readRulings(t)
	for name, text := range files {
		assert.True(t, slices.ContainsFunc(rulings, func(r ruling) bool { return r.page == "duel" && r.names(name) }),
			"no ruling of docs/rules/duel.md has the parameter %s", name)
		assert.Contains(t, text, "without:", "%s: no case is played without it", name)
	}
	for _, r := range rulings {
		for _, p := range r.parameters {
			kind, list, ok := strings.Cut(p, ": ")
			if !ok || p == "scenario: treasure" { // the core game
				continue
			}
			for _, name := range strings.Split(list, ", ") {
				assert.Contains(t, names, name, "%s: no cases for the parameter %s", r.id, kind)
			}
		}
		if r.id == "DUEL-11" {
			for _, option := range rulingParameter.FindAllStringSubmatch(r.text, -1) {
				assert.Contains(t, names, option[1], "an optional rule without cases")
			}
		}
	}
}

// caseFiles returns the text of each file of cases of DUEL by its name, which is the name
// of the rule.
func caseFiles(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	tree := os.DirFS(repository)
	for _, folder := range []string{"feats", "casebook"} {
		for _, file := range filesBelow(t, tree, "env/duel/internal/casebook", "testdata/"+folder) {
			text, err := os.ReadFile(path.Join(repository, file))
			require.NoError(t, err)
			files[strings.TrimSuffix(path.Base(file), ".yaml")] = string(text)
		}
	}
	return files
}
