package main

import (
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"sync"
	"time"
)

// A side is a command of the shell that runs beside go test.
type side struct{ name, command string }

// A stage shows what runs.
type stage interface {
	// begins hears of a command that begins.
	begins(name string)
	// ends shows the whole output of one that has ended.
	ends(name string, output []byte, passed bool, seconds float64)
}

// runSides starts the commands in a folder. wait returns when all have ended: 0, or the exit
// status of one that failed.
func runSides(root string, sides []side, s stage) (wait func() (status int)) {
	var all sync.WaitGroup
	statuses := make([]int, len(sides))
	for i, c := range sides {
		s.begins(c.name)
		all.Go(func() {
			begun := time.Now()
			cmd := exec.Command("sh", "-c", c.command)
			cmd.Dir = root
			output, failure := cmd.CombinedOutput()
			status, err := exitOf(failure)
			if err != nil {
				output, status = fmt.Appendf(output, "%v\n", err), 1
			}
			statuses[i] = status
			s.ends(c.name, output, status == 0, time.Since(begun).Seconds())
		})
	}
	return func() (status int) {
		all.Wait()
		for _, s := range statuses {
			status = max(status, s)
		}
		return status
	}
}

// report returns the output of a command with a line below it as go test has one for a package.
func report(name string, output []byte, passed bool, seconds float64) []byte {
	if len(output) > 0 && output[len(output)-1] != '\n' {
		output = append(output, '\n')
	}
	if passed {
		return fmt.Appendf(output, "ok  \t%s\t%.3fs\n", name, seconds)
	}
	return fmt.Appendf(output, "FAIL\t%s\t%.3fs\n", name, seconds)
}

// A whole writes go test's own output as it comes. What a command beside it has written stands
// between two packages, never between the lines of one, and after all packages where it failed.
type whole struct {
	mu      sync.Mutex
	out     io.Writer
	begun   bool   // a package's lines have begun, and not ended
	over    bool   // go test has ended
	rest    []byte // of a line
	waiting []byte // reports of what passed
	failed  []byte // reports of what did not
}

// last is the last line of a package.
var last = regexp.MustCompile(`^(ok  |FAIL|\?   )\t`)

func (w *whole) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.rest = append(w.rest, p...)
	for {
		end := bytes.IndexByte(w.rest, '\n') + 1
		if end == 0 {
			return len(p), nil
		}
		line := w.rest[:end]
		if _, err := w.out.Write(line); err != nil {
			return 0, err
		}
		w.begun = !last.Match(line)
		w.rest = w.rest[end:]
		w.flush()
	}
}

// flush writes the reports that wait, where no package's lines have begun.
func (w *whole) flush() {
	if !w.begun {
		_, _ = w.out.Write(w.waiting) // the next line of go test fails too
		w.waiting = nil
	}
	if w.over {
		_, _ = w.out.Write(w.failed)
		w.failed = nil
	}
}

// end says that go test has ended.
func (w *whole) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, _ = w.out.Write(w.rest)
	w.rest, w.begun, w.over = nil, false, true
	w.flush()
}

func (w *whole) begins(string) {}

func (w *whole) ends(name string, output []byte, passed bool, seconds float64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := report(name, output, passed, seconds)
	if passed {
		w.waiting = append(w.waiting, text...)
	} else {
		w.failed = append(w.failed, text...)
	}
	w.flush()
}

func (b *board) begins(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.running[name], b.all[name] = b.now(), false
}

func (b *board) ends(name string, output []byte, passed bool, seconds float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.print(string(report(name, output, passed, seconds)))
	if passed {
		b.seconds[name] = seconds
	} else {
		b.failed = append(b.failed, name)
	}
	b.all[name] = true
	delete(b.running, name)
	b.show()
}
