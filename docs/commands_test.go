package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// goTestShown matches a go test command on a page, with its package and what it
// runs: tests (-run) or benchmarks (-bench).
var goTestShown = regexp.MustCompile("go test (\\./[\\w./]*)([^`)\n]*)")

var patternShown = regexp.MustCompile(`-(run|bench) '?([^' ]+)`)

// goTestFaults lists the go test commands of pages whose package does not exist or
// that run nothing in it.
func goTestFaults(root fs.FS, pages map[string]string) (faults []string, err error) {
	for file, text := range pages {
		for _, shown := range goTestShown.FindAllStringSubmatch(text, -1) {
			tests, err := testsIn(root, path.Clean(shown[1]))
			if err != nil {
				return nil, err
			}
			runs := false
			for _, p := range patternShown.FindAllStringSubmatch(shown[2], -1) {
				pattern, err := regexp.Compile(p[2])
				if err != nil {
					return nil, err
				}
				runs = runs || slices.ContainsFunc(tests, func(name string) bool {
					return pattern.MatchString(name) && strings.HasPrefix(name, "Benchmark") == (p[1] == "bench")
				})
			}
			if !runs {
				faults = append(faults, file+": nothing to run: "+shown[0])
			}
		}
	}
	slices.Sort(faults)
	return faults, nil
}

// testsIn lists the test functions of a package; a path that ends in /... stands
// for the packages below it too.
func testsIn(root fs.FS, pkg string) (names []string, err error) {
	folder, below := strings.CutSuffix(pkg, "/...")
	if _, err := fs.Stat(root, folder); err != nil {
		return nil, nil
	}
	err = fs.WalkDir(root, folder, func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && file != folder && !below:
			return fs.SkipDir
		case !strings.HasSuffix(file, "_test.go"):
			return nil
		}
		text, err := fs.ReadFile(root, file)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, declaration := range parsed.Decls {
			if f, ok := declaration.(*ast.FuncDecl); ok && f.Recv == nil && isTest(f.Name.Name) {
				names = append(names, f.Name.Name)
			}
		}
		return nil
	})
	return names, err
}

// Every go test command that a page shows runs something.
func TestShownTestsExist(t *testing.T) {
	root := os.DirFS(repository)
	pages, err := readPages(root)
	require.NoError(t, err)
	faults, err := goTestFaults(root, pages)
	require.NoError(t, err)
	assert.Empty(t, faults)

	tree := fstest.MapFS{
		"env/a/a_test.go":   {Data: []byte("package a\n\nfunc TestDice(t *T) {}\n\nfunc BenchmarkDice(b *B) {}\n")},
		"env/a/b/b_test.go": {Data: []byte("package b\n\nfunc TestCards(t *T) {}\n")},
	}
	faults, err = goTestFaults(tree, map[string]string{"a.md": "`RINGER_LONG=1 go test ./env/a -run Dice -v`, `go test ./env/a -run xxx -bench Dice`, `go test ./env/a/... -run Cards`\n" +
		"`go test ./env/a -run Cards`\n`go test ./env/c -run Dice`\n"})
	require.NoError(t, err)
	assert.Equal(t, []string{"a.md: nothing to run: go test ./env/a -run Cards", "a.md: nothing to run: go test ./env/c -run Dice"}, faults)
}

// folderInTable matches the first column of the table of folders.
var folderInTable = regexp.MustCompile("(?m)^\\| `([a-z/]+)` \\|")

// CONTRIBUTING.md lists every folder of Go packages, each after those that it
// imports.
func TestFoldersStandInTheOrderOfImports(t *testing.T) {
	root := os.DirFS(repository)
	page, err := fs.ReadFile(root, "CONTRIBUTING.md")
	require.NoError(t, err)
	_, table, ok := strings.Cut(string(page), "\n## Where things go\n")
	require.True(t, ok)
	table, _, _ = strings.Cut(table, "\n## ")
	order := map[string]int{}
	for i, m := range folderInTable.FindAllStringSubmatch(table, -1) {
		order[m[1]] = i + 1
	}
	row := func(folder string) string { // the nearest one above that the table lists
		for order[folder] == 0 && strings.Contains(folder, "/") {
			folder = path.Dir(folder)
		}
		return folder
	}
	seen := map[string]bool{}
	require.NoError(t, fs.WalkDir(root, ".", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains(skippedFolders, entry.Name()):
			return fs.SkipDir
		case path.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") || !strings.Contains(file, "/"):
			return nil
		}
		text, err := fs.ReadFile(root, file)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, text, parser.ImportsOnly)
		if err != nil {
			return err
		}
		from := row(path.Dir(file))
		if !seen[from] {
			seen[from] = true
			assert.NotZero(t, order[from], "CONTRIBUTING.md does not list %s", from)
		}
		for _, imported := range parsed.Imports {
			to, ok := strings.CutPrefix(strings.Trim(imported.Path.Value, `"`), "ringer/")
			if to = row(to); ok && to != from {
				assert.Less(t, order[to], order[from], "CONTRIBUTING.md lists %s before %s, which %s imports", from, to, file)
			}
		}
		return nil
	}))
}
