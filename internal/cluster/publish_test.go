package cluster

import (
	"errors"
	"testing"
	"testing/synctest"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
)

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
