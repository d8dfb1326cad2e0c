package spread

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"ringer/agents"
	"ringer/dist"
	"ringer/env"
	"ringer/models"
	"ringer/train"
)

// Worker plays for trainings.
type Worker struct {
	Name     string // no other worker's
	Host     string // for people
	Parallel int    // groups that it plays at a time

	// Accept refuses runs that this build cannot play for; the error says why. It may be
	// nil.
	Accept func(*Entry) error

	// Open builds what plays from the configuration of a run and the files that it names.
	Open func(config []byte, files map[string][]byte) (*Run, error)

	// Build describes this build in the table of statistics. Told receives lines for
	// people, from any goroutine.
	Build json.RawMessage
	Told  func(string)

	mu   sync.Mutex
	last time.Time // when it last did something
	did  Done
}

// Run is a training as a worker sees it.
type Run struct {
	Game   env.Game
	Config train.Config
	Agent  func(name string) (agents.Agent, error)
	Close  func() error // may be nil
}

// Done counts what a worker did.
type Done struct {
	Jobs   int           `json:"jobs"`
	Rows   int           `json:"rows"`
	Bytes  int64         `json:"bytes"` // of results
	Failed int           `json:"failed"`
	Twice  int           `json:"twice"` // results that were there already
	Played time.Duration `json:"played"`
	Packed time.Duration `json:"packed"` // encoding
}

// A RefusedError says that a run wants another worker.
type RefusedError struct{ Err error }

func (e *RefusedError) Error() string { return e.Err.Error() }
func (e *RefusedError) Unwrap() error { return e.Err }

// Done returns what the worker did so far, and when it last did something.
func (w *Worker) Done() (Done, time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.did, w.last
}

// Serve plays for one run, which the table of runs has with the given entry, until the run
// is there no more or has begun anew, or until ctx is done. The error is a *RefusedError
// for a run that it cannot play for.
func (w *Worker) Serve(ctx context.Context, conn *dist.Conn, name string, entry []byte) (err error) {
	var e Entry
	if err := json.Unmarshal(entry, &e); err != nil {
		return &RefusedError{fmt.Errorf("run %s: its entry: %w", name, err)}
	}
	if w.Accept != nil {
		if err := w.Accept(&e); err != nil {
			return &RefusedError{err}
		}
	}
	run, err := w.open(ctx, conn, name, &e)
	if err != nil {
		return err
	}
	if run.Close != nil {
		defer func() { err = errors.Join(err, run.Close()) }()
	}
	if hash := run.Game.Spec().Hash; hash != e.SpecHash {
		return &RefusedError{fmt.Errorf("run %s plays another %s: its spec hash is %s, this build's is %s", name, run.Game.Spec(), e.SpecHash, hash)}
	}
	s := &service{worker: w, conn: conn, name: name, entry: &e, run: run, weights: newCache(conn.Objects(name)), began: time.Now()}
	if s.agents, s.opener, err = run.agents(); err != nil {
		return &RefusedError{fmt.Errorf("run %s: %w", name, err)}
	}
	return s.serve(ctx, entry)
}

// open fetches what the run begins with.
func (w *Worker) open(ctx context.Context, conn *dist.Conn, name string, e *Entry) (*Run, error) {
	objects := conn.Objects(name)
	text, err := objects.Get(ctx, e.Manifest)
	if err != nil {
		return nil, fmt.Errorf("spread: run %s: %w", name, err)
	}
	var m manifest
	if err := decode(text, &m); err != nil {
		return nil, fmt.Errorf("spread: run %s: %w", name, err)
	}
	files := map[string][]byte{}
	for file, sum := range m.Files {
		if files[file], err = objects.Get(ctx, sum); err != nil {
			return nil, fmt.Errorf("spread: run %s: %s: %w", name, file, err)
		}
	}
	run, err := w.Open([]byte(m.Config), files)
	if err != nil {
		return nil, &RefusedError{fmt.Errorf("run %s: %w", name, err)}
	}
	return run, nil
}

// agents builds the fixed opponents, and the agent of the openings or nil.
func (r *Run) agents() (fixed []agents.Agent, opener agents.Agent, err error) {
	for i, name := range r.Config.Opponents.Fixed {
		a, err := r.Agent(name)
		if err != nil {
			return nil, nil, fmt.Errorf("opponents.fixed[%d]: %w", i, err)
		}
		fixed = append(fixed, a)
	}
	if r.Config.Openings.Share > 0 {
		if opener, err = r.Agent(r.Config.Openings.Agent); err != nil {
			return nil, nil, fmt.Errorf("openings.agent: %w", err)
		}
	}
	return fixed, opener, nil
}

// service is the work for one run.
type service struct {
	worker  *Worker
	conn    *dist.Conn
	name    string
	entry   *Entry
	run     *Run
	agents  []agents.Agent
	opener  agents.Agent
	weights *cache
	began   time.Time
}

// serve works until the run is over.
func (s *service) serve(ctx context.Context, entry []byte) error {
	actors := make([]*train.Actor, max(s.worker.Parallel, 1))
	for i := range actors {
		var err error
		if actors[i], err = train.NewActor(s.run.Game, s.run.Config, s.opener, len(actors)); err != nil {
			return &RefusedError{fmt.Errorf("run %s: %w", s.name, err)}
		}
	}
	work, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var over sync.WaitGroup
	for _, actor := range actors {
		over.Go(func() {
			if err := s.labour(work, actor); err != nil {
				stop(err)
			}
		})
	}
	over.Go(func() { s.watch(work, entry, func() { stop(errOver) }) })
	over.Wait()
	err := context.Cause(work)
	if ctx.Err() != nil || errors.Is(err, errOver) {
		return nil
	}
	return err
}

var errOver = errors.New("the run is over")

// watch calls over when the run has gone or has begun anew, and says meanwhile what the
// worker does.
func (s *service) watch(ctx context.Context, entry []byte, over func()) {
	key := "worker." + s.worker.Name
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = s.conn.Stats().Remove(ctx, key) // it ends by itself
	}()
	before, since := 0, time.Now()
	for {
		done, _ := s.worker.Done()
		lately := float64(done.Rows-before) / max(time.Since(since).Seconds(), 0.1)
		before, since = done.Rows, time.Now()
		text, err := json.Marshal(&State{
			Kind: WorkerKind, Name: s.worker.Name, Host: s.worker.Host, Run: s.name, What: s.entry.What, Game: s.entry.Game, From: s.began.UTC(),
			Here: s.worker.Build, Parallel: s.worker.Parallel, Jobs: done.Jobs, Rows: done.Rows, Bytes: done.Bytes, PerSecond: lately,
		})
		if err == nil {
			_ = s.conn.Stats().Put(ctx, key, text) // the next one may arrive
		}
		if runs, err := s.conn.Runs().All(ctx); err == nil {
			there := false
			for _, r := range runs {
				there = there || r.Name == s.name && bytes.Equal(r.Value, entry)
			}
			if !there {
				over()
				return
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(heart):
		}
	}
}

// labour takes jobs, one after the other.
func (s *service) labour(ctx context.Context, actor *train.Actor) error {
	jobs, results := s.conn.Queue(dist.Jobs, s.name, 1), s.conn.Queue(dist.Results, s.name, 1)
	for {
		item, err := jobs.Take(ctx, time.Second)
		if ctx.Err() != nil {
			if item != nil {
				_ = item.Fail(0)
			}
			return nil
		}
		if err != nil {
			return err
		}
		if item != nil {
			s.do(ctx, actor, results, item)
		}
	}
}

// do does a job while it says that it is alive. A job that cannot be done now is given
// back.
func (s *service) do(ctx context.Context, actor *train.Actor, results *dist.Queue, item *dist.Item) {
	done := make(chan struct{})
	var heart sync.WaitGroup
	heart.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(s.conn.Patience() / 4):
				_ = item.Alive() // else another does it too
			}
		}
	})
	err := s.answer(ctx, actor, results, item)
	close(done)
	heart.Wait()
	switch {
	case err == nil:
		_ = item.Done(context.WithoutCancel(ctx)) // else it is done again, and dropped
	case ctx.Err() != nil:
		_ = item.Fail(0)
	default:
		s.worker.note(func(d *Done) { d.Failed++ })
		s.worker.tell(fmt.Sprintf("job %s of %s: %v", item.ID, s.entry.What, err))
		_ = item.Fail(time.Second)
	}
}

// answer plays a job and posts the result. It returns an error for a job that it has not
// answered.
func (s *service) answer(ctx context.Context, actor *train.Actor, results *dist.Queue, item *dist.Item) error {
	if item.Damaged != nil {
		return nil // the learner posts it again when it is missed
	}
	var j job
	if err := decode(item.Body, &j); err != nil {
		return nil
	}
	h := &head{
		Job: dist.Sum(item.Body), SpecHash: s.entry.SpecHash, Iteration: j.Iteration, Group: j.Group, Worker: s.worker.Name,
	}
	batch, err := s.play(ctx, actor, &j, item.Tries, h)
	if err != nil {
		return err
	}
	body, err := writeResult(h, batch)
	if err != nil {
		return err
	}
	id := item.ID
	if h.Fault != "" {
		id += ".fault." + s.worker.Name
	}
	twice, err := results.Post(ctx, id, body)
	if err != nil {
		return err
	}
	s.worker.note(func(d *Done) {
		d.Jobs++
		d.Bytes += int64(len(body))
		d.Played += time.Duration(h.Play * float64(time.Second))
		d.Packed += time.Duration(h.Encode * float64(time.Second))
		if twice {
			d.Twice++
		}
	})
	return nil
}

// missingTries is how often a job is handed out until a worker reports that the weights of
// it are nowhere.
const missingTries = 5

// play plays a job. A fault that another worker would meet too goes into the head.
func (s *service) play(ctx context.Context, actor *train.Actor, j *job, tries int, h *head) ([]byte, error) {
	if j.SpecHash != s.entry.SpecHash {
		h.Fault = fmt.Sprintf("the job is of the spec hash %s, and the run of %s", j.SpecHash, s.entry.SpecHash)
		return nil, nil
	}
	order, err := s.order(ctx, actor.Network(), j)
	if errors.Is(err, dist.ErrNoObject) && tries < missingTries {
		return nil, err // it may be of an iteration that is over, or come soon
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		h.Fault = err.Error()
		return nil, nil
	}
	began := time.Now()
	batch, err := actor.Play(ctx, order, j.Group)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		h.Fault = err.Error()
		return nil, nil
	}
	played := time.Now()
	data, err := batch.Encode()
	if err != nil {
		h.Fault = err.Error()
		return nil, nil
	}
	h.Play, h.Encode = played.Sub(began).Seconds(), time.Since(played).Seconds()
	s.worker.note(func(d *Done) { d.Rows += batch.Rows })
	return data, nil
}

// order makes the order of a job.
func (s *service) order(ctx context.Context, network *models.Network, j *job) (*train.Order, error) {
	o := &train.Order{Iteration: j.Iteration, After: j.After}
	var err error
	if o.Weights, err = s.weights.get(ctx, network, j.Weights); err != nil {
		return nil, err
	}
	for i, p := range j.Opponents {
		opponent := train.Opponent{ID: p.ID, Share: p.Share}
		switch {
		case p.Weights != "":
			if opponent.Weights, err = s.weights.get(ctx, network, p.Weights); err != nil {
				return nil, err
			}
		case p.ID < 0 && -1-p.ID < len(s.agents):
			opponent.Agent = s.agents[-1-p.ID]
		default:
			return nil, fmt.Errorf("opponents[%d]: id %d: neither weights nor an agent of the run", i, p.ID)
		}
		o.Opponents = append(o.Opponents, opponent)
	}
	return o, nil
}

func (w *Worker) note(f func(*Done)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f(&w.did)
	w.last = time.Now()
}

func (w *Worker) tell(line string) {
	if w.Told != nil {
		w.Told(line)
	}
}

// cache keeps the weights that were used last.
type cache struct {
	objects *dist.Objects

	mu      sync.Mutex
	entries []*cached // newest last
}

// cached is weights that are there, or that one goroutine fetches.
type cached struct {
	sum     string
	ready   chan struct{}
	weights *models.Weights
	err     error
}

// mostCached is the number of weights that are kept: of the learner, and of its past
// selves.
const mostCached = 24

func newCache(objects *dist.Objects) *cache { return &cache{objects: objects} }

// get returns the weights of a network by their checksum.
func (c *cache) get(ctx context.Context, network *models.Network, sum string) (*models.Weights, error) {
	c.mu.Lock()
	var e *cached
	for i, known := range c.entries {
		if known.sum == sum {
			e = known
			c.entries = append(append(c.entries[:i:i], c.entries[i+1:]...), e)
			break
		}
	}
	if e == nil {
		e = &cached{sum: sum, ready: make(chan struct{})}
		c.entries = append(c.entries, e)
		if len(c.entries) > mostCached {
			c.entries = c.entries[1:]
		}
		c.mu.Unlock()
		e.weights, e.err = c.fetch(ctx, network, sum)
		if e.err != nil {
			c.forget(e)
		}
		close(e.ready)
		return e.weights, e.err
	}
	c.mu.Unlock()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-e.ready:
		return e.weights, e.err
	}
}

func (c *cache) forget(e *cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, known := range c.entries {
		if known == e {
			c.entries = append(c.entries[:i:i], c.entries[i+1:]...)
			return
		}
	}
}

func (c *cache) fetch(ctx context.Context, network *models.Network, sum string) (*models.Weights, error) {
	data, err := c.objects.Get(ctx, sum)
	if err != nil {
		return nil, err
	}
	w, _, err := models.ReadWeights(bytes.NewReader(data), network)
	if err != nil {
		return nil, fmt.Errorf("weights %s: %w", sum, err)
	}
	return w, nil
}
