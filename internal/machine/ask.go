package machine

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"time"

	"ringer/internal/processes"
)

// mostAnswer is the size in bytes of the longest answer of a program that Ask keeps.
const mostAnswer = 64 << 10

// Ask runs a program and returns what it writes to its standard output, within a time limit.
// A program that takes longer, or writes more than 64 KiB, is ended with all that it has
// started. It gets no standard input, and what it writes to standard error is lost.
func Ask(ctx context.Context, limit time.Duration, program string, args ...string) (string, error) {
	inTime, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	out := &bounded{full: cancel}
	cmd := exec.CommandContext(inTime, program, args...)
	cmd.Stdout = out
	family := processes.Of(cmd)
	cmd.Cancel = func() error { family.Kill(false); return nil }
	cmd.WaitDelay = time.Second // for one who has left the family with the output
	runtime.LockOSThread()      // a program that ends with its parent ends with the thread that started it
	defer runtime.UnlockOSThread()
	err := cmd.Run()
	if cmd.Process != nil {
		family.Kill(true)
	}
	switch {
	case out.over:
		return "", fmt.Errorf("its answer is longer than %d bytes", mostAnswer)
	case errors.Is(ctx.Err(), context.Canceled):
		return "", ctx.Err()
	case errors.Is(inTime.Err(), context.DeadlineExceeded):
		return "", fmt.Errorf("no answer within %v", limit)
	case err != nil:
		return "", err
	}
	return string(out.data), nil
}

// bounded keeps what is written to it up to a size, and then calls full.
type bounded struct {
	data []byte
	over bool
	full func()
}

func (b *bounded) Write(p []byte) (int, error) {
	if len(b.data)+len(p) > mostAnswer {
		b.over = true
		b.full()
		return 0, errors.New("too long")
	}
	b.data = append(b.data, p...)
	return len(p), nil
}
