package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Item is a message that was taken. It comes again, to any taker, unless it is done in
// time.
type Item struct {
	ID    string
	Body  []byte
	Tries int // how often it was handed out, this time included

	// Damaged says what is wrong with the message, nil when nothing is: its checksum,
	// its parts. Body is then of no use.
	Damaged error

	queue  *Queue
	number uint64 // in the stream
	reply  string
	spill  string // the object that holds the body, if any
}

// Take returns the next message. It waits for one as long as wait, and returns nil when
// none has come.
func (q *Queue) Take(ctx context.Context, wait time.Duration) (*Item, error) {
	until := time.Now().Add(wait)
	for {
		message, err := q.next(ctx, until)
		if err != nil || message == nil {
			return nil, err
		}
		item, err := q.open(ctx, message)
		if item != nil && q.kind == Results {
			q.holds.add(item.number, item.reply)
		}
		if item != nil || err != nil {
			return item, err
		}
	}
}

// next returns the next message, or nil when none has come in time.
func (q *Queue) next(ctx context.Context, until time.Time) (jetstream.Msg, error) {
	for {
		q.keepHeld()
		if q.batch == nil {
			left := max(time.Until(until), 10*time.Millisecond)
			err := q.conn.persist(ctx, func(ctx context.Context) error {
				if err := q.ensure(ctx); err != nil {
					return err
				}
				consumer, err := q.conn.js.Consumer(ctx, q.kind.stream(), q.consumer())
				if err != nil {
					return err
				}
				q.batch, err = consumer.Fetch(q.ahead, jetstream.FetchMaxWait(left))
				q.left = q.ahead
				return err
			})
			if err != nil {
				return nil, wrap(q.what("take"), err)
			}
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(min(time.Until(until), q.conn.Patience()/beats)):
			if !time.Now().Before(until) {
				return nil, nil // later messages of the batch are for the next call
			}
		case message, ok := <-q.batch.Messages():
			if ok {
				if q.left--; q.left == 0 {
					q.batch = nil
				}
				return message, nil
			}
			if err := q.batch.Error(); err != nil && gone(err) {
				q.conn.forget()
			}
			q.batch = nil
			if !time.Now().Before(until) {
				return nil, nil
			}
			// The server went away, or the queue: not so often that it hurts.
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-time.After(min(50*time.Millisecond, max(0, time.Until(until)))):
			}
		}
	}
}

// open reads a message. It returns nil for one that has gone meanwhile.
func (q *Queue) open(ctx context.Context, message jetstream.Msg) (*Item, error) {
	item := &Item{
		ID: strings.TrimPrefix(message.Headers().Get(nats.MsgIdHdr), q.run+"/"), Body: message.Data(), Tries: 1,
		queue: q, reply: message.Reply(), spill: message.Headers().Get(spillHeader),
	}
	if meta, err := message.Metadata(); err == nil {
		item.Tries, item.number = int(meta.NumDelivered), meta.Sequence.Stream
	}
	if item.spill != "" {
		stop := item.KeepAlive()
		body, err := q.conn.Objects(q.run).read(ctx, item.spill, q.most)
		stop()
		switch {
		case errors.Is(err, ErrNoObject), errors.Is(err, errDamaged):
			item.Damaged = err
		case err != nil:
			return nil, err
		}
		item.Body = body
	}
	if len(item.Body) > q.most {
		item.Body, item.Damaged = nil, fmt.Errorf("message %q: %d bytes, and at most %d are read", item.ID, len(item.Body), q.most)
	}
	if sum := sha256.Sum256(item.Body); item.Damaged == nil && hex.EncodeToString(sum[:]) != message.Headers().Get(sumHeader) {
		item.Damaged = fmt.Errorf("message %q: its SHA-256 is %x, and it says %q", item.ID, sum, message.Headers().Get(sumHeader))
	}
	return item, nil
}

// Done acknowledges the message: nobody is handed it any more. Where the word is lost, the
// message comes again.
func (i *Item) Done(ctx context.Context) error {
	i.queue.holds.drop(i.number)
	if i.spill != "" {
		if err := i.queue.conn.Objects(i.queue.run).remove(ctx, i.spill); err != nil {
			return err
		}
	}
	return i.say("+ACK")
}

// Fail gives the message back; it comes again after a delay.
func (i *Item) Fail(delay time.Duration) error {
	i.queue.holds.drop(i.number)
	return i.say(fmt.Sprintf(`-NAK {"delay": %d}`, delay.Nanoseconds()))
}

// Alive says that the message is still being worked on. Whoever takes longer than the
// patience of the connection says it several times within that.
func (i *Item) Alive() error { return i.say(alive) }

// KeepAlive says Alive, as often as that is due, until stop is called.
func (i *Item) KeepAlive() (stop func()) {
	done := make(chan struct{})
	var over sync.WaitGroup
	over.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(i.queue.conn.Patience() / beats):
				_ = i.Alive() // else another takes it too
			}
		}
	})
	return func() {
		close(done)
		over.Wait()
	}
}

// alive is the word of JetStream for a message that is still worked on.
const alive = "+WPI"

func (i *Item) say(what string) error {
	return wrap(i.queue.what("acknowledge"), i.queue.conn.nats.Publish(i.reply, []byte(what)))
}

// beats is how often within the patience a taker says that it has what it has taken.
const beats = 4

// holds are the results that a queue has handed to its one taker, which are not done. What
// the server has handed out and this process has never seen is not among them, such as a
// message that was on its way when the connection broke: nobody speaks for that one, so
// that it comes again after the patience.
type holds struct {
	mu      sync.Mutex
	replies map[uint64]string // by the number in the stream
	said    time.Time
}

func (h *holds) add(number uint64, reply string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.replies == nil {
		h.replies = map[uint64]string{}
	}
	h.replies[number] = reply
}

func (h *holds) drop(number uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.replies, number)
}

func (h *holds) clear() {
	h.mu.Lock()
	defer h.mu.Unlock()
	clear(h.replies)
}

func (h *holds) count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.replies)
}

// keepHeld tells the server that this process has what it holds, where that is due.
func (q *Queue) keepHeld() {
	h := &q.holds
	h.mu.Lock()
	defer h.mu.Unlock()
	if time.Since(h.said) < q.conn.Patience()/beats {
		return
	}
	h.said = time.Now()
	for _, reply := range h.replies {
		_ = q.conn.nats.Publish(reply, []byte(alive)) // where it is lost, the result comes again
	}
}
