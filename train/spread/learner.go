package spread

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"ringer/env"
	"ringer/internal/cluster"
	"ringer/models"
	"ringer/train"
)

// LearnerOptions describe a training that plays elsewhere.
type LearnerOptions struct {
	Conn *cluster.Conn
	Run  string // the name on the server, the same when the run is resumed
	What string // for people: the folder of the run
	Host string // for people

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
	jobs    *cluster.Queue
	results *cluster.Queue
	objects *cluster.Objects
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
	early   shelf         // results of iterations that are not ordered yet
	unsaved []unsaved
	dropped []*cluster.Item // not acknowledged yet
	counts  Counts
	workers Crew
	present []string  // the names of the workers
	counted time.Time // when they were asked for
	entry   []byte
	broken  error // nothing comes any more
	lost    bool  // another process learns the run
	reuse   int   // results of an earlier process that were there at the start
	again   bool  // some job must be posted again
	told    int   // lines about results that nobody can use
	stopped bool  // nothing is needed any more
}

// ordered is an iteration that is played.
type ordered struct {
	order   *train.Order
	groups  []*group
	missing int
	posted  bool
}

// unsaved is a result that was taken, and waits for a checkpoint.
type unsaved struct {
	iteration int
	item      *cluster.Item
	bytes     int64
}

// mostFails is the number of workers that report a fault for a job when the run ends with
// it. Where no others are there, it is the number of reports.
const mostFails = 3

// Begin announces a training to the workers of a server, and returns its Player. The
// caller closes it. The error is an *InUseError where another process learns the run there.
func Begin(ctx context.Context, o LearnerOptions) (*Learner, error) {
	if o.Told == nil {
		o.Told = func(string) {}
	}
	if o.Store == 0 {
		o.Store = 1 << 30
	}
	l := &Learner{
		o: o, session: rand.Text(), began: time.Now(),
		jobs: o.Conn.Queue(cluster.Jobs, o.Run, 1), results: o.Conn.Queue(cluster.Results, o.Run, 32).AtMost(mostResult(&o)), objects: o.Conn.Objects(o.Run),
		joiner: train.NewJoiner(o.Spec), sums: map[*models.Weights]string{}, used: map[string]int{}, news: make(chan struct{}), next: -1,
		early: shelf{most: o.Store / 4},
	}
	err := l.claim(ctx)
	if err == nil {
		err = l.say(ctx)
	}
	if err == nil {
		err = l.jobs.Clear(ctx) // those of an earlier process
	}
	if err == nil {
		err = l.results.Reclaim(ctx)
	}
	if err == nil {
		err = l.announce(ctx)
	}
	if err == nil {
		err = l.objects.Keep(ctx, l.always...)
	}
	if err == nil {
		err = l.keepPlace(ctx)
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

// mostResult returns the size in bytes of the largest result of a run.
func mostResult(o *LearnerOptions) int {
	most := 0
	for _, group := range []int{0, o.Config.Collect.Groups - 1} { // the first ones have the remainders
		task := train.Task{Spec: o.Spec, Config: &o.Config, Group: group}
		most = max(most, task.MostBytes())
	}
	return most + mostHead + binary.MaxVarintLen64
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
		Build: l.o.Build, Manifest: sum, Begun: l.began.UTC(), Session: l.session, Host: l.o.Host,
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

// Stop drops the jobs that nobody needs any more. Results that come later are left on the
// server, for the process that goes on.
func (l *Learner) Stop() {
	ctx, cancel := l.o.Conn.Farewell()
	defer cancel()
	l.mu.Lock()
	l.orders, l.stopped = nil, true
	l.mu.Unlock()
	if !l.isLost() {
		_ = l.jobs.Clear(ctx) // a worker that plays one is not harmful
	}
}

// Close takes the run off the server: it is not there for workers any more. finished also
// drops all that it kept there; else that waits for the process that goes on, as long as
// Abandoned.
func (l *Learner) Close(finished bool) error {
	l.stop()
	l.over.Wait()
	if l.isLost() {
		return nil // all of it is another's
	}
	ctx, cancel := l.o.Conn.Farewell()
	defer cancel()
	if finished {
		return errors.Join(l.o.Conn.RemoveRun(ctx, l.o.Run), l.o.Conn.Stats().Remove(ctx, learnerName(l.o.Run)))
	}
	err := l.o.Conn.Runs().Remove(ctx, l.o.Run)
	err = errors.Join(err, l.o.Conn.Stats().Remove(ctx, learnerName(l.o.Run)))
	return errors.Join(err, l.o.Conn.Kept().Put(ctx, l.o.Run, nil))
}
