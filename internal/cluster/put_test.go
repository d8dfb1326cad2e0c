package cluster

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// An object is there as the library would have put it, in the place of the one before, and
// nothing is left of that.
func TestObjectsAreThoseOfTheLibrary(t *testing.T) {
	c := dial(t, serve(t, ServerOptions{}).URL(), Options{})
	o := c.Objects("a")
	for _, size := range []int{300_000, 0, 1, objectChunk, objectChunk + 1, 2 * objectChunk} {
		data := bytes.Repeat([]byte("0123456789"), size/10+1)[:size]
		require.NoError(t, o.Note(t.Context(), "ours", data))
		store, err := c.js.ObjectStore(t.Context(), objectsBucket)
		require.NoError(t, err)
		got, err := store.GetBytes(t.Context(), "a/note-ours")
		require.NoError(t, err, "the library checks size and digest")
		assert.True(t, bytes.Equal(data, got), size)

		want, err := store.PutBytes(t.Context(), "a/theirs", data)
		require.NoError(t, err)
		ours, err := store.GetInfo(t.Context(), "a/note-ours")
		require.NoError(t, err)
		assert.NotEqual(t, want.NUID, ours.NUID)
		want.Name, want.NUID, want.ModTime = ours.Name, ours.NUID, ours.ModTime
		assert.Equal(t, want, ours, size)

		stream, err := c.js.Stream(t.Context(), objectsStream)
		require.NoError(t, err)
		assert.Equal(t, 2*uint64(want.Chunks+1), stream.CachedInfo().State.Msgs, "parts and messages about two objects of %d bytes", size)
	}
}

// A connection has one publisher, however many objects it puts: its goroutine and its
// subscription stay.
func TestObjectsShareAPublisher(t *testing.T) {
	c := dial(t, serve(t, ServerOptions{}).URL(), Options{})
	o := c.Objects("a")
	for i := range 10 {
		require.NoError(t, o.Note(t.Context(), "n", fmt.Append(nil, i)))
		assert.Equal(t, 2, c.nats.NumSubscriptions(), "for answers to requests and to what is published")
	}
}

// An object that does not fit is an error, and leaves none of its parts.
func TestAnObjectThatDoesNotFit(t *testing.T) {
	c := dial(t, serve(t, ServerOptions{}).URL(), Options{})
	o := c.Objects("a")
	require.NoError(t, o.Note(t.Context(), "small", []byte("small")))
	stream, err := c.js.Stream(t.Context(), objectsStream)
	require.NoError(t, err)
	config := stream.CachedInfo().Config
	config.MaxBytes, config.Discard = 1_000_000, jetstream.DiscardNew
	_, err = c.js.UpdateStream(t.Context(), config)
	require.NoError(t, err)
	store, err := c.js.ObjectStore(t.Context(), objectsBucket)
	require.NoError(t, err)
	require.Error(t, o.put(t.Context(), store, "a/large", make([]byte, 2_000_000)))
	_, err = store.GetInfo(t.Context(), "a/large")
	require.ErrorIs(t, err, jetstream.ErrObjectNotFound)
	stream, err = c.js.Stream(t.Context(), objectsStream)
	require.NoError(t, err)
	assert.Equal(t, uint64(2), stream.CachedInfo().State.Msgs)
	got, err := o.Noted(t.Context(), "small")
	require.NoError(t, err)
	assert.Equal(t, "small", string(got))
}

// An object whose parts have gone is nowhere, at once, and whoever puts it puts it there whole.
func TestAnObjectWithoutItsPartsIsPutAgain(t *testing.T) {
	c := dial(t, serve(t, ServerOptions{}).URL(), Options{})
	o, data := c.Objects("a"), bytes.Repeat([]byte("x"), 2*objectChunk)
	sum, err := o.Put(t.Context(), data)
	require.NoError(t, err)
	stream, err := c.js.Stream(t.Context(), objectsStream)
	require.NoError(t, err)
	require.NoError(t, stream.Purge(t.Context(), jetstream.WithPurgeSubject(partsOfObject("*"))))
	_, err = o.Get(t.Context(), sum)
	require.ErrorIs(t, err, ErrNoObject)
	_, err = o.Put(t.Context(), data)
	require.NoError(t, err)
	got, err := o.Get(t.Context(), sum)
	require.NoError(t, err)
	assert.True(t, bytes.Equal(data, got))
}

// Parts that are of no object go when what was abandoned goes, and no others.
func TestLeftPartsAreRemoved(t *testing.T) {
	c := dial(t, serve(t, ServerOptions{}).URL(), Options{})
	o := c.Objects("a")
	sum, err := o.Put(t.Context(), []byte("whole"))
	require.NoError(t, err)
	require.NoError(t, c.publish(t.Context(), &nats.Msg{Subject: partsOfObject("left"), Data: []byte("left")}))
	alive := func(string) bool { return true }
	messages := func() uint64 {
		stream, err := c.js.Stream(t.Context(), objectsStream)
		require.NoError(t, err)
		return stream.CachedInfo().State.Msgs
	}
	_, err = c.RemoveAbandoned(t.Context(), time.Hour, alive)
	require.NoError(t, err)
	assert.Equal(t, uint64(3), messages(), "somebody may be about to say whose they are")
	_, err = c.RemoveAbandoned(t.Context(), -time.Hour, alive)
	require.NoError(t, err)
	assert.Equal(t, uint64(2), messages())
	got, err := o.Get(t.Context(), sum)
	require.NoError(t, err)
	assert.Equal(t, "whole", string(got))
}

// An attempt ends after a silence, and lasts for as long as something comes.
func TestAnAttemptLastsWhileSomethingComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &Conn{up: t.Context()}
		err := c.try(t.Context(), time.Minute, func(ctx context.Context) error {
			for range 10 {
				time.Sleep(59 * time.Second)
				if ctx.Err() != nil {
					return ctx.Err()
				}
				heard(ctx)
			}
			return nil
		})
		assert.NoError(t, err)
		err = c.try(t.Context(), time.Minute, func(ctx context.Context) error {
			time.Sleep(61 * time.Second)
			return ctx.Err()
		})
		assert.ErrorIs(t, err, context.Canceled)
	})
}
