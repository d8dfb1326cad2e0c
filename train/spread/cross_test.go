package spread

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/games"
	"ringer/internal/cluster"
	"ringer/internal/cluster/work"
	"ringer/internal/cover"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
	"ringer/train/dmc"
	"ringer/train/dqn"
	"ringer/train/escher"
	"ringer/train/exit"
	"ringer/train/mmd"
	"ringer/train/nfsp"
	"ringer/train/ppo"
	"ringer/train/qvalue"
	"ringer/train/rnad"
)

// The axes of a training: what is trained, and what must change no byte of it.
var trainingAxes = []cover.Axis{
	{Name: "game", Values: []string{"kuhn", "leduc", "goofspiel(cards=4)", "kuhn(players=3)", "tictactoe"}},
	{Name: "algorithm", Values: []string{"ppo", "mmd", "rnad", "dqn", "dmc", "nfsp", "escher", "exit"}},
	{Name: "lag", Values: []string{"0", "1", "3 corrected"}},
	{Name: "tables", Values: []string{"5 in 1", "13 in 3", "4 in 4"}},
	{Name: "opponents", Values: []string{"none", "past", "fixed", "openings", "all"}},
	{Name: "entropy", Values: []string{"annealed", "held"}},
	{Name: "magnet", Values: []string{"none", "average", "replaced"}},
	{Name: "temperatures", Values: []string{"one", "by kind"}},

	{Name: "workers", Values: []string{"none", "one", "two", "one leaves", "one dies", "one tampers", "one floods"}},
	{Name: "end", Values: []string{"never", "interrupt", "kill", "interrupt and kill"}},
	{Name: "checkpoints", Values: []string{"1", "4", "1000"}},
	{Name: "store", Values: []string{"ample", "small"}},
	{Name: "processors", Values: []string{"1", "2", "5"}},
}

// value returns the value of an axis in a case, "" where it is open.
func value(c cover.Case, name string) string {
	at := slices.IndexFunc(trainingAxes, func(a cover.Axis) bool { return a.Name == name })
	if c[at] == cover.Open {
		return ""
	}
	return trainingAxes[at].Values[c[at]]
}

// crossed is the configuration of a case.
func crossed(pick func(string) string) algos.File {
	lag, corrected, _ := strings.Cut(pick("lag"), " ")
	ahead, _ := strconv.Atoi(lag)
	f := small(pick("game"), ahead)
	if corrected != "" {
		f.PPO.VTrace = ppo.Truncated()
	}
	f.Algorithm = pick("algorithm")
	remembering(&f)
	f.Decisions = 960
	f.Collect.Batch = 120
	_, _ = fmt.Sscanf(pick("tables"), "%d in %d", &f.Collect.Tables, &f.Collect.Groups)
	f.Checkpoint.Every, _ = strconv.Atoi(pick("checkpoints"))
	f.Evaluation.Every = 3
	if pick("entropy") == "held" {
		f.PPO.TargetEntropy = 0.4
	}
	m, r := f.Own["mmd"].(*mmd.Config), f.Own["rnad"].(*rnad.Config)
	m.Minibatch, r.Minibatch = f.PPO.Minibatch, f.PPO.Minibatch
	if pick("magnet") != "none" {
		f.PPO.Magnet.Coefficient, m.Magnet.Coefficient = 0.1, 0.1
	}
	if pick("magnet") == "replaced" {
		f.PPO.Magnet.ReplaceEvery, m.Magnet.ReplaceEvery, r.ReplaceEvery = 3, 3, 3
	}
	if pick("temperatures") == "by kind" {
		f.Temperature, f.Temperatures = 0.5, map[string]float64{games.MustNew(f.Game).Spec().Kinds()[0]: 0.9}
	}
	has := func(part string) bool { return pick("opponents") == part || pick("opponents") == "all" }
	if !has("past") {
		f.Opponents.PastShare = 0
	}
	if !has("fixed") {
		f.Opponents.Fixed, f.Opponents.FixedShare = nil, 0
	}
	if !has("openings") {
		f.Openings = train.OpeningConfig{Choices: 1}
	}
	return f
}

// remembering sets the memories of learners of values, so that they are warm in the second iteration and full
// soon after.
func remembering(f *algos.File) {
	own := func(c *qvalue.Config) { c.WarmUp, c.Memory, c.Minibatch, c.Replays = 100, 300, 32, 1 }
	q, m, n := f.Own["dqn"].(*dqn.Config), f.Own["dmc"].(*dmc.Config), f.Own["nfsp"].(*nfsp.Config)
	for _, c := range []*qvalue.Config{&q.Config, &m.Config, &n.Response.Config} {
		own(c)
	}
	q.TargetEvery, n.Response.TargetEvery, q.NStep, m.Keep = 2, 2, 2, dmc.Sample
	n.Anticipatory = 0.5
	n.Average.WarmUp, n.Average.Memory, n.Average.Minibatch, n.Average.Replays = 50, 150, 32, 1
	x := f.Own["exit"].(*exit.Config)
	x.Minibatch, x.Sims = 64, 4
	e := f.Own["escher"].(*escher.Config)
	for _, l := range []*escher.Learning{&e.Values, &e.Regrets, &e.Average} {
		l.WarmUp, l.Memory, l.Minibatch, l.Replays = 30, 150, 32, 1
	}
}

// Whoever plays, however often a training is stopped or killed and by whatever many processors
// it is computed: it ends with the bytes of one that this process played alone and that
// nobody stopped, nothing is lost, and the server keeps nothing of it.
func TestCrossTraining(t *testing.T) {
	alone := map[string]map[string]string{} // by configuration
	allowed := func(c cover.Case) bool {
		return (value(c, "workers") != "none" || value(c, "store") != "small") && (!slices.Contains([]string{"rnad", "escher"}, value(c, "algorithm")) || value(c, "game") != "kuhn(players=3)") &&
			(value(c, "algorithm") != "exit" || value(c, "game") == "tictactoe" || value(c, "game") == "")
	}
	cover.Run(t, trainingAxes, 9, allowed, func(t *testing.T, pick func(string) string) {
		f := crossed(pick)
		text, err := f.Text()
		require.NoError(t, err)
		want := alone[string(text)]
		if want == nil {
			want = here(t, f)
			alone[string(text)] = want
		}
		processors, _ := strconv.Atoi(pick("processors"))
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		c := &crossing{site: newSite(t, f), workers: pick("workers"), small: pick("store") == "small"}
		c.patience = 30 * time.Second // nobody seems dead
		if c.workers == "one dies" || c.workers == "one leaves" {
			c.patience = time.Second
		}
		if c.workers != "none" {
			c.hireAll()
		}
		run := c.create()
		for _, end := range strings.Split(pick("end"), " and ") {
			if end != "never" {
				c.stopAt(run, end, 3)
				require.NoError(t, run.Close())
				run, _, err = checkpoint.Resume(c.dir + "/run")
				require.NoError(t, err)
			}
		}
		counts := c.finish(run)
		assert.True(t, maps.Equal(want, files(t, run)), "other bytes")
		assert.Equal(t, sortedKeys(want), sortedKeys(files(t, run)))
		require.NoError(t, run.Close())
		if c.workers != "none" {
			c.nothingIsLeft()
			if pick("end") == "never" && slices.Contains([]string{"one", "two"}, c.workers) {
				assert.Zero(t, counts.Dropped(), "%+v", counts)
			}
		}
		if c.workers == "one tampers" && pick("end") == "never" {
			assert.Positive(t, counts.Damaged, "%+v", counts)
		}
	})
}

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }

// crossing is a training of a case.
type crossing struct {
	*site
	workers string
	small   bool
	leave   func() // ends the worker that leaves or dies, when the training is under way
}

// hireAll starts the workers.
func (c *crossing) hireAll() {
	c.hire(c.worker("one"))
	switch c.workers {
	case "two":
		c.hire(c.worker("two"))
	case "one leaves":
		c.leave = c.hire(c.worker("two"))
	case "one dies":
		conn := c.connect()
		c.hireOn(conn, c.worker("two"))
		c.leave = conn.Close // its heart stops: nobody hears of it any more
	case "one tampers":
		names := slices.DeleteFunc(slices.Sorted(maps.Keys(tamperings)), func(name string) bool { return silent[name] })
		c.tamperer(c.connect(), names...)
	case "one floods":
		c.flooder(c.connect())
	}
}

// flooder posts results of iterations that are not ordered yet, of which the learner can keep
// few, and of some that nobody can have played.
func (c *crossing) flooder(conn *cluster.Conn) {
	ctx, cancel := context.WithCancel(context.Background())
	var over sync.WaitGroup
	c.Cleanup(func() {
		cancel()
		over.Wait()
	})
	over.Go(func() {
		results := conn.Queue(cluster.Results, "test", 1)
		for n := 0; n < 60 && ctx.Err() == nil; n++ {
			runs, err := conn.Runs().All(ctx)
			if err != nil || len(runs) == 0 {
				time.Sleep(5 * time.Millisecond)
				continue
			}
			h := &work.Head{SpecHash: c.game.Spec().Hash, Iteration: []int{2 + n%6, 1 << 60}[n%2], Job: fmt.Sprint("flood ", n), Worker: "bad", Fault: strings.Repeat("x", 30_000)}
			_, _ = results.Post(ctx, fmt.Sprint("flood ", n), mustResult(h, nil)) // it may be over
		}
	})
}

// learner returns a learner on a connection of its own, nil where this process plays alone.
func (c *crossing) learner() (*Learner, *cluster.Conn) {
	if c.workers == "none" {
		return nil, nil
	}
	store := int64(0)
	options := cluster.Options{URL: c.server.URL(), Patience: c.patience}
	if c.small {
		store, options.Store = 100_000, 100_000
	}
	conn, err := cluster.Connect(c.Context(), options)
	require.NoError(c, err)
	c.Cleanup(conn.Close)
	return c.begin(conn, store), conn
}

// killed is the panic that ends a training without a word.
type killed struct{}

// stopAt goes on with the run until it has learned from a number of iterations, and then
// interrupts or kills it.
func (c *crossing) stopAt(run *checkpoint.Run, end string, iterations int) {
	l, conn := c.learner()
	ctx, cancel := context.WithCancel(c.Context())
	defer cancel()
	opt := c.options(run, nil)
	if l != nil {
		opt.Player = l
	}
	learned := 0
	opt.Progress = func(p train.Progress) {
		if p.Phase != train.Training {
			return
		}
		if learned++; learned < iterations {
			return
		}
		if c.leave != nil {
			c.leave()
		}
		cancel()
		if end == "kill" { // the process ends here, without a word
			if conn != nil {
				conn.Close()
			}
			panic(killed{})
		}
	}
	func() {
		defer func() {
			if r := recover(); r != nil {
				if _, ok := r.(killed); !ok {
					panic(r)
				}
			}
		}()
		result, err := train.Run(ctx, c.f.Config, opt)
		require.NoError(c, err)
		require.True(c, result.Interrupted)
	}()
	switch {
	case l == nil:
	case end == "kill":
		l.client.Halt()
	default:
		require.NoError(c, l.Close(false))
	}
}

// finish trains to the end.
func (c *crossing) finish(run *checkpoint.Run) (counts work.Counts) {
	ctx, cancel := context.WithTimeout(c.Context(), 5*time.Minute) // of one that hangs
	defer cancel()
	l, _ := c.learner()
	opt := c.options(run, nil)
	if l != nil {
		opt.Player = l
	}
	var once sync.Once
	opt.Progress = func(p train.Progress) {
		if l != nil {
			l.mu.Lock()
			assert.LessOrEqual(c, l.early.size, l.early.most)
			held := int64(0)
			for _, e := range l.early.list {
				held += int64(len(e.item.Body))
			}
			assert.LessOrEqual(c, held, l.o.Store/4, "early results take more than their part of the store")
			l.mu.Unlock()
		}
		if c.leave != nil && p.Phase == train.Training {
			once.Do(c.leave)
		}
	}
	result, err := train.Run(ctx, c.f.Config, opt)
	require.NoError(c, err)
	require.False(c, result.Interrupted, "it hangs")
	if l == nil {
		return counts
	}
	counts = l.Counts()
	if c.f.Collect.Lag == 0 { // else iterations ahead of the end wait with it
		assert.Zero(c, counts.Unsaved, "a checkpoint holds all")
	}
	require.NoError(c, l.Close(true))
	return counts
}

// nothingIsLeft wants the server to keep nothing of the run.
func (c *crossing) nothingIsLeft() {
	conn := c.connect()
	runs, err := conn.Runs().All(c.Context())
	require.NoError(c, err)
	assert.Empty(c, runs)
	jobs, results := conn.Queue(cluster.Jobs, "test", 1), conn.Queue(cluster.Results, "test", 1)
	if c.workers == "one tampers" || c.workers == "one floods" {
		return // they tidy nothing up
	}
	require.Eventually(c, func() bool { // a worker may have been at an iteration ahead
		j, err := jobs.Depth(c.Context())
		r, also := results.Depth(c.Context())
		return err == nil && also == nil && j == cluster.Depth{} && r == cluster.Depth{}
	}, 20*time.Second, 20*time.Millisecond, "jobs or results are left")
}
