package remote_test

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/internal/cluster"
	"ringer/internal/cluster/work"
	"ringer/models/graph"
	"ringer/train"
	trainspread "ringer/train/spread"
)

// One worker that serves a run of each way to compute gives both their own bytes: it begins
// anew between them, there and back.
func TestOneWorkerPlaysFastAndPortably(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	if graph.CanBePortable() != nil || graph.Vectors() == graph.PortableVectors() {
		t.Skip("fast and portable are the same here, or there is no portable")
	}
	dir := cmdtest.InFolder(t)
	url := hall(t)
	learn := func(out, compute string, more ...string) *cmdtest.Process {
		args := []string{
			// A graph computes attention, with sums that depend on the width of the vectors.
			"train", "--config", "fivepossessions", "--out", out, "--set", "compute=" + compute, "--set", "decisions=600", "--set", "collect={batch: 256, tables: 8, groups: 2}",
			"--set", "network={kind: attention, items: 16}", "--set", "ppo.minibatch=128", "--set", "imitation={agent: random, decisions: 512, epochs: 1, minibatch: 128}",
			"--set", "evaluation={every: 0, games: 20, opponents: [random], final_games: 20}",
		}
		return cmdtest.Start(t, dir, nil, append(args, more...)...)
	}
	want := map[string]map[string]string{}
	for _, compute := range []string{"fast", "portable"} {
		p := learn("alone-"+compute, compute)
		require.Zero(t, p.Exit(), p.Errs.String())
		want[compute] = cmdtest.RunFiles(t, "alone-"+compute)
	}
	require.NotEqual(t, want["fast"]["metrics.jsonl"], want["portable"]["metrics.jsonl"])
	worker := cmdtest.Start(t, dir, nil, "worker", "--nats", url, "--workers", "1")
	var both []*cmdtest.Process
	for i, compute := range []string{"fast", "portable", "fast", "portable"} {
		both = append(both, learn(string(rune('a'+i)), compute, "--nats", url))
	}
	for i, compute := range []string{"fast", "portable", "fast", "portable"} {
		require.Zero(t, both[i].Exit(), both[i].Errs.String())
		assert.Equal(t, want[compute], cmdtest.RunFiles(t, string(rune('a'+i))), compute)
	}
	require.NoError(t, worker.Process.Signal(os.Interrupt))
	worker.Exit()
	assert.Contains(t, worker.Errs.String(), "begins anew, for run train-")
}

// A worker refuses what it would compute otherwise, with the advice that helps.
func TestWhoFits(t *testing.T) {
	mine, err := buildinfo.Facts()
	require.NoError(t, err)
	entry := func(compute string, changes ...string) *work.Entry {
		build := maps.Clone(mine)
		for i := 0; i < len(changes); i += 2 {
			build[changes[i]] = changes[i+1]
		}
		text, err := json.Marshal(build)
		require.NoError(t, err)
		return &work.Entry{Kind: trainspread.RunKind, What: "runs/x", Compute: compute, Build: text}
	}
	again, err := remote.FitsHere(entry("fast"))
	require.NoError(t, err)
	assert.Nil(t, again)
	again, err = remote.FitsHere(entry("fast", "build", "theirs", "vectors", "sse2"))
	require.ErrorContains(t, err, "use the same program on all machines")
	assert.Nil(t, again, "no beginning anew makes another build of it")
	_, err = remote.FitsHere(entry("fast", "vectors", "sse2"))
	require.ErrorContains(t, err, "compute=portable")

	for _, e := range []*work.Entry{entry(train.Portable), entry("fast", "vectors", graph.PortableVectors())} {
		again, err = remote.FitsHere(e)
		switch {
		case graph.CanBePortable() != nil:
			assert.Nil(t, again)
		case graph.Portable() == nil:
			require.NoError(t, err)
		default:
			require.ErrorContains(t, err, "wants another build")
			assert.Contains(t, strings.Join(again, " "), "GODEBUG=simd=+256")
		}
	}
	// Jobs of commands are held to the same.
	jobs := entry("", "build", "theirs")
	jobs.Kind = "jobs"
	_, err = remote.FitsHere(jobs)
	require.ErrorContains(t, err, "its build is theirs")
}

// A process that begins anew can become what it was.
func TestFormerSelves(t *testing.T) {
	t.Setenv("GODEBUG", "gctrace=0")
	t.Setenv("GOMLX_BACKEND", "go")
	before, vectors := os.Environ(), graph.Vectors()
	for _, e := range shell.PortableEnvironment() {
		name, value, _ := strings.Cut(e, "=")
		t.Setenv(name, value)
	}
	require.NoError(t, os.Unsetenv("GOMLX_BACKEND"))
	require.NotNil(t, shell.Former())
	assert.Equal(t, vectors, shell.Former().Vectors)
	assert.ElementsMatch(t, before, shell.Former().Environment())
	t.Setenv(shell.RestartedMark, "1")
	assert.Nil(t, shell.Former())
}

// A fault of an entry in the list of runs, or of an object that it names, ends no worker.
func TestMalformedEntriesEndNoWorker(t *testing.T) {
	t.Chdir(t.TempDir())
	url := hall(t)
	conn, err := cluster.Connect(t.Context(), cluster.Options{URL: url})
	require.NoError(t, err)
	defer conn.Close()
	build, err := remote.RunBuild("fast")
	require.NoError(t, err)
	_, err = conn.Objects("manifest").Put(t.Context(), []byte("no manifest"))
	require.NoError(t, err)
	for name, entry := range map[string]string{
		"text": "no object", "list": `[]`, "nothing": `{}`, "kind": `{"kind":"hats"}`, "types": `{"kind":"jobs","build":7}`,
		"begun":         `{"kind":"jobs","build":` + string(build) + `,"begun":"soon"}`,
		"a.name/of=any": `{"kind":"jobs","build":` + string(build) + `}`,
		"manifest":      `{"kind":"training","build":` + string(build) + `,"manifest":"` + cluster.Sum([]byte("no manifest")) + `"}`,
	} {
		require.NoError(t, conn.Runs().Put(t.Context(), name, []byte(entry)), name)
	}
	dismiss := hire(t, url)
	o := cmdtest.Ringer(t, "", "match", "random", "greedy", "-g", "kuhn", "-n", "200", "--nats", url, "--json")
	require.Zero(t, o.Exit, o.Errs)
	assert.Positive(t, dismiss())
}

// A learner says which workers refuse its run, and where they are when nobody plays.
func TestALearnerThatNobodyFitsSaysSo(t *testing.T) {
	conn, err := cluster.Connect(t.Context(), cluster.Options{URL: hall(t)})
	require.NoError(t, err)
	defer conn.Close()
	lines := make(chan string, 10)
	look := work.Lookout{
		Conn: conn, Run: "train-x", Plays: func() bool { return false }, Told: func(line string) { lines <- line },
		Every: 10 * time.Millisecond, Lone: 100 * time.Millisecond,
	}
	go look.Look(t.Context())
	assert.Equal(t, "nobody plays: the server has no worker", <-lines)
	for _, worker := range []string{"w-1", "w-2"} { // one reason is told once
		r := work.Refusal{Run: "train-x", Worker: worker, Host: "pod", Why: "runs/x wants another build"}
		r.Say(t.Context(), conn)
	}
	assert.Regexp(t, "worker w-[12] of host pod does not play: runs/x wants another build", <-lines)
	other := work.Refusal{Run: "train-x", Worker: "w-3", Host: "pod", Why: "it is busy"}
	other.Say(t.Context(), conn)
	assert.Equal(t, "worker w-3 of host pod does not play: it is busy", <-lines)
}

// A command that begins the process anew has nothing open by then: no folder, no lock, no
// connection.
func TestNothingIsOpenBeforeABeginning(t *testing.T) {
	if graph.CanBePortable() != nil {
		t.Skip("no process is portable here")
	}
	t.Setenv("GOMLX_GO_OTHER", "1") // so that no process is portable yet
	t.Chdir(t.TempDir())
	small := []string{
		"--set", "decisions=300", "--set", "collect={batch: 300, tables: 8, groups: 1}", "--set", "network.hidden=[8]", "--set", "ppo.minibatch=64",
		"--set", "evaluation={every: 0, games: 4, exact: false, opponents: [random], final_games: 4}",
	}
	train := append([]string{"--config", "kuhn", "--set", "compute=portable"}, small...)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	connected := make(chan struct{}, 100)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			connected <- struct{}{}
			_ = conn.Close()
		}
	}()
	nats := []string{"--nats", "nats://" + listener.Addr().String()}
	for _, args := range [][]string{
		append([]string{"train", "--out", "run"}, append(train, nats...)...),
		append([]string{"train", "--out", "run", "--nats", "embedded"}, train...),
		append([]string{"study", "--out", "run"}, train...),
		append([]string{"sweep", "--out", "run", "--set", "ppo.entropy=0.01 | 0.1"}, append(train, nats...)...),
		append([]string{"sweep", "--out", "run", "--set", "compute=fast | portable", "--config", "kuhn"}, append(small, nats...)...),
		append([]string{"study", "--out", "run", "--variant", "a(ppo.entropy=0.1)", "--factors", "0.5,1"}, append(train, nats...)...),
		append([]string{"exploit", "greedy", "-g", "kuhn", "--method", "br", "--decisions", "300", "--runs", "run", "--set", "compute=portable"}, nats...),
	} {
		asked := false
		t.Run(strings.Join(args[:1], " "), func(t *testing.T) {
			errs := &strings.Builder{}
			term := &shell.Terminal{In: strings.NewReader(""), Out: io.Discard, Errs: errs, Restart: func(environ []string) error {
				asked = true
				names, err := filepath.Glob("*")
				require.NoError(t, err)
				assert.Empty(t, names)
				return &shell.Restarted{Exit: shell.ExitDone}
			}}
			ctx, stop := context.WithTimeout(t.Context(), 10*time.Minute) // where it waits for the server
			defer stop()
			assert.Zero(t, program.Execute(ctx, term, args), errs.String())
			assert.True(t, asked, errs.String())
			assert.Empty(t, connected, "it went to the server")
		})
	}
}
