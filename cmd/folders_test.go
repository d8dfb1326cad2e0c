package cmd_test

import (
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mostFiles is the number of Go files of a folder that fits on a screen, tests counted.
const mostFiles = 40

// oneEach lists, by folder, the files of which each holds one thing by its name. They are not
// counted.
var oneEach = map[string][]string{
	"env/heat":                 {"effect_*.go"},
	"env/duel/internal/heroes": {"feat_*.go", "trait_*.go"},
}

// crowded lists the folders with more files than they may have.
func crowded(files []string) (faults []string) {
	counts := map[string]int{}
	for _, file := range files {
		dir, name := filepath.ToSlash(filepath.Dir(file)), filepath.Base(file)
		if !slices.ContainsFunc(oneEach[dir], func(pattern string) bool {
			ok, _ := filepath.Match(pattern, name)
			return ok
		}) {
			counts[dir]++
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(counts)) {
		if counts[dir] > mostFiles {
			faults = append(faults, dir)
		}
	}
	return faults
}

// A folder fits on a screen: small files of one thought are one file, and a folder beyond has a
// package inside.
func TestFoldersFitOnAScreen(t *testing.T) {
	var files []string
	require.NoError(t, filepath.WalkDir("..", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && file != ".." && (d.Name() == "testdata" || d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".")):
			return filepath.SkipDir
		case filepath.Ext(file) == ".go":
			inside, err := filepath.Rel("..", file)
			files = append(files, inside)
			return err
		}
		return nil
	}))
	assert.Empty(t, crowded(files))

	assert.Contains(t, crowded(append(files, slices.Repeat([]string{"env/heat/more.go"}, mostFiles)...)), "env/heat")
	assert.Contains(t, crowded(slices.Repeat([]string{"env/kuhn/more.go"}, mostFiles+1)), "env/kuhn")
	assert.NotContains(t, crowded(slices.Repeat([]string{"env/heat/effect_more.go"}, mostFiles+1)), "env/heat")
}
