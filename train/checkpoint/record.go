package checkpoint

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// stepOf returns the step of a line of metrics, or -1 for a line that was cut off.
func stepOf(line []byte) int {
	var head struct {
		Step *int `json:"step"`
	}
	if json.Unmarshal(line, &head) != nil || head.Step == nil {
		return -1
	}
	return *head.Step
}

// readLines returns the whole lines of a file of the run that has one JSON object a
// line, and reports whether anything else was in it.
func (r *Reader) readLines(name string) (lines [][]byte, cut bool, err error) {
	data, err := readText(filepath.Join(r.dir, name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, false, err
	}
	for len(data) > 0 {
		line, rest, ended := bytes.Cut(data, []byte{'\n'})
		if ended && json.Valid(line) {
			lines = append(lines, line)
		} else {
			cut = true
		}
		data = rest
	}
	return lines, cut, nil
}

// MetricsOf returns the line of metrics.jsonl of a step, without its end of line, or
// nil when there is none.
func (r *Reader) MetricsOf(step int) ([]byte, error) {
	lines, _, err := r.readLines(metricsName)
	for _, line := range lines {
		if stepOf(line) == step {
			return line, nil
		}
	}
	return nil, err
}

// MetricsLines returns the whole lines of metrics.jsonl, without their ends.
func (r *Reader) MetricsLines() ([][]byte, error) {
	lines, _, err := r.readLines(metricsName)
	return lines, err
}

// EventFiles returns the contents of the TensorBoard event files, in the order in which
// they were begun.
func (r *Reader) EventFiles() ([][]byte, error) {
	names, err := filepath.Glob(filepath.Join(r.dir, "events.out.tfevents.*"))
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	slices.Sort(names)
	files := make([][]byte, len(names))
	for i, name := range names {
		if files[i], err = readFile(name); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// ReplaceMetrics puts another line in the place of the one of a step. No writer of
// Metrics may be open.
func (r *Run) ReplaceMetrics(step int, line []byte) error {
	lines, _, err := r.readLines(metricsName)
	if err != nil {
		return err
	}
	for i := range lines {
		if stepOf(lines[i]) == step {
			lines[i] = line
		}
	}
	return r.writeLines(metricsName, lines)
}

func (r *Run) writeLines(name string, lines [][]byte) error {
	return WriteFile(filepath.Join(r.dir, name), append(bytes.Join(lines, []byte{'\n'}), '\n'))
}

// Metrics opens metrics.jsonl for appending, after dropping the lines of steps
// beyond lastStep and a last line that was cut off: a resumed run writes those
// again.
func (r *Run) Metrics(lastStep int) (*Appender, error) {
	lines, cut, err := r.readLines(metricsName)
	if err != nil {
		return nil, err
	}
	kept := lines[:0]
	for _, line := range lines {
		if step := stepOf(line); 0 <= step && step <= lastStep {
			kept = append(kept, line)
		}
	}
	path := filepath.Join(r.dir, metricsName)
	if cut || len(kept) != len(lines) {
		var text []byte
		for _, line := range kept {
			text = append(append(text, line...), '\n')
		}
		if err := WriteFile(path, text); err != nil {
			return nil, err
		}
	}
	return appendTo(path, os.O_APPEND)
}

// Events makes a new TensorBoard event file; TensorBoard reads all that lie in
// a folder, in the order of the Unix time (in seconds) in their names.
func (r *Run) Events(unix int64) (*Appender, error) {
	for n := 0; ; n++ {
		name := fmt.Sprintf("events.out.tfevents.%010d.ringer.%d", unix, n)
		a, err := appendTo(filepath.Join(r.dir, name), os.O_EXCL)
		if !errors.Is(err, fs.ErrExist) {
			return a, err
		}
	}
}

// Builds returns the records of the builds that trained the run, oldest first: one
// JSON object each.
func (r *Reader) Builds() ([]json.RawMessage, error) {
	lines, _, err := r.readLines(buildsName)
	var builds []json.RawMessage
	for _, line := range lines {
		builds = append(builds, line)
	}
	return builds, err
}

// AddBuild adds the record of a build, one JSON object.
func (r *Run) AddBuild(record []byte) error {
	lines, _, err := r.readLines(buildsName)
	if err != nil {
		return err
	}
	return r.writeLines(buildsName, append(lines, record))
}

// Appender is a file that grows at its end.
type Appender struct{ file *os.File }

func appendTo(path string, flag int) (*Appender, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|flag, 0o644)
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	return &Appender{f}, nil
}

var _ io.WriteCloser = (*Appender)(nil)

func (a *Appender) Write(p []byte) (int, error) {
	n, err := a.file.Write(p)
	if err != nil {
		return n, fmt.Errorf("checkpoint: %w", err)
	}
	return n, nil
}

// Sync flushes to the disk what was written.
func (a *Appender) Sync() error {
	if err := a.file.Sync(); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return nil
}

// Close closes the file.
func (a *Appender) Close() error {
	if err := a.file.Close(); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return nil
}
