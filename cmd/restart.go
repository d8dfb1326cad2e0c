package cmd

import (
	"fmt"
	"os"

	"ringer/models/graph"
	"ringer/train"
)

// restarted says that another process did the work, and its exit status.
type restarted struct{ exit int }

func (r *restarted) Error() string { return fmt.Sprintf("exit status %d", r.exit) }

// computeAs makes this process compute networks as a configuration asks. What Go
// and the backend do is settled when a process begins, so it begins again.
func (t *terminal) computeAs(compute string) error {
	if compute != train.Portable {
		return nil
	}
	if err := graph.CanBePortable(); err != nil {
		return badf("compute: portable: %w", err)
	}
	err := graph.Portable()
	if err == nil || t.restart == nil {
		return bad(err)
	}
	if os.Getenv(restartedMark) != "" {
		return fmt.Errorf("compute: portable: %w", err)
	}
	return t.restart(append(graph.PortableEnvironment(os.Environ()), restartedMark+"=1"))
}

// restartedMark is the environment variable of a process that has begun again.
const restartedMark = "RINGER_RESTARTED"
