package graph

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// catch turns a panic of graph building or running into an error. GoMLX
// reports bad shapes and failed operations by panicking. An error of the runtime is nobody's
// report but a fault of a program: it also says where.
func catch(err *error) {
	r := recover()
	if r == nil {
		return
	}
	e, ok := r.(error)
	var fault runtime.Error
	switch {
	case !ok:
		*err = fmt.Errorf("graph: %v", r)
	case errors.As(e, &fault):
		*err = fmt.Errorf("graph: %w%s", e, panicked())
	default:
		*err = fmt.Errorf("graph: %w", e)
	}
}

// panicked returns the innermost calls of what panicked, for a deferred function.
func panicked() string {
	var where strings.Builder
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	inside, calls := false, 0
	for calls < 8 {
		frame, more := frames.Next()
		switch {
		case strings.HasPrefix(frame.Function, "runtime."):
			inside = inside || frame.Function == "runtime.gopanic"
		case inside:
			fmt.Fprintf(&where, "; %s (%s:%d)", frame.Function, filepath.Base(frame.File), frame.Line)
			calls++
		}
		if !more {
			break
		}
	}
	return where.String()
}
