package train

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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

	_, err = NewNetwork(games.MustNew("kuhn").Spec(), cfg)
	assert.ErrorContains(t, err, "network.items: 6: want 0 for kuhn, whose fields name no items")

	// Without the key, nothing of a network changes.
	cfg.Items, cfg.ItemsOnly = 0, false
	net, err = NewNetwork(games.MustNew("fivepossessions").Spec(), cfg)
	require.NoError(t, err)
	assert.Empty(t, net.Items)
}
