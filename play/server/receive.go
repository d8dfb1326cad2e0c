package server

import (
	"errors"
	"io"
	"sync/atomic"
)

// freeBytes is the size up to which a message does not count among those that arrive at a
// time.
const freeBytes = 16 << 10

var errCrowded = errors.New("too much arrives from all clients together: try again later")

// arrivals bounds the bytes of messages that arrive, and are met, at a time.
type arrivals struct {
	limit int64
	bytes atomic.Int64
}

// arrival reads one message.
type arrival struct {
	io.Reader
	of      *arrivals
	read    int64
	counted int64
}

// Read implements io.Reader.
func (a *arrival) Read(p []byte) (int, error) {
	n, err := a.Reader.Read(p)
	a.read += int64(n)
	if more := a.read - freeBytes - a.counted; more > 0 {
		a.counted += more
		if a.of.bytes.Add(more) > a.of.limit {
			return n, errCrowded
		}
	}
	return n, err
}

// done ends the message, which counts until then.
func (a *arrival) done() { a.of.bytes.Add(-a.counted) }
