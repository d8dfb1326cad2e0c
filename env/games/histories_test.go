package games_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/envtest"
	"ringer/env/games"
)

// historiesFile lies beside the golden playthroughs: a line for each of their games.
const historiesFile = "histories"

// gameStrings lists the games of a shelf: those that must have a playthrough, and
// those that have one.
func (s shelf) gameStrings(t *testing.T) []string {
	all := map[string]bool{}
	for _, text := range s.must {
		all[text] = true
	}
	files, err := filepath.Glob(filepath.Join(s.folder, "*.golden"))
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		header, err := envtest.ReadHeader(string(text))
		require.NoError(t, err, file)
		all[header.Game] = true
	}
	return slices.Sorted(maps.Keys(all))
}

// No rule and no observation changes without a Version, a configuration or a
// layout that says so: an old bot would play on as if nothing had happened. The
// files are written by `make golden GAME=...`, which refuses what the test refuses.
func TestGoldenHistories(t *testing.T) {
	for _, name := range games.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, s := range shelves(name) {
				s.compareHistories(t, name)
			}
		})
	}
}

func (s shelf) compareHistories(t *testing.T, name string) {
	file := filepath.Join(s.folder, historiesFile)
	var list []envtest.History
	for _, text := range s.gameStrings(t) {
		g, err := games.New(text)
		require.NoError(t, err, text)
		now, err := envtest.TakeHistory(g)
		require.NoError(t, err, text)
		list = append(list, now)
	}
	recorded, err := os.ReadFile(file)
	if err != nil && selected(name) {
		recorded = []byte(envtest.WriteHistories(nil))
	} else {
		require.NoError(t, err, "run: make golden GAME=%s", name)
	}
	current, err := envtest.RenewHistories(string(recorded), list)
	require.NoError(t, err, "%s; for more changes of a Version that nobody has yet, restore the file and run make golden again", file)
	if selected(name) {
		require.NoError(t, os.WriteFile(file, []byte(current), 0o644))
		return
	}
	assert.Equal(t, current, string(recorded), "%s: run: make golden GAME=%s", file, name)
}
