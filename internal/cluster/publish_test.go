package cluster

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A mute lets no message about an object through, until the test lets it.
type mute struct {
	jetstream.JetStream
	asked, let chan struct{}
}

func (m *mute) PublishMsgAsync(message *nats.Msg, o ...jetstream.PublishOpt) (jetstream.PubAckFuture, error) {
	if !strings.HasPrefix(message.Subject, aboutObject("")) {
		return m.JetStream.PublishMsgAsync(message, o...)
	}
	f := &answer{ok: make(chan *jetstream.PubAck, 1), fault: make(chan error, 1)}
	close(m.asked)
	go func() {
		<-m.let
		ack, err := m.JetStream.PublishMsg(context.Background(), message, o...)
		if err != nil {
			f.fault <- err
		}
		f.ok <- ack
	}()
	return f, nil
}

// An object whose putter is stopped while the message about it is on its way is there whole: its
// parts are not dropped before the server has said what became of it.
func TestAStoppedPutLeavesNoHalfObject(t *testing.T) {
	c := dial(t, serve(t, ServerOptions{}).URL(), Options{})
	o := c.Objects("a")
	require.NoError(t, o.Note(t.Context(), "first", []byte("first"))) // makes the store
	slow := &mute{JetStream: c.js, asked: make(chan struct{}), let: make(chan struct{})}
	c.js = slow
	ctx, stop := context.WithCancel(t.Context())
	put := make(chan error, 1)
	go func() { put <- o.Note(ctx, "n", []byte("whole")) }()
	<-slow.asked
	stop()
	time.Sleep(50 * time.Millisecond) // it would drop the parts
	close(slow.let)
	require.NoError(t, <-put)
	c.js = slow.JetStream
	got, err := o.Noted(t.Context(), "n")
	require.NoError(t, err)
	assert.Equal(t, "whole", string(got))
}

// answers is a server that answers each message when the test says so.
type answers struct {
	jetstream.JetStream
	sent []*answer
}

type answer struct {
	jetstream.PubAckFuture
	ok    chan *jetstream.PubAck
	fault chan error
}

func (a *answer) Ok() <-chan *jetstream.PubAck { return a.ok }
func (a *answer) Err() <-chan error            { return a.fault }

func (a *answers) PublishMsgAsync(*nats.Msg, ...jetstream.PublishOpt) (jetstream.PubAckFuture, error) {
	f := &answer{ok: make(chan *jetstream.PubAck, 1), fault: make(chan error, 1)}
	a.sent = append(a.sent, f)
	return f, nil
}

// A message that is refused does not end the wait for those sent after it: they may still
// be kept, and who drops them has to find them.
func TestPublishWaitsForAllAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server, refused := &answers{}, errors.New("refused")
		done := make(chan error, 1)
		go func() {
			done <- (&Conn{js: server}).publish(t.Context(), nats.NewMsg("a"), nats.NewMsg("b"))
		}()
		synctest.Wait()
		server.sent[0].fault <- refused
		synctest.Wait()
		assert.Empty(t, done, "the second message has no answer yet")
		server.sent[1].ok <- nil
		assert.ErrorIs(t, <-done, refused)
	})
}
