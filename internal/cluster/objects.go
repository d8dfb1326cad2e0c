package cluster

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
)

// objectsBucket names the object store, and objectsStream the stream in which JetStream keeps
// it.
const (
	objectsBucket = "RINGER_OBJECTS"
	objectsStream = "OBJ_" + objectsBucket
)

// ErrNoObject is the error of an object that is not there.
var ErrNoObject = errors.New("no such object")

var errDamaged = errors.New("damaged")

// objectWithin is how long nothing of an object may come until it is sent or asked for again.
const objectWithin = 2 * time.Minute

// maxObject is the size in bytes of the largest object that is read.
const maxObject = 1 << 30

// Bounds of Files: of the bytes of all objects together, and of the names.
const (
	maxFiles = 1 << 28
	maxNames = 1000
)

// Objects are the bytes that a run keeps on the server, by their SHA-256 in hexadecimal
// digits.
type Objects struct {
	conn *Conn
	run  string
}

// Objects returns the objects of a run.
func (c *Conn) Objects(run string) *Objects { return &Objects{conn: c, run: run} }

// Sum returns the name under which bytes are kept.
func Sum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Put keeps bytes and returns their name. Bytes that are there already are not sent.
func (o *Objects) Put(ctx context.Context, data []byte) (sum string, err error) {
	sum = Sum(data)
	return sum, o.write(ctx, sum, data)
}

// Get returns the bytes of a name, whole. The error wraps ErrNoObject when they are not
// there.
func (o *Objects) Get(ctx context.Context, sum string) ([]byte, error) {
	return o.get(ctx, sum, maxObject)
}

// Files returns the objects of files by the names of the files. One that several files are is
// read once; all together have at most 256 MiB, and there are at most 1000 names. The error
// names the file.
func (o *Objects) Files(ctx context.Context, sums map[string]string) (map[string][]byte, error) {
	if len(sums) > maxNames {
		return nil, fmt.Errorf("cluster: %d files of run %s: want at most %d", len(sums), o.run, maxNames)
	}
	return o.files(ctx, sums, maxFiles)
}

// files is Files with a bound of its own.
func (o *Objects) files(ctx context.Context, sums map[string]string, left int) (map[string][]byte, error) {
	files, known := map[string][]byte{}, map[string][]byte{}
	for _, file := range slices.Sorted(maps.Keys(sums)) {
		data, there := known[sums[file]]
		if !there {
			var err error
			if data, err = o.get(ctx, sums[file], left); err != nil {
				return nil, fmt.Errorf("%q: %w", file, err)
			}
			known[sums[file]] = data
			left -= len(data)
		}
		files[file] = data
	}
	return files, nil
}

// get returns the bytes of a name, at most this many.
func (o *Objects) get(ctx context.Context, sum string, most int) ([]byte, error) {
	data, err := o.read(ctx, sum, most)
	if err != nil {
		return nil, err
	}
	if got := Sum(data); got != sum {
		return nil, fmt.Errorf("cluster: object %s of run %s has the SHA-256 %s: %w", sum, o.run, got, errDamaged)
	}
	return data, nil
}

// notePrefix begins the names of notes.
const notePrefix = "note-"

// Note keeps bytes under a name of letters, digits and -, in the place of those that it had
// kept there before, such as how far a job has come.
func (o *Objects) Note(ctx context.Context, name string, data []byte) error {
	return wrap("note "+name+" of run "+o.run, o.use(ctx, func(ctx context.Context, store jetstream.ObjectStore) error {
		return o.put(ctx, store, o.name(notePrefix+name), data)
	}))
}

// Noted returns the bytes that Note has kept under a name. The error wraps ErrNoObject where
// there are none.
func (o *Objects) Noted(ctx context.Context, name string) ([]byte, error) {
	return o.read(ctx, notePrefix+name, maxObject)
}

// Remove removes one object; one that is not there is no error.
func (o *Objects) Remove(ctx context.Context, sum string) error { return o.remove(ctx, sum) }

// Keep removes all objects of the run but the given names, and the bodies of messages.
func (o *Objects) Keep(ctx context.Context, sums ...string) error {
	wanted := map[string]bool{}
	for _, sum := range sums {
		wanted[sum] = true
	}
	return o.drop(ctx, func(name string) bool { return !wanted[name] && !strings.HasPrefix(name, messagePrefix) })
}

// Clear removes all objects of the run.
func (o *Objects) Clear(ctx context.Context) error {
	return o.drop(ctx, func(string) bool { return true })
}

// ClearBodies removes the bodies of messages of a queue that was removed.
func (o *Objects) ClearBodies(ctx context.Context) error {
	return o.drop(ctx, func(name string) bool { return strings.HasPrefix(name, messagePrefix) })
}

// drop removes the objects of the run whose names are unwanted.
func (o *Objects) drop(ctx context.Context, unwanted func(name string) bool) error {
	var have []*jetstream.ObjectInfo
	err := o.use(ctx, func(ctx context.Context, store jetstream.ObjectStore) (err error) {
		have, err = store.List(ctx)
		return err
	})
	if errors.Is(err, jetstream.ErrNoObjectsFound) {
		return nil
	}
	if err != nil {
		return wrap("list objects of run "+o.run, err)
	}
	for _, object := range have {
		name, mine := strings.CutPrefix(object.Name, o.run+"/")
		if mine && unwanted(name) {
			if err := o.remove(ctx, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// messagePrefix begins the names of objects that are bodies of messages.
const messagePrefix = "message-"

// spill keeps the body of a message that is too large to be one, under a name of its own:
// equal bodies are messages of their own.
func (o *Objects) spill(ctx context.Context, body []byte) (name string, err error) {
	name = messagePrefix + nuid.Next()
	return name, o.write(ctx, name, body)
}

func (o *Objects) name(of string) string { return o.run + "/" + of }

func (o *Objects) write(ctx context.Context, name string, data []byte) error {
	return wrap("put an object of run "+o.run, o.use(ctx, func(ctx context.Context, store jetstream.ObjectStore) error {
		if info, err := store.GetInfo(ctx, o.name(name)); err == nil && int(info.Size) == len(data) {
			if there, err := o.parts(ctx, info); err != nil || there {
				return err
			}
		}
		return o.put(ctx, store, o.name(name), data)
	}))
}

func (o *Objects) read(ctx context.Context, name string, most int) (data []byte, err error) {
	err = o.use(ctx, func(ctx context.Context, store jetstream.ObjectStore) error {
		info, err := store.GetInfo(ctx, o.name(name))
		if err != nil {
			return err
		}
		if info.Size > uint64(most) {
			return fmt.Errorf("%d bytes, and at most %d are read: %w", info.Size, most, errDamaged)
		}
		data, err = o.readObject(ctx, store, o.name(name), most)
		return err
	})
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		err = ErrNoObject
	}
	return data, wrap("get object "+name+" of run "+o.run, err)
}

// readObject reads an object whole. The parts of one that is removed or replaced meanwhile
// never come, and the library waits for them for as long as ctx may take, cancelled or not:
// so it is given short deadlines, and where nothing comes the object is looked up again. As
// long as the server has all of it, a slow machine has all the time that it takes.
func (o *Objects) readObject(ctx context.Context, store jetstream.ObjectStore, name string, most int) ([]byte, error) {
	result, err := store.Get(impatient{ctx}, name)
	if err != nil {
		return nil, err
	}
	defer result.Close()
	info, err := result.Info()
	if err != nil {
		return nil, err
	}
	var data bytes.Buffer
	for idle := 0; idle < mostIdle; idle++ {
		before := data.Len()
		_, err := data.ReadFrom(io.LimitReader(result, int64(most)-int64(data.Len())+1))
		var late net.Error
		switch {
		case data.Len() > most:
			return nil, fmt.Errorf("more than it says, and at most %d bytes are read: %w", most, errDamaged)
		case err == nil:
			return data.Bytes(), nil
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, jetstream.ErrDigestMismatch), errors.Is(err, jetstream.ErrInvalidDigestFormat):
			return nil, fmt.Errorf("%w: %w", errDamaged, err)
		case !errors.As(err, &late) || !late.Timeout():
			return nil, err
		}
		if data.Len() > before {
			heard(ctx)
			idle = -1
			continue
		}
		// In this order: parts go after the message about them.
		there, err := o.parts(ctx, info)
		if err != nil {
			return nil, err
		}
		now, err := store.GetInfo(ctx, name)
		switch {
		case err != nil:
			return nil, err
		case now.NUID != info.NUID:
			return nil, errReplaced
		case !there:
			return nil, fmt.Errorf("%w: %w: its parts are not there", ErrNoObject, errDamaged)
		}
	}
	return nil, errStuck
}

// parts reports whether the server has all parts of an object.
func (o *Objects) parts(ctx context.Context, info *jetstream.ObjectInfo) (bool, error) {
	stream, err := o.conn.js.Stream(ctx, objectsStream)
	if err != nil {
		return false, err
	}
	of := partsOfObject(info.NUID)
	now, err := stream.Info(ctx, jetstream.WithSubjectFilter(of))
	if err != nil {
		return false, err
	}
	return now.State.Subjects[of] >= uint64(info.Chunks), nil
}

// errReplaced is the error of an object that was replaced while it was read.
var errReplaced = errors.New("replaced while it was read")

// errStuck is the error of an object that is whole on the server and does not come.
var errStuck = errors.New("its parts do not come")

// impatient is a context whose deadline is always near, for what waits until a deadline and
// then asks whether the context is done. It is done when the context in it is.
type impatient struct{ context.Context }

func (impatient) Deadline() (time.Time, bool) { return time.Now().Add(objectPart), true }

// objectPart is how long no part of an object comes until it is looked up again.
const objectPart = time.Second

// mostIdle is how often in a row an object is looked up again, and found as it was, until it is
// asked for anew.
const mostIdle = 30

// remove removes an object, and the message that says it was removed: the server would keep
// one for each name that ever was there.
func (o *Objects) remove(ctx context.Context, name string) error {
	err := o.use(ctx, func(ctx context.Context, store jetstream.ObjectStore) error {
		if err := store.Delete(ctx, o.name(name)); err != nil {
			return err
		}
		stream, err := o.conn.js.Stream(ctx, objectsStream)
		if err != nil {
			return err
		}
		subject := aboutObject(o.name(name))
		last, err := stream.GetLastMsgForSubject(ctx, subject)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil // somebody else has removed it too
		}
		if err != nil {
			return err
		}
		var info jetstream.ObjectInfo
		if err := json.Unmarshal(last.Data, &info); err != nil || !info.Deleted { // it is there again
			return err
		}
		return stream.Purge(ctx, jetstream.WithPurgeSubject(subject), jetstream.WithPurgeSequence(last.Sequence+1))
	})
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil
	}
	return wrap("remove an object of run "+o.run, err)
}

// use calls f with the store until it succeeds.
func (o *Objects) use(ctx context.Context, f func(context.Context, jetstream.ObjectStore) error) error {
	if err := checkRun(o.run); err != nil {
		return err
	}
	return o.conn.persistFor(ctx, objectWithin, func(ctx context.Context) error {
		store, err := o.conn.js.ObjectStore(ctx, objectsBucket)
		if errors.Is(err, jetstream.ErrBucketNotFound) {
			store, err = o.conn.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{
				Bucket: objectsBucket, Storage: jetstream.FileStorage, Replicas: max(o.conn.options.Replicas, 1),
			})
		}
		if err != nil {
			return err
		}
		return f(ctx, store)
	})
}
