package cluster

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Options says which server to connect to, and how.
type Options struct {
	// Server is a server of this process; else URL names one or several, with commas
	// between them: nats://host:port, or tls://; a user and a password, or a token, stand
	// before an @, or the token is given by itself. Errors show none of them.
	Server *Server
	URL    string
	Token  string

	// Name names the client in lists of the server.
	Name string

	// Credentials is a file of NATS credentials (.creds). CA is a file of certificates to
	// trust besides the system's; Cert and Key, files, are the client's own.
	Credentials, CA, Cert, Key string

	// Replicas is the number of servers of a cluster that keep each stream; 0: one.
	Replicas int

	// Store bounds the bytes of results that wait; 0: a gibibyte. Posting waits at the
	// bound.
	Store int64

	// Patience is how long a taker of work may be silent until the work is handed to
	// another; 0: 15 seconds.
	Patience time.Duration

	// Told receives what users should know, such as that the connection is lost, a line
	// each, from any goroutine. It may be nil.
	Told func(string)
}

// Conn is a connection to a server. Several goroutines may use it.
type Conn struct {
	options Options
	nats    *nats.Conn
	js      jetstream.JetStream
	lost    faultLog // the reason, while there is no connection

	mu      sync.Mutex
	streams map[string]bool // that are known to be there
	up      context.Context // until the connection breaks
	down    context.CancelFunc
}

// answerWithin is how long a request waits for its answer before it is sent again.
const answerWithin = 5 * time.Second

// Connect connects to a server. A server that does not answer is waited for until ctx is
// done; one that refuses the client is an error, and so is a URL that makes no sense.
func Connect(ctx context.Context, o Options) (*Conn, error) {
	if o.Patience == 0 {
		o.Patience = 15 * time.Second
	}
	if o.Store == 0 {
		o.Store = 1 << 30
	}
	if o.Told == nil {
		o.Told = func(string) {}
	}
	c := &Conn{options: o, streams: map[string]bool{}}
	c.up, c.down = context.WithCancel(context.Background())
	options, err := c.natsOptions()
	if err != nil {
		return nil, err
	}
	told := c.options.Told
	c.options.Told = func(line string) { told(o.hide(line)) }
	if c.nats, err = nats.Connect(o.URL, options...); err != nil {
		return nil, fmt.Errorf("cluster: %s: %w", c.Address(), o.hideIn(err))
	}
	if c.js, err = jetstream.New(c.nats, jetstream.WithDefaultTimeout(answerWithin), jetstream.WithPublishAsyncTimeout(objectWithin)); err != nil {
		c.nats.Close()
		return nil, fmt.Errorf("cluster: %w", err)
	}
	err = c.persist(ctx, func(ctx context.Context) error {
		_, err := c.js.AccountInfo(ctx)
		return err
	})
	if err != nil {
		c.nats.Close()
		return nil, fmt.Errorf("cluster: %s: %w", c.Address(), o.hideIn(err))
	}
	return c, nil
}

func (c *Conn) natsOptions() ([]nats.Option, error) {
	o := &c.options
	options := []nats.Option{
		nats.Name(o.Name), nats.MaxReconnects(-1), nats.RetryOnFailedConnect(true), nats.Timeout(answerWithin),
		nats.CustomReconnectDelay(wait), nats.PingInterval(10 * time.Second), nats.MaxPingsOutstanding(2),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			c.broken()
			if err != nil {
				o.Told(fmt.Sprintf("the connection to %s is lost (%v); trying again until it is there", c.Address(), err))
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { o.Told("connected to " + c.Address() + " again") }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { c.lost.set(err.Error()) }),
	}
	if o.Server != nil {
		return append(options, o.Server.connect()...), nil
	}
	if o.URL == "" {
		return nil, errors.New("cluster: no server: want a URL such as nats://host:4222")
	}
	if err := CheckAddresses(o.URL); err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	if o.Token != "" {
		options = append(options, nats.Token(o.Token))
	}
	if o.Credentials != "" {
		options = append(options, nats.UserCredentials(o.Credentials))
	}
	if o.CA != "" {
		options = append(options, nats.RootCAs(o.CA))
	}
	if o.Cert != "" || o.Key != "" {
		if _, err := tls.LoadX509KeyPair(o.Cert, o.Key); err != nil {
			return nil, fmt.Errorf("cluster: certificate %q with key %q: %w", o.Cert, o.Key, err)
		}
		options = append(options, nats.ClientCert(o.Cert, o.Key))
	}
	return options, nil
}

// broken ends the requests whose answers were lost with a connection.
func (c *Conn) broken() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.down()
	c.up, c.down = context.WithCancel(context.Background())
}

// try calls f once, until f has heard nothing for as long as within, or until the connection
// breaks.
func (c *Conn) try(ctx context.Context, within time.Duration, f func(context.Context) error) error {
	once, cancel := context.WithCancel(ctx)
	defer cancel()
	late := time.AfterFunc(within, cancel)
	defer late.Stop()
	c.mu.Lock()
	up := c.up
	c.mu.Unlock()
	defer context.AfterFunc(up, cancel)()
	return f(hearing(attempt{once, within}, func() { late.Reset(within) }))
}

// attempt is a context with a deadline that never comes by itself: its requests have no shorter
// one of their own.
type attempt struct {
	context.Context
	within time.Duration
}

func (a attempt) Deadline() (time.Time, bool) { return time.Now().Add(a.within), true }

type hearingKey struct{}

// hearing returns a context whose user says, by heard, that something came.
func hearing(ctx context.Context, came func()) context.Context {
	return context.WithValue(ctx, hearingKey{}, came)
}

// heard says that something came: whoever waits does so anew.
func heard(ctx context.Context) {
	if came, ok := ctx.Value(hearingKey{}).(func()); ok {
		came()
	}
}

// Address returns where the server is, as Shown.
func (c *Conn) Address() string {
	if c.options.Server != nil {
		return "the server of this process"
	}
	if c.nats != nil && c.nats.ConnectedUrl() != "" {
		return Shown(c.nats.ConnectedUrl())
	}
	return Shown(c.options.URL)
}

// Connected reports whether the server can be reached now.
func (c *Conn) Connected() bool { return c.nats.IsConnected() }

// Patience comes from the options.
func (c *Conn) Patience() time.Duration { return c.options.Patience }

// Farewell returns a context for all that a process takes off the server before it ends. A
// server that is slow has a minute; one that is away has five seconds to come back.
func (c *Conn) Farewell() (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	away := time.AfterFunc(5*time.Second, func() {
		if !c.Connected() {
			cancel()
		}
	})
	return ctx, func() {
		away.Stop()
		cancel()
	}
}

// Close sends what still waits, and closes the connection.
func (c *Conn) Close() {
	if c.nats.IsConnected() {
		_ = c.nats.FlushTimeout(answerWithin) // what does not arrive is done again
	}
	c.nats.Close()
}

// wait is the time before the next attempt: from a tenth of a second to two seconds, and up to
// half as much again, so that many clients do not come at once.
func wait(attempts int) time.Duration {
	d := min(2*time.Second, 100*time.Millisecond<<min(attempts, 10))
	return d + time.Duration(jitter()*float64(d)/2)
}

var (
	jitterLock   sync.Mutex
	jitterSource = rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
)

func jitter() float64 {
	jitterLock.Lock()
	defer jitterLock.Unlock()
	return jitterSource.Float64()
}

// ErrNoRoom is the error of a server of this process that has stopped its streams,
// because the disk is full or fails.
var ErrNoRoom = errors.New("the server of this process has stopped its streams: the disk is full, or fails")

// hopeless are errors that no waiting mends.
var hopeless = []error{
	nats.ErrAuthorization, nats.ErrAuthExpired, nats.ErrAuthRevoked, nats.ErrMaxPayload, nats.ErrConnectionClosed, nats.ErrPermissionViolation,
	jetstream.ErrObjectNotFound, jetstream.ErrKeyNotFound, jetstream.ErrKeyDeleted, jetstream.ErrNoKeysFound, jetstream.ErrNoObjectsFound,
	jetstream.ErrInvalidKey, errDamaged, errName, errOverfull, ErrNoRoom,
}

// persist calls f until it succeeds, waiting between attempts: a server may be away, or
// full. It gives up when ctx is done, and for errors that no waiting mends.
func (c *Conn) persist(ctx context.Context, f func(context.Context) error) error {
	return c.persistFor(ctx, answerWithin, f)
}

// persistFor is persist whose first attempt waits as long as within, and later ones longer: a
// server that is starved answers late.
func (c *Conn) persistFor(ctx context.Context, within time.Duration, f func(context.Context) error) error {
	for attempt := 0; ; attempt++ {
		err := c.try(ctx, min(within<<min(attempt, 5), max(within, objectWithin)), f)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if c.options.Server != nil && !c.options.Server.server.JetStreamEnabled() {
			return fmt.Errorf("%w (%w)", ErrNoRoom, err)
		}
		if last := c.nats.LastError(); errors.Is(last, nats.ErrAuthorization) && !c.nats.IsConnected() {
			return last
		}
		if slices.ContainsFunc(hopeless, func(h error) bool { return errors.Is(err, h) }) {
			return err
		}
		if gone(err) {
			c.forget() // made anew by the next attempt
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait(attempt)):
		}
	}
}

// gone reports whether an error says that a stream or a consumer is not there (any more).
func gone(err error) bool {
	return slices.ContainsFunc([]error{
		jetstream.ErrStreamNotFound, jetstream.ErrConsumerNotFound, jetstream.ErrConsumerDoesNotExist, jetstream.ErrConsumerDeleted,
		jetstream.ErrBucketNotFound, jetstream.ErrNoStreamResponse, nats.ErrNoResponders,
	}, func(e error) bool { return errors.Is(err, e) })
}

// forget makes the next use of every stream see whether it is there.
func (c *Conn) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.streams)
}

// once calls build unless it is known that what it makes is there.
func (c *Conn) once(name string, build func() error) error {
	c.mu.Lock()
	known := c.streams[name]
	c.mu.Unlock()
	if known {
		return nil
	}
	if err := build(); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.streams[name] = true
	return nil
}

// faultLog is the newest of several lines of text.
type faultLog struct {
	mu   sync.Mutex
	text string
}

func (f *faultLog) set(text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.text = text
}

func (f *faultLog) get() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.text
}
