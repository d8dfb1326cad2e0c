package remote

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/shell"
	"ringer/internal/cluster"
	"ringer/internal/cluster/work"
	"ringer/models/graph"
	"ringer/open"
	"ringer/open/carried"
	"ringer/open/workers"
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
	s, err := f.nats.Connect(ctx, t, "")
	if err != nil {
		return err
	}
	if f.At, f.over, err = s.HandOut(ctx, f.cmd.Name(), t.Named(f.cmd.CommandPath()), build, TrainerOf(t.Opener, time.Minute), shell.WorkersOf(f.cmd)); err != nil {
		s.Close()
		return f.nats.explain(ctx, err)
	}
	if s.Own != nil {
		t.Warnf("ringer: more workers: %s\n", f.nats.workerLine(s.Own.At("")))
	}
	return nil
}

// TrainerOf returns what trains for commands elsewhere. It notes now and then how far it has come.
func TrainerOf(o *open.Opener, every time.Duration) *carried.Trainer {
	quiet := &shell.Terminal{Out: io.Discard, Errs: io.Discard, Quiet: true, Opener: o}
	return &carried.Trainer{Study: lookup.Trainer(quiet), Compute: quiet.ComputeAs, Every: every}
}

// NewHelper returns what works for all runs of a server, n jobs at a time, until there was nothing to
// do for a while; 0: for ever.
func NewHelper(t *shell.Terminal, conn *cluster.Conn, n int, idle time.Duration, programs bool) (*work.Helper, error) {
	build, err := RunBuild(train.Fast)
	if err != nil {
		return nil, err
	}
	told := toldBy(t)
	w := workers.New(TrainerOf(t.Opener, time.Minute), n, programs, build, told)
	return &work.Helper{Conn: conn, Worker: w, Fits: FitsHere, Idle: idle, Told: told}, nil
}

// RunBuild returns the facts of a run as its entry has them.
func RunBuild(compute string) (json.RawMessage, error) {
	facts, err := buildinfo.Facts()
	if err != nil {
		return nil, fmt.Errorf("cannot tell which build this is: %w", err)
	}
	return workers.Facts(facts).Build(compute)
}

// FitsHere returns nil where this process can work for a run, else why not. again is the
// environment in which this process, begun anew, could; nil where it could not.
func FitsHere(e *work.Entry) (again []string, err error) {
	facts, err := buildinfo.Facts()
	if err != nil {
		return nil, err
	}
	return workers.Facts(facts).Fit(e, func(vectors string) []string {
		switch was := shell.Former(); {
		case was != nil && vectors == was.Vectors:
			return was.Environment()
		case was == nil && vectors == graph.PortableVectors() && graph.CanBePortable() == nil:
			return shell.PortableEnvironment()
		}
		return nil
	})
}
