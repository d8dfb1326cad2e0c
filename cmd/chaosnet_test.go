//go:build linux

package cmd

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// chaosNetTraining takes some seconds, and is spread over two workers.
var chaosNetTraining = []string{
	"train", "--config", "kuhn", "--out", "run", "--set", "decisions=60000",
	"--set", "collect={batch: 600, tables: 24, groups: 6, lag: 1}", "--set", "network.hidden=[16]",
	"--set", "opponents={past_share: 0.25, snapshot_every: 2, pool: 4, fixed: [random, 'ismcts(sims=8)'], fixed_share: 0.3}",
	"--set", "evaluation={every: 0, games: 20, opponents: [random], final_games: 40}", "--set", "checkpoint={every: 10, keep: 2}", "--set", "ppo.minibatch=64",
}

// chaosNet is one round: a learner, a server and two workers, each in a network namespace.
type chaosNet struct {
	testing.TB
	rng     *rand.Rand
	dir     string
	spaces  []string // the server's first, then the learner's, then the workers'
	server  *process
	learner *process
	workers [2]*process
	story   []string
}

// in begins a process in a namespace.
func (c *chaosNet) in(space int, environ []string, args ...string) *process {
	c.Helper()
	p := command(c.dir, args...)
	p.Cmd.Args = append([]string{"ip", "netns", "exec", c.spaces[space]}, p.Cmd.Args...)
	path, err := exec.LookPath("ip")
	require.NoError(c, err)
	p.Path = path
	p.Env = append(p.Env, environ...)
	require.NoError(c, p.Start())
	c.Cleanup(func() { _ = p.Process.Kill() })
	return p
}

func (c *chaosNet) serve() {
	c.server = c.in(0, []string{serverFolder + "=" + filepath.Join(c.dir, "nats")})
}

func (c *chaosNet) hire(i int) {
	c.workers[i] = c.in(2+i, nil, "worker", "--nats", fmt.Sprintf("nats://secret@10.78.%d.1:4778", 2+i), "--workers", "1")
}

func (c *chaosNet) learn() {
	args := append(slices.Clone(chaosNetTraining), "--continue")
	c.learner = c.in(1, nil, append(args, "--nats", "nats://secret@10.78.1.1:4778", "--quiet")...)
}

// kill ends a process without a word.
func kill(p *process) {
	_ = p.Process.Kill() // it may have ended
	p.exit()
}

func (c *chaosNet) link(i int, what ...string) {
	args := append([]string{"-n", c.spaces[0], "link", "set", fmt.Sprintf("cs%d", i)}, what...)
	require.NoError(c, exec.Command("ip", args...).Run())
}

// delay makes a wire slow, and lossless again where milliseconds are 0.
func (c *chaosNet) delay(i, milliseconds int) {
	verb := []string{"replace", "dev", fmt.Sprintf("cs%d", i), "root", "netem", "delay", fmt.Sprintf("%dms", milliseconds), "loss", "2%"}
	if milliseconds == 0 {
		verb = []string{"del", "dev", fmt.Sprintf("cs%d", i), "root"}
	}
	if exec.Command("tc", append([]string{"-n", c.spaces[0], "qdisc"}, verb...)...).Run() != nil && milliseconds > 0 {
		c.say("(this kernel delays no packets: no netem)")
	}
}

// freeze stops a process for a while, as a machine does that swaps.
func (c *chaosNet) freeze(p *process, pause time.Duration) {
	_ = p.Process.Signal(syscall.SIGSTOP) // it may have ended
	time.Sleep(pause)
	_ = p.Process.Signal(syscall.SIGCONT)
}

// disturb does one thing, and says which.
func (c *chaosNet) disturb() {
	pause := time.Duration(100+c.rng.IntN(1500)) * time.Millisecond
	switch k := c.rng.IntN(8); k {
	case 0:
		c.say("kill learner")
		kill(c.learner)
		time.Sleep(pause)
		c.learn()
	case 1, 2:
		c.say("kill worker %d", k)
		kill(c.workers[k-1])
		time.Sleep(pause)
		c.hire(k - 1)
	case 3:
		c.say("kill server")
		kill(c.server)
		time.Sleep(pause)
		c.serve()
	case 4:
		wire := 1 + c.rng.IntN(3)
		c.say("cut wire %d for %v", wire, pause)
		c.link(wire, "down")
		time.Sleep(pause)
		c.link(wire, "up")
	case 5:
		wire := 1 + c.rng.IntN(3)
		c.say("delay wire %d by 200 ms", wire)
		c.delay(wire, 200)
		time.Sleep(pause)
		c.delay(wire, 0)
	case 6:
		who := c.rng.IntN(3)
		c.say("freeze %s for %v", []string{"learner", "server", "worker 1"}[who], pause)
		c.freeze([]*process{c.learner, c.server, c.workers[0]}[who], pause)
	default:
		c.say("kill everything")
		for _, p := range []*process{c.learner, c.server, c.workers[0], c.workers[1]} {
			kill(p)
		}
		time.Sleep(pause)
		c.serve()
		c.hire(0)
		c.hire(1)
		c.learn()
	}
}

func (c *chaosNet) say(format string, args ...any) {
	c.story = append(c.story, fmt.Sprintf(format, args...))
}

// wire makes the namespaces, with a wire from the server to each other one.
func (c *chaosNet) wire() {
	c.spaces = []string{"ringer-cs", "ringer-cl", "ringer-c1", "ringer-c2"}
	unwire := func() {
		for _, s := range c.spaces {
			_ = exec.Command("ip", "netns", "del", s).Run() // it may not be there
		}
	}
	unwire()
	c.Cleanup(unwire)
	var lines []string
	for i, s := range c.spaces {
		lines = append(lines, "netns add "+s, "-n "+s+" link set lo up")
		if i > 0 {
			lines = append(lines,
				fmt.Sprintf("link add cs%d netns %s type veth peer name cp%d netns %s", i, c.spaces[0], i, s),
				fmt.Sprintf("-n %s addr add 10.78.%d.1/24 dev cs%d", c.spaces[0], i, i), fmt.Sprintf("-n %s addr add 10.78.%d.2/24 dev cp%d", s, i, i),
				fmt.Sprintf("-n %s link set cs%d up", c.spaces[0], i), fmt.Sprintf("-n %s link set cp%d up", s, i))
		}
	}
	for _, line := range lines {
		out, err := exec.Command("ip", strings.Fields(line)...).CombinedOutput()
		require.NoError(c, err, "ip %s: %s", line, out)
	}
}

// Whatever is killed, cut or delayed, in network namespaces, a training that workers play
// ends with the bytes of one that nothing happened to on one machine.
// RINGER_CHAOS_NET is the number of rounds, each with a seed of its own; make chaos-net
// sets it. It needs root and ip.
func TestChaosNet(t *testing.T) {
	rounds, err := strconv.Atoi(os.Getenv("RINGER_CHAOS_NET"))
	if err != nil {
		t.Skip("needs network namespaces: make chaos-net")
	}
	calm := t.TempDir()
	p := start(t, calm, nil, chaosNetTraining...)
	require.Zero(t, p.exit(), p.errs.String())
	want := runFiles(t, filepath.Join(calm, "run"))
	for round := range rounds {
		t.Run(fmt.Sprint("seed ", round+1), func(t *testing.T) {
			c := &chaosNet{TB: t, rng: rand.New(rand.NewPCG(uint64(round+1), 5)), dir: t.TempDir()}
			c.wire()
			c.serve()
			c.hire(0)
			c.hire(1)
			c.learn()
			for range 4 + c.rng.IntN(4) {
				time.Sleep(time.Duration(c.rng.IntN(2500)) * time.Millisecond)
				c.disturb()
			}
			require.Zero(t, c.learner.exit(), "%v: %s", c.story, &c.learner.errs)
			got := runFiles(t, filepath.Join(c.dir, "run"))
			assert.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got)), c.story)
			for name := range want {
				assert.True(t, want[name] == got[name], "%v: %s differs", c.story, name)
			}
			if !t.Failed() {
				t.Logf("the same bytes after: %s", strings.Join(c.story, ", "))
			}
			for _, p := range []*process{c.server, c.workers[0], c.workers[1]} {
				kill(p)
			}
		})
	}
}
