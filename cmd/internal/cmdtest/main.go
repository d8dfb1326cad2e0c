package cmdtest

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/program"
)

// Outcome holds the exit status and output of one call of the program.
type Outcome struct {
	Exit      int
	Out, Errs string
}

// Ringer calls the program with text on its standard input.
func Ringer(t testing.TB, in string, args ...string) Outcome {
	t.Helper()
	var out, errs bytes.Buffer
	exit := program.Run(t.Context(), args, strings.NewReader(in), &out, &errs)
	return Outcome{exit, out.String(), errs.String()}
}

// Done calls the program and wants it to succeed.
func Done(t testing.TB, args ...string) string {
	t.Helper()
	o := Ringer(t, "", args...)
	require.Zero(t, o.Exit, "ringer %s\n%s", strings.Join(args, " "), o.Errs)
	return o.Out
}

// Object calls the program with --json and returns the one object it printed.
func Object(t testing.TB, args ...string) map[string]any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(Done(t, append(args, "--json")...)))
	var m map[string]any
	require.NoError(t, d.Decode(&m))
	assert.False(t, d.More(), "one object and nothing else")
	return m
}

// Instead returns the arguments of a call with other values of flags, name and value in turn.
func Instead(args []string, flags ...string) []string {
	args = slices.Clone(args)
	for i := 0; i < len(flags); i += 2 {
		if at := slices.Index(args, flags[i]); at >= 0 {
			args[at+1] = flags[i+1]
		} else {
			args = append(args, flags[i:i+2]...)
		}
	}
	return args
}

func Keys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }

// Elements returns the objects of a list.
func Elements(t testing.TB, m map[string]any, key string) []map[string]any {
	t.Helper()
	list, ok := m[key].([]any)
	require.True(t, ok, "%s is no list: %v", key, m[key])
	all := make([]map[string]any, len(list))
	for i, e := range list {
		all[i] = e.(map[string]any)
	}
	return all
}

// HasKeys wants every object to have at least these keys.
func HasKeys(t testing.TB, m map[string]any, want ...string) {
	t.Helper()
	for _, k := range want {
		assert.Contains(t, Keys(m), k)
	}
}

// InFolder runs the rest of a test in an empty folder and returns it.
func InFolder(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	return dir
}

// FilesBelow lists the files below a folder.
func FilesBelow(t testing.TB, dir string) []string {
	t.Helper()
	var files []string
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && path != dir {
			files = append(files, path)
		}
		return err
	}))
	return files
}
