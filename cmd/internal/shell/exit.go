package shell

import "fmt"

const (
	ExitDone        = 0
	ExitFailed      = 1
	ExitBadInput    = 2
	ExitInterrupted = 130 // 128 + SIGINT, as shells have it
)

// Interruption says that Ctrl-C or SIGTERM ended a command, and what there was by then.
type Interruption struct{ Rest string }

func (e *Interruption) Error() string {
	if e.Rest == "" {
		return "interrupted"
	}
	return "interrupted: " + e.Rest
}

// Interrupted returns the error of a command that has shown what it had when it was
// interrupted.
func Interrupted(format string, args ...any) error {
	return &Interruption{fmt.Sprintf(format, args...)}
}

// IfInterrupted ends the headline of what was interrupted.
func IfInterrupted(is bool) string {
	if is {
		return "; INTERRUPTED"
	}
	return ""
}
