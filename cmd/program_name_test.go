package cmd

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A program of another name calls itself by it everywhere, and by no other.
func TestAProgramGoesByItsOwnName(t *testing.T) {
	slowWhenRaced(t)
	inFolder(t)
	says := func(args ...string) outcome {
		var out, errs strings.Builder
		p := &terminal{in: strings.NewReader(""), out: &out, errs: &errs, program: "my-game"}
		exit := execute(t.Context(), p, args)
		return outcome{exit, out.String(), errs.String()}
	}
	other := regexp.MustCompile("(^|[\\s\"'`])ringer(\\s[a-z]+\\b|:)")
	for _, args := range [][]string{
		{"--help"},
		{"train", "--help"},
		{"bot", "--help"},
		{"help", "match"},
		{"games"},
		{"games", "kuhn"},
		{"gmaes"},
		{"train"},
		{"play"},
		{"bench", "kuhn", "--sconds", "1"},
		{"solve", "kuhn", "--iterations", "20", "--out", "k.bot"},
		{"completion", "bash"},
		{"man", "--out", "man"},
	} {
		o := says(args...)
		assert.NotRegexp(t, other, o.out+o.errs, args)
	}
	assert.Contains(t, says("train", "--help").out, "my-game train --config kuhn")
	assert.Contains(t, says("gmaes").errs, "my-game: unknown command")
	assert.Equal(t, "my-game, with ringer "+thisVersion().short()+"\n", says("--version").out)
	assert.Zero(t, says("report", "kuhn", "--games", "40", "--only", "seats", "--agent", "random", "--out", "report").exit)
	assert.Contains(t, readText(t, filepath.Join("report", "report.html")), "my-game report kuhn")
	assert.Contains(t, readText(t, filepath.Join("report", "report.json")), `"my-game report kuhn`)
	bash := says("completion", "bash").out
	assert.Contains(t, bash, "\n        __start_my_game\n")
	assert.Contains(t, bash, "-F __start_my_game_quoted my-game\n")
	assert.NotContains(t, bash, "ringer")
	assert.Contains(t, readText(t, filepath.Join("man", "my-game-train.1")), `my\-game train \-\-config kuhn`)
	assert.Contains(t, says("help", "agents").out, "beginner, ringer", "the strongest bot has its name still")
}

func TestProgramNames(t *testing.T) {
	for called, want := range map[string]string{
		"bin/ringer": "ringer", "/home/me/my-game": "my-game", "mygame.exe": "mygame", "cmd.test": "ringer", "": "ringer", "my game": "ringer", "$x": "ringer",
	} {
		assert.Equal(t, want, programName(called), called)
	}
	p := start(t, t.TempDir(), nil)
	assert.Zero(t, p.exit(), "the test's own process is ringer")
	assert.Contains(t, p.out.String(), "ringer train --config kuhn")
}
