//go:build unix

package cmd_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
)

// An interrupt ends what trains within a second of the processor's time, whatever
// is under way: imitation, an update, an evaluation, the report.
func TestTrainingEndsSoonAfterAnInterrupt(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	heat := []string{
		"train", "--config", "heat", "--set", "collect.batch=1500",
		"--set", "ppo.epochs=20", "--set", "evaluation={every: 1, games: 100000, opponents: [expert]}",
	}
	for name, c := range map[string]struct {
		args []string
		file string // that says that the phase has begun
	}{
		"imitating":  {heat, "config.yaml"},
		"updating":   {append(heat, "--set", "imitation.agent=", "--set", "evaluation.every=0"), "metrics.jsonl"},
		"evaluating": {append(heat, "--set", "imitation.agent="), "metrics.jsonl"},
		"reporting": {[]string{
			"train", "--config", "kuhn", "--set", "decisions=1000",
			"--set", "evaluation={exact: true, opponents: [random], games: 10000000, final_games: 10000000}",
		}, "checkpoints/0*"},
		"studying": {[]string{
			"study", "--config", "heat", "--variant", "hot(ppo.entropy=0.1)", "--out", "run",
		}, "*/config.yaml"},
		"exploiting": {[]string{"exploit", "greedy", "--game", "heat(players=4)", "--method", "br"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if os.Getenv("RINGER_LONG") == "" && os.Getenv("RINGER_CHAOS") == "" && name != "updating" && name != "reporting" {
				t.Skip("set RINGER_LONG=1: a second of training each")
			}
			dir := t.TempDir()
			args := c.args
			if args[0] == "train" {
				args = append(args[:len(args):len(args)], "--out", "run")
			}
			p := cmdtest.Start(t, dir, nil, args...)
			if c.file != "" {
				require.Eventually(t, func() bool {
					names, _ := filepath.Glob(filepath.Join(dir, "run", c.file))
					return len(names) > 0
				}, time.Minute, 5*time.Millisecond)
			}
			time.Sleep(300*time.Millisecond + rand.N(700*time.Millisecond))
			before := processorTime(p.Process.Pid)
			require.NoError(t, p.Process.Signal(syscall.SIGINT))
			sent := time.Now()
			exit := p.Exit()
			took, used := time.Since(sent), p.ProcessState.UserTime()+p.ProcessState.SystemTime()-before
			t.Logf("%v, of which %v of the processor; exit status %d: %s", took.Round(time.Millisecond), used.Round(time.Millisecond), exit, p.Errs.String())
			assert.Contains(t, []int{shell.ExitDone, shell.ExitFailed, shell.ExitInterrupted}, exit)
			// Where other work has the processors, a second on the clock is less of them. The
			// race detector makes everything some ten times slower.
			assert.True(t, cmdtest.Raced || took < time.Second || used < time.Second, "%v after the interrupt", took)
			assert.Regexp(t, "stopped|interrupted|cancel", p.Errs.String())
		})
	}
}

// processorTime returns the time that a process has used, or 0 where the system
// does not say.
func processorTime(pid int) time.Duration {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	fields := strings.Fields(string(text))
	if len(fields) < 15 {
		return 0
	}
	user, _ := strconv.Atoi(fields[13])
	system, _ := strconv.Atoi(fields[14])
	return time.Duration(user+system) * 10 * time.Millisecond // clock ticks
}
