package about

import (
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/internal/cluster/work"
	"ringer/internal/input"
	"ringer/open/workers"
)

type workerFlags struct {
	nats           remote.NatsFlags
	workers        int
	idle           float64
	programs, json bool
}

func NewWorker(t *shell.Terminal) *cobra.Command {
	var f workerFlags
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Play for trainings and commands on other machines",
		Long: `Take jobs from a NATS server and do them, until Ctrl-C: groups of tables of every
ringer train, and games of every command, that was given --nats with the same URL. Start
as many as you like, wherever you like; one that stops or dies does no harm. A worker
opens no file that a job names and starts no program: configurations, rules, bots and
weights travel with the jobs. It waits for a server that is not there, also when it goes
away and comes back.

It must be the same program as the command, and compute with the same vectors: it begins
anew for a run that computes otherwise (compute: portable), when the runs that it plays
for have nothing to do. A worker that no run there can use says how the two differ, and
ends with exit status 2.`,
		Annotations: shell.Keys(`--json prints {"jobs", "rows", "bytes"} at the end: jobs done, and decisions of trainings
with the bytes that they took.`),
		Example: "  ringer worker --nats nats://learner:4222\n  ringer worker --nats nats://learner:4222 --workers 8 --idle 600",
		Args:    shell.Takes(),
		RunE:    func(cmd *cobra.Command, _ []string) error { return f.run(cmd, t) },
	}
	f.nats.Add(cmd, "URL of the NATS server")
	shell.AddFlag(cmd, &f.workers, "workers", 0, shell.AWorkers, "jobs at a time (0: one a processor)")
	shell.AddFlag(cmd, &f.idle, "idle", 0, shell.ANumber, "end when there was nothing to do for this many seconds (0: never)")
	shell.AddFlag(cmd, &f.programs, "programs", false, shell.ASwitch, "start the programs (cmd) that configurations of trainings name")
	shell.AddFlag(cmd, &f.json, "json", false, shell.AsObject, "print one JSON object at the end")
	return cmd
}

func (f *workerFlags) run(cmd *cobra.Command, t *shell.Terminal) error {
	ctx := cmd.Context()
	if f.nats.URL == "" || f.nats.URL == workers.Embedded {
		return input.Badf("--nats %s: want the URL of a server, such as nats://host:4222", f.nats.URL)
	}
	if err := errors.Join(f.nats.Check(cmd), shell.AtLeast("workers", f.workers, 0), shell.AtLeast("idle", f.idle, 0)); err != nil {
		return input.Bad(err)
	}
	if f.workers == 0 {
		f.workers = runtime.GOMAXPROCS(0)
	}
	restart := t.Restart
	s, err := f.nats.Connect(ctx, t, "")
	if err != nil {
		return err
	}
	defer s.Close()
	h, err := remote.NewHelper(t, s.Conn, f.workers, time.Duration(f.idle*float64(time.Second)), f.programs)
	if err != nil {
		return err
	}
	h.Restarts = restart != nil
	bar := t.Progress("working", 0)
	h.Seen = func(d work.Done) { bar.Describe(fmt.Sprintf("%s jobs done", shell.Count(float64(d.Jobs)))) }
	err = h.Work(ctx)
	bar.Finish()
	if again, ok := errors.AsType[*work.Again](err); ok {
		s.Close() // nothing is open when a process begins anew
		return restart(again.Environ)
	}
	d := h.Worker.Done()
	_, refused := errors.AsType[*work.RefusedError](err)
	switch {
	case refused && ctx.Err() == nil:
		return input.Bad(err)
	case err != nil && ctx.Err() == nil:
		return err
	case f.json:
		return t.JSON(struct {
			Jobs  int   `json:"jobs"`
			Rows  int   `json:"rows"`
			Bytes int64 `json:"bytes"`
		}{d.Jobs, d.Rows, d.Bytes})
	case d.Rows > 0:
		return t.Printf("%d jobs done, %s decisions sent in %s bytes\n", d.Jobs, shell.Count(float64(d.Rows)), shell.Count(float64(d.Bytes)))
	}
	return t.Printf("%d jobs done\n", d.Jobs)
}
