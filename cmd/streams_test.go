package cmd_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
)

// purposeParams lists, for each function that takes an env.Purpose, which of its
// parameters are one.
func purposeParams(files map[string]*ast.File) map[string]map[int]bool {
	takes := map[string]map[int]bool{}
	for _, f := range files {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			at := 0
			for _, p := range fn.Type.Params.List {
				for range max(1, len(p.Names)) {
					if isPurpose(f, p.Type) {
						if takes[fn.Name.Name] == nil {
							takes[fn.Name.Name] = map[int]bool{}
						}
						takes[fn.Name.Name][at] = true
					}
					at++
				}
			}
		}
	}
	return takes
}

func isPurpose(f *ast.File, e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		x, ok := e.X.(*ast.Ident)
		return ok && x.Name == "env" && e.Sel.Name == "Purpose"
	case *ast.Ident:
		return f.Name.Name == "env" && e.Name == "Purpose"
	}
	return false
}

// streamsFile is the file in which a package names the purposes of its streams.
const streamsFile = "streams.go"

// literalPurposes lists where a file names a stream by a string of its own.
func literalPurposes(files map[string]*ast.File, at *token.FileSet) []string {
	takes := purposeParams(files)
	var faults []string
	literal := func(e ast.Expr) {
		ast.Inspect(e, func(n ast.Node) bool {
			if b, ok := n.(*ast.BasicLit); ok && b.Kind == token.STRING {
				faults = append(faults, at.Position(b.Pos()).String()+": "+b.Value)
			}
			return true
		})
	}
	for name, f := range files {
		if filepath.Base(name) == streamsFile {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				called := ""
				switch fun := n.Fun.(type) {
				case *ast.Ident:
					called = fun.Name
				case *ast.SelectorExpr:
					called = fun.Sel.Name
				}
				for i, arg := range n.Args {
					if takes[called][i] || isPurpose(f, n.Fun) {
						literal(arg)
					}
				}
			case *ast.ValueSpec:
				if n.Type != nil && isPurpose(f, n.Type) {
					for _, v := range n.Values {
						literal(v)
					}
				}
			}
			return true
		})
	}
	return faults
}

// parseModule parses every file of the module that ships.
func parseModule(t *testing.T) (map[string]*ast.File, *token.FileSet) {
	t.Helper()
	root, at, files := "..", token.NewFileSet(), map[string]*ast.File{}
	require.NoError(t, filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && file != root && (d.Name() == "testdata" || d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".")):
			return filepath.SkipDir
		case filepath.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(at, file, nil, parser.SkipObjectResolution)
		files[file] = f
		return err
	}))
	return files, at
}

// Every random stream names its purpose by a constant of the file streams.go of the package
// that draws; no two constants of the module are equal, and the package of each draws from it.
func TestStreamsNameTheirPurpose(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	files, at := parseModule(t)
	assert.Empty(t, literalPurposes(files, at))

	value, used := map[string]string{}, map[string]int{}
	for name, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				if n.Type == nil || !isPurpose(f, n.Type) || filepath.Base(name) != streamsFile {
					return true
				}
				text, err := strconv.Unquote(n.Values[0].(*ast.BasicLit).Value)
				require.NoError(t, err)
				constant := f.Name.Name + "." + n.Names[0].Name
				require.Empty(t, value[text], "%s and %s are both %q", value[text], constant, text)
				value[text] = constant
			case *ast.Ident:
				if filepath.Base(name) != streamsFile {
					used[f.Name.Name+"."+n.Name]++
				}
			}
			return true
		})
	}
	assert.Greater(t, len(value), 30)
	for _, name := range value {
		assert.Positive(t, used[name], "the package of %s does not draw from it", name)
	}
}

// The search for literals finds them where they hide.
func TestLiteralPurposesAreFound(t *testing.T) {
	for src, want := range map[string]int{
		`package x; func f() { env.Stream(1, "a") }`:                                                      1,
		`package x; func f() { env.StreamSeed(1, envtest.PurposeCheck, 2) }`:                              0,
		`package x; func f() { env.Stream(1, p+"b") }`:                                                    1,
		`package x; func f() { env.Stream(1, env.Purpose("c")) }`:                                         2, // as argument and as conversion
		`package x; const p env.Purpose = "d"`:                                                            1,
		`package x; func seedFor(n int, p env.Purpose) {}; func f() { seedFor(1, "e") }`:                  1,
		`package x; func seedFor(n int, p env.Purpose) {}; func f() { seedFor(1, envtest.PurposeCheck) }`: 0,
		`package x; func (s *s) begin(a, b env.Purpose) {}; func f() { s.begin("a", "b") }`:               2,
	} {
		at := token.NewFileSet()
		f, err := parser.ParseFile(at, "x.go", src, parser.SkipObjectResolution)
		require.NoError(t, err)
		streams, err := parser.ParseFile(at, "random.go", `package env; func Stream(seed uint64, purpose Purpose, i ...uint64) {}; func StreamSeed(seed uint64, purpose Purpose, i ...uint64) {}`, parser.SkipObjectResolution)
		require.NoError(t, err)
		assert.Len(t, literalPurposes(map[string]*ast.File{"x.go": f, "random.go": streams}, at), want, src)
	}
}
