package cmd_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
	"ringer/open/tables"
)

// itself is the command line of this program as an agent, in processes that start begins.
func itself(args string) string { return fmt.Sprintf("cmd:'%s' %s", os.Args[0], args) }

// `ringer bot` answers the questions that a program is asked: a bot decides the same from
// outside, to the last bit, and so does a table.
func TestRingerBotIsAProgramThatPlays(t *testing.T) {
	table := filepath.Join(t.TempDir(), "table.bot")
	solve := cmdtest.Start(t, t.TempDir(), nil, "solve", "kuhn", "--iterations", "100", "--out", table)
	require.Equal(t, shell.ExitDone, solve.Exit(), solve.Errs.String())
	t.Setenv(cmdtest.AsProgram, "1")
	g := games.MustNew("kuhn")
	for _, c := range [][2]string{
		{"bot(kuhn)", itself("bot kuhn")},
		{"bot(kuhn)", itself("bot 'bot(kuhn)' --game kuhn")},
		{"bot(kuhn)", itself("bot 'bot(kuhn)'")},
		{"bot(" + table + ")", itself("bot " + table)},
		{"bot(" + table + ")", itself("bot bot(" + table + ")")},
	} {
		inside, err := cmdtest.NewOpener(t).Agent(g, c[0])
		require.NoError(t, err)
		outside, err := cmdtest.NewOpener(t).Agent(g, c[1])
		require.NoError(t, err)
		viewer, play, decisions := agents.NewViewer(g), env.Stream(1, "test"), 0
		for range 20 {
			var table drive.Table
			table.Set(g.NewInitialState())
			require.NoError(t, table.Play(play, func(_ env.Player, legal []env.Action) (env.Action, error) {
				view := viewer.View(table.State(), env.Stream(1, "test"))
				want, err := inside.Decide(t.Context(), []agents.View{view})
				require.NoError(t, err)
				got, err := outside.Decide(t.Context(), []agents.View{view})
				require.NoError(t, err)
				require.Equal(t, want[0].Probs, got[0].Probs, c[1])
				value := min(max(want[0].Value, float32(g.Spec().MinUtility)), float32(g.Spec().MaxUtility))
				require.InDelta(t, value, got[0].Value, 0, c[1])
				decisions++
				return legal[play.IntN(len(legal))], nil
			}))
		}
		assert.Greater(t, decisions, 20)
	}
}

func TestProgramsOnTheCommandLine(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		exit int
		says string
	}{
		"it says no hello": {[]string{"match", itself("version"), "random", "--game", "kuhn"}, shell.ExitFailed, "want a hello, such as"},
		"it dies":          {[]string{"arena", "random", itself("bot nobody"), "--game", "kuhn"}, shell.ExitFailed, "it ended (exit status 2): want its hello"},
		"another game":     {[]string{"match", itself("bot leduc"), "random", "--game", "kuhn"}, shell.ExitFailed, "spec_hash"},
		"no such program":  {[]string{"match", "cmd:no-such-program-anywhere", "random", "--game", "kuhn"}, shell.ExitBadInput, "executable file not found"},
		"bot without game": {[]string{"bot", "random"}, shell.ExitBadInput, "--game is missing"},
		"bot with game":    {[]string{"bot", "kuhn", "--game", "kuhn"}, shell.ExitBadInput, "leave it out"},
		"it looks ahead":   {[]string{"bot", "ismcts", "--game", "kuhn"}, shell.ExitBadInput, "needs to see worlds"},
		"temperature":      {[]string{"bot", "random", "--game", "kuhn", "--temperature", "0"}, shell.ExitBadInput, "for a bot by itself"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := cmdtest.Start(t, t.TempDir(), nil, c.args...)
			assert.Equal(t, c.exit, p.Exit(), p.Out.String())
			assert.Contains(t, p.Errs.String(), c.says)
		})
	}
}

// A file of somebody else's starts no program: not a saved game, and not a run.
func TestFilesStartNoPrograms(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	for _, agent := range []string{"cmd:evil", "cmd(evil,timeout=1)", " cmd: evil", "ismcts(playout=cmd(evil))"} {
		assert.ErrorContains(t, tables.ShipsWithRinger(agent), "names a program")
	}
	dir := t.TempDir()
	agent := itself("bot random --game kuhn")
	train := []string{"train", "--config", "kuhn", "--set", "decisions=6000", "--set", "collect.batch=2048", "--set", "evaluation.games=20", "--set", "opponents.fixed_share=0.2"}
	p := cmdtest.Start(t, dir, nil, append(train, "--set", "opponents.fixed=["+agent+"]", "--out", "r")...)
	require.Equal(t, shell.ExitDone, p.Exit(), p.Errs.String())
	p = cmdtest.Start(t, dir, nil, "train", "--resume", "r")
	assert.Equal(t, shell.ExitBadInput, p.Exit())
	assert.Contains(t, p.Errs.String(), "opponents.fixed[0]: ")
	assert.Contains(t, p.Errs.String(), "give --programs to start it")
	p = cmdtest.Start(t, dir, nil, "train", "--resume", "r", "--programs")
	assert.Equal(t, shell.ExitDone, p.Exit(), p.Errs.String())
}

// However Ringer ends, its programs end too.
func TestProgramsEndWithRinger(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("reads /proc")
	}
	for i, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM, os.Kill} {
		mark := fmt.Sprint(uint64(os.Getpid())*1000 + uint64(i))
		p := cmdtest.Start(t, t.TempDir(), nil, "match", itself("bot random --game leduc --seed "+mark), "random", "--game", "leduc", "--games", "10000000")
		assert.Eventually(t, func() bool { return programsMarked(t, p, mark) == 1 }, 10*time.Minute, 20*time.Millisecond)
		time.Sleep(50 * time.Millisecond)
		require.NoError(t, p.Process.Signal(signal))
		exit := p.Exit()
		if signal != os.Kill {
			assert.Equal(t, shell.ExitInterrupted, exit, p.Errs.String())
		}
		assert.Eventually(t, func() bool { return programsMarked(t, p, mark) == 0 }, 10*time.Minute, 20*time.Millisecond, "%s", signal)
	}
}

// programsMarked counts the processes but p with a word in their command line.
func programsMarked(t *testing.T, p *cmdtest.Process, mark string) (n int) {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file) // of a zombie: empty
		if err == nil && strings.Contains(string(text), "\x00"+mark+"\x00") && file != fmt.Sprintf("/proc/%d/cmdline", p.Process.Pid) {
			n++
		}
	}
	return n
}
