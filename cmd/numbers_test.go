package cmd_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
)

// byHand matches the literals with which code writes a number with its interval by itself:
// "%.1f (%.1f … %.1f)", "%.0f to %.0f", "[%.3f, %.3f]", low + " … " + high, "±%.1f".
var byHand = regexp.MustCompile(`%[-+]?(\.\d+)?[fgvd](%%)? … [-+]?%|^ … $|%[-+]?\.\d+[fg](%%)? to %[-+]?\.\d+[fg]|\[%[-+]?\.\d+[fg](%%)?, ?%[-+]?\.\d+[fg]|±%`)

// ranges names the files that write what may be, rather than what was measured: the bounds
// of columns and returns, and the quantiles of a distribution.
var ranges = map[string]bool{
	"env/markdown.go": true, "env/markdown_columns.go": true, "report/balance/record.go": true,
}

// byHandIn lists the literals of a file that write an interval.
func byHandIn(name string, src any) ([]string, error) {
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var found []string
	ast.Inspect(f, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil && byHand.MatchString(text) {
				found = append(found, files.Position(lit.Pos()).String()+": "+lit.Value)
			}
		}
		return true
	})
	return found, nil
}

// Only internal/numbers writes numbers with their intervals, so that all are spelled alike.
func TestIntervalsHaveOneWriter(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	scanned := 0
	require.NoError(t, filepath.WalkDir("..", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := filepath.ToSlash(strings.TrimPrefix(file, ".."+string(filepath.Separator)))
		if d.IsDir() {
			if d.Name() == "testdata" || d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && file != ".." || name == "internal/numbers" {
				return filepath.SkipDir
			}
			return nil
		}
		if filepath.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") || ranges[name] {
			return nil
		}
		scanned++
		found, err := byHandIn(file, nil)
		for _, f := range found {
			t.Errorf("%s: want the functions of internal/numbers", f)
		}
		return err
	}))
	assert.Greater(t, scanned, 500)
	for name := range ranges {
		_, err := os.Stat(filepath.Join("..", filepath.FromSlash(name)))
		assert.NoError(t, err)
	}
}

// The scan finds every spelling that there was.
func TestTheScanOfIntervalsFinds(t *testing.T) {
	for _, text := range []string{"%.1f%% (%.1f … %.1f)", "%+.4f … %+.4f", " … ", "%.0f (%.0f to %.0f)", "%.1f%% [%.1f, %.1f]", "%.0f ±%.0f", "%v (%v … %v)", "%s%% … %s%%"} {
		found, err := byHandIn("x.go", "package x\nvar _ = "+strconv.Quote(text))
		require.NoError(t, err)
		if strings.Contains(text, "%s") { // words of a writer
			assert.Empty(t, found, text)
			continue
		}
		assert.Len(t, found, 1, text)
	}
	for _, text := range []string{"card …", "… %d lines", "bid 1 … bid 3", "step %d of %d", "[%g, %g]", "seats %d to %d"} {
		found, err := byHandIn("x.go", "package x\nvar _ = "+strconv.Quote(text))
		require.NoError(t, err)
		assert.Empty(t, found, text)
	}
}
