package bots_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
	"ringer/models/botfile"
	"ringer/open"
)

// A bot's file is written anew in half precision: its manifest says which file it was, its two
// forms agree, and it can be carried on, which keeps the precision.
func TestExportHalvesABot(t *testing.T) {
	cmdtest.InFolder(t)
	file, err := open.BotBytes("leduc")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("single.bot", file, 0o644))
	single, err := open.Bot("single.bot")
	require.NoError(t, err)
	require.False(t, single.Half, "a bot whose exploitability is known exactly ships as it was measured")
	assert.Contains(t, cmdtest.Done(t, "export", "single.bot", "--half", "--out", "half.bot"), "half.bot: leduc, in half precision, ")
	half, err := open.Bot("half.bot")
	require.NoError(t, err)
	rounded, err := single.Weights.Halved()
	require.NoError(t, err)
	assert.Equal(t, rounded.Flat, half.Weights.Flat)
	assert.True(t, half.Half)
	m, sum := half.Manifest, fmt.Sprintf("%x", sha256.Sum256(file))
	require.Len(t, m.Carried, 1)
	assert.Equal(t, botfile.Carried{
		SHA256: sum, Weights: single.Manifest.Checksums[botfile.WeightsName], SpecHash: m.SpecHash, FactsHash: m.Carried[0].FactsHash,
		Version: m.Carried[0].Version, Ringer: single.Manifest.Ringer, Half: true,
	}, m.Carried[0])
	assert.False(t, m.CarriedSince(sum))
	assert.Equal(t, single.Manifest.Evaluation, m.Evaluation)
	assert.Equal(t, "half", m.Name)
	assert.Contains(t, cmdtest.Done(t, "bot", "half.bot", "--verify"), "the largest difference between weights and policy.onnx is ")
	cmdtest.Done(t, "match", "bot(half.bot)", "bot(single.bot)", "--game", "leduc", "--games", "20")

	assert.Contains(t, cmdtest.Done(t, "export", "half.bot", "--steps", "32", "--out", "steps.bot"), "steps.bot: leduc, in half precision, ")
	stepped, err := open.Bot("steps.bot")
	require.NoError(t, err)
	want, err := half.Weights.Stepped(32)
	require.NoError(t, err)
	assert.Equal(t, want.Flat, stepped.Weights.Flat)
	assert.NotEqual(t, half.Weights.Flat, stepped.Weights.Flat)
	require.Len(t, stepped.Manifest.Carried, 2)
	assert.True(t, stepped.Manifest.Carried[1].Half)
	assert.False(t, stepped.Manifest.CarriedSince(sum))
	cmdtest.Done(t, "bot", "steps.bot", "--verify")
	cmdtest.Done(t, "export", "single.bot", "--steps", "32", "--out", "one.bot")
	one, err := open.Bot("one.bot")
	require.NoError(t, err)
	assert.True(t, one.Half)

	half.Manifest.SpecHash, half.Manifest.Name = strings.Repeat("a", 64), "old"
	var old bytes.Buffer
	require.NoError(t, botfile.Write(&old, *half))
	require.NoError(t, os.WriteFile("old.bot", old.Bytes(), 0o644))
	cmdtest.Done(t, "export", "old.bot", "--carry", "--out", "new.bot")
	carried, err := open.Bot("new.bot")
	require.NoError(t, err)
	assert.True(t, carried.Half)
	assert.Equal(t, half.Weights.Flat, carried.Weights.Flat)
	assert.True(t, carried.Manifest.CarriedSince(sum))

	for want, args := range map[string][]string{
		"already, or it has none: there is nothing to round": {"half.bot", "--half"},
		"such steps already: there is nothing to round":      {"steps.bot", "--steps", "32"},
		"--steps 0: want a number from 1 to 4096":            {"half.bot", "--steps", "0"},
		"--steps 5000: want a number from 1 to 4096":         {"half.bot", "--steps", "5000"},
		"--steps -1: want a number from 1 to 4096":           {"half.bot", "--carry", "--steps=-1"},
		"--steps 8: a bot that is carried keeps its own":     {"half.bot", "--carry", "--steps", "8"},
		"no such file":                         {"none.bot", "--half"},
		"--licence: a bot that is carried":     {"single.bot", "--half", "--licence", "MIT"},
		"--was x.json: want it beside --carry": {"single.bot", "--half", "--was", "x.json"},
	} {
		o := cmdtest.Ringer(t, "", append([]string{"export", "--out", "no.bot"}, args...)...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, want)
		assert.Contains(t, o.Errs, want)
		assert.NoFileExists(t, "no.bot")
	}
}
