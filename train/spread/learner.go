package spread

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"ringer/dist"
	"ringer/env"
	"ringer/models"
	"ringer/train"
)

// LearnerOptions describe a training that plays elsewhere.
type LearnerOptions struct {
	Conn *dist.Conn
	Run  string // the name on the server, the same when the run is resumed
	What string // for people

	Spec   *env.Spec
	Config train.Config      // resolved
	Text   []byte            // the same as YAML
	Files  map[string][]byte // the bots that it names, by file name
	Build  json.RawMessage   // that may play

	// Store bounds the bytes of results that wait for a checkpoint; 0: a gibibyte. At half
	// of it one is saved early.
	Store int64

	// Told receives lines for people, from any goroutine. It may be nil.
	Told func(string)
}

// Learner is a train.Player whose iterations workers play.
type Learner struct {
	o       LearnerOptions
	session string // of this process, in the names of its messages
	jobs    *dist.Queue
	results *dist.Queue
	objects *dist.Objects
	joiner  *train.Joiner
	began   time.Time
	always  []string // objects that workers begin with
	sums    map[*models.Weights]string
	used    map[string]int // object -> last iteration that needs it

	stop context.CancelFunc
	over sync.WaitGroup

	mu      sync.Mutex
	news    chan struct{} // closed and made anew when a result has come
	orders  []*ordered    // not collected
	next    int           // iteration of the next order
	saved   int           // iterations in a checkpoint on disk
	early   []*early      // results of iterations that are not ordered yet
	unsaved []unsaved
	counts  Counts
	workers Crew
	entry   []byte
	broken  error // nothing comes any more
	reuse   int   // results of an earlier process that were there at the start
	again   bool  // some job must be posted again
}

// ordered is an iteration that is played.
type ordered struct {
	order   *train.Order
	groups  []*group
	missing int
	posted  bool
}

// early is a result that waits for its order.
type early struct {
	item *dist.Item
	head *head
	rows []byte
}

// unsaved is a result that was taken, and waits for a checkpoint.
type unsaved struct {
	iteration int
	item      *dist.Item
	bytes     int64
}

// mostFails is the number of workers that may report a fault for a job before the run
// ends with it.
const mostFails = 3

// Begin announces a training to the workers of a server, and returns its Player. The
// caller closes it.
func Begin(ctx context.Context, o LearnerOptions) (*Learner, error) {
	if o.Told == nil {
		o.Told = func(string) {}
	}
	if o.Store == 0 {
		o.Store = 1 << 30
	}
	l := &Learner{
		o: o, session: strconv.FormatInt(time.Now().UnixNano(), 36), began: time.Now(),
		jobs: o.Conn.Queue(dist.Jobs, o.Run, 1), results: o.Conn.Queue(dist.Results, o.Run, 32), objects: o.Conn.Objects(o.Run),
		joiner: train.NewJoiner(o.Spec), sums: map[*models.Weights]string{}, used: map[string]int{}, news: make(chan struct{}), next: -1,
	}
	err := l.jobs.Clear(ctx) // those of an earlier process
	if err == nil {
		err = l.results.Reclaim(ctx)
	}
	if err == nil {
		err = l.announce(ctx)
	}
	if err == nil {
		err = l.objects.Keep(ctx, l.always...)
	}
	if err != nil {
		return nil, fmt.Errorf("spread: %w", err)
	}
	waits, err := l.results.Depth(ctx)
	if err != nil {
		return nil, fmt.Errorf("spread: %w", err)
	}
	l.reuse = waits.Waiting
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	l.stop = stop
	l.over.Go(func() { l.receive(running) })
	l.over.Go(func() { l.beat(running) })
	return l, nil
}

// announce keeps what workers begin with, and puts the run in the table.
func (l *Learner) announce(ctx context.Context) error {
	l.always = nil
	m := manifest{Config: string(l.o.Text), Files: map[string]string{}}
	for name, data := range l.o.Files {
		sum, err := l.objects.Put(ctx, data)
		if err != nil {
			return err
		}
		m.Files[name] = sum
		l.always = append(l.always, sum)
	}
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	sum, err := l.objects.Put(ctx, text)
	if err != nil {
		return err
	}
	l.always = append(l.always, sum)
	entry, err := json.Marshal(Entry{
		Kind: RunKind, What: l.o.What, Game: l.o.Spec.String(), SpecHash: l.o.Spec.Hash, Compute: l.o.Config.Compute,
		Build: l.o.Build, Manifest: sum, Begun: l.began.UTC(),
	})
	if err != nil {
		return err
	}
	l.mu.Lock()
	l.entry = entry
	l.mu.Unlock()
	return l.o.Conn.Runs().Put(ctx, l.o.Run, entry)
}

// Name returns the name of the run on the server.
func (l *Learner) Name() string { return l.o.Run }

// Entry returns the entry of the run in the table of runs.
func (l *Learner) Entry() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.entry
}

// Order keeps the weights of an iteration and posts its jobs.
func (l *Learner) Order(ctx context.Context, o *train.Order) error {
	weights, opponents, err := l.keepWeights(ctx, o)
	if err != nil {
		return fmt.Errorf("spread: iteration %d: %w", o.Iteration, err)
	}
	groups, err := newGroups(l.o.Spec, l.o.Config.Collect.Groups, o, weights, opponents)
	if err != nil {
		return err
	}
	it := &ordered{order: o, groups: groups, missing: len(groups)}
	if err := l.awaitReused(ctx, o.Iteration); err != nil {
		return err
	}
	l.mu.Lock()
	l.orders, l.next = append(l.orders, it), o.Iteration+1
	waiting := l.early
	l.early = nil
	for _, e := range waiting {
		l.accept(e.item, e.head, e.rows)
	}
	l.mu.Unlock()
	return l.post(ctx, it)
}

// keepWeights makes objects of the weights of an order, and drops those that were not
// used for long.
func (l *Learner) keepWeights(ctx context.Context, o *train.Order) (weights string, opponents []opponent, err error) {
	if weights, err = l.keep(ctx, o.Weights, o.Iteration); err != nil {
		return "", nil, err
	}
	opponents = []opponent{}
	for _, p := range o.Opponents {
		known := opponent{ID: p.ID, Share: p.Share}
		if p.Weights != nil {
			if known.Weights, err = l.keep(ctx, p.Weights, o.Iteration); err != nil {
				return "", nil, err
			}
		}
		opponents = append(opponents, known)
	}
	for sum, last := range l.used {
		if last+objectMemory+l.o.Config.Collect.Lag < o.Iteration {
			if err := l.objects.Remove(ctx, sum); err != nil {
				return "", nil, err
			}
			delete(l.used, sum)
		}
	}
	for w, sum := range l.sums {
		if _, there := l.used[sum]; !there {
			delete(l.sums, w)
		}
	}
	return weights, opponents, nil
}

// objectMemory is the number of iterations that weights are kept which nobody plays with:
// a past self comes again soon.
const objectMemory = 20

// keep makes an object of weights. The weights of the run itself change in place where
// there is no lag, so those are read every time.
func (l *Learner) keep(ctx context.Context, w *models.Weights, iteration int) (sum string, err error) {
	sum, known := l.sums[w]
	if _, there := l.used[sum]; !known || !there || l.o.Config.Collect.Lag == 0 {
		var b bytes.Buffer
		if err := w.Write(&b, nil); err != nil {
			return "", err
		}
		if sum = dist.Sum(b.Bytes()); l.used[sum] == 0 {
			if sum, err = l.objects.Put(ctx, b.Bytes()); err != nil {
				return "", err
			}
		}
		l.sums[w] = sum
	}
	l.used[sum] = iteration + 1
	return sum, nil
}

// awaitReused waits until the results that an earlier process left have been looked at,
// so that nothing is played again that is there.
func (l *Learner) awaitReused(ctx context.Context, iteration int) error {
	for {
		l.mu.Lock()
		left, news, broken := l.reuse, l.news, l.broken
		if l.next < 0 {
			l.next = iteration // earlier iterations are learned
		}
		l.mu.Unlock()
		if left <= 0 || broken != nil {
			return broken
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-news:
		}
	}
}

// post posts the jobs whose results have not come.
func (l *Learner) post(ctx context.Context, it *ordered) error {
	for i := range it.groups {
		l.mu.Lock()
		g := it.groups[i]
		there := g.batch != nil
		g.tries++
		id := fmt.Sprintf("%d.%d.%s.%d", it.order.Iteration, i, l.session, g.tries)
		l.mu.Unlock()
		if there {
			continue
		}
		if _, err := l.jobs.Post(ctx, id, g.body); err != nil {
			return fmt.Errorf("spread: %w", err)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	it.posted = true
	return nil
}

// Collect waits for all groups of the oldest order.
func (l *Learner) Collect(ctx context.Context) (*train.Batch, error) {
	l.mu.Lock()
	if len(l.orders) == 0 {
		l.mu.Unlock()
		return nil, errors.New("spread: no iteration was ordered")
	}
	it := l.orders[0]
	l.mu.Unlock()
	began := time.Now()
	for {
		l.mu.Lock()
		missing, news, broken, again := it.missing, l.news, l.broken, l.again
		if missing == 0 {
			l.orders = l.orders[1:]
			l.counts.Waited += time.Since(began)
		} else {
			l.again = false
		}
		l.mu.Unlock()
		if broken != nil {
			return nil, broken
		}
		if missing == 0 {
			var batches []*train.Batch
			for _, g := range it.groups {
				batches = append(batches, g.batch)
			}
			return l.joiner.Join(batches), nil
		}
		if again {
			if err := l.postAgain(ctx); err != nil {
				return nil, err
			}
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-news:
		}
	}
}

// postAgain posts the jobs whose results could not be used, and those after them, with all
// that they need.
func (l *Learner) postAgain(ctx context.Context) error {
	if err := l.announce(ctx); err != nil {
		return fmt.Errorf("spread: %w", err)
	}
	clear(l.used) // what is there is not sent
	l.mu.Lock()
	orders := append([]*ordered(nil), l.orders...)
	l.mu.Unlock()
	for _, it := range orders {
		if _, _, err := l.keepWeights(ctx, it.order); err != nil {
			return fmt.Errorf("spread: %w", err)
		}
		if err := l.post(ctx, it); err != nil {
			return err
		}
	}
	return nil
}

// Saved acknowledges the results of the iterations that a checkpoint holds.
func (l *Learner) Saved(ctx context.Context, iteration int) error {
	l.mu.Lock()
	l.saved = iteration
	var done []unsaved
	kept := l.unsaved[:0]
	for _, u := range l.unsaved {
		if u.iteration < iteration {
			done = append(done, u)
			l.counts.Unsaved -= u.bytes
		} else {
			kept = append(kept, u)
		}
	}
	l.unsaved = kept
	l.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewell)
	defer cancel()
	for _, u := range done {
		_ = u.item.Done(ctx) // else it comes again, and is dropped
	}
	return nil
}

// Full reports whether results of half the store wait for a checkpoint.
func (l *Learner) Full() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.counts.Unsaved > l.o.Store/2
}

// farewell is how long the end of a run may take where the server is away.
const farewell = 5 * time.Second

// Stop drops the jobs that nobody needs any more.
func (l *Learner) Stop() {
	ctx, cancel := context.WithTimeout(context.Background(), farewell)
	defer cancel()
	l.mu.Lock()
	l.orders = nil
	l.mu.Unlock()
	_ = l.jobs.Clear(ctx) // a worker that plays one is not harmful
}

// Close takes the run off the server: it is not there for workers any more. finished also
// drops all that it kept there; else that waits for the process that goes on.
func (l *Learner) Close(finished bool) error {
	l.stop()
	l.over.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), farewell)
	defer cancel()
	err := l.o.Conn.Runs().Remove(ctx, l.o.Run)
	err = errors.Join(err, l.o.Conn.Stats().Remove(ctx, learnerName(l.o.Run)))
	if finished {
		err = errors.Join(err, l.jobs.Remove(ctx), l.results.Remove(ctx), l.objects.Clear(ctx))
	}
	return err
}
