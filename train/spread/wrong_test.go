package spread

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env/games"
	"ringer/internal/cluster"
	"ringer/internal/cluster/work"
	"ringer/models"
	"ringer/train"
	"ringer/train/checkpoint"
)

// Results that are damaged, foreign, stale or there already are dropped and counted, and
// change nothing.
func TestWrongResultsAreDropped(t *testing.T) {
	f := small("leduc", 1)
	s := newSite(t, f)
	s.hire(s.worker("one"))
	want := here(t, f)
	conn := s.connect()
	l := s.begin(conn, 0)
	results := s.connect().Queue(cluster.Results, "test", 1)
	n := 0
	send := func(h work.Head, rows string) {
		body, err := work.WriteResult(&h, []byte(rows))
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
		send(work.Head{SpecHash: "another game", Iteration: 3}, "")
		send(work.Head{SpecHash: hash, Iteration: 3, Group: 99}, "")
		send(work.Head{SpecHash: hash, Iteration: 1, Job: "over"}, "")
		send(work.Head{SpecHash: hash, Iteration: 3, Job: "of other weights"}, "")
		l.mu.Lock()
		groups := l.orders[0].groups // of iteration 3, which is being played
		l.mu.Unlock()
		send(work.Head{SpecHash: hash, Iteration: 3, Group: 0, Job: groups[0].sum}, "no rows") // or a duplicate
		send(work.Head{SpecHash: hash, Iteration: 3, Group: 1, Job: groups[1].sum, Fault: "no memory"}, "")
		// All of it has arrived before learning goes on.
		require.Eventually(t, func() bool { c := l.Counts(); return c.Dropped() >= 7 }, 10*time.Minute, time.Millisecond)
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

// A run outlasts one worker that fails every time, while there are others to ask.
func TestAFaultOfOneWorkerEndsNothing(t *testing.T) {
	s := newSite(t, small("leduc", 0))
	l := s.begin(s.connect(), 0)
	l.client.Halt() // what comes is told below
	network, err := train.NewNetwork(s.game.Spec(), s.f.Network)
	require.NoError(t, err)
	require.NoError(t, l.Order(t.Context(), &train.Order{Weights: models.Init(network, 1)}))
	l.mu.Lock()
	report := func(group int, workers ...string) error {
		l.broken = nil
		for _, w := range workers {
			l.accept(&cluster.Item{}, &work.Head{SpecHash: s.game.Spec().Hash, Group: group, Job: l.orders[0].groups[group].sum, Worker: w, Fault: "no memory"}, nil)
		}
		return l.broken
	}
	crew := work.Crew{Names: []string{"bad", "good"}, At: time.Now().Add(time.Hour)}
	l.crew = func() work.Crew { return crew }
	require.NoError(t, report(0, "bad", "bad", "bad", "bad", "bad"))
	require.ErrorContains(t, report(0, "good"), "group 0: no memory (worker bad, worker good)")

	crew.Names = []string{"a", "b", "c", "d"}
	require.NoError(t, report(1, "a", "b", "a"))
	require.ErrorContains(t, report(1, "c"), "(worker a, worker b, worker c)")

	crew = work.Crew{At: time.Now().Add(-time.Hour)} // who has come since is not known
	require.NoError(t, report(2, "bad", "bad", "bad"))
	crew.At = time.Now().Add(time.Hour)
	require.ErrorContains(t, report(2, "bad"), "(worker bad)")
	l.mu.Unlock()
	require.NoError(t, l.Close(false))
}

// A server that is away holds up nobody who wants the learner's lock, nor its end.
func TestDroppedResultsDoNotBlock(t *testing.T) {
	s := newSite(t, small("leduc", 0))
	conn := s.connect()
	l := s.begin(conn, 0)
	l.client.Halt()
	// A result of which the server keeps a part as an object, so that it has to answer.
	_, err := conn.Queue(cluster.Results, "test", 1).Post(t.Context(), "large", make([]byte, 9<<20))
	require.NoError(t, err)
	item, err := conn.Queue(cluster.Results, "test", 1).Take(t.Context(), 10*time.Minute)
	require.NoError(t, err)
	require.NotNil(t, item)
	s.server.Close()

	taken := make(chan struct{})
	go func() {
		defer close(taken)
		l.take(item)
		assert.Equal(t, 1, l.Counts().Damaged)
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		l.acknowledge(ctx)
	}()
	select {
	case <-taken:
	case <-time.After(10 * time.Minute):
		t.Fatal("it waits for the server")
	}
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
	serve := func(w *work.Worker, entry []byte) error { return w.Serve(t.Context(), conn, "test", entry) }
	var refused *work.RefusedError

	w := s.workerThat("two", func([]byte, map[string][]byte) (*Run, error) { return nil, errors.New("a program: give --programs") })
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

// FuzzResult reads anything as a result, and takes no memory for what is not there.
func FuzzResult(f *testing.F) {
	body, err := work.WriteResult(&work.Head{Job: "a", SpecHash: "b", Iteration: 3, Play: 0.5}, []byte("rows"))
	require.NoError(f, err)
	f.Add(body)
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Add([]byte("\x02{}"))
	f.Fuzz(func(t *testing.T, body []byte) {
		h, rows, err := work.ReadResult(body)
		if err != nil {
			return
		}
		again, err := work.WriteResult(h, rows)
		require.NoError(t, err)
		same, others, err := work.ReadResult(again)
		require.NoError(t, err)
		require.Equal(t, h, same)
		require.Equal(t, rows, others)
	})
}

// FuzzResultFields makes results field by field: a learner takes any without harm, keeps no
// more than it has room for, and learns from what the job's worker has played alone.
func FuzzResultFields(f *testing.F) {
	game, err := games.New("kuhn")
	require.NoError(f, err)
	file := small("kuhn", 1)
	spec := game.Spec()
	actor, err := train.NewActor(game, file.Config, random.New(), 1)
	require.NoError(f, err)
	weights := models.Init(actor.Network(), 1)
	order := &train.Order{Iteration: 5, After: 4, Weights: weights, Opponents: []train.Opponent{{ID: 3, Share: 0.25, Weights: weights}}}
	batch, err := actor.Play(f.Context(), order, 1)
	require.NoError(f, err)
	played, err := batch.Encode()
	require.NoError(f, err)
	f.Add(true, "", "w", "", 5, 1, 0.5, 0.1, 0, byte(0))
	f.Add(true, "", "w", "no memory", 5, 1, 0.5, 0.1, 0, byte(0))
	f.Add(false, "another job", "\x1b[2J", "", 5, 2, 0., 0., 40, byte(3))
	f.Add(true, "", "w", "", 1<<62, 1, -1., 1e300, 0, byte(0))
	f.Add(true, "", "w", "", -1, -1, 0., 0., 0, byte(0))
	f.Add(true, "", "w", "", 7, 0, 0., 0., 0, byte(0))
	f.Fuzz(func(t *testing.T, ours bool, jobSum, worker, fault string, iteration, group int, play, encode float64, at int, change byte) {
		const store = 1 << 16
		l := &Learner{
			client: &work.Client{}, crew: func() work.Crew { return work.Crew{} },
			o:    LearnerOptions{Spec: spec, Config: file.Config, Store: store, Told: func(line string) { require.NotContains(t, line, "\x1b") }},
			next: 6, news: make(chan struct{}), early: shelf{most: store / 4},
		}
		groups, err := newGroups(spec, file.Collect.Groups, order, kept{weights: "weights"})
		require.NoError(t, err)
		l.orders = []*ordered{{order: order, groups: groups, missing: len(groups), posted: true}}
		h := &work.Head{Job: jobSum, SpecHash: spec.Hash, Iteration: iteration, Group: group, Worker: worker, Fault: fault, Play: play, Encode: encode}
		if ours && group >= 0 && group < len(groups) {
			h.Job = groups[group].sum
		}
		rows := append([]byte(nil), played...)
		if at > 0 {
			rows[at%len(rows)] ^= change
		}
		body, err := work.WriteResult(h, rows)
		if err != nil {
			return // no such numbers in JSON
		}
		for id := range 3 { // also as one that comes again
			l.take(&cluster.Item{ID: fmt.Sprint(id / 2), Body: append([]byte(nil), body...), Tries: 1 + id%2})
		}
		c := l.counts
		require.Equal(t, 3, c.Received)
		require.LessOrEqual(t, l.early.size, int64(store/4))
		require.GreaterOrEqual(t, c.Played, time.Duration(0))
		require.GreaterOrEqual(t, c.Encoded, time.Duration(0))
		for i, g := range groups {
			if g.batch != nil {
				require.Equal(t, group, i)
				require.Equal(t, h.Job, g.sum)
				again, err := g.batch.Encode()
				require.NoError(t, err)
				task := train.Task{Spec: spec, Config: &l.o.Config, Order: order, Group: i}
				_, err = task.Decode(again)
				require.NoError(t, err)
			}
		}
	})
}
