package checkpoint_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/train/checkpoint"
)

// Windows renames no file that is open, and no folder in which one is. What this
// process has open at every rename is the same on every system.
func TestNothingIsOpenWhenItIsRenamed(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("/proc lists open files on Linux; on Windows the other tests fail when one is open")
	}
	seen := 0
	stop := checkpoint.WatchRenames(func(from, _ string) {
		seen++
		from, err := filepath.EvalSymlinks(from)
		assert.NoError(t, err)
		open, err := os.ReadDir("/proc/self/fd")
		assert.NoError(t, err)
		for _, fd := range open {
			path, _ := os.Readlink("/proc/self/fd/" + fd.Name())
			assert.False(t, path == from || strings.HasPrefix(path, from+"/"), "%s is open when %s is renamed", path, from)
		}
	})
	defer stop()
	run, err := checkpoint.Create(t.TempDir(), []byte("game: kuhn\n"))
	require.NoError(t, err)
	require.NoError(t, run.SavePool("1", []byte("one")))
	require.NoError(t, run.Save(1, map[string][]byte{"a": {1}, "b": {2}}))
	require.NoError(t, run.Save(2, map[string][]byte{"a": {1}}))
	require.NoError(t, run.Keep([]int{2}, nil))
	require.NoError(t, run.AddBuild([]byte("{}")))
	require.NoError(t, os.WriteFile(filepath.Join(run.Dir(), "metrics.jsonl"), []byte("{\"step\":1}\n{\"step\":2}\n"), 0o644))
	lines, err := run.Metrics(1)
	require.NoError(t, err)
	require.NoError(t, lines.Close())
	require.NoError(t, run.ReplaceMetrics(1, []byte(`{"step":1,"more":2}`)))
	require.NoError(t, run.Close())
	assert.Equal(t, 15, seen)
}

// Whoever renames a file that it has written closes it first, in the same function
// or in fill, and not by defer.
func TestFilesAreClosedBeforeTheyAreRenamed(t *testing.T) {
	found := 0
	require.NoError(t, filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, decl := range f.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil {
				found += checkRenames(t, files, fn)
			}
		}
		return nil
	}))
	assert.GreaterOrEqual(t, found, 2, "checkpoint.WriteFile and replay.WriteFile")
}

// checkRenames checks a function that opens a file and renames something, and counts
// it.
func checkRenames(t *testing.T, files *token.FileSet, fn *ast.FuncDecl) int {
	var opens, renames, closes []token.Pos
	deferred := map[ast.Node]bool{}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if d, ok := n.(*ast.DeferStmt); ok {
			deferred[d.Call] = true
		}
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		name := ""
		switch f := call.Fun.(type) {
		case *ast.Ident:
			name = f.Name
		case *ast.SelectorExpr:
			name = f.Sel.Name
		}
		switch name {
		case "CreateTemp", "Create", "OpenFile":
			opens = append(opens, call.Pos())
		case "Rename", "rename":
			renames = append(renames, call.Pos())
		case "Close", "fill":
			if !deferred[call] {
				closes = append(closes, call.Pos())
			}
		}
		return true
	})
	if len(opens) == 0 || len(renames) == 0 {
		return 0
	}
	ok := len(closes) > 0
	for _, c := range closes {
		ok = ok && c < renames[0]
	}
	assert.True(t, ok, "%s: %s renames what it may not have closed", files.Position(renames[0]), fn.Name.Name)
	return 1
}
