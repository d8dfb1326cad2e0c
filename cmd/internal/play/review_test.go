package play_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
)

// A game that a person has played is reviewed in words, as data and as a page that needs
// nothing else; a game that goes on is not.
func TestReview(t *testing.T) {
	t.Chdir(t.TempDir())
	cmdtest.Ringer(t, strings.Repeat("1\n2\n3\n4\n", 10), "play", "goofspiel", "--seed", "3", "--save", "game.jsonl")
	text := cmdtest.Done(t, "review", "game.jsonl", "--html", "game.html")
	assert.Contains(t, text, "seat 1 (a person), from what it could know\nbot(goofspiel), 48 worlds a decision")
	assert.Contains(t, text, "in the end.")
	assert.Regexp(t, `Clear errors cost \S+( \(.*\))? points, unclear ones \S+ \(.*\) points; luck changed it by \S+ \(.*\) points\.`, strings.ReplaceAll(text, "\n", " "))

	m := cmdtest.Object(t, "review", "game.jsonl")
	cmdtest.HasKeys(t, m, "game", "seat", "source", "unit", "seed", "start", "errors", "unclear", "luck", "result", "decisions", "costliest")
	part := func(key string) float64 { return m[key].(map[string]any)["chance"].(float64) }
	assert.InDelta(t, m["result"], part("start")-part("errors")-part("unclear")+part("luck"), 1e-9)
	for _, d := range cmdtest.Elements(t, m, "decisions") {
		cmdtest.HasKeys(t, d, "step", "value", "chosen", "loss", "luck", "worlds")
	}
	page, err := os.ReadFile("game.html")
	require.NoError(t, err)
	assert.Contains(t, string(page), "<svg ")
	assert.NotContains(t, string(page), "https://")

	cmdtest.Ringer(t, "1\nq\n", "play", "heat", "--seed", "3", "--save", "open.jsonl")
	for _, x := range []struct {
		args []string
		want string
	}{
		{[]string{"none.jsonl"}, "none.jsonl"},
		{[]string{"game.jsonl", "--seat", "3"}, "--seat 3: want a number from 1 to 2"},
		{[]string{"game.jsonl", "--agent", "nobody"}, "nobody"},
		{[]string{"game.jsonl", "--html", "game.html"}, "--html game.html"},
		{[]string{"open.jsonl"}, "this game is not over"},
	} {
		o := cmdtest.Ringer(t, "", append([]string{"review"}, x.args...)...)
		assert.Equal(t, 2, o.Exit, x.args)
		assert.Contains(t, o.Errs, x.want, x.args)
	}
}
