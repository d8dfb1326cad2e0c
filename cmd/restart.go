package cmd

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"ringer/models/graph"
	"ringer/train"
)

// restarted says that another process did the work, and its exit status.
type restarted struct{ exit int }

func (r *restarted) Error() string { return fmt.Sprintf("exit status %d", r.exit) }

// computeAs makes this process compute networks as a configuration asks. What Go
// and the backend do is settled when a process begins, so it begins again: nothing may be
// open then.
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
	return t.restart(portableEnvironment())
}

// restartedMark is the environment variable of a process that has begun again: what the one
// before it was.
const restartedMark = "RINGER_RESTARTED"

// formerSelf describes the process before it began again.
type formerSelf struct {
	Vectors string   `json:"vectors"`
	Lost    []string `json:"lost"`   // of its environment
	Gained  []string `json:"gained"` // in its place
}

// portableEnvironment returns the environment in which this process begins again to be
// portable.
func portableEnvironment() []string {
	now := os.Environ()
	then := graph.PortableEnvironment(now)
	text, _ := json.Marshal(formerSelf{graph.Vectors(), lacking(now, then), lacking(then, now)}) // texts
	return append(then, restartedMark+"="+string(text))
}

// former returns what this process was before it began again, nil where it did not.
func former() *formerSelf {
	var f formerSelf
	if json.Unmarshal([]byte(os.Getenv(restartedMark)), &f) != nil {
		return nil
	}
	return &f
}

// environment returns the environment of the former self.
func (f *formerSelf) environment() []string {
	now := slices.DeleteFunc(lacking(os.Environ(), f.Gained), func(e string) bool { return strings.HasPrefix(e, restartedMark+"=") })
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
