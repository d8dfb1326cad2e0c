package work

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// Cache keeps what a worker has built last, such as weights, of this many values and bytes
// together. Several goroutines may use it: a value is built once.
type Cache[V any] struct {
	Most, MostBytes int // the newest value may have more bytes alone

	mu      sync.Mutex
	entries []*cached[V] // newest last
}

// cached is a value that is there, or that one goroutine builds.
type cached[V any] struct {
	key   string
	ready chan struct{}
	value V
	err   error
	bytes int // of the value, once it is there
}

// Get returns the value of a key. build makes it, where it is not kept, and counts its
// bytes. An error comes from the caller's own build.
func (c *Cache[V]) Get(ctx context.Context, key string, build func() (value V, bytes int, err error)) (V, error) {
	for {
		e, mine := c.entry(key)
		if mine {
			c.build(e, build)
			return e.value, e.err
		}
		select {
		case <-ctx.Done():
			var none V
			return none, ctx.Err()
		case <-e.ready:
			if e.err == nil {
				return e.value, nil
			}
		}
	}
}

// entry returns the entry of a key as the newest, and whether it is new, for the caller to build.
func (c *Cache[V]) entry(key string) (e *cached[V], mine bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at := slices.IndexFunc(c.entries, func(known *cached[V]) bool { return known.key == key }); at >= 0 {
		e = c.entries[at]
		c.entries = append(slices.Delete(c.entries, at, at+1), e)
		return e, false
	}
	e = &cached[V]{key: key, ready: make(chan struct{})}
	c.entries = append(c.entries, e)
	c.trim()
	return e, true
}

// build builds a value. A value whose build has failed, by a panic too, is not kept.
func (c *Cache[V]) build(e *cached[V], build func() (V, int, error)) {
	e.err = errUnbuilt
	defer close(e.ready)
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if e.err != nil {
			c.entries = slices.DeleteFunc(c.entries, func(known *cached[V]) bool { return known == e })
		}
		c.trim()
	}()
	value, bytes, err := build()
	c.mu.Lock()
	defer c.mu.Unlock()
	e.value, e.bytes, e.err = value, bytes, err
}

var errUnbuilt = errors.New("work: a value that was not built")

// trim drops the oldest values where there are too many, or too many bytes.
func (c *Cache[V]) trim() {
	sum := 0
	for _, e := range c.entries {
		sum += e.bytes
	}
	for len(c.entries) > 1 && (len(c.entries) > c.Most || sum > c.MostBytes) {
		sum -= c.entries[0].bytes
		c.entries = c.entries[1:]
	}
}
