package report_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
	"ringer/report/findings"
)

// The command lists the findings about one game, of one kind, or all; each has its figure,
// its n and its command.
func TestFindings(t *testing.T) {
	all := cmdtest.Object(t, "findings")["findings"].([]any)
	require.NotEmpty(t, all)
	for _, x := range all {
		cmdtest.HasKeys(t, x.(map[string]any), "game", "kind", "subject", "figure", "value", "low", "high", "n", "of", "command", "words", "date")
	}
	some := cmdtest.Object(t, "findings", "duel", "--kind", "never")["findings"].([]any)
	assert.NotEmpty(t, some)
	assert.Less(t, len(some), len(all))
	assert.Contains(t, cmdtest.Done(t, "findings", "duel"), "ringer report duel")
	for _, args := range [][]string{{"findings", "nobody"}, {"findings", "--kind", "odd"}} {
		o := cmdtest.Ringer(t, "", args...)
		assert.Equal(t, shell.ExitBadInput, o.Exit)
		assert.Contains(t, o.Errs, args[len(args)-1])
	}
}

// A report of one's own is told and kept, with the replays of its first games; what is told of the same
// subject later takes its place.
func TestFindingsOfAReport(t *testing.T) {
	dir := t.TempDir()
	out, file := filepath.Join(dir, "out"), filepath.Join(dir, "found.jsonl")
	cmdtest.Done(t, "report", "tictactoe", "--games", "400", "--only", "seats", "--only", "length", "--agent", "random", "--out", out)
	for range 2 {
		text := cmdtest.Done(t, "findings", out, "--record", file)
		assert.Contains(t, text, "SEAT\n- tictactoe: wins of “seat 1”, of 2 that differ by seat, with random in every seat: ")
	}
	kept, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, 1, strings.Count(string(kept), `"kind":"seat"`))
	other := strings.ReplaceAll(string(kept), `"subject":"`, `"subject":"the other `)
	require.NoError(t, os.WriteFile(file, []byte(other), 0o600))
	cmdtest.Done(t, "findings", out, "--record", file)
	again, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(kept), string(again), "the same command found other things before")
	assert.Contains(t, string(kept), `"replays":["replays/game-1.jsonl","replays/game-2.jsonl","replays/game-3.jsonl"]`)
	cmdtest.Done(t, "replay", filepath.Join(out, "replays", "game-3.jsonl"), "--verify")
}

// A search prints a table with the figures on fresh seeds, and the file of its change.
func TestTune(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	args := []string{"tune", "heat(file=mini)", "--target", "length.decisions=..5", "--agent", "random", "--knob", "stages", "--knob", "start_money", "--games", "20", "--rounds", "1", "--finals", "1", "--out", out}
	text := cmdtest.Done(t, args...)
	for _, says := range []string{"the rules as they are", "FAIL", "stages 2 → 1", "PASS", "This change meets every target", filepath.Join(out, "change.yaml")} {
		assert.Contains(t, text, says)
	}
	file := filepath.Join(filepath.Dir(out), "mended.jsonl")
	for range 2 {
		cmdtest.Done(t, append(args, "--record", file)...)
	}
	kept, err := os.Open(file)
	require.NoError(t, err)
	defer kept.Close()
	changes, err := findings.ReadChanges(kept)
	require.NoError(t, err)
	require.Len(t, changes, 1, "the later takes the place of the earlier one")
	assert.Equal(t, []string{"stages", "2", "1", "at most 5", "PASS"}, []string{changes[0].Path, changes[0].From, changes[0].Value, changes[0].Wanted, changes[0].Verdict})
	o := cmdtest.Object(t, args...)
	cmdtest.HasKeys(t, o, "game", "spec_hash", "agent", "train", "base", "candidates", "rounds", "games_played", "best", "overlay", "command")
	assert.Contains(t, cmdtest.Done(t, "games", "heat(file=mini)", "--diff", filepath.Join(out, "change.yaml")), "stages 2 → 1")
	learned := cmdtest.Done(t, "tune", "heat(file=mini)", "--target", "length.decisions=..5", "--knob", "stages", "--games", "10", "--rounds", "1", "--finals", "1", "--train", "600", "--out", filepath.Join(t.TempDir(), "learned"))
	assert.Contains(t, learned, "Figures on fresh seeds are of agents that learned each of these rules for 600 decisions.\n")
	assert.Contains(t, learned, "PASS")

	none := cmdtest.Ringer(t, "", "tune", "kuhn")
	assert.Equal(t, shell.ExitBadInput, none.Exit)
	assert.Contains(t, none.Errs, "--target: want MEASURE=LOW..HIGH")
}
