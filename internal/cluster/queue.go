package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Kind says what the messages of a queue are.
type Kind string

// Kinds of queues. Both are handed out again when their taker has been silent for the
// patience of the connection. Of jobs, the taker says itself that it works on them; results
// have one taker, which keeps what it has taken for as long as it goes on calling Take.
const (
	Jobs    Kind = "jobs"
	Results Kind = "results"
)

func (k Kind) stream() string {
	if k == Jobs {
		return "RINGER_JOBS"
	}
	return "RINGER_RESULTS"
}

// jobsStore bounds the bytes of jobs that wait.
const jobsStore = 256 << 20

// twice is how long a message that is posted again under its name is recognised. The server
// holds the names of up to three times as long in memory.
const twice = 2 * time.Minute

// Queue is the messages of one kind of one run: each goes to one taker. The zero value
// is no queue.
type Queue struct {
	conn  *Conn
	kind  Kind
	run   string
	ahead int
	most  int // bytes of the largest message

	batch jetstream.MessageBatch // that is being taken from, or nil
	left  int                    // messages of it still to come
	holds holds
}

// Queue returns a queue of a run. It is made on the server when it is first used.
//
// ahead is the number of messages that Take may ask for in advance: 1 for work, which
// another taker could do meanwhile. One goroutine at a time calls Take.
func (c *Conn) Queue(kind Kind, run string, ahead int) *Queue {
	return &Queue{conn: c, kind: kind, run: run, ahead: max(ahead, 1), most: maxObject}
}

// AtMost makes Take read no message of more bytes than most: a larger one comes damaged. It
// returns the queue.
func (q *Queue) AtMost(most int) *Queue {
	q.most = min(most, maxObject)
	return q
}

// Headers of a message.
const (
	sumHeader   = "Ringer-Sha256"
	spillHeader = "Ringer-Object"
)

// Post puts a message in the queue. A message of the same ID that came in the last two
// minutes makes it a duplicate, which is dropped. Post waits where the queue is full.
func (q *Queue) Post(ctx context.Context, id string, body []byte) (duplicate bool, err error) {
	message := nats.NewMsg(q.subject())
	sum := sha256.Sum256(body)
	message.Header.Set(sumHeader, hex.EncodeToString(sum[:]))
	message.Header.Set(nats.MsgIdHdr, q.run+"/"+id) // the stream has messages of other runs too
	message.Data = body
	if most := int(q.conn.nats.MaxPayload()) - 1024 - len(id); most > 0 && len(body) > most {
		name, err := q.conn.Objects(q.run).spill(ctx, body)
		if err != nil {
			return false, err
		}
		message.Header.Set(spillHeader, name)
		message.Data = nil
	}
	sent := false
	err = q.conn.persist(ctx, func(ctx context.Context) error {
		if err := q.ensure(ctx); err != nil {
			return err
		}
		ack, err := q.conn.js.PublishMsg(ctx, message, jetstream.WithRetryAttempts(1))
		duplicate = err == nil && ack.Duplicate && !sent // else it may be our own
		sent = true
		return err
	})
	return duplicate, wrap(q.what("post"), err)
}

// Reclaim makes the queue hand out again, and at once, what was taken and not
// acknowledged. Its one taker calls it when it starts.
func (q *Queue) Reclaim(ctx context.Context) error {
	return wrap(q.what("reclaim"), q.conn.persist(ctx, func(ctx context.Context) error {
		err := q.conn.js.DeleteConsumer(ctx, q.kind.stream(), q.consumer())
		if err != nil && !gone(err) {
			return err
		}
		q.conn.forget()
		q.holds.clear() // they are handed out anew
		return q.ensure(ctx)
	}))
}

// Depth counts the messages that wait, and those that are taken and not yet done.
type Depth struct {
	Waiting, Taken int
}

// Depth counts the messages of the queue.
func (q *Queue) Depth(ctx context.Context) (d Depth, err error) {
	err = q.conn.persist(ctx, func(ctx context.Context) error {
		err := q.ensure(ctx)
		if err == nil {
			d, err = q.look(ctx)
		}
		return err
	})
	return d, wrap(q.what("count"), err)
}

// Look is Depth that makes nothing: a queue that is not there has no messages.
func (q *Queue) Look(ctx context.Context) (d Depth, err error) {
	if err := checkRun(q.run); err != nil {
		return d, err
	}
	err = q.conn.persist(ctx, func(ctx context.Context) error {
		if d, err = q.look(ctx); gone(err) {
			return nil
		}
		return err
	})
	return d, wrap(q.what("count"), err)
}

func (q *Queue) look(ctx context.Context) (d Depth, err error) {
	consumer, err := q.conn.js.Consumer(ctx, q.kind.stream(), q.consumer())
	if err != nil {
		return d, err
	}
	info := consumer.CachedInfo() // of this moment
	return Depth{Waiting: int(info.NumPending), Taken: info.NumAckPending}, nil
}

// Clear drops all messages, taken ones too.
func (q *Queue) Clear(ctx context.Context) error {
	return wrap(q.what("clear"), q.conn.persist(ctx, func(ctx context.Context) error {
		if err := q.ensure(ctx); err != nil {
			return err
		}
		stream, err := q.conn.js.Stream(ctx, q.kind.stream())
		if err != nil {
			return err
		}
		return stream.Purge(ctx, jetstream.WithPurgeSubject(q.subject()))
	}))
}

// Remove drops the queue with all its messages. Using it makes it anew.
func (q *Queue) Remove(ctx context.Context) error {
	if err := q.Clear(ctx); err != nil {
		return err
	}
	return wrap(q.what("remove"), q.conn.persist(ctx, func(ctx context.Context) error {
		defer q.conn.forget()
		err := q.conn.js.DeleteConsumer(ctx, q.kind.stream(), q.consumer())
		if gone(err) {
			return nil
		}
		return err
	}))
}

func (q *Queue) subject() string  { return "ringer." + string(q.kind) + "." + q.run }
func (q *Queue) consumer() string { return q.run }

func (q *Queue) what(do string) string { return do + " " + string(q.kind) + " of run " + q.run }

// ensure makes the stream and the consumer of the queue where they are not known to be
// there.
func (q *Queue) ensure(ctx context.Context) error {
	if err := checkRun(q.run); err != nil {
		return err
	}
	return q.conn.once(q.subject(), func() error {
		stream := jetstream.StreamConfig{
			Name: q.kind.stream(), Subjects: []string{"ringer." + string(q.kind) + ".*"},
			Retention: jetstream.WorkQueuePolicy, Discard: jetstream.DiscardNew, MaxBytes: jobsStore,
			Storage: jetstream.FileStorage, Replicas: max(q.conn.options.Replicas, 1), Duplicates: twice,
		}
		consumer := jetstream.ConsumerConfig{
			Durable: q.consumer(), FilterSubject: q.subject(), AckPolicy: jetstream.AckExplicitPolicy,
			AckWait: q.conn.options.Patience, MaxDeliver: -1, MaxAckPending: -1, MaxWaiting: 10_000,
		}
		if q.kind == Results {
			stream.MaxBytes = q.conn.options.Store
		}
		if err := q.conn.makeStream(ctx, stream); err != nil {
			return err
		}
		_, err := q.conn.js.CreateConsumer(ctx, stream.Name, consumer)
		if errors.Is(err, jetstream.ErrConsumerExists) {
			return nil // with another patience: whoever made it decides
		}
		if fault, ok := errors.AsType[*jetstream.APIError](err); ok && fault.ErrorCode == halfThere {
			_ = q.conn.js.DeleteConsumer(ctx, stream.Name, q.consumer()) // the next attempt makes it anew
		}
		return err
	})
}

// halfThere is the code of the server's error for a consumer that it cannot make. It comes where
// another client removed the consumer at the same moment: the folder of the new one is gone then,
// and every later attempt fails until somebody removes it (nats-server 2.15.2).
const halfThere jetstream.ErrorCode = 10012

func (c *Conn) makeStream(ctx context.Context, config jetstream.StreamConfig) error {
	_, err := c.js.Stream(ctx, config.Name)
	if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return err
	}
	_, err = c.js.CreateStream(ctx, config)
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
		return nil // somebody was faster
	}
	return err
}

var errName = errors.New("the name of a run")

// checkRun refuses names that are no part of a subject.
func checkRun(run string) error {
	if run == "" || len(run) > 100 {
		return fmt.Errorf("%w %q: want 1 to 100 letters, digits, - and _", errName, run)
	}
	for _, r := range run {
		if r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') {
			return fmt.Errorf("%w %q: want letters, digits, - and _", errName, run)
		}
	}
	return nil
}

func wrap(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("cluster: %s: %w", what, err)
}
