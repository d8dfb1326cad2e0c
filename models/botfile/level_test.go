package botfile_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models/botfile"
)

func level() *botfile.Level {
	return &botfile.Level{Level: 1, Of: 4, Rating: 1200, Low: 1180, High: 1220, RatedWith: []string{"random"}, Games: 100, Temperature: 4}
}

// A bare bot has no ONNX form, half the bytes, and the same weights.
func TestBareBotsKeepTheirWeights(t *testing.T) {
	bot := sample()
	var whole, bare bytes.Buffer
	require.NoError(t, botfile.Write(&whole, bot))
	bot.Manifest.Kind, bot.Manifest.Level = botfile.KindBare, level()
	require.NoError(t, botfile.Write(&bare, bot))
	assert.Less(t, bare.Len(), whole.Len())
	back, err := botfile.Read(bytes.NewReader(bare.Bytes()), int64(bare.Len()))
	require.NoError(t, err)
	assert.Equal(t, botfile.KindBare, back.Manifest.Kind)
	assert.Equal(t, level(), back.Manifest.Level)
	assert.Equal(t, bot.Weights.Flat, back.Weights.Flat)
	assert.Nil(t, back.Policy)
}

func TestLevelsWithGapsAreRefused(t *testing.T) {
	for want, change := range map[string]func(*botfile.Level){
		"level.level":       func(l *botfile.Level) { l.Level = 5 },
		"level.rating":      func(l *botfile.Level) { l.Low = 1210 },
		"level.games":       func(l *botfile.Level) { l.RatedWith = nil },
		"level.temperature": func(l *botfile.Level) { l.Temperature = math.NaN() },
	} {
		bot := sample()
		bot.Manifest.Level = level()
		change(bot.Manifest.Level)
		assert.ErrorContains(t, botfile.Write(&bytes.Buffer{}, bot), want)
	}
}
