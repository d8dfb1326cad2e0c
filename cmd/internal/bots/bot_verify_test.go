package bots_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/neural"
	"ringer/checkpoints"
	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
	"ringer/env/games"
	"ringer/models"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/open/bots"
)

// The ONNX form of every shipped network is the network. Without RINGER_LONG the small
// ones only.
func TestVerifyShippedBots(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	verified := 0
	for _, name := range checkpoints.Names() {
		bot, err := open.Bot(name)
		require.NoError(t, err)
		if bot.Weights == nil {
			o := cmdtest.Ringer(t, "", "bot", name, "--verify")
			assert.Equal(t, shell.ExitBadInput, o.Exit)
			assert.Contains(t, o.Errs, "is a table: it has no policy.onnx")
			continue
		}
		if len(bot.Weights.Flat) > 100_000 && os.Getenv("RINGER_LONG") != "1" {
			continue
		}
		m := cmdtest.Object(t, "bot", name, "--verify")
		assert.Equal(t, []string{"bot", "game", "largest_difference", "observations", "ok"}, cmdtest.Keys(m))
		assert.EqualValues(t, 400, m["observations"])
		assert.Less(t, m["largest_difference"], 1e-5)
		verified++
	}
	assert.Positive(t, verified)
	assert.Contains(t, cmdtest.Done(t, "bot", "kuhn", "--verify"), "the largest difference between weights and policy.onnx is ")
}

// A bot whose two forms differ, or whose ONNX form is damaged, is told apart.
func TestVerifyFindsAnotherNetwork(t *testing.T) {
	bot, err := open.Bot("kuhn")
	require.NoError(t, err)
	g := games.MustNew(bot.Manifest.Game)
	verifyBot := func(bot *botfile.Bot) error {
		v, err := bots.Verify(t.Context(), "kuhn", g, bot, 1)
		if err != nil {
			return err
		}
		return v.Err("kuhn")
	}
	verify := func(policy []byte) error {
		other := *bot
		other.Policy = policy
		return verifyBot(&other)
	}
	require.NoError(t, verify(bot.Policy))

	one := bot.Weights.Clone()
	bias := one.Tensor(models.PolicyHead + "/bias")
	bias[0] += 0.01
	var policy bytes.Buffer
	require.NoError(t, models.WriteONNX(&policy, one, nil, nil))
	assert.ErrorContains(t, verify(policy.Bytes()), "policy.onnx is not the network of the weights: the largest difference is 0.00")
	scale := neural.ReturnScale(g.Spec())
	require.Greater(t, scale, 1.0)
	for _, written := range []float64{0, scale, 1} { // as older versions, as this one, and in no unit of the game
		again := *bot
		again.ReturnScale = written
		var file bytes.Buffer
		require.NoError(t, botfile.Write(&file, again))
		back, err := botfile.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
		require.NoError(t, err)
		assert.Equal(t, bot.Manifest.Checksums[botfile.WeightsName], back.Manifest.Checksums[botfile.WeightsName], "the weights are the same bytes")
		err = verifyBot(back)
		if written == 1 {
			assert.ErrorContains(t, err, "policy.onnx is not the network of the weights")
		} else {
			assert.NoError(t, err)
		}
		if written == 0 {
			assert.Equal(t, bot.Policy, back.Policy, "a file of an older version is written as it was")
		}
	}
	assert.ErrorContains(t, verify(bot.Policy[:1000]), "policy.onnx: onnx: damaged or truncated")

	o := cmdtest.Ringer(t, "", "bot", "kuhn", "--json")
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	for _, temperature := range []string{"NaN", "Inf", "-1"} {
		o := cmdtest.Ringer(t, "", "bot", "kuhn", "--temperature", temperature)
		assert.Equal(t, shell.ExitBadInput, o.Exit, temperature)
	}
}
