package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/mattn/go-isatty"
)

func main() {
	seconds := flag.String("seconds", "", "file that holds the seconds of each package")
	root := flag.String("root", "..", "folder in which go test and the commands beside it run")
	var sides []side
	flag.Func("beside", "`NAME=COMMAND` of the shell that runs beside go test", func(text string) error {
		name, command, ok := strings.Cut(text, "=")
		if !ok || name == "" || command == "" {
			return fmt.Errorf("%q: want NAME=COMMAND", text)
		}
		sides = append(sides, side{name, command})
		return nil
	})
	flag.Parse()
	// An interrupt goes to go test too, which ends its tests; then this ends.
	signal.Notify(make(chan os.Signal, 1), os.Interrupt, syscall.SIGTERM)
	terminal := isatty.IsTerminal(os.Stdout.Fd()) && os.Getenv("TERM") != "dumb"
	status, err := run(*root, flag.Args(), sides, *seconds, terminal, os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(status)
}

// run runs go test in a folder, with the arguments of the whole command, and commands beside it.
// It returns the largest exit status. terminal says that out is one.
func run(root string, args []string, sides []side, seconds string, terminal bool, out, errs io.Writer) (status int, err error) {
	at := slices.Index(args, "test")
	if at < 1 {
		return 0, errors.New("usage: testrun [-seconds FILE] [-beside NAME=COMMAND]… go test [FLAG]… PACKAGE…")
	}
	if !terminal {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir, cmd.Stdin, cmd.Stderr = root, os.Stdin, errs
		w := &whole{out: out}
		cmd.Stdout = w
		wait := runSides(root, sides, w)
		status, err := exitOf(cmd.Run())
		w.end()
		return max(status, wait()), err
	}
	args = slices.Insert(slices.Clone(args), at+1, "-json")
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = root
	events, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	b := newBoard(out, count(root, args[0], args[at+1:]), readSeconds(seconds))
	cmd.Stderr = lineWriter{b}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	wait := runSides(root, sides, b)
	stop := b.tick()
	lines := bufio.NewReader(events)
	for {
		line, err := lines.ReadBytes('\n')
		b.take(line)
		if err != nil {
			break // the end; what else is wrong, Wait says
		}
	}
	status, err = exitOf(cmd.Wait())
	status = max(status, wait())
	stop()
	b.close()
	if seconds != "" {
		err = errors.Join(err, writeSeconds(seconds, b.seconds))
	}
	return status, err
}

// exitOf returns the exit status of a command that has run.
func exitOf(err error) (int, error) {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0, nil
	case errors.As(err, &exit) && exit.ExitCode() > 0:
		return exit.ExitCode(), nil
	case errors.As(err, &exit):
		return 1, nil // a signal ended it
	}
	return 0, err
}

// count returns the packages that the arguments of go test name, none where go list cannot tell:
// then the number of packages grows as they begin.
func count(root, command string, args []string) []string {
	var patterns []string
	for _, arg := range args {
		if strings.HasPrefix(arg, "./") {
			patterns = append(patterns, arg)
		}
	}
	cmd := exec.Command(command, append([]string{"list"}, patterns...)...)
	cmd.Dir = root
	text, err := cmd.Output()
	if err != nil {
		return nil
	}
	return strings.Fields(string(text))
}

// An event is a line of go test -json (go doc test2json), or of go build -json.
type event struct {
	Action, Package, ImportPath, Test, Output string
	Elapsed                                   float64
}

// A board shows the packages as they go.
type board struct {
	mu      sync.Mutex
	out     io.Writer
	now     func() time.Time
	begun   time.Time
	all     map[string]bool      // packages; true: over
	running map[string]time.Time // since
	output  map[string][]event   // of the packages that run
	over    map[string][]string  // [package] tests that passed or were skipped
	failed  []string
	seconds map[string]float64 // of each package, of this run or an earlier one
	known   map[string]float64 // of the earlier one
	shown   bool               // the last line of the terminal is the board's
}

func newBoard(out io.Writer, packages []string, seconds map[string]float64) *board {
	b := &board{
		out: out, now: time.Now, begun: time.Now(), all: map[string]bool{}, running: map[string]time.Time{},
		output: map[string][]event{}, over: map[string][]string{}, seconds: map[string]float64{}, known: seconds,
	}
	for _, p := range packages {
		b.all[p] = false
	}
	for p, s := range seconds {
		b.seconds[p] = s
	}
	return b
}

// tick shows the board every second until stop.
func (b *board) tick() (stop func()) {
	ticker, done := time.NewTicker(time.Second), make(chan struct{})
	go func() {
		for {
			select {
			case <-ticker.C:
				b.mu.Lock()
				b.show()
				b.mu.Unlock()
			case <-done:
				return
			}
		}
	}()
	return func() { ticker.Stop(); close(done) }
}

// take takes a line of go test's output.
func (b *board) take(line []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var e event
	if json.Unmarshal(line, &e) != nil || e.Action == "" {
		b.print(string(line))
		return
	}
	switch e.Action {
	case "build-output":
		b.print(e.Output)
	case "start":
		b.running[e.Package], b.all[e.Package] = b.now(), false
	case "output":
		b.output[e.Package] = append(b.output[e.Package], e)
	case "pass", "fail", "skip":
		if e.Test == "" {
			b.end(e)
		} else if e.Action != "fail" {
			b.over[e.Package] = append(b.over[e.Package], e.Test)
		}
	}
	b.show()
}

// end prints a package that is over: its own lines, and where it failed the lines of every
// test that did not pass.
func (b *board) end(e event) {
	for _, o := range b.output[e.Package] {
		if e.Action == "fail" && b.tells(o) || e.Action != "fail" && o.Test == "" && strings.HasPrefix(o.Output, "ok") {
			b.print(o.Output)
		}
	}
	if e.Action == "fail" {
		b.failed = append(b.failed, e.Package)
	}
	if e.Action == "pass" {
		b.seconds[e.Package] = e.Elapsed
	}
	b.all[e.Package] = true
	delete(b.running, e.Package)
	delete(b.output, e.Package)
	delete(b.over, e.Package)
}

// tells reports whether a line of a package that failed says why: it is not of a test that
// passed, nor one by which go test -json tells what runs.
func (b *board) tells(o event) bool {
	if o.Test != "" && slices.Contains(b.over[o.Package], o.Test) {
		return false
	}
	for _, sign := range []string{"=== RUN ", "=== PAUSE ", "=== CONT ", "=== NAME "} {
		if strings.HasPrefix(o.Output, sign) {
			return false
		}
	}
	return true
}

// print writes text above the board's line.
func (b *board) print(text string) {
	b.clear()
	_, _ = io.WriteString(b.out, text) // a terminal that is gone is nothing that tests can mend
}

func (b *board) clear() {
	if b.shown {
		_, _ = io.WriteString(b.out, "\r\x1b[K")
		b.shown = false
	}
}

// width is the width of the line, which must not wrap on any usual terminal.
const width = 79

// show writes the board's line anew.
func (b *board) show() {
	b.clear()
	line := []rune(b.line())
	if len(line) > width {
		line = append(line[:width-1], '…')
	}
	_, _ = io.WriteString(b.out, string(line))
	b.shown = true
}

// line says how far the run is.
func (b *board) line() string {
	done, rest, left := 0.0, 0.0, 0
	for p, over := range b.all {
		cost := b.cost(p)
		if since, runs := b.running[p]; runs {
			part := min(b.now().Sub(since).Seconds(), cost)
			done, rest, left = done+part, rest+cost-part, left+1
		} else if over {
			done += cost
		} else {
			rest, left = rest+cost, left+1
		}
	}
	passed := b.now().Sub(b.begun)
	text := fmt.Sprintf("%s  %d of %d packages left", clock(passed), left, len(b.all))
	if done > 0 && rest > 0 {
		text += ", about " + clock(time.Duration(float64(passed)*rest/done))
	}
	if len(b.failed) > 0 {
		text += fmt.Sprintf(", %d FAILED", len(b.failed))
	}
	if len(b.running) == 0 {
		return text + "; building"
	}
	names := make([]string, 0, len(b.running))
	for p := range b.running {
		names = append(names, p)
	}
	slices.SortFunc(names, func(p, q string) int { return b.running[p].Compare(b.running[q]) })
	return text + "; " + strings.Join(names, ", ")
}

// cost returns the seconds that a package should take, with the seconds of building it.
func (b *board) cost(p string) float64 {
	const building, unknown = 1, 2
	if s, ok := b.known[p]; ok {
		return building + s
	}
	return building + unknown
}

func clock(d time.Duration) string {
	s := int(d.Seconds())
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// close ends the board with the packages that failed.
func (b *board) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.clear()
	passed := clock(b.now().Sub(b.begun))
	if len(b.failed) > 0 {
		fmt.Fprintf(b.out, "%d of %d packages FAILED in %s: %s\n", len(b.failed), len(b.all), passed, strings.Join(b.failed, " "))
		return
	}
	fmt.Fprintf(b.out, "%d packages in %s\n", len(b.all), passed)
}

// lineWriter prints what go test writes to its standard error.
type lineWriter struct{ b *board }

func (w lineWriter) Write(p []byte) (int, error) {
	w.b.mu.Lock()
	defer w.b.mu.Unlock()
	w.b.print(string(p))
	return len(p), nil
}

// readSeconds returns what a file keeps: nothing where there is none, or where it is damaged.
func readSeconds(file string) map[string]float64 {
	seconds := map[string]float64{}
	text, err := os.ReadFile(file)
	if err != nil || json.Unmarshal(text, &seconds) != nil {
		return map[string]float64{}
	}
	return seconds
}

func writeSeconds(file string, seconds map[string]float64) error {
	text, err := json.MarshalIndent(seconds, "", "\t")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}
