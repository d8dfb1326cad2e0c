package cmd

import (
	"context"
	"io"
)

// whileRead returns a context that ends with ctx, and when nobody can read out any more: the
// program that has started this one has ended, so nobody waits for what is being computed.
func whileRead(ctx context.Context, out io.Writer) (context.Context, context.CancelFunc) {
	ctx, stop := context.WithCancel(ctx)
	if f := asFile(out); f != nil {
		go func() {
			if unread(f) {
				stop()
			}
		}()
	}
	return ctx, stop
}
