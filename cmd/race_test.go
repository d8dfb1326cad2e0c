package cmd_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
)

// racedElsewhere names the packages whose goroutines run under the race detector in the
// tests of others.
var racedElsewhere = map[string]string{
	"cmd/internal/cmdtest": "the tests of commands run it",
	"env/envtest":          "make race runs its law ParallelPlay on the games",
	"open/doctor":          "the tests of cmd/internal/about run it",
	"models/graph":         "train/ppo learns with it",
}

// make race watches every package that starts goroutines.
func TestRaceWatchesWhatStartsGoroutines(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	makefile, err := os.ReadFile(filepath.Join("..", "Makefile"))
	require.NoError(t, err)
	list := regexp.MustCompile(`(?s)\nRACED = (.*?[^\\])\n`).FindSubmatch(makefile)
	require.NotNil(t, list, "the list of packages")
	raced := map[string]bool{}
	for _, pkg := range strings.Fields(strings.ReplaceAll(string(list[1]), "\\", " ")) {
		raced[strings.TrimPrefix(pkg, "./")] = true
		assert.DirExists(t, filepath.Join("..", pkg))
	}
	found := 0
	for _, top := range []string{"agents", "checkpoints", "cmd", "configs", "env", "eval", "internal", "models", "open", "play", "report", "train"} {
		require.NoError(t, filepath.WalkDir(filepath.Join("..", top), func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil || !startsGoroutines(file) {
				return err
			}
			found++
			pkg := filepath.ToSlash(strings.TrimPrefix(filepath.Dir(path), ".."+string(filepath.Separator)))
			if racedElsewhere[pkg] == "" {
				assert.True(t, raced[pkg], "%s starts goroutines: add its package to RACED in the Makefile", path)
			}
			return nil
		}))
	}
	assert.Greater(t, found, 5)
}

// startsGoroutines reports whether a file has a go statement, or hands a function to a
// method Go, as wait groups have it.
func startsGoroutines(file *ast.File) (found bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.CallExpr:
			if s, ok := n.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "Go" && len(n.Args) == 1 {
				_, is := n.Args[0].(*ast.FuncLit)
				found = found || is
			}
		}
		return !found
	})
	return found
}
