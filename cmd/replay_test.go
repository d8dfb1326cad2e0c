package cmd

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReplay(t *testing.T) {
	inFolder(t)
	require.Zero(t, ringer(t, "bet\n", "play", "kuhn", "--vs", "random", "--seed", "3", "--save", "over.jsonl").exit)
	require.Zero(t, ringer(t, "q\n", "play", "kuhn", "--vs", "random", "--seed", "3", "--save", "open.jsonl").exit)

	o := ringer(t, "", "replay", "over.jsonl")
	require.Zero(t, o.exit, o.errs)
	assert.Contains(t, o.out, "seat 1 (a person) gets J")
	assert.Contains(t, o.out, "seat 2 (random) gets K")
	assert.Regexp(t, `won\.\n$`, o.out)
	assert.NotContains(t, ringer(t, "", "replay", "over.jsonl", "--seat", "2").out, "gets J")

	o = ringer(t, "", "replay", "open.jsonl")
	require.Zero(t, o.exit, o.errs)
	assert.Contains(t, o.out, "gets J")
	assert.NotContains(t, o.out, "gets K", "the game is not over")
	assert.Contains(t, ringer(t, "", "replay", "open.jsonl", "--open").out, "gets K")

	o = ringer(t, "", "replay", "over.jsonl", "--verify")
	require.Zero(t, o.exit, o.errs)
	assert.Equal(t, "over.jsonl: kuhn, 4 actions and the result as the rules have them: seat 1 +1, seat 2 -1\n", o.out)
	assert.Contains(t, ringer(t, "", "replay", "open.jsonl", "--verify").out, "the game is not over")

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
			o := ringer(t, "", args...)
			assert.Equal(t, exitBadInput, o.exit, "%s: %v", name, args)
			assert.Contains(t, o.errs, "broken.jsonl", name)
			assert.NotContains(t, o.errs+o.out, "\x1b", name)
		}
	}
	for _, c := range []struct{ args, says string }{
		{"open.jsonl --seat 2", "--seat 2: the game is not over and seat 1 plays it"},
		{"over.jsonl --seat 3", "--seat 3: want a number from 1 to 2"},
		{"over.jsonl --seat 0", "--seat 0: want a number from 1 to 2"},
		{"missing.jsonl", "missing.jsonl"},
	} {
		o := ringer(t, "", append([]string{"replay"}, strings.Fields(c.args)...)...)
		assert.Equal(t, exitBadInput, o.exit, c.args)
		assert.Contains(t, o.errs, c.says)
	}
}
