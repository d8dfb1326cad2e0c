package report_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
	"ringer/open/reporting"
)

// reportText returns the files of a report for people and programs without the time that
// it took.
func reportText(t *testing.T, dir string) (text string) {
	t.Helper()
	for _, name := range []string{reporting.HTMLName, reporting.JSONName} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		text += string(b)
	}
	return regexp.MustCompile(`"seconds": [0-9.]+|\d+ minutes of work`).ReplaceAllString(text, "")
}

// A report is the same for any number of workers, and when it goes on after a stop.
func TestReport(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	dir := t.TempDir()
	const game, other = "leduc", "kuhn"
	args := func(out string, more ...string) []string {
		return append([]string{"report", game, "--games", "60", "--out", filepath.Join(dir, out)}, more...)
	}
	assert.Contains(t, cmdtest.Done(t, args("one", "--workers", "1")...), "open "+filepath.Join(dir, "one", reporting.HTMLName))
	cmdtest.Done(t, args("three", "--workers", "3")...)
	assert.Equal(t, reportText(t, filepath.Join(dir, "one")), reportText(t, filepath.Join(dir, "three")))

	parts, err := filepath.Glob(filepath.Join(dir, "three", "parts", "*.json"))
	require.NoError(t, err)
	for i, p := range parts { // as if it was stopped, with some parts damaged
		if filepath.Base(p) != "work.json" && i%2 == 0 {
			require.NoError(t, os.WriteFile(p, []byte("{"), 0o600))
		}
	}
	o := cmdtest.Object(t, args("three")...)
	cmdtest.HasKeys(t, o, "game", "spec_hash", "verdict", "flags", "measures", "targets", "out")
	assert.Equal(t, reportText(t, filepath.Join(dir, "one")), reportText(t, filepath.Join(dir, "three")))
	assert.FileExists(t, filepath.Join(dir, "three", "csv", "seats.csv"))

	again := cmdtest.Ringer(t, "", "report", other, "--games", "60", "--out", filepath.Join(dir, "one"))
	assert.Equal(t, shell.ExitBadInput, again.Exit)
	assert.Contains(t, again.Errs, "a report of other rules is there")
}

// A game with a file of one's own is reported like any other.
func TestReportOfAMapOfOnesOwn(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	dir := t.TempDir()
	text, err := os.ReadFile("../../../configs/games/duel/maps/canyon.yaml")
	require.NoError(t, err)
	board := filepath.Join(dir, "mine.yaml")
	require.NoError(t, os.WriteFile(board, text, 0o600))
	args := []string{"report", "duel(map=" + board + ")", "--games", "4", "--tune", "0", "--only", "seats", "--agent", "random", "--out", filepath.Join(dir, "out")}
	assert.Contains(t, cmdtest.Done(t, args...), "open ")
	before := cmdtest.Done(t, "games", "duel(map="+board+")", "--diff", "shipped")
	assert.Contains(t, before, "map crossroads → ")
	require.Equal(t, shell.ExitBadInput, cmdtest.Ringer(t, "", append(args, "--step", "map")...).Exit) // not a number, and told before any game
	assert.NotContains(t, cmdtest.Ringer(t, "", append(args, "--step", "step")...).Errs, "is a path")
}

// Trust is a question about agents that have learned: where none has, a report does without
// the panel, and one of that panel alone is refused before anything is played.
func TestReportOfAgentsThatHaveNotLearned(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	dir := t.TempDir()
	args := []string{"report", "kuhn", "--games", "40", "--out", filepath.Join(dir, "out"), "--only", "trust"}
	o := cmdtest.Ringer(t, "", append(args, "--agent", "random")...)
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "--only trust: no agent of the report has learned (random): want a bot, such as --agent 'bot(FILE)', or trainings")
	assert.NoDirExists(t, filepath.Join(dir, "out"))
	assert.Contains(t, cmdtest.Done(t, append(args, "--agent", "ringer")...), "Trust in these agents")

	o = cmdtest.Ringer(t, "", "report", "kuhn", "--games", "40", "--out", filepath.Join(dir, "whole"), "--agent", "random")
	assert.Zero(t, o.Exit, o.Errs)
	assert.Contains(t, o.Errs, "no panel on trust: none of its agents has learned")
	assert.NotContains(t, o.Out, "Trust in these agents")
}

// Targets that fail end with status 1; a report can be set beside an earlier one.
func TestReportTargets(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "targets.yaml")
	args := []string{"report", "kuhn", "--games", "200", "--only", "seats", "--agent", "random", "--targets", file, "--out", filepath.Join(dir, "out")}
	write := func(text string) { require.NoError(t, os.WriteFile(file, []byte(text), 0o600)) }
	write("targets:\n  - {name: even, measure: seats.top.seat.*.win_rate, low: .2, high: .8}\n")
	assert.Contains(t, cmdtest.Done(t, args...), "PASS")
	write("targets:\n  - {measure: seats.top.seat.seat-0.win_rate, low: .9}\n")
	o := cmdtest.Ringer(t, "", args...)
	assert.Equal(t, shell.ExitFailed, o.Exit)
	assert.Contains(t, o.Out, "FAIL")
	assert.Contains(t, o.Errs, "1 of 1 targets fail")
	write("targets:\n  - {measure: seats.nobody, low: .9}\n  - {meazure: x}\n")
	o = cmdtest.Ringer(t, "", args...)
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "targets.yaml:3")
	write("targets:\n  - {measure: length.capped, high: 0}\n")
	o = cmdtest.Ringer(t, "", cmdtest.Instead(args, "--out", filepath.Join(dir, "nowhere"))...)
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "this one is of length, and --only leaves that out")
	assert.NoDirExists(t, filepath.Join(dir, "nowhere"), "nothing was played")
	write("targets:\n  - {measure: seats.top.seat.seat-9.win_rate, low: .9}\n")
	o = cmdtest.Ringer(t, "", cmdtest.Instead(args, "--out", filepath.Join(dir, "nowhere"))...)
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "seats.top.seat.seat-0.win_rate")
	assert.NoDirExists(t, filepath.Join(dir, "nowhere"), "nothing was played for a measure that no report has")

	same := cmdtest.Done(t, "report", "kuhn", "--games", "200", "--only", "seats", "--agent", "random", "--compare", filepath.Join(dir, "out"), "--out", filepath.Join(dir, "two"))
	assert.Contains(t, same, "Against the earlier report 0 figures of")
	for _, wrong := range [][]string{{"--only", "seat"}, {"--minutes", "0"}, {"--band", "2"}, {"--agent", "nobody"}, {"--compare", dir}, {"--step", "nobody"}, {"--vary", "nobody=1..2"}, {"--strategy", "nobody"}} {
		o = cmdtest.Ringer(t, "", append([]string{"report", "kuhn", "--out", filepath.Join(dir, "three")}, wrong...)...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, wrong)
		assert.Contains(t, o.Errs, wrong[0])
		assert.NoDirExists(t, filepath.Join(dir, "three"), "nothing is left behind by %s", wrong[0])
	}
}
