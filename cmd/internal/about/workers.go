package about

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/internal/cluster"
	"ringer/internal/cluster/work"
	"ringer/internal/input"
	"ringer/open/workers"
)

// WorkersResult is the object of `ringer workers --json`.
type WorkersResult struct {
	Workers  []work.State `json:"workers"`
	Learners []work.State `json:"learners"`
}

func NewWorkers(t *shell.Terminal) *cobra.Command {
	var f remote.NatsFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "workers",
		Short: "List who works for the trainings and commands of a NATS server",
		Long: `List the workers of a NATS server, with the training or command that each works for, and
the trainings that workers play for, as they have said in the last seconds.`,
		Annotations: shell.Keys(`--json prints {"workers": [{"name", "host", "run", "what", "game", "from", "parallel",
"jobs", "rows", "bytes", "rows_per_second"}], "learners": [{"run", "what", "host", "game",
"from", "iteration", "counts": {"received", "bytes", "rows", "reused", "again", "damaged",
"foreign", "stale", "late", "duplicate", "faults"}}]}.`),
		Example: "  ringer workers --nats nats://learner:4222",
		Args:    shell.Takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.URL == "" || f.URL == workers.Embedded {
				return input.Badf("--nats %s: want the URL of a server, such as nats://host:4222", cluster.Shown(f.URL))
			}
			if err := f.Check(cmd); err != nil {
				return err
			}
			s, err := f.Connect(cmd.Context(), t, "")
			if err != nil {
				return err
			}
			defer s.Close()
			states, err := work.States(cmd.Context(), s.Conn)
			if err != nil {
				return err
			}
			return printStates(t, states, asJSON)
		},
	}
	f.Add(cmd, "URL of the NATS server")
	shell.AddJSON(cmd, &asJSON)
	return cmd
}

func printStates(t *shell.Terminal, states []work.State, asJSON bool) error {
	r := WorkersResult{Workers: []work.State{}, Learners: []work.State{}}
	for _, s := range states {
		switch s.Kind {
		case work.LearnerKind:
			r.Learners = append(r.Learners, s)
		case work.WorkerKind:
			r.Workers = append(r.Workers, s)
		}
	}
	if asJSON {
		return t.JSON(r)
	}
	if len(r.Learners)+len(r.Workers) == 0 {
		return t.Printf("nobody is there\n")
	}
	since := func(at time.Time) string { return time.Since(at).Round(time.Second).String() }
	rows := [][]string{{"WHO", "HOST", "FOR", "SINCE", "JOBS", "DECISIONS", "DECISIONS/S"}}
	for _, s := range r.Learners {
		rows = append(rows, []string{"learner", input.Shown(s.Host), input.Shown(s.What), since(s.From), "", fmt.Sprintf("iteration %d", s.Iteration), ""})
	}
	for _, s := range r.Workers {
		rows = append(rows, []string{
			input.Shown(s.Name), input.Shown(s.Host), input.Shown(s.What), since(s.From), shell.Count(float64(s.Jobs)), shell.Count(float64(s.Rows)), shell.Count(s.PerSecond),
		})
	}
	return t.Table(rows)
}
