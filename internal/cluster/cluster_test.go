package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// serve starts a server in a folder of the test.
func serve(t *testing.T, o ServerOptions) *Server {
	t.Helper()
	if o.Folder == "" {
		o.Folder = t.TempDir()
	}
	s, err := Serve(o)
	require.NoError(t, err)
	t.Cleanup(s.Close)
	return s
}

// dial connects over the network.
func dial(t *testing.T, url string, o Options) *Conn {
	t.Helper()
	o.URL = url
	c, err := Connect(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(c.Close)
	return c
}

func post(t *testing.T, q *Queue, id, body string) {
	t.Helper()
	_, err := q.Post(t.Context(), id, []byte(body))
	require.NoError(t, err)
}

// take wants a message.
func take(t *testing.T, q *Queue) *Item {
	t.Helper()
	item, err := q.Take(t.Context(), 10*time.Minute)
	require.NoError(t, err)
	require.NotNil(t, item, "no message came")
	require.NoError(t, item.Damaged)
	return item
}

func none(t *testing.T, q *Queue) {
	t.Helper()
	item, err := q.Take(t.Context(), 50*time.Millisecond)
	require.NoError(t, err)
	require.Nil(t, item)
}

func TestEachMessageHasOneTaker(t *testing.T) {
	server := serve(t, ServerOptions{})
	c := dial(t, server.URL(), Options{})
	posting := c.Queue(Jobs, "a", 1)
	const messages = 60
	for i := range messages {
		post(t, posting, fmt.Sprint(i), strings.Repeat("x", i))
	}
	other := c.Queue(Jobs, "b", 1)
	post(t, other, "0", "of another run")

	var mu sync.Mutex
	var got []string
	var taken atomic.Int64
	var wait sync.WaitGroup
	for range 3 {
		q := dial(t, server.URL(), Options{}).Queue(Jobs, "a", 1)
		wait.Go(func() {
			for taken.Load() < messages {
				item, err := q.Take(t.Context(), 100*time.Millisecond)
				if !assert.NoError(t, err) {
					return
				}
				if item == nil {
					continue // a busy machine is slow to say what there is
				}
				assert.NoError(t, item.Done(t.Context()))
				taken.Add(1)
				mu.Lock()
				got = append(got, fmt.Sprintf("%s:%d", item.ID, len(item.Body)))
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	none(t, posting)
	assert.Len(t, got, messages)
	slices.Sort(got)
	assert.Len(t, slices.Compact(got), messages)
	assert.Equal(t, "of another run", string(take(t, other).Body))
}

func TestAMessagePostedTwiceIsKeptOnce(t *testing.T) {
	c := dial(t, serve(t, ServerOptions{}).URL(), Options{})
	q := c.Queue(Results, "a", 5)
	first, err := q.Post(t.Context(), "1", []byte("x"))
	require.NoError(t, err)
	second, err := q.Post(t.Context(), "1", []byte("x"))
	require.NoError(t, err)
	assert.Equal(t, []bool{false, true}, []bool{first, second})
	require.NoError(t, take(t, q).Done(t.Context()))
	none(t, q)
}

// A taker that falls silent loses its message to another; one that says that it is alive
// keeps it, and one that fails gives it back.
func TestSilentTakersLoseTheirWork(t *testing.T) {
	c := dial(t, serve(t, ServerOptions{}).URL(), Options{Patience: time.Second})
	q, other := c.Queue(Jobs, "a", 1), c.Queue(Jobs, "a", 1)
	post(t, q, "1", "x")
	silent := take(t, q)
	assert.Equal(t, 1, silent.Tries)
	again := take(t, other)
	assert.Equal(t, "1", again.ID)
	assert.Equal(t, 2, again.Tries)
	// A machine that is busy may say too late that a taker is alive: then the message is
	// another's, and the next taker tries.
	for staysAlive := false; !staysAlive; {
		staysAlive = true
		for said, begun := time.Now(), time.Now(); time.Since(begun) < 1200*time.Millisecond; {
			time.Sleep(100 * time.Millisecond)
			require.NoError(t, again.Alive())
			staysAlive = staysAlive && time.Since(said) < 500*time.Millisecond
			said = time.Now()
		}
		item, err := other.Take(t.Context(), 50*time.Millisecond)
		require.NoError(t, err)
		if staysAlive {
			require.Nil(t, item, "a taker that is alive lost its message")
		} else if item != nil {
			again = item
		}
	}
	tries := again.Tries
	require.NoError(t, again.Fail(0))
	last := take(t, q)
	assert.Equal(t, tries+1, last.Tries)
	require.NoError(t, last.Done(t.Context()))
	time.Sleep(1200 * time.Millisecond)
	none(t, q)
	depth, err := q.Depth(t.Context())
	require.NoError(t, err)
	assert.Equal(t, Depth{}, depth)
}

// Results that were taken and not acknowledged come again to a taker that starts anew,
// in their order.
func TestReclaim(t *testing.T) {
	c := dial(t, serve(t, ServerOptions{}).URL(), Options{})
	q := c.Queue(Results, "a", 10)
	for i := range 5 {
		post(t, q, fmt.Sprint(i), "x")
	}
	for i := range 4 {
		item := take(t, q)
		if i == 0 {
			require.NoError(t, item.Done(t.Context()))
		}
	}
	require.Eventually(t, func() bool { // the word that one is done travels
		depth, err := q.Depth(t.Context())
		return err == nil && depth.Waiting+depth.Taken == 4
	}, 10*time.Minute, 10*time.Millisecond)
	next := c.Queue(Results, "a", 10)
	require.NoError(t, next.Reclaim(t.Context()))
	var ids []string
	for range 4 {
		ids = append(ids, take(t, next).ID)
	}
	assert.Equal(t, []string{"1", "2", "3", "4"}, ids)
	none(t, next)
}

// A full queue makes whoever posts wait, and goes on when there is room.
func TestAFullQueueWaits(t *testing.T) {
	c := dial(t, serve(t, ServerOptions{}).URL(), Options{Store: 4096})
	q := c.Queue(Results, "a", 1)
	post(t, q, "1", strings.Repeat("x", 3000))
	posted := make(chan error, 1)
	go func() {
		_, err := q.Post(context.WithoutCancel(t.Context()), "2", bytes.Repeat([]byte("y"), 3000))
		posted <- err
	}()
	select {
	case err := <-posted:
		t.Fatalf("there was no room, and it was posted: %v", err)
	case <-time.After(500 * time.Millisecond):
	}
	taker := c.Queue(Results, "a", 1)
	require.NoError(t, take(t, taker).Done(t.Context()))
	require.NoError(t, <-posted)
	assert.Equal(t, "2", take(t, taker).ID)
}

// A body larger than a message travels as an object, which goes with the message.
func TestLargeBodiesTravelAsObjects(t *testing.T) {
	c := dial(t, serve(t, ServerOptions{}).URL(), Options{})
	q := c.Queue(Results, "a", 1)
	large := strings.Repeat("0123456789abcdef", 1<<20)
	post(t, q, "1", large)
	post(t, q, "2", large) // an equal one has an object of its own
	require.NoError(t, take(t, q).Done(t.Context()))
	second := take(t, q)
	assert.True(t, string(second.Body) == large)
	require.NotEmpty(t, second.spill)
	require.NoError(t, second.Done(t.Context()))
	_, err := c.Objects("a").read(t.Context(), second.spill, maxObject)
	require.ErrorIs(t, err, ErrNoObject)
}

func TestDamagedMessagesSaySo(t *testing.T) {
	c := dial(t, serve(t, ServerOptions{}).URL(), Options{})
	q := c.Queue(Jobs, "a", 1)
	post(t, q, "1", "x")
	require.NoError(t, take(t, q).Done(t.Context()))
	for _, m := range []*nats.Msg{
		{Subject: "ringer.jobs.a", Data: []byte("without a checksum")},
		{Subject: "ringer.jobs.a", Data: []byte("x"), Header: nats.Header{sumHeader: {Sum([]byte("y"))}}},
		{Subject: "ringer.jobs.a", Header: nats.Header{sumHeader: {Sum([]byte("y"))}, spillHeader: {"message-that-is-not-there"}}},
	} {
		_, err := c.js.PublishMsg(t.Context(), m)
		require.NoError(t, err)
		item, err := q.Take(t.Context(), 10*time.Minute)
		require.NoError(t, err)
		require.Error(t, item.Damaged)
		require.NoError(t, item.Done(t.Context()))
	}
}

func TestObjects(t *testing.T) {
	c := dial(t, serve(t, ServerOptions{}).URL(), Options{})
	mine, other := c.Objects("a"), c.Objects("b")
	data := bytes.Repeat([]byte("weights"), 100_000)
	sum, err := mine.Put(t.Context(), data)
	require.NoError(t, err)
	again, err := mine.Put(t.Context(), data)
	require.NoError(t, err)
	assert.Equal(t, sum, again)
	got, err := mine.Get(t.Context(), sum)
	require.NoError(t, err)
	assert.True(t, bytes.Equal(data, got))
	_, err = other.Get(t.Context(), sum)
	require.ErrorIs(t, err, ErrNoObject, "runs share nothing")

	// Another content under the name is found out.
	require.NoError(t, mine.write(t.Context(), Sum([]byte("a")), []byte("b")))
	_, err = mine.Get(t.Context(), Sum([]byte("a")))
	require.ErrorContains(t, err, Sum([]byte("b")))

	_, err = mine.Noted(t.Context(), "how-far")
	require.ErrorIs(t, err, ErrNoObject)
	for _, text := range []string{"half", "more"} {
		require.NoError(t, mine.Note(t.Context(), "how-far", []byte(text)))
		note, err := mine.Noted(t.Context(), "how-far")
		require.NoError(t, err)
		assert.Equal(t, text, string(note))
	}

	theirs, err := other.Put(t.Context(), data)
	require.NoError(t, err)
	small, err := mine.Put(t.Context(), []byte("small"))
	require.NoError(t, err)
	require.NoError(t, mine.Keep(t.Context(), small))
	_, err = mine.Get(t.Context(), sum)
	require.ErrorIs(t, err, ErrNoObject)
	_, err = mine.Get(t.Context(), small)
	require.NoError(t, err)
	_, err = other.Get(t.Context(), theirs)
	require.NoError(t, err)

	// Of what was removed the server keeps nothing, not even that it was.
	_, err = mine.spill(t.Context(), data)
	require.NoError(t, err)
	require.NoError(t, mine.ClearBodies(t.Context()))
	_, err = mine.Get(t.Context(), small)
	require.NoError(t, err, "no body of a message")
	require.NoError(t, mine.Remove(t.Context(), small))
	require.NoError(t, mine.Remove(t.Context(), small))
	require.NoError(t, other.Clear(t.Context()))
	stream, err := c.js.Stream(t.Context(), objectsStream)
	require.NoError(t, err)
	info, err := stream.Info(t.Context())
	require.NoError(t, err)
	assert.Zero(t, info.State.Msgs)
	assert.Zero(t, info.State.NumSubjects)
	small, err = mine.Put(t.Context(), []byte("small"))
	require.NoError(t, err)
	_, err = mine.Get(t.Context(), small)
	require.NoError(t, err, "it is there again")
}

// Who reads an object whose parts have gone does not wait for them: the object is removed or
// replaced meanwhile, or the reader has no time any more.
func TestObjectsThatGoWhileTheyAreRead(t *testing.T) {
	c := dial(t, serve(t, ServerOptions{}).URL(), Options{})
	objects := c.Objects("a")
	for _, meanwhile := range []struct {
		what string
		do   func(ctx context.Context, stop func()) error
		want error
	}{
		{"removed", func(ctx context.Context, _ func()) error { return objects.Remove(ctx, notePrefix+"far") }, ErrNoObject},
		{"replaced", func(ctx context.Context, _ func()) error { return objects.Note(ctx, "far", []byte("farther")) }, nil},
		{"stopped", func(_ context.Context, stop func()) error { stop(); return nil }, context.Canceled},
	} {
		t.Run(meanwhile.what, func(t *testing.T) {
			require.NoError(t, objects.Note(t.Context(), "far", []byte("far")))
			stream, err := c.js.Stream(t.Context(), objectsStream)
			require.NoError(t, err)
			require.NoError(t, stream.Purge(t.Context(), jetstream.WithPurgeSubject("$O."+objectsBucket+".C.>")))
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			began := time.Now()
			time.AfterFunc(objectPart/2, func() {
				assert.NoError(t, meanwhile.do(t.Context(), cancel))
			})
			data, err := objects.Noted(ctx, "far")
			assert.Less(t, time.Since(began), objectWithin, "as long as it would wait for the parts")
			if meanwhile.want == nil {
				require.NoError(t, err)
				assert.Equal(t, "farther", string(data))
				return
			}
			require.ErrorIs(t, err, meanwhile.want)
		})
	}
}

func TestTables(t *testing.T) {
	c := dial(t, serve(t, ServerOptions{}).URL(), Options{})
	runs := c.Runs()
	all, err := runs.All(t.Context())
	require.NoError(t, err)
	assert.Empty(t, all)
	for _, name := range []string{"one", "two", "one"} {
		require.NoError(t, runs.Put(t.Context(), name, []byte(name+"!")))
	}
	require.NoError(t, c.Stats().Put(t.Context(), "worker/1", []byte("x")))
	all, err = runs.All(t.Context())
	require.NoError(t, err)
	require.Len(t, all, 2)
	assert.Equal(t, "two", all[0].Name)
	assert.Equal(t, "one!", string(all[1].Value))
	assert.WithinDuration(t, time.Now(), all[1].At, time.Minute)
	for _, name := range []string{"one", "never-there", "*", ">"} {
		require.NoError(t, runs.Remove(t.Context(), name), name)
	}
	all, err = runs.All(t.Context())
	require.NoError(t, err)
	assert.Len(t, all, 1)
	stream, err := c.js.Stream(t.Context(), runs.stream())
	require.NoError(t, err)
	assert.Equal(t, uint64(1), stream.CachedInfo().State.Msgs, "nothing is left of a name that was removed")
}

// Values that are small each may be too many together: a list of them ends with an error, and at
// once, since no waiting makes them fewer.
func TestATableIsBounded(t *testing.T) {
	was := mostListed
	mostListed = 1000
	t.Cleanup(func() { mostListed = was })
	runs := dial(t, serve(t, ServerOptions{}).URL(), Options{}).Runs()
	for i := range 5 {
		require.NoError(t, runs.Put(t.Context(), fmt.Sprint("run", i), make([]byte, 50)))
	}
	all, err := runs.All(t.Context())
	require.NoError(t, err)
	assert.Len(t, all, 5)
	require.NoError(t, runs.Put(t.Context(), "another", make([]byte, 50)))
	all, err = runs.All(t.Context())
	require.ErrorIs(t, err, errOverfull)
	assert.Empty(t, all)
}

// A message that was posted is there after the server was started again, and clients find it.
func TestAServerThatStartsAgain(t *testing.T) {
	folder := t.TempDir()
	first, err := Serve(ServerOptions{Folder: folder})
	require.NoError(t, err)
	address := first.server.Addr().String()
	c := dial(t, first.URL(), Options{})
	q := c.Queue(Jobs, "a", 1)
	post(t, q, "1", "x")
	sum, err := c.Objects("a").Put(t.Context(), []byte("weights"))
	require.NoError(t, err)
	first.Close()

	second, err := Serve(ServerOptions{Folder: folder, Listen: address})
	require.NoError(t, err)
	defer second.Close()
	assert.Equal(t, "1", take(t, q).ID)
	_, err = c.Objects("a").Get(t.Context(), sum)
	require.NoError(t, err)
}

// A server that has lost everything is filled anew by those who post again.
func TestAServerThatHasForgotten(t *testing.T) {
	first, err := Serve(ServerOptions{Folder: t.TempDir()})
	require.NoError(t, err)
	address := first.server.Addr().String()
	c := dial(t, first.URL(), Options{})
	q := c.Queue(Jobs, "a", 1)
	post(t, q, "1", "x")
	first.Close()
	second, err := Serve(ServerOptions{Folder: t.TempDir(), Listen: address})
	require.NoError(t, err)
	defer second.Close()
	taker := dial(t, second.URL(), Options{}).Queue(Jobs, "a", 1)
	none(t, taker)
	post(t, q, "1", "x")
	assert.Equal(t, "1", take(t, taker).ID)
	depth, err := q.Depth(t.Context())
	require.NoError(t, err)
	assert.Equal(t, Depth{Taken: 1}, depth)
}

func TestServersThatOthersReachWantAToken(t *testing.T) {
	_, err := Serve(ServerOptions{Folder: t.TempDir(), Listen: ":0"})
	require.ErrorContains(t, err, "wants a token")
	server := serve(t, ServerOptions{Listen: ":0", Token: "secret"})
	assert.Contains(t, server.At("10.0.0.7"), "nats://10.0.0.7:")
	assert.Contains(t, server.URL(), "nats://secret@[::]:")
	_, port, err := net.SplitHostPort(server.server.Addr().String())
	require.NoError(t, err)
	_, err = Connect(t.Context(), Options{URL: "nats://wrong@127.0.0.1:" + port})
	require.ErrorContains(t, err, "Authorization")
	dial(t, server.At("127.0.0.1"), Options{Token: "secret"})
	dial(t, "nats://secret@127.0.0.1:"+port, Options{})
	c, err := Connect(t.Context(), Options{Server: server})
	require.NoError(t, err)
	defer c.Close()
	post(t, c.Queue(Jobs, "a", 1), "1", "x")
}

func TestBadOptions(t *testing.T) {
	for want, o := range map[string]ServerOptions{
		"want an address to listen at": {Listen: "4222"},
		"TLS of the server":            {Cert: "nothing.pem", Key: "nothing.pem"},
	} {
		_, err := Serve(o)
		require.ErrorContains(t, err, want)
	}
	server := serve(t, ServerOptions{})
	_, err := Serve(ServerOptions{Folder: t.TempDir(), Listen: server.server.Addr().String()})
	require.ErrorContains(t, err, "address already in use")
	for want, o := range map[string]Options{
		"no server: want a URL": {},
		`certificate "a.pem"`:   {URL: server.URL(), Cert: "a.pem", Key: "b.pem"},
		"no such file":          {URL: server.URL(), CA: filepath.Join(t.TempDir(), "ca.pem")},
	} {
		_, err := Connect(t.Context(), o)
		require.ErrorContains(t, err, want)
	}
	c := dial(t, server.URL(), Options{})
	for _, run := range []string{"", "a.b", "a b", "*", ">", strings.Repeat("x", 101)} {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		_, err := c.Queue(Jobs, run, 1).Post(ctx, "1", nil)
		cancel()
		require.ErrorContains(t, err, "the name of a run", run)
	}
}

// Connecting waits for a server that is not there yet, and no longer than asked.
func TestConnectWaits(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := listener.Addr().String()
	require.NoError(t, listener.Close())
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	_, err = Connect(ctx, Options{URL: "nats://" + address})
	require.ErrorIs(t, err, context.DeadlineExceeded)

	connected := make(chan error, 1)
	go func() {
		c, err := Connect(t.Context(), Options{URL: "nats://" + address})
		if err == nil {
			c.Close()
		}
		connected <- err
	}()
	time.Sleep(200 * time.Millisecond)
	serve(t, ServerOptions{Listen: address})
	require.NoError(t, <-connected)
}

// A connection that is cut in the middle of work is made again, and no message is lost or
// there twice.
func TestCutConnections(t *testing.T) {
	server := serve(t, ServerOptions{})
	link := newLink(t, server.server.Addr().String())
	c := dial(t, "nats://"+link.address(), Options{Patience: 500 * time.Millisecond})
	q, taker := c.Queue(Jobs, "a", 1), dial(t, server.URL(), Options{Patience: 500 * time.Millisecond}).Queue(Jobs, "a", 1)
	const messages = 30
	go func() {
		for i := range messages {
			if _, err := q.Post(t.Context(), fmt.Sprint(i), []byte("x")); err != nil {
				return
			}
			if i%10 == 5 {
				link.cut()
			}
		}
	}()
	seen := map[string]bool{}
	for len(seen) < messages {
		item := take(t, taker)
		assert.False(t, seen[item.ID], item.ID)
		seen[item.ID] = true
		require.NoError(t, item.Done(t.Context()))
	}
	none(t, taker)
}

// link is a wire to a server that can be cut.
type link struct {
	listener net.Listener
	to       string
	mu       sync.Mutex
	ends     []net.Conn
}

func newLink(t *testing.T, to string) *link {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	l := &link{listener: listener, to: to}
	t.Cleanup(func() { _ = listener.Close(); l.cut() })
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", l.to)
			if err != nil {
				_ = near.Close()
				continue
			}
			l.mu.Lock()
			l.ends = append(l.ends, near, far)
			l.mu.Unlock()
			go func() { _, _ = io.Copy(near, far); _ = near.Close() }()
			go func() { _, _ = io.Copy(far, near); _ = far.Close() }()
		}
	}()
	return l
}

func (l *link) address() string { return l.listener.Addr().String() }

func (l *link) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.ends {
		_ = c.Close()
	}
	l.ends = nil
}

// One object that many files are is read once, and the bytes of all together are bounded, as
// are their names.
func TestFilesAreBoundedTogether(t *testing.T) {
	c := dial(t, serve(t, ServerOptions{}).URL(), Options{})
	objects := c.Objects("a")
	one, err := objects.Put(t.Context(), []byte("one"))
	require.NoError(t, err)
	two, err := objects.Put(t.Context(), []byte("another"))
	require.NoError(t, err)
	sums := map[string]string{"b": two}
	for i := range 60 {
		sums[fmt.Sprint("a", i)] = one
	}
	files, err := objects.files(t.Context(), sums, len("oneanother"))
	require.NoError(t, err)
	assert.Len(t, files, 61)
	assert.Equal(t, "another", string(files["b"]))
	for i := range 60 {
		assert.Same(t, &files["a0"][0], &files[fmt.Sprint("a", i)][0])
	}
	_, err = objects.files(t.Context(), sums, len("oneanother")-1)
	require.ErrorContains(t, err, `"b": cluster: get object `+two)
	require.ErrorContains(t, err, "at most 6 are read")
	for i := range maxNames {
		sums[fmt.Sprint("more ", i)] = one
	}
	_, err = objects.Files(t.Context(), sums)
	require.ErrorContains(t, err, "want at most 1000")
}

// A message that is larger than its taker reads, and one whose object is not what it says,
// come damaged, and the queue goes on.
func TestMessagesThatCannotBeReadComeDamaged(t *testing.T) {
	c := dial(t, serve(t, ServerOptions{}).URL(), Options{})
	q := c.Queue(Results, "a", 1).AtMost(10 << 20)
	damaged := func(said string) {
		item, err := q.Take(t.Context(), 30*time.Second)
		require.NoError(t, err)
		require.NotNil(t, item)
		require.ErrorContains(t, item.Damaged, said)
		require.NoError(t, item.Done(t.Context()))
	}
	post(t, q, "large", strings.Repeat("x", 11<<20))
	damaged("11534336 bytes, and at most 10485760 are read")

	post(t, q, "changed", strings.Repeat("x", 9<<20))
	list := objectsOf(t, c)
	require.Len(t, list, 1)
	require.NoError(t, c.publish(t.Context(), &nats.Msg{Subject: partsOfObject(list[0].NUID), Data: []byte("more")}))
	info := *list[0]
	info.Chunks++
	info.Size += 4
	about := nats.NewMsg(aboutObject(info.Name))
	about.Header.Set(jetstream.MsgRollup, jetstream.MsgRollupSubject)
	var err error
	about.Data, err = json.Marshal(info)
	require.NoError(t, err)
	require.NoError(t, c.publish(t.Context(), about))
	damaged("digests do not match")

	q = c.Queue(Results, "a", 1).AtMost(10)
	post(t, q, "a little more", strings.Repeat("x", 11))
	damaged("11 bytes, and at most 10 are read")
	post(t, q, "whole", "0123456789")
	assert.Equal(t, "0123456789", string(take(t, q).Body))
}

// objectsOf lists the objects of a server.
func objectsOf(t *testing.T, c *Conn) []*jetstream.ObjectInfo {
	store, err := c.js.ObjectStore(t.Context(), objectsBucket)
	require.NoError(t, err)
	list, err := store.List(t.Context())
	require.NoError(t, err)
	return list
}
