package graph_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute/dtypes"
	gx "github.com/gomlx/gomlx/core/graph"
	"github.com/stretchr/testify/require"

	"ringer/models"
	"ringer/models/graph"
)

// BenchmarkBatchSizes is one batch of a network of real size. Rows a second tell from which
// batch on a larger one pays.
func BenchmarkBatchSizes(b *testing.B) {
	net := cardGame(16, true, true)
	w := models.Init(net, 1)
	for _, n := range []int{4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096} {
		for _, groups := range []int{1, 1 << 20} {
			b.Run(fmt.Sprintf("rows=%d/groups=%d", n, groups), func(b *testing.B) {
				f, err := graph.NewGroupInference(groups, net, n)
				require.NoError(b, err)
				defer f.Close()
				require.NoError(b, f.Load(w))
				obs := observations(net, n, rand.New(rand.NewPCG(1, 2)))
				logits, values := make([]float32, n*net.Actions), make([]float32, n)
				b.ReportAllocs()
				for b.Loop() {
					require.NoError(b, f.Run(obs, n, logits, values))
				}
				b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
			})
		}
	}
}

// clippedLoss returns a policy-gradient loss of the usual kind: inputs are the
// mask [M, A], the action [M], its old log-probability [M], the advantage [M] and
// the return [M].
func clippedLoss(logits, value *graph.Node, inputs, scalars []*graph.Node) (*graph.Node, []*graph.Node) {
	mask, action, old, advantage, target := inputs[0], inputs[1], inputs[2], inputs[3], inputs[4]
	g := logits.Graph()
	masked := gx.Where(mask, logits, gx.BroadcastToShape(gx.Scalar(g, dtypes.Float32, -1e9), logits.Shape()))
	logp := gx.LogSoftmax(masked)                                             // [M, A]
	chosen := gx.OneHot(action, logits.Shape().Dimensions[1], dtypes.Float32) // [M, A]
	ratio := gx.Exp(gx.Sub(gx.ReduceSum(gx.Mul(logp, chosen), 1), old))       // [M]
	clip := gx.ClipScalar(ratio, 0.9, 1.1)                                    // [M]
	gain := gx.Min(gx.Mul(ratio, advantage), gx.Mul(clip, advantage))         // [M]
	diff := gx.Sub(value, target)                                             // [M]
	entropy := gx.Neg(gx.ReduceSum(gx.Mul(gx.Exp(logp), gx.Where(mask, logp, gx.ZerosLike(logp))), 1))
	policy := gx.Neg(gx.ReduceAllMean(gain))
	loss := gx.Add(gx.Sub(policy, gx.Mul(gx.ReduceAllMean(entropy), scalars[0])), gx.MulScalar(gx.ReduceAllMean(gx.Mul(diff, diff)), 0.5))
	return loss, []*graph.Node{policy, gx.ReduceAllMean(entropy)}
}

func clippedInputs(actions int) []graph.Input {
	return []graph.Input{
		{Name: "mask", DType: dtypes.Bool, Row: []int{actions}},
		{Name: "action", DType: dtypes.Int32},
		{Name: "old", DType: dtypes.Float32},
		{Name: "advantage", DType: dtypes.Float32},
		{Name: "return", DType: dtypes.Float32},
	}
}

// experience draws n rows for clippedLoss.
func experience(net *models.Network, n int, rng *rand.Rand) (obs []float32, inputs []any) {
	obs = observations(net, n, rng)
	mask, action := make([]bool, n*net.Actions), make([]int32, n)
	old, advantage, target := make([]float32, n), make([]float32, n), make([]float32, n)
	for i := range n {
		action[i] = int32(rng.IntN(net.Actions))
		for a := range net.Actions {
			mask[i*net.Actions+a] = int32(a) == action[i] || rng.IntN(2) == 0
		}
		old[i] = -float32(rng.Float64()) - 0.3
		advantage[i], target[i] = float32(rng.NormFloat64()), float32(rng.NormFloat64())
	}
	return obs, []any{mask, action, old, advantage, target}
}

// BenchmarkLearnerStep is one update on a minibatch: gather of the rows,
// forward, loss, backward, clipping and Adam. samples/s counts rows. Shards are
// pieces of the minibatch that are computed at the same time.
func BenchmarkLearnerStep(b *testing.B) {
	for _, c := range []struct{ obs, h, layers, actions, minibatch int }{
		{32, 64, 2, 16, 256}, {128, 128, 2, 32, 512}, {400, 256, 2, 90, 512},
	} {
		for _, v := range []struct {
			name   string
			shards int
			auto   bool
		}{{"by-hand", 1, false}, {"autodiff", 1, true}, {"2shards", 2, false}, {"4shards", 4, false}} {
			b.Run(fmt.Sprintf("%d-%d-A%d-mb%d/%s", c.obs, c.h, c.actions, c.minibatch, v.name), func(b *testing.B) {
				net := &models.Network{Fields: []models.Field{{Name: "o", Shape: []int{c.obs}}}, Actions: c.actions, Hidden: []int{c.h, c.h}, Activation: models.Tanh}
				benchmarkStep(b, net, c.minibatch, v.shards, v.auto)
			})
		}
	}
}

func benchmarkStep(b *testing.B, net *models.Network, minibatch, shards int, auto bool) {
	rng := rand.New(rand.NewPCG(1, 2))
	l, err := graph.NewLearner(models.Init(net, 1), clippedLoss, graph.LearnerConfig{
		Minibatch: minibatch, Inputs: clippedInputs(net.Actions), Scalars: 1, Adam: graph.DefaultAdam(), MaxGradNorm: 0.5, Shards: shards, Autodiff: auto,
	})
	require.NoError(b, err)
	defer l.Close()
	obs, inputs := experience(net, 4*minibatch, rng)
	rows := make([]int32, minibatch)
	for i := range rows {
		rows[i] = int32(rng.IntN(4 * minibatch))
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := l.Step(1e-3, obs, inputs, rows, []float32{0.05}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(minibatch)*float64(b.N)/b.Elapsed().Seconds(), "samples/s")
}

// cardGame returns a network for a game of real size: twenty rows of counts of 27 cards
// between plain numbers, perhaps a set of 10 entities, 39 actions.
func cardGame(embedding int, raw, set bool) *models.Network {
	net := &models.Network{
		Fields: []models.Field{
			{Name: "phase", Shape: []int{52}},
			{Name: "zones", Shape: []int{15, 27}, Vocab: "card"},
			{Name: "icons", Shape: []int{36}},
			{Name: "others", Shape: []int{5, 27}, Vocab: "card"},
			{Name: "targets", Shape: []int{36}},
		},
		Actions: 39, Embedding: embedding, VocabRaw: raw, SetHidden: 32, Hidden: []int{128, 128}, Activation: models.ReLU,
	}
	if set {
		net.Fields = append(net.Fields, models.Field{Name: "units", Shape: []int{10, 12}, Set: true})
	}
	return net
}

// BenchmarkEncoders is one update on a minibatch of 512, with the cards of a
// game encoded in different ways.
func BenchmarkEncoders(b *testing.B) {
	for _, c := range []struct {
		name      string
		embedding int
		raw, set  bool
	}{
		{"counts", 0, true, false}, {"embedding16", 16, false, false}, {"embedding16+counts", 16, true, false}, {"embedding16+counts+set", 16, true, true},
	} {
		for _, shards := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/%dshards", c.name, shards), func(b *testing.B) {
				benchmarkStep(b, cardGame(c.embedding, c.raw, c.set), 512, shards, false)
			})
		}
	}
}
