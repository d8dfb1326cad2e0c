package server

import (
	"bufio"
	"context"
	"errors"
	"io"
	"sync"

	"ringer/play/protocol"
	"ringer/play/session"
)

// Stream speaks with one client, a message a line, until the input ends and nothing thinks
// any more. It returns errors of reading and writing, and ctx's.
func Stream(ctx context.Context, host *session.Host, in io.Reader, out io.Writer) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	w := &lineWriter{out: bufio.NewWriter(out), fail: stop}
	client := host.Connect(w.write)
	defer client.Close()
	lines := protocol.NewLines(ctx, in)
	for {
		l, err := lines.Next(ctx)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil:
			return err
		case errors.Is(l.Err, io.EOF):
			host.Wait()
			return context.Cause(ctx)
		case errors.Is(l.Err, protocol.ErrLong):
			client.Refuse(l.Err)
		case l.Err != nil:
			return l.Err
		default:
			client.Handle(l.Text)
		}
	}
}

// lineWriter writes one line at a time.
type lineWriter struct {
	mu   sync.Mutex
	out  *bufio.Writer
	fail func(error)
}

func (w *lineWriter) write(line []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, err := w.out.Write(line)
	if err == nil {
		err = w.out.WriteByte('\n')
	}
	if err == nil {
		err = w.out.Flush()
	}
	if err != nil {
		w.fail(err)
	}
}
