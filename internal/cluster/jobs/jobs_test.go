package jobs_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/neural"
	"ringer/agents/random"
	"ringer/agents/roster"
	"ringer/checkpoints"
	"ringer/env"
	"ringer/env/games"
	"ringer/env/things"
	"ringer/eval"
	"ringer/internal/cluster"
	"ringer/internal/cluster/jobs"
	"ringer/internal/cluster/work"
	"ringer/models"
	"ringer/models/botfile"
)

// makers build what the tests play.
var makers = jobs.Makers{
	Game: func(text string, rules json.RawMessage) (env.Game, error) { return games.Restore(text, rules) },
	Agent: func(g env.Game, name string, files map[string][]byte) (agents.Agent, error) {
		return roster.New(name, roster.Sources{Game: g, Bot: func(file string) (*botfile.Bot, error) {
			data, ok := files[file]
			if !ok {
				return nil, fmt.Errorf("%s: no copy", file)
			}
			return botfile.Read(bytes.NewReader(data), int64(len(data)))
		}})
	},
	Until: things.Until,
}

// hall is a server with a client.
type hall struct {
	server  *cluster.Server
	conn    *cluster.Conn
	client  *jobs.Client
	recipes *jobs.Recipes
	run     string
}

func open(t *testing.T) *hall {
	t.Helper()
	server, err := cluster.Serve(cluster.ServerOptions{Folder: t.TempDir()})
	require.NoError(t, err)
	t.Cleanup(server.Close)
	h := &hall{server: server, recipes: jobs.NewRecipes(), run: "test"}
	h.conn = h.connect(t)
	h.client, err = jobs.Open(t.Context(), h.conn, h.run, work.Entry{What: "a test"}, func(line string) { t.Log(line) })
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, h.client.Close()) })
	return h
}

func (h *hall) connect(t *testing.T) *cluster.Conn {
	t.Helper()
	conn, err := cluster.Connect(t.Context(), cluster.Options{Server: h.server, Patience: time.Second})
	require.NoError(t, err)
	t.Cleanup(conn.Close)
	return conn
}

// hire starts a worker and returns what ends it.
func (h *hall) hire(t *testing.T, w *hand) (stop func()) {
	t.Helper()
	conn := h.connect(t)
	ctx, cancel := context.WithCancel(context.Background())
	var over sync.WaitGroup
	over.Go(func() {
		if err := w.serve(ctx, conn, h.run, h.client.Entry()); err != nil && ctx.Err() == nil {
			assert.NoError(t, err)
		}
	})
	stop = func() {
		cancel()
		over.Wait()
	}
	t.Cleanup(stop)
	return stop
}

// hand is a worker that does jobs of some kinds.
type hand struct {
	Kinds map[string]jobs.Doer
	work.Worker
}

func worker() *hand {
	return &hand{Kinds: map[string]jobs.Doer{jobs.Games: jobs.NewTable(makers).Play}, Worker: work.Worker{Name: rand.Text(), Parallel: 2}}
}

func (h *hand) serve(ctx context.Context, conn *cluster.Conn, run string, entry []byte) error {
	h.Worker.Kinds = []work.Kind{jobs.Kind(h.Kinds)}
	return h.Serve(ctx, conn, run, entry)
}

// elsewhere returns a place whose games are jobs.
func (h *hall) elsewhere(t *testing.T) *eval.Place {
	return eval.NewPlace(jobs.NewPlayer(t.Context(), h.client, h.recipes))
}

// agent builds an agent and notes how.
func (h *hall) agent(t *testing.T, g env.Game, name string, files map[string][]byte) eval.Entry {
	t.Helper()
	a, err := makers.Agent(g, name, files)
	require.NoError(t, err)
	h.recipes.Note(a, g.Spec(), name, files)
	return eval.Entry{Name: name, Agent: a}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}

// match is one that plays a few dozen units.
func (h *hall) match(t *testing.T) eval.MatchConfig {
	g := games.MustNew("leduc")
	return eval.MatchConfig{Game: g, Entries: []eval.Entry{h.agent(t, g, "ismcts(sims=20)", nil), h.agent(t, g, "greedy", nil)}, Games: 600, Seed: 3}
}

// network is an agent with weights of its own, which no file holds.
func network(t *testing.T, g env.Game) *neural.Agent {
	t.Helper()
	net := &models.Network{Fields: neural.Fields(g.Spec()), Actions: g.Spec().NumActions(), Hidden: []int{16}, Activation: models.Tanh}
	w := models.NewWeights(net)
	rng := env.Stream(1, "test/jobs")
	for i := range w.Flat {
		w.Flat[i] = float32(rng.Float64() - 0.5)
	}
	a, err := neural.FromWeights(g.Spec(), w)
	require.NoError(t, err)
	by := make([]float64, g.Spec().Players*len(g.Spec().Kinds()))
	for i := range by {
		by[i] = 0.5 + float64(i)
	}
	a, err = a.WithDivisors(by)
	require.NoError(t, err)
	return a
}

// Two workers give the bytes of one process, choices, histories, bots and weights included.
func TestGamesOfTwoWorkers(t *testing.T) {
	h := open(t)
	match := h.match(t)
	match.Entries[1] = eval.Entry{Name: "network", Agent: network(t, match.Game).WithTemperature(0.7)}
	file, err := checkpoints.Open("leduc")
	require.NoError(t, err)
	data, err := io.ReadAll(file)
	require.NoError(t, err)
	bot := h.agent(t, match.Game, "bot(some/folder/my.bot)", map[string][]byte{"some/folder/my.bot": data})
	match.Keep = 5
	var mu sync.Mutex
	var seen map[int]float64
	match.Watch = func(w eval.Watched) {
		mu.Lock()
		defer mu.Unlock()
		for i, p := range w.Decision.Probs {
			seen[w.Deal] += float64(p)*float64(i+1) + float64(w.Decision.Value)/3
		}
	}
	played := func(place *eval.Place) string {
		seen = map[int]float64{}
		match.Place = place
		m, err := eval.PlayMatch(t.Context(), match)
		require.NoError(t, err)
		rows, err := eval.PlayDeals(t.Context(), eval.DealsConfig{MatchConfig: eval.MatchConfig{Game: match.Game, Entries: []eval.Entry{bot, match.Entries[1]}, Seed: 9, Place: place}}, 0, 90)
		require.NoError(t, err)
		gains, err := eval.PlayResponses(t.Context(), eval.ResponseConfig{Game: match.Game, Agent: bot, Responses: []agents.Agent{nil, match.Entries[1].Agent}, Games: 60, Seed: 9, Place: place})
		require.NoError(t, err)
		return asJSON(t, []any{m, seen, rows, gains})
	}
	want := played(nil)
	a, b := worker(), worker()
	h.hire(t, a)
	h.hire(t, b)
	assert.Equal(t, want, played(h.elsewhere(t)))
	// A worker counts a job after its outcome has arrived.
	// A job that was handed out twice under load is done twice.
	assert.Eventually(t, func() bool { return a.Done().Jobs+b.Done().Jobs >= h.client.Counts().Posted }, 10*time.Minute, 5*time.Millisecond)
	assert.Positive(t, a.Done().Jobs)
	assert.Positive(t, b.Done().Jobs)
}

// Games that go on from positions, in worlds that were drawn, and that end early.
func TestStartsOfWorkers(t *testing.T) {
	h := open(t)
	g := games.MustNew("fourdowns(players=2)")
	list, ok := things.Of(g)
	require.True(t, ok)
	history := []env.Action{}
	s := g.NewInitialState()
	rng := env.Stream(2, "test/jobs")
	for range 30 {
		legal := s.LegalActions(nil)
		a := legal[rng.IntN(len(legal))]
		require.NoError(t, s.Apply(a))
		history = append(history, a)
	}
	for s.CurrentPlayer() == env.Chance {
		a := s.LegalActions(nil)[0]
		require.NoError(t, s.Apply(a))
		history = append(history, a)
	}
	stream := env.StreamSeed(4, "test/jobs")
	path := &eval.Path{Before: history, World: &eval.World{Seat: s.CurrentPlayer(), Stream: stream[:]}}
	state, err := path.State(g)
	require.NoError(t, err)
	var starts []eval.Start
	for i := range 100 {
		start := eval.Start{State: state, Path: path, Seed: uint64(i)}
		if i%2 == 0 {
			over := list.Part.Over(state)
			start.Until, start.Ending = list.Part.After(over), things.Ending(over)
		}
		starts = append(starts, start)
	}
	config := eval.MatchConfig{Game: g, Entries: []eval.Entry{h.agent(t, g, "greedy(worlds=1)", nil)}}
	want, err := eval.PlayFrom(t.Context(), config, starts)
	require.NoError(t, err)
	w := worker()
	h.hire(t, w)
	config.Place = h.elsewhere(t)
	got, err := eval.PlayFrom(t.Context(), config, starts)
	require.NoError(t, err)
	assert.Equal(t, asJSON(t, want), asJSON(t, got))
	assert.Eventually(t, func() bool { return w.Done().Jobs > 0 }, 10*time.Minute, 5*time.Millisecond)
	assert.Less(t, len(got[0].History), len(got[1].History), "it ended early")
}

// What cannot travel is played by the command itself.
func TestAgentsThatStay(t *testing.T) {
	h := open(t)
	match := h.match(t)
	match.Entries[1] = eval.Entry{Name: "stranger", Agent: stranger{name: []string{"not comparable"}}}
	want, err := eval.PlayMatch(t.Context(), match)
	require.NoError(t, err)
	match.Place = h.elsewhere(t)
	got, err := eval.PlayMatch(t.Context(), match) // there is no worker
	require.NoError(t, err)
	assert.Equal(t, asJSON(t, want), asJSON(t, got))
}

type stranger struct{ name []string }

func (s stranger) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	return random.New().Decide(ctx, views)
}

// A job that is done when its client has gone leaves nothing on the server.
func TestTheLastJob(t *testing.T) {
	h := open(t)
	begun, goOn := make(chan struct{}), make(chan struct{})
	var once sync.Once
	w := worker()
	w.Kinds = map[string]jobs.Doer{"slow": func(context.Context, json.RawMessage, *cluster.Objects) (any, error) {
		once.Do(func() { close(begun) }) // on a busy machine it may be handed out again
		<-goOn
		return "done", nil
	}}
	conn := h.connect(t)
	var over sync.WaitGroup
	over.Go(func() { assert.NoError(t, w.serve(t.Context(), conn, h.run, h.client.Entry())) })
	ctx, stop := context.WithCancel(t.Context())
	over.Go(func() {
		<-begun
		stop()
	})
	_, err := h.client.Do(ctx, "slow", nil, nil, nil)
	require.ErrorIs(t, err, context.Canceled)
	require.NoError(t, h.client.Close())
	close(goOn)
	over.Wait()
	depth, err := h.conn.Queue(cluster.Results, h.run, 1).Depth(t.Context())
	require.NoError(t, err)
	assert.Zero(t, depth)
}

// A worker that dies in the middle of jobs, without a word, changes nothing.
func TestWorkersThatDie(t *testing.T) {
	h := open(t)
	match := h.match(t)
	want, err := eval.PlayMatch(t.Context(), match)
	require.NoError(t, err)
	var taken atomic.Int64
	dead := make(chan struct{})
	dying := worker()
	play := dying.Kinds[jobs.Games]
	conn := h.connect(t)
	dying.Kinds = map[string]jobs.Doer{jobs.Games: func(ctx context.Context, body json.RawMessage, objects *cluster.Objects) (any, error) {
		if taken.Add(1) == 3 {
			conn.Close() // as a machine does whose plug is pulled
			close(dead)
		}
		if taken.Load() >= 3 {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return play(ctx, body, objects)
	}}
	ctx, cancel := context.WithCancel(context.Background())
	var over sync.WaitGroup
	entry := h.client.Entry()
	over.Go(func() { _ = dying.serve(ctx, conn, h.run, entry) })
	over.Go(func() {
		<-dead
		heir := worker()
		h.hire(t, heir)
	})
	match.Place = h.elsewhere(t)
	got, err := eval.PlayMatch(t.Context(), match)
	cancel()
	over.Wait()
	require.NoError(t, err)
	assert.Equal(t, asJSON(t, want), asJSON(t, got))
	assert.GreaterOrEqual(t, taken.Load(), int64(3))
}

// A worker that is told to stop gives its jobs back at once.
func TestWorkersThatStop(t *testing.T) {
	h := open(t)
	match := h.match(t)
	want, err := eval.PlayMatch(t.Context(), match)
	require.NoError(t, err)
	begun := make(chan struct{}, 100)
	idle := worker()
	idle.Kinds = map[string]jobs.Doer{jobs.Games: func(ctx context.Context, _ json.RawMessage, _ *cluster.Objects) (any, error) {
		begun <- struct{}{}
		<-ctx.Done()
		return nil, errors.New("this is not what comes of the job")
	}}
	stop := h.hire(t, idle)
	var over sync.WaitGroup
	over.Go(func() {
		<-begun
		stop()
		h.hire(t, worker())
	})
	match.Place = h.elsewhere(t)
	got, err := eval.PlayMatch(t.Context(), match)
	over.Wait()
	require.NoError(t, err)
	assert.Equal(t, asJSON(t, want), asJSON(t, got))
	assert.Zero(t, idle.Done().Jobs)
}

// Results that come twice, and results of nobody's jobs, are dropped and counted. Those that
// arrive damaged are asked for again.
func TestResultsThatDoNotCount(t *testing.T) {
	h := open(t)
	results := h.conn.Queue(cluster.Results, h.run, 1)
	_, err := results.Post(t.Context(), "test-77", []byte("nobody's"))
	require.NoError(t, err)
	assert.Eventually(t, func() bool { return h.client.Counts().Duplicate == 1 }, 10*time.Minute, 10*time.Millisecond)
	w := worker()
	var tries atomic.Int64
	w.Kinds = map[string]jobs.Doer{"twice": func(_ context.Context, body json.RawMessage, _ *cluster.Objects) (any, error) {
		var n int
		if tries.Add(1) == 1 { // the outcome of this job is damaged on its way
			if _, err := results.Post(t.Context(), "test-1", []byte("damaged")); err != nil {
				return nil, err
			}
		}
		err := json.Unmarshal(body, &n)
		return 2 * n, err
	}}
	ask := func(n int) int {
		var out int
		_, err := h.client.Do(t.Context(), "twice", n, &out, nil)
		require.NoError(t, err)
		return out
	}
	h.hire(t, w)
	assert.Equal(t, 42, ask(21))
	assert.Equal(t, 44, ask(22))
	assert.Equal(t, int64(3), tries.Load())
	c := h.client.Counts()
	c.Received, c.Bytes = 0, 0
	assert.Equal(t, work.Counts{Posted: 3, Duplicate: 1, Damaged: 2}, c)
}

// Errors of a job reach the command as they are.
func TestFaultsOfJobs(t *testing.T) {
	h := open(t)
	w := worker()
	w.Kinds["panic"] = func(context.Context, json.RawMessage, *cluster.Objects) (any, error) { panic("oops") }
	h.hire(t, w)
	g := games.MustNew("leduc")
	fault := func(kind string, body any) string {
		var out any
		_, err := h.client.Do(t.Context(), kind, body, &out, nil)
		var f *jobs.Fault
		require.ErrorAs(t, err, &f)
		return f.Text
	}
	assert.Contains(t, fault("panic", nil), "oops")
	assert.Contains(t, fault("dance", nil), `"dance", which this worker does not know`)
	game := map[string]any{"game": "leduc", "spec_hash": g.Spec().Hash}
	job := func(agent map[string]any, unit map[string]any) map[string]any {
		unit["entries"] = []any{map[string]any{"name": "a", "agent": 0}}
		agent["game"] = 0
		return map[string]any{"games": []any{game}, "agents": []any{agent}, "units": []any{unit}}
	}
	random := func() map[string]any { return map[string]any{"name": "random"} }
	seating := [][]int{{0, 0}, {0, 0}}
	for want, body := range map[string]any{
		"unknown agent":           job(map[string]any{"name": "nobody"}, map[string]any{"to": 1, "seating": seating}),
		"/etc/my.bot: no copy":    job(map[string]any{"name": "bot(/etc/my.bot)"}, map[string]any{"to": 1, "seating": seating}),
		"no program is started":   job(map[string]any{"name": "cmd:touch /tmp/no"}, map[string]any{"to": 1, "seating": seating}),
		"the deals from 0 to 0":   job(random(), map[string]any{"seating": seating}),
		"with entry 7 of 1":       job(random(), map[string]any{"to": 1, "seating": [][]int{{0, 7}}}),
		"a seating of 1":          job(random(), map[string]any{"to": 1, "seating": [][]int{{0}}}),
		"position 3 of 0":         job(random(), map[string]any{"starts": []any{map[string]any{"path": 3, "seed": 1, "seating": []int{0, 0}}}}),
		"action 0 of a path":      job(random(), map[string]any{"paths": []any{map[string]any{"before": []int{999}}}}),
		"no such object":          job(map[string]any{"name": "bot(a/b.bot)", "files": map[string]string{"a/b.bot": cluster.Sum([]byte("x"))}}, map[string]any{"to": 1, "seating": seating}),
		"has the spec hash":       map[string]any{"games": []any{map[string]any{"game": "kuhn", "spec_hash": g.Spec().Hash}}},
		"a job of games":          map[string]any{"surprise": 1},
		"in 2 seatings, and of 0": job(random(), map[string]any{"to": 1 << 30, "seating": seating}),
		"unknown game":            map[string]any{"games": []any{map[string]any{"game": "chess", "spec_hash": "0"}}},
		"it could end":            job(random(), map[string]any{"paths": []any{map[string]any{}}, "starts": []any{map[string]any{"path": 0, "seed": 1, "seating": []int{0, 0}, "ending": "parts>1"}}}),
		"a unit of game 4 of 1":   job(random(), map[string]any{"game": 4, "to": 1, "seating": seating}),
		"network.fields: ":        job(map[string]any{"network": map[string]any{"fields": []any{}, "actions": -1}, "weights": cluster.Sum(nil)}, map[string]any{"to": 1, "seating": seating}),
		"from the end of a game":  job(random(), map[string]any{"paths": []any{map[string]any{"before": finished(t, g)}}, "starts": []any{map[string]any{"path": 0, "seed": 1, "seating": []int{0, 0}}}}),
		"draws no world for seat": job(random(), map[string]any{"paths": []any{map[string]any{"world": map[string]any{"seat": 9, "stream": cluster.Sum(nil)[:44]}}}}),
		"agent of game 1 of 0":    map[string]any{"agents": []any{map[string]any{"game": 1, "name": "random"}}},
	} {
		assert.Contains(t, fault(jobs.Games, body), want)
	}
}

// finished is a whole game.
func finished(t *testing.T, g env.Game) (history []env.Action) {
	t.Helper()
	s := g.NewInitialState()
	for s.CurrentPlayer() != env.Terminal {
		a := s.LegalActions(nil)[0]
		require.NoError(t, s.Apply(a))
		history = append(history, a)
	}
	return history
}

// A run goes with its client, and so does all that it had on the server; one that was killed is
// cleared away by the next.
func TestRunsEnd(t *testing.T) {
	h := open(t)
	require.NoError(t, h.conn.Runs().Put(t.Context(), "killed", h.client.Entry()))
	require.NoError(t, h.conn.Runs().Put(t.Context(), "training", []byte(`{"kind":"training"}`)))
	_, err := h.conn.Objects("killed").Put(t.Context(), []byte("left behind"))
	require.NoError(t, err)
	next, err := jobs.Open(t.Context(), h.conn, "next", work.Entry{What: "a test"}, func(line string) { t.Log(line) })
	require.NoError(t, err)
	served := make(chan error, 1)
	go func() { served <- worker().serve(t.Context(), h.conn, "next", next.Entry()) }()
	require.NoError(t, next.Close())
	require.NoError(t, <-served)
	runs, err := h.conn.Runs().All(t.Context())
	require.NoError(t, err)
	var names []string
	for _, r := range runs {
		names = append(names, r.Name)
	}
	assert.ElementsMatch(t, []string{"test", "training"}, names)
	_, err = h.conn.Objects("killed").Get(t.Context(), cluster.Sum([]byte("left behind")))
	assert.ErrorIs(t, err, cluster.ErrNoObject)
}

// Jobs that a server has lost are posted again.
func TestLostJobs(t *testing.T) {
	h := open(t)
	w := worker()
	w.Kinds = map[string]jobs.Doer{"echo": func(_ context.Context, body json.RawMessage, _ *cluster.Objects) (any, error) { return body, nil }}
	var over sync.WaitGroup
	over.Go(func() {
		var out string
		_, err := h.client.Do(t.Context(), "echo", "still there", &out, nil)
		assert.NoError(t, err)
		assert.Equal(t, "still there", out)
	})
	queue := h.conn.Queue(cluster.Jobs, h.run, 1)
	require.Eventually(t, func() bool {
		d, err := queue.Depth(t.Context())
		return err == nil && d.Waiting == 1
	}, 10*time.Minute, 10*time.Millisecond)
	require.NoError(t, queue.Clear(t.Context()))
	h.hire(t, w)
	over.Wait()
	assert.Equal(t, 1, h.client.Counts().Again)
}

// A run that the server has lost, with what it keeps, is put there again, so that workers find
// it.
func TestARunThatTheServerForgets(t *testing.T) {
	h := open(t)
	w := worker()
	w.Kinds = map[string]jobs.Doer{"read": func(ctx context.Context, body json.RawMessage, objects *cluster.Objects) (any, error) {
		var sum string
		if err := json.Unmarshal(body, &sum); err != nil {
			return nil, err
		}
		data, err := objects.Get(ctx, sum)
		return string(data), err
	}}
	sum, err := h.client.Put(t.Context(), []byte("a file"))
	require.NoError(t, err)
	require.NoError(t, h.conn.Runs().Remove(t.Context(), h.run))
	require.NoError(t, h.conn.Objects(h.run).Clear(t.Context()))
	var over sync.WaitGroup
	over.Go(func() {
		var out string
		_, err := h.client.Do(t.Context(), "read", sum, &out, nil)
		assert.NoError(t, err)
		assert.Equal(t, "a file", out)
	})
	require.Eventually(t, func() bool {
		there, err := h.conn.Runs().Has(t.Context(), h.run)
		return err == nil && there
	}, 10*time.Minute, 10*time.Millisecond)
	h.hire(t, w)
	over.Wait()
}
