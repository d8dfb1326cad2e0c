//go:build unix

package console

import (
	"os"
	"os/signal"
	"syscall"
)

// Resized returns a channel that receives when a screen has another size, until stop.
func Resized() (changes <-chan struct{}, stop func()) {
	signals, out := make(chan os.Signal, 1), make(chan struct{}, 1)
	done := make(chan struct{})
	signal.Notify(signals, syscall.SIGWINCH)
	go func() {
		for {
			select {
			case <-signals:
				select {
				case out <- struct{}{}:
				default: // one is waiting
				}
			case <-done:
				return
			}
		}
	}()
	return out, func() { signal.Stop(signals); close(done) }
}
