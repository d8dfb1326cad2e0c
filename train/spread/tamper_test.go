package spread

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/internal/cluster"
	"ringer/internal/cluster/work"
	"ringer/internal/input"
	"ringer/train"
	"ringer/train/checkpoint"
)

// tamperings change the result of a worker that has played its job: the head, the batch, or,
// where they return one, the whole message. None of them may be learned from.
var tamperings = map[string]func(h *work.Head, b *train.Batch) []byte{
	"an opponent that is none": func(_ *work.Head, b *train.Batch) []byte {
		b.Stats.Opponents = append(b.Stats.Opponents, train.OpponentResult{Opponent: -100, Episodes: 1})
		return nil
	},
	"a past self below snapshot_every": func(_ *work.Head, b *train.Batch) []byte {
		b.Stats.Opponents = append(b.Stats.Opponents, train.OpponentResult{Opponent: 5, Episodes: 1})
		return nil
	},
	"entropies that are too large": func(_ *work.Head, b *train.Batch) []byte {
		b.Stats.EntropySum = 1.7e308
		for k := range b.Stats.ByKind {
			b.Stats.ByKind[k].EntropySum = 1.7e308
		}
		return nil
	},
	"no episodes": func(_ *work.Head, b *train.Batch) []byte {
		b.Stats.Episodes, b.Stats.SelfEpisodes = 0, 0
		return nil
	},
	"returns out of bounds": func(_ *work.Head, b *train.Batch) []byte {
		for i := range b.Return {
			b.Return[i], b.Value[i] = 3e38, -3e38
		}
		return nil
	},
	"probabilities of nothing": func(_ *work.Head, b *train.Batch) []byte {
		for i, m := range b.Mask {
			if m != 0 {
				b.LogProbs[i] = -3e38
			}
		}
		return nil
	},
	"kinds that count below nothing": func(_ *work.Head, b *train.Batch) []byte {
		for k := range b.Stats.ByKind {
			b.Stats.ByKind[k].Rows = -5
		}
		return nil
	},
	"observations out of bounds": func(_ *work.Head, b *train.Batch) []byte {
		for i := range b.Observation {
			b.Observation[i] = 3e38
		}
		return nil
	},
	"values that are no numbers": func(_ *work.Head, b *train.Batch) []byte {
		b.Value[0] = float32(math.NaN())
		return nil
	},
	"as many episodes as there are numbers": func(_ *work.Head, b *train.Batch) []byte {
		b.Stats.Episodes, b.Stats.Decisions = math.MaxInt, math.MaxInt
		return nil
	},
	"an empty batch": func(_ *work.Head, b *train.Batch) []byte {
		b.Rows, b.Observation, b.Mask, b.LogProbs, b.Action, b.Value, b.Return, b.Kind, b.Next = 0, nil, nil, nil, nil, nil, nil, nil, nil
		return nil
	},
	"no batch":           func(h *work.Head, _ *train.Batch) []byte { return mustResult(h, []byte("nothing")) },
	"time that runs off": func(h *work.Head, _ *train.Batch) []byte { h.Play, h.Encode = -1e300, 1e300; return nil },
	"a name of a megabyte": func(h *work.Head, _ *train.Batch) []byte {
		h.Worker = strings.Repeat("x", 60_000)
		return nil
	},
	"half a head":       func(h *work.Head, _ *train.Batch) []byte { return mustResult(h, nil)[:20] },
	"a negative number": func(h *work.Head, _ *train.Batch) []byte { h.Iteration = math.MinInt; return nil },
}

// silent are tamperings after which nobody can tell whose the result is.
var silent = map[string]bool{"half a head": true, "a name of a megabyte": true, "a negative number": true, "time that runs off": true}

func mustResult(h *work.Head, batch []byte) []byte {
	body, err := work.WriteResult(h, batch)
	if err != nil {
		panic(err)
	}
	return body
}

// tamperer serves a run as worker bad does: it plays every job and tampers with the result,
// in one of the named ways after the other.
func (s *site) tamperer(conn *cluster.Conn, names ...string) (ways func() []string) {
	ctx, cancel := context.WithCancel(context.Background())
	var over sync.WaitGroup
	s.Cleanup(func() {
		cancel()
		over.Wait()
	})
	var mu sync.Mutex
	used := map[string]bool{}
	over.Go(func() {
		var served *player
		jobs, results := conn.Queue(cluster.Jobs, "test", 1), conn.Queue(cluster.Results, "test", 1)
		for turn := 0; ctx.Err() == nil; {
			runs, err := conn.Runs().All(ctx)
			if err != nil || len(runs) == 0 {
				served = nil
				time.Sleep(20 * time.Millisecond)
				continue
			}
			if served == nil {
				if served, err = s.apprentice(ctx, conn, runs[0].Value); err != nil {
					continue
				}
			}
			item, err := jobs.Take(ctx, 100*time.Millisecond)
			if err != nil || item == nil {
				continue
			}
			var j job
			if !assert.NoError(s, input.JSON(item.Body, &j)) {
				return
			}
			actor := served.actors[0]
			order, err := served.order(ctx, actor.Network(), &j)
			if err != nil {
				_ = item.Fail(0)
				continue
			}
			batch, err := actor.Play(ctx, order, j.Group)
			if err != nil {
				continue
			}
			name := names[turn%len(names)]
			turn++
			h := &work.Head{Job: cluster.Sum(item.Body), SpecHash: j.SpecHash, Iteration: j.Iteration, Group: j.Group, Worker: "bad"}
			body := tamperings[name](h, batch)
			if body == nil {
				data, err := batch.Encode()
				if !assert.NoError(s, err) {
					return
				}
				body = mustResult(h, data)
			}
			mu.Lock()
			used[name] = true // before the learner can tell of it
			mu.Unlock()
			if _, err = results.Post(ctx, item.ID, body); err == nil {
				_ = item.Done(ctx)
			}
		}
	})
	return func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Sorted(maps.Keys(used))
	}
}

// apprentice makes ready to play the jobs of a run.
func (s *site) apprentice(ctx context.Context, conn *cluster.Conn, entry []byte) (*player, error) {
	var e work.Entry
	if err := json.Unmarshal(entry, &e); err != nil {
		return nil, err
	}
	return newPlayer(ctx, &work.Site{Run: "test", Entry: &e, Objects: conn.Objects("test"), Parallel: 1}, func(text []byte, files map[string][]byte) (*Run, error) {
		run, err := s.open(text, files)
		if err == nil {
			run.Agent = func(string) (agents.Agent, error) { return random.New(), nil }
		}
		return run, err
	})
}

// A worker that tampers with its results, in every way that is known here, changes nothing
// while another is there: the run has the bytes of one that nobody tampered with, and the
// learner names the worker.
func TestAWorkerThatTampers(t *testing.T) {
	f := small("leduc", 1)
	s := newSite(t, f)
	s.patience = 2 * time.Second
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(tamperings)), func(name string) bool { return silent[name] })
	ways := s.tamperer(s.connect(), names...)
	named := make(chan struct{})
	s.agent = func(string) (agents.Agent, error) { return patient{random.New(), named}, nil }
	s.hire(s.worker("good"))
	var once sync.Once
	s.told = func(line string) {
		if strings.Contains(line, "worker bad, group ") {
			once.Do(func() { close(named) })
		}
	}
	got, counts := s.train(s.create(), 0)
	assert.True(t, maps.Equal(here(t, f), got), "other bytes")
	assert.Positive(t, counts.Damaged, "%+v, used: %v", counts, ways())
}

// A worker whose agent panics reports that as a fault of the job, and lives; another does the
// job, and the run has the bytes that it would have.
func TestAWorkerThatPanics(t *testing.T) {
	f := small("leduc", 1)
	s := newSite(t, f)
	s.patience = 30 * time.Second
	s.hire(s.workerThat("bad", func(text []byte, files map[string][]byte) (*Run, error) {
		run, err := s.open(text, files)
		if err == nil {
			run.Agent = func(string) (agents.Agent, error) { return panicking{}, nil }
		}
		return run, err
	}))
	named := make(chan struct{})
	s.agent = func(string) (agents.Agent, error) { return patient{random.New(), named}, nil }
	s.hire(s.worker("good"))
	var once sync.Once
	s.told = func(line string) {
		if strings.Contains(line, "worker bad, group ") && strings.Contains(line, "a job panics: out of cheese") {
			once.Do(func() { close(named) })
		}
	}
	got, counts := s.train(s.create(), 0)
	assert.True(t, maps.Equal(here(t, f), got), "other bytes")
	assert.Positive(t, counts.Faults, "%+v", counts)
}

type panicking struct{}

func (panicking) Decide(context.Context, []agents.View) ([]agents.Decision, error) {
	panic("out of cheese")
}

// patient plays once the channel is closed.
type patient struct {
	agents.Agent
	until chan struct{}
}

func (p patient) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-p.until:
		return p.Agent.Decide(ctx, views)
	}
}

// A worker that is alone and tampers ends the run after some tries, with its name and what was
// wrong; the run goes on from there, with an honest worker, to the bytes that it would have.
func TestATamperingWorkerAloneEndsTheRun(t *testing.T) {
	names := slices.Sorted(maps.Keys(tamperings))
	if testing.Short() {
		names = []string{"an opponent that is none"}
	}
	f := small("kuhn", 0)
	want := here(t, f)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			s := newSite(t, f)
			s.patience = 30 * time.Second
			conn := s.connect()
			ways := s.tamperer(s.connect(), name)
			l := s.begin(conn, 0)
			run := s.create()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if silent[name] { // the job is posted again when it is missed
				s.told = func(line string) {
					assert.Contains(t, line, "a result cannot be read")
					cancel()
				}
			}
			l.alone("bad")
			result, err := train.Run(ctx, f.Config, s.options(run, l))
			if silent[name] {
				require.True(t, err == nil && result.Interrupted || ctx.Err() != nil)
			} else {
				require.ErrorContains(t, err, "(worker bad)")
				require.ErrorContains(t, err, "a result that cannot be used")
			}
			require.Equal(t, []string{name}, ways())
			require.NoError(t, l.Close(false))
			require.NoError(t, run.Close())

			s.told = nil
			honest := newSite(t, f) // with all that the learner kept: its folder
			honest.dir = s.dir
			honest.hire(honest.worker("good"))
			run, _, err = checkpoint.Resume(s.dir + "/run")
			require.NoError(t, err)
			got, _ := honest.train(run, 0)
			assert.True(t, maps.Equal(want, got), "other bytes")
			require.NoError(t, run.Close())
		})
	}
}

// alone makes a learner believe that one worker is there, and no other.
func (l *Learner) alone(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.crew = func() work.Crew { return work.Crew{Names: []string{name}, At: time.Now().Add(time.Hour)} }
}

// Results of iterations that nobody can have played, and more early ones than there is room
// for, take no memory: the nearest are kept, the others are played when they are needed.
func TestEarlyResultsAreBoundedTogether(t *testing.T) {
	f := small("leduc", 1)
	s := newSite(t, f)
	s.patience = 30 * time.Second
	conn := s.connect()
	const store = 400_000
	conn2, err := cluster.Connect(t.Context(), cluster.Options{URL: s.server.URL(), Patience: s.patience, Store: 64 << 20})
	require.NoError(t, err)
	defer conn2.Close()
	results := conn2.Queue(cluster.Results, "test", 1)
	post := func(n, iteration int) {
		h := &work.Head{SpecHash: s.game.Spec().Hash, Iteration: iteration, Job: "of an earlier process", Worker: "w", Fault: strings.Repeat("f", 20_000)}
		_, err := results.Post(t.Context(), fmt.Sprint("early ", n, " ", iteration), mustResult(h, nil))
		require.NoError(t, err)
	}
	l := s.begin(conn, store)
	before := l.Counts()
	for n := range 100 {
		post(n, 3)
		post(n, 9e15)
	}
	require.Eventually(t, func() bool { return l.Counts().Received == before.Received+200 }, 30*time.Second, 5*time.Millisecond)
	l.mu.Lock()
	assert.LessOrEqual(t, l.early.size, int64(store/4))
	sum := int64(0)
	for _, e := range l.early.list {
		sum += e.bytes()
		assert.Equal(t, 3, e.head.Iteration, "the nearest are kept")
	}
	assert.Equal(t, sum, l.early.size)
	assert.NotEmpty(t, l.early.list)
	assert.Equal(t, 200-len(l.early.list), l.counts.Stale)
	l.mu.Unlock()
	s.hire(s.worker("one"))
	run := s.create()
	_, err = train.Run(t.Context(), f.Config, s.options(run, l))
	require.NoError(t, err)
	assert.True(t, maps.Equal(here(t, f), files(t, run)), "other bytes")
	assert.Empty(t, l.early.list)
	require.NoError(t, l.Close(true))
}

// A shelf keeps what is nearest, whatever the order in which it comes, and each result once.
func TestShelf(t *testing.T) {
	s := shelf{most: 3 * earlyCost}
	put := func(iteration int, id string) (out []string) {
		for _, e := range s.put(&early{&cluster.Item{ID: id}, &work.Head{Iteration: iteration}, nil}) {
			out = append(out, e.item.ID)
		}
		return out
	}
	ids := func(list []*early) (out []string) {
		for _, e := range list {
			out = append(out, e.item.ID)
		}
		return out
	}
	assert.Empty(t, put(7, "c"))
	assert.Empty(t, put(5, "a"))
	assert.Empty(t, put(5, "a"), "handed out again")
	assert.Empty(t, put(6, "b"))
	assert.Equal(t, []string{"c"}, put(5, "d"))
	assert.Equal(t, []string{"z"}, put(9, "z"), "no room for what is farthest")
	assert.Equal(t, []string{"a", "d", "b"}, ids(s.list))
	assert.Equal(t, []string{"b"}, ids(s.drop(6)))
	assert.Equal(t, []string{"a", "d"}, ids(s.take(6)))
	assert.Zero(t, s.size)
}

// A result that cannot be learned from is not handed to the process that goes on.
func TestAFailedLearnerLeavesNoResults(t *testing.T) {
	f := small("leduc", 0)
	s := newSite(t, f)
	s.patience = 30 * time.Second
	s.hire(s.worker("one"))
	conn := s.connect()
	l := s.begin(conn, 0)
	require.NoError(t, l.Order(t.Context(), &train.Order{Weights: initial(t, s)}))
	_, err := l.Collect(t.Context())
	require.NoError(t, err)
	require.Positive(t, l.Counts().Unsaved)
	l.Failed()
	assert.Zero(t, l.Counts().Unsaved)
	results := conn.Queue(cluster.Results, "test", 1)
	require.Eventually(t, func() bool {
		depth, err := results.Depth(t.Context())
		return err == nil && depth == cluster.Depth{}
	}, 20*time.Second, 10*time.Millisecond)
	require.NoError(t, l.Close(true))
}
