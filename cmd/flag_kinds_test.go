package cmd_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
)

// flagsByName lists where a file adds or asks for a flag past the table of kinds: by its name,
// or without saying what it takes.
func flagsByName(f *ast.File, at *token.FileSet) (faults []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		method, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		of, ok := method.X.(*ast.CallExpr)
		if !ok {
			return true
		}
		flags, ok := of.Fun.(*ast.SelectorExpr)
		if !ok || flags.Sel.Name != "Flags" && flags.Sel.Name != "PersistentFlags" {
			return true
		}
		switch name := method.Sel.Name; {
		case name == "Changed", strings.HasPrefix(name, "Get"), strings.HasSuffix(name, "Var"), strings.HasSuffix(name, "VarP"):
			faults = append(faults, at.Position(call.Pos()).String()+": "+name)
		}
		return true
	})
	return faults
}

// Commands add a flag with its kind, and ask for it by the place that holds its value: a name
// that is typed twice is misspelt once.
func TestNoFlagIsAskedForByItsName(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	scanned := 0
	require.NoError(t, filepath.WalkDir("../cmd", func(path string, d fs.DirEntry, err error) error {
		name := filepath.Base(path)
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || name == "root.go" || name == "complete_bash.go" {
			return err // the root's own flags, and one of cobra's
		}
		at := token.NewFileSet()
		f, err := parser.ParseFile(at, path, nil, parser.SkipObjectResolution)
		if err == nil {
			scanned++
			assert.Empty(t, flagsByName(f, at), "want addFlag, given and isGiven")
		}
		return err
	}))
	assert.Greater(t, scanned, 80)

	at := token.NewFileSet()
	f, err := parser.ParseFile(at, "x.go", `package x; func f() { cmd.Flags().IntVar(&n, "n", 1, ""); cmd.Flags().Changed("n"); n, _ = cmd.Flags().GetInt("n"); cmd.Flags().VisitAll(g) }`, parser.SkipObjectResolution)
	require.NoError(t, err)
	assert.Len(t, flagsByName(f, at), 3)
}
