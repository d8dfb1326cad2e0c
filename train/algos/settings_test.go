package algos_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/train/algos"
	"ringer/train/metrics"
	"ringer/train/ppo"
)

func TestSettingsAreTheKeysOfTheFile(t *testing.T) {
	f := algos.Defaults()
	f.Game, f.Seed, f.Rules = "kuhn", 7, "long"
	entropy := 0.25
	f.PPO.Kinds = map[string]ppo.KindConfig{"bid": {Entropy: &entropy}}
	got := map[string]any{}
	for _, s := range f.Settings() {
		_, there := got[s.Name]
		assert.False(t, there, "%s twice", s.Name)
		got[s.Name] = s.Value
	}
	assert.Equal(t, "kuhn", got["game"])
	assert.Equal(t, 7.0, got["seed"])
	assert.Equal(t, f.PPO.Clip, got["ppo.clip"])
	assert.Equal(t, "[64,64]", got["network.hidden"])
	assert.Equal(t, false, got["evaluation.exact"])
	assert.Contains(t, got["ppo.kinds"], "0.25", "what a pointer points at")
	assert.NotContains(t, got, "rules")
	assert.Equal(t, metrics.Setting{Name: "game", Value: "kuhn"}, f.Settings()[0])
}
