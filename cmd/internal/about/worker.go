package about

import (
	"github.com/spf13/cobra"

	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
)

func NewWorker(t *shell.Terminal) *cobra.Command {
	var f remote.WorkerFlags
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Play for trainings and commands on other machines",
		Long: `Take jobs from a NATS server and do them, until Ctrl-C: groups of tables of every
ringer train, and games of every command, that was given --nats with the same URL. Start
as many as you like, wherever you like; one that stops or dies is no harm. A worker
opens no file that a job names and starts no program: configurations, rules, bots and
weights travel with the jobs. It waits for a server that is not there, also when it goes
away and comes back.

It must be the same program as the command, and compute with the same vectors: it begins
anew for a run that computes otherwise (compute: portable), when the runs that it plays
for have nothing to do. A worker that no run there can use says how the two differ, and
ends with exit status 2.

--json prints {"jobs", "rows", "bytes"} at the end: jobs done, and decisions of trainings
with the bytes that they took.`,
		Example: "  ringer worker --nats nats://learner:4222\n  ringer worker --nats nats://learner:4222 --workers 8 --idle 600",
		Args:    shell.Takes(),
		RunE:    func(cmd *cobra.Command, _ []string) error { return remote.RunWorker(cmd, t, &f) },
	}
	f.Nats.Add(cmd, "URL of the NATS server")
	shell.AddFlag(cmd, &f.Workers, "workers", 0, shell.AWorkers, "jobs at a time (0: one a processor)")
	shell.AddFlag(cmd, &f.Idle, "idle", 0, shell.ANumber, "end when there was nothing to do for this many seconds (0: never)")
	shell.AddFlag(cmd, &f.Programs, "programs", false, shell.ASwitch, "start the programs (cmd) that configurations of trainings name")
	shell.AddFlag(cmd, &f.JSON, "json", false, shell.AsObject, "print one JSON object at the end")
	return cmd
}
