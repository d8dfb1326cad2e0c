package cmd

import (
	"context"
	"encoding/json"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"ringer/env"
	"ringer/env/things"
	"ringer/eval"
	"ringer/internal/cluster/jobs"
	"ringer/open"
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
	Game:  func(text string, rules json.RawMessage) (env.Game, error) { return open.Restore("a job", text, rules) },
	Agent: carriedAgent,
	Until: things.Until,
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
