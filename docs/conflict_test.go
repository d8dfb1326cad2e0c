package docs_test

import (
	"bytes"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// conflictMarker matches a line that git leaves where two versions of a file differ.
var conflictMarker = regexp.MustCompile(`(?m)^(<{7}|>{7}|\|{7})( .*)?\r?$`)

// conflictFaults lists the conflict markers of all text files below a root.
func conflictFaults(root fs.FS) (faults []string, err error) {
	err = fs.WalkDir(root, ".", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && file != "docs/rules" && (slices.Contains(skippedFolders, file) || slices.Contains(skippedFolders, entry.Name())):
			return fs.SkipDir
		case !entry.Type().IsRegular():
			return nil
		}
		text, err := fs.ReadFile(root, file)
		if err != nil || bytes.IndexByte(text[:min(len(text), 8000)], 0) >= 0 {
			return err // what git takes for binary too
		}
		for _, at := range conflictMarker.FindAllIndex(text, -1) {
			faults = append(faults, file+":"+strconv.Itoa(1+bytes.Count(text[:at[0]], []byte("\n"))))
		}
		return nil
	})
	return faults, err
}

// No text file holds a conflict that a merge has left.
func TestNoConflictMarkers(t *testing.T) {
	t.Parallel()
	faults, err := conflictFaults(os.DirFS(repository))
	require.NoError(t, err)
	assert.Empty(t, faults, "choose a version")

	ours, base, theirs := strings.Repeat("<", 7), strings.Repeat("|", 7), strings.Repeat(">", 7)
	faults, err = conflictFaults(fstest.MapFS{
		"a.md":             {Data: []byte("# A\n" + ours + " HEAD\none\n" + base + " 1234567\nnone\n=======\ntwo\n" + theirs + " 89ff91e9 (a change)\n")},
		"b/b.yaml":         {Data: []byte(ours + "\r\n")},
		"b/c.go":           {Data: []byte("// " + ours + " HEAD\nvar x = 1 <<7\n" + ours + "<\n")},
		"b/d.bot":          {Data: []byte("PK\x00\n" + ours + " HEAD\n")},
		"node_modules/e.c": {Data: []byte(ours + " HEAD\n")},
	})
	require.NoError(t, err)
	assert.Equal(t, []string{"a.md:2", "a.md:4", "a.md:8", "b/b.yaml:1"}, faults)
}
