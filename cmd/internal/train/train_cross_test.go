package train_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
	"ringer/internal/cover"
	"ringer/models/graph"
	"ringer/open"
)

// widths are the environments in which Go chooses vectors of some width.
var widths = map[string][]string{"its own": nil, "256": {"GODEBUG=cpu.avx512f=off"}, "128": {"GODEBUG=simd=128", "GOMLX_GO_SIMD_AVX512=0"}}

// computingAxes are the axes of how and where a training is computed.
var computingAxes = []cover.Axis{
	{Name: "compute", Values: []string{"fast", "portable"}},
	{Name: "vectors", Values: []string{"its own", "256", "128"}},
	{Name: "workers", Values: []string{"none", "the learner", "one", "one that played fast", "one that played portable"}},
	{Name: "their vectors", Values: []string{"its own", "256", "128"}},
	{Name: "lag", Values: []string{"0", "2"}},
	{Name: "end", Values: []string{"never", "interrupt", "kill"}},
	{Name: "processors", Values: []string{"1", "3"}},
}

// A training has the bytes of one that nobody stopped on one machine, whatever processes play
// it and whatever their vectors are: fast, where all of them are alike, and portable on any.
func TestCrossComputing(t *testing.T) {
	if !cover.All() {
		t.Skip("every case starts programs: make cross")
	}
	if graph.CanBePortable() != nil {
		t.Skip("nothing is portable here")
	}
	value := func(c cover.Case, name string) string {
		at := slices.IndexFunc(computingAxes, func(a cover.Axis) bool { return a.Name == name })
		if c[at] == cover.Open {
			return ""
		}
		return computingAxes[at].Values[c[at]]
	}
	allowed := func(c cover.Case) bool { // a worker of other vectors is refused by a fast run
		v, w := value(c, "vectors"), value(c, "their vectors")
		return value(c, "compute") != "fast" || v == "" || w == "" || v == w
	}
	alone := map[string]map[string]string{}
	stopped := 0
	defer func() { t.Logf("%d were stopped before they were over", stopped) }()
	cover.Run(t, computingAxes, 4, allowed, func(t *testing.T, pick func(string) string) {
		c := &computing{T: t, folder: t.TempDir(), pick: pick}
		c.training = []string{
			"train", "--config", "kuhn", "--set", "compute=" + pick("compute"), "--set", "decisions=3000",
			"--set", "collect={batch: 300, tables: 12, groups: 3, lag: " + pick("lag") + "}", "--set", "network.hidden=[8]",
			"--set", "opponents={past_share: 0.25, snapshot_every: 2, pool: 3, fixed: [random], fixed_share: 0.25}",
			"--set", "evaluation={every: 0, games: 20, opponents: [random], final_games: 20}", "--set", "checkpoint={every: 2, keep: 2}", "--set", "ppo.minibatch=64",
		}
		key := pick("compute") + pick("lag")
		if pick("compute") == "fast" {
			key += pick("vectors")
		}
		if alone[key] == nil {
			c.whole("alone", c.training, widths[pick("vectors")])
			alone[key] = c.files("alone")
		}
		if c.train() {
			stopped++
		}
		got := c.files("there")
		for name := range alone[key] {
			assert.True(t, alone[key][name] == got[name], "%s differs", name)
		}
		assert.Len(t, got, len(alone[key]))
	})
}

// computing is a training of a case.
type computing struct {
	*testing.T
	folder   string
	pick     func(string) string
	training []string
}

// files returns the files of a run, which is removed.
func (c *computing) files(name string) map[string]string {
	dir := filepath.Join(c.folder, name)
	files := cmdtest.RunFiles(c, dir)
	delete(files, "builds.jsonl") // says who computed it
	require.NoError(c, os.RemoveAll(dir))
	return files
}

// whole trains a run that is called so to its end, in a process of its own.
func (c *computing) whole(name string, training, environ []string) {
	c.succeeds(environ, append(slices.Clone(training), "--out", name))
}

// hangs is how long a process may take that is no slow one.
const hangs = 2 * time.Minute

// succeeds runs the program, and wants it to end well.
func (c *computing) succeeds(environ, args []string) {
	p := cmdtest.Start(c, c.folder, environ, args...)
	defer time.AfterFunc(hangs, func() { _ = p.Process.Kill() }).Stop()
	require.Zero(c, p.Exit(), "%s\n%s", strings.Join(args, " "), &p.Errs)
}

// train trains the run "there" to its end, as the case says, and reports whether it was
// stopped on its way.
func (c *computing) train() (stopped bool) {
	environ := append(slices.Clone(widths[c.pick("vectors")]), "GOMAXPROCS="+c.pick("processors"))
	training := append(slices.Clone(c.training), "--out", "there")
	var spread []string
	switch workers := c.pick("workers"); workers {
	case "none":
	case "the learner":
		spread = []string{"--nats", "embedded"}
	default:
		address := cmdtest.FreeAddress(c)
		spread = []string{"--nats", "embedded", "--nats-listen", address, "--nats-play", "0"}
		w := cmdtest.Start(c, c.folder, widths[c.pick("their vectors")], "worker", "--nats", "nats://"+address, "--workers", "2")
		defer func() {
			require.NoError(c, w.Process.Signal(syscall.SIGINT))
			assert.Zero(c, w.Exit(), w.Errs.String())
		}()
		for _, compute := range []string{"fast", "portable"} {
			if strings.HasSuffix(workers, compute) {
				before := slices.Clone(c.training)
				for i, arg := range before {
					if strings.HasPrefix(arg, "compute=") {
						before[i] = "compute=" + compute
					}
				}
				// Of its vectors, so that a fast one is not refused.
				c.whole("before", append(before, spread...), widths[c.pick("their vectors")])
				require.NoError(c, os.RemoveAll(filepath.Join(c.folder, "before")))
			}
		}
	}
	first := append(training, spread...)
	if end := c.pick("end"); end != "never" {
		p := cmdtest.Start(c, c.folder, environ, first...)
		require.Eventually(c, func() bool { // there is something to go on with, or it is over
			names, _ := filepath.Glob(filepath.Join(c.folder, "there", "checkpoints", "0*"))
			return len(names) > 0
		}, hangs, time.Millisecond)
		signal := map[string]os.Signal{"interrupt": syscall.SIGINT, "kill": syscall.SIGKILL}[end]
		_ = p.Process.Signal(signal) // it may be over
		exit := p.Exit()
		require.Contains(c, []int{0, -1, shell.ExitInterrupted}, exit, p.Errs.String())
		if _, err := os.Stat(filepath.Join(c.folder, "there", open.ResultName)); err == nil {
			return false
		}
		stopped = true
		first = append([]string{"train", "--resume", "there"}, spread...)
	}
	c.succeeds(environ, first)
	return stopped
}
