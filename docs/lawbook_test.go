package docs_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// lawBooks names the pages of docs/rules that hold rulings, in the order of the
// index, and says for each which games its parameters belong to.
var lawBooks = []struct {
	page  string
	title string
	games []string
}{
	{page: "common", title: "Every game"},
	{page: "calibration", title: "Calibration games", games: []string{"kuhn", "leduc", "liarsdice", "goofspiel", "tictactoe", "darkhex", "echo"}},
	{page: "heat", title: "HEAT", games: []string{"heat"}},
	{page: "heist", title: "HEIST", games: []string{"heist"}},
	{page: "playdesign", title: "Play Design: 4 Downs and 5 Possessions", games: []string{"fourdowns", "fivepossessions"}},
	{page: "payday", title: "PAYDAY DUEL", games: []string{"payday"}},
	{page: "duel", title: "DUEL", games: []string{"duel"}},
}

// rulingPrefixes are the letters that ruling ids begin with, longer ones before
// shorter ones that they begin with. Other letters, as in SHA-256, are no rulings.
const rulingPrefixes = "CAL|HEAT|HEIST|PAY|DUEL|PD|FD|FP|C"

var (
	rulingHeading   = regexp.MustCompile(`^### ((?:` + rulingPrefixes + `)-\d+) (.+)$`)
	anyHeading      = regexp.MustCompile(`^###`)
	rulingParameter = regexp.MustCompile("`([^`]+)`")
	// A citation is an id with its hyphen, or one of the other forms that code
	// has for ranges: "PAY-36 to PAY-38".
	rulingCited = regexp.MustCompile(`\b(` + rulingPrefixes + `)-(\d+)\b(?: to (` + rulingPrefixes + `)-(\d+)\b)?`)
	// The name of a test cannot hold a hyphen: TestOutOfHeatHEAT8.
	rulingInName = regexp.MustCompile(`(` + rulingPrefixes + `)(\d+)`)
)

// A ruling is one heading of the law book.
type ruling struct {
	id, title  string
	page       string   // of docs/rules, without .md
	line       int      // of the heading
	parameters []string // that switch it on or set its numbers, as the page has them
	text       string   // what follows the heading
}

// number returns the number in an id.
func (r *ruling) number() int {
	_, digits, _ := strings.Cut(r.id, "-")
	n, err := strconv.Atoi(digits)
	if err != nil {
		panic("docs: " + r.id + " has no number")
	}
	return n
}

// readLawBook returns the rulings of one page in its order, and a complaint for
// each heading of the third level that names no ruling.
func readLawBook(page, text string) (rulings []ruling, faults []string) {
	for i, line := range strings.Split(text, "\n") {
		if head := rulingHeading.FindStringSubmatch(line); head != nil {
			rulings = append(rulings, ruling{id: head[1], title: head[2], page: page, line: i + 1})
			continue
		}
		if anyHeading.MatchString(line) {
			faults = append(faults, page+".md:"+strconv.Itoa(i+1)+": a heading without the id of a ruling: "+line)
			continue
		}
		if len(rulings) == 0 || strings.HasPrefix(line, "#") {
			continue
		}
		r := &rulings[len(rulings)-1]
		if list, ok := strings.CutPrefix(line, "Parameter: "); ok {
			for _, quoted := range rulingParameter.FindAllStringSubmatch(list, -1) {
				r.parameters = append(r.parameters, quoted[1])
			}
			continue
		}
		r.text += line + "\n"
	}
	return rulings, faults
}

// readRulings reads the whole law book of the repository.
func readRulings(t *testing.T) []ruling {
	t.Helper()
	var all []ruling
	for _, book := range lawBooks {
		text, err := os.ReadFile(path.Join("rules", book.page+".md"))
		require.NoError(t, err)
		rulings, faults := readLawBook(book.page, string(text))
		require.Empty(t, faults)
		require.NotEmpty(t, rulings, book.page)
		all = append(all, rulings...)
	}
	return all
}

// lawFaults lists duplicate headings and rulings that say nothing.
func lawFaults(rulings []ruling) (faults []string) {
	first := map[string]ruling{}
	for _, r := range rulings {
		if before, ok := first[r.id]; ok {
			faults = append(faults, r.page+".md:"+strconv.Itoa(r.line)+": "+r.id+" is also in "+before.page+".md:"+strconv.Itoa(before.line))
			continue
		}
		first[r.id] = r
		if strings.TrimSpace(r.text) == "" {
			faults = append(faults, r.page+".md:"+strconv.Itoa(r.line)+": "+r.id+" says nothing")
		}
	}
	return faults
}

// A citation is one mention of a ruling.
type citation struct {
	id   string
	file string // from the root of the repository
	line int
	test string // the test function or the case that names it; empty: no test does
}

// citedIn returns the ids in a text, ranges of at most ten ids spelled out.
func citedIn(text string) (ids []string) {
	if !strings.Contains(text, "-") { // as most lines, which it would take long to match
		return nil
	}
	for _, m := range rulingCited.FindAllStringSubmatch(text, -1) {
		ids = append(ids, m[1]+"-"+m[2])
		if m[3] == "" {
			continue
		}
		from, _ := strconv.Atoi(m[2])
		to, _ := strconv.Atoi(m[4])
		if m[1] == m[3] && to-from <= 10 {
			for n := from + 1; n < to; n++ {
				ids = append(ids, m[1]+"-"+strconv.Itoa(n))
			}
		}
		ids = append(ids, m[3]+"-"+m[4])
	}
	return ids
}

// namedBy returns the ids in the name of a test function.
func namedBy(function string) (ids []string) {
	for _, at := range rulingInName.FindAllStringSubmatchIndex(function, -1) {
		if at[0] > 0 && function[at[0]-1] >= 'A' && function[at[0]-1] <= 'Z' {
			continue // the end of another word in capitals
		}
		ids = append(ids, function[at[2]:at[3]]+"-"+function[at[4]:at[5]])
	}
	return ids
}

// skippedFolders hold nothing that cites rulings: what is built, and what is
// fetched. The law book and its tests speak about ids and cite none.
var skippedFolders = []string{".git", "bin", "runs", "node_modules", "docs/rules"}

// scanned are the endings of the files that may cite rulings.
var scanned = []string{".go", ".md", ".yaml", ".yml", ".js", ".ts", ".html", ".css"}

// citations lists the citations in the repository.
var citations = sync.OnceValues(func() ([]citation, error) { return scanCitations(os.DirFS(repository)) })

// scanCitations finds every citation in a tree: in Go files with the test
// function that holds it, in YAML files of testdata with the case.
func scanCitations(root fs.FS) (all []citation, err error) {
	err = fs.WalkDir(root, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if slices.Contains(skippedFolders, file) || slices.Contains(skippedFolders, entry.Name()) {
				return fs.SkipDir
			}
			return nil
		}
		if own := path.Dir(file) == "docs" && path.Ext(file) == ".go"; own || !slices.Contains(scanned, path.Ext(file)) && entry.Name() != "Makefile" {
			return nil
		}
		text, err := fs.ReadFile(root, file)
		if err != nil {
			return err
		}
		switch {
		case strings.HasSuffix(file, "_test.go"):
			found, err := citedInTests(file, text)
			if err != nil {
				return err
			}
			all = append(all, found...)
		case path.Ext(file) == ".yaml" && strings.Contains(file, "/testdata/"):
			all = append(all, citedInCases(file, string(text))...)
		default:
			for i, line := range strings.Split(string(text), "\n") {
				for _, id := range citedIn(line) {
					all = append(all, citation{id: id, file: file, line: i + 1})
				}
			}
		}
		return nil
	})
	return all, err
}

// caseTitle matches the line of a YAML file that begins a case and names its rule.
var caseTitle = regexp.MustCompile(`^\s*- rule: (.*)$`)

// citedInCases finds the citations in a file of cases: the line `- rule: …` and
// comments name what a case proves.
func citedInCases(file, text string) (all []citation) {
	for i, line := range strings.Split(text, "\n") {
		test := ""
		if caseTitle.MatchString(line) || strings.HasPrefix(strings.TrimSpace(line), "#") {
			test = caseName(file)
		}
		for _, id := range citedIn(line) {
			all = append(all, citation{id: id, file: file, line: i + 1, test: test})
		}
	}
	return all
}

// caseName returns what the index calls a file of cases: its folder and its name,
// since folders of packages change more often than folders of cases.
func caseName(file string) string { return path.Join(path.Base(path.Dir(file)), path.Base(file)) }

// filesBelow lists the YAML files below a folder whose path holds another one.
func filesBelow(t *testing.T, root fs.FS, folder, within string) (files []string) {
	t.Helper()
	require.NoError(t, fs.WalkDir(root, folder, func(file string, entry fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path.Dir(file), within) && path.Ext(file) == ".yaml" {
			files = append(files, file)
		}
		return err
	}))
	return files
}
