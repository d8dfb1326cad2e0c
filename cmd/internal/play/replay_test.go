package play_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
)

func TestReplay(t *testing.T) {
	cmdtest.InFolder(t)
	require.Zero(t, cmdtest.Ringer(t, "bet\n", "play", "kuhn", "--vs", "random", "--seed", "3", "--save", "over.jsonl").Exit)
	require.Zero(t, cmdtest.Ringer(t, "q\n", "play", "kuhn", "--vs", "random", "--seed", "3", "--save", "open.jsonl").Exit)

	o := cmdtest.Ringer(t, "", "replay", "over.jsonl")
	require.Zero(t, o.Exit, o.Errs)
	assert.Contains(t, o.Out, "seat 1 (a person) gets J")
	assert.Contains(t, o.Out, "seat 2 (random) gets K")
	assert.Regexp(t, `won\.\n$`, o.Out)
	assert.NotContains(t, cmdtest.Ringer(t, "", "replay", "over.jsonl", "--seat", "2").Out, "gets J")

	o = cmdtest.Ringer(t, "", "replay", "open.jsonl")
	require.Zero(t, o.Exit, o.Errs)
	assert.Contains(t, o.Out, "gets J")
	assert.NotContains(t, o.Out, "gets K", "the game is not over")
	assert.Contains(t, cmdtest.Ringer(t, "", "replay", "open.jsonl", "--open").Out, "gets K")

	o = cmdtest.Ringer(t, "", "replay", "over.jsonl", "--verify")
	require.Zero(t, o.Exit, o.Errs)
	assert.Equal(t, "over.jsonl: kuhn, 4 actions and the result as the rules have them: seat 1 +1, seat 2 -1\n", o.Out)
	assert.Contains(t, cmdtest.Ringer(t, "", "replay", "open.jsonl", "--verify").Out, "the game is not over")

	text, err := os.ReadFile("over.jsonl")
	require.NoError(t, err)
	for name, change := range map[string][2]string{
		"another result":   {`"returns":[1,-1]`, `"returns":[-1,1]`},
		"an illegal deed":  {`"action":1,"name":"bet"`, `"action":9,"name":"bet"`},
		"another name":     {`"name":"bet"`, `"name":"\u001b[2J"`},
		"no record at all": {`{"format"`, `"format"`},
		"rules of nothing": {`"game":"kuhn"`, `"game":"poker"`},
	} {
		broken := strings.Replace(string(text), change[0], change[1], 1)
		require.NotEqual(t, string(text), broken, name)
		require.NoError(t, os.WriteFile("broken.jsonl", []byte(broken), 0o600))
		for _, args := range [][]string{{"replay", "broken.jsonl"}, {"replay", "broken.jsonl", "--verify"}, {"replay", "broken.jsonl", "--open"}} {
			o := cmdtest.Ringer(t, "", args...)
			assert.Equal(t, shell.ExitBadInput, o.Exit, "%s: %v", name, args)
			assert.Contains(t, o.Errs, "broken.jsonl", name)
			assert.NotContains(t, o.Errs+o.Out, "\x1b", name)
		}
	}
	for _, c := range []struct{ args, says string }{
		{"open.jsonl --seat 2", "--seat 2: the game is not over and seat 1 plays it"},
		{"over.jsonl --seat 3", "--seat 3: want a number from 1 to 2"},
		{"over.jsonl --seat 0", "--seat 0: want a number from 1 to 2"},
		{"missing.jsonl", "missing.jsonl"},
	} {
		o := cmdtest.Ringer(t, "", append([]string{"replay"}, strings.Fields(c.args)...)...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, c.args)
		assert.Contains(t, o.Errs, c.says)
	}
}
