package bestresponse_test

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/neural"
	"ringer/agents/random"
	"ringer/agents/roster"
	"ringer/checkpoints"
	"ringer/configs"
	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
	"ringer/eval/tree"
	"ringer/models"
	"ringer/models/botfile"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/bestresponse"
)

// habit always takes one action where it may, and else plays at random: the action
// that comes first in prefer.
type habit struct{ prefer []env.Action }

func (h habit) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	for i := range views {
		legal, probs := views[i].Legal, decisions[i].Probs
		at := -1
		for _, a := range h.prefer {
			if at = slices.Index(legal, a); at >= 0 {
				break
			}
		}
		for j := range probs {
			switch {
			case at < 0:
				probs[j] = 1 / float32(len(probs))
			case j == at:
				probs[j] = 1
			default:
				probs[j] = 0
			}
		}
	}
	return decisions, nil
}

// A planted habit is found: most of what there is to gain from it, by the exact best
// response.
func TestAPlantedHabitIsExploited(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one goroutine")
	}
	duel := games.MustNew("duel(file=mini)")
	for name, c := range map[string]struct {
		game    env.Game
		against habit
	}{
		"always score 3":         {duel, habit{[]env.Action{duel.Spec().BlockOffset("score") + 2}}},
		"always the highest bid": {games.MustNew("goofspiel(cards=4)"), habit{[]env.Action{3, 2, 1, 0}}},
	} {
		t.Run(name, func(t *testing.T) {
			x := config(t, "kuhn", 3000)
			x.Game, x.Agent = c.game, eval.Entry{Name: name, Agent: c.against}
			x.Train.Collect.Batch = 512
			x.Selection = 1000
			r, err := bestresponse.Run(context.Background(), x)
			require.NoError(t, err)
			full, err := tree.Build(t.Context(), c.game, 0)
			require.NoError(t, err)
			exact, err := eval.Exploit(context.Background(), full, name, c.against, 0)
			require.NoError(t, err)
			t.Logf("found %.4f (%.4f … %.4f) of %.4f", r.NashConv, r.NashConvLow, r.NashConvHigh, exact.NashConv)
			assert.True(t, r.Found)
			assert.Greater(t, r.NashConv, 0.7*exact.NashConv)
			assert.LessOrEqual(t, r.NashConvLow, exact.NashConv)
		})
	}
}

// An agent that needs no training is a response too, where there is no training to
// speak of.
func TestAReadyResponseIsFound(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one goroutine")
	}
	x := config(t, "goofspiel", 1)
	x.Agent = eval.Entry{Name: "always the lowest bid", Agent: habit{[]env.Action{0, 1, 2, 3}}}
	x.Train.Collect.Batch = 256
	x.Ready = []eval.Entry{{Name: "one more", Agent: habit{[]env.Action{1, 2, 3, 0}}}, {Name: "random", Agent: random.New()}}
	x.Selection = 100
	r, err := bestresponse.Run(context.Background(), x)
	require.NoError(t, err)
	assert.True(t, r.Found)
	assert.Equal(t, []string{"one more", "one more"}, r.Chosen)
	assert.InDelta(t, 2, r.NashConv, 1e-9, "it wins every game")
}

// Half of the budget goes to all networks, half to the best: networks that begin with
// good weights go on.
func TestTheBestStartsGoOn(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one goroutine")
	}
	x := config(t, "kuhn", 20_000)
	taught, err := train.Run(context.Background(), taught(x), train.Options{Game: x.Game, Algorithm: x.Algorithm, Agent: func(string) (agents.Agent, error) { return random.New(), nil }})
	require.NoError(t, err)
	x.Decisions, x.Selection = 2000, 2000
	x.Train.Collect.Batch = 256
	x.Starts = []bestresponse.Start{
		bestresponse.Random(x.Train.Network),
		{Name: "taught", Network: x.Train.Network, Begin: func(_ context.Context, _ *train.Collector, w *models.Weights, _ func(done, total int)) error {
			copy(w.Flat, taught.Weights.Flat)
			return nil
		}},
	}
	r, err := bestresponse.Run(context.Background(), x)
	require.NoError(t, err)
	assert.Equal(t, 6, r.Budget.Networks)
	assert.Equal(t, 500, x.FirstDecisions(6))
	assert.GreaterOrEqual(t, r.Budget.TotalDecisions, 3*2000)
	assert.Less(t, r.Budget.TotalDecisions, 3*2000+9*300, "nine trainings, each in whole batches")
	assert.Equal(t, []string{
		"random weights, seed 1", "taught, seed 1", "random weights, seed 2", "taught, seed 2", "random weights, seed 3", "taught, seed 3",
	}, names(r.Candidates[:6]))
	require.Len(t, r.Candidates, 12)
	for i, c := range r.Candidates {
		assert.Equal(t, i < 6, c.Screened)
		if i >= 6 {
			assert.Contains(t, c.Name, "taught")
		}
	}
	assert.Greater(t, r.NashConv, 0.8*exact(t, x.Game).NashConv)
}

// The best network of a fresh start is reported beside the best of all, and trains on as long,
// though it is not among the best; it changes nothing of what is found without it.
func TestAFreshStartIsReportedBeside(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one goroutine")
	}
	x := config(t, "goofspiel", 1200)
	x.Agent = eval.Entry{Name: "always the lowest bid", Agent: habit{[]env.Action{0, 1, 2, 3}}}
	x.Train.Collect.Batch, x.Selection, x.Games = 256, 100, bestresponse.LeastGames
	blind := x
	blind.Decisions = 20_000
	strong, err := bestresponse.Run(t.Context(), blind)
	require.NoError(t, err)
	require.NotNil(t, strong.Networks[0])
	assert.Nil(t, strong.Fresh, "nobody asked")
	x.Starts = []bestresponse.Start{
		bestresponse.Random(x.Train.Network),
		{Name: "taught", Network: x.Train.Network, Begin: bestresponse.Copied(strong.Networks[0].Weights())},
	}
	plain, err := bestresponse.Run(t.Context(), x)
	require.NoError(t, err)
	x.Afresh = true
	x.Progress = func(_ string, done, total int) { assert.LessOrEqual(t, done, total) }
	r, err := bestresponse.Run(t.Context(), x)
	require.NoError(t, err)
	require.NotNil(t, r.Fresh)
	assert.Contains(t, r.Chosen[0], "taught")
	assert.Contains(t, r.Fresh.Chosen[0], "random weights")
	assert.Equal(t, plain.Gains, r.Gains)
	assert.Equal(t, plain.Budget.TotalDecisions+768, r.Budget.TotalDecisions, "half of 1200, in whole batches")
	assert.LessOrEqual(t, r.Fresh.Gains[0].Gain, r.Gains[0].Gain)
	assert.Len(t, r.Candidates, len(plain.Candidates)+2, "it, and its likeliest action")
	text, err := json.Marshal(r)
	require.NoError(t, err)
	assert.Contains(t, string(text), `"fresh":{"gains":[{"seat":0,"gain":`)

	x.Starts = x.Starts[:1]
	x.Ready = nil
	alone, err := bestresponse.Run(t.Context(), x)
	require.NoError(t, err)
	assert.Equal(t, alone.Chosen, alone.Fresh.Chosen)
	assert.Equal(t, alone.Gains, alone.Fresh.Gains, "the same responses, in the same games")
}

func taught(x bestresponse.Config) train.Config {
	cfg := x.Train
	cfg.Game, cfg.Decisions, cfg.EMA = "kuhn", x.Decisions, 0
	cfg.Opponents = train.OpponentConfig{Fixed: []string{"random"}, FixedShare: 1}
	cfg.Evaluation = train.EvaluationConfig{}
	return cfg
}

func names(candidates []bestresponse.Candidate) (out []string) {
	for _, c := range candidates {
		out = append(out, c.Name)
	}
	return out
}

// A seat without a gain has no interval, and the response that came closest has a name.
func TestWhatWasNotFound(t *testing.T) {
	r := &bestresponse.Result{
		ResponseEstimate: eval.ResponseEstimate{Gains: []eval.Gain{{Seat: 0}, {Seat: 1, Gain: 0.1, Low: -0.1, High: 0.3}}, NashConvLow: -0.1, NashConvHigh: 0.3},
		Chosen:           []string{bestresponse.Itself, "greedy"},
		Candidates:       []bestresponse.Candidate{{Name: "expert", Gains: []float64{-0.2, -0.1}}, {Name: "greedy", Gains: []float64{-0.1, 0.2}}, {Name: "random", Gains: []float64{1, 1}, Screened: true}},
	}
	name, gain := r.BestTried(0)
	assert.Equal(t, "greedy", name)
	assert.InDelta(t, -0.1, gain, 0)
	decoded := func() map[string]any {
		text, err := json.Marshal(r)
		require.NoError(t, err)
		m := map[string]any{}
		require.NoError(t, json.Unmarshal(text, &m))
		return m
	}
	m := decoded()
	assert.Equal(t, false, m["found"])
	assert.Equal(t, []any{
		map[string]any{"seat": 0., "gain": 0., "low": nil, "high": nil, "found": false},
		map[string]any{"seat": 1., "gain": 0.1, "low": -0.1, "high": 0.3, "found": false},
	}, m["gains"])
	assert.InDelta(t, -0.1, m["nash_conv_low"], 0)
	r.Chosen[1] = bestresponse.Itself
	m = decoded()
	for _, key := range []string{"nash_conv_low", "nash_conv_high", "exploitability_low", "exploitability_high"} {
		assert.Contains(t, m, key)
		assert.Nil(t, m[key], key)
	}
	assert.EqualValues(t, 0, m["nash_conv"])
}

// An interrupt keeps what was measured.
func TestAnInterruptKeepsTheCandidates(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	x := config(t, "kuhn", 100_000)
	x.Ready = []eval.Entry{{Name: "another random", Agent: random.New()}}
	x.Selection = 200
	x.Progress = func(phase string, done, _ int) {
		if phase == "training" && done > 0 {
			stop()
		}
	}
	r, err := bestresponse.Run(ctx, x)
	require.ErrorIs(t, err, context.Canceled)
	assert.True(t, r.Interrupted)
	assert.Equal(t, "kuhn", r.Game)
	assert.False(t, r.Found)
	assert.Equal(t, []string{"another random"}, names(r.Candidates))
}

// shipped reads a bot that ships.
func shipped(name string) (*botfile.Bot, error) {
	file, err := checkpoints.Open(name)
	if err != nil {
		return nil, err
	}
	return botfile.Read(file, file.Size())
}

// The expert of 5 Possessions, which the shipped bot beats, is exploited by it, and by
// networks that begin with its weights, also where the bot itself may not answer; random play
// hardly gets there.
func TestAnExpertIsExploited(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one goroutine")
	}
	if os.Getenv("RINGER_LONG") == "" {
		t.Skip("plays for minutes: set RINGER_LONG=1 (make long)")
	}
	g := games.MustNew("fivepossessions(wrap=levelk)")
	from := roster.Sources{Game: g, Bot: shipped}
	expert, err := roster.New("expert", from)
	require.NoError(t, err)
	ringer, err := roster.New("bot(fivepossessions)", from)
	require.NoError(t, err)
	bot, err := shipped("fivepossessions")
	require.NoError(t, err)
	file := algos.Defaults()
	file.PPO.Entropy, file.PPO.FinalEntropy = 0.02, 0
	x := bestresponse.Config{
		Game: g, Agent: eval.Entry{Name: "expert", Agent: expert}, Ready: []eval.Entry{{Name: "ringer", Agent: ringer}},
		Starts: []bestresponse.Start{{
			Name: "ringer", Network: train.NetworkConfigOf(bot.Weights.Network),
			Begin: func(_ context.Context, _ *train.Collector, w *models.Weights, _ func(done, total int)) error {
				copy(w.Flat, bot.Weights.Flat)
				return nil
			},
		}},
		Train: file.Config, Algorithm: func(w *models.Weights) (train.Algorithm, error) { return file.New(w) },
		Seeds: bestresponse.MinSeeds, Decisions: 60_000, Selection: 1000, Games: bestresponse.MinGames, Seed: 1,
	}
	blind := x
	blind.Ready, blind.Starts = nil, []bestresponse.Start{bestresponse.Random(x.Starts[0].Network)}
	r, err := bestresponse.Run(context.Background(), blind)
	require.NoError(t, err)
	t.Logf("from random weights %.4f (%.4f … %.4f), by %v", r.NashConv, r.NashConvLow, r.NashConvHigh, r.Chosen)
	assert.False(t, r.Found)
	r, err = bestresponse.Run(context.Background(), x)
	require.NoError(t, err)
	t.Logf("found %.4f (%.4f … %.4f), by %v", r.NashConv, r.NashConvLow, r.NashConvHigh, r.Chosen)
	assert.True(t, r.Found)
	assert.NotContains(t, r.Chosen, bestresponse.Itself)

	x.Ready = nil
	r, err = bestresponse.Run(context.Background(), x)
	require.NoError(t, err)
	t.Logf("trained %.4f (%.4f … %.4f), by %v", r.NashConv, r.NashConvLow, r.NashConvHigh, r.Chosen)
	assert.True(t, r.Found)
	for _, by := range r.Chosen {
		assert.Contains(t, by, "ringer, seed")
	}
}

// Copies of the agent that their training made worse are told of, and others are not.
func TestCopiesThatUnlearnAreToldOf(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one goroutine")
	}
	bot, err := shipped("goofspiel")
	require.NoError(t, err)
	agent, err := neural.FromWeights(games.MustNew("goofspiel").Spec(), bot.Weights)
	require.NoError(t, err)
	for entropy, told := range map[string]bool{"0.01": false, "10": true} {
		file := algos.Defaults()
		require.NoError(t, configs.Read("train", "goofspiel", &file, "ppo.entropy="+entropy, "ppo.final_entropy=-1", "ppo.kl=0.05", "ppo.learning_rate=0.01", "collect.batch=512"))
		x := config(t, "goofspiel", 8000)
		x.Agent = eval.Entry{Name: "bot", Agent: agent}
		x.Algorithm = func(w *models.Weights) (train.Algorithm, error) { return file.New(w) }
		x.Train, x.Selection, x.Games = file.Config, 1000, bestresponse.LeastGames
		network := train.NetworkConfigOf(bot.Weights.Network)
		x.Starts = []bestresponse.Start{bestresponse.Random(network), {Name: "its own weights", Network: network, Begin: bestresponse.Copied(bot.Weights)}}
		x.Starts[1].Own = true
		r, err := bestresponse.Run(context.Background(), x)
		require.NoError(t, err)
		t.Log(entropy, r.Unlearned)
		assert.Equal(t, told, r.Unlearned > 0.15)
		if !told {
			assert.Zero(t, r.Unlearned)
			continue
		}
		x.Starts[1].Own = false
		r, err = bestresponse.Run(context.Background(), x)
		require.NoError(t, err)
		assert.Zero(t, r.Unlearned, "whose weights they are is not known")
	}
}
