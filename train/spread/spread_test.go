package spread

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/configs"
	"ringer/dist"
	"ringer/env"
	"ringer/env/games"
	"ringer/models"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
)

// small is a run of a dozen iterations that uses everything: past selves that leave the
// pool, fixed opponents, openings.
func small(game string, lag int) algos.File {
	f := algos.Defaults()
	f.Game = game
	f.Seed = 7
	f.Decisions = 1600
	f.Collect = train.CollectConfig{Batch: 160, Tables: 13, Groups: 3, Lag: lag}
	f.Network.Hidden = []int{8}
	f.EMA = 0.9
	f.Opponents = train.OpponentConfig{PastShare: 0.25, PastSlots: 2, SnapshotEvery: 1, Pool: 3, RedrawEvery: 2, Fixed: []string{"random", "other"}, FixedShare: 0.2}
	f.Openings = train.OpeningConfig{Agent: "another", Share: 0.2, Choices: 3}
	f.Evaluation = train.EvaluationConfig{Games: 4, FinalGames: 4, Opponents: []string{"random"}}
	f.Checkpoint = train.CheckpointConfig{Every: 3, Keep: 2}
	f.PPO.Minibatch = 64
	return f
}

// site is a server, a run, and its workers.
type site struct {
	*testing.T
	f      algos.File
	game   env.Game
	server *dist.Server
	dir    string
	agent  func(string) (agents.Agent, error) // of workers
}

const patience = 400 * time.Millisecond

func newSite(t *testing.T, f algos.File) *site {
	t.Helper()
	game, err := games.New(f.Game)
	require.NoError(t, err)
	server, err := dist.Serve(dist.ServerOptions{Folder: t.TempDir()})
	require.NoError(t, err)
	s := &site{T: t, f: f, game: game, server: server, dir: t.TempDir(), agent: func(string) (agents.Agent, error) { return random.New(), nil }}
	t.Cleanup(server.Close)
	return s
}

func (s *site) connect() *dist.Conn {
	s.Helper()
	conn, err := dist.Connect(context.Background(), dist.Options{URL: s.server.URL(), Patience: patience})
	require.NoError(s, err)
	s.Cleanup(conn.Close)
	return conn
}

// worker returns one that can play for the run.
func (s *site) worker(name string) *Worker {
	return &Worker{
		Name: name, Parallel: 2,
		Open: func(text []byte, files map[string][]byte) (*Run, error) {
			if string(files["a.bot"]) != "the bytes of a bot" {
				return nil, errors.New("a.bot did not arrive")
			}
			f := algos.Defaults()
			if err := configs.ReadAll(&f, configs.Text("config.yaml", text)); err != nil {
				return nil, err
			}
			return &Run{Game: s.game, Config: f.Config, Agent: s.agent}, nil
		},
	}
}

// hire starts a worker that serves whatever run is there, and returns what ends it.
func (s *site) hire(w *Worker) (fire func()) {
	conn := s.connect()
	ctx, cancel := context.WithCancel(context.Background())
	var over sync.WaitGroup
	s.Cleanup(func() { // before the connection is closed
		cancel()
		over.Wait()
	})
	over.Go(func() {
		for ctx.Err() == nil {
			runs, err := conn.Runs().All(ctx)
			if err != nil && ctx.Err() == nil {
				s.Logf("list runs: %v", err) // the server may be away
			}
			for _, r := range runs {
				if err := w.Serve(ctx, conn, r.Name, r.Value); err != nil && ctx.Err() == nil {
					assert.NoError(s, err)
					return
				}
			}
			time.Sleep(20 * time.Millisecond)
		}
	})
	return cancel
}

// begin announces the run.
func (s *site) begin(conn *dist.Conn, store int64) *Learner {
	s.Helper()
	text, err := s.f.Text()
	require.NoError(s, err)
	l, err := Begin(s.Context(), LearnerOptions{
		Conn: conn, Run: "test", What: "a test", Spec: s.game.Spec(), Config: s.f.Config, Text: text, Store: store,
		Files: map[string][]byte{"a.bot": []byte("the bytes of a bot")}, Build: json.RawMessage(`{}`),
	})
	require.NoError(s, err)
	return l
}

func (s *site) options(run *checkpoint.Run, player train.Player) train.Options {
	return train.Options{
		Game: s.game, Run: run, Player: player,
		Algorithm: func(w *models.Weights) (train.Algorithm, error) { return s.f.New(w) },
		Agent:     func(string) (agents.Agent, error) { return random.New(), nil },
	}
}

// files are the bytes of the last checkpoint of a run and its metrics.
func files(t *testing.T, run *checkpoint.Run) map[string]string {
	_, last, err := run.Latest()
	require.NoError(t, err)
	out := map[string]string{}
	for name, data := range last {
		out[name] = string(data)
	}
	lines, err := run.MetricsLines()
	require.NoError(t, err)
	for i, line := range lines {
		out[fmt.Sprint("metrics ", i)] = string(line)
	}
	return out
}

// here trains in this process alone.
func here(t *testing.T, f algos.File) map[string]string {
	t.Helper()
	game, err := games.New(f.Game)
	require.NoError(t, err)
	run, err := checkpoint.Create(t.TempDir(), nil)
	require.NoError(t, err)
	s := &site{T: t, f: f, game: game}
	_, err = train.Run(t.Context(), f.Config, s.options(run, nil))
	require.NoError(t, err)
	return files(t, run)
}

// train trains to the end with the workers that are there.
func (s *site) train(run *checkpoint.Run, store int64) (map[string]string, Counts) {
	s.Helper()
	conn := s.connect()
	l := s.begin(conn, store)
	result, err := train.Run(s.Context(), s.f.Config, s.options(run, l))
	require.NoError(s, err)
	require.False(s, result.Interrupted)
	counts := l.Counts()
	require.NoError(s, l.Close(true))
	return files(s.T, run), counts
}

func (s *site) create() *checkpoint.Run {
	s.Helper()
	run, err := checkpoint.Create(s.dir+"/run", nil)
	require.NoError(s, err)
	s.Cleanup(func() { _ = run.Close() })
	return run
}

// Whoever plays, the run has the bytes of one that this process plays alone; and the
// server keeps nothing of it.
func TestWorkersChangeNoByte(t *testing.T) {
	for _, game := range []string{"leduc", "goofspiel(cards=4)", "heat(players=3)"} {
		for _, lag := range []int{0, 2} {
			t.Run(fmt.Sprint(game, " lag ", lag), func(t *testing.T) {
				f := small(game, lag)
				s := newSite(t, f)
				s.hire(s.worker("one"))
				s.hire(s.worker("two"))
				got, counts := s.train(s.create(), 0)
				assert.Equal(t, here(t, f), got)
				assert.Zero(t, counts.Dropped()-counts.Duplicate, "%+v", counts)
				assert.Positive(t, counts.Rows)
				left, err := s.connect().Runs().All(t.Context())
				require.NoError(t, err)
				assert.Empty(t, left)
				depth, err := s.connect().Queue(dist.Results, "test", 1).Depth(t.Context())
				require.NoError(t, err)
				assert.Zero(t, depth)
			})
		}
	}
}

// dying is an agent that hangs when it is asked for the n-th time, as a worker does that
// was killed.
type dying struct {
	agents.Agent
	left *atomic.Int64
	dead chan struct{}
}

func (d dying) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	if d.left.Add(-1) == 0 {
		close(d.dead)
	}
	if d.left.Load() <= 0 {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return d.Agent.Decide(ctx, views)
}

// The job of a worker that dies is done by another, and nothing changes.
func TestAWorkerThatDies(t *testing.T) {
	f := small("leduc", 1)
	s := newSite(t, f)
	d := dying{random.New(), &atomic.Int64{}, make(chan struct{})}
	d.left.Store(40)
	doomed := s.worker("doomed")
	open := doomed.Open
	doomed.Open = func(text []byte, files map[string][]byte) (*Run, error) {
		run, err := open(text, files)
		if err == nil {
			run.Agent = func(string) (agents.Agent, error) { return d, nil }
		}
		return run, err
	}
	conn := s.connect()
	s.hireOn(conn, doomed)
	go func() {
		<-d.dead
		conn.Close() // its heart stops: nobody hears of it any more
		s.hire(s.worker("second"))
	}()
	got, _ := s.train(s.create(), 0)
	assert.Equal(t, here(t, f), got)
}

// hireOn starts a worker on a connection, whose end it does not mind.
func (s *site) hireOn(conn *dist.Conn, w *Worker) {
	ctx, cancel := context.WithCancel(context.Background())
	s.Cleanup(cancel)
	go func() {
		for ctx.Err() == nil {
			runs, err := conn.Runs().All(ctx)
			if err != nil {
				return
			}
			for _, r := range runs {
				_ = w.Serve(ctx, conn, r.Name, r.Value)
			}
			time.Sleep(20 * time.Millisecond)
		}
	}()
}

// A learner that is killed, as far as the server knows, loses nothing: the process that
// goes on learns again from the rows that had come, and ends with the same bytes.
func TestALearnerThatDies(t *testing.T) {
	for _, lag := range []int{0, 2} {
		f := small("leduc", lag)
		f.Checkpoint.Every = 4
		s := newSite(t, f)
		s.hire(s.worker("one"))
		want := here(t, f)
		run := s.create()
		first := s.connect()
		l := s.begin(first, 0)
		ctx, kill := context.WithCancel(t.Context())
		opt := s.options(run, l)
		opt.Progress = func(p train.Progress) {
			if p.Iteration == 7 {
				// The process ends here, without a word: no checkpoint since iteration 4.
				first.Close()
				kill()
				panic("killed")
			}
		}
		func() {
			defer func() { require.Equal(t, "killed", recover()) }()
			_, _ = train.Run(ctx, f.Config, opt)
		}()
		l.stop()
		l.over.Wait()
		require.NoError(t, run.Close())
		run, _, err := checkpoint.Resume(s.dir + "/run")
		require.NoError(t, err)
		its, err := run.Iterations()
		require.NoError(t, err)
		require.Equal(t, 4, its[len(its)-1])
		got, counts := s.train(run, 0)
		assert.Equal(t, want, got, "lag %d", lag)
		assert.GreaterOrEqual(t, counts.Reused, 3*f.Collect.Groups, "%+v", counts)
		require.NoError(t, run.Close())
	}
}

// Results that are damaged, foreign, stale or there already are dropped and counted, and
// change nothing.
func TestWrongResultsAreDropped(t *testing.T) {
	f := small("leduc", 1)
	s := newSite(t, f)
	s.hire(s.worker("one"))
	want := here(t, f)
	conn := s.connect()
	l := s.begin(conn, 0)
	results := s.connect().Queue(dist.Results, "test", 1)
	n := 0
	send := func(h head, rows string) {
		body, err := writeResult(&h, []byte(rows))
		require.NoError(t, err)
		n++
		_, err = results.Post(t.Context(), fmt.Sprint("wrong ", n), body)
		require.NoError(t, err)
	}
	opt := s.options(s.create(), l)
	hash := s.game.Spec().Hash
	opt.Progress = func(p train.Progress) {
		if p.Iteration != 3 {
			return
		}
		_, err := results.Post(t.Context(), "cut off", []byte{200})
		require.NoError(t, err)
		send(head{SpecHash: "another game", Iteration: 3}, "")
		send(head{SpecHash: hash, Iteration: 3, Group: 99}, "")
		send(head{SpecHash: hash, Iteration: 1, Job: "over"}, "")
		send(head{SpecHash: hash, Iteration: 3, Job: "of other weights"}, "")
		l.mu.Lock()
		groups := l.orders[0].groups // of iteration 3, which is being played
		l.mu.Unlock()
		send(head{SpecHash: hash, Iteration: 3, Group: 0, Job: groups[0].sum}, "no rows") // or a duplicate
		send(head{SpecHash: hash, Iteration: 3, Group: 1, Job: groups[1].sum, Fault: "no memory"}, "")
		// All of it has arrived before learning goes on.
		require.Eventually(t, func() bool { c := l.Counts(); return c.Dropped() >= 7 }, 10*time.Second, time.Millisecond)
	}
	_, err := train.Run(t.Context(), f.Config, opt)
	require.NoError(t, err)
	c := l.Counts()
	assert.Equal(t, 2, c.Foreign, "%+v", c)
	assert.GreaterOrEqual(t, c.Late, 1)
	assert.Equal(t, 1, c.Stale)
	assert.GreaterOrEqual(t, c.Damaged, 1)
	assert.GreaterOrEqual(t, c.Dropped(), 7)
	require.NoError(t, l.Close(true))
	run, _, err := checkpoint.Open(s.dir + "/run")
	require.NoError(t, err)
	_, last, err := run.Latest()
	require.NoError(t, err)
	assert.Equal(t, want["weights.safetensors"], string(last["weights.safetensors"]))
}

// A fault that every worker reports ends the run, with the worker's words.
func TestAFaultOfAllWorkersEndsTheRun(t *testing.T) {
	s := newSite(t, small("leduc", 0))
	s.agent = func(string) (agents.Agent, error) { return broken{}, nil }
	s.hire(s.worker("one"))
	l := s.begin(s.connect(), 0)
	_, err := train.Run(t.Context(), s.f.Config, s.options(s.create(), l))
	require.ErrorContains(t, err, "the agent is out of order")
	require.ErrorContains(t, err, "worker one")
	require.NoError(t, l.Close(false))
}

type broken struct{}

func (broken) Decide(context.Context, []agents.View) ([]agents.Decision, error) {
	return nil, errors.New("the agent is out of order")
}

// A worker that a run cannot use says why.
func TestRefusals(t *testing.T) {
	s := newSite(t, small("leduc", 0))
	conn := s.connect()
	l := s.begin(conn, 0)
	entries, err := conn.Runs().All(t.Context())
	require.NoError(t, err)
	require.Len(t, entries, 1)
	serve := func(w *Worker, entry []byte) error { return w.Serve(t.Context(), conn, "test", entry) }
	var refused *RefusedError

	w := s.worker("one")
	w.Accept = func(e *Entry) error { return fmt.Errorf("another build: mine, and theirs %s", e.Build) }
	require.ErrorAs(t, serve(w, entries[0].Value), &refused)
	require.ErrorContains(t, refused, "another build")

	w = s.worker("two")
	w.Open = func([]byte, map[string][]byte) (*Run, error) { return nil, errors.New("a program: give --programs") }
	require.ErrorAs(t, serve(w, entries[0].Value), &refused)

	w = s.worker("three")
	s.game, err = games.New("kuhn")
	require.NoError(t, err)
	require.ErrorAs(t, serve(w, entries[0].Value), &refused)
	require.ErrorContains(t, refused, s.game.Spec().Hash)
	require.ErrorContains(t, refused, l.o.Spec.Hash)

	require.ErrorAs(t, serve(w, []byte("no object")), &refused)
	require.NoError(t, l.Close(true))
}

// Where results of many iterations do not fit, checkpoints come earlier, and nothing else
// changes.
func TestALittleStoreIsEnough(t *testing.T) {
	f := small("leduc", 1)
	f.Checkpoint.Every = 1000
	s := newSite(t, f)
	s.hire(s.worker("one"))
	conn, err := dist.Connect(t.Context(), dist.Options{URL: s.server.URL(), Patience: patience, Store: 40_000})
	require.NoError(t, err)
	defer conn.Close()
	l := s.begin(conn, 40_000)
	saves := 0
	opt := s.options(s.create(), l)
	opt.Progress = func(p train.Progress) {
		if l.Full() {
			saves++
		}
	}
	_, err = train.Run(t.Context(), f.Config, opt)
	require.NoError(t, err)
	assert.Greater(t, saves, 1)
	require.NoError(t, l.Close(true))
	run, _, err := checkpoint.Open(s.dir + "/run")
	require.NoError(t, err)
	_, last, err := run.Latest()
	require.NoError(t, err)
	assert.Equal(t, here(t, f)["weights.safetensors"], string(last["weights.safetensors"]))
}

// A server that loses all that it has is filled again.
func TestAServerThatForgets(t *testing.T) {
	f := small("leduc", 1)
	s := newSite(t, f)
	want := here(t, f)
	s.hire(s.worker("one"))
	l := s.begin(s.connect(), 0)
	address := strings.TrimPrefix(s.server.URL(), "nats://")
	opt := s.options(s.create(), l)
	opt.Progress = func(p train.Progress) {
		if p.Iteration == 4 {
			s.server.Close()
			var err error
			s.server, err = dist.Serve(dist.ServerOptions{Folder: t.TempDir(), Listen: address})
			require.NoError(t, err)
			t.Cleanup(s.server.Close)
		}
	}
	_, err := train.Run(t.Context(), f.Config, opt)
	require.NoError(t, err)
	run, _, err := checkpoint.Open(s.dir + "/run")
	require.NoError(t, err)
	_, last, err := run.Latest()
	require.NoError(t, err)
	assert.Equal(t, want["weights.safetensors"], string(last["weights.safetensors"]))
	require.NoError(t, l.Close(true))
}

// Jobs that are nowhere any more are posted again, also by a learner that hears of nothing.
func TestJobsThatVanish(t *testing.T) {
	f := small("leduc", 1)
	s := newSite(t, f)
	want := here(t, f)
	conn, err := dist.Connect(t.Context(), dist.Options{URL: s.server.URL(), Patience: 1100 * time.Millisecond})
	require.NoError(t, err)
	defer conn.Close()
	l := s.begin(conn, 0)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var over sync.WaitGroup
	over.Go(func() {
		jobs := s.connect().Queue(dist.Jobs, "test", 1)
		for { // there is no worker yet
			depth, err := jobs.Depth(ctx)
			if !assert.NoError(t, err) {
				return
			}
			if depth.Waiting == 2*f.Collect.Groups {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		assert.NoError(t, jobs.Clear(ctx))
		s.hire(s.worker("one"))
	})
	run := s.create()
	result, err := train.Run(ctx, f.Config, s.options(run, l))
	require.NoError(t, err)
	assert.False(t, result.Interrupted)
	over.Wait()
	assert.True(t, maps.Equal(want, files(t, run)), "other bytes")
	assert.Equal(t, 2*f.Collect.Groups, l.Counts().Again)
	require.NoError(t, l.Close(true))
}

// The table of statistics names the processes that are there.
func TestStates(t *testing.T) {
	s := newSite(t, small("leduc", 0))
	fire := s.hire(s.worker("one"))
	conn := s.connect()
	l := s.begin(conn, 0)
	require.Eventually(t, func() bool { return l.Crew().Workers == 1 }, 20*time.Second, 20*time.Millisecond)
	states, err := States(t.Context(), conn)
	require.NoError(t, err)
	require.Len(t, states, 2)
	for _, state := range states {
		assert.Equal(t, "test", state.Run)
		assert.Equal(t, "a test", state.What)
		assert.Equal(t, "leduc", strings.TrimSuffix(state.Game, "()"))
	}
	fire()
	require.Eventually(t, func() bool {
		states, err := States(t.Context(), conn)
		return err == nil && len(states) == 1 && states[0].Kind == LearnerKind
	}, 20*time.Second, 20*time.Millisecond)
	require.NoError(t, l.Close(true))
	states, err = States(t.Context(), conn)
	require.NoError(t, err)
	assert.Empty(t, states)
}

// FuzzResult reads anything as a result, and takes no memory for what is not there.
func FuzzResult(f *testing.F) {
	body, err := writeResult(&head{Job: "a", SpecHash: "b", Iteration: 3, Play: 0.5}, []byte("rows"))
	require.NoError(f, err)
	f.Add(body)
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Add([]byte("\x02{}"))
	f.Fuzz(func(t *testing.T, body []byte) {
		h, rows, err := readResult(body)
		if err != nil {
			return
		}
		again, err := writeResult(h, rows)
		require.NoError(t, err)
		same, others, err := readResult(again)
		require.NoError(t, err)
		require.Equal(t, h, same)
		require.Equal(t, rows, others)
	})
}
