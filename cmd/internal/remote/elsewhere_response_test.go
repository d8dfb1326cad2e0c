package remote_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/remote"
	"ringer/env/games"
	"ringer/internal/cluster"
	"ringer/internal/cluster/jobs"
	"ringer/internal/cluster/work"
	"ringer/open"
	"ringer/open/carried"
	"ringer/open/exploit"
	"ringer/open/workers"
	"ringer/train/bestresponse"
)

// bestResponses looks for best responses to an agent, and returns what was found and how good it is.
func bestResponses(t *testing.T, o *open.Opener, at *remote.Elsewhere, game, agent string) string {
	t.Helper()
	search := mustSearch(t, o, game, agent, "network.hidden=[16]", "collect={batch: 128, tables: 8, groups: 1}", "ppo.minibatch=64", "ppo.shards=1", "imitation.minibatch=64",
		"imitation.shards=1", "imitation.decisions=300", "checkpoint={every: 1, keep: 2}", "opponents.snapshot_every=1")
	search.Elsewhere = at
	r, err := search.Run(t.Context(), nil)
	require.NoError(t, err)
	text, err := json.Marshal(r)
	require.NoError(t, err)
	return timeless(string(text))
}

func inJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}

// Workers train the best responses to an agent, from copied, imitated and random weights, and what is
// found is the same to the last bit, also where a worker dies half-way through.
func TestBestResponsesAreTrainedElsewhere(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	o := cmdtest.NewOpener(t)
	o.Remember()
	const game, agent = "fourdowns(players=2,hands=1)", "greedy"
	want := bestResponses(t, o, nil, game, agent)
	assert.Contains(t, want, "imitation of expert, seed 2")
	assert.Contains(t, want, "random weights, seed 2")

	conn, err := cluster.Connect(t.Context(), cluster.Options{URL: hall(t)})
	require.NoError(t, err)
	defer conn.Close()
	client, err := jobs.Open(t.Context(), conn, "run", work.Entry{What: "test"}, func(line string) { t.Log(line) })
	require.NoError(t, err)
	defer func() { assert.NoError(t, client.Close()) }()
	at := &carried.Elsewhere{Player: jobs.NewPlayer(t.Context(), client, o.Remember())}

	var trained, imitated, wentOn atomic.Int32
	respond := remote.TrainerOf(o, 0).Doers()[carried.Response]
	labour := func(ctx context.Context, noted func()) {
		do := func(ctx context.Context, body json.RawMessage, objects *cluster.Objects) (any, error) {
			name := cluster.Sum(body)
			if _, err := objects.Noted(ctx, name); err == nil {
				wentOn.Add(1)
			}
			looking, stop := context.WithCancel(ctx)
			var over sync.WaitGroup
			over.Go(func() {
				for looking.Err() == nil && noted != nil {
					if _, err := objects.Noted(looking, name); err == nil {
						noted()
					}
				}
			})
			out, err := respond(ctx, body, objects)
			stop()
			over.Wait()
			switch {
			case err != nil || ctx.Err() != nil: // what a dead worker has done does not count
			case strings.Contains(inJSON(t, out), `"decisions":0,`):
				imitated.Add(1)
			default:
				trained.Add(1)
			}
			return out, err
		}
		w := work.Worker{Name: workers.NewRunName("w"), Kinds: []work.Kind{jobs.Kind(map[string]jobs.Doer{carried.Response: do})}}
		_ = w.Serve(ctx, conn, "run", client.Entry())
	}
	working, end := context.WithCancel(t.Context())
	var workers sync.WaitGroup
	workers.Go(func() {
		first, dies := context.WithCancel(working)
		labour(first, sync.OnceFunc(dies))
		labour(working, nil)
	})
	got := bestResponses(t, o, at, game, agent)
	end()
	workers.Wait()
	assert.Equal(t, want, got)
	assert.EqualValues(t, 1, imitated.Load(), "once for all seeds")
	starts := len(mustSearch(t, o, game, agent).Starts)
	assert.EqualValues(t, starts*bestresponse.MinSeeds+bestresponse.MinSeeds, trained.Load(), "each network, and the best once more")
	assert.EqualValues(t, 1, wentOn.Load(), "the second worker began anew")
}

func mustSearch(t *testing.T, o *open.Opener, game, agent string, set ...string) *exploit.Search {
	t.Helper()
	search, err := exploit.New(o, exploit.Options{
		Game: games.MustNew(game), Agent: agent, Decisions: 600, Selection: 40, Games: bestresponse.LeastGames, Seed: 3, Set: set,
	})
	require.NoError(t, err)
	return search
}

// neverNamed is an agent that was never named.
type neverNamed struct{ agents.Agent }

// Best responses to an agent that cannot be built elsewhere are trained here.
func TestBestResponsesToWhatStaysHere(t *testing.T) {
	o := cmdtest.NewOpener(t)
	o.Remember()
	a := mustSearch(t, o, "leduc", "greedy")
	assert.Nil(t, a.Place(t.Context()), "no workers")
	a.Elsewhere = &carried.Elsewhere{Player: jobs.NewPlayer(t.Context(), nil, o.Remember())}
	assert.NotNil(t, a.Place(t.Context()))
	a.Against.Agent = neverNamed{a.Against.Agent}
	assert.Nil(t, a.Place(t.Context()))
}
