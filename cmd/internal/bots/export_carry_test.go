package bots_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/models/botfile"
	"ringer/open"
)

// oldFile writes a shipped bot as if its game had another spec hash today, and returns its
// bytes.
func oldFile(t *testing.T, name, file, hash string) []byte {
	t.Helper()
	bot, err := open.Bot(name)
	require.NoError(t, err)
	bot.Manifest.SpecHash = strings.Repeat(hash, 64)
	bot.Manifest.Ringer = "v0"
	var data bytes.Buffer
	require.NoError(t, botfile.Write(&data, *bot))
	require.NoError(t, os.WriteFile(file, data.Bytes(), 0o644))
	return data.Bytes()
}

// A bot of an older version is written anew for today's game: the same weights and figures,
// a model for other runtimes, and a note of what it was. It may be carried again.
func TestExportCarriesABot(t *testing.T) {
	cmdtest.InFolder(t)
	data := oldFile(t, "leduc", "old.bot", "a")
	o := cmdtest.Ringer(t, "", "match", "bot(old.bot)", "random", "--game", "leduc", "--games", "2")
	require.Equal(t, shell.ExitBadInput, o.Exit, "another spec hash is refused")
	out := cmdtest.Done(t, "export", "old.bot", "--carry", "--out", "new.bot")
	assert.Contains(t, out, "new.bot: leduc, carried from spec aaaaaaaaaaaa to ")
	assert.Contains(t, out, "; every column was known\nIts figures are those that were measured before.\n")
	shipped, err := open.Bot("leduc")
	require.NoError(t, err)
	bot, err := open.Bot("new.bot")
	require.NoError(t, err)
	assert.Equal(t, shipped.Weights.Flat, bot.Weights.Flat)
	assert.Equal(t, shipped.Manifest.Evaluation, bot.Manifest.Evaluation)
	assert.Equal(t, shipped.Manifest.Training, bot.Manifest.Training)
	assert.Equal(t, shipped.Manifest.SpecHash, bot.Manifest.SpecHash)
	assert.NotEmpty(t, bot.Policy)
	old, err := open.Bot("old.bot")
	require.NoError(t, err)
	weights := old.Manifest.Checksums[botfile.WeightsName]
	sum := fmt.Sprintf("%x", sha256.Sum256(data))
	assert.Equal(t, []botfile.Carried{{SHA256: sum, Weights: weights, SpecHash: strings.Repeat("a", 64), Ringer: "v0"}}, bot.Manifest.Carried)
	cmdtest.Done(t, "match", "bot(new.bot)", "random", "--game", "leduc", "--games", "2")

	// The layout of the older game is checked against the bot, and its facts are noted.
	layout := strings.ReplaceAll(cmdtest.Done(t, "games", "leduc", "--json"), shipped.Manifest.SpecHash, strings.Repeat("a", 64))
	require.NoError(t, os.WriteFile("was.json", []byte(layout), 0o644))
	var told struct {
		Carried botfile.Carried `json:"carried"`
		Bytes   int             `json:"bytes"`
	}
	require.NoError(t, json.Unmarshal([]byte(cmdtest.Done(t, "export", "old.bot", "--carry", "--was", "was.json", "--out", "again.bot", "--json")), &told))
	assert.Equal(t, strings.Repeat("a", 64), told.Carried.FactsHash)
	assert.Positive(t, told.Carried.Version)
	assert.Positive(t, told.Bytes)
}

// What cannot be carried is bad input, and nothing is written.
func TestExportRefusesToCarry(t *testing.T) {
	cmdtest.InFolder(t)
	oldFile(t, "leduc", "old.bot", "a")
	require.NoError(t, os.WriteFile("was.json", []byte(cmdtest.Done(t, "games", "kuhn", "--json")), 0o644))
	require.NoError(t, os.WriteFile("wide.json", []byte(`{"games": [{"spec": 1}]}`), 0o644))
	for want, args := range map[string][]string{
		"there is nothing to carry":                                    {"leduc", "--carry"},
		"--weights: a bot that is carried keeps its own":               {"old.bot", "--carry", "--weights", "last"},
		"was.json: want the game leduc with the spec hash aaaaaaaaaaa": {"old.bot", "--carry", "--was", "was.json"},
		"wide.json: games[0].spec":                                     {"old.bot", "--carry", "--was", "wide.json"},
		"--was was.json: want it beside --carry":                       {"old.bot", "--was", "was.json"},
		"no such file":                                                 {"nothing.bot", "--carry"},
	} {
		o := cmdtest.Ringer(t, "", append([]string{"export", "--out", "new.bot"}, args...)...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, want)
		assert.Contains(t, o.Errs, want)
		assert.NoFileExists(t, "new.bot")
	}
}

// A bot whose actions differ, or whose columns are not known, is told all that differs.
func TestExportTellsWhatKeepsABotFromBeingCarried(t *testing.T) {
	cmdtest.InFolder(t)
	bot, err := open.Bot("heat-3p")
	require.NoError(t, err)
	bot.Manifest.SpecHash = strings.Repeat("b", 64)
	for i, b := range bot.Manifest.Blocks {
		if b.Name == "seat" {
			bot.Manifest.Blocks[i].Name = "chair"
		}
	}
	g, err := open.GameOf("heat-3p", bot)
	require.NoError(t, err)
	for i, f := range bot.Weights.Network.Fields { // two fields of one size trade their shapes
		if f.Name == "round" {
			bot.Weights.Network.Fields[i].Shape = []int{1, g.Spec().Observation[fieldAt(g.Spec(), "round")].Shape[0]}
		}
	}
	var data bytes.Buffer
	require.NoError(t, botfile.Write(&data, *bot))
	require.NoError(t, os.WriteFile("old.bot", data.Bytes(), 0o644))
	o := cmdtest.Ringer(t, "", "export", "old.bot", "--carry", "--out", "new.bot")
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	for _, want := range []string{
		`bot "heat-3p" cannot be carried to heat(players=3):`, "the actions are others: want card [20], chair [2], option [8], as the bot has them; here card [20], seat [2], option [8]",
		"the field round has the shape", "--was FILE has the names of its columns: of Ringer ", "ringer games 'heat(players=3)' --json",
	} {
		assert.Contains(t, o.Errs, want)
	}
	assert.NoFileExists(t, "new.bot")
}

func fieldAt(spec *env.Spec, name string) int {
	for i, f := range spec.Observation {
		if f.Name == name {
			return i
		}
	}
	return -1
}
