package clustertest

import (
	"math/rand/v2"
	"net"
	"sync"
	"time"
)

// Relay hands connections on to a server, as a wire that is late, stands still or is cut.
// Bytes arrive whole and in order, as TCP delivers them. Several goroutines may use it.
type Relay struct {
	listener net.Listener
	dial     func() (net.Conn, error)

	mu      sync.Mutex
	rng     *rand.Rand
	late    time.Duration
	blocked time.Time // until when nothing passes
	ends    []net.Conn
}

// NewRelay returns a relay for the connections of a listener, which it closes at its end.
// dial makes a connection to the server. How late bytes are follows from the seed.
func NewRelay(listener net.Listener, dial func() (net.Conn, error), seed uint64) *Relay {
	r := &Relay{listener: listener, dial: dial, rng: rand.New(rand.NewPCG(seed, 1))}
	go r.accept()
	return r
}

// Delay makes everything that comes from now on arrive late, by a random time up to most.
func (r *Relay) Delay(most time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.late = most
}

// Stall lets nothing pass for a while. What comes meanwhile arrives afterwards.
func (r *Relay) Stall(pause time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.blocked = time.Now().Add(pause)
}

// Cut ends all connections, and loses the bytes that are on their way. New connections are made as before.
func (r *Relay) Cut() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.ends {
		_ = c.Close() // it may be closed
	}
	r.ends = nil
}

// Close ends the relay and all connections.
func (r *Relay) Close() {
	_ = r.listener.Close()
	r.Cut()
}

func (r *Relay) accept() {
	for {
		near, err := r.listener.Accept()
		if err != nil {
			return
		}
		go r.join(near)
	}
}

// join carries bytes between a client and the server until either ends.
func (r *Relay) join(near net.Conn) {
	far, err := r.dial()
	if err != nil {
		_ = near.Close() // the client tries again
		return
	}
	r.mu.Lock()
	r.ends = append(r.ends, near, far)
	r.mu.Unlock()
	go r.carry(near, far)
	r.carry(far, near)
}

// piece holds bytes that were read at once.
type piece struct {
	bytes []byte
	due   time.Time
}

// onTheWay is the number of pieces that fit on the wire; then its sender waits.
const onTheWay = 256

// carry carries bytes one way, and closes both connections when that ends.
func (r *Relay) carry(from, to net.Conn) {
	pieces := make(chan piece, onTheWay)
	go func() {
		defer func() { _ = from.Close(); _ = to.Close() }()
		failed := false
		for p := range pieces {
			for wait := r.wait(p.due); wait > 0 && !failed; wait = r.wait(p.due) {
				time.Sleep(wait)
			}
			if !failed {
				_, err := to.Write(p.bytes)
				failed = err != nil
			}
			if failed {
				_ = from.Close() // so that nothing more comes
			}
		}
	}()
	defer close(pieces)
	for {
		buffer := make([]byte, 16<<10)
		n, err := from.Read(buffer)
		if n > 0 {
			pieces <- piece{buffer[:n], time.Now().Add(r.delay())}
		}
		if err != nil {
			return
		}
	}
}

func (r *Relay) delay() time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	return time.Duration(r.rng.Float64() * float64(r.late))
}

// wait returns how long a piece has still to wait.
func (r *Relay) wait(due time.Time) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	return max(time.Until(due), time.Until(r.blocked))
}
