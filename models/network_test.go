package models_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models"
)

// table returns a network with every encoder.
func table() *models.Network {
	return &models.Network{
		Fields: []models.Field{
			{Name: "phase", Shape: []int{2}},
			{Name: "round", Shape: []int{1}},
			{Name: "hand", Shape: []int{3}, Vocab: "card"},
			{Name: "piles", Shape: []int{2, 3}, Vocab: "card"},
			{Name: "tokens", Shape: []int{2}, Vocab: "token"},
			{Name: "units", Shape: []int{3, 2}, Set: true},
			{Name: "seen", Shape: []int{3}, Vocab: "card"},
		},
		Actions: 4, Embedding: 2, VocabRaw: true, SetHidden: 3, Hidden: []int{5, 6}, Activation: models.Tanh,
	}
}

// lanes returns a network with items: lanes with logits in two blocks, of which a
// field has them as its columns, and hands without any. Alone, the trunks read the
// fields of both through the shared layers only.
func lanes(alone bool) *models.Network {
	return &models.Network{
		Fields: []models.Field{
			{Name: "phase", Shape: []int{2}},
			{Name: "lanes", Shape: []int{2, 2}},
			{Name: "round", Shape: []int{1}},
			{Name: "open", Shape: []int{2, 3}, Vocab: "card"},
			{Name: "odds", Shape: []int{3, 2}},
			{Name: "hands", Shape: []int{6, 1}},
		},
		Actions: 8, Embedding: 2, Hidden: []int{5, 6}, Activation: models.Tanh,
		Items: []models.Items{
			{
				Name: "lane", Count: 2,
				Fields: []models.ItemField{{Name: "lanes"}, {Name: "open"}, {Name: "odds", Axis: 1}},
				Logits: []models.ItemLogits{{From: 1, Each: 1}, {From: 3, Each: 2}},
			},
			{Name: "hand", Count: 3, Fields: []models.ItemField{{Name: "hands"}}, Logits: []models.ItemLogits{{From: 6, Each: 1, Skip: 1}}},
		},
		ItemHidden: 4, ItemsOnly: alone, ItemPlaces: !alone,
	}
}

func TestPartsOfItems(t *testing.T) {
	rows := []models.Part{
		{Kind: models.Rows, Name: "lane", Rows: 2, Width: 8, Index: []int32{2, 3, 7, 8, 9, 13, 15, 17, 4, 5, 10, 11, 12, 14, 16, 18}},
		{Kind: models.Rows, Name: "hand", Rows: 3, Width: 2, Index: []int32{19, 20, 21, 22, 23, 24}},
	}
	at := func(first, second int) []models.Part {
		a, b := rows[0], rows[1]
		a.To, a.Out, b.To, b.Out = first, 8, second, 8
		return []models.Part{a, b}
	}
	parts, encoded := lanes(false).Parts()
	assert.Equal(t, append([]models.Part{
		{Kind: models.Plain, From: 0, Rows: 1, Width: 7, Out: 7},
		{Kind: models.Counts, Name: "card", From: 7, Rows: 2, Width: 3, To: 7, Out: 4},
		{Kind: models.Plain, From: 13, Rows: 1, Width: 12, To: 11, Out: 12},
	}, at(23, 31)...), parts)
	assert.Equal(t, 39, encoded)

	// phase and round no longer lie side by side.
	parts, encoded = lanes(true).Parts()
	assert.Equal(t, append([]models.Part{
		{Kind: models.Plain, From: 0, Rows: 1, Width: 2, Out: 2},
		{Kind: models.Plain, From: 6, Rows: 1, Width: 1, To: 2, Out: 1},
	}, at(3, 11)...), parts)
	assert.Equal(t, 19, encoded)
	for _, info := range lanes(true).Tensors() {
		assert.NotContains(t, info.Name, "embedding", "no trunk reads counts")
	}
}

func TestTensorsOfItems(t *testing.T) {
	var names []string
	for _, info := range lanes(true).Tensors() {
		if !strings.HasSuffix(info.Name, "/bias") {
			names = append(names, fmt.Sprint(info.Name, info.Shape))
		}
	}
	assert.Equal(t, []string{
		"items/lane/0/weight[8 4]", "items/lane/1/weight[4 4]", "items/hand/0/weight[2 4]", "items/hand/1/weight[4 4]",
		"actor/0/weight[19 5]", "actor/1/weight[5 6]", "policy/weight[6 8]",
		"score/lane/0/weight[10 4]", "score/lane/1/weight[4 3]", "score/hand/0/weight[10 4]", "score/hand/1/weight[4 1]",
		"critic/0/weight[19 5]", "critic/1/weight[5 6]", "value/weight[6 1]",
	}, names)
}

func TestValidateNamesEveryFaultOfItems(t *testing.T) {
	require.NoError(t, lanes(false).Validate())
	require.NoError(t, lanes(true).Validate())
	net := lanes(false)
	net.ItemHidden = 0
	net.Items[0].Fields = []models.ItemField{{Name: "lanes", Axis: 2}, {Name: "nothing"}, {Name: "odds"}, {Name: "lanes"}}
	net.Items[0].Logits = []models.ItemLogits{{From: 5, Each: 2}, {From: 0, Each: 0}, {From: -1, Each: 1}, {From: 0, Each: 1 << 62}, {From: 0, Each: 1, Skip: 2}}
	net.Items[1].Name = "lane"
	net.Items = append(net.Items, models.Items{Name: "none"}, models.Items{Name: "empty", Count: 2})
	err := net.Validate()
	for _, path := range []string{
		"item_hidden", "items[0].fields[0].axis", "items[0].fields[1].name", "items[0].fields[2].axis", "items[0].fields[3].name",
		"items[0].logits[0]", "items[0].logits[1]", "items[0].logits[2]", "items[0].logits[3]", "items[0].logits[4]", "items[1].name", "items[2].count", "items[3].fields",
	} {
		assert.ErrorContains(t, err, "network."+path+": ")
	}
}

func TestItemsSurviveJSON(t *testing.T) {
	net := lanes(true)
	data, err := json.Marshal(net)
	require.NoError(t, err)
	var back models.Network
	require.NoError(t, json.Unmarshal(data, &back))
	assert.True(t, net.Equal(&back))
	back.Items[0].Logits[1].Each = 1
	assert.False(t, net.Equal(&back))
	assert.False(t, lanes(true).Equal(lanes(false)))
}

func TestParts(t *testing.T) {
	net := table()
	parts, encoded := net.Parts()
	assert.Equal(t, []models.Part{
		{Kind: models.Plain, From: 0, Rows: 1, Width: 3, To: 0, Out: 3}, // phase and round
		{Kind: models.Counts, Name: "card", From: 3, Rows: 3, Width: 3, To: 3, Out: 15},
		{Kind: models.Counts, Name: "token", From: 12, Rows: 1, Width: 2, To: 18, Out: 4},
		{Kind: models.Set, Name: "units", From: 14, Rows: 3, Width: 2, To: 22, Out: 6},
		{Kind: models.Counts, Name: "card", From: 20, Rows: 1, Width: 3, To: 28, Out: 5},
	}, parts)
	assert.Equal(t, 33, encoded)
	assert.Equal(t, 23, net.ObservationSize())
}

func TestTensors(t *testing.T) {
	net := table()
	want := []models.TensorInfo{
		{Name: "embedding/card", Shape: []int{3, 2}},
		{Name: "embedding/token", Shape: []int{2, 2}},
		{Name: "set/units/0/weight", Shape: []int{2, 3}},
		{Name: "set/units/0/bias", Shape: []int{3}},
		{Name: "set/units/1/weight", Shape: []int{3, 3}},
		{Name: "set/units/1/bias", Shape: []int{3}},
		{Name: "actor/0/weight", Shape: []int{33, 5}},
		{Name: "actor/0/bias", Shape: []int{5}},
		{Name: "actor/1/weight", Shape: []int{5, 6}},
		{Name: "actor/1/bias", Shape: []int{6}},
		{Name: "policy/weight", Shape: []int{6, 4}},
		{Name: "policy/bias", Shape: []int{4}},
		{Name: "critic/0/weight", Shape: []int{33, 5}},
		{Name: "critic/0/bias", Shape: []int{5}},
		{Name: "critic/1/weight", Shape: []int{5, 6}},
		{Name: "critic/1/bias", Shape: []int{6}},
		{Name: "value/weight", Shape: []int{6, 1}},
		{Name: "value/bias", Shape: []int{1}},
	}
	assert.Equal(t, want, net.Tensors())
	assert.Equal(t, 6+4+6+3+9+3+2*(165+5+30+6)+24+4+6+1, net.Parameters())

	net.SharedTrunk = true
	var names []string
	for _, info := range net.Tensors() {
		names = append(names, info.Name)
	}
	assert.Equal(t, "trunk/0/weight trunk/0/bias trunk/1/weight trunk/1/bias policy/weight policy/bias value/weight value/bias", strings.Join(names[6:], " "))
}

func TestNetworkSurvivesJSON(t *testing.T) {
	net := table()
	data, err := json.Marshal(net)
	require.NoError(t, err)
	var back models.Network
	require.NoError(t, json.Unmarshal(data, &back))
	assert.True(t, net.Equal(&back))
	back.Fields[3].Shape[0] = 1
	assert.False(t, net.Equal(&back))
}

func TestValidateNamesEveryFault(t *testing.T) {
	require.NoError(t, table().Validate())
	net := table()
	net.Fields[1].Name = "phase"
	net.Fields[2].Shape = []int{0}
	net.Fields[3].Shape = []int{2, 4} // another vocabulary size than seen
	net.Fields[5].Shape = []int{6}
	net.Actions = 0
	net.Hidden = []int{5, -1}
	net.Activation = "step"
	net.SetHidden = 0
	err := net.Validate()
	for _, path := range []string{"fields[1].name", "fields[2].shape", "fields[6].shape", "fields[5].shape", "network.actions", "hidden[1]", "activation", "set_hidden"} {
		assert.ErrorContains(t, err, path)
	}
	for name, change := range map[string]func(*models.Network){
		"no fields":           func(n *models.Network) { n.Fields = nil },
		"set and vocabulary":  func(n *models.Network) { n.Fields[5].Vocab = "unit" },
		"no embedding":        func(n *models.Network) { n.Embedding, n.VocabRaw = 0, false },
		"no hidden layer":     func(n *models.Network) { n.Hidden = nil },
		"absurd field":        func(n *models.Network) { n.Fields[0].Shape = []int{1 << 40, 1 << 40} },
		"absurd width":        func(n *models.Network) { n.Hidden = []int{1 << 30} },
		"too many parameters": func(n *models.Network) { n.Hidden = []int{1 << 16, 1 << 16} },
	} {
		net := table()
		change(net)
		assert.Error(t, net.Validate(), name)
		assert.Panics(t, func() { models.NewWeights(net) }, name)
	}
}
