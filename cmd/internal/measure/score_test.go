package measure_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
)

// A score has the figures of the ladder that it is, says how to repeat it, and plays
// nothing twice.
func TestScoreIsALadder(t *testing.T) {
	cmdtest.InFolder(t)
	m := cmdtest.Object(t, "score", "kuhn", "--deals", "30")
	cmdtest.HasKeys(t, m, "protocol", "departs", "bot", "sha256", "game", "spec_hash", "seats", "seed", "deals", "rows", "exploitability", "builds", "date", "command")
	assert.Equal(t, cmdtest.IdentityOf(t, "bot(kuhn)"), m["sha256"])
	rows := cmdtest.Elements(t, m, "rows")
	require.Len(t, rows, 4)
	for i, opponent := range []string{"random", "greedy", "ismcts(sims=50)", "ismcts(sims=500)"} {
		assert.Equal(t, opponent, rows[i]["opponent"])
		assert.EqualValues(t, 60, rows[i]["games"])
	}
	exact := cmdtest.Object(t, "exploit", "bot(kuhn)", "--game", "kuhn")
	assert.InDelta(t, exact["exploitability"], m["exploitability"].(map[string]any)["value"], 1e-9)

	of := cmdtest.Object(t, "ladder", "kuhn", "--deals", "30", "--ismcts", "50", "--search", "0", "--seconds", "0", "--out", "l")
	for _, r := range cmdtest.Elements(t, cmdtest.Elements(t, of, "bots")[0], "records") {
		if others, ok := r["others"].(map[string]any); ok && others["name"] == "greedy" {
			assert.Equal(t, r["deals"].(map[string]any)["win_rate"], rows[1]["win_rate"])
			assert.EqualValues(t, r["seed"], m["seed"])
		}
	}

	kept := filepath.Join("runs", "score", "30-deals", "kuhn.jsonl")
	before, err := os.Stat(kept)
	require.NoError(t, err)
	text := cmdtest.ReadText(t, kept)
	out := cmdtest.Done(t, "score", "kuhn", "--deals", "30")
	assert.Equal(t, text, cmdtest.ReadText(t, kept))
	assert.NotZero(t, before.Size())
	assert.Contains(t, out, "NOT THE STANDARD PROTOCOL: 30 deals a row instead of 4,000.")
	assert.Contains(t, out, "Command: ringer score kuhn --deals 30\n")
	assert.Contains(t, cmdtest.Done(t, "score", "kuhn", "--deals", "30", "--latex"), `\begin{tabular}`)

	for _, c := range [][]string{
		{"--json and --latex", "kuhn", "--json", "--latex"},
		{"--deals -1", "kuhn", "--deals", "-1"},
		{"no such file", "none.bot"},
	} {
		o := cmdtest.Ringer(t, "", append([]string{"score"}, c[1:]...)...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, c[0])
		assert.Contains(t, o.Errs, c[0])
	}
}
