package spread

import (
	"context"
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
	"ringer/internal/cluster"
	"ringer/train"
	"ringer/train/checkpoint"
)

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
	doomed := s.workerThat("doomed", func(text []byte, files map[string][]byte) (*Run, error) {
		run, err := s.open(text, files)
		if err == nil {
			run.Agent = func(string) (agents.Agent, error) { return d, nil }
		}
		return run, err
	})
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

// A learner that is killed, as far as the server knows, loses nothing: the process that
// goes on learns again from the rows that had come, and ends with the same bytes.
func TestALearnerThatDies(t *testing.T) {
	for _, lag := range []int{0, 2} {
		if testing.Short() && lag == 0 {
			continue // the other has this and more under way
		}
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
		l.client.Halt()
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

// A server that loses all that it has is filled again.
func TestAServerThatForgets(t *testing.T) {
	t.Run("under a worker", func(t *testing.T) { aServerForgets(t, false) })
	t.Run("before a worker comes", func(t *testing.T) { aServerForgets(t, true) })
}

func aServerForgets(t *testing.T, leaves bool) {
	f := small("leduc", 1)
	s := newSite(t, f)
	want := here(t, f)
	fire := s.hire(s.worker("one"))
	l := s.begin(s.connect(), 0)
	address := strings.TrimPrefix(s.server.URL(), "nats://")
	opt := s.options(s.create(), l)
	opt.Progress = func(p train.Progress) {
		if p.Iteration == 4 {
			if leaves { // with nothing under way, only the table of runs tells that anything is lost
				require.Eventually(t, func() bool { return l.wanted() == 0 }, 10*time.Minute, time.Millisecond)
				fire()
			}
			s.server.Close()
			var err error
			s.server, err = cluster.Serve(cluster.ServerOptions{Folder: t.TempDir(), Listen: address})
			require.NoError(t, err)
			t.Cleanup(s.server.Close)
			if leaves { // the next one comes to a table of runs that is empty
				s.hire(s.worker("two"))
			}
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	result, err := train.Run(ctx, f.Config, opt)
	require.NoError(t, err)
	require.False(t, result.Interrupted)
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
	conn, err := cluster.Connect(t.Context(), cluster.Options{URL: s.server.URL(), Patience: 1100 * time.Millisecond})
	require.NoError(t, err)
	defer conn.Close()
	l := s.begin(conn, 0)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	var over sync.WaitGroup
	over.Go(func() {
		jobs := s.connect().Queue(cluster.Jobs, "test", 1)
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
