package spread

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"sync"

	"ringer/env"
	"ringer/internal/cluster"
	"ringer/internal/cluster/work"
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
	o      LearnerOptions
	client *work.Client
	crew   func() work.Crew
	joiner *train.Joiner
	always []string // objects that workers begin with
	sums   map[*models.Weights]string
	used   map[string]int // object -> last iteration that needs it

	mu      sync.Mutex
	news    chan struct{} // closed and made anew when a result has come
	orders  []*ordered    // not collected
	next    int           // iteration of the next order
	saved   int           // iterations in a checkpoint on disk
	early   shelf         // results of iterations that are not ordered yet
	unsaved []unsaved
	dropped []*cluster.Item // not acknowledged yet
	counts  work.Counts
	broken  error // nothing comes any more
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
// caller closes it. The error is a *work.InUseError where another process learns the run there.
func Begin(ctx context.Context, o LearnerOptions) (*Learner, error) {
	if o.Told == nil {
		o.Told = func(string) {}
	}
	if o.Store == 0 {
		o.Store = 1 << 30
	}
	l := &Learner{
		o: o, joiner: train.NewJoiner(o.Spec), sums: map[*models.Weights]string{}, used: map[string]int{}, news: make(chan struct{}), next: -1,
		early: shelf{most: o.Store / 4},
	}
	client, err := work.Open(ctx, work.Options{
		Conn: o.Conn, Run: o.Run, Ahead: 32, Most: mostResult(&o), Wanted: l.wanted, Took: l.took, Broken: l.fail, State: l.describe, Told: o.Told,
		Entry: work.Entry{Kind: RunKind, What: o.What, Game: o.Spec.String(), SpecHash: o.Spec.Hash, Compute: o.Config.Compute, Build: o.Build, Host: o.Host},
	})
	if err == nil {
		l.client, l.crew = client, client.Crew
		err = l.announce(ctx)
	}
	if err == nil {
		err = client.Objects.Keep(ctx, l.always...)
	}
	if err == nil {
		l.reuse, err = client.Left(ctx) // before the first result is taken
	}
	if err != nil {
		return nil, fmt.Errorf("spread: %w", err)
	}
	client.Start(ctx)
	return l, nil
}

// describe adds to the learner's state in the table of statistics.
func (l *Learner) describe(s *work.State) {
	l.mu.Lock()
	defer l.mu.Unlock()
	counts := l.counts
	s.Kind, s.Iteration, s.Counts = work.LearnerKind, max(l.next, 0), &counts
}

// mostResult returns the size in bytes of the largest result of a run.
func mostResult(o *LearnerOptions) int {
	most := 0
	for _, group := range []int{0, o.Config.Collect.Groups - 1} { // the first ones have the remainders
		task := train.Task{Spec: o.Spec, Config: &o.Config, Group: group}
		most = max(most, task.MostBytes())
	}
	return most + work.MostHead + binary.MaxVarintLen64
}

// announce keeps what workers begin with, and puts the run in the table.
func (l *Learner) announce(ctx context.Context) error {
	l.always = nil
	m := manifest{Config: string(l.o.Text), Files: map[string]string{}}
	for name, data := range l.o.Files {
		sum, err := l.client.Objects.Put(ctx, data)
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
	sum, err := l.client.Objects.Put(ctx, text)
	if err != nil {
		return err
	}
	l.always = append(l.always, sum)
	return l.client.Announce(ctx, sum)
}

// Name returns the name of the run on the server.
func (l *Learner) Name() string { return l.o.Run }

// Entry returns the entry of the run in the table of runs.
func (l *Learner) Entry() []byte { return l.client.Entry() }

// Crew returns the workers that play for the run now.
func (l *Learner) Crew() work.Crew { return l.crew() }

// Counts returns what became of the results so far.
func (l *Learner) Counts() work.Counts {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.counts
}

// Stop drops the jobs that nobody needs any more. Results that come later are left on the
// server, for the process that goes on.
func (l *Learner) Stop() {
	ctx, cancel := l.o.Conn.Farewell()
	defer cancel()
	l.mu.Lock()
	l.orders, l.stopped = nil, true
	l.mu.Unlock()
	if !l.client.Lost() {
		_ = l.client.Jobs.Clear(ctx) // a worker that plays one is not harmful
	}
}

// Close takes the run off the server: it is not there for workers any more. finished also
// drops all that it kept there; else that waits for the process that goes on, as long as
// work.Abandoned.
func (l *Learner) Close(finished bool) error { return l.client.Close(finished) }
