package onnx_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"

	"ringer/agents"
	"ringer/agents/neural"
	"ringer/agents/onnx"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
	"ringer/models"
	"ringer/models/botfile"
	"ringer/models/onnxrun"
)

// network returns random weights for a game.
func network(spec *env.Spec) *models.Weights {
	weights := models.Init(&models.Network{
		Fields: neural.Fields(spec), Actions: spec.NumActions(), Hidden: []int{16, 16}, Activation: models.Tanh, Embedding: 4, SetHidden: 8,
	}, 1)
	rng := env.Stream(1, "test/weights")
	for i := range weights.Flat {
		weights.Flat[i] += float32(rng.NormFloat64() * 0.5)
	}
	return weights
}

func read(t testing.TB, data []byte) *onnxrun.Model {
	t.Helper()
	model, err := onnxrun.Read(data, nil, onnx.Limits)
	require.NoError(t, err)
	return model
}

func exported(t testing.TB, spec *env.Spec, weights *models.Weights) *onnxrun.Model {
	t.Helper()
	var file bytes.Buffer
	require.NoError(t, models.WriteONNX(&file, weights, nil, map[string]string{"game": spec.String(), "spec_hash": spec.Hash}))
	return read(t, file.Bytes())
}

// views are views of random positions.
func views(t testing.TB, game env.Game, n int) (out []agents.View) {
	t.Helper()
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
	decisions, err := agent.Decide(t.Context(), views)
	require.NoError(t, err)
	require.NoError(t, agents.Check(decisions, views))
	return decisions
}

// A bot's ONNX form plays kinds and seats at the temperatures that the bot does.
func TestTemperaturesOfKinds(t *testing.T) {
	game := games.MustNew("leduc")
	spec := game.Spec()
	bot := botfile.Bot{Weights: network(spec).Sharpened(0.5), Manifest: botfile.Manifest{
		Name: "tiny", Ringer: "test", Game: spec.String(), SpecHash: spec.Hash, Licence: "Apache-2.0",
		Training:     botfile.Training{Algorithm: "none", Temperature: 0.5},
		Temperatures: &botfile.Temperatures{Kinds: map[string]float64{"other": 0.9}, Seats: []float64{1, 0.2}},
	}}
	for _, b := range spec.Actions {
		bot.Manifest.Blocks = append(bot.Manifest.Blocks, botfile.Block{Name: b.Name, Shape: b.Shape})
	}
	inside, err := neural.FromBot(spec, &bot)
	require.NoError(t, err)
	model := func(apart string) *onnxrun.Model {
		var file bytes.Buffer
		require.NoError(t, models.WriteONNX(&file, bot.Weights, nil, map[string]string{"spec_hash": spec.Hash, botfile.TemperaturesKey: apart, botfile.TemperatureKey: "0.5"}))
		return read(t, file.Bytes())
	}
	agent, err := onnx.New(spec, "policy.onnx", model(`{"kinds": {"other": 0.9}, "seats": [1, 0.2]}`))
	require.NoError(t, err)
	plain, err := neural.FromWeights(spec, bot.Weights)
	require.NoError(t, err)
	all := views(t, game, 100)
	want, got, without := decide(t, inside, all), decide(t, agent, all), decide(t, plain, all)
	assert.NotEqual(t, without, want)
	for i := range all {
		require.InDeltaSlice(t, want[i].Probs, got[i].Probs, 1e-3)
	}
	for apart, fault := range map[string]string{
		`{"kinds": {"draft": 1}}`: "policy.onnx: temperatures.kinds.draft: unknown kind of decision",
		`{"seats": [1]}`:          "policy.onnx: temperatures.seats: 1: want one for each of 2 seats",
		`[1]`:                     "policy.onnx: temperatures: ",
	} {
		_, err := onnx.New(spec, "policy.onnx", model(apart))
		assert.ErrorContains(t, err, fault)
	}
}

// The ONNX form of a network with a frame of its own says so, and decides as the network does in every corner.
func TestFrameOfOnesOwn(t *testing.T) {
	game := games.MustNew("duel(file=skirmish)")
	spec := game.Spec()
	net := *network(spec).Network
	net.Frame = models.FrameOwn
	weights := models.Init(&net, 1)
	copy(weights.Flat, network(spec).Flat)
	inside, err := neural.FromWeights(spec, weights)
	require.NoError(t, err)
	model := exported(t, spec, weights)
	assert.Equal(t, models.FrameOwn, model.Metadata[models.ONNXFrame])
	agent, err := onnx.New(spec, "policy.onnx", model)
	require.NoError(t, err)
	all := views(t, game, 60)
	want, got := decide(t, inside, all), decide(t, agent, all)
	turned := 0
	for i, v := range all {
		if spec.Frames.Of(v.Observation) != nil {
			turned++
		}
		require.InDeltaSlice(t, want[i].Probs, got[i].Probs, 1e-3)
	}
	assert.NotZero(t, turned)

	for text, fault := range map[string]string{
		`{"frame": "own"}`:  "policy.onnx: frame: own: want table for leduc, whose table looks the same from no two corners",
		`{"frame": "mine"}`: `policy.onnx: frame: "mine": want table or own`,
	} {
		var about map[string]string
		require.NoError(t, json.Unmarshal([]byte(text), &about))
		spec := games.MustNew("leduc").Spec()
		var file bytes.Buffer
		require.NoError(t, models.WriteONNX(&file, network(spec), nil, about))
		_, err := onnx.New(spec, "policy.onnx", read(t, file.Bytes()))
		assert.ErrorContains(t, err, fault)
	}
}

// A network decides the same through its ONNX form, with values in the units of the game,
// at any temperature, one by one, many at once and from many goroutines.
func TestDecidesAsTheNetworkDoes(t *testing.T) {
	for _, name := range []string{"kuhn", "leduc", "tictactoe"} {
		game := games.MustNew(name)
		weights := network(game.Spec())
		inside, err := neural.FromWeights(game.Spec(), weights)
		require.NoError(t, err)
		agent, err := onnx.New(game.Spec(), "policy.onnx", exported(t, game.Spec(), weights))
		require.NoError(t, err)
		all := views(t, game, 300)
		want, got := decide(t, inside, all), decide(t, agent, all)
		sharp, sharper := decide(t, inside.WithTemperature(0.3), all), decide(t, agent.WithTemperature(0.3), all)
		for i := range all {
			require.InDeltaSlice(t, want[i].Probs, got[i].Probs, 1e-4, name)
			require.InDeltaSlice(t, sharp[i].Probs, sharper[i].Probs, 1e-3, name)
			require.InDelta(t, want[i].Value, got[i].Value, 1e-3, name)
			require.Equal(t, got[i], decide(t, agent, all[i:i+1])[0], "the batch does not matter")
		}
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				again, err := agent.Decide(context.Background(), all)
				assert.NoError(t, err)
				assert.Equal(t, got, again)
			})
		}
		wait.Wait()
	}
}

// A model says in which unit its value is: the game's, with the factor inside, so that
// another runtime gives returns too. Files from before say nothing, and hold the network's own.
func TestTheUnitOfTheValue(t *testing.T) {
	game := games.MustNew("leduc")
	weights := network(game.Spec())
	inside, err := neural.FromWeights(game.Spec(), weights)
	require.NoError(t, err)
	all := views(t, game, 20)
	want := decide(t, inside, all)
	for _, options := range [][]models.ONNXOption{nil, {models.InReturns(neural.ReturnScale(game.Spec()))}} {
		var file bytes.Buffer
		require.NoError(t, models.WriteONNX(&file, weights, nil, nil, options...))
		m := read(t, file.Bytes())
		if options == nil {
			assert.Empty(t, m.Metadata)
		} else {
			assert.Equal(t, models.UnitReturn, m.Metadata[models.ONNXValueUnit])
			assert.Contains(t, m.Metadata[models.ONNXOutputs], "value: float [N], the return that the seat may expect, in the game's units")
			assert.Contains(t, m.Metadata[models.ONNXInputs], "observation: float [N, 42]")
			m.Producer = "another" // which another runtime does not look at
		}
		agent, err := onnx.New(game.Spec(), "policy.onnx", m)
		require.NoError(t, err)
		for i, d := range decide(t, agent, all) {
			require.InDelta(t, want[i].Value, d.Value, 1e-3)
		}
	}
}

// model builds an ONNX file for a game by hand.
type model struct{ graph, metadata message }

type message []byte

func (m *message) int(field protowire.Number, v int) {
	*m = protowire.AppendVarint(protowire.AppendTag(*m, field, protowire.VarintType), uint64(v))
}

func (m *message) bytes(field protowire.Number, v []byte) {
	*m = protowire.AppendBytes(protowire.AppendTag(*m, field, protowire.BytesType), v)
}

func (m *message) string(field protowire.Number, v string) { m.bytes(field, []byte(v)) }

// Data types of onnx.proto.
const typeFloat, typeInt64, typeBool = 1, 7, 9

func (m *model) port(field protowire.Number, name string, code int, shape ...int) {
	var dims, tensor, kind, info message
	for _, d := range shape {
		var dim message
		if d < 0 {
			dim.string(2, "batch")
		} else {
			dim.int(1, d)
		}
		dims.bytes(1, dim)
	}
	tensor.int(1, code)
	tensor.bytes(2, dims)
	kind.bytes(1, tensor)
	info.string(1, name)
	info.bytes(2, kind)
	m.graph.bytes(field, info)
}

func (m *model) node(op, output string, inputs ...string) {
	var n message
	for _, in := range inputs {
		n.string(1, in)
	}
	n.string(2, output)
	n.string(4, op)
	if op == "Softmax" { // over the batch
		var axis message
		axis.string(1, "axis")
		axis.int(3, 0)
		n.bytes(5, axis)
	}
	m.graph.bytes(1, n)
}

// constant adds floats.
func (m *model) constant(name string, shape []int, v ...float32) {
	var c message
	for _, d := range shape {
		c.int(1, d)
	}
	c.int(2, typeFloat)
	for _, x := range v {
		c = protowire.AppendFixed32(protowire.AppendTag(c, 4, protowire.Fixed32Type), math.Float32bits(x))
	}
	c.string(8, name)
	m.graph.bytes(5, c)
}

func (m *model) about(key, value string) {
	var e message
	e.string(1, key)
	e.string(2, value)
	m.metadata.bytes(14, e)
}

func (m *model) encode() []byte {
	var f, opset message
	f.int(1, 8)
	f.bytes(7, m.graph)
	opset.int(2, 17)
	f.bytes(8, opset)
	return append(f, m.metadata...)
}

// first gives the first numbers of the observation as scores: of Kuhn poker, the seat.
func first(batch int, output string) *model {
	m := &model{}
	w := make([]float32, 13*2)
	w[0], w[3] = 1, 1
	m.constant("w", []int{13, 2}, w...)
	m.port(11, "observation", typeFloat, batch, 13)
	m.node("MatMul", output, "observation", "w")
	m.port(12, output, typeFloat, batch, 2)
	return m
}

func TestWhatAModelMayReadAndGive(t *testing.T) {
	game := games.MustNew("kuhn")
	all := views(t, game, 20)
	softmax := func(x, y float64) []float32 {
		p := 1 / (1 + math.Exp(y-x))
		return []float32{float32(p), float32(1 - p)}
	}
	masked := func(code int, make func(*model)) []byte {
		m := &model{}
		m.port(11, "observation", typeFloat, -1, 13)
		m.port(11, "mask", code, -1, 2)
		make(m)
		m.port(12, "probs", typeFloat, -1, 2)
		return m.encode()
	}
	direct := func(m *model) { m.node("Identity", "probs", "mask") }
	from := func(m *model) {
		m.constant("one", []int{1}, 1)
		m.node("CastLike", "probs", "mask", "one")
	}
	valued := first(-1, "logits")
	valued.constant("v", []int{13, 1}, make([]float32, 13)...)
	valued.node("MatMul", "zero", "observation", "v")
	valued.constant("two", nil, 2)
	valued.node("Add", "value", "zero", "two")
	valued.port(12, "value", typeFloat, -1, 1)
	for name, c := range map[string]struct {
		data  []byte
		probs func(v *agents.View) []float32
		value float32
	}{
		"logits of any batch":     {first(-1, "logits").encode(), func(v *agents.View) []float32 { return softmax(float64(v.Observation[0]), float64(v.Observation[1])) }, 0},
		"logits of one row":       {first(1, "logits").encode(), func(v *agents.View) []float32 { return softmax(float64(v.Observation[0]), float64(v.Observation[1])) }, 0},
		"probs":                   {first(-1, "probs").encode(), func(v *agents.View) []float32 { return v.Observation[:2] }, 0},
		"a value":                 {valued.encode(), func(v *agents.View) []float32 { return softmax(float64(v.Observation[0]), float64(v.Observation[1])) }, 2},
		"a mask of floats":        {masked(typeFloat, direct), func(*agents.View) []float32 { return []float32{0.5, 0.5} }, 0},
		"a mask of bools":         {masked(typeBool, from), func(*agents.View) []float32 { return []float32{0.5, 0.5} }, 0},
		"a mask of whole numbers": {masked(typeInt64, from), func(*agents.View) []float32 { return []float32{0.5, 0.5} }, 0},
	} {
		t.Run(name, func(t *testing.T) {
			agent, err := onnx.New(game.Spec(), "policy.onnx", read(t, c.data))
			require.NoError(t, err)
			for i, d := range decide(t, agent, all) {
				assert.InDeltaSlice(t, c.probs(&all[i]), d.Probs, 1e-6)
				assert.InDelta(t, c.value, d.Value, 1e-6)
			}
		})
	}
}

// A model that is none for the game is refused before it plays, with what was expected.
func TestRefuses(t *testing.T) {
	game := games.MustNew("kuhn")
	leduc := games.MustNew("leduc").Spec()
	changed := func(change func(*model)) []byte {
		m := first(-1, "logits")
		change(m)
		return m.encode()
	}
	of := func(change func(*model)) []byte {
		m := &model{}
		change(m)
		return m.encode()
	}
	for says, data := range map[string][]byte{
		"observation has the shape [?, 12]: want [batch, 13], the numbers of an observation of kuhn": of(func(m *model) {
			m.port(11, "observation", typeFloat, -1, 12)
			m.port(12, "logits", typeFloat, -1, 2)
			m.node("Relu", "logits", "observation")
		}),
		"observation has the shape [32, 13]: want a batch of any size: dynamic_axes": first(32, "logits").encode(),
		"observation is of type integer": of(func(m *model) {
			m.port(11, "observation", typeInt64, -1, 13)
			m.node("Relu", "logits", "observation")
			m.port(12, "logits", typeFloat, -1, 2)
		}),
		`the input "hidden": want the inputs observation`: changed(func(m *model) { m.port(11, "hidden", typeFloat, -1, 4) }),
		`inputs "observation", outputs none: want`: of(func(m *model) {
			m.port(11, "observation", typeFloat, -1, 13)
			m.node("Relu", "x", "observation")
		}),
		`the output "observed": want the inputs`: changed(func(m *model) {
			m.node("Relu", "observed", "observation")
			m.port(12, "observed", typeFloat, -1, 13)
		}),
		"the outputs logits and probs: want one of them": changed(func(m *model) {
			m.node("Relu", "probs", "logits")
			m.port(12, "probs", typeFloat, -1, 2)
		}),
		"the output logits is float [1 13] for 1 rows: want float [1 2]": of(func(m *model) {
			m.port(11, "observation", typeFloat, -1, 13)
			m.node("Relu", "logits", "observation")
			m.port(12, "logits", typeFloat, -1, 2)
		}),
		"a row of a batch changes the decision of another": of(func(m *model) {
			m.port(11, "observation", typeFloat, -1, 13)
			m.constant("w", []int{13, 2}, append([]float32{1}, make([]float32, 25)...)...)
			m.node("Softmax", "soft", "observation")
			m.node("MatMul", "logits", "soft", "w")
			m.port(12, "logits", typeFloat, -1, 2)
		}),
		leduc.Hash: changed(func(m *model) { m.about("ringer_spec_hash", leduc.Hash) }),
	} {
		_, err := onnx.New(game.Spec(), "policy.onnx", read(t, data))
		require.ErrorContains(t, err, says)
		assert.Contains(t, err.Error(), "policy.onnx")
	}
	var wrong *botfile.SpecError
	_, err := onnx.New(game.Spec(), "policy.onnx", read(t, changed(func(m *model) { m.about("ringer_spec_hash", leduc.Hash) })))
	require.ErrorAs(t, err, &wrong)
	_, err = onnx.New(game.Spec(), "policy.onnx", read(t, changed(func(m *model) { m.about("ringer_spec_hash", game.Spec().Hash) })))
	require.NoError(t, err)
	agent, err := onnx.New(game.Spec(), "policy.onnx", read(t, first(-1, "logits").encode()))
	require.NoError(t, err)
	_, err = agent.Decide(t.Context(), views(t, games.MustNew("leduc"), 1))
	require.ErrorAs(t, err, &wrong)
	for _, bad := range []float64{-0.1, math.NaN(), math.Inf(1)} {
		assert.Panics(t, func() { agent.WithTemperature(bad) })
	}
}

// Numbers that are none end a decision with an error.
func TestNumbersThatAreNone(t *testing.T) {
	game := games.MustNew("kuhn")
	nan, infinite := float32(math.NaN()), float32(math.Inf(-1))
	for _, c := range []struct {
		output string
		bias   []float32
		says   string
	}{
		{"logits", []float32{nan, 0}, "logits: NaN for action 0"},
		{"logits", []float32{infinite, infinite}, "logits: minus infinity for all legal actions"},
		{"probs", []float32{-5, 0}, "want a probability"},
		{"probs", []float32{nan, 0}, "want a probability"},
	} {
		m := &model{}
		m.constant("w", []int{13, 2}, make([]float32, 26)...)
		m.constant("b", []int{2}, c.bias...)
		m.port(11, "observation", typeFloat, -1, 13)
		m.node("Gemm", c.output, "observation", "w", "b")
		m.port(12, c.output, typeFloat, -1, 2)
		agent, err := onnx.New(game.Spec(), "policy.onnx", read(t, m.encode()))
		require.NoError(t, err)
		_, err = agent.Decide(t.Context(), views(t, game, 3))
		assert.ErrorContains(t, err, c.says, fmt.Sprint(c.bias))
	}
	// One illegal action may be whatever it likes.
	m := &model{}
	m.constant("w", []int{13, 2}, make([]float32, 26)...)
	m.constant("b", []int{2}, infinite, 0)
	m.port(11, "observation", typeFloat, -1, 13)
	m.node("Gemm", "logits", "observation", "w", "b")
	m.port(12, "logits", typeFloat, -1, 2)
	agent, err := onnx.New(game.Spec(), "policy.onnx", read(t, m.encode()))
	require.NoError(t, err)
	assert.Equal(t, []float32{0, 1}, decide(t, agent, views(t, game, 1))[0].Probs)
}

// One step is one decision of a 16-16 network on leduc, of a batch of 64.
func BenchmarkDecide(b *testing.B) {
	game := games.MustNew("leduc")
	agent, err := onnx.New(game.Spec(), "policy.onnx", exported(b, game.Spec(), network(game.Spec())))
	require.NoError(b, err)
	all := views(b, game, 64)
	b.ReportAllocs()
	for i := 0; i < b.N; i += len(all) {
		_, err := agent.Decide(b.Context(), all)
		require.NoError(b, err)
	}
}
