package work

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"ringer/internal/cluster"
)

// Options describe a run whose work others do.
type Options struct {
	Conn  *cluster.Conn
	Run   string // the name on the server, the same when the run is resumed
	Entry Entry  // what is known of it; the client fills in the rest

	Ahead int // results that are asked for in advance
	Most  int // bytes of the largest result

	// Wanted counts the jobs that were posted whose results have not come. Took is told of every
	// result, nil when nothing has come for some time; where jobs have vanished, with their
	// results, it posts them again. Broken is told why nothing comes any more: of an error of
	// Took, too, and of a process that has taken the run, a *InUseError.
	Wanted func() int
	Took   func(ctx context.Context, item *cluster.Item, vanished bool) error
	Broken func(error)

	// State adds to what the client says of itself. It may be nil.
	State func(*State)

	// Told receives lines for people, from any goroutine.
	Told func(string)
}

// Client has the work of one run done. Several goroutines may use it.
type Client struct {
	Session string // of this process, which no other has
	Jobs    *cluster.Queue
	Objects *cluster.Objects

	o       Options
	results *cluster.Queue
	began   time.Time
	stop    context.CancelFunc
	over    sync.WaitGroup

	mu    sync.Mutex
	entry []byte // in the table of runs
	lost  bool   // another process has the run
	crew  Crew
}

// Open takes a run on a server for this process. The error is an *InUseError where another
// process has it. The caller announces the run, starts the client, and closes it.
func Open(ctx context.Context, o Options) (*Client, error) {
	c := &Client{
		o: o, Session: rand.Text(), began: time.Now(), stop: func() {}, Jobs: o.Conn.Queue(cluster.Jobs, o.Run, 1),
		results: o.Conn.Queue(cluster.Results, o.Run, o.Ahead).AtMost(o.Most), Objects: o.Conn.Objects(o.Run),
	}
	err := c.claim(ctx)
	if err == nil {
		err = c.say(ctx)
	}
	if err == nil {
		err = c.Jobs.Clear(ctx) // numbers of an earlier process
	}
	if err == nil {
		err = c.results.Reclaim(ctx)
	}
	if err == nil {
		err = c.keepPlace(ctx)
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// Announce puts the run in the table of runs, also again. manifest is the object that workers
// begin with, if there is one.
func (c *Client) Announce(ctx context.Context, manifest string) error {
	e := c.o.Entry
	e.Manifest, e.Begun, e.Session = manifest, c.began.UTC(), c.Session
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	c.mu.Lock()
	c.entry = text
	c.mu.Unlock()
	return c.o.Conn.Runs().Put(ctx, c.o.Run, text)
}

// Left makes the queue of results where there is none, and returns how many results an earlier
// process has left there.
func (c *Client) Left(ctx context.Context) (int, error) {
	waits, err := c.results.Depth(ctx)
	return waits.Waiting, err
}

// Start begins to take results.
func (c *Client) Start(ctx context.Context) {
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	c.stop = stop
	c.over.Go(func() { c.receive(running) })
	c.over.Go(func() { c.beat(running) })
}

// Halt ends the taking of results.
func (c *Client) Halt() {
	c.stop()
	c.over.Wait()
}

// Close takes the run off the server, as far as that answers. finished also drops all that it
// kept there; else that waits for the process that goes on, as long as Abandoned.
func (c *Client) Close(finished bool) error {
	c.Halt()
	if c.Lost() {
		return nil // all of it is another's
	}
	ctx, cancel := c.o.Conn.Farewell()
	defer cancel()
	alive := AliveName(c.o.Entry.Kind, c.o.Run)
	if finished {
		return errors.Join(c.o.Conn.RemoveRun(ctx, c.o.Run), c.o.Conn.Stats().Remove(ctx, alive))
	}
	return errors.Join(c.o.Conn.Runs().Remove(ctx, c.o.Run), c.o.Conn.Stats().Remove(ctx, alive), c.o.Conn.Kept().Put(ctx, c.o.Run, nil))
}

// Entry returns the entry of the run in the table of runs.
func (c *Client) Entry() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.entry
}

// Crew returns the workers that work for the run now.
func (c *Client) Crew() Crew {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.crew
}

// receive takes results until ctx is done.
func (c *Client) receive(ctx context.Context) {
	search := cluster.Search{Jobs: c.Jobs, Results: c.results, Wanted: c.o.Wanted}
	for {
		item, err := c.results.Take(ctx, time.Second)
		vanished := false
		if err == nil {
			vanished, err = search.Took(ctx, item)
		}
		if err == nil && ctx.Err() == nil {
			err = c.o.Took(ctx, item, vanished)
		}
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			c.o.Broken(err)
			return
		}
	}
}

// keepPlace says that the run keeps something on the server, and removes what others have
// abandoned there.
func (c *Client) keepPlace(ctx context.Context) error {
	if err := c.o.Conn.Kept().Put(ctx, c.o.Run, nil); err != nil {
		return err
	}
	return Sweep(ctx, c.o.Conn, Abandoned, c.o.Told)
}

// say puts the client's state in the table.
func (c *Client) say(ctx context.Context) error {
	e := &c.o.Entry
	s := State{Kind: ClientKind, Run: c.o.Run, Host: e.Host, Session: c.Session, What: e.What, Game: e.Game, From: c.began.UTC()}
	if c.o.State != nil {
		c.o.State(&s)
	}
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return c.o.Conn.Stats().Put(ctx, AliveName(e.Kind, c.o.Run), text)
}

// beat puts the client's state in the table until ctx is done, or until another process has the
// run.
func (c *Client) beat(ctx context.Context) {
	kept := time.Now()
	for {
		if _ = c.CheckPlace(ctx); c.Lost() { // else the server is away
			return
		}
		if time.Since(kept) > SweepEvery {
			kept = time.Now()
			_ = c.keepPlace(ctx) // in an hour again
		}
		_ = c.say(ctx) // the next one may arrive
		crew := Crew{At: time.Now()}
		if states, err := States(ctx, c.o.Conn); err == nil {
			for _, w := range states {
				if w.Kind == WorkerKind && w.Run == c.o.Run {
					crew.Names = append(crew.Names, w.Name)
				}
			}
			c.mu.Lock()
			c.crew = crew
			c.mu.Unlock()
		}
		if !sleep(ctx, heart) {
			return
		}
	}
}

// sleep waits, and returns false when ctx is done.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// An InUseError says that another process has a run on the server.
type InUseError struct {
	Run, What, Host string // What and Host are of the other process
	Since           time.Time
}

func (e *InUseError) Error() string {
	return fmt.Sprintf("run %s is trained on this server by another process, from the folder %q of host %q since %s",
		e.Run, e.What, e.Host, e.Since.Format(time.RFC3339))
}

// claimWait is how long a client watches for signs of life of another one.
const claimWait = 3 * heart

// claim returns an *InUseError where another process that lives has the run. One that was killed
// cannot take back what it said of itself: it is silent from then on.
func (c *Client) claim(ctx context.Context) error {
	var first time.Time
	for until := time.Now().Add(claimWait); ; {
		other, at, err := c.other(ctx)
		switch {
		case err != nil:
			return err
		case other == nil:
			return nil
		case !first.IsZero() && !at.Equal(first):
			return &InUseError{c.o.Run, other.What, other.Host, other.From}
		case time.Now().After(until):
			return nil
		}
		first = at
		if !sleep(ctx, heart/10) {
			return ctx.Err()
		}
	}
}

// other returns what a client of the run said of itself that is not this one, and when; nil
// where none has said anything of late.
func (c *Client) other(ctx context.Context) (other *State, at time.Time, err error) {
	all, err := c.o.Conn.Stats().All(ctx)
	if err != nil {
		return nil, at, err
	}
	for _, e := range all {
		var s State
		if e.Name == AliveName(c.o.Entry.Kind, c.o.Run) && json.Unmarshal(e.Value, &s) == nil && s.Session != c.Session {
			other, at = &s, e.At
		}
	}
	if newestOf(all).Sub(at) > stateLasts { // others have spoken since
		return nil, at, nil
	}
	return other, at, nil
}

// CheckPlace returns an *InUseError where another process has put the run in the table of runs
// since this one did: nothing of the run is this one's from then on.
func (c *Client) CheckPlace(ctx context.Context) error {
	text, there, err := c.o.Conn.Runs().Get(ctx, c.o.Run)
	if err != nil || !there {
		return err // it is put there again when it is missed
	}
	var e Entry
	if json.Unmarshal(text, &e) != nil || e.Session == c.Session {
		return nil
	}
	other := &InUseError{c.o.Run, e.What, e.Host, e.Begun}
	c.mu.Lock()
	c.lost = true
	c.mu.Unlock()
	c.o.Broken(other)
	return other
}

// Lost reports whether another process has the run in the place of this one.
func (c *Client) Lost() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lost
}
