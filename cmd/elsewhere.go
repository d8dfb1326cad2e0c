package cmd

import (
	"context"
	"encoding/json"
	"runtime"
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

// elsewhere is where workers do what a command hands out; nil: the command does all itself.
type elsewhere struct {
	*jobs.Player
	place *eval.Place
}

// games returns where games are played.
func (e *elsewhere) games() *eval.Place {
	if e == nil {
		return nil
	}
	return e.place
}

// workersFlags are the flags of a command that hands out what it computes. Whoever plays or
// trains for the command is passed its elsewhere.
type workersFlags struct {
	nats natsFlags
	cmd  *cobra.Command
	at   *elsewhere // once the server is there
	over func()
}

// add adds the flags to a command that plays as soon as it runs.
func (f *workersFlags) add(t *terminal, cmd *cobra.Command) {
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if _, err := f.settle(cmd.Context(), t); err != nil {
			return err
		}
		return run(cmd, args)
	}
	f.addLate(cmd)
}

// addLate adds the flags to a command that trains as a configuration says, for which the process
// may begin anew: it calls settle when it knows that, and only then goes to the server.
func (f *workersFlags) addLate(cmd *cobra.Command) {
	f.nats.add(cmd, natsUsage)
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := f.nats.check(cmd); err != nil {
			return err
		}
		if f.nats.url != "" {
			opener.Remember() // agents may be built before the server is there
		}
		f.cmd = cmd
		defer func() {
			if f.over != nil {
				f.over()
			}
		}()
		return run(cmd, args)
	}
}

// settle makes this process compute networks as configurations ask, and then goes to the server
// of --nats, once: a process that begins anew has nothing open.
func (f *workersFlags) settle(ctx context.Context, t *terminal, computes ...string) (*elsewhere, error) {
	for _, compute := range computes {
		if err := t.computeAs(compute); err != nil {
			return nil, err
		}
	}
	if f.at != nil || f.nats.url == "" {
		return f.at, nil
	}
	return f.at, f.begin(ctx, t)
}

// begin goes to the server. With one of this process, the process does jobs itself, too.
func (f *workersFlags) begin(ctx context.Context, t *terminal) error {
	build, err := thisJobBuild()
	if err != nil {
		return err
	}
	conn, server, closed, err := f.nats.connect(ctx, t, "")
	if err != nil {
		return err
	}
	run := newRunName(f.cmd.Name())
	client, err := jobs.Open(ctx, conn, run, t.named(f.cmd.CommandPath()), build)
	if err != nil {
		closed()
		return f.nats.explain(ctx, err)
	}
	working, stop := context.WithCancel(context.WithoutCancel(ctx))
	var own sync.WaitGroup
	if server != nil {
		n, _ := f.cmd.Flags().GetInt("workers") // 0 where there is no such flag
		if n == 0 {
			n = runtime.GOMAXPROCS(0)
		}
		w := newJobWorker(build, n, func(string) {})
		entry, err := json.Marshal(jobs.Entry{Kind: jobs.RunKind, Build: build})
		if err != nil {
			stop()
			closed()
			return err
		}
		own.Go(func() { _ = w.Serve(working, conn, run, entry) }) // the command's own error says more
		t.warnf("ringer: more workers: %s\n", f.nats.workerLine(server.At("")))
	}
	own.Go(func() {
		lookout(working, conn, run, nil, func(line string) { t.warnf("ringer: %s\n", line) })
	})
	player := jobs.NewPlayer(working, client, opener.Remember())
	f.at = &elsewhere{player, eval.NewPlace(player)}
	f.over = func() {
		stop()
		own.Wait()
		if err := client.Close(); err != nil {
			t.warnf("ringer: what the games have left on the server stays there: %v\n", err)
		}
		closed()
	}
	return nil
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
