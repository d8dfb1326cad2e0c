package cluster

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Table keeps the newest value of each name.
type Table struct {
	conn   *Conn
	bucket string
	lasts  time.Duration // of a value; 0: until it is removed
}

// Runs is the table of what there is to work for.
func (c *Conn) Runs() *Table { return &Table{conn: c, bucket: "RINGER_RUNS"} }

// Stats is the table of what processes say of themselves. A value vanishes a minute after
// it was put: whoever is there puts it again.
func (c *Conn) Stats() *Table {
	return &Table{conn: c, bucket: "RINGER_STATS", lasts: time.Minute}
}

// Put sets the value of a name of letters, digits, -, _, / and dots.
func (t *Table) Put(ctx context.Context, name string, value []byte) error {
	return wrap("put "+name, t.use(ctx, func(ctx context.Context, kv jetstream.KeyValue) error {
		_, err := kv.Put(ctx, name, value)
		return err
	}))
}

// Remove drops a name, and leaves nothing of it: the server would keep a message of each name
// that ever was there to say that it was removed.
func (t *Table) Remove(ctx context.Context, name string) error {
	if strings.ContainsAny(name, "*>") {
		return nil // Put refuses such a name, and it would stand for others
	}
	return wrap("remove "+name, t.use(ctx, func(ctx context.Context, _ jetstream.KeyValue) error {
		stream, err := t.conn.js.Stream(ctx, t.stream())
		if err != nil {
			return err
		}
		return stream.Purge(ctx, jetstream.WithPurgeSubject("$KV."+t.bucket+"."+name))
	}))
}

// stream returns the name of the stream in which JetStream keeps the table.
func (t *Table) stream() string { return "KV_" + t.bucket }

// Get returns the value of a name, and whether there is one.
func (t *Table) Get(ctx context.Context, name string) (value []byte, there bool, err error) {
	err = t.use(ctx, func(ctx context.Context, kv jetstream.KeyValue) error {
		entry, err := kv.Get(ctx, name)
		if err == nil {
			value = entry.Value()
		}
		return err
	})
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, false, nil
	}
	return value, err == nil, wrap("look for "+name, err)
}

// Has reports whether a name has a value.
func (t *Table) Has(ctx context.Context, name string) (bool, error) {
	_, there, err := t.Get(ctx, name)
	return there, err
}

// now returns the time of the server's clock.
func (t *Table) now(ctx context.Context) (now time.Time, err error) {
	err = t.use(ctx, func(ctx context.Context, _ jetstream.KeyValue) error {
		stream, err := t.conn.js.Stream(ctx, t.stream())
		if err == nil {
			now = stream.CachedInfo().TimeStamp
		}
		return err
	})
	return now, wrap("ask for the time", err)
}

// Entry is a value of a table.
type Entry struct {
	Name  string
	Value []byte
	At    time.Time // when it was put, by the server's clock
}

// mostListed bounds the names and values of a list together, in bytes, with entryBytes for each.
var mostListed = 64 << 20

const entryBytes = 128

// errOverfull says that a table holds more than anybody who works puts there.
var errOverfull = errors.New("more than a list may hold")

// All returns the values, in the order in which they were put. Of a table with more than 64 MiB
// it returns none, and an error.
func (t *Table) All(ctx context.Context) (all []Entry, err error) {
	err = t.use(ctx, func(ctx context.Context, kv jetstream.KeyValue) error {
		all = nil
		size := 0
		watch, err := kv.WatchAll(ctx, jetstream.IgnoreDeletes())
		if err != nil {
			return err
		}
		defer func() { _ = watch.Stop() }() // the server drops it with the connection
		for {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case e, open := <-watch.Updates():
				if !open {
					return errors.New("the list broke off")
				}
				if e == nil {
					return nil
				}
				if size += len(e.Key()) + len(e.Value()) + entryBytes; size > mostListed {
					all = nil
					return fmt.Errorf("%w: %d MiB", errOverfull, mostListed>>20)
				}
				all = append(all, Entry{Name: e.Key(), Value: e.Value(), At: e.Created()})
			}
		}
	})
	return all, wrap("list "+t.bucket, err)
}

// storage says where the server keeps the table. What vanishes by itself is not worth a disk:
// the server would write down each value that ever was put, and keep megabytes of that at hand.
func (t *Table) storage() jetstream.StorageType {
	if t.lasts > 0 {
		return jetstream.MemoryStorage
	}
	return jetstream.FileStorage
}

func (t *Table) use(ctx context.Context, f func(context.Context, jetstream.KeyValue) error) error {
	return t.conn.persist(ctx, func(ctx context.Context) error {
		kv, err := t.conn.js.KeyValue(ctx, t.bucket)
		if errors.Is(err, jetstream.ErrBucketNotFound) {
			kv, err = t.conn.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{
				Bucket: t.bucket, TTL: t.lasts, Storage: t.storage(), Replicas: max(t.conn.options.Replicas, 1),
			})
		}
		if err != nil {
			return err
		}
		return f(ctx, kv)
	})
}
