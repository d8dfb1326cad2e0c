package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
)

// objectChunk is the size in bytes of the parts of an object.
const objectChunk = 128 << 10

// aboutObject returns the subject of the message about an object: its name in Base64.
func aboutObject(name string) string {
	return "$O." + objectsBucket + ".M." + base64.URLEncoding.EncodeToString([]byte(name))
}

// partsOfObject returns the subject of the parts of an object.
func partsOfObject(id string) string { return "$O." + objectsBucket + ".C." + id }

// put keeps an object in the way of the library's ObjectStore.Put: its parts, then a message
// about it in the place of the one before (ADR-20 of NATS), and drops the parts of the object
// that had its name. The library makes a publisher for each object, and on a busy machine a
// goroutine of it stays (nats.go 1.55, resetPendingAcksOnReconnect). These objects share the
// publisher of the connection.
func (o *Objects) put(ctx context.Context, store jetstream.ObjectStore, name string, data []byte) error {
	before, err := store.GetInfo(ctx, name, jetstream.GetObjectInfoShowDeleted())
	if err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
		return err
	}
	sum := sha256.New()
	sum.Write(data)
	info := jetstream.ObjectInfo{
		ObjectMeta: jetstream.ObjectMeta{Name: name, Opts: &jetstream.ObjectMetaOptions{ChunkSize: objectChunk}},
		Bucket:     objectsBucket, NUID: nuid.Next(), Size: uint64(len(data)), Digest: jetstream.GetObjectDigestValue(sum),
	}
	var messages []*nats.Msg
	for part := range slices.Chunk(data, objectChunk) {
		messages = append(messages, &nats.Msg{Subject: partsOfObject(info.NUID), Data: part})
	}
	info.Chunks = uint32(len(messages))
	about := nats.NewMsg(aboutObject(name))
	about.Header.Set(jetstream.MsgRollup, jetstream.MsgRollupSubject)
	if about.Data, err = json.Marshal(info); err != nil {
		return err
	}
	if err = o.conn.publish(ctx, messages...); err == nil {
		err = o.announce(ctx, store, about, &info)
	}
	if err != nil {
		if !errors.Is(err, errNoAnswer) {
			_ = o.dropParts(context.WithoutCancel(ctx), info.NUID) // the next attempt sends others
		}
		return err
	}
	if before != nil && !before.Deleted {
		return o.dropParts(ctx, before.NUID)
	}
	return nil
}

// announce sends the message about an object whose parts are there. One that is not answered may
// still arrive, and must find the parts.
func (o *Objects) announce(ctx context.Context, store jetstream.ObjectStore, about *nats.Msg, info *jetstream.ObjectInfo) error {
	err := o.conn.publish(ctx, about)
	if err == nil || !errors.Is(err, errNoAnswer) {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), answerWithin)
	defer cancel()
	if now, look := store.GetInfo(ctx, info.Name); look == nil && now.NUID == info.NUID {
		return nil // its acknowledgement was lost
	}
	return err
}

func (o *Objects) dropParts(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	stream, err := o.conn.js.Stream(ctx, objectsStream)
	if err != nil {
		return err
	}
	return stream.Purge(ctx, jetstream.WithPurgeSubject(partsOfObject(id)))
}

// errNoAnswer is the error of messages of which nobody knows whether the server has them, or
// will: they were on their way when the connection broke.
var errNoAnswer = errors.New("no answer came")

// publish sends messages in their order and waits until the server has answered all of them,
// also where it refused one or ctx is done: whoever drops the others then finds them. Where an
// answer is missing, the error is errNoAnswer.
func (c *Conn) publish(ctx context.Context, messages ...*nats.Msg) (first error) {
	last, cancel := c.lastly(ctx)
	defer cancel()
	sent := make([]jetstream.PubAckFuture, 0, len(messages))
	for _, m := range messages {
		future, err := c.js.PublishMsgAsync(m)
		if err != nil {
			first = err
			break
		}
		sent = append(sent, future)
	}
	for _, s := range sent {
		select {
		case <-s.Ok():
			heard(ctx)
		case err := <-s.Err():
			if _, refused := errors.AsType[*jetstream.APIError](err); !refused {
				err = fmt.Errorf("%w: %w", errNoAnswer, err)
			}
			if first == nil || errors.Is(err, errNoAnswer) {
				first = err
			}
		case <-last.Done():
			return fmt.Errorf("%w: %w", errNoAnswer, ctx.Err())
		}
	}
	return first
}

// lastly returns a context that is done a while after ctx is: as long as Farewell lasts.
func (c *Conn) lastly(ctx context.Context) (context.Context, context.CancelFunc) {
	last, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		farewell, end := c.Farewell()
		defer end()
		select {
		case <-farewell.Done():
			cancel()
		case <-last.Done():
		}
	})
	return last, func() {
		stop()
		cancel()
	}
}
