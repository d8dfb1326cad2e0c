package cmd

import (
	"ringer/train/checkpoint"
)

// closeRun gives up the lock of a run; nil is none.
func closeRun(run *checkpoint.Run) error {
	if run == nil {
		return nil
	}
	return run.Close()
}

// orNothing returns a part of a build, or that nobody knows it.
func orNothing(s string) string {
	if s == "" {
		return "unknown"
	}
	return s
}
