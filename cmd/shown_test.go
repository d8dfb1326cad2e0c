package cmd_test

import (
	"bytes"
	"encoding/json"
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

// A bot whose name and texts would clear the screen and colour it cannot do so: not in
// an error, a table, JSON or comma-separated values, nor can a file's name.
func TestForeignTextIsShownEscaped(t *testing.T) {
	cmdtest.InFolder(t)
	const evil = "evil\x1b[2J\u009b31m\u202e"
	bot, err := open.Bot("kuhn")
	require.NoError(t, err)
	bot.Manifest.Name = evil
	var file bytes.Buffer
	require.NoError(t, botfile.Write(&file, *bot))
	name := "a\x1b[8m.bot"
	require.NoError(t, os.WriteFile(name, file.Bytes(), 0o644))
	require.NoError(t, os.WriteFile("bad.replay.jsonl", []byte("{\"format\":\"\x1b[2J\"}\n{\"\u009b\":1}\n"), 0o644))
	for _, args := range [][]string{
		{"bot", name, "--verify"},
		{"bot", name, "--verify", "--json"},
		{"match", "bot(" + name + ")", "random", "--game", "kuhn", "--games", "4"},
		{"match", "bot(" + name + ")", "random", "--game", "kuhn", "--games", "4", "--json"},
		{"match", "bot(" + name + ")", "random", "--game", "leduc"},
		{"arena", "bot(" + name + ")", "--game", "kuhn", "--games", "4"},
		{"arena", "bot(" + name + ")", "--game", "kuhn", "--games", "4", "--csv"},
		{"match", evil, "--game", "kuhn"},
		{"games", evil},
		{evil},
		{"play", "--resume", "bad.replay.jsonl"},
	} {
		o := cmdtest.Ringer(t, "", args...)
		all := o.Out + o.Errs
		assert.NotEmpty(t, all)
		for _, bad := range []string{"\x1b", "\u009b", "\u202e"} {
			assert.NotContains(t, all, bad, "%q", args)
		}
		if o.Exit == shell.ExitDone && args[len(args)-1] == "--json" {
			assert.True(t, json.Valid([]byte(o.Out)))
		}
		assert.True(t, strings.Contains(all, `\x1b`) || strings.Contains(all, `\u001b`), "%q: %s", args, all)
	}
	var out map[string]any
	require.NoError(t, json.Unmarshal([]byte(cmdtest.Ringer(t, "", "bot", name, "--verify", "--json").Out), &out))
	assert.Equal(t, evil, out["bot"], "for programs the name is what it is")
}
