package bots_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
	"ringer/open"
	"ringer/train/warm"
)

// A run is measured at its temperature, and its bot plays at it: as the bot of the same
// run without one plays when it is asked to.
func TestTemperatureOfARun(t *testing.T) {
	t.Chdir(t.TempDir())
	gain := map[string]float64{}
	for name, temperature := range map[string]string{"plain": "1", "sure": "0.4"} {
		m := cmdtest.Object(t, "train", "--config", "kuhn", "--out", name, "--set", "decisions=3000", "--set", "temperature="+temperature,
			"--set", "evaluation={every: 0, exact: true}")
		gain[name] = cmdtest.Elements(t, m, "evaluations")[0]["exploitability"].(float64)
		cmdtest.Done(t, "export", name, "--out", name+".bot")
	}
	exploited := func(agent string) float64 {
		return cmdtest.Object(t, "exploit", agent, "--game", "kuhn")["exploitability"].(float64)
	}
	assert.Greater(t, gain["plain"]-gain["sure"], 1e-3, "a temperature changes how it plays")
	assert.InDelta(t, gain["plain"], exploited("bot(plain.bot)"), 1e-6)
	assert.InDelta(t, gain["sure"], exploited("bot(sure.bot)"), 1e-6)
	assert.InDelta(t, gain["sure"], exploited("bot(plain.bot,temperature=0.4)"), 1e-3, "but for half precision")

	assert.Zero(t, cmdtest.ManifestOf(t, "plain.bot").Training.Temperature)
	assert.Equal(t, 0.4, cmdtest.ManifestOf(t, "sure.bot").Training.Temperature)

	// Training that starts from it goes on with the policy that was trained.
	bot, err := open.Bot("sure.bot")
	require.NoError(t, err)
	plain, err := open.Bot("plain.bot")
	require.NoError(t, err)
	from, err := warm.FromBot(bot, nil)
	require.NoError(t, err)
	assert.InDeltaSlice(t, plain.Weights.Tensor("policy/weight"), from.Weights.Tensor("policy/weight"), 1e-3)

	o := cmdtest.Ringer(t, "", "train", "--config", "kuhn", "--set", "temperature=0")
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "temperature: 0: want a number from 0.05 to 1")
}
