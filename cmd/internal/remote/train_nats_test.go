package remote_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
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
	"ringer/open/carried"
	"ringer/train/algos"
	trainspread "ringer/train/spread"
)

// spreadTraining is a short training against past selves and a bot that the run carries.
var spreadTraining = []string{
	"train", "--config", "kuhn", "--set", "decisions=3000", "--set", "collect={batch: 300, tables: 12, groups: 3, lag: 1}",
	"--set", "network.hidden=[8]", "--set", "opponents={past_share: 0.25, snapshot_every: 2, pool: 3, fixed: ['bot(own.bot)', random], fixed_share: 0.25}",
	"--set", "evaluation={every: 0, games: 20, opponents: [random], final_games: 20}", "--set", "checkpoint={every: 2, keep: 2}", "--set", "ppo.minibatch=64",
}

// ownBot makes the bot that spreadTraining plays against.
func ownBot(t *testing.T) {
	t.Helper()
	cmdtest.Done(t, "train", "--config", "kuhn", "--out", "early", "--set", "decisions=600", "--set", "network.hidden=[8]",
		"--set", "evaluation={every: 0, games: 1, opponents: [random], final_games: 4, exact: false}", "--set", "collect={batch: 300, tables: 12, groups: 1}", "--set", "ppo.minibatch=64")
	cmdtest.Done(t, "export", "early", "--out", "own.bot")
}

// A training that workers play has the bytes of one that this process plays, also when it
// is stopped and goes on; and its folder the same files.
func TestTrainWithWorkers(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	t.Chdir(t.TempDir())
	ownBot(t)
	cmdtest.Done(t, append(spreadTraining, "--out", "here")...)
	want := cmdtest.RunFiles(t, "here")

	address := cmdtest.FreeAddress(t)
	var workers []func() int
	for range 2 {
		workers = append(workers, hire(t, "nats://"+address))
	}
	ctx, stop := context.WithCancel(t.Context())
	var out, errs bytes.Buffer
	var over sync.WaitGroup
	over.Go(func() {
		program.Run(ctx, append(spreadTraining, "--out", "there", "--nats", "embedded", "--nats-listen", address, "--nats-play", "0"), strings.NewReader(""), &out, &errs)
	})
	require.Eventually(t, func() bool { // not before there is something to go on with
		names, _ := filepath.Glob("there/checkpoints/0*")
		return len(names) > 0
	}, time.Minute, time.Millisecond)
	stop()
	over.Wait()
	if strings.Contains(errs.String(), "go on with") {
		cmdtest.Done(t, "train", "--resume", "there", "--nats", "embedded", "--nats-play", "0")
	}
	jobs := 0
	for _, dismiss := range workers {
		jobs += dismiss()
	}
	assert.GreaterOrEqual(t, jobs, 30, "they play every group of every iteration")
	assert.Equal(t, want, cmdtest.RunFiles(t, "there"))
	assert.NoDirExists(t, "there/nats")

	cmdtest.Done(t, append(spreadTraining, "--out", "alone", "--nats", "embedded")...)
	assert.Equal(t, want, cmdtest.RunFiles(t, "alone"), "the learner plays too where nobody else does")
}

// refusedFor calls the program and wants it to refuse its input with these words.
func refusedFor(t *testing.T, args []string, says ...string) {
	t.Helper()
	o := cmdtest.Ringer(t, "", args...)
	assert.Equal(t, shell.ExitBadInput, o.Exit, "%v\n%s", args, o.Errs)
	for _, words := range says {
		assert.Contains(t, o.Errs, words, "%v", args)
	}
}

// A worker that no run can use says why, names both builds, and ends.
func TestWorkersThatNoRunWants(t *testing.T) {
	t.Chdir(t.TempDir())
	url := hall(t)
	conn, err := cluster.Connect(t.Context(), cluster.Options{URL: url})
	require.NoError(t, err)
	defer conn.Close()
	entry := func(build string) {
		text, err := json.Marshal(work.Entry{Kind: trainspread.RunKind, What: "runs/x", Build: json.RawMessage(build)})
		require.NoError(t, err)
		require.NoError(t, conn.Runs().Put(t.Context(), "train-x", text))
	}
	mine, err := buildinfo.BuiltOf()
	require.NoError(t, err)
	entry(`{"build":"theirs"}`)
	refusedFor(t, []string{"worker", "--nats", url}, "runs/x wants another build", "its build is theirs", mine)

	text, err := remote.RunBuild("")
	require.NoError(t, err)
	var same map[string]string
	require.NoError(t, json.Unmarshal(text, &same))
	same["vectors"] = "sse2"
	other, err := json.Marshal(same)
	require.NoError(t, err)
	entry(string(other))
	refusedFor(t, []string{"worker", "--nats", url}, "its vectors is sse2", "compute=portable")
}

// What a worker builds from a run opens nothing outside of it and starts no program.
func TestAWorkerTrustsNoRun(t *testing.T) {
	t.Chdir(t.TempDir())
	config := func(fixed string) []byte {
		f := algos.Defaults()
		f.Game, f.Opponents.Fixed, f.Opponents.FixedShare = "kuhn", []string{fixed}, 0.2
		text, err := f.Text()
		require.NoError(t, err)
		return text
	}
	_, err := carried.Player(cmdtest.NewOpener(t), config("cmd('touch it')"), nil, false)
	require.ErrorContains(t, err, "--programs")
	require.NoError(t, os.WriteFile("mine.bot", []byte("x"), 0o644))
	run, err := carried.Player(cmdtest.NewOpener(t), config("bot(mine.bot)"), nil, false)
	require.NoError(t, err)
	_, err = run.Agent("bot(mine.bot)")
	require.ErrorContains(t, err, "opens no file outside of its folder")
	_, err = carried.Player(cmdtest.NewOpener(t), []byte("game: kuhn\nnonsense: 1\n"), nil, false)
	require.ErrorContains(t, err, "nonsense")
}

// Machines with more processors are no other build.
func TestABuildIsTheSameOnMoreProcessors(t *testing.T) {
	assert.Equal(t, "Go Portable Compute Backend", buildinfo.BackendNamed("Go Portable Compute Backend (parallelism=4)"))
	text, err := remote.RunBuild("fast")
	require.NoError(t, err)
	assert.NotContains(t, string(text), "parallelism")
}

func TestBadSpreadFlags(t *testing.T) {
	t.Chdir(t.TempDir())
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	for line, want := range map[string]string{
		"train --config kuhn --nats-play 2":                                          "--nats-play: want --nats as well",
		"train --config kuhn --nats embedded --nats-play -3":                         "--nats-play -3: want at least 0",
		"train --config kuhn --nats embedded --nats-listen " + taken.Addr().String(): "address already in use",
		"train --config kuhn --nats gopher://x":                                      "want a URL such as",
		"train --config kuhn --nats nats://x --nats-listen 127.0.0.1:1":              "want --nats embedded",
		"train --config kuhn --set collect.lag=99":                                   "collect.lag: 99",
		"workers --nats embedded":                                                    "want the URL of a server",
		"worker --nats nats://h --idle -1":                                           "--idle -1: want at least 0",
	} {
		refusedFor(t, strings.Fields(line), want)
	}
	assert.NoDirExists(t, "runs")
}
