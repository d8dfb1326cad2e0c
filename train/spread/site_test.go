package spread

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/configs"
	"ringer/env"
	"ringer/env/games"
	"ringer/internal/cluster"
	"ringer/internal/cluster/work"
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
	server *cluster.Server
	dir    string
	agent  func(string) (agents.Agent, error) // of workers

	told func(string) // hears what the learner tells; may be nil

	patience time.Duration // of connections that are made from now on
}

// patience is short, so that the work of who died is soon done by another. On a busy machine
// who is alive may seem dead for as long, and its work is done twice.
const patience = 400 * time.Millisecond

func newSite(t *testing.T, f algos.File) *site {
	t.Helper()
	game, err := games.New(f.Game)
	require.NoError(t, err)
	server, err := cluster.Serve(cluster.ServerOptions{Folder: t.TempDir()})
	require.NoError(t, err)
	s := &site{T: t, f: f, game: game, server: server, dir: t.TempDir(), agent: func(string) (agents.Agent, error) { return random.New(), nil }, patience: patience}
	t.Cleanup(server.Close)
	return s
}

func (s *site) connect() *cluster.Conn {
	s.Helper()
	conn, err := cluster.Connect(context.Background(), cluster.Options{URL: s.server.URL(), Patience: s.patience})
	require.NoError(s, err)
	s.Cleanup(conn.Close)
	return conn
}

// worker returns one that can play for the run.
func (s *site) worker(name string) *work.Worker { return s.workerThat(name, s.open) }

// workerThat returns one that makes ready in its own way.
func (s *site) workerThat(name string, open func(text []byte, files map[string][]byte) (*Run, error)) *work.Worker {
	return &work.Worker{Name: name, Parallel: 2, Kinds: []work.Kind{Kind(open)}}
}

// open makes ready to play for the run.
func (s *site) open(text []byte, files map[string][]byte) (*Run, error) {
	if string(files["a.bot"]) != "the bytes of a bot" {
		return nil, errors.New("a.bot did not arrive")
	}
	f := algos.Defaults()
	if err := configs.ReadAll(&f, configs.Text("config.yaml", text)); err != nil {
		return nil, err
	}
	return &Run{Game: s.game, Config: f.Config, Agent: s.agent}, nil
}

// hire starts a worker that serves whatever run is there, and returns what ends it.
func (s *site) hire(w *work.Worker) (fire func()) {
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
func (s *site) begin(conn *cluster.Conn, store int64) *Learner {
	s.Helper()
	text, err := s.f.Text()
	require.NoError(s, err)
	l, err := Begin(s.Context(), LearnerOptions{
		Conn: conn, Run: "test", What: "a test", Spec: s.game.Spec(), Config: s.f.Config, Text: text, Store: store,
		Files: map[string][]byte{"a.bot": []byte("the bytes of a bot")}, Build: json.RawMessage(`{}`),
		Told: func(line string) {
			if s.told != nil {
				s.told(line)
			}
		},
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
func (s *site) train(run *checkpoint.Run, store int64) (map[string]string, work.Counts) {
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

// initial returns first weights of the run.
func initial(t *testing.T, s *site) *models.Weights {
	network, err := train.NewNetwork(s.game.Spec(), s.f.Network)
	require.NoError(t, err)
	return models.Init(network, 1)
}

func (s *site) create() *checkpoint.Run {
	s.Helper()
	run, err := checkpoint.Create(s.dir+"/run", nil)
	require.NoError(s, err)
	s.Cleanup(func() { _ = run.Close() })
	return run
}

// hireOn starts a worker on a connection, whose end it does not mind.
func (s *site) hireOn(conn *cluster.Conn, w *work.Worker) {
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
