package train

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/env/gym"
	"ringer/env/leduc"
	"ringer/models"
)

func leducGame(t testing.TB) env.Game {
	game, err := leduc.New(leduc.Defaults())
	require.NoError(t, err)
	return game
}

func collector(t *testing.T, cfg CollectConfig) (*Collector, *models.Weights, *env.Spec) {
	game := leducGame(t)
	network, err := NewNetwork(game.Spec(), NetworkConfig{Hidden: []int{16}, Activation: models.Tanh})
	require.NoError(t, err)
	c, err := NewCollector(game, network, cfg, 5)
	require.NoError(t, err)
	return c, models.Init(network, 3), game.Spec()
}

func TestCollectGivesWholeChains(t *testing.T) {
	c, w, spec := collector(t, CollectConfig{Batch: 500, Tables: 20, Groups: 3})
	b, err := c.Collect(context.Background(), &Order{Weights: w})
	require.NoError(t, err)
	require.GreaterOrEqual(t, b.Rows, 500)
	assert.Less(t, b.Rows, 500+20*spec.MaxGameLength)
	assert.Equal(t, b.Rows, b.Stats.Choices, "every seat learns in self-play")
	assert.Equal(t, b.Stats.Episodes, b.Stats.SelfEpisodes)

	ends := 0
	sum := 0.0
	pointed := make([]bool, b.Rows)
	for i := range b.Rows {
		n := b.Next[i]
		if n < 0 {
			ends++
			sum += float64(b.Return[i])
		} else {
			require.Greater(t, int(n), i)
			assert.Equal(t, b.Return[i], b.Return[n], "one return a chain")
			assert.False(t, pointed[n], "one predecessor a row")
			pointed[n] = true
		}
		assert.LessOrEqual(t, math.Abs(float64(b.Return[i])), 1.0)
		checkRow(t, b, i)
	}
	// In leduc nobody can fold unprovoked, so both seats decide in every episode.
	assert.Equal(t, 2*b.Stats.Episodes, ends)
	assert.InDelta(t, 0, sum, 1e-4, "zero-sum")
}

// checkRow checks the distribution of one row.
func checkRow(t *testing.T, b *Batch, row int) {
	a := b.NumActions
	mask, logs := b.Mask[row*a:(row+1)*a], b.LogProbs[row*a:(row+1)*a]
	total := 0.0
	for j := range mask {
		if mask[j] == 1 {
			total += math.Exp(float64(logs[j]))
		} else {
			require.Zero(t, mask[j])
			require.Zero(t, logs[j])
		}
	}
	require.InDelta(t, 1, total, 1e-5)
	require.EqualValues(t, 1, mask[b.Action[row]], "the action taken was legal")
}

func TestFrozenSeatsDoNotTeach(t *testing.T) {
	c, w, _ := collector(t, CollectConfig{Batch: 400, Tables: 16, Groups: 2})
	past := w.Clone()
	opponents := []Opponent{
		{ID: -1, Share: 0.5, Agent: random.New()},
		{ID: 12, Share: 0.5, Weights: past},
	}
	b, err := c.Collect(context.Background(), &Order{Iteration: 3, Weights: w, Opponents: opponents})
	require.NoError(t, err)
	assert.Zero(t, b.Stats.SelfEpisodes)
	assert.Less(t, b.Rows, b.Stats.Decisions, "the other seat decided too")
	ends := 0
	for _, n := range b.Next {
		if n < 0 {
			ends++
		}
	}
	assert.Equal(t, b.Stats.Episodes, ends, "one learning seat an episode")
	require.Len(t, b.Stats.Opponents, 2)
	episodes := 0
	for _, o := range b.Stats.Opponents {
		assert.Contains(t, []int{-1, 12}, o.Opponent)
		share := o.Score / float64(o.Episodes)
		assert.InDelta(t, 0.5, share, 0.2, "near-uniform against near-uniform")
		episodes += o.Episodes
	}
	assert.Equal(t, b.Stats.Episodes, episodes)
}

// At a table with an opponent every seat learns in turn, from one episode to the next
// and from one iteration to the next.
func TestTheLearningSeatMovesOn(t *testing.T) {
	c, _, spec := collector(t, CollectConfig{Batch: 8, Tables: 4, Groups: 1})
	g := c.groups[0]
	g.seating = make([]int, 4) // the first opponent everywhere
	for table := range g.seating {
		byEpisode, byIteration := map[int]bool{}, map[int]bool{}
		for range spec.Players {
			g.begin(table, 0)
			byEpisode[g.learning[table]] = true
		}
		for iteration := range spec.Players {
			g.episode[table] = -1
			g.begin(table, iteration)
			byIteration[g.learning[table]] = true
		}
		assert.Len(t, byEpisode, spec.Players, "table %d", table)
		assert.Len(t, byIteration, spec.Players, "table %d", table)
	}
}

// An average of weights is their plain mean at first, and moves by the decay later.
func TestAveragesBeginAsTheMean(t *testing.T) {
	_, average, _ := collector(t, CollectConfig{Batch: 8, Tables: 4, Groups: 1})
	step := average.Clone()
	average.Flat[0] = 0
	for i, want := range []float32{0.5, 1, 1.5} { // of 0, 1; of 0, 1, 2; of 0, 1, 2, 3
		step.Flat[0] = float32(i + 1)
		averageInto(average, step, 0.9, i)
		assert.InDelta(t, want, average.Flat[0], 1e-6)
	}
	step.Flat[0] = 11.5
	averageInto(average, step, 0.9, 1000)
	assert.InDelta(t, 2.5, average.Flat[0], 1e-5, "a tenth of the way from 1.5")
}

// listener plays at random and notes a number of each stream that it is given.
type listener struct{ drawn map[uint64]bool }

func (l *listener) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	for i, d := range decisions {
		l.drawn[views[i].Rand.Uint64()] = true
		for j := range d.Probs {
			d.Probs[j] = 1 / float32(len(d.Probs))
		}
	}
	return decisions, nil
}

// The agent that is imitated and the opponents of the same iteration draw from
// different streams.
func TestImitationAndOpponentsShareNoNumbers(t *testing.T) {
	c, w, _ := collector(t, CollectConfig{Batch: 200, Tables: 8, Groups: 1})
	demonstrator, opponent := &listener{map[uint64]bool{}}, &listener{map[uint64]bool{}}
	_, err := c.Demonstrate(context.Background(), 0, demonstrator, nil)
	require.NoError(t, err)
	_, err = c.Collect(context.Background(), &Order{Weights: w, Opponents: []Opponent{{ID: -1, Share: 1, Agent: opponent}}})
	require.NoError(t, err)
	require.Greater(t, len(demonstrator.drawn), 100)
	require.Greater(t, len(opponent.drawn), 100)
	for n := range opponent.drawn {
		require.False(t, demonstrator.drawn[n])
	}
}

func TestSameIterationSameBatch(t *testing.T) {
	cfg := CollectConfig{Batch: 300, Tables: 10, Groups: 2}
	copyOf := func(b *Batch) Batch {
		c := *b
		c.Observation, c.LogProbs, c.Action, c.Return = slices.Clone(b.Observation), slices.Clone(b.LogProbs), slices.Clone(b.Action), slices.Clone(b.Return)
		return c
	}
	one, w, _ := collector(t, cfg)
	first, err := one.Collect(context.Background(), &Order{Iteration: 4, Weights: w})
	require.NoError(t, err)
	want := copyOf(first)
	second, err := one.Collect(context.Background(), &Order{Iteration: 5, Weights: w})
	require.NoError(t, err)
	assert.NotEqual(t, want.Action, second.Action)
	two, _, _ := collector(t, cfg)
	again, err := two.Collect(context.Background(), &Order{Iteration: 4, Weights: w})
	require.NoError(t, err)
	got := copyOf(again)
	assert.Equal(t, want.Observation, got.Observation)
	assert.Equal(t, want.LogProbs, got.LogProbs)
	assert.Equal(t, want.Action, got.Action)
	assert.Equal(t, want.Return, got.Return)
}

func TestLogSoftmaxAndSampling(t *testing.T) {
	logits := []float32{float32(math.Log(1)), 99, float32(math.Log(3))}
	mask := []bool{true, false, true}
	out := make([]float32, 3)
	entropy, legal := logSoftmax(logits, mask, out)
	assert.Equal(t, 2, legal)
	assert.InDeltaSlice(t, []float64{math.Log(0.25), 0, math.Log(0.75)}, []float64{float64(out[0]), float64(out[1]), float64(out[2])}, 1e-6)
	assert.InDelta(t, -(0.25*math.Log(0.25) + 0.75*math.Log(0.75)), entropy, 1e-6)
	assert.EqualValues(t, 0, sampleLog(out, mask, 0))
	assert.EqualValues(t, 0, sampleLog(out, mask, 0.2499))
	assert.EqualValues(t, 2, sampleLog(out, mask, 0.2501))
	assert.EqualValues(t, 2, sampleLog(out, mask, math.Nextafter(1, 0)))
	counts := 0
	rng := env.Stream(9, "test")
	for range 4000 {
		if sampleLog(out, mask, rng.Float64()) == 0 {
			counts++
		}
	}
	assert.InDelta(t, 0.25, float64(counts)/4000, 0.025)
}

// One step is a learning decision of leduc at 64 tables in two groups, hidden
// layers 64-64: inference, environment and bookkeeping, no learning.
func BenchmarkCollectSelfPlay(b *testing.B) { benchmarkCollect(b, nil) }

// One step is a learning decision of leduc at the same tables, all other seats
// being an agent's.
func BenchmarkCollectAgainstAgent(b *testing.B) {
	benchmarkCollect(b, []Opponent{{ID: -1, Share: 1, Agent: random.New()}})
}

func benchmarkCollect(b *testing.B, opponents []Opponent) {
	game, err := leduc.New(leduc.Defaults())
	require.NoError(b, err)
	network, err := NewNetwork(game.Spec(), NetworkConfig{Hidden: []int{64, 64}, Activation: models.Tanh})
	require.NoError(b, err)
	c, err := NewCollector(game, network, CollectConfig{Batch: 1024, Tables: 64, Groups: 2}, 5)
	require.NoError(b, err)
	w := models.Init(network, 3)
	b.ReportAllocs()
	rows, iteration := 0, 0
	for b.Loop() {
		batch, err := c.Collect(context.Background(), &Order{Iteration: iteration, Weights: w, Opponents: opponents})
		require.NoError(b, err)
		rows += batch.Rows
		iteration++
	}
	b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "decisions/s")
}

// An agent at a table sees what a viewer of its own would show it, though nobody looks at the
// state a second time.
func TestGuestsSeeTheirTables(t *testing.T) {
	for _, name := range []string{"leduc", "heist(players=3,wrap=dealings)", "fourdowns(file=mini)"} {
		game, err := games.New(name)
		require.NoError(t, err)
		network, err := NewNetwork(game.Spec(), NetworkConfig{Hidden: []int{4}, Activation: models.Tanh, VocabRaw: true})
		require.NoError(t, err)
		networks, err := newNetworks(network, 1, 3)
		require.NoError(t, err)
		g, err := newGroup(game, networks, 0, 3, 1)
		require.NoError(t, err)
		g.vector.Reset(7, g.buf)
		viewer, rng, seen := agents.NewViewer(game), env.Stream(5, "actions"), 0
		for range 60 {
			for table := range g.active {
				g.actions[table] = gym.Idle
				legal := g.vector.Legal(table)
				if len(legal) == 0 {
					continue
				}
				g.actions[table] = legal[rng.IntN(len(legal))]
				want, got := viewer.View(g.vector.State(table), rng), g.guests[table].view(g, table)
				require.Equal(t, want.Seat, got.Seat)
				require.Equal(t, want.Observation, got.Observation)
				require.Equal(t, want.Legal, got.Legal)
				require.Equal(t, want.Text(), got.Text())
				require.Equal(t, want.ActionString(g.actions[table]), got.ActionString(g.actions[table]))
				got.Legal[0]++ // the agent's own: the table keeps what it has
				require.Equal(t, want.Legal, g.vector.Legal(table))
				seen++
			}
			require.NoError(t, g.vector.Step(g.actions, g.buf))
		}
		assert.Greater(t, seen, 50, name)
	}
}

// counter plays at random and counts the choices that it makes.
type counter struct {
	agents.Agent
	choices int
}

func (c *counter) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	c.choices += len(views)
	return c.Agent.Decide(ctx, views)
}

// An opening makes the first choice of an episode, the learner all others; nothing that
// is counted about the learner comes from such an episode.
func TestAnOpeningTeachesNothingItself(t *testing.T) {
	c, w, _ := collector(t, CollectConfig{Batch: 300, Tables: 20, Groups: 1})
	plain, err := c.Collect(t.Context(), &Order{Iteration: 2, Weights: w})
	require.NoError(t, err)
	before := plain.Stats.Choices

	agent := &counter{Agent: random.New()}
	c.Open(agent, OpeningConfig{Share: 1, Choices: 1})
	b, err := c.Collect(t.Context(), &Order{Iteration: 2, Weights: w})
	require.NoError(t, err)
	assert.NotEqual(t, before, b.Stats.Choices)
	assert.Equal(t, b.Stats.Episodes, agent.choices, "one choice an episode")
	assert.Equal(t, b.Rows, b.Stats.Choices-agent.choices)
	assert.Zero(t, b.Stats.SelfEpisodes)

	agent.choices = 0
	shown, err := c.Demonstrate(t.Context(), 2, random.New(), nil)
	require.NoError(t, err)
	assert.Equal(t, shown.Stats.Episodes, agent.choices, "demonstrations begin so too")
}

// At tables of an opponent nothing is opened, and all its episodes count.
func TestNoOpeningsAgainstOpponents(t *testing.T) {
	c, w, _ := collector(t, CollectConfig{Batch: 300, Tables: 20, Groups: 1})
	agent := &counter{Agent: random.New()}
	c.Open(agent, OpeningConfig{Share: 1, Choices: 3})
	_, err := c.Collect(t.Context(), &Order{Iteration: 1, Weights: w})
	require.NoError(t, err)
	require.Positive(t, agent.choices)

	agent.choices = 0
	b, err := c.Collect(t.Context(), &Order{Iteration: 2, Weights: w, Opponents: []Opponent{{ID: 1, Share: 1, Agent: random.New()}}})
	require.NoError(t, err)
	assert.Zero(t, agent.choices)
	require.Len(t, b.Stats.Opponents, 1)
	assert.Equal(t, b.Stats.Episodes, b.Stats.Opponents[0].Episodes)
}

// Openings of up to three choices are of one, two and three.
func TestOpeningsHaveAllLengths(t *testing.T) {
	o := &opener{share: 0.5, choices: 3, left: make([]int, 1), opened: make([]bool, 1)}
	rng := env.Stream(1, purposeTrainActions)
	var lengths [4]int
	for range 6000 {
		o.begin(0, true, rng)
		lengths[o.left[0]]++
	}
	assert.InDelta(t, 3000, lengths[0], 200)
	for _, n := range lengths[1:] {
		assert.InDelta(t, 1000, n, 150)
	}
}
