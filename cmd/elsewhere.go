package cmd

import (
	"context"
	"runtime"

	"github.com/spf13/cobra"

	"ringer/eval"
	"ringer/internal/cluster/jobs"
	"ringer/internal/cluster/work"
	"ringer/train"
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
	build, err := runBuild(train.Fast)
	if err != nil {
		return err
	}
	h, err := f.nats.enter(ctx, t, "")
	if err != nil {
		return err
	}
	run := newRunName(f.cmd.Name())
	told := func(line string) { t.warnf("ringer: %s\n", line) }
	client, err := jobs.Open(ctx, h.conn, run, work.Entry{What: t.named(f.cmd.CommandPath()), Build: build, Host: hostName()}, told)
	if err != nil {
		h.closed()
		return f.nats.explain(ctx, err)
	}
	if h.server != nil {
		n := workersOf(f.cmd)
		if n == 0 {
			n = runtime.GOMAXPROCS(0)
		}
		h.serve(n, jobsKind(), run, client.Entry)
		t.warnf("ringer: more workers: %s\n", f.nats.workerLine(h.server.At("")))
	}
	h.look(run, "", nil)
	player := jobs.NewPlayer(h.ctx, client, opener.Remember())
	f.at = &elsewhere{player, eval.NewPlace(player)}
	f.over = func() { h.leave("the games have", client.Close) }
	return nil
}
