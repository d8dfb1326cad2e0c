package train

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/env/games"
	"ringer/models"
)

// The lanes of 5 Possessions have rows in the game's fields and in the wrapper's, and
// an id each.
func TestNetworkOfItems(t *testing.T) {
	cfg := NetworkConfig{Hidden: []int{8}, Activation: models.ReLU, Embedding: 4, Items: 6, ItemsOnly: true}
	net, err := NewNetwork(games.MustNew("fivepossessions(wrap=levelk)").Spec(), cfg)
	require.NoError(t, err)
	require.Len(t, net.Items, 1)
	lane := net.Items[0]
	assert.Equal(t, 4, lane.Count)
	assert.Equal(t, []models.ItemLogits{{From: 0, Each: 1}}, lane.Logits)
	assert.Contains(t, lane.Fields, models.ItemField{Name: "open", Axis: 0})
	assert.Contains(t, lane.Fields, models.ItemField{Name: "expected_odds", Axis: 1})
	assert.Equal(t, 6, net.ItemHidden)
	assert.True(t, net.ItemsOnly)

	// Nobody aims at themselves.
	cfg.ItemPlaces = true
	net, err = NewNetwork(games.MustNew("heat(players=4)").Spec(), cfg)
	require.NoError(t, err)
	require.Len(t, net.Items, 1)
	assert.Equal(t, 4, net.Items[0].Count)
	assert.Equal(t, []models.ItemLogits{{From: 27, Each: 1, Skip: 1}}, net.Items[0].Logits)
	assert.True(t, net.ItemPlaces)
	assert.NotContains(t, net.Items[0].Fields, models.ItemField{Name: "known"}, "it has no row of the seat itself")

	// An objective has six slots, and a heister a forecast for each column.
	net, err = NewNetwork(games.MustNew("payday(wrap=forecast)").Spec(), cfg)
	require.NoError(t, err)
	counts := map[string]int{}
	for _, it := range net.Items {
		counts[it.Name] = it.Count
		switch it.Name {
		case "heister":
			assert.Contains(t, it.Fields, models.ItemField{Name: "prospects"})
			assert.Equal(t, []int{1, 2, 12}, each(it))
		case "objective":
			assert.Contains(t, it.Fields, models.ItemField{Name: "officers"})
			assert.Equal(t, []int{6, 1}, each(it))
		}
	}
	assert.Equal(t, map[string]int{"heister": 4, "objective": 12, "column": 3}, counts)

	_, err = NewNetwork(games.MustNew("kuhn").Spec(), cfg)
	assert.ErrorContains(t, err, "network.items: 6: want 0 for kuhn, whose fields name no items")

	// Without the key, nothing of a network changes.
	cfg.Items, cfg.ItemsOnly, cfg.ItemPlaces = 0, false, false
	net, err = NewNetwork(games.MustNew("fivepossessions").Spec(), cfg)
	require.NoError(t, err)
	assert.Empty(t, net.Items)
}

// Attention reads the items and the sets of a game as tokens, and its settings belong to
// the architecture.
func TestNetworkOfAttention(t *testing.T) {
	cfg := Defaults().Network
	cfg.Kind, cfg.Items, cfg.ItemPlaces, cfg.Settings = models.Attention, 32, true, map[string]int{models.SettingBlocks: 2}
	for game, tokens := range map[string]int{"heat(players=4)": 4, "payday": 19, "duel": 0} {
		net, err := NewNetwork(games.MustNew(game).Spec(), cfg)
		require.NoError(t, err, game)
		parts, _ := net.Parts()
		items := 0
		for _, p := range parts {
			assert.NotEqual(t, models.Counts, p.Kind, "counts go into tokens as they are")
			if p.Kind == models.Rows {
				items += p.Rows
			}
		}
		assert.Equal(t, tokens, items, game)
		assert.Equal(t, 2, net.Setting(models.SettingBlocks))
		assert.Equal(t, 4, net.Setting(models.SettingHeads), "the default")
		again, err := NewNetwork(games.MustNew(game).Spec(), NetworkConfigOf(net))
		require.NoError(t, err)
		assert.True(t, net.Equal(again), game)
	}

	_, err := NewNetwork(games.MustNew("kuhn").Spec(), cfg)
	assert.ErrorContains(t, err, "network.kind: attention: want mlp for kuhn, whose fields name no entities and no items")
	cfg.Items = 30
	_, err = NewNetwork(games.MustNew("payday").Spec(), cfg)
	assert.ErrorContains(t, err, "item_hidden: 30: want a multiple of the heads, 4")
	cfg.Items = 0
	_, err = NewNetwork(games.MustNew("payday").Spec(), cfg)
	assert.ErrorContains(t, err, "network.items: 0: want the width of the tokens of attention, such as 32")

	wrong := Defaults()
	wrong.Game, wrong.Network.Kind = "kuhn", "lstm"
	assert.ErrorContains(t, wrong.Validate(), "network.kind: lstm: want one of: attention, gru, mlp")
}

// A GRU reads the sequences of a game, whose other fields it reads as an MLP does.
func TestNetworkOfSequences(t *testing.T) {
	cfg := Defaults().Network
	cfg.Kind, cfg.Settings = models.GRU, map[string]int{models.SettingWidth: 12}
	game := games.MustNew("echo(rounds=9)")
	net, err := NewNetwork(game.Spec(), cfg)
	require.NoError(t, err)
	parts, encoded := net.Parts()
	assert.Equal(t, models.Part{Kind: models.Steps, Name: "past", From: 9, Rows: 8, Width: 5, To: 9, Out: 12}, parts[1])
	assert.Equal(t, 21, encoded)
	again, err := NewNetwork(game.Spec(), NetworkConfigOf(net))
	require.NoError(t, err)
	assert.True(t, net.Equal(again))

	for _, text := range []string{"kuhn", "echo(recall=0)"} {
		_, err = NewNetwork(games.MustNew(text).Spec(), cfg)
		assert.ErrorContains(t, err, "network.kind: gru: want mlp for "+text+", none of whose fields is a sequence")
	}
}

// each lists how many logits an item has in each block.
func each(it models.Items) (n []int) {
	for _, l := range it.Logits {
		n = append(n, l.Each)
	}
	return n
}

// A network with a frame of its own learns from rows in which its seat stands in the first corner: what it saw, what
// was legal and what it chose belong together, against itself, against past selves of either frame, and where it imitates.
func TestRowsInTheirOwnFrame(t *testing.T) {
	game := games.MustNew("duel(file=skirmish)")
	spec, frames := game.Spec(), game.Spec().Frames
	settings := Defaults().Network
	settings.Hidden = []int{16}
	plain, err := NewNetwork(spec, settings)
	require.NoError(t, err)
	settings.Frame = models.FrameOwn
	own, err := NewNetwork(spec, settings)
	require.NoError(t, err)
	assert.False(t, own.Equal(plain))
	assert.Equal(t, settings.Frame, NetworkConfigOf(own).Frame)
	weights := models.Init(own, 3)
	forward := models.NewForward(weights)
	c, err := NewCollector(game, own, CollectConfig{Batch: 600, Tables: 12, Groups: 2}, 5)
	require.NoError(t, err)
	logits, want := make([]float32, spec.NumActions()), make([]float32, spec.NumActions())
	mask := make([]bool, spec.NumActions())
	opponents := []Opponent{{ID: 1, Share: 0.3, Weights: models.Init(own, 4)}, {ID: 2, Share: 0.3, Weights: models.Init(plain, 5)}, {ID: -1, Share: 0.2, Agent: random.New()}}
	check := func(b *Batch, uniform bool) {
		require.NotZero(t, b.Rows)
		for i := range b.Rows {
			observation := b.Observation[i*b.ObservationSize : (i+1)*b.ObservationSize]
			require.Nil(t, frames.Of(observation), "row %d is seen from another corner", i)
			legal := 0
			for a := range mask {
				if mask[a] = b.Mask[i*b.NumActions+a] == 1; mask[a] {
					legal++
				}
			}
			require.True(t, mask[b.Action[i]])
			forward.Eval(observation, logits)
			logSoftmax(logits, mask, want)
			for a, ok := range mask {
				if uniform && ok {
					want[a] = float32(-math.Log(float64(legal)))
				}
				require.InDelta(t, want[a], b.LogProbs[i*b.NumActions+a], 1e-3)
			}
		}
	}
	b, err := c.Collect(t.Context(), &Order{Weights: weights, Opponents: opponents})
	require.NoError(t, err)
	check(b, false)
	assert.Len(t, b.Stats.Opponents, 3)
	b, err = c.Demonstrate(t.Context(), 0, random.New(), nil)
	require.NoError(t, err)
	check(b, true)
}

// The frame of one's own is refused where no turn of the table leads to it.
func TestFrameNeedsTurns(t *testing.T) {
	cfg := Defaults()
	cfg.Network.Frame = models.FrameOwn
	for _, name := range []string{"leduc", "duel(players=3,map=canyon)", "payday"} {
		cfg.Game = name
		assert.ErrorContains(t, cfg.Fits(games.MustNew(name)), "network.frame: own: want table for "+name+", whose table looks the same from no two corners")
	}
	cfg.Game = "duel"
	require.NoError(t, cfg.Fits(games.MustNew("duel")))
	require.NoError(t, cfg.Validate())
	cfg.Network.Frame = models.FrameTable
	n, err := NewNetwork(games.MustNew("duel").Spec(), cfg.Network)
	require.NoError(t, err)
	assert.Empty(t, n.Frame, "what is said in full is what is usual")
	cfg.Network.Frame = "mine"
	assert.ErrorContains(t, cfg.Validate(), "network.frame: mine: want table or own")
}
