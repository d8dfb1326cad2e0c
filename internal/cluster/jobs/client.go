package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"sync"
	"time"

	"ringer/internal/cluster"
	"ringer/internal/input"
)

// RunKind is the kind of a run whose work is jobs, in the table of runs.
const RunKind = "jobs"

// Entry describes a run of jobs in the table of runs.
type Entry struct {
	Kind  string          `json:"kind"`  // RunKind
	What  string          `json:"what"`  // for people: the command
	Build json.RawMessage `json:"build"` // that may do the jobs
	Begun time.Time       `json:"begun"`
}

// job is the message of a job.
type job struct {
	Kind string          `json:"kind"`
	Body json.RawMessage `json:"body"`
}

// answer is the message of the outcome of a job. Seconds are those that a worker spent on it.
type answer struct {
	Body    json.RawMessage `json:"body,omitempty"`
	Fault   string          `json:"fault,omitempty"`
	Damaged bool            `json:"damaged,omitempty"` // the job could not be read
	Seconds float64         `json:"seconds"`
}

// A Fault is the error of a job, as the worker that did it has put it.
type Fault struct{ Text string }

func (f *Fault) Error() string { return f.Text }

// Client posts the jobs of one run. Several goroutines may use it.
type Client struct {
	conn    *cluster.Conn
	run     string
	queue   *cluster.Queue
	results *cluster.Queue
	objects *cluster.Objects
	entry   []byte // in the table of runs
	stop    context.CancelFunc
	over    sync.WaitGroup
	closing sync.Once
	closed  error // what Close returned

	mu      sync.Mutex
	counter int                  // of messages
	waiting map[string]*question // by the name of each message
	kept    map[string][]byte    // objects that are there, by their names
	broken  error                // why no results come any more
	counts  Counts
}

// Counts say what became of the messages of a client.
type Counts struct {
	Jobs       int // posted
	Duplicates int // results that came again, or that nobody waits for, and were dropped
	Damaged    int // jobs or results that could not be read, and were posted again
	Refused    int // outcomes that no worker can have, whose jobs were posted again
	Lost       int // jobs of which neither the server nor a worker knew any more, and that were posted again
}

// question is a job that somebody waits for.
type question struct {
	message []byte
	arrives chan *answer
	names   []string // of its messages
	posted  bool     // under the first of them
}

// heart is how often a client says that it is there. What it says lasts a minute.
const heart = 15 * time.Second

// Open begins a run of jobs under a name that no other run has. Of old runs whose command was
// killed it clears away what they have left.
func Open(ctx context.Context, conn *cluster.Conn, run, what string, build json.RawMessage) (*Client, error) {
	c := &Client{
		conn: conn, run: run, queue: conn.Queue(cluster.Jobs, run, 1), results: conn.Queue(cluster.Results, run, 64).AtMost(mostPacked), objects: conn.Objects(run),
		waiting: map[string]*question{}, kept: map[string][]byte{},
	}
	if err := c.beat(ctx); err != nil {
		return nil, err
	}
	if err := sweep(ctx, conn); err != nil {
		return nil, err
	}
	var err error
	if c.entry, err = json.Marshal(Entry{Kind: RunKind, What: what, Build: build, Begun: time.Now().UTC()}); err != nil {
		return nil, fmt.Errorf("jobs: %w", err)
	}
	if err := conn.Runs().Put(ctx, run, c.entry); err != nil {
		return nil, err
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	c.stop = stop
	c.over.Go(func() { c.receive(running) })
	c.over.Go(func() { c.keepBeating(running) })
	return c, nil
}

// aliveName is the name under which a client says that it is there.
func aliveName(run string) string { return "jobs." + run }

func (c *Client) beat(ctx context.Context) error {
	return c.conn.Stats().Put(ctx, aliveName(c.run), []byte(`{"kind":"client"}`))
}

func (c *Client) keepBeating(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(heart):
			_ = c.beat(ctx) // the next one may arrive
		}
	}
}

// sweep removes runs of jobs whose client is not there any more.
func sweep(ctx context.Context, conn *cluster.Conn) error {
	runs, err := conn.Runs().All(ctx)
	if err != nil {
		return err
	}
	alive, err := living(ctx, conn)
	if err != nil {
		return err
	}
	for _, r := range runs {
		var e Entry
		if json.Unmarshal(r.Value, &e) != nil || e.Kind != RunKind || alive[r.Name] {
			continue
		}
		if err := conn.RemoveRun(ctx, r.Name); err != nil {
			return err
		}
	}
	return nil
}

// living returns the runs of jobs whose clients are there.
func living(ctx context.Context, conn *cluster.Conn) (map[string]bool, error) {
	stats, err := conn.Stats().All(ctx)
	if err != nil {
		return nil, err
	}
	alive := map[string]bool{}
	for _, s := range stats {
		if run, ok := strings.CutPrefix(s.Name, aliveName("")); ok {
			alive[run] = true
		}
	}
	return alive, nil
}

// Close ends the run and removes what it has on the server, as far as that answers. Only the
// first call does; the others return the same error.
func (c *Client) Close() error {
	c.stop()
	c.over.Wait()
	c.closing.Do(func() {
		ctx, cancel := c.conn.Farewell()
		defer cancel()
		c.closed = errors.Join(c.conn.RemoveRun(ctx, c.run), c.conn.Stats().Remove(ctx, aliveName(c.run)))
	})
	return c.closed
}

// Counts returns what became of the messages so far.
func (c *Client) Counts() Counts {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.counts
}

// Put keeps bytes for workers, once, and returns their name. The bytes are the client's from
// then on: it sends them again to a server that has lost them.
func (c *Client) Put(ctx context.Context, data []byte) (sum string, err error) {
	sum = cluster.Sum(data)
	c.mu.Lock()
	_, there := c.kept[sum]
	c.mu.Unlock()
	if there {
		return sum, nil
	}
	if _, err := c.objects.Put(ctx, data); err != nil {
		return "", err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept[sum] = data
	return sum, nil
}

// Get returns bytes that a worker, or Put, has kept.
func (c *Client) Get(ctx context.Context, sum string) ([]byte, error) { return c.objects.Get(ctx, sum) }

// mostDamaged is how often a job is posted again because its message arrives damaged, or its
// outcome is one that cannot be used.
const mostDamaged = 5

// mostSeconds is the longest time of a job: half a year.
const mostSeconds = 1 << 24

// Do posts a job and waits for its outcome, which it decodes into out, a pointer. check says
// what is wrong with it, and may be nil; an outcome that cannot be used is asked for again, of
// any worker, some times. Do returns the seconds that a worker has spent on the job. The error
// is a *Fault when the job itself has failed, or the context's.
func (c *Client) Do(ctx context.Context, kind string, body, out any, check func() error) (seconds float64, err error) {
	text, err := json.Marshal(body)
	if err != nil {
		return 0, fmt.Errorf("jobs: %w", err)
	}
	message, err := pack(job{Kind: kind, Body: text})
	if err != nil {
		return 0, err
	}
	for try := 0; ; try++ {
		a, err := c.ask(ctx, message)
		switch {
		case err != nil:
			return 0, err
		case a.Damaged && try < mostDamaged:
			continue
		case a.Damaged:
			return 0, fmt.Errorf("jobs: a job of %d bytes has arrived damaged %d times", len(message), mostDamaged)
		case a.Fault != "":
			return 0, &Fault{input.ShownLines(a.Fault)}
		}
		err = a.read(out, check)
		if err == nil {
			return a.Seconds, nil
		}
		c.mu.Lock()
		c.counts.Refused++
		c.mu.Unlock()
		if try >= mostDamaged {
			return 0, fmt.Errorf("jobs: workers have sent %d outcomes of a job (%s) that cannot be used, the last: %w", try+1, kind, err)
		}
	}
}

// read decodes an outcome into out, in place of what another has left there.
func (a *answer) read(out any, check func() error) error {
	if !(a.Seconds >= 0 && a.Seconds <= mostSeconds) {
		return fmt.Errorf("seconds: %v: want a number from 0 to %d", a.Seconds, mostSeconds)
	}
	reflect.ValueOf(out).Elem().SetZero()
	if err := json.Unmarshal(a.Body, out); err != nil {
		return err
	}
	if check == nil {
		return nil
	}
	return check()
}

// ask posts a message and waits for its answer.
func (c *Client) ask(ctx context.Context, message []byte) (*answer, error) {
	q := &question{message: message, arrives: make(chan *answer, 1)}
	c.mu.Lock()
	if c.broken != nil {
		c.mu.Unlock()
		return nil, c.broken
	}
	id := c.name(q)
	c.counts.Jobs++
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.forget(q)
	}()
	if _, err := c.queue.Post(ctx, id, message); err != nil {
		return nil, err
	}
	c.mu.Lock()
	q.posted = true
	c.mu.Unlock()
	select {
	case a, ok := <-q.arrives:
		if !ok {
			return nil, c.broken
		}
		return a, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// name gives the next message of a job its name.
func (c *Client) name(q *question) string {
	c.counter++
	id := fmt.Sprintf("%s-%d", c.run, c.counter)
	q.names = append(q.names, id)
	c.waiting[id] = q
	return id
}

// forget makes what still comes of a job a duplicate.
func (c *Client) forget(q *question) {
	for _, name := range q.names {
		delete(c.waiting, name)
	}
}

// receive hands results to those who wait for them.
func (c *Client) receive(ctx context.Context) {
	search := cluster.Search{Jobs: c.queue, Results: c.results, Wanted: c.wanted}
	for {
		item, err := c.results.Take(ctx, time.Second)
		vanished := false
		if err == nil {
			vanished, err = search.Took(ctx, item)
		}
		if err == nil && vanished {
			err = c.postAgain(ctx)
		}
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			c.fail(err)
			return
		}
		if item == nil {
			continue
		}
		a := &answer{}
		if item.Damaged != nil || unpack(item.Body, a) != nil {
			a = &answer{Damaged: true}
		}
		c.deliver(item.ID, a)
		_ = item.Done(ctx) // where this is lost, the result comes again, and is dropped
	}
}

func (c *Client) deliver(id string, a *answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if a.Damaged {
		c.counts.Damaged++
	}
	q := c.waiting[id]
	if q == nil {
		c.counts.Duplicates++
		return
	}
	c.forget(q)
	q.arrives <- a
}

// postAgain posts the jobs whose results have not come, after all that they need: the server may
// have lost that too. Work that is done twice by that counts once.
func (c *Client) postAgain(ctx context.Context) error {
	c.mu.Lock()
	kept := maps.Clone(c.kept)
	c.mu.Unlock()
	for _, data := range kept {
		if _, err := c.objects.Put(ctx, data); err != nil {
			return err
		}
	}
	if err := errors.Join(c.beat(ctx), c.conn.Runs().Put(ctx, c.run, c.entry)); err != nil {
		return err
	}
	open := map[*question]bool{}
	c.mu.Lock()
	for _, q := range c.waiting {
		open[q] = open[q] || q.posted
	}
	c.mu.Unlock()
	for q, posted := range open {
		c.mu.Lock()
		still := posted && c.waiting[q.names[0]] == q
		id := ""
		if still {
			id = c.name(q)
			c.counts.Lost++
		}
		c.mu.Unlock()
		if !still {
			continue
		}
		if _, err := c.queue.Post(ctx, id, q.message); err != nil {
			return err
		}
	}
	return nil
}

// wanted counts the jobs that were posted whose results have not come.
func (c *Client) wanted() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := 0
	for name, q := range c.waiting {
		if q.posted && name == q.names[0] {
			n++
		}
	}
	return n
}

// fail ends all waiting.
func (c *Client) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.broken = err
	for id, q := range c.waiting {
		delete(c.waiting, id)
		if id == q.names[0] {
			close(q.arrives)
		}
	}
}
