package shell

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"ringer/internal/input"
	"ringer/models/graph"
	"ringer/train"
)

// Restarted says that another process did the work, and its exit status.
type Restarted struct{ Exit int }

func (r *Restarted) Error() string { return fmt.Sprintf("exit status %d", r.Exit) }

// ComputeAs makes this process compute networks as a configuration asks. What Go
// and the backend do is settled when a process begins, so it begins again: nothing may be
// open then.
func (t *Terminal) ComputeAs(compute string) error {
	if compute != train.Portable {
		return nil
	}
	if err := graph.CanBePortable(); err != nil {
		return input.Badf("compute: portable: %w", err)
	}
	err := graph.Portable()
	if err == nil || t.Restart == nil {
		return input.Bad(err)
	}
	if os.Getenv(RestartedMark) != "" {
		return fmt.Errorf("compute: portable: %w", err)
	}
	return t.Restart(PortableEnvironment())
}

// ComputeHere is Terminal.ComputeAs for a process that has something open: it does not begin again.
func ComputeHere(compute string) error { return (&Terminal{}).ComputeAs(compute) }

// RestartedMark is the environment variable of a process that has begun again: what the one
// before it was.
const RestartedMark = "RINGER_RESTARTED"

// formerSelf describes the process before it began again.
type formerSelf struct {
	Vectors string   `json:"vectors"`
	Lost    []string `json:"lost"`   // of its environment
	Gained  []string `json:"gained"` // in its place
}

// PortableEnvironment returns the environment in which this process begins again to be
// portable.
func PortableEnvironment() []string {
	now := os.Environ()
	then := graph.PortableEnvironment(now)
	text, _ := json.Marshal(formerSelf{graph.Vectors(), lacking(now, then), lacking(then, now)}) // texts
	return append(then, RestartedMark+"="+string(text))
}

// Former returns what this process was before it began again, nil where it did not.
func Former() *formerSelf {
	var f formerSelf
	if json.Unmarshal([]byte(os.Getenv(RestartedMark)), &f) != nil {
		return nil
	}
	return &f
}

// Environment returns the environment of the former self.
func (f *formerSelf) Environment() []string {
	now := slices.DeleteFunc(lacking(os.Environ(), f.Gained), func(e string) bool { return strings.HasPrefix(e, RestartedMark+"=") })
	return append(now, f.Lost...)
}

// lacking returns the texts that are not among others.
func lacking(texts, others []string) (rest []string) {
	for _, s := range texts {
		if !slices.Contains(others, s) {
			rest = append(rest, s)
		}
	}
	return rest
}
