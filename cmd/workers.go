package cmd

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"ringer/internal/cluster"
	"ringer/internal/cluster/work"
	"ringer/internal/input"
)

// workersResult is the object of `ringer workers --json`.
type workersResult struct {
	Workers  []work.State `json:"workers"`
	Learners []work.State `json:"learners"`
}

func newWorkers(t *terminal) *cobra.Command {
	var f natsFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "workers",
		Short: "List who works for the trainings and commands of a NATS server",
		Long: `List the workers of a NATS server, with the training or command that each works for, and
the trainings that workers play for, as they have said in the last seconds.

--json prints {"workers": [{"name", "host", "run", "what", "game", "from", "parallel",
"jobs", "rows", "bytes", "rows_per_second"}], "learners": [{"run", "what", "host", "game",
"from", "iteration", "counts": {"received", "bytes", "rows", "reused", "again", "damaged",
"foreign", "stale", "late", "duplicate", "faults"}}]}.`,
		Example: "  ringer workers --nats nats://learner:4222",
		Args:    takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.url == "" || f.url == embedded {
				return badf("--nats %s: want the URL of a server, such as nats://host:4222", cluster.Shown(f.url))
			}
			if err := f.check(cmd); err != nil {
				return err
			}
			conn, _, closed, err := f.connect(cmd.Context(), t, "")
			if err != nil {
				return err
			}
			defer closed()
			states, err := work.States(cmd.Context(), conn)
			if err != nil {
				return err
			}
			return printStates(t, states, asJSON)
		},
	}
	f.add(cmd, "URL of the NATS server")
	addJSON(cmd, &asJSON)
	return cmd
}

func printStates(t *terminal, states []work.State, asJSON bool) error {
	r := workersResult{Workers: []work.State{}, Learners: []work.State{}}
	for _, s := range states {
		switch s.Kind {
		case work.LearnerKind:
			r.Learners = append(r.Learners, s)
		case work.WorkerKind:
			r.Workers = append(r.Workers, s)
		}
	}
	if asJSON {
		return t.json(r)
	}
	if len(r.Learners)+len(r.Workers) == 0 {
		return t.printf("nobody is there\n")
	}
	since := func(at time.Time) string { return time.Since(at).Round(time.Second).String() }
	rows := [][]string{{"WHO", "HOST", "FOR", "SINCE", "JOBS", "DECISIONS", "DECISIONS/S"}}
	for _, s := range r.Learners {
		rows = append(rows, []string{"learner", input.Shown(s.Host), input.Shown(s.What), since(s.From), "", fmt.Sprintf("iteration %d", s.Iteration), ""})
	}
	for _, s := range r.Workers {
		rows = append(rows, []string{
			input.Shown(s.Name), input.Shown(s.Host), input.Shown(s.What), since(s.From), count(float64(s.Jobs)), count(float64(s.Rows)), count(s.PerSecond),
		})
	}
	return t.table(rows)
}
