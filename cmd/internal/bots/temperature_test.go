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

	o := cmdtest.Ringer(t, "", "train", "--config", "kuhn", "--set", "temperature=0", "--set", "temperatures.bid=2", "--set", "seat_temperatures=[1, 7]")
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	for _, fault := range []string{"temperature: 0: want", "temperatures.bid: 2: want", "seat_temperatures[1]: 7: want"} {
		assert.Contains(t, o.Errs, fault+" a number from 0.05 to 1")
	}
}

// Kinds of decisions and seats have temperatures of their own, in evaluations of a run and in its bot.
func TestTemperaturesOfKindsAndSeats(t *testing.T) {
	t.Chdir(t.TempDir())
	gain := map[string]float64{}
	for name, set := range map[string]string{
		"plain": "temperature=1", "sure": "temperature=0.4", "mixed": "temperatures={bid: 0.4}", "seats": "seat_temperatures=[0.4, 0.4]", "one": "seat_temperatures=[0.4, 1]", "other": "seat_temperatures=[1, 0.4]",
	} {
		m := cmdtest.Object(t, "train", "--config", "kuhn", "--out", name, "--set", "decisions=3000", "--set", set, "--set", "evaluation={every: 0, exact: true}")
		gain[name] = cmdtest.Elements(t, m, "evaluations")[0]["exploitability"].(float64)
		cmdtest.Done(t, "export", name, "--out", name+".bot")
		exploited := cmdtest.Object(t, "exploit", "bot("+name+".bot)", "--game", "kuhn")["exploitability"].(float64)
		assert.InDelta(t, gain[name], exploited, 1e-6, name)
	}
	assert.InDelta(t, gain["sure"], gain["mixed"], 1e-6, "all decisions are bids")
	assert.InDelta(t, gain["sure"], gain["seats"], 1e-6)
	assert.InDelta(t, gain["sure"]+gain["plain"], gain["one"]+gain["other"], 1e-6, "each is the mean over the seats")
	assert.Equal(t, map[string]float64{"bid": 0.4}, cmdtest.ManifestOf(t, "mixed.bot").Temperatures.Kinds)
	assert.Equal(t, []float64{0.4, 1}, cmdtest.ManifestOf(t, "one.bot").Temperatures.Seats)
	assert.Nil(t, cmdtest.ManifestOf(t, "sure.bot").Temperatures)

	o := cmdtest.Ringer(t, "", "train", "--config", "goofspiel", "--set", "temperatures.draft=1", "--set", "seat_temperatures=[1, 1, 1]")
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	for _, fault := range []string{
		"temperatures.draft: unknown kind of decision: want one of: ", "seat_temperatures: 3 numbers: want one for each of the 2 seats of goofspiel",
		"seat_temperatures: 3 numbers: want none in goofspiel, whose seats are alike",
	} {
		assert.Contains(t, o.Errs, fault)
	}
}
