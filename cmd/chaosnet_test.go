//go:build linux

package cmd_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
	"ringer/internal/cluster/clustertest"
)

// chaosNetTraining takes half a minute, and is spread over two workers.
var chaosNetTraining = []string{
	"train", "--config", "kuhn", "--out", "disk/run", "--set", "decisions=240000",
	"--set", "collect={batch: 600, tables: 24, groups: 6, lag: 1}", "--set", "network.hidden=[16]",
	"--set", "opponents={past_share: 0.25, snapshot_every: 2, pool: 4, fixed: [random, 'ismcts(sims=8)'], fixed_share: 0.3}",
	"--set", "evaluation={every: 0, games: 20, opponents: [random], final_games: 40}", "--set", "checkpoint={every: 10, keep: 2}", "--set", "ppo.minibatch=64",
}

// chaosNet is one round: a learner, a server and two workers, each in a network namespace.
// The wires from the others to the server go through relays, which are late, stand still
// and break; the folder of the run is on a small disk of its own.
type chaosNet struct {
	testing.TB
	rng     *rand.Rand
	dir     string
	spaces  []string // the server's first, then the learner's, then the workers'
	relays  []*clustertest.Relay
	server  *cmdtest.Process
	learner *cmdtest.Process
	ended   chan struct{} // closed when the learner has ended
	workers [2]*cmdtest.Process
	began   time.Time
	story   []string
}

// trial is a kind of disturbance.
type trial struct {
	name string
	do   func(*chaosNet)
}

// trials lists every kind.
func trials() []trial {
	return []trial{
		{"kill the learner", func(c *chaosNet) {
			c.fire()
			c.pause(100, 1600)
			c.learn()
		}},
		{"kill a worker", func(c *chaosNet) {
			i := c.rng.IntN(2)
			kill(c.workers[i])
			c.pause(100, 1600)
			c.hire(i)
		}},
		{"kill the server", func(c *chaosNet) {
			kill(c.server)
			c.pause(100, 1600)
			c.serve()
		}},
		{"kill everything", func(c *chaosNet) {
			c.fire()
			kill(c.server)
			kill(c.workers[0])
			kill(c.workers[1])
			c.pause(100, 1600)
			c.serve()
			c.hire(0)
			c.hire(1)
			c.learn()
		}},
		{"cut a wire", func(c *chaosNet) {
			i := c.rng.IntN(3)
			c.link(i, "down")
			c.pause(100, 1600)
			c.link(i, "up")
		}},
		{"delay a wire", func(c *chaosNet) {
			late := time.Duration(20+c.rng.IntN(400)) * time.Millisecond
			i := c.rng.IntN(3)
			c.relays[i].Delay(late)
			c.say("wire %d is late by up to %v", i+1, late)
			c.pause(1000, 3000)
			c.relays[i].Delay(0)
		}},
		{"stop a wire", func(c *chaosNet) {
			i := c.rng.IntN(3)
			c.relays[i].Stall(time.Duration(100+c.rng.IntN(3000)) * time.Millisecond)
			c.pause(100, 3000)
		}},
		{"break a connection and lose what stands on the wire", func(c *chaosNet) {
			i := c.rng.IntN(3)
			c.relays[i].Stall(time.Minute)
			c.pause(50, 400)
			c.relays[i].Cut()
			c.relays[i].Stall(0)
		}},
		{"freeze a process", func(c *chaosNet) {
			p := []*cmdtest.Process{c.learner, c.server, c.workers[0], c.workers[1]}[c.rng.IntN(4)]
			_ = p.Process.Signal(syscall.SIGSTOP) // it may have ended
			c.pause(100, 1600)
			_ = p.Process.Signal(syscall.SIGCONT)
		}},
		{"fill the learner's disk", (*chaosNet).fill},
	}
}

// in begins a process in a namespace.
func (c *chaosNet) in(space int, environ []string, args ...string) *cmdtest.Process {
	c.Helper()
	p := cmdtest.Command(c.dir, args...)
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
	c.server = c.in(0, []string{cmdtest.ServerFolder + "=" + filepath.Join(c.dir, "nats")})
}

// url is where the other end of a wire finds the server: at the relay.
func (c *chaosNet) url(wire int) string {
	return fmt.Sprintf("nats://secret@10.78.%d.1:4779", wire+1)
}

func (c *chaosNet) hire(i int) {
	c.workers[i] = c.in(2+i, nil, "worker", "--nats", c.url(1+i), "--workers", "1")
}

func (c *chaosNet) learn() {
	args := append(slices.Clone(chaosNetTraining), "--continue")
	p := c.in(1, nil, append(args, "--nats", c.url(0), "--quiet")...)
	ended := make(chan struct{})
	go func() { p.Exit(); close(ended) }()
	c.learner, c.ended = p, ended
}

// fire kills the learner.
func (c *chaosNet) fire() {
	_ = c.learner.Process.Kill() // it may have ended
	<-c.ended
}

// kill ends a process without a word.
func kill(p *cmdtest.Process) {
	_ = p.Process.Kill() // it may have ended
	p.Exit()
}

func (c *chaosNet) link(wire int, what string) {
	require.NoError(c, exec.Command("ip", "-n", c.spaces[0], "link", "set", fmt.Sprintf("cs%d", wire+1), what).Run())
}

// pause waits for a random time, in milliseconds.
func (c *chaosNet) pause(least, most int) {
	time.Sleep(time.Duration(least+c.rng.IntN(most-least)) * time.Millisecond)
}

// fill leaves no room on the learner's disk for a while. The learner does without, or ends
// with one clear error, and then begins again when there is room.
func (c *chaosNet) fill() {
	name := filepath.Join(c.dir, "disk", "filler")
	f, err := os.Create(name)
	require.NoError(c, err)
	size, err := f.ReadFrom(zeros{})
	require.ErrorIs(c, err, syscall.ENOSPC)
	require.NoError(c, f.Close())
	c.pause(1500, 4000)
	require.NoError(c, os.Remove(name))
	if !isClosed(c.ended) {
		c.say("the learner went on without the last %d bytes", size)
		return
	}
	if c.learner.ProcessState.ExitCode() == shell.ExitDone {
		return
	}
	said := c.learner.Errs.String()
	require.Equal(c, shell.ExitFailed, c.learner.ProcessState.ExitCode(), said)
	lines := strings.Split(strings.TrimSpace(said), "\n")
	last := lines[len(lines)-1]
	require.True(c, strings.HasPrefix(last, "ringer: ") && strings.Contains(last, "no space left on device"), said)
	require.Equal(c, 1, strings.Count(said, "no space left on device"), said)
	c.say("the learner ended: %s", strings.TrimPrefix(last, "ringer: "))
	c.learn()
}

// zeros never ends.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

// disturb does one thing, and says which and when.
func (c *chaosNet) disturb(t trial) {
	over := ""
	if isClosed(c.ended) && c.learner.ProcessState.ExitCode() == shell.ExitDone {
		over = ", when the run was over"
	}
	c.say("%s%s", t.name, over)
	t.do(c)
}

func (c *chaosNet) say(format string, args ...any) {
	c.story = append(c.story, fmt.Sprintf("%5.1fs ", time.Since(c.began).Seconds())+fmt.Sprintf(format, args...))
}

// tell returns what was done when.
func (c *chaosNet) tell() string { return strings.Join(c.story, "\n") }

// within calls f in the network namespace of the server.
func (c *chaosNet) within(f func() error) error {
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // the thread ends with the goroutine: it is in another namespace for good
		space, err := os.Open("/var/run/netns/" + c.spaces[0])
		if err == nil {
			err = unix.Setns(int(space.Fd()), unix.CLONE_NEWNET)
			_ = space.Close() // nothing was written
		}
		if err == nil {
			err = f()
		}
		done <- err
	}()
	return <-done
}

// relay puts a relay at the server's end of each wire.
func (c *chaosNet) relay() {
	for i := range 3 {
		var listener net.Listener
		require.NoError(c, c.within(func() (err error) {
			listener, err = net.Listen("tcp", fmt.Sprintf("10.78.%d.1:4779", i+1))
			return err
		}))
		dial := func() (far net.Conn, err error) {
			err = c.within(func() (err error) {
				far, err = net.Dial("tcp", "127.0.0.1:4778")
				return err
			})
			return far, err
		}
		relay := clustertest.NewRelay(listener, dial, c.rng.Uint64())
		c.Cleanup(relay.Close)
		c.relays = append(c.relays, relay)
	}
}

// disk gives the run a disk of its own.
func (c *chaosNet) disk() {
	disk := filepath.Join(c.dir, "disk")
	require.NoError(c, os.Mkdir(disk, 0o755))
	out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", disk).CombinedOutput()
	require.NoError(c, err, "mount: %s", out)
	c.Cleanup(func() { assert.NoError(c, exec.Command("umount", "--lazy", disk).Run()) })
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

// Whatever is killed, cut, delayed or filled, in network namespaces, a training that workers
// play ends with the bytes of one that nothing happened to on one machine.
// RINGER_CHAOS_NET is the number of rounds, each with a seed of its own; make chaos-net
// sets it. It needs root and ip.
func TestChaosNet(t *testing.T) {
	rounds, err := strconv.Atoi(os.Getenv("RINGER_CHAOS_NET"))
	if err != nil {
		t.Skip("needs network namespaces: make chaos-net")
	}
	calm := t.TempDir()
	p := cmdtest.Start(t, calm, nil, chaosNetTraining...)
	require.Zero(t, p.Exit(), p.Errs.String())
	want := cmdtest.RunFiles(t, filepath.Join(calm, "disk", "run"))
	kinds := trials()
	for round := range rounds {
		t.Run(fmt.Sprint("seed ", round+1), func(t *testing.T) {
			c := &chaosNet{TB: t, rng: rand.New(rand.NewPCG(uint64(round+1), 5)), dir: t.TempDir(), began: time.Now()}
			c.disk()
			c.wire()
			c.relay()
			c.serve()
			c.hire(0)
			c.hire(1)
			c.learn()
			// No kind comes twice in a round.
			for _, k := range c.rng.Perm(len(kinds))[:4+c.rng.IntN(4)] {
				c.pause(0, 2500)
				c.disturb(kinds[k])
			}
			select {
			case <-c.ended:
			case <-time.After(10 * time.Minute):
				require.NoError(t, c.learner.Process.Signal(syscall.SIGQUIT))
				<-c.ended
				t.Fatalf("the run does not end after\n%s\n%s", c.tell(), &c.learner.Errs)
			}
			require.Zero(t, c.learner.ProcessState.ExitCode(), "%s\n%s", c.tell(), &c.learner.Errs)
			c.say("the run is over")
			got := cmdtest.RunFiles(t, filepath.Join(c.dir, "disk", "run"))
			assert.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got)), c.tell())
			for name := range want {
				assert.True(t, want[name] == got[name], "%s differs after\n%s", name, c.tell())
			}
			if !t.Failed() {
				t.Logf("the same bytes after\n%s", c.tell())
			}
			for _, p := range []*cmdtest.Process{c.server, c.workers[0], c.workers[1]} {
				kill(p)
			}
		})
	}
}
