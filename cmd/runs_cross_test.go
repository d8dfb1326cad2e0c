//go:build unix

package cmd_test

import (
	"encoding/json"
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
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/internal/cluster"
	"ringer/internal/cluster/work"
	"ringer/internal/cover"
	"ringer/models/graph"
	"ringer/open/workers"
)

// crossSecret is the token of the servers of TestCrossRuns.
const crossSecret = "a-token-that-nobody-prints"

// crossAxes are the things that vary around one run that is stopped once.
func crossAxes() []cover.Axis {
	return []cover.Axis{
		{Name: "end", Values: []string{"kill", "interrupt"}},                                            // of the first process
		{Name: "host", Values: []string{"same", "another"}},                                             // in the lock that it leaves
		{Name: "folder", Values: []string{"stays", "moved", "copied", "copied while it is trained"}},    // before it goes on
		{Name: "compute", Values: []string{"fast", "portable"}},                                         // of the run
		{Name: "workers", Values: []string{"itself", "one", "two"}},                                     // who play
		{Name: "server", Values: []string{"of its own", "embedded"}},                                    // where the jobs are
		{Name: "token", Values: []string{"address", "file", "environment", "flag"}},                     // how it is given
		{Name: "beside", Values: []string{"nothing", "the same run", "another compute", "a bad entry"}}, // on the server
	}
}

// crossAllowed refuses cases that there are not: a server of a learner's own serves that one alone.
func crossAllowed(axes []cover.Axis) func(cover.Case) bool {
	at := map[string]int{}
	for i, a := range axes {
		at[a.Name] = i
	}
	return func(c cover.Case) bool {
		value := func(axis string) string {
			if i := c[at[axis]]; i != cover.Open {
				return axes[at[axis]].Values[i]
			}
			return ""
		}
		if value("server") != "embedded" {
			return true
		}
		return (value("beside") == "" || value("beside") == "nothing") && value("token") != "address" && value("folder") != "copied while it is trained"
	}
}

// crossed is one case of TestCrossRuns.
type crossed struct {
	*testing.T
	dir     string
	url     string
	token   []string // flags
	environ []string
	all     []*cmdtest.Process
}

func (c *crossed) start(environ []string, args ...string) *cmdtest.Process {
	p := cmdtest.Start(c.T, c.dir, append(environ, c.environ...), args...)
	c.all = append(c.all, p)
	return p
}

// learn begins the training of a run, or goes on with it. nats are flags of its own.
func (c *crossed) learn(args []string, nats ...string) *cmdtest.Process {
	return c.start(nil, append(append(append(args, "--nats", c.url), c.token...), nats...)...)
}

func (c *crossed) path(name string) string { return filepath.Join(c.dir, name) }

// Whatever a run goes through, it has the bytes of one that nothing happened to, its server
// keeps nothing of it, a copy of it is no second learner, and nobody prints a token.
func TestCrossRuns(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	decisions := "1200"
	if cover.All() {
		decisions = "6000"
	}
	portable := graph.CanBePortable() == nil
	training := func(out, compute string) []string {
		if !portable {
			compute = "fast"
		}
		return []string{
			"train", "--config", "kuhn", "--out", out, "--set", "compute=" + compute, "--set", "decisions=" + decisions,
			"--set", "collect={batch: 100, tables: 8, groups: 2}", "--set", "network.hidden=[8]", "--set", "ppo={minibatch: 64, epochs: 1}",
			"--set", "opponents={past_share: 0.25, snapshot_every: 4, pool: 2}", "--set", "checkpoint={every: 1, keep: 1}",
			"--set", "evaluation={every: 0, games: 4, exact: false, opponents: [random], final_games: 4}",
		}
	}
	alone := t.TempDir()
	want := map[string]map[string]string{}
	wanted := func(t *testing.T, compute string) map[string]string {
		if want[compute] == nil {
			p := cmdtest.Start(t, alone, nil, training(compute, compute)...)
			require.Zero(t, p.Exit(), p.Errs.String())
			want[compute] = cmdtest.RunFiles(t, filepath.Join(alone, compute))
		}
		return want[compute]
	}
	axes := crossAxes()
	cases := 0
	cover.Run(t, axes, 1, crossAllowed(axes), func(t *testing.T, pick func(string) string) {
		if cases++; cases > 1 && !cover.All() {
			t.Skip("a case is half a dozen processes: RINGER_CROSS=all tries the others")
		}
		compute := pick("compute")
		wanted(t, compute)
		c := &crossed{T: t, dir: t.TempDir()}
		conn := c.serve(pick("server"), pick("token"))
		beside, other := c.beside(conn, pick("beside"), compute, training)
		play := c.hire(pick("workers"))
		if pick("beside") == "a bad entry" && pick("workers") != "itself" {
			require.Eventually(t, func() bool { // a worker has seen it, alone, and stays
				has, err := conn.Stats().All(t.Context())
				return err == nil && slices.ContainsFunc(has, func(e cluster.Entry) bool { return strings.HasPrefix(e.Name, work.RefusalName("bad/entry", "")) })
			}, 2*time.Minute, 10*time.Millisecond)
		}

		first := c.learn(training("run", compute), play...)
		live := c.interfere(first, pick)
		for _, name := range c.leave(pick("folder"), pick("host")) {
			p := c.learn([]string{"train", "--resume", name}, append(play, live...)...)
			require.Zero(t, p.Exit(), p.Errs.String())
			assert.Equal(t, wanted(t, compute), cmdtest.RunFiles(t, c.path(name)), name)
			assert.NoDirExists(t, filepath.Join(c.path(name), workers.Folder))
		}
		if beside != nil {
			require.Zero(t, beside.Exit(), beside.Errs.String())
			assert.Equal(t, wanted(t, other), cmdtest.RunFiles(t, c.path("beside")), "beside")
		}
		c.over(conn)
	})
}

// serve starts the server, and gives the token in one of its ways. It returns a connection to a
// server of its own.
func (c *crossed) serve(server, token string) *cluster.Conn {
	c.Helper()
	require.NoError(c, os.WriteFile(c.path("token"), []byte(crossSecret+"\n"), 0o600))
	switch token {
	case "file":
		c.token = []string{"--nats-token-file", "token"}
	case "flag":
		c.token = []string{"--nats-token", crossSecret}
	case "environment":
		c.environ = []string{remote.TokenVariable + "=" + crossSecret}
	}
	if server == "embedded" {
		c.url = "embedded"
		c.token = append(c.token, "--nats-listen", cmdtest.FreeAddress(c))
		return nil
	}
	s, err := cluster.Serve(cluster.ServerOptions{Folder: c.TempDir(), Token: crossSecret})
	require.NoError(c, err)
	c.Cleanup(s.Close)
	c.url = s.At("")
	if token == "address" {
		c.url = s.URL()
	}
	conn, err := cluster.Connect(c.Context(), cluster.Options{URL: s.URL()})
	require.NoError(c, err)
	c.Cleanup(conn.Close)
	return conn
}

// hire starts workers, and returns the flags of learners.
func (c *crossed) hire(workers string) (play []string) {
	url, token := c.url, c.token
	if url == "embedded" {
		url, token = "nats://"+c.token[len(c.token)-1], c.token[:len(c.token)-2]
	}
	n := map[string]int{"itself": 0, "one": 1, "two": 2}[workers]
	for range n {
		c.start(nil, append([]string{"worker", "--nats", url, "--workers", "1"}, token...)...)
	}
	if n == 0 {
		return []string{"--nats-play", "1"}
	}
	return []string{"--nats-play", "0"}
}

// beside puts something else on the server.
func (c *crossed) beside(conn *cluster.Conn, what, compute string, training func(out, compute string) []string) (p *cmdtest.Process, other string) {
	switch other = compute; what {
	case "a bad entry":
		require.NoError(c, conn.Runs().Put(c.Context(), "bad/entry", []byte(`{"kind":"training","build":[]}`)))
		return nil, ""
	case "nothing":
		return nil, ""
	case "another compute":
		other = map[string]string{"fast": "portable", "portable": "fast"}[compute]
	}
	return c.learn(training("beside", other), "--nats-play", "1"), other
}

// interfere ends the first process when it has come somewhere. Before that, a copy of the folder
// is refused.
func (c *crossed) interfere(first *cmdtest.Process, pick func(string) string) (flags []string) {
	c.Helper()
	require.Eventually(c, func() bool {
		names, _ := filepath.Glob(c.path("run/checkpoints/0*"))
		return len(names) > 0
	}, 2*time.Minute, time.Millisecond)
	if pick("folder") == "copied while it is trained" {
		require.NoError(c, first.Process.Signal(syscall.SIGSTOP)) // so that the copy is whole, and the run not over
		c.copy("run", "copy")
		require.NoError(c, first.Process.Signal(syscall.SIGCONT))
		p := c.learn([]string{"train", "--resume", "copy"}, "--nats-play", "1")
		if p.Exit() == shell.ExitBadInput {
			assert.Contains(c, p.Errs.String(), `is trained on this server by another process, from the folder "run"`)
			assert.Contains(c, p.Errs.String(), "remove copy/id, which makes it a run of its own")
		} else { // the first was over by then
			assert.Zero(c, p.ProcessState.ExitCode(), p.Errs.String())
		}
	}
	if pick("end") == "kill" {
		_ = first.Process.Kill() // it may have ended
	} else {
		_ = first.Process.Signal(os.Interrupt)
	}
	if exit := first.Exit(); exit != -1 && exit != shell.ExitDone {
		assert.Equal(c, shell.ExitInterrupted, exit, first.Errs.String())
	}
	return nil
}

func (c *crossed) copy(from, to string) {
	c.Helper()
	require.NoError(c, os.CopyFS(c.path(to), os.DirFS(c.path(from))))
}

// leave does with the folder of the run what the case wants, and returns those to go on with.
func (c *crossed) leave(folder, host string) (names []string) {
	c.Helper()
	if host == "another" {
		text, err := json.Marshal(map[string]any{"pid": 1, "host": "elsewhere.example", "since": time.Unix(1e9, 0).UTC()})
		require.NoError(c, err)
		require.NoError(c, os.WriteFile(c.path("run/lock"), text, 0o600))
	}
	switch folder {
	case "moved":
		require.NoError(c, os.Rename(c.path("run"), c.path("moved")))
		return []string{"moved"}
	case "copied":
		c.copy("run", "copy")
		return []string{"copy", "run"}
	case "copied while it is trained":
		return []string{"run", "copy"}
	}
	return []string{"run"}
}

// names returns the names on servers of the runs of the case.
func (c *crossed) names() (names []string) {
	files, err := filepath.Glob(c.path("*/id"))
	require.NoError(c, err)
	for _, file := range files {
		names = append(names, "train-"+strings.TrimSpace(cmdtest.ReadText(c, file)))
	}
	return names
}

// over wants nothing left on the server, and no token in what anybody said.
func (c *crossed) over(conn *cluster.Conn) {
	c.Helper()
	for _, p := range c.all {
		if p.ProcessState == nil { // a worker
			_ = p.Process.Signal(os.Interrupt)
			p.Exit()
		}
		said := p.Out.String() + p.Errs.String()
		assert.NotContains(c, said, crossSecret)
		assert.NotContains(c, said, "panic")
	}
	if conn == nil {
		return
	}
	runs, err := conn.Runs().All(c.Context())
	require.NoError(c, err)
	for _, e := range runs {
		assert.False(c, strings.HasPrefix(e.Name, "train-"), "%s is left on the server", e.Name)
	}
	// A worker that was told to stop may leave the empty queue of a run that is over, which a
	// first look makes known.
	kept, err := conn.Kept().All(c.Context())
	require.NoError(c, err)
	for _, e := range kept {
		if strings.HasPrefix(e.Name, "train-") {
			assert.Contains(c, c.names(), e.Name, "a name that no run has any more")
			for _, kind := range []cluster.Kind{cluster.Jobs, cluster.Results} {
				depth, err := conn.Queue(kind, e.Name, 1).Look(c.Context())
				require.NoError(c, err)
				assert.Zero(c, depth, "%s of %s", kind, e.Name)
			}
		}
	}
	for range 2 {
		_, err := conn.RemoveAbandoned(c.Context(), 0, func(string) bool { return false })
		require.NoError(c, err)
	}
	kept, err = conn.Kept().All(c.Context())
	require.NoError(c, err)
	assert.Empty(c, kept)
}
