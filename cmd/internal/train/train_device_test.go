package train_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
)

// A training on a backend that cannot train is bad input, and nothing is written: of a new run in
// a folder of its own or the next free one, of one that goes on, and of several.
func TestTrainOnWhatCannotTrain(t *testing.T) {
	short := []string{"--config", "kuhn", "--set", "network.hidden=[8]", "--set", "decisions=16384", "--set", "evaluation={every: 0, exact: false, opponents: [random], games: 2, final_games: 2}"}
	begun := t.TempDir()
	cmdtest.Done(t, append([]string{"train", "--out", filepath.Join(begun, "run"), "--quiet"}, short...)...)
	require.NoError(t, os.Remove(filepath.Join(begun, "run", "result.json")))
	before := textsBelow(t, begun)
	require.NotEmpty(t, before)
	for backend, want := range map[string]string{
		"simulated":        `backend "simulated": a simulated device returns zeros, from which nothing is learned: want one that computes, such as go:ops_sequential`,
		"simulated:call=x": `call: "x": want a time from 0s to 1s`,
		"nosuch":           `backend "nosuch"`,
	} {
		for name, c := range map[string]struct {
			dir  string
			args []string
		}{
			"in a folder":   {t.TempDir(), append([]string{"train", "--out", "run"}, short...)},
			"the next free": {t.TempDir(), append([]string{"train"}, short...)},
			"goes on":       {begun, []string{"train", "--resume", "run"}},
			"several":       {t.TempDir(), append([]string{"study", "--out", "runs", "--seeds", "1,2"}, short...)},
		} {
			p := cmdtest.Start(t, c.dir, []string{"GOMLX_BACKEND=" + backend}, c.args...)
			assert.Equal(t, 2, p.Exit(), "%s, %s: %s", backend, name, &p.Errs)
			assert.Contains(t, p.Errs.String(), want, name)
			if c.dir == begun {
				assert.Equal(t, before, textsBelow(t, begun), "%s: what was there", backend)
			} else {
				assert.Empty(t, cmdtest.FilesBelow(t, c.dir), "%s, %s", backend, name)
			}
		}
	}
}

// textsBelow returns the files below a folder by their names.
func textsBelow(t *testing.T, dir string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, path := range cmdtest.FilesBelow(t, dir) {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			texts[path] = cmdtest.ReadText(t, path)
		}
	}
	return texts
}
