package cluster

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/internal/cluster/clustertest"
)

// loseNext makes the server hand out messages that reach nobody, as it does when the
// connection of a taker breaks, or when a taker has stopped waiting a moment ago.
func loseNext(t *testing.T, c *Conn, q *Queue, n int) {
	t.Helper()
	inbox := nats.NewInbox()
	nowhere, err := c.nats.SubscribeSync(inbox)
	require.NoError(t, err)
	subject := "$JS.API.CONSUMER.MSG.NEXT." + q.kind.stream() + "." + q.consumer()
	require.NoError(t, c.nats.PublishRequest(subject, inbox, fmt.Appendf(nil, `{"batch":%d,"expires":%d}`, n, time.Second)))
	for range n {
		_, err := nowhere.NextMsg(10 * time.Minute)
		require.NoError(t, err)
	}
}

// A message that was lost on its way to a taker comes again after the patience, whatever it
// is. Results that a taker holds do not, for as long as it takes others.
func TestMessagesThatAreLostOnTheirWayComeLate(t *testing.T) {
	t.Parallel()
	const patience = time.Second
	c := dial(t, serve(t, ServerOptions{}).URL(), Options{Patience: patience})
	for _, kind := range []Kind{Jobs, Results} {
		q := c.Queue(kind, "a", 1)
		for i := range 3 {
			post(t, q, fmt.Sprint(i), "x")
		}
		held := take(t, q)
		if kind == Jobs {
			require.NoError(t, held.Done(t.Context()))
		}
		loseNext(t, c, q, 2)
		for want := range 2 {
			item := take(t, q)
			assert.Equal(t, fmt.Sprint(want+1), item.ID, kind)
			assert.Equal(t, 2, item.Tries)
			require.NoError(t, item.Done(t.Context()))
		}
		if kind == Results {
			item, err := q.Take(t.Context(), 3*patience/2)
			require.NoError(t, err)
			assert.Nil(t, item, "it is held")
			require.NoError(t, held.Done(t.Context()))
		}
		require.Eventually(t, func() bool {
			d, err := q.Depth(t.Context())
			return err == nil && d == Depth{}
		}, 20*time.Second, 10*time.Millisecond, kind)
	}
	// A taker that is silent loses its results, too.
	q := c.Queue(Results, "a", 1)
	post(t, q, "silent", "x")
	take(t, q)
	assert.Equal(t, "silent", take(t, c.Queue(Results, "a", 1)).ID)
}

// Every message arrives over a wire that is late, stands still and gets cut, at takers that
// wait for moments only: what is lost on its way comes late.
func TestNothingIsLostOnABadWire(t *testing.T) {
	t.Parallel()
	server := serve(t, ServerOptions{})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	relay := clustertest.NewRelay(listener, func() (net.Conn, error) { return net.Dial("tcp", server.Address()) }, 1)
	t.Cleanup(relay.Close)
	relay.Delay(10 * time.Millisecond)
	near, far := dial(t, server.URL(), Options{Patience: time.Second}), dial(t, "nats://"+listener.Addr().String(), Options{Patience: time.Second})
	const bursts, size = 6, 8
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	var takers sync.WaitGroup
	var lost atomic.Int64
	for i, q := range []*Queue{far.Queue(Jobs, "a", 1), far.Queue(Results, "a", size)} {
		rng := rand.New(rand.NewPCG(uint64(i), 1))
		takers.Go(func() {
			seen := map[string]bool{}
			for len(seen) < bursts*size {
				item, err := q.Take(ctx, time.Duration(rng.IntN(400))*time.Millisecond)
				if !assert.NoError(t, err, "%d %s came", len(seen), q.kind) {
					return
				}
				if item == nil {
					continue
				}
				assert.NoError(t, item.Damaged)
				if item.Tries > 1 && !seen[item.ID] {
					lost.Add(1)
				}
				seen[item.ID] = true
				assert.NoError(t, item.Done(ctx))
			}
		})
	}
	for burst := range bursts {
		require.Eventually(t, func() bool { // somebody waits for what comes
			consumer, err := near.js.Consumer(ctx, Results.stream(), "a")
			return err == nil && consumer.CachedInfo().NumWaiting > 0
		}, 10*time.Minute, time.Millisecond)
		relay.Stall(100 * time.Millisecond)
		for i := range size {
			for _, kind := range []Kind{Jobs, Results} {
				post(t, near.Queue(kind, "a", 1), fmt.Sprint(burst, " ", i), "x")
			}
		}
		if burst%2 == 0 { // what stands on the wire is lost
			relay.Cut()
		}
	}
	takers.Wait()
	assert.Positive(t, lost.Load(), "nothing was lost on its way, so that nothing was tried")
}

// A search tells what has vanished from what is late, held, or waits for a worker.
func TestSearch(t *testing.T) {
	t.Parallel()
	c := dial(t, serve(t, ServerOptions{}).URL(), Options{Patience: 50 * time.Millisecond})
	jobs, results := c.Queue(Jobs, "a", 1), c.Queue(Results, "a", 4)
	require.NoError(t, c.Runs().Put(t.Context(), "a", []byte("{}")))
	wanted := 0
	s := Search{Jobs: jobs, Results: results, Wanted: func() int { return wanted }}
	looks := func(item *Item) (vanished bool) {
		for range 3 {
			v, err := s.Took(t.Context(), item)
			require.NoError(t, err)
			vanished = vanished || v
			time.Sleep(60 * time.Millisecond)
		}
		return vanished
	}
	assert.False(t, looks(nil), "nothing is waited for")
	wanted = 2
	post(t, jobs, "1", "x")
	assert.True(t, looks(nil), "one of two is nowhere")
	post(t, jobs, "2", "x")
	require.Eventually(t, func() bool { // the server has a message for a moment before it counts it
		depth, err := jobs.Depth(t.Context())
		return err == nil && depth.Waiting == 2
	}, 10*time.Minute, time.Millisecond)
	assert.False(t, looks(nil), "both wait")
	job := take(t, c.Queue(Jobs, "a", 1))
	post(t, results, "2", "x")
	require.NoError(t, job.Done(t.Context()))
	loseNext(t, c, results, 1)
	assert.False(t, looks(nil), "one result is on its way")
	held := take(t, results)
	assert.True(t, looks(nil), "the result came and is held, so that one is nowhere")
	wanted = 1
	assert.False(t, looks(nil))
	wanted = 2
	assert.False(t, looks(held), "results come")
	wanted = 1
	require.NoError(t, c.Runs().Remove(t.Context(), "a"))
	assert.True(t, looks(nil), "the job waits, but nobody knows of the run")
}
