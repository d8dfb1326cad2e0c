package remote

import (
	"context"
	"runtime"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/shell"
	"ringer/internal/cluster/jobs"
	"ringer/internal/cluster/work"
	"ringer/open/carried"
	"ringer/train"
)

// natsUsage is the usage of --nats of the commands whose games are jobs.
const natsUsage = "URL of a NATS server whose workers (ringer worker) play the games, or embedded; the answer stays the same"

// Elsewhere is where workers do what a command hands out.
type Elsewhere = carried.Elsewhere

// WorkersFlags are the flags of a command that hands out what it computes. Whoever plays or
// trains for the command is passed its elsewhere.
type WorkersFlags struct {
	nats NatsFlags
	cmd  *cobra.Command
	At   *Elsewhere // once the server is there
	over func()
}

// Add adds the flags to a command that plays as soon as it runs.
func (f *WorkersFlags) Add(t *shell.Terminal, cmd *cobra.Command) {
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if _, err := f.Settle(cmd.Context(), t); err != nil {
			return err
		}
		return run(cmd, args)
	}
	f.AddLate(t, cmd)
}

// AddLate adds the flags to a command that trains as a configuration says, for which the process
// may begin anew: it calls settle when it knows that, and only then goes to the server.
func (f *WorkersFlags) AddLate(t *shell.Terminal, cmd *cobra.Command) {
	f.nats.Add(cmd, natsUsage)
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := f.nats.Check(cmd); err != nil {
			return err
		}
		if f.nats.URL != "" {
			t.Opener.Remember() // agents may be built before the server is there
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

// Settle makes this process compute networks as configurations ask, and then goes to the server
// of --nats, once: a process that begins anew has nothing open.
func (f *WorkersFlags) Settle(ctx context.Context, t *shell.Terminal, computes ...string) (*Elsewhere, error) {
	for _, compute := range computes {
		if err := t.ComputeAs(compute); err != nil {
			return nil, err
		}
	}
	if f.At != nil || f.nats.URL == "" {
		return f.At, nil
	}
	return f.At, f.begin(ctx, t)
}

// begin goes to the server. With one of this process, the process does jobs itself, too.
func (f *WorkersFlags) begin(ctx context.Context, t *shell.Terminal) error {
	build, err := RunBuild(train.Fast)
	if err != nil {
		return err
	}
	h, err := f.nats.enter(ctx, t, "")
	if err != nil {
		return err
	}
	run := NewRunName(f.cmd.Name())
	told := func(line string) { t.Warnf("ringer: %s\n", line) }
	client, err := jobs.Open(ctx, h.conn, run, work.Entry{What: t.Named(f.cmd.CommandPath()), Build: build, Host: hostName()}, told)
	if err != nil {
		h.closed()
		return f.nats.explain(ctx, err)
	}
	if h.server != nil {
		n := shell.WorkersOf(f.cmd)
		if n == 0 {
			n = runtime.GOMAXPROCS(0)
		}
		h.serve(n, jobsKind(t.Opener), run, client.Entry)
		t.Warnf("ringer: more workers: %s\n", f.nats.workerLine(h.server.At("")))
	}
	h.look(run, "", nil)
	player := jobs.NewPlayer(h.ctx, client, t.Opener.Remember())
	f.At = carried.NewElsewhere(player)
	f.over = func() { h.leave("the games have", client.Close) }
	return nil
}
