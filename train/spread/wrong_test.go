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
	l.stop() // what comes is told below
	l.over.Wait()
	network, err := train.NewNetwork(s.game.Spec(), s.f.Network)
	require.NoError(t, err)
	require.NoError(t, l.Order(t.Context(), &train.Order{Weights: models.Init(network, 1)}))
	l.mu.Lock()
	report := func(group int, workers ...string) error {
		l.broken = nil
		for _, w := range workers {
			l.accept(&cluster.Item{}, &head{SpecHash: s.game.Spec().Hash, Group: group, Job: l.orders[0].groups[group].sum, Worker: w, Fault: "no memory"}, nil)
		}
		return l.broken
	}
	l.present, l.counted = []string{"bad", "good"}, time.Now().Add(time.Hour)
	require.NoError(t, report(0, "bad", "bad", "bad", "bad", "bad"))
	require.ErrorContains(t, report(0, "good"), "group 0: no memory (worker bad, worker good)")

	l.present = []string{"a", "b", "c", "d"}
	require.NoError(t, report(1, "a", "b", "a"))
	require.ErrorContains(t, report(1, "c"), "(worker a, worker b, worker c)")

	l.present, l.counted = nil, time.Now().Add(-time.Hour) // who has come since is not known
	require.NoError(t, report(2, "bad", "bad", "bad"))
	l.counted = time.Now().Add(time.Hour)
	require.ErrorContains(t, report(2, "bad"), "(worker bad)")
	l.mu.Unlock()
	require.NoError(t, l.Close(false))
}

// A server that is away holds up nobody who wants the learner's lock, nor its end.
func TestDroppedResultsDoNotBlock(t *testing.T) {
	s := newSite(t, small("leduc", 0))
	conn := s.connect()
	l := s.begin(conn, 0)
	l.stop()
	l.over.Wait()
	// A result of which the server keeps a part as an object, so that it has to answer.
	_, err := conn.Queue(cluster.Results, "test", 1).Post(t.Context(), "large", make([]byte, 9<<20))
	require.NoError(t, err)
	item, err := l.results.Take(t.Context(), 10*time.Minute)
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
			o:    LearnerOptions{Spec: spec, Config: file.Config, Store: store, Told: func(line string) { require.NotContains(t, line, "\x1b") }},
			next: 6, news: make(chan struct{}), early: shelf{most: store / 4},
		}
		groups, err := newGroups(spec, file.Collect.Groups, order, "weights", nil)
		require.NoError(t, err)
		l.orders = []*ordered{{order: order, groups: groups, missing: len(groups), posted: true}}
		h := &head{Job: jobSum, SpecHash: spec.Hash, Iteration: iteration, Group: group, Worker: worker, Fault: fault, Play: play, Encode: encode}
		if ours && group >= 0 && group < len(groups) {
			h.Job = groups[group].sum
		}
		rows := append([]byte(nil), played...)
		if at > 0 {
			rows[at%len(rows)] ^= change
		}
		body, err := writeResult(h, rows)
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
