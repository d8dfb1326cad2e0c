package console

import (
	"context"
	"io"
)

// WhileRead returns a context that ends with ctx, and when nobody can read out any more: the
// program that has started this one has ended, so nobody waits for what is being computed.
func WhileRead(ctx context.Context, out io.Writer) (context.Context, context.CancelFunc) {
	ctx, stop := context.WithCancel(ctx)
	if f := AsFile(out); f != nil {
		fd := f.Fd() // here, because the file may be closed while nothing waits for the goroutine
		go func() {
			if unread(fd) {
				stop()
			}
		}()
	}
	return ctx, stop
}
