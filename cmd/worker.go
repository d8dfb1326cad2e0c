package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"ringer/jobs"
)

type workerFlags struct {
	nats    natsFlags
	workers int
	json    bool
}

func newWorker(t *terminal) *cobra.Command {
	var f workerFlags
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Play games for commands on other machines",
		Long: `Take jobs from a NATS server and do them, until Ctrl-C: games of every command that was
given --nats with the same URL. A worker opens no file that a job names and starts no
program: bots and rules travel with the jobs. It must be the same build as the command.

--json prints {"jobs"} at the end.`,
		Example: "  ringer worker --nats nats://learner:4222",
		Args:    takes(),
		RunE:    func(cmd *cobra.Command, _ []string) error { return runWorker(cmd, t, &f) },
	}
	f.nats.add(cmd, "URL of the NATS server")
	cmd.Flags().IntVar(&f.workers, "workers", 0, "jobs at a time (0: one a processor)")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object at the end")
	return cmd
}

func runWorker(cmd *cobra.Command, t *terminal, f *workerFlags) error {
	ctx := cmd.Context()
	if f.nats.url == "" || f.nats.url == embedded {
		return badf("--nats %s: want the URL of a server, such as nats://host:4222", f.nats.url)
	}
	if err := errors.Join(f.nats.check(cmd), atLeast("workers", f.workers, 0)); err != nil {
		return bad(err)
	}
	if f.workers == 0 {
		f.workers = runtime.GOMAXPROCS(0)
	}
	build, err := thisJobBuild()
	if err != nil {
		return err
	}
	conn, _, closed, err := f.nats.connect(ctx, t, "")
	if err != nil {
		return err
	}
	defer closed()
	w := newJobWorker(build, f.workers, func(line string) { t.warnf("ringer: %s\n", line) })
	refused := map[string]bool{}
	for ctx.Err() == nil {
		runs, err := conn.Runs().All(ctx)
		if err != nil {
			break
		}
		for _, r := range runs {
			var e jobs.Entry
			if json.Unmarshal(r.Value, &e) != nil || e.Kind != jobs.RunKind || refused[r.Name] {
				continue
			}
			err := w.Serve(ctx, conn, r.Name, r.Value)
			if _, another := errors.AsType[*jobs.BuildError](err); another {
				refused[r.Name] = true
				t.warnf("ringer: %v\n", err)
			} else if err != nil && ctx.Err() == nil {
				return err
			}
		}
		wait(ctx, time.Second/4)
	}
	if f.json {
		return t.json(map[string]any{"jobs": w.Done()})
	}
	return t.printf("%d jobs done\n", w.Done())
}

// wait waits, or until ctx is done.
func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
