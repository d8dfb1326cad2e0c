package neural_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/neural"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
	"ringer/models"
	"ringer/models/botfile"
)

// network returns a small network for a game, with weights large enough that its
// policy is far from uniform.
func network(spec *env.Spec) *models.Weights {
	weights := models.Init(&models.Network{
		Fields: neural.Fields(spec), Actions: spec.NumActions(),
		Hidden: []int{16, 16}, Activation: models.Tanh, Embedding: 4, SetHidden: 8,
	}, 1)
	rng := env.Stream(1, "test/weights")
	for i := range weights.Flat {
		weights.Flat[i] += float32(rng.NormFloat64() * 0.5)
	}
	return weights
}

func Example() {
	game := games.MustNew("tictactoe")
	agent, err := neural.FromWeights(game.Spec(), network(game.Spec()))
	if err != nil {
		fmt.Println(err)
		return
	}
	view := agents.NewViewer(game).View(game.NewInitialState(), env.Stream(1, "example"))
	decisions, err := agent.WithTemperature(0).Decide(context.Background(), []agents.View{view})
	fmt.Println(len(view.Legal), "legal actions, the likeliest has probability", slices.Max(decisions[0].Probs), err)
	// Output: 9 legal actions, the likeliest has probability 1 <nil>
}

// views are views of random positions, each with a viewer of its own.
func views(t testing.TB, game env.Game, n int) []agents.View {
	t.Helper()
	var out []agents.View
	var table drive.Table
	for episode := uint64(0); len(out) < n; episode++ {
		rng := env.Stream(episode, "test/views")
		table.Set(game.NewInitialState())
		require.NoError(t, table.Play(rng, func(_ env.Player, legal []env.Action) (env.Action, error) {
			out = append(out, agents.NewViewer(game).View(table.State().Clone(), env.Stream(episode, "test")))
			return legal[rng.IntN(len(legal))], nil
		}))
	}
	return out[:n]
}

func decide(t testing.TB, agent agents.Agent, views []agents.View) []agents.Decision {
	t.Helper()
	decisions, err := agent.Decide(context.Background(), views)
	require.NoError(t, err)
	require.NoError(t, agents.Check(decisions, views))
	return decisions
}

// One by one (plain Go) and all together (graph) the network says the same:
// the softmax of its logits over the legal actions, and its value in the units
// of the game's returns.
func TestDecidesAsTheNetworkSays(t *testing.T) {
	for _, name := range []string{"tictactoe", "leduc", "goofspiel(players=3)"} {
		game := games.MustNew(name)
		spec := game.Spec()
		weights := network(spec)
		agent, err := neural.FromWeights(spec, weights)
		require.NoError(t, err)
		all := views(t, game, 300) // more than one run of the graph
		together := decide(t, agent, all)
		forward := models.NewForward(weights)
		logits := make([]float32, spec.NumActions())
		scale := max(spec.MaxUtility, -spec.MinUtility)
		for i := range all {
			value := forward.Eval(all[i].Observation, logits)
			sum := 0.0
			for _, a := range all[i].Legal {
				sum += math.Exp(float64(logits[a]))
			}
			alone := decide(t, agent, all[i:i+1])[0]
			for j, a := range all[i].Legal {
				want := math.Exp(float64(logits[a])) / sum
				require.InDelta(t, want, alone.Probs[j], 1e-6, name)
				require.InDelta(t, want, together[i].Probs[j], 1e-5, name)
			}
			require.InDelta(t, float64(value)*scale, alone.Value, 1e-5, name)
			require.InDelta(t, float64(value)*scale, together[i].Value, 1e-4, name)
		}
	}
}

func TestTemperature(t *testing.T) {
	game := games.MustNew("tictactoe")
	agent, err := neural.FromWeights(game.Spec(), network(game.Spec()))
	require.NoError(t, err)
	v := views(t, game, 1)
	plain := decide(t, agent, v)[0].Probs
	sharp := decide(t, agent.WithTemperature(0.5), v)[0].Probs
	assert.InDelta(t, math.Pow(float64(plain[0]/plain[1]), 2), float64(sharp[0]/sharp[1]), 1e-3)
	assert.Equal(t, plain, decide(t, agent, v)[0].Probs, "the agent itself is unchanged")
	for _, bad := range []float64{-0.1, math.NaN(), math.Inf(1)} {
		assert.Panics(t, func() { agent.WithTemperature(bad) })
	}
}

// What a sure network never does, its probability being too small for a float32, a high temperature brings back.
func TestAHighTemperatureMakesASureNetworkDoAnything(t *testing.T) {
	game := games.MustNew("tictactoe")
	w := network(game.Spec()).Clone()
	for i := range w.Flat {
		w.Flat[i] *= 400
	}
	agent, err := neural.FromWeights(game.Spec(), w)
	require.NoError(t, err)
	v := views(t, game, 1)
	require.Contains(t, decide(t, agent, v)[0].Probs, float32(0))
	for temperature, least := range map[float64]float32{1e7: 0.1, 1e9: 0.11} {
		for _, p := range decide(t, agent.WithTemperature(temperature), v)[0].Probs {
			assert.GreaterOrEqual(t, p, least)
		}
	}
}

func TestRefusesAnotherGame(t *testing.T) {
	two, three := games.MustNew("goofspiel"), games.MustNew("goofspiel(players=3)")
	agent, err := neural.FromWeights(two.Spec(), network(two.Spec()))
	require.NoError(t, err)
	_, err = agent.Decide(context.Background(), views(t, three, 1))
	var wrong *botfile.SpecError
	require.ErrorAs(t, err, &wrong)
	assert.Contains(t, err.Error(), two.Spec().Hash)
	assert.Contains(t, err.Error(), three.Spec().Hash)
	// The same configuration built twice is the same game.
	decide(t, agent, views(t, games.MustNew("goofspiel(players=2)"), 3))
}

// Each decision is played at the temperature of its kind, or of its seat, or of the weights, and the agent's
// temperature multiplies all of them.
func TestTemperaturesOfKindsAndSeats(t *testing.T) {
	game := games.MustNew("fourdowns(players=2)")
	spec := game.Spec()
	weights := network(spec)
	bot := botfile.Bot{Weights: weights.Sharpened(0.2), Manifest: botfile.Manifest{
		Name: "tiny", Game: spec.String(), SpecHash: spec.Hash, Training: botfile.Training{Temperature: 0.2},
		Temperatures: &botfile.Temperatures{Kinds: map[string]float64{"bid": 1}, Seats: []float64{0.5, 0.2}},
	}}
	agent, err := neural.FromBot(spec, &bot)
	require.NoError(t, err)
	at := func(temperature float64) *neural.Agent {
		a, err := neural.FromWeights(spec, weights.Sharpened(temperature))
		require.NoError(t, err)
		return a
	}
	mild, half, sure := at(1), at(0.5), at(0.2)
	seen := map[*neural.Agent]int{}
	for _, v := range views(t, game, 400) {
		want := sure
		switch {
		case spec.Kinds()[spec.Kind(v.Observation, v.Legal)] == "bid":
			want = mild
		case v.Seat == 0:
			want = half
		}
		seen[want]++
		one := []agents.View{v}
		require.InDeltaSlice(t, decide(t, want, one)[0].Probs, decide(t, agent, one)[0].Probs, 1e-4)
		require.InDeltaSlice(t, decide(t, want.WithTemperature(0.7), one)[0].Probs, decide(t, agent.WithTemperature(0.7), one)[0].Probs, 1e-4)
		require.Equal(t, decide(t, want.WithTemperature(0), one)[0].Probs, decide(t, agent.WithTemperature(0), one)[0].Probs)
		if want == sure {
			require.Equal(t, decide(t, sure, one), decide(t, agent, one), "what is not apart plays as before, to the last bit")
		}
	}
	assert.Len(t, seen, 3)
	for _, bad := range [][]float64{{1}, make([]float64, 2*len(spec.Kinds()))} {
		_, err := sure.WithDivisors(bad)
		assert.Error(t, err)
	}
	plain, err := agent.WithDivisors(nil)
	require.NoError(t, err)
	v := views(t, game, 50)
	assert.Equal(t, decide(t, sure, v), decide(t, plain, v))
}

// An agent whose network has a frame of its own decides as the network does in the first corner, allocates as
// little, and is refused where no turn leads there.
func TestFrameOfOnesOwn(t *testing.T) {
	game := games.MustNew("duel(file=skirmish)")
	spec := game.Spec()
	plain := network(spec)
	net := *plain.Network
	net.Frame = models.FrameOwn
	own := models.Init(&net, 1)
	copy(own.Flat, plain.Flat)
	agent, err := neural.FromWeights(spec, own)
	require.NoError(t, err)
	table, err := neural.FromWeights(spec, plain)
	require.NoError(t, err)
	all := views(t, game, 200)
	got, absolute := decide(t, agent, all), decide(t, table, all)
	forward := models.NewForward(plain)
	logits, observation := make([]float32, spec.NumActions()), make([]float32, spec.ObservationSize())
	turned := 0
	for i, v := range all {
		turn := spec.Frames.Observed(observation, v.Observation)
		if turn == nil {
			require.Equal(t, absolute[i], got[i], "the first corner sees the table as it lies")
			continue
		}
		turned++
		forward.Eval(observation, logits)
		want, legal := make([]float32, len(v.Legal)), make([]env.Action, len(v.Legal))
		for j, a := range v.Legal {
			legal[j] = turn.Own[a]
		}
		models.MaskedSoftmax(logits, legal, want)
		require.InDeltaSlice(t, want, got[i].Probs, 1e-6)
		require.Equal(t, got[i], decide(t, agent, []agents.View{v})[0], "one by one as together")
	}
	assert.NotZero(t, turned)
	one := all[:1]
	allocations := func(a *neural.Agent) float64 {
		return testing.AllocsPerRun(20, func() { _, _ = a.Decide(context.Background(), one) })
	}
	if !testing.Short() { // the race detector allocates at random
		assert.LessOrEqual(t, allocations(agent), allocations(table))
	}

	other := games.MustNew("duel(file=skirmish,map=canyon,players=3)").Spec()
	net = *network(other).Network
	net.Frame = models.FrameOwn
	_, err = neural.FromWeights(other, models.Init(&net, 1))
	assert.ErrorContains(t, err, `neural: the network sees the table in the frame "own" of a seat: the table of `)
}

// A bot goes through its file and plays as its weights do, at its own game
// only.
func TestFromBot(t *testing.T) {
	game := games.MustNew("leduc")
	spec := game.Spec()
	var file bytes.Buffer
	bot := botfile.Bot{Weights: network(spec), Manifest: botfile.Manifest{
		Name: "tiny", Ringer: "test", Game: spec.String(), SpecHash: spec.Hash, Licence: "Apache-2.0",
		Training: botfile.Training{Algorithm: "none"},
	}}
	for _, b := range spec.Actions {
		bot.Manifest.Blocks = append(bot.Manifest.Blocks, botfile.Block{Name: b.Name, Shape: b.Shape})
	}
	require.NoError(t, botfile.Write(&file, bot))
	read, err := botfile.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	agent, err := neural.FromBot(spec, read)
	require.NoError(t, err)
	same, err := neural.FromWeights(spec, bot.Weights)
	require.NoError(t, err)
	v := views(t, game, 30)
	assert.Equal(t, decide(t, same, v), decide(t, agent, v))

	read.Manifest.Temperatures = &botfile.Temperatures{Kinds: map[string]float64{"draft": 1}}
	_, err = neural.FromBot(spec, read)
	require.ErrorContains(t, err, `bot "tiny": temperatures.kinds.draft: unknown kind of decision: want one of: bid, other`)

	other := games.MustNew("leduc(players=3)")
	_, err = neural.FromBot(other.Spec(), read)
	var wrong *botfile.SpecError
	require.ErrorAs(t, err, &wrong)
	_, err = agent.Decide(context.Background(), views(t, other, 1))
	require.ErrorAs(t, err, &wrong)
	for _, part := range []string{"tiny", "leduc,", "leduc(players=3)", spec.Hash, other.Spec().Hash} {
		assert.Contains(t, err.Error(), part)
	}
}

func TestRefusesNetworksThatDoNotFit(t *testing.T) {
	leduc, kuhn := games.MustNew("leduc").Spec(), games.MustNew("kuhn").Spec()
	_, err := neural.FromWeights(leduc, network(kuhn))
	assert.EqualError(t, err, "neural: the network's fields are not the observation of leduc")
	net := *network(leduc).Network
	net.Actions++
	_, err = neural.FromWeights(leduc, models.NewWeights(&net))
	assert.EqualError(t, err, "neural: the network has 4 logits: want 3, one for each action of leduc")
	broken := network(leduc)
	broken.Flat[3] = float32(math.NaN())
	_, err = neural.FromWeights(leduc, broken)
	assert.ErrorContains(t, err, "finite")
}

// A bot whose weights are numbers, but huge, is refused when it sits down, by its
// name; it does not panic at the first question.
func TestFromBotRefusesHugeWeights(t *testing.T) {
	spec := games.MustNew("leduc").Spec()
	for _, size := range []float32{1e29, 1e38, math.MaxFloat32} {
		huge := network(spec)
		for i := range huge.Flat {
			huge.Flat[i] = size
		}
		bot := &botfile.Bot{Weights: huge, Manifest: botfile.Manifest{Name: "heavy", SpecHash: spec.Hash}}
		_, err := neural.FromBot(spec, bot)
		assert.ErrorContains(t, err, `bot "heavy": neural: layer `)
	}
}

func TestWeightsAreCopied(t *testing.T) {
	game := games.MustNew("leduc")
	weights := network(game.Spec())
	agent, err := neural.FromWeights(game.Spec(), weights)
	require.NoError(t, err)
	v := views(t, game, 20)
	one, many := decide(t, agent, v[:1]), decide(t, agent, v)
	clear(weights.Flat)
	assert.Equal(t, one, decide(t, agent, v[:1]))
	assert.Equal(t, many, decide(t, agent, v))
}

// Many goroutines on one agent get what one gets, bit for bit.
func TestConcurrentUse(t *testing.T) {
	game := games.MustNew("leduc")
	agent, err := neural.FromWeights(game.Spec(), network(game.Spec()))
	require.NoError(t, err)
	v := views(t, game, 40)
	one, many := decide(t, agent, v[:3]), decide(t, agent, v)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for range 50 {
				a, err := agent.Decide(context.Background(), v[:3])
				assert.NoError(t, err)
				assert.Equal(t, one, a)
				b, err := agent.Decide(context.Background(), v)
				assert.NoError(t, err)
				assert.Equal(t, many, b)
			}
		})
	}
	wait.Wait()
}

// One step is one decision of a 16-16 network on leduc.
func BenchmarkDecideLeduc(b *testing.B) {
	game := games.MustNew("leduc")
	agent, err := neural.FromWeights(game.Spec(), network(game.Spec()))
	require.NoError(b, err)
	for _, n := range []int{1, 4, 8, 64} {
		v := views(b, game, n)
		b.Run(fmt.Sprint(n, " together"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := agent.Decide(context.Background(), v); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "decisions/s")
		})
	}
}

// countdown is a context that ends when it has been looked at so often.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// A decision for many views looks at the context between batches, and says what it says
// for each view alone.
func TestStopsBetweenBatches(t *testing.T) {
	game := games.MustNew("leduc")
	agent, err := neural.FromWeights(game.Spec(), network(game.Spec()))
	require.NoError(t, err)
	many := views(t, game, 1000)
	ctx := &countdown{t.Context(), 1000}
	got, err := agent.Decide(ctx, many)
	require.NoError(t, err)
	assert.Equal(t, 1000-1-32, ctx.left, "at first, and before each of 32 batches")
	assert.Equal(t, decide(t, agent, many[256:512]), got[256:512])
	for i := 0; i < len(many); i += 37 {
		assert.Equal(t, decide(t, agent, many[i:i+1]), got[i:i+1], "a view alone")
	}
	_, err = agent.Decide(&countdown{t.Context(), 3}, many)
	assert.ErrorIs(t, err, context.Canceled)
}
