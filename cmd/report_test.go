package cmd

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// reportText returns the files of a report for people and programs without the time that
// it took.
func reportText(t *testing.T, dir string) (text string) {
	t.Helper()
	for _, name := range []string{reportHTML, reportJSON} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		text += string(b)
	}
	return regexp.MustCompile(`"seconds": [0-9.]+|\d+ minutes of work`).ReplaceAllString(text, "")
}

// A report is the same for any number of workers, and when it goes on after a stop.
func TestReport(t *testing.T) {
	slowWhenRaced(t)
	dir := t.TempDir()
	const game, other = "leduc", "kuhn"
	args := func(out string, more ...string) []string {
		return append([]string{"report", game, "--games", "60", "--out", filepath.Join(dir, out)}, more...)
	}
	assert.Contains(t, done(t, args("one", "--workers", "1")...), "open "+filepath.Join(dir, "one", reportHTML))
	done(t, args("three", "--workers", "3")...)
	assert.Equal(t, reportText(t, filepath.Join(dir, "one")), reportText(t, filepath.Join(dir, "three")))

	parts, err := filepath.Glob(filepath.Join(dir, "three", reportParts, "*.json"))
	require.NoError(t, err)
	for i, p := range parts { // as if it was stopped, with some parts damaged
		if filepath.Base(p) != reportWork && i%2 == 0 {
			require.NoError(t, os.WriteFile(p, []byte("{"), 0o600))
		}
	}
	o := object(t, args("three")...)
	hasKeys(t, o, "game", "spec_hash", "verdict", "flags", "measures", "targets", "out")
	assert.Equal(t, reportText(t, filepath.Join(dir, "one")), reportText(t, filepath.Join(dir, "three")))
	assert.FileExists(t, filepath.Join(dir, "three", "csv", "seats.csv"))

	again := ringer(t, "", "report", other, "--games", "60", "--out", filepath.Join(dir, "one"))
	assert.Equal(t, exitBadInput, again.exit)
	assert.Contains(t, again.errs, "a report of other rules is there")
}

// A game with a file of one's own is reported like any other.
func TestReportOfAMapOfOnesOwn(t *testing.T) {
	slowWhenRaced(t)
	dir := t.TempDir()
	text, err := os.ReadFile("../configs/games/duel/maps/canyon.yaml")
	require.NoError(t, err)
	board := filepath.Join(dir, "mine.yaml")
	require.NoError(t, os.WriteFile(board, text, 0o600))
	args := []string{"report", "duel(map=" + board + ")", "--games", "4", "--tune", "0", "--only", "seats", "--agent", "random", "--out", filepath.Join(dir, "out")}
	assert.Contains(t, done(t, args...), "open ")
	before := done(t, "games", "duel(map="+board+")", "--diff", "shipped")
	assert.Contains(t, before, "map crossroads → ")
	require.Equal(t, exitBadInput, ringer(t, "", append(args, "--step", "map")...).exit) // not a number, and told before any game
	assert.NotContains(t, ringer(t, "", append(args, "--step", "step")...).errs, "is a path")
}

// Trust is a question about agents that have learned: where none has, a report does without
// the panel, and one of that panel alone is refused before anything is played.
func TestReportOfAgentsThatHaveNotLearned(t *testing.T) {
	slowWhenRaced(t)
	dir := t.TempDir()
	args := []string{"report", "kuhn", "--games", "40", "--out", filepath.Join(dir, "out"), "--only", "trust"}
	o := ringer(t, "", append(args, "--agent", "random")...)
	assert.Equal(t, exitBadInput, o.exit)
	assert.Contains(t, o.errs, "--only trust: no agent of the report has learned (random): want a bot, such as --agent 'bot(FILE)', or trainings")
	assert.NoDirExists(t, filepath.Join(dir, "out"))
	assert.Contains(t, done(t, append(args, "--agent", "ringer")...), "Trust in these agents")

	o = ringer(t, "", "report", "kuhn", "--games", "40", "--out", filepath.Join(dir, "whole"), "--agent", "random")
	assert.Zero(t, o.exit, o.errs)
	assert.Contains(t, o.errs, "no panel on trust: none of its agents has learned")
	assert.NotContains(t, o.out, "Trust in these agents")
}

// Targets that fail end with status 1; a report can be set beside an earlier one.
func TestReportTargets(t *testing.T) {
	slowWhenRaced(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "targets.yaml")
	args := []string{"report", "kuhn", "--games", "200", "--only", "seats", "--agent", "random", "--targets", file, "--out", filepath.Join(dir, "out")}
	write := func(text string) { require.NoError(t, os.WriteFile(file, []byte(text), 0o600)) }
	write("targets:\n  - {name: even, measure: seats.top.seat.*.win_rate, low: .2, high: .8}\n")
	assert.Contains(t, done(t, args...), "PASS")
	write("targets:\n  - {measure: seats.top.seat.seat-0.win_rate, low: .9}\n")
	o := ringer(t, "", args...)
	assert.Equal(t, exitFailed, o.exit)
	assert.Contains(t, o.out, "FAIL")
	assert.Contains(t, o.errs, "1 of 1 targets fail")
	write("targets:\n  - {measure: seats.nobody, low: .9}\n  - {meazure: x}\n")
	o = ringer(t, "", args...)
	assert.Equal(t, exitBadInput, o.exit)
	assert.Contains(t, o.errs, "targets.yaml:3")
	write("targets:\n  - {measure: flags.dead, high: 0}\n")
	o = ringer(t, "", instead(args, "--out", filepath.Join(dir, "nowhere"))...)
	assert.Equal(t, exitBadInput, o.exit)
	assert.Contains(t, o.errs, "this one is of things, and --only leaves that out")
	assert.NoDirExists(t, filepath.Join(dir, "nowhere"), "nothing was played")
	write("targets:\n  - {measure: seats.nobody, low: .9}\n")
	o = ringer(t, "", args...)
	assert.Equal(t, exitBadInput, o.exit)
	assert.Contains(t, o.errs, "seats.top.seat.seat-0.win_rate")

	same := done(t, "report", "kuhn", "--games", "200", "--only", "seats", "--agent", "random", "--compare", filepath.Join(dir, "out"), "--out", filepath.Join(dir, "two"))
	assert.Contains(t, same, "Against the earlier report 0 figures of")
	for _, wrong := range [][]string{{"--only", "seat"}, {"--minutes", "0"}, {"--band", "2"}, {"--agent", "nobody"}, {"--compare", dir}, {"--step", "nobody"}, {"--vary", "nobody=1..2"}, {"--strategy", "nobody"}} {
		o = ringer(t, "", append([]string{"report", "kuhn", "--out", filepath.Join(dir, "three")}, wrong...)...)
		assert.Equal(t, exitBadInput, o.exit, wrong)
		assert.Contains(t, o.errs, wrong[0])
		assert.NoDirExists(t, filepath.Join(dir, "three"), "nothing is left behind by %s", wrong[0])
	}
}

// slow leaves a test that computes for seconds to RINGER_LONG=1, where a quicker one goes the
// same way through the program.
func slow(t *testing.T) {
	t.Helper()
	if os.Getenv("RINGER_LONG") != "1" {
		t.Skip("computes for seconds: RINGER_LONG=1")
	}
}

// slowWhenRaced leaves a test out under the race detector, which makes all of it twenty times
// slower: the goroutines of its games and trainings are raced in their own packages, and
// those of a whole report in TestReport. Tests that read files and words start none.
func slowWhenRaced(t *testing.T) {
	t.Helper()
	if raced {
		t.Skip("too slow under the race detector")
	}
}
