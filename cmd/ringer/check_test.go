package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCheck(t *testing.T) {
	out := done(t, "check", "kuhn", "--games", "5")
	assert.Contains(t, out, "laws hold on 5 random and 25 biased games")
	assert.Contains(t, out, "the seats differ: seat 0 bets first")
	report := object(t, "check", "kuhn", "--games", "5", "--biased", "3")
	hasKeys(t, report, "game", "games_played", "biased_games", "laws", "ok")
	assert.Equal(t, true, report["ok"])
	assert.EqualValues(t, 5, report["games_played"])
	assert.EqualValues(t, 3, report["biased_games"])
	for _, l := range elements(t, report, "laws") {
		hasKeys(t, l, "name", "ok", "detail")
	}
	assert.Contains(t, done(t, "check", "kuhn", "--games", "5", "--biased", "0"), "laws hold on 5 random and 0 biased games")
}

// A check that is stopped says nothing about laws.
func TestCheckInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs bytes.Buffer
	assert.Equal(t, exitInterrupted, run(ctx, []string{"check", "leduc"}, nil, &out, &errs))
	assert.Empty(t, out.String())
	assert.Equal(t, "ringer: interrupted\n", errs.String())
}

// inChild, when set in the environment, makes the test below the program itself.
const inChild = "RINGER_TEST_CHILD"

// Ctrl-C and SIGTERM stop a check at once, in the middle of a game.
func TestCheckStopsAtASignal(t *testing.T) {
	if os.Getenv(inChild) != "" {
		println("begun")
		os.Args = []string{"ringer", "check", "duel", "--games", "100000"}
		main()
		return
	}
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be sent a signal there")
	}
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		child := exec.Command(os.Args[0], "-test.run=^TestCheckStopsAtASignal$")
		child.Env = append(os.Environ(), inChild+"=1")
		var out bytes.Buffer
		child.Stdout = &out
		pipe, err := child.StderrPipe()
		require.NoError(t, err)
		require.NoError(t, child.Start())
		errs := bufio.NewReader(pipe)
		_, err = errs.ReadString('\n')
		require.NoError(t, err)
		time.Sleep(time.Second) // until it plays
		require.NoError(t, child.Process.Signal(signal))
		begun := time.Now()
		said, err := io.ReadAll(errs)
		require.NoError(t, err)
		err = child.Wait()
		var exit *exec.ExitError
		require.ErrorAs(t, err, &exit, signal.String())
		assert.Equal(t, exitInterrupted, exit.ExitCode(), "%s\n%s", signal, said)
		assert.Less(t, time.Since(begun), 5*time.Second, signal.String())
		assert.Empty(t, out.String())
		assert.Contains(t, string(said), "ringer: interrupted")
	}
}
