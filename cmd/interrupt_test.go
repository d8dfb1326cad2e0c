package cmd

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// signalled runs the program in a process of its own, in a folder, sends it a signal
// after a while, and returns its outcome and the time that it took to end. Its standard
// input stays open.
func signalled(t *testing.T, dir string, signal os.Signal, after time.Duration, args ...string) (outcome, time.Duration) {
	t.Helper()
	return signalledThen(t, dir, signal, func() { time.Sleep(after) }, args...)
}

// signalledThen is signalled where wait returns when the signal is due.
func signalledThen(t *testing.T, dir string, signal os.Signal, wait func(), args ...string) (outcome, time.Duration) {
	t.Helper()
	child := exec.Command(os.Args[0], args...)
	child.Env, child.Dir = append(os.Environ(), asProgram+"=1"), dir
	var out, errs bytes.Buffer
	child.Stdout, child.Stderr = &out, &errs
	in, err := child.StdinPipe()
	require.NoError(t, err)
	ready, told, err := os.Pipe()
	require.NoError(t, err)
	child.ExtraFiles, child.Env = []*os.File{told}, append(child.Env, tellsWhenListening+"=1")
	require.NoError(t, child.Start())
	require.NoError(t, told.Close())
	_, err = ready.Read(make([]byte, 1)) // the end, when the program listens for signals
	require.ErrorIs(t, err, io.EOF)
	require.NoError(t, ready.Close())
	wait()
	require.NoError(t, child.Process.Signal(signal), "%v had ended: %s%s", args, &out, &errs)
	begun := time.Now()
	kill := time.AfterFunc(10*time.Minute, func() { _ = child.Process.Kill() })
	defer kill.Stop()
	_ = child.Wait() // its exit status follows
	took := time.Since(begun)
	_ = in.Close()
	return outcome{child.ProcessState.ExitCode(), out.String(), errs.String()}, took
}

// Every command that can last ends soon after Ctrl-C, or SIGTERM, with what it has: on a
// quiet machine within a second. On a busy one there may be no time for intervals, and
// then nothing is shown.
func TestCommandsEndAtASignal(t *testing.T) {
	slowWhenRaced(t)
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be sent a signal there")
	}
	long := os.Getenv("RINGER_LONG") == "1"
	for _, c := range []struct {
		args  string // separated by spaces
		exit  int
		shown string // in whatever is on standard output; empty: nothing at all
		quick bool   // also in the quick tests
	}{
		{"bot kuhn", exitInterrupted, `"type":"hello"`, true},
		{"match greedy random --game leduc --games 1000000", exitInterrupted, "seed 1; INTERRUPTED\n", true},
		{"match greedy random --game leduc --games 1000000 --json", exitInterrupted, `"interrupted": true`, false},
		{"match random random --game leduc --games 10000000 --sprt elo0=-0.1,elo1=0.1,alpha=0.001,beta=0.001", exitInterrupted, "no verdict yet", false},
		{"match ismcts(sims=10000000) random --game heat(players=3)", exitInterrupted, "", false},
		{"match expert --game duel --games 100000", exitInterrupted, "INTERRUPTED", false},
		{"match bot(heat-4p,search=100000) --game heat(players=4)", exitInterrupted, "", false},
		{"arena random greedy --game kuhn --games 4000000", exitInterrupted, "INTERRUPTED", false},
		{"arena random greedy --game kuhn --games 4000000 --keep a.jsonl", exitInterrupted, "INTERRUPTED", false},
		{"check duel --games 1000000", exitInterrupted, "", false},
		{"count liarsdice(dice=2) --limit 2000000000", exitInterrupted, "", true},
		{"bench kuhn --seconds 1000", exitInterrupted, "", false},
		{"bench solve --seconds 1000", exitInterrupted, "", false},
		{"bench search --seconds 1000", exitInterrupted, "", false},
		{"solve leduc --iterations 100000000", exitInterrupted, "EXPLOITABILITY", false},
		{"solve leduc --iterations 100000000 --run work", exitInterrupted, "EXPLOITABILITY", false},
		{"solve liarsdice(dice=2) --limit 2000000000", exitInterrupted, "", false},
		{"exploit ismcts(sims=10000000) --game leduc", exitInterrupted, "", false},
		{"exploit random --game leduc --method br", exitInterrupted, "", false},
		{"train --config kuhn --set decisions=1000000000", exitInterrupted, "decisions/s", true},
		{"decisions random --game duel --games 100000", exitInterrupted, "INTERRUPTED", false},
		{"duel positions random --games 1000000", exitInterrupted, "INTERRUPTED", false},
		{"duel drafts random --games 100000", exitInterrupted, "INTERRUPTED", false},
		{"duel warbands --agent random --games 100000", exitInterrupted, "", false},
		{"duel warbands --agent random posse swarm pack --games 40000", exitInterrupted, "INTERRUPTED", false},
	} {
		if !c.quick && !long {
			continue
		}
		t.Run(c.args, func(t *testing.T) {
			signals := []os.Signal{os.Interrupt}
			if long {
				signals = append(signals, syscall.SIGTERM)
			}
			for _, signal := range signals {
				o, took := signalled(t, t.TempDir(), signal, time.Second, strings.Fields(c.args)...)
				assert.Equal(t, c.exit, o.exit, "%s\n%s%s", signal, o.out, o.errs)
				if c.exit == exitInterrupted {
					assert.Contains(t, o.errs, "ringer: interrupted")
				}
				if strings.HasPrefix(c.args, "train") || strings.Contains(c.args, "--run ") {
					assert.Regexp(t, "--resume |the same command begins again", o.errs, "what to type to go on")
				}
				if o.out != "" {
					require.NotEmpty(t, c.shown, o.out)
					assert.Contains(t, o.out, c.shown)
				}
				t.Logf("ended %.2f s after %s and showed %d bytes", took.Seconds(), signal, len(o.out))
			}
		})
	}
}
