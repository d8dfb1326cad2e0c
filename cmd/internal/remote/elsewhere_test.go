package remote_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/about"
	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/internal/cluster"
	"ringer/internal/cluster/jobs"
	"ringer/internal/cluster/work"
	"ringer/open"
)

// apprentice is a worker of this process, which can be asked how much it has done.
func apprentice(t *testing.T, url string) *work.Worker {
	t.Helper()
	conn, err := cluster.Connect(t.Context(), cluster.Options{URL: url})
	require.NoError(t, err)
	t.Cleanup(conn.Close)
	h, err := remote.NewHelper(&shell.Terminal{Out: io.Discard, Errs: io.Discard, Quiet: true, Opener: cmdtest.NewOpener(t)}, conn, 1, 0, false)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	var over sync.WaitGroup
	over.Go(func() { assert.NoError(t, h.Work(ctx)) })
	t.Cleanup(func() {
		cancel()
		over.Wait()
	})
	return h.Worker
}

// Every command that measures prints the same bytes, and writes the same files, whether it
// plays its games itself or two workers do.
func TestWorkersPlayForCommands(t *testing.T) {
	url := hall(t)
	a, b := apprentice(t, url), apprentice(t, url)
	done := func() int { return a.Done().Jobs + b.Done().Jobs }
	bot, err := open.BotBytes("leduc")
	require.NoError(t, err)
	tried := map[string]bool{}
	for _, c := range []struct {
		args  string
		files []string // that it writes, and that are compared
		slow  bool
		long  bool   // tried with RINGER_LONG=1 alone
		first string // what is done before, by the command alone
		exit  int
	}{
		{args: "match ismcts(sims=10) bot(my.bot) -g leduc -n 200 --keep kept", files: []string{}},
		{args: "match greedy random -g leduc -n 2000 --sprt elo0=0,elo1=50"},
		{args: "match expert greedy -g heat(players=3) -n 60", slow: true, long: true},
		{args: "match random bot(my.bot,search=8) -g leduc -n 40"},
		{args: "match ismcts(sims=4,playout=bot(my.bot)) script(mine.yaml) -g leduc -n 60"},
		{args: "arena ismcts(sims=5) greedy bot(my.bot) -g leduc -n 100"},
		{args: "decisions greedy bot(leduc) -g leduc -n 100"},
		{args: "population greedy random bot(my.bot) -g leduc -n 60 --out population", files: []string{"population/population.yaml"}},
		{args: "record greedy bot(my.bot) -g leduc -n 60 --out record", files: []string{"record/shard-00000.npz"}},
		{args: "exploit greedy -g leduc --method br --decisions 600 --selection 100", slow: true},
		{args: "ladder kuhn --deals 40 --ismcts 5 --search 5 --seconds 0 --out ladder", files: []string{"ladder/kuhn.jsonl"}, slow: true, long: true},
		{args: "report leduc --games 60 --out report", files: []string{"report/report.json", "report/report.html"}, slow: true, long: true},
		{args: "report fourdowns(players=2,hands=1) --games 4 --agent greedy --only things --only luck --out parts", slow: true, long: true},
		{args: "tune heat(file=mini) --target length.decisions=..5 --agent random --knob stages --games 20 --rounds 1 --finals 1 --out tuned", files: []string{"tuned/change.yaml"}, slow: true},
		{args: "duel drafts random -n 4 -g duel(file=gang,resource_points=1)", slow: true, long: true},
		{args: "study -c kuhn --set decisions=1000 --set ema=0 --set evaluation.exact=false --set evaluation.opponents=[random] --set evaluation.final_games=20 --variant warm(ppo.entropy=0.3) --seeds 1..2 --out ablation", files: []string{"ablation/warm-1/result.json", "ablation/warm-2/CARD.md"}, slow: true, long: true},
		{args: "sweep grid.yaml --grid --rungs 2 --eta 2 --seeds 2 --finalists 1 --out sweep", files: []string{"sweep/best.yaml"}},
		{args: "score kuhn --deals 4 --exploit 0", files: []string{"runs/score/4-deals/kuhn.jsonl"}, slow: true, long: true},
		{args: "evidence fourdowns-2p --games 3 --out evidence", files: []string{"evidence/fourdowns-2p.jsonl"}, slow: true, long: true},
		{args: "ratings goofspiel --out own.json --games 10", files: []string{"own.json"}, slow: true, long: true},
		{
			args:  "levels run --out levels --levels 2 --games 10 --report-games 20",
			first: "train --config goofspiel --out run --set decisions=1000 --set network.hidden=[8] --set opponents.past_share=0.2 --set opponents.snapshot_every=1 --set evaluation={every:0,final_games:4}",
			exit:  shell.ExitBadInput, slow: true, long: true, // too little was learned to tell levels apart; it says how much
		},
		{args: "study --config kuhn --set decisions=2000 --set evaluation={every:0,exact:false,opponents:[random],final_games:20} --factors 0.5,1 --seeds 1 --out kept", slow: true, long: true},
		{
			long:  true,
			args:  "curves run --exploit 1 --exploit-games 4000",
			first: "train --config kuhn --out run --set decisions=600 --set collect={batch:300,tables:8,groups:1} --set ppo.minibatch=64 --set evaluation={every:1,games:20,exact:false,opponents:[random],final_games:40}",
			slow:  true,
		},
		{args: "duel warbands posse swarm -n 4 --agent random -g duel(file=gang,rounds=2,warband=draft)", slow: true, long: true},
	} {
		tried[strings.Fields(strings.TrimPrefix(c.args, "duel "))[0]] = true
		t.Run(c.args, func(t *testing.T) {
			if c.slow {
				cmdtest.SlowWhenRaced(t)
			}
			if c.long && os.Getenv("RINGER_LONG") != "1" {
				t.Skip("long: RINGER_LONG=1")
			}
			play := func(more ...string) string {
				cmdtest.InFolder(t)
				require.NoError(t, os.WriteFile("my.bot", bot, 0o600))
				require.NoError(t, os.WriteFile("mine.yaml", []byte("name: mine\nagent: bot(my.bot)\nrules:\n  - {never: fold}\n"), 0o600))
				require.NoError(t, os.WriteFile("grid.yaml", []byte("config: kuhn\ndecisions: 1000\nema: 0 | 0.9\n"), 0o600))
				if c.first != "" {
					require.Zero(t, cmdtest.Ringer(t, "", strings.Fields(c.first)...).Exit)
				}
				o := cmdtest.Ringer(t, "", append(append(strings.Fields(c.args), "--json"), more...)...)
				require.Equal(t, c.exit, o.Exit, o.Errs)
				if c.exit != 0 {
					o.Out = o.Errs
				}
				out := timeless(o.Out)
				for _, f := range c.files {
					text, err := os.ReadFile(filepath.FromSlash(f))
					require.NoError(t, err)
					out += "\n" + f + ":\n" + timeless(string(text))
				}
				return out
			}
			here, before := play(), done()
			assert.Equal(t, here, play("--nats", url))
			assert.Eventually(t, func() bool { return done() > before }, 10*time.Minute, time.Millisecond, "no worker did anything")
		})
	}
	shell.WalkCommands(program.NewRoot(&shell.Terminal{}), func(cmd *cobra.Command) {
		if flag := cmd.Flags().Lookup("nats"); flag != nil && strings.Contains(flag.Usage, "the answer stays the same") {
			assert.True(t, tried[cmd.Name()], "%s takes --nats, and is not tried", cmd.Name())
		}
	})
}

// Who works for a command is listed as who works for a training is.
func TestWorkersOfCommandsAreListed(t *testing.T) {
	url := hall(t)
	apprentice(t, url)
	conn, err := cluster.Connect(t.Context(), cluster.Options{URL: url})
	require.NoError(t, err)
	defer conn.Close()
	build, err := remote.RunBuild("")
	require.NoError(t, err)
	client, err := jobs.Open(t.Context(), conn, "match-1", work.Entry{What: "ringer match", Build: build}, func(line string) { t.Log(line) })
	require.NoError(t, err)
	var listed about.WorkersResult
	require.Eventually(t, func() bool {
		listed = about.WorkersResult{}
		require.NoError(t, json.Unmarshal([]byte(cmdtest.Done(t, "workers", "--nats", url, "--json")), &listed))
		return len(listed.Workers) > 0
	}, 10*time.Minute, 20*time.Millisecond)
	assert.Equal(t, "ringer match", listed.Workers[0].What)
	assert.Empty(t, listed.Learners)
	require.NoError(t, client.Close())
}

// With a server of its own, a command needs nobody else.
func TestEmbeddedServer(t *testing.T) {
	args := []string{"match", "greedy", "random", "-g", "kuhn", "-n", "100", "--json"}
	o := cmdtest.Ringer(t, "", append(args, "--nats", "embedded")...)
	require.Zero(t, o.Exit, o.Errs)
	assert.Equal(t, cmdtest.Done(t, args...), o.Out)
	assert.Contains(t, o.Errs, "ringer worker --nats nats://127.0.0.1:")
}

// A file of games that are kept is continued by workers, and theirs by the command alone.
func TestKeptGamesOfWorkers(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	url := hall(t)
	defer hire(t, url)()
	cmdtest.InFolder(t)
	args := []string{"match", "greedy", "random", "-g", "leduc", "--json", "--keep", "kept", "-n"}
	want := cmdtest.Done(t, "match", "greedy", "random", "-g", "leduc", "--json", "-n", "8192")
	cmdtest.Done(t, append(args, "4096")...)
	assert.Equal(t, want, cmdtest.Done(t, append(args, "8192", "--nats", url)...))
	assert.Equal(t, want, cmdtest.Done(t, append(args, "8192")...))
}

// Faults of the flags are told before anything is played.
func TestNatsBadInput(t *testing.T) {
	for args, says := range map[string]string{
		"match random -g kuhn --nats-token x":                                 "--nats-token: want --nats as well",
		"match random -g kuhn --nats-token-file x":                            "--nats-token-file: want --nats as well",
		"match random -g kuhn --nats nats://h --nats-listen :1":               "want --nats embedded",
		"match random -g kuhn --nats embedded --nats-listen 0.0.0.0:0":        "wants a token",
		"match random -g kuhn --nats embedded --nats-creds nowhere":           "the server of this process takes --nats-token",
		"match random -g kuhn --nats nats://h --nats-cert nowhere":            "want both, or neither",
		"match random -g kuhn --nats nats://h --nats-ca nowhere/ca.pem":       "nowhere/ca.pem: no such file",
		"match random -g kuhn --nats nats://a:b@h --nats-token x":             "--nats-token gives another: leave one out",
		"match random -g kuhn --nats http://h:1":                              "want a URL such as nats://",
		"worker":                                                              "want the URL of a server",
		"worker --nats embedded":                                              "want the URL of a server",
		"worker --nats nats://h --workers -1":                                 "--workers -1: want at least 0",
		"match random -g kuhn --nats nats://h --nats-creds no --nats-cert no": "nats-key",
	} {
		o := cmdtest.Ringer(t, "", strings.Fields(args)...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, "%s\n%s", args, o.Errs)
		assert.Contains(t, o.Errs, says, args)
		assert.Empty(t, o.Out, args)
	}
}

// A server that is not there is waited for, until Ctrl-C.
func TestNatsServerIsAway(t *testing.T) {
	nobody, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { // it takes the call, and says nothing
		conn, err := nobody.Accept()
		cancel()
		if assert.NoError(t, err) {
			_, _ = io.Copy(io.Discard, conn) // until the command closes it
			_ = conn.Close()
		}
	}()
	var errs bytes.Buffer
	url := "nats://" + nobody.Addr().String()
	exit := program.Run(ctx, []string{"match", "random", "-g", "kuhn", "--nats", url}, strings.NewReader(""), io.Discard, &errs)
	require.NoError(t, nobody.Close())
	assert.Equal(t, shell.ExitInterrupted, exit)
	assert.Contains(t, errs.String(), "no connection to "+url+" yet")
}
