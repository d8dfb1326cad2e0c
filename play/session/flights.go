package session

import (
	"errors"
	"sync"
)

// flights does work by name, each at most once at a time: whoever asks for what is under
// way waits for that, and for nothing else. The zero value is ready.
type flights[T any] struct {
	mu    sync.Mutex
	under map[string]*flight[T]
}

type flight[T any] struct {
	done  chan struct{}
	value T
	err   error
}

// do returns what work gives, and whether it was called here. The value is not kept.
func (f *flights[T]) do(name string, work func() (T, error)) (value T, here bool, err error) {
	f.mu.Lock()
	if one := f.under[name]; one != nil {
		f.mu.Unlock()
		<-one.done
		return one.value, false, one.err
	}
	one := &flight[T]{done: make(chan struct{}), err: errors.New("a fault of the host: it could not be made")} // should work panic
	if f.under == nil {
		f.under = map[string]*flight[T]{}
	}
	f.under[name] = one
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		delete(f.under, name)
		f.mu.Unlock()
		close(one.done)
	}()
	one.value, one.err = work()
	return one.value, true, one.err
}
