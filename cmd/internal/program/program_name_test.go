package program_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
)

// A program of another name calls itself by it everywhere, and by no other.
func TestAProgramGoesByItsOwnName(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	cmdtest.InFolder(t)
	says := func(args ...string) cmdtest.Outcome {
		var out, errs strings.Builder
		p := &shell.Terminal{In: strings.NewReader(""), Out: &out, Errs: &errs, Program: "my-game"}
		exit := program.Execute(t.Context(), p, args)
		return cmdtest.Outcome{Exit: exit, Out: out.String(), Errs: errs.String()}
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
		assert.NotRegexp(t, other, o.Out+o.Errs, args)
	}
	assert.Contains(t, says("train", "--help").Out, "my-game train --config kuhn")
	assert.Contains(t, says("gmaes").Errs, "my-game: unknown command")
	assert.Equal(t, "my-game, with ringer "+buildinfo.ThisVersion().Short()+"\n", says("--version").Out)
	assert.Zero(t, says("report", "kuhn", "--games", "40", "--only", "seats", "--agent", "random", "--out", "report").Exit)
	assert.Contains(t, cmdtest.ReadText(t, filepath.Join("report", "report.html")), "my-game report kuhn")
	assert.Contains(t, cmdtest.ReadText(t, filepath.Join("report", "report.json")), `"my-game report kuhn`)
	bash := says("completion", "bash").Out
	assert.Contains(t, bash, "\n        __start_my_game\n")
	assert.Contains(t, bash, "-F __start_my_game_quoted my-game\n")
	assert.NotContains(t, bash, "ringer")
	assert.Contains(t, cmdtest.ReadText(t, filepath.Join("man", "my-game-train.1")), `my\-game train \-\-config kuhn`)
	assert.Contains(t, says("help", "agents").Out, "beginner, ringer", "the strongest bot has its name still")
}

// The name changes before a command and in front of a message; the strongest bot, which has the
// same name, keeps it.
func TestOnlyTheProgramIsRenamed(t *testing.T) {
	p := &shell.Terminal{Program: "my-game"}
	program.NewRoot(p)
	for text, want := range map[string]string{
		"ringer: no":                                             "my-game: no",
		"ringer train, `ringer play`":                            "my-game train, `my-game play`",
		"such as (ringer\nexport.":                               "such as (my-game\nexport.",
		"ringer peek-test X; ringer COMMAND":                     "my-game peek-test X; my-game COMMAND",
		"the ringer wins, and a ringer replays":                  "the ringer wins, and a ringer replays",
		"bot(ringer) my-ringer train stringer play ringer  play": "bot(ringer) my-ringer train stringer play ringer  play",
		"ringer": "ringer", "": "", "ringer ": "ringer ",
	} {
		assert.Equal(t, want, p.Named(text))
	}
	assert.Equal(t, "ringer train", (&shell.Terminal{}).Named("ringer train"))
}

func TestProgramNames(t *testing.T) {
	for called, want := range map[string]string{
		"bin/ringer": "ringer", "/home/me/my-game": "my-game", "mygame.exe": "mygame", "cmd.test": "ringer", "": "ringer", "my game": "ringer", "$x": "ringer",
	} {
		assert.Equal(t, want, shell.ProgramName(called), called)
	}
	p := cmdtest.Start(t, t.TempDir(), nil)
	assert.Zero(t, p.Exit(), "the test's own process is ringer")
	assert.Contains(t, p.Out.String(), "ringer train --config kuhn")
}
