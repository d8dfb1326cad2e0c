package spread

import (
	"context"
	"fmt"
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
	"ringer/train"
	"ringer/train/checkpoint"
)

// Whoever plays, the run has the bytes of one that this process plays alone; and the
// server keeps nothing of it.
func TestWorkersChangeNoByte(t *testing.T) {
	for _, game := range []string{"leduc", "goofspiel(cards=4)", "heat(players=3)"} {
		for _, lag := range []int{0, 2} {
			if testing.Short() && (lag == 0 || game == "goofspiel(cards=4)") {
				continue // the others have this and more under way
			}
			t.Run(fmt.Sprint(game, " lag ", lag), func(t *testing.T) {
				f := small(game, lag)
				s := newSite(t, f)
				s.patience = 30 * time.Second // nobody dies
				s.hire(s.worker("one"))
				s.hire(s.worker("two"))
				got, counts := s.train(s.create(), 0)
				assert.Equal(t, here(t, f), got)
				assert.Zero(t, counts.Dropped(), "%+v", counts)
				assert.Positive(t, counts.Rows)
				left, err := s.connect().Runs().All(t.Context())
				require.NoError(t, err)
				assert.Empty(t, left)
				results := s.connect().Queue(cluster.Results, "test", 1)
				require.Eventually(t, func() bool { // a worker may have been at an iteration ahead
					depth, err := results.Depth(t.Context())
					return err == nil && depth == cluster.Depth{}
				}, 10*time.Minute, 20*time.Millisecond)
			})
		}
	}
}

// A worker that is still playing when the run ends leaves nothing of it on the server, and
// of a run that was interrupted what it has played.
func TestTheLastResults(t *testing.T) {
	for _, finished := range []bool{true, false} {
		t.Run(fmt.Sprint("finished ", finished), func(t *testing.T) {
			s := newSite(t, small("leduc", 0))
			begun, goOn := make(chan struct{}), make(chan struct{})
			s.agent = func(string) (agents.Agent, error) { return slow{begun, goOn}, nil }
			conn := s.connect()
			l := s.begin(conn, 0)
			var over sync.WaitGroup
			w := s.worker("one")
			w.Parallel = 1
			over.Go(func() { assert.NoError(t, w.Serve(t.Context(), s.connect(), "test", l.Entry())) })
			ctx, stop := context.WithCancel(t.Context())
			over.Go(func() {
				<-begun
				stop()
			})
			result, err := train.Run(ctx, s.f.Config, s.options(s.create(), l))
			require.NoError(t, err)
			require.True(t, result.Interrupted)
			require.NoError(t, l.Close(finished))
			results := conn.Queue(cluster.Results, "test", 1)
			_, err = results.Post(t.Context(), "of another worker", []byte("a result"))
			require.NoError(t, err)
			close(goOn)
			over.Wait()
			depth, err := results.Depth(t.Context())
			require.NoError(t, err)
			if finished {
				assert.Zero(t, depth)
			} else {
				assert.Positive(t, depth.Waiting+depth.Taken)
			}
		})
	}
}

// A learner that has stopped leaves a result that comes then to the process that goes on.
func TestAResultAfterTheEnd(t *testing.T) {
	s := newSite(t, small("leduc", 0))
	s.patience = 30 * time.Second // nobody dies
	s.hire(s.worker("one"))
	conn := s.connect()
	l := s.begin(conn, 0)
	_, err := train.Run(t.Context(), s.f.Config, s.options(s.create(), l))
	require.NoError(t, err)
	before := l.Counts()
	body, err := work.WriteResult(&work.Head{SpecHash: s.game.Spec().Hash, Iteration: 3, Job: "of an iteration ahead"}, nil)
	require.NoError(t, err)
	results := conn.Queue(cluster.Results, "test", 1)
	_, err = results.Post(t.Context(), "late", body)
	require.NoError(t, err)
	require.Eventually(t, func() bool { return l.Counts().Received == before.Received+1 }, 10*time.Minute, time.Millisecond)
	after := l.Counts()
	assert.Equal(t, before.Dropped(), after.Dropped())
	depth, err := results.Depth(t.Context())
	require.NoError(t, err)
	assert.Equal(t, 1, depth.Waiting+depth.Taken)
	require.NoError(t, l.Close(true))
}

// slow says when it has begun, and waits.
type slow struct{ begun, goOn chan struct{} }

func (s slow) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	select {
	case s.begun <- struct{}{}:
	case <-s.goOn:
	}
	<-s.goOn
	return random.New().Decide(ctx, views)
}

// Where results of many iterations do not fit, checkpoints come earlier, and nothing else
// changes.
func TestALittleStoreIsEnough(t *testing.T) {
	f := small("leduc", 1)
	f.Checkpoint.Every = 1000
	s := newSite(t, f)
	s.hire(s.worker("one"))
	conn, err := cluster.Connect(t.Context(), cluster.Options{URL: s.server.URL(), Patience: patience, Store: 40_000})
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

// The table of statistics names the processes that are there.
func TestStates(t *testing.T) {
	s := newSite(t, small("leduc", 0))
	fire := s.hire(s.worker("one"))
	conn := s.connect()
	l := s.begin(conn, 0)
	require.Eventually(t, func() bool { return len(l.Crew().Names) == 1 }, 10*time.Minute, 20*time.Millisecond)
	var states []work.State
	require.Eventually(t, func() bool {
		var err error
		states, err = work.States(t.Context(), conn)
		require.NoError(t, err)
		return len(states) == 2
	}, 10*time.Minute, 20*time.Millisecond, "the worker says what it does when it has time")
	for _, state := range states {
		assert.Equal(t, "test", state.Run)
		assert.Equal(t, "a test", state.What)
		assert.Equal(t, "leduc", strings.TrimSuffix(state.Game, "()"))
	}
	fire()
	require.Eventually(t, func() bool {
		states, err := work.States(t.Context(), conn)
		return err == nil && len(states) == 1 && states[0].Kind == work.LearnerKind
	}, 10*time.Minute, 20*time.Millisecond)
	require.NoError(t, l.Close(true))
	states, err := work.States(t.Context(), conn)
	require.NoError(t, err)
	assert.Empty(t, states)
}
