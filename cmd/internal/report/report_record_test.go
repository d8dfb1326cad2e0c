package report_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
	"ringer/report/balance"
)

// A report keeps one line a game, in place of the earlier one of the same game, and a file
// that holds something else stays as it is.
func TestReportRecord(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "kuhn.jsonl")
	run := func(game, games string) cmdtest.Outcome {
		return cmdtest.Ringer(t, "", "report", game, "--games", games, "--only", "seats", "--agent", "random", "--record", file, "--out", filepath.Join(dir, game+games))
	}
	for _, r := range [][2]string{{"kuhn", "60"}, {"kuhn(players=3)", "60"}, {"kuhn", "80"}} {
		o := run(r[0], r[1])
		require.Equal(t, shell.ExitDone, o.Exit, o.Errs)
	}
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	all, err := balance.ReadRecords(bytes.NewReader(text))
	require.NoError(t, err)
	require.Len(t, all, 2)
	assert.Equal(t, []any{"kuhn", 80, "kuhn(players=3)", 60}, []any{all[0].Game, all[0].Games, all[1].Game, all[1].Games})
	assert.Len(t, all[0].Levels[0].Roles[0].Cells, 2)

	renew := func(more ...string) cmdtest.Outcome {
		return cmdtest.Ringer(t, "", append([]string{"report", "kuhn", "--tune", "0", "--games", "80", "--only", "seats", "--record", file, "--renew", "--out", filepath.Join(dir, "renewed")}, more...)...)
	}
	o := renew()
	require.Equal(t, shell.ExitDone, o.Exit, o.Errs)
	assert.DirExists(t, filepath.Join(dir, "renewed"), "the record of random says nothing about the bot that ships")
	kept, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Contains(t, string(kept), `"bots":[{"name":"kuhn","sha256":"`)
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "renewed")))
	o = renew()
	require.Equal(t, shell.ExitDone, o.Exit, o.Errs)
	assert.Contains(t, o.Out, "nothing to do")
	assert.NoDirExists(t, filepath.Join(dir, "renewed"), "nothing was played")
	assert.Contains(t, renew("--json").Out, `"fresh": true`)
	require.NoError(t, os.WriteFile(file, bytes.Replace(kept, []byte(`"kuhn","sha256":"`), []byte(`"kuhn","sha256":"0`), 1), 0o600))
	o = renew()
	require.Equal(t, shell.ExitDone, o.Exit, o.Errs)
	assert.DirExists(t, filepath.Join(dir, "renewed"), "another bot ships now")
	o = cmdtest.Ringer(t, "", "report", "kuhn", "--renew", "--record", file, "--games", "80", "--out", filepath.Join(dir, "never"))
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "--renew: want --record, --games and --tune")

	require.NoError(t, os.WriteFile(file, append(text, "{\"game\": 3}\n"...), 0o600))
	o = run("kuhn", "100")
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "--record "+file+": line 3:")
	assert.NoDirExists(t, filepath.Join(dir, "kuhn100"), "nothing was played")
}

// Builds differ by their programs, also builds of one commit: none goes on with the work of
// another.
func TestABuildIsNamedByItsProgram(t *testing.T) {
	built, err := buildinfo.BuiltOf()
	require.NoError(t, err)
	path, err := os.Executable()
	require.NoError(t, err)
	program, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, fmt.Sprintf("program %x of commit %s", sha256.Sum256(program), buildinfo.OrNothing(buildinfo.ThisVersion().Revision)), built)
}
