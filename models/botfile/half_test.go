package botfile_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models"
	"ringer/models/botfile"
)

// A bot in half precision has the rounded weights, in half the bytes, once; its model for other
// runtimes computes with the same; and what was read is written the same.
func TestBotsOfHalfPrecision(t *testing.T) {
	single := encode(t, sample())
	bot := sample()
	bot.Half = true
	file := encode(t, bot)
	assert.InDelta(t, 2*len(bot.Weights.Flat), len(single)-len(file), 2000)
	back, err := read(file)
	require.NoError(t, err)
	assert.True(t, back.Half)
	assert.Empty(t, back.Manifest.Kind)
	rounded, err := bot.Weights.Halved()
	require.NoError(t, err)
	assert.Equal(t, rounded.Flat, back.Weights.Flat)
	assert.Equal(t, file, encode(t, *back))
	before, err := read(single)
	require.NoError(t, err)
	assert.False(t, before.Half)

	policy, err := back.ReadPolicy()
	require.NoError(t, err)
	net := bot.Weights.Network
	observation, mask := make([]float32, net.ObservationSize()), slices.Repeat([]bool{true}, net.Actions)
	for i := range observation {
		observation[i] = float32(i % 2)
	}
	logits, probs := make([]float32, net.Actions), make([]float32, net.Actions)
	value := models.NewForward(rounded).Eval(observation, logits)
	legal := make([]int32, net.Actions)
	for i := range legal {
		legal[i] = int32(i)
	}
	models.MaskedSoftmax(logits, legal, probs)
	got, gotValue, err := policy.Run(observation, mask)
	require.NoError(t, err)
	assert.InDelta(t, value, gotValue, 1e-5)
	assert.InDeltaSlice(t, probs, got, 1e-5)
}

// A figure is of an older version of the game when anything but the precision has changed since.
func TestCarriedSince(t *testing.T) {
	c := func(name string, half bool) botfile.Carried {
		return botfile.Carried{SHA256: strings.Repeat(name, 64), Half: half}
	}
	m := botfile.Manifest{Carried: []botfile.Carried{c("a", true), c("b", false), c("c", true)}}
	for name, want := range map[string]bool{"a": true, "b": true, "c": false, "d": false} {
		assert.Equal(t, want, m.CarriedSince(strings.Repeat(name, 64)), name)
	}
	assert.Len(t, m.Before(), 3)
}
