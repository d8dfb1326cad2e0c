package cmd_test

import (
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
)

// Every command that can last ends soon after Ctrl-C, or SIGTERM, with what it has: on a
// quiet machine within a second. On a busy one there may be no time for intervals, and
// then nothing is shown.
func TestCommandsEndAtASignal(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
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
		{"bot kuhn", shell.ExitInterrupted, `"type":"hello"`, true},
		{"match greedy random --game leduc --games 1000000", shell.ExitInterrupted, "seed 1; INTERRUPTED\n", true},
		{"match greedy random --game leduc --games 1000000 --json", shell.ExitInterrupted, `"interrupted": true`, false},
		{"match random random --game leduc --games 10000000 --sprt elo0=-0.1,elo1=0.1,alpha=0.001,beta=0.001", shell.ExitInterrupted, "no verdict yet", false},
		{"match ismcts(sims=10000000) random --game heat(players=3)", shell.ExitInterrupted, "", false},
		{"match expert --game duel --games 100000", shell.ExitInterrupted, "INTERRUPTED", false},
		{"match bot(heat-4p,search=100000) --game heat(players=4)", shell.ExitInterrupted, "", false},
		{"arena random greedy --game kuhn --games 4000000", shell.ExitInterrupted, "INTERRUPTED", false},
		{"arena random greedy --game kuhn --games 4000000 --keep a.jsonl", shell.ExitInterrupted, "INTERRUPTED", false},
		{"check duel --games 1000000", shell.ExitInterrupted, "", false},
		{"count liarsdice(dice=2) --limit 2000000000", shell.ExitInterrupted, "", true},
		{"bench kuhn --seconds 1000", shell.ExitInterrupted, "", false},
		{"bench solve --seconds 1000", shell.ExitInterrupted, "", false},
		{"bench search --seconds 1000", shell.ExitInterrupted, "", false},
		{"solve leduc --iterations 100000000", shell.ExitInterrupted, "EXPLOITABILITY", false},
		{"solve leduc --iterations 100000000 --run work", shell.ExitInterrupted, "EXPLOITABILITY", false},
		{"solve liarsdice(dice=2) --limit 2000000000", shell.ExitInterrupted, "", false},
		{"exploit ismcts(sims=10000000) --game leduc", shell.ExitInterrupted, "", false},
		{"exploit random --game leduc --method br", shell.ExitInterrupted, "", false},
		{"train --config kuhn --set decisions=1000000000", shell.ExitInterrupted, "decisions/s", true},
		{"decisions random --game duel --games 100000", shell.ExitInterrupted, "INTERRUPTED", false},
		{"duel positions random --games 1000000", shell.ExitInterrupted, "INTERRUPTED", false},
		{"duel drafts random --games 100000", shell.ExitInterrupted, "INTERRUPTED", false},
		{"duel warbands --agent random --games 100000", shell.ExitInterrupted, "", false},
		{"duel warbands --agent random posse swarm pack --games 40000", shell.ExitInterrupted, "INTERRUPTED", false},
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
				o, took := cmdtest.Signalled(t, t.TempDir(), signal, time.Second, strings.Fields(c.args)...)
				assert.Equal(t, c.exit, o.Exit, "%s\n%s%s", signal, o.Out, o.Errs)
				if c.exit == shell.ExitInterrupted {
					assert.Contains(t, o.Errs, "ringer: interrupted")
				}
				if strings.HasPrefix(c.args, "train") || strings.Contains(c.args, "--run ") {
					assert.Regexp(t, "--resume |the same command begins again", o.Errs, "what to type to go on")
				}
				if o.Out != "" {
					require.NotEmpty(t, c.shown, o.Out)
					assert.Contains(t, o.Out, c.shown)
				}
				t.Logf("ended %.2f s after %s and showed %d bytes", took.Seconds(), signal, len(o.Out))
			}
		})
	}
}
