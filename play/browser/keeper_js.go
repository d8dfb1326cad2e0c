package browser

import (
	"syscall/js"
	"time"

	"ringer/play/session"
)

// keeper keeps tables in the browser.
type keeper struct {
	keep  js.Value
	pause pause
}

func newKeeper() *keeper { return &keeper{keep: js.Global().Get("ringerKeep"), pause: newPause()} }

// Open implements session.Keeper.
func (k *keeper) Open(name string) (session.Journal, [][]byte, error) {
	kept, err := await("ringerKept", name)
	if err != nil {
		return nil, nil, err
	}
	lines := make([][]byte, kept.Length())
	for i := range lines {
		lines[i] = []byte(kept.Index(i).String())
	}
	return &journal{k, name}, lines, nil
}

// journal holds the lines of one table.
type journal struct {
	of   *keeper
	name string
}

// Append waits for lines with sync alone. A page that is closed loses the last actions of
// agents without: they decide the same again.
func (j *journal) Append(line []byte, sync bool) error {
	if sync {
		_, err := await("ringerKeep", j.name, string(line), true)
		return err
	}
	j.of.keep.Invoke(j.name, string(line), false)
	j.of.pause.now()
	return nil
}

// Write keeps the first lines of a table: the browser keeps those that wait all or none.
func (j *journal) Write(lines [][]byte) error {
	for i, line := range lines {
		if i < len(lines)-1 {
			j.of.keep.Invoke(j.name, string(line), false)
			continue
		}
		if err := j.Append(line, true); err != nil {
			return err
		}
	}
	return nil
}

// Close does nothing: nobody removes a table from the browser but its user.
func (*journal) Close() {}

// pause lets the worker read messages now and then while agents act without end. A timer
// would do it too, but browsers make those wait for some milliseconds.
type pause struct {
	out  js.Value // a port whose messages come back to the worker
	back chan struct{}
	last time.Time
}

const betweenPauses = 20 * time.Millisecond

func newPause() pause {
	p := pause{back: make(chan struct{})}
	ports := js.Global().Get("MessageChannel").New()
	p.out = ports.Get("port1")
	ports.Get("port2").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		p.back <- struct{}{}
		return nil
	}))
	return p
}

func (p *pause) now() {
	if time.Since(p.last) < betweenPauses {
		return
	}
	p.out.Call("postMessage", 0)
	<-p.back
	p.last = time.Now()
}
