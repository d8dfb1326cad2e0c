package graph_test

import (
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	gx "github.com/gomlx/gomlx/core/graph"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models"
	"ringer/models/graph"
)

// A product of [m, k] and [k, n] takes 2mkn operations, as often as there are batches, and
// is counted once however often its result is used.
func TestProductsOfNodes(t *testing.T) {
	b, err := graph.Backend()
	require.NoError(t, err)
	g := gx.NewGraph(b, "test")
	parameter := func(name string, dims ...int) *graph.Node {
		return gx.Parameter(g, name, shapes.Make(dtypes.Float32, dims...))
	}
	x, y := parameter("x", 3, 4), parameter("y", 4, 5)
	xy := gx.Dot(x, y).Product()
	assert.Equal(t, 2.0*3*4*5, graph.Products(xy))
	assert.Equal(t, 2.0*3*4*5, graph.Products(gx.Add(xy, xy), xy))
	assert.Zero(t, graph.Products(gx.Add(x, x)))

	p, q := parameter("p", 7, 3, 4), parameter("q", 7, 5, 4)
	assert.Equal(t, 7*2.0*3*4*5, graph.Products(gx.DotGeneral(p, []int{2}, []int{0}, q, []int{2}, []int{0})))
	r, s := parameter("r", 7, 2, 3, 4), parameter("s", 7, 2, 4, 3)
	assert.Equal(t, 14*2.0*3*4*3, graph.Products(gx.DotGeneral(r, []int{3}, []int{0, 1}, s, []int{2}, []int{0, 1})))
	assert.Equal(t, 2.0*3*3*3, graph.Products(gx.Dot(parameter("v", 3, 3), parameter("w", 3, 3)).Product()), "a square")
}

// Without an encoder the count is the layers': forward each once, backward twice, but for
// the first ones, whose inputs need no gradient.
func TestProductsOfANetwork(t *testing.T) {
	const rows, d, h1, h2, a = 60, 11, 16, 24, 4
	net := &models.Network{Fields: []models.Field{{Name: "flat", Shape: []int{d}}}, Actions: a, Hidden: []int{h1, h2}, Activation: models.Tanh}
	first, second, heads := 2*d*h1, 2*h1*h2, h2*a+h2
	forward := 2 * rows * (first + second + heads)
	got, err := graph.ForwardProducts(net, rows)
	require.NoError(t, err)
	assert.EqualValues(t, forward, got)

	shared := *net
	shared.SharedTrunk = true
	got, err = graph.ForwardProducts(&shared, rows)
	require.NoError(t, err)
	assert.EqualValues(t, 2*rows*(d*h1+h1*h2+heads), got)

	cfg := learnerConfig(net, rows)
	for _, shards := range []int{1, 2} {
		cfg.Shards = shards
		l, err := graph.NewLearner(models.Init(net, 1), clippedLoss, cfg)
		require.NoError(t, err)
		assert.EqualValues(t, forward+2*rows*(first+2*second+2*heads), l.Products(), "%d shards", shards)
		assert.Equal(t, rows, l.Minibatch())
		l.Close()
	}
	_, err = graph.ForwardProducts(net, 0)
	assert.ErrorContains(t, err, "products of 0 rows")
}

// Every encoder has its products: the count of a row hardly depends on the batch, and
// learning takes two to three times a forward pass.
func TestProductsOfEveryArchitecture(t *testing.T) {
	for name, net := range architectures() {
		one, err := graph.ForwardProducts(net, 8)
		require.NoError(t, err, name)
		many, err := graph.ForwardProducts(net, 80)
		require.NoError(t, err, name)
		assert.InEpsilon(t, 10*one, many, 1e-9, name)
		assert.Greater(t, one/8, 1.5*float64(net.Parameters()-biases(net)), "%s: every weight multiplies something, but for those of counts that are 0", name)
		l, err := graph.NewLearner(models.Init(net, 1), clippedLoss, learnerConfig(net, 8))
		require.NoError(t, err, name)
		assert.Greater(t, l.Products()/one, 1.5, name)
		assert.Less(t, l.Products()/one, 4.0, name)
		l.Close()
	}
}

// biases returns the number of weights that are added.
func biases(net *models.Network) (n int) {
	for _, t := range net.Tensors() {
		if strings.HasSuffix(t.Name, "/bias") || len(t.Shape) == 1 {
			n += t.Size()
		}
	}
	return n
}

// Batches, their rows and the padding beside them are counted, and what happened before can be
// taken away.
func TestServed(t *testing.T) {
	for kind, name := range map[string]string{"graph": "plain tanh", "rows": "attention"} {
		net := architectures()[name]
		f := newInference(t, kind, models.Init(net, 1), 8, 16)
		run := func(n int) {
			logits, values := make([]float32, n*net.Actions), make([]float32, n)
			require.NoError(t, f.Run(observations(net, n, rand.New(rand.NewPCG(1, 2))), n, logits, values))
		}
		run(3)
		before := f.Served()
		assert.Positive(t, before.Time)
		run(37) // 16, 16 and 5
		got := f.Served()
		got.Sub(before)
		before.Time, got.Time = 0, 0
		want := graph.Served{Batches: 3, Rows: 37, Padded: 3}
		if name == "attention" { // row by row, without padding
			want = graph.Served{Batches: 1, Rows: 37}
		} else {
			assert.Equal(t, graph.Served{Batches: 1, Rows: 3, Padded: 5}, before)
		}
		assert.Equal(t, want, got)
		var sum graph.Served
		sum.Add(got)
		sum.Add(got)
		assert.Equal(t, 74, sum.Rows)
	}
}

// Groups that run at once compute each batch on one processor, with the same bits.
func TestGroupsHaveTheSameBits(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	net := cardGame(16, true, true)
	rng := rand.New(rand.NewPCG(1, 2))
	w := jitter(models.Init(net, 3), rng)
	const n = 300
	obs := observations(net, n, rng)
	results := map[int][]float32{}
	for _, groups := range []int{1, 2, 5} {
		f, err := graph.NewGraphInference(groups, net, n)
		require.NoError(t, err)
		require.NoError(t, f.Load(w))
		logits, values := make([]float32, n*net.Actions), make([]float32, n)
		require.NoError(t, f.Run(obs, n, logits, values))
		results[groups] = append(logits, values...)
		f.Close()
	}
	assert.Equal(t, results[1], results[2])
	assert.Equal(t, results[1], results[5])
}

// The second backend uses one goroutine: without this test a new release of the
// backend could lose it in silence.
func TestSerialBackend(t *testing.T) {
	if graph.BackendConfig() != graph.DefaultBackend {
		t.Skip("GOMLX_BACKEND chooses the backend of all graphs")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	all, err := graph.Backend()
	require.NoError(t, err)
	for atOnce, want := range map[int]string{1: all.Description(), 3: all.Description(), 4: "parallelism=1", 9: "parallelism=1"} {
		b, err := graph.BackendFor(atOnce)
		require.NoError(t, err)
		assert.Contains(t, b.Description(), want, atOnce)
	}
	assert.NotContains(t, all.Description(), "parallelism=1)")
	runtime.GOMAXPROCS(1)
	b, err := graph.BackendFor(1)
	require.NoError(t, err)
	assert.Equal(t, all, b)
}
