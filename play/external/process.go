package external

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"ringer/env"
	"ringer/internal/input"
	"ringer/internal/processes"
	"ringer/play/protocol"
)

// process is one run of a program.
type process struct {
	spec  *env.Spec
	limit time.Duration // for an answer
	wants bool          // it reads information states

	cmd    *exec.Cmd
	family *processes.Family
	in     io.WriteCloser
	errs   *tail
	lines  chan line     // closed when its output has ended
	reaped chan struct{} // closed when it has ended
	killed chan struct{} // closed when it is to end
	once   sync.Once

	questions int // asked so far
}

// line is one line that a process wrote, or the error in its place.
type line struct {
	text []byte
	err  error
}

var errLong = errors.New("a line of more than 1 MiB: want an answer")

// startProcess starts a program.
func startProcess(words []string) (*process, error) {
	out, outEnd, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p := &process{
		cmd: exec.Command(words[0], words[1:]...), errs: &tail{},
		lines: make(chan line), reaped: make(chan struct{}), killed: make(chan struct{}),
	}
	p.cmd.Stdout, p.cmd.Stderr = outEnd, p.errs
	p.cmd.WaitDelay = time.Second // for a grandchild that keeps standard error
	p.family = processes.Of(p.cmd)
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, errors.Join(err, out.Close(), outEnd.Close())
	}
	started := make(chan error)
	go func() {
		// A program that dies with its parent dies with the thread that started it.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		started <- err
		if err != nil {
			return
		}
		_ = p.cmd.Wait() // p.cmd.ProcessState tells
		p.family.Kill(true)
		close(p.reaped)
	}()
	err = <-started
	_ = outEnd.Close() // the child has its own
	if err != nil {
		_ = out.Close()
		return nil, err
	}
	go p.read(out)
	return p, nil
}

// read hands on lines until the output ends or the process is killed.
func (p *process) read(out io.ReadCloser) {
	defer func() { _ = out.Close() }()
	defer close(p.lines)
	r := bufio.NewReaderSize(out, 1<<16)
	for first := true; ; first = false {
		text, err := readLine(r)
		if first {
			text = input.Unmarked(text)
		}
		if len(text) == 0 && err != nil && !errors.Is(err, errLong) {
			return
		}
		select {
		case p.lines <- line{text, err}:
		case <-p.killed:
			return
		}
		if err != nil {
			return
		}
	}
}

// readLine returns the next line without its end, in memory of its own.
func readLine(r *bufio.Reader) ([]byte, error) {
	var text []byte
	for {
		part, err := r.ReadSlice('\n')
		text = append(text, part...)
		switch {
		case len(text) > protocol.MaxAnswer:
			return text, errLong
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		}
		for len(text) > 0 && (text[len(text)-1] == '\n' || text[len(text)-1] == '\r') {
			text = text[:len(text)-1]
		}
		return text, err
	}
}

// kill ends the process and all that it has started, and waits for its end.
func (p *process) kill() {
	p.once.Do(func() {
		close(p.killed)
		_ = p.in.Close()
		select {
		case <-p.reaped: // with all others
		default:
			p.family.Kill(false)
		}
	})
	<-p.reaped
}

// ending says how the process ended, if it does so soon.
func (p *process) ending() string {
	select {
	case <-p.reaped:
		return "it ended (" + p.cmd.ProcessState.String() + ")"
	case <-time.After(time.Second):
		return "it closed its standard output"
	}
}

// tail keeps the last bytes that are written to it.
type tail struct {
	mu   sync.Mutex
	kept []byte
	cut  bool
}

// mostTail bounds what an error shows of a program's standard error, in bytes.
const mostTail = 2 << 10

// Write implements io.Writer.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(b)
	if len(b) > mostTail {
		b, t.cut = b[len(b)-mostTail:], true
	}
	t.kept = append(t.kept, b...)
	if over := len(t.kept) - mostTail; over > 0 {
		t.kept, t.cut = append(t.kept[:0], t.kept[over:]...), true
	}
	return n, nil
}

// text returns what is kept, without space at its ends.
func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return trimTail(string(t.kept), t.cut)
}
