package models_test

import (
	"encoding/json"
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
