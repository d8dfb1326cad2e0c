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

	"ringer/internal/cluster"
	"ringer/internal/cluster/work"
	"ringer/internal/input"
)

// RunKind is the kind of the runs of commands.
const RunKind = "jobs"

// A Fault is the error of a job, as the worker that did it has put it.
type Fault struct{ Text string }

func (f *Fault) Error() string { return f.Text }

// Client posts the jobs of one run. Several goroutines may use it.
type Client struct {
	run    string
	client *work.Client

	mu      sync.Mutex
	counter int                  // of messages
	waiting map[string]*question // by the name of each message
	kept    map[string][]byte    // objects that are there, by their names
	broken  error                // why no results come any more
	counts  work.Counts
}

// question is a job that somebody waits for.
type question struct {
	message []byte
	arrives chan *answer
	names   []string // of its messages
	posted  bool     // under the first of them
}

// answer is the result of a job.
type answer struct {
	*work.Head
	body []byte
}

// Open begins a run of jobs under a name that no other run has. told receives lines for people,
// from any goroutine.
func Open(ctx context.Context, conn *cluster.Conn, run string, entry work.Entry, told func(string)) (*Client, error) {
	c := &Client{run: run, waiting: map[string]*question{}, kept: map[string][]byte{}}
	entry.Kind, entry.Fleeting = RunKind, true
	client, err := work.Open(ctx, work.Options{
		Conn: conn, Run: run, Entry: entry, Ahead: 64, Most: mostPacked, Wanted: c.wanted, Took: c.took, Broken: c.fail, Told: told,
	})
	if err == nil {
		c.client = client
		err = client.Announce(ctx, "")
	}
	if err == nil {
		_, err = client.Left(ctx)
	}
	if err != nil {
		return nil, err
	}
	client.Start(ctx)
	return c, nil
}

// Entry returns the entry of the run in the table of runs.
func (c *Client) Entry() []byte { return c.client.Entry() }

// Close ends the run and removes what it has on the server, as far as that answers.
func (c *Client) Close() error { return c.client.Close(true) }

// Counts returns what became of the messages so far.
func (c *Client) Counts() work.Counts {
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
	if _, err := c.client.Objects.Put(ctx, data); err != nil {
		return "", err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept[sum] = data
	return sum, nil
}

// Get returns bytes that a worker, or Put, has kept.
func (c *Client) Get(ctx context.Context, sum string) ([]byte, error) {
	return c.client.Objects.Get(ctx, sum)
}

// mostDamaged is how often a job is posted again because its message arrives damaged, or its
// outcome is one that cannot be used.
const mostDamaged = 5

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
			return a.Play, nil
		}
		c.mu.Lock()
		c.counts.Faults++
		c.mu.Unlock()
		if try >= mostDamaged {
			return 0, fmt.Errorf("jobs: workers have sent %d outcomes of a job (%s) that cannot be used, the last: %w", try+1, kind, err)
		}
	}
}

// read decodes an outcome into out, in place of what another has left there.
func (a *answer) read(out any, check func() error) error {
	reflect.ValueOf(out).Elem().SetZero()
	var text json.RawMessage
	if err := unpack(a.body, &text); err != nil {
		return err
	}
	if err := json.Unmarshal(text, out); err != nil {
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
	c.counts.Posted++
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.forget(q)
	}()
	if _, err := c.client.Jobs.Post(ctx, id, message); err != nil {
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

// took hands a result to whoever waits for it.
func (c *Client) took(ctx context.Context, item *cluster.Item, vanished bool) error {
	if vanished {
		if err := c.postAgain(ctx); err != nil {
			return err
		}
	}
	if item == nil {
		return nil
	}
	a, err := &answer{}, item.Damaged
	if err == nil {
		a.Head, a.body, err = work.ReadResult(item.Body)
	}
	if err != nil {
		a.Head = &work.Head{Damaged: true}
	}
	id, _, _ := strings.Cut(item.ID, work.FaultMark)
	c.deliver(id, a, len(item.Body))
	_ = item.Done(ctx) // where this is lost, the result comes again, and is dropped
	return nil
}

func (c *Client) deliver(id string, a *answer, bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts.Received++
	c.counts.Bytes += int64(bytes)
	if a.Damaged {
		c.counts.Damaged++
	}
	q := c.waiting[id]
	if q == nil {
		c.counts.Duplicate++
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
		if _, err := c.client.Objects.Put(ctx, data); err != nil {
			return err
		}
	}
	if err := errors.Join(c.client.CheckPlace(ctx), c.client.Announce(ctx, "")); err != nil {
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
			c.counts.Again++
		}
		c.mu.Unlock()
		if !still {
			continue
		}
		if _, err := c.client.Jobs.Post(ctx, id, q.message); err != nil {
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
