package warm_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/models"
	"ringer/models/botfile"
	"ringer/train"
	"ringer/train/warm"
)

// settings are the settings of a small network that embeds identities and reads sets.
func settings() train.NetworkConfig {
	return train.NetworkConfig{Hidden: []int{12, 8}, Activation: models.ReLU, Embedding: 4, VocabRaw: true, SetHidden: 6}
}

// trained returns a network for a game whose weights are all different from the first
// ones.
func trained(t *testing.T, game string, cfg train.NetworkConfig) *warm.Network {
	t.Helper()
	spec := games.MustNew(game).Spec()
	net, err := train.NewNetwork(spec, cfg)
	require.NoError(t, err)
	w := models.NewWeights(net)
	rng := env.Stream(1, "test/weights")
	for i := range w.Flat {
		w.Flat[i] = float32(rng.NormFloat64())
	}
	from := &warm.Network{Name: "teacher", Game: spec.Name, Weights: w, Spec: spec}
	for _, b := range spec.Actions {
		from.Blocks = append(from.Blocks, botfile.Block{Name: b.Name, Shape: b.Shape})
	}
	return from
}

// start returns the first weights of a network for a game, started from another.
func start(t *testing.T, game string, cfg train.NetworkConfig, from *warm.Network) (*models.Weights, *warm.Taken) {
	t.Helper()
	spec := games.MustNew(game).Spec()
	net, err := train.NewNetwork(spec, cfg)
	require.NoError(t, err)
	w := models.Init(net, 1)
	taken, err := warm.Start(w, spec, from)
	require.NoError(t, err)
	return w, taken
}

// The same layout gives the same weights, also under changed rules.
func TestTheSameLayoutIsAnExactCopy(t *testing.T) {
	for game, changed := range map[string]string{
		"heat(players=4)": "heat(players=4,shortage_fine=2)",
		"duel":            "duel(dice=3)",
		"kuhn":            "kuhn",
		"payday":          "payday",
	} {
		from := trained(t, game, settings())
		for _, g := range []string{game, changed} {
			w, taken := start(t, g, settings(), from)
			assert.Equal(t, from.Weights.Flat, w.Flat, g)
			assert.Equal(t, &warm.Taken{Bot: "teacher", Weights: len(w.Flat), Taken: len(w.Flat), Share: 1}, taken, g)
		}
		// Without the labels of the bot's game the numbers of rows and columns decide.
		from.Spec = nil
		w, _ := start(t, game, settings(), from)
		assert.Equal(t, from.Weights.Flat, w.Flat, game)
	}
}

// Attention networks are taken over as the others are: exactly where nothing has changed,
// else what the layouts have in common; and never by a network of another kind.
func TestAttentionIsTakenOver(t *testing.T) {
	cfg := train.NetworkConfig{
		Kind: models.Attention, Hidden: []int{12, 8}, Activation: models.ReLU, Items: 8, ItemPlaces: true,
		Settings: map[string]int{models.SettingHeads: 2},
	}
	for _, game := range []string{"heat(players=4)", "duel", "payday"} {
		from := trained(t, game, cfg)
		w, taken := start(t, game, cfg, from)
		assert.Equal(t, from.Weights.Flat, w.Flat, game)
		assert.InDelta(t, 1, taken.Share, 0)
	}
	from := trained(t, "payday", cfg)
	w, taken := start(t, "payday(wrap=forecast)", cfg, from)
	assert.Greater(t, taken.Share, 0.8)
	assert.Less(t, taken.Share, 1.0)
	assert.Equal(t, from.Weights.Tensor("block/0/qkv/weight"), w.Tensor("block/0/qkv/weight"))
	wide, theirs := w.Tensor("token/items/column/weight"), from.Weights.Tensor("token/items/column/weight")
	assert.Equal(t, theirs, wide[:len(theirs)])
	assert.Zero(t, slices.Max(wide[len(theirs):]), "forecasts are new")

	other := cfg
	other.Settings = map[string]int{models.SettingHeads: 4}
	spec := games.MustNew("payday").Spec()
	for want, c := range map[string]train.NetworkConfig{
		"network.settings.heads: 4: want 2, as in the bot": other,
		"network.kind: mlp: want attention, as in the bot": settings(),
	} {
		net, err := train.NewNetwork(spec, c)
		require.NoError(t, err)
		_, err = warm.Start(models.Init(net, 1), spec, from)
		assert.ErrorContains(t, err, want)
	}
}

// Items are taken over too: of the same layout exactly, with other seats by name, and a
// network that gets items plays at first almost as the bot without them does.
func TestItemsAreTakenOver(t *testing.T) {
	plain, flat, alone := settings(), settings(), settings()
	flat.Items, flat.ItemPlaces = 5, true
	alone.Items, alone.ItemsOnly = 5, true
	for _, game := range []string{"heat(players=4)", "fivepossessions(wrap=levelk)", "payday(wrap=forecast)"} {
		for _, cfg := range []train.NetworkConfig{flat, alone} {
			from := trained(t, game, cfg)
			w, taken := start(t, game, cfg, from)
			assert.Equal(t, from.Weights.Flat, w.Flat, game)
			assert.Equal(t, 1.0, taken.Share, game)
		}
	}
	from := trained(t, "heat(players=4)", flat)
	w, _ := start(t, "heat(players=3)", flat, from)
	name := models.ItemLayers("seat")[0] + "/weight"
	assert.Equal(t, from.Weights.Tensor(name)[:5*5], w.Tensor(name)[:5*5], "one float of each of the first fields")
	assert.Equal(t, from.Weights.Tensor(models.ScoreLayers("seat")[1]+"/weight"), w.Tensor(models.ScoreLayers("seat")[1]+"/weight"))

	spec := games.MustNew("heat(players=4)").Spec()
	from = trained(t, "heat(players=4)", plain)
	w, _ = start(t, "heat(players=4)", flat, from)
	clear(w.Tensor(models.ScoreLayers("seat")[1] + "/weight"))
	want, value := outputs(spec, from.Weights, named("nothing"))
	got, v := outputs(spec, w, named("nothing"))
	assert.Equal(t, want, got)
	assert.Equal(t, value, v)

	flat.Items = 6
	net, err := train.NewNetwork(spec, flat)
	require.NoError(t, err)
	_, err = warm.Start(models.Init(net, 1), spec, trained(t, "heat(players=4)", alone))
	assert.ErrorContains(t, err, "network.items: 6: want 5, as in the bot")
}

// outputs runs a network on an observation whose elements are named by field, row and
// column.
func outputs(spec *env.Spec, w *models.Weights, shown func(field, row, column string) float32) (logits map[string][]float32, value float32) {
	var observation []float32
	for _, f := range spec.Observation {
		width := f.Shape[len(f.Shape)-1]
		for i := range f.Size() {
			row := ""
			if f.Rows != nil {
				row = f.Rows[i/width]
			}
			observation = append(observation, shown(f.Name, row, f.Columns[i%width].Name))
		}
	}
	out := make([]float32, w.Network.Actions)
	value = models.NewForward(w).Eval(observation, out)
	logits = map[string][]float32{}
	for _, b := range spec.Actions {
		at := spec.BlockOffset(b.Name)
		logits[b.Name] = out[at : int(at)+b.Size()]
	}
	return logits, value
}

// named gives every element that another game also has a number of its own, and what
// only the larger game has nothing.
func named(missing string) func(field, row, column string) float32 {
	return func(field, row, column string) float32 {
		if row == missing || column == missing {
			return 0
		}
		rng := env.Stream(1, env.Purpose(field+"/"+row+"/"+column))
		return float32(rng.IntN(3))
	}
}

func fieldOf(spec *env.Spec, name string) int {
	return slices.IndexFunc(spec.Observation, func(f env.Field) bool { return f.Name == name })
}

// A network for more seats plays as the bot does where the new seats show nothing.
func TestSeatsAreFoundByName(t *testing.T) {
	for _, raw := range []bool{true, false} {
		cfg := settings()
		cfg.VocabRaw = raw
		from := trained(t, "heat(players=4)", cfg)
		w, taken := start(t, "heat(players=5)", cfg, from)
		assert.Less(t, taken.Share, 1.0)
		assert.Greater(t, taken.Share, 0.7)
		assert.Contains(t, taken.Fields, warm.Match{Name: "actor", Taken: 4, Of: 5})
		assert.Equal(t, []warm.Match{{Name: "card", Taken: 27, Of: 30}, {Name: "seat", Taken: 3, Of: 4}}, taken.Actions)
		known := from.Spec.Observation[fieldOf(from.Spec, "hand")].Columns
		spec := games.MustNew("heat(players=5)").Spec()
		cards := spec.Observation[fieldOf(spec, "hand")].Columns
		shown := func(field, row, column string) float32 {
			fresh := slices.ContainsFunc(cards, func(c env.Column) bool { return c.Name == column }) &&
				!slices.ContainsFunc(known, func(c env.Column) bool { return c.Name == column })
			if fresh {
				return 0
			}
			return named("left 4")(field, row, column)
		}
		want, value := outputs(from.Spec, from.Weights, shown)
		got, gotValue := outputs(spec, w, shown)
		for i, c := range cards {
			j := slices.IndexFunc(known, func(k env.Column) bool { return k.Name == c.Name })
			if j < 0 {
				assert.Less(t, got["card"][i], float32(1), "a new action is small")
				continue
			}
			assert.InDelta(t, want["card"][j], got["card"][i], 1e-3, c.Name)
		}
		assert.InDeltaSlice(t, want["option"], got["option"], 1e-3)
		assert.InDeltaSlice(t, want["seat"], got["seat"][:3], 1e-3)
		assert.Less(t, got["seat"][3], float32(1), "a new action is small")
		assert.InDelta(t, value, gotValue, 1e-3)

		back, less := start(t, "heat(players=3)", cfg, from)
		assert.NotEmpty(t, back.Flat)
		assert.InDelta(t, 1, less.Share, 1e-12, "the smaller game has nothing new")
	}
}

// Fields of a wrapper that the bot does not have are new, and dropped the other way
// round.
func TestFieldsAreFoundByName(t *testing.T) {
	from := trained(t, "heist", settings())
	w, taken := start(t, "heist(wrap=prospects)", settings(), from)
	assert.Contains(t, taken.Fields, warm.Match{Name: "covered", Taken: 0, Of: 2})
	assert.Empty(t, taken.Dropped)
	fresh := map[string]bool{}
	for _, m := range taken.Fields {
		fresh[m.Name] = true
	}
	shown := named("nothing")
	known := func(field, row, column string) float32 {
		if fresh[field] {
			return 0
		}
		return shown(field, row, column)
	}
	want, _ := outputs(from.Spec, from.Weights, known)
	spec := games.MustNew("heist(wrap=prospects)").Spec()
	got, _ := outputs(spec, w, known)
	for block := range want {
		assert.InDeltaSlice(t, want[block], got[block], 1e-3, block)
	}

	_, taken = start(t, "heist", settings(), trained(t, "heist(wrap=prospects)", settings()))
	assert.Contains(t, taken.Dropped, "field covered")
	assert.InDelta(t, 1, taken.Share, 1e-12)
}

// Entities of sets share their layers, whatever their number.
func TestSetsAreFoundByName(t *testing.T) {
	from := trained(t, "duel", settings())
	w, taken := start(t, "duel(file=gang)", settings(), from)
	assert.Greater(t, taken.Share, 0.3)
	assert.Equal(t, from.Weights.Tensor("set/models/1/weight"), w.Tensor("set/models/1/weight"))
	assert.Contains(t, taken.String(), "known in part")
}

// Both trunks begin with a shared one.
func TestASharedTrunkStartsBoth(t *testing.T) {
	shared := settings()
	shared.SharedTrunk = true
	from := trained(t, "leduc", shared)
	w, taken := start(t, "leduc", settings(), from)
	assert.InDelta(t, 1, taken.Share, 1e-12)
	for _, trunk := range []string{"actor", "critic"} {
		assert.Equal(t, from.Weights.Tensor("trunk/0/weight"), w.Tensor(trunk+"/0/weight"))
		assert.Equal(t, from.Weights.Tensor("trunk/1/bias"), w.Tensor(trunk+"/1/bias"))
	}
}

// Layers of other sizes are refused, all at once, with what does match.
func TestLayersMustFit(t *testing.T) {
	from := trained(t, "heat(players=4)", settings())
	cfg := settings()
	cfg.Hidden, cfg.Activation, cfg.Embedding = []int{12}, models.Tanh, 5
	spec := games.MustNew("heat(players=5)").Spec()
	net, err := train.NewNetwork(spec, cfg)
	require.NoError(t, err)
	w := models.Init(net, 1)
	before := w.Clone()
	_, err = warm.Start(w, spec, from)
	var misfit *warm.FitError
	require.ErrorAs(t, err, &misfit)
	assert.Len(t, misfit.Faults, 3)
	assert.ErrorContains(t, err, "bot \"teacher\" does not fit this run:\nnetwork.hidden: [12]: want [12 8], as in the bot\nnetwork.activation: tanh: want relu, as in the bot\nnetwork.embedding: 5: want 4, as in the bot\n")
	assert.ErrorContains(t, err, "actor 4 of 5")
	assert.ErrorContains(t, err, "seat 3 of 4")
	assert.Equal(t, before.Flat, w.Flat)

	own := settings()
	own.Frame = models.FrameOwn
	spec = games.MustNew("duel").Spec()
	net, err = train.NewNetwork(spec, settings())
	require.NoError(t, err)
	_, err = warm.Start(models.Init(net, 1), spec, trained(t, "duel", own))
	assert.ErrorContains(t, err, "network.frame: table: want own, as in the bot")
	w, _ = start(t, "duel", own, trained(t, "duel", settings())) // the other way around, all seats begin as the first
	assert.Equal(t, models.FrameOwn, w.Network.Frame)

	w = models.Init(net, 1)
	_, err = warm.Start(w, spec, trained(t, "leduc", settings()))
	assert.EqualError(t, err, `bot "teacher" plays leduc: want a bot of duel`)
}

// A bot of changed rules plays as it did where nothing that it sees has changed, at the
// temperature of its manifest.
func TestAdapt(t *testing.T) {
	own, changed := games.MustNew("heat(players=4)").Spec(), games.MustNew("heat(players=4,shortage_fine=2)").Spec()
	from := trained(t, "heat(players=4)", settings())
	bot := &botfile.Bot{Weights: from.Weights.Sharpened(0.5), Manifest: botfile.Manifest{
		Name: "teacher", Game: own.String(), SpecHash: own.Hash, Blocks: from.Blocks, Training: botfile.Training{Temperature: 0.5},
	}}
	adapted, taken, err := warm.Adapt(bot, own, changed)
	require.NoError(t, err)
	assert.Equal(t, 1.0, taken.Share)
	assert.InDeltaSlice(t, bot.Weights.Flat, adapted.Weights.Flat, 1e-5)
	assert.Equal(t, changed.Hash, adapted.Manifest.SpecHash)
	assert.Equal(t, own.Hash, bot.Manifest.SpecHash, "the bot itself stays")

	_, taken, err = warm.Adapt(bot, own, games.MustNew("heat(players=5)").Spec())
	require.NoError(t, err)
	assert.Less(t, taken.Share, 1.0)
	_, _, err = warm.Adapt(&botfile.Bot{Manifest: bot.Manifest}, own, changed)
	assert.EqualError(t, err, `bot "teacher" is no network`)
	_, _, err = warm.Adapt(bot, own, games.MustNew("leduc").Spec())
	assert.EqualError(t, err, `bot "teacher" plays heat: want a bot of leduc`)
}

// A longer past is read by the same units: a run that starts from a bot of the shorter game decides as the
// bot does wherever both see the same.
func TestSequencesGrow(t *testing.T) {
	cfg := settings()
	cfg.Kind, cfg.Settings = models.GRU, map[string]int{models.SettingWidth: 5}
	from := trained(t, "echo(rounds=6)", cfg)
	w, taken := start(t, "echo(rounds=9)", cfg, from)
	assert.Equal(t, []warm.Match{{Name: "round", Taken: 6, Of: 9}}, taken.Fields)
	old, s := games.MustNew("echo(rounds=6)").NewInitialState(), games.MustNew("echo(rounds=9)").NewInitialState()
	rng := env.Stream(1, "test/scenes")
	for old.CurrentPlayer() != env.Terminal {
		if old.CurrentPlayer() == 0 {
			want, got := make([]float32, 2), make([]float32, 2)
			models.NewForward(from.Weights).Eval(scene(from.Spec, old, nil, nil), want)
			models.NewForward(w).Eval(scene(games.MustNew("echo(rounds=9)").Spec(), s, nil, nil), got)
			require.InDeltaSlice(t, want, got, 1e-4)
		}
		legal := old.LegalActions(nil)
		a := legal[rng.IntN(len(legal))]
		require.NoError(t, old.Apply(a))
		require.NoError(t, s.Apply(a))
	}

	cfg.Settings = map[string]int{models.SettingWidth: 6}
	spec := games.MustNew("echo").Spec()
	net, err := train.NewNetwork(spec, cfg)
	require.NoError(t, err)
	_, err = warm.Start(models.Init(net, 1), spec, from)
	assert.ErrorContains(t, err, "network.settings.width: 6: want 5, as in the bot")
}
