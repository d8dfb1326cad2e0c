package checkpoints_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/checkpoints"
)

func TestLevelsAreToldFromRingers(t *testing.T) {
	assert.ElementsMatch(t, checkpoints.Names(), slices.Concat(checkpoints.Ringers(), checkpoints.Levels()))
	assert.Contains(t, checkpoints.Ringers(), "kuhn")
	for name, want := range map[string]string{"heat-4p.level1": "heat-4p", "heat-4p": "heat-4p", "a.level12": "a", "a.level": "a.level", "a.level1.b": "a.level1.b", "alevel1": "alevel1"} {
		assert.Equal(t, want, checkpoints.RingerOf(name))
	}
	for _, name := range checkpoints.Ringers() {
		bot, err := shipped(name)
		require.NoError(t, err)
		assert.Nil(t, bot.Manifest.Level, "%s is a level: want a name that ends in .levelN", name)
	}
}
