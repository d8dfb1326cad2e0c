package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"ringer/agents"
	"ringer/agents/roster"
	"ringer/agents/script"
	"ringer/env"
	"ringer/env/things"
	"ringer/eval"
	"ringer/internal/cluster/jobs"
	"ringer/internal/input"
	"ringer/models/botfile"
	"ringer/models/onnxrun"
	"ringer/play/opponents"
)

// natsUsage is the usage of --nats of the commands whose games are jobs.
const natsUsage = "URL of a NATS server whose workers (ringer worker) play the games, or embedded; the answer stays the same"

// givesJobs gives a command the flag --nats, with which workers play its games.
func givesJobs(t *terminal, cmd *cobra.Command) {
	var f natsFlags
	f.add(cmd, natsUsage)
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := f.check(cmd); err != nil {
			return err
		}
		if f.url == "" {
			return run(cmd, args)
		}
		startNoting() // agents may be built before the server is there
		h := &hiring{terminal: t, flags: &f, cmd: cmd, over: func() {}}
		defer func() { h.over() }()
		ctx := context.WithValue(cmd.Context(), hiringKey{}, h)
		if !slices.Contains(settling, cmd.Name()) {
			var err error
			if ctx, err = h.begin(ctx); err != nil {
				return err
			}
		}
		cmd.SetContext(ctx)
		return run(cmd, args)
	}
}

// settling lists the commands that train as a configuration says, which may begin the process
// anew. They call settle when they know it, and only then go to the server.
var settling = []string{"sweep", "ablate", "scaling", "curves", "exploit"}

// hiring is a command on its way to a server.
type hiring struct {
	*terminal
	flags *natsFlags
	cmd   *cobra.Command
	begun bool
	over  func()
}

type hiringKey struct{}

// begin goes to the server, once, and returns a context whose games are jobs.
func (h *hiring) begin(ctx context.Context) (context.Context, error) {
	if h.begun {
		return ctx, nil
	}
	h.begun = true
	ctx, over, err := h.flags.elsewhere(ctx, h.terminal, h.cmd)
	if err == nil {
		h.over = over
	}
	return ctx, err
}

// settle makes this process compute networks as configurations ask, and then goes to the server
// of --nats: a process that begins anew has nothing open.
func (t *terminal) settle(ctx context.Context, computes ...string) (context.Context, error) {
	for _, compute := range computes {
		if err := t.computeAs(compute); err != nil {
			return nil, err
		}
	}
	if h, ok := ctx.Value(hiringKey{}).(*hiring); ok {
		return h.begin(ctx)
	}
	return ctx, nil
}

// elsewhere returns a context whose games are jobs. With a server of this process, the
// process does jobs itself, too.
func (f *natsFlags) elsewhere(ctx context.Context, t *terminal, cmd *cobra.Command) (context.Context, func(), error) {
	build, err := thisJobBuild()
	if err != nil {
		return nil, nil, err
	}
	conn, server, closed, err := f.connect(ctx, t, "")
	if err != nil {
		return nil, nil, err
	}
	run := newRunName(cmd.Name())
	client, err := jobs.Open(ctx, conn, run, t.named(cmd.CommandPath()), build)
	if err != nil {
		closed()
		return nil, nil, f.explain(ctx, err)
	}
	working, stop := context.WithCancel(context.WithoutCancel(ctx))
	var own sync.WaitGroup
	if server != nil {
		n, _ := cmd.Flags().GetInt("workers") // 0 where there is no such flag
		if n == 0 {
			n = runtime.GOMAXPROCS(0)
		}
		w := newJobWorker(build, n, func(string) {})
		entry, err := json.Marshal(jobs.Entry{Kind: jobs.RunKind, Build: build})
		if err != nil {
			stop()
			closed()
			return nil, nil, err
		}
		own.Go(func() { _ = w.Serve(working, conn, run, entry) }) // the command's own error says more
		t.warnf("ringer: more workers: %s\n", f.workerLine(server.At("")))
	}
	own.Go(func() {
		lookout(working, conn, run, nil, func(line string) { t.warnf("ringer: %s\n", line) })
	})
	noted := startNoting()
	player := jobs.NewPlayer(working, client, noted)
	ctx = context.WithValue(ctx, playerKey{}, player)
	return eval.PlayedElsewhere(ctx, player), func() {
		stop()
		own.Wait()
		if err := client.Close(); err != nil {
			t.warnf("ringer: what the games have left on the server stays there: %v\n", err)
		}
		closed()
	}, nil
}

// newJobWorker returns a worker for jobs of all kinds.
func newJobWorker(build json.RawMessage, n int, told func(string)) *jobs.Worker {
	table := jobs.NewTable(carriedMakers)
	often := noter{every: time.Minute}
	kinds := map[string]jobs.Doer{jobs.Games: table.Play, trainingKind: carriedTraining{often}.do, answerKind: carriedAnswer{often}.do}
	return &jobs.Worker{Kinds: kinds, Build: build, Jobs: n, Told: told}
}

// carriedMakers build what a job carries.
var carriedMakers = jobs.Makers{
	Game:  func(text string, rules json.RawMessage) (env.Game, error) { return restoreGame("a job", text, rules) },
	Agent: carriedAgent,
	Until: things.Until,
}

// noting holds the recipes of the agents of this process, from the first command on whose games
// are jobs.
var noting atomic.Pointer[jobs.Recipes]

func startNoting() *jobs.Recipes {
	noting.CompareAndSwap(nil, jobs.NewRecipes())
	return noting.Load()
}

// besideMark stands between the name of a network's file and that of one beside it.
const besideMark = "\x00"

// readBot decodes a bot's file; name is its name in messages.
func readBot(name string, data []byte) (*botfile.Bot, error) {
	bot, err := botfile.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", input.Shown(name), err)
	}
	return bot, nil
}

// carriedAgent builds an agent of a job. It opens no file: files holds what the agent may
// read, by the name under which it asks for it, and bots that ship are in this build.
func carriedAgent(g env.Game, name string, files map[string][]byte) (agents.Agent, error) {
	carried := func(file string) ([]byte, error) {
		data, ok := files[file]
		if !ok {
			return nil, fmt.Errorf("%s: the job has no copy of it, and a worker opens no file of its own", input.Shown(file))
		}
		return data, nil
	}
	return roster.New(name, roster.Sources{
		Game: g, Adapt: adaptBot,
		Bot: func(bot string) (*botfile.Bot, error) {
			if !isBotFile(bot) {
				return openBot(bot)
			}
			data, err := carried(bot)
			if err != nil {
				return nil, err
			}
			return readBot(bot, data)
		},
		Network: func(file string) (*onnxrun.Model, error) {
			data, err := carried(file)
			if err != nil {
				return nil, err
			}
			network := &networkFiles{model: data, beside: map[string][]byte{}}
			for name, data := range files {
				if of, beside, ok := strings.Cut(name, besideMark); ok && of == file {
					network.beside[beside] = data
				}
			}
			return network.read(file)
		},
		Script: func(file string) (*script.Strategy, error) {
			if isStyle(file) {
				return opponents.Style(g, file)
			}
			data, err := carried(file)
			if err != nil {
				return nil, err
			}
			return readScript(file, data)
		},
	})
}

// handingOut lists the commands that take --nats: those that play many games.
var handingOut = []string{
	"match", "arena", "exploit", "decisions", "record", "ladder", "score", "evidence", "report", "ratings", "levels",
	"sweep", "ablate", "scaling", "curves", "drafts", "warbands",
}

// handsOut reports whether the games of a command can be jobs.
func handsOut(cmd *cobra.Command) bool {
	return cmd.RunE != nil && slices.Contains(handingOut, cmd.Name())
}
