package session_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/play/puzzles"
	"ringer/play/session"
)

// A table begins with odds, says so to every seat, and takes them up again after it was
// built anew from what is kept. Its record says them too.
func TestTablesWithOdds(t *testing.T) {
	kept := &memory{lines: map[string][][]byte{}}
	begin := func(c *session.Config) {
		c.Keeper = kept
		c.Begin = func(g env.Game, text string) (env.Game, error) { return puzzles.At(g, "position", text) }
	}
	c := connect(t, newHost(t, begin))
	lines := c.say(`{"type":"new","game":"fivepossessions","seats":[{"person":"Ann"},{"agent":"random"}],"seed":7,"position":"odds: 1:yards=80"}`)
	j := last(t, lines, "joined")
	told := func(lines []string) string {
		t.Helper()
		var v struct {
			Odds struct{ Given, Words string } `json:"odds"`
		}
		for _, l := range lines {
			if strings.Contains(l, `"type":"view"`) {
				require.NoError(t, json.Unmarshal([]byte(l), &v))
			}
		}
		assert.Equal(t, "1:yards=80", v.Odds.Given)
		return v.Odds.Words
	}
	words := told(lines)
	assert.Equal(t, "Begins unequal: Ann with 80 yards.", words)

	again := connect(t, newHost(t, begin))
	assert.Equal(t, words, told(again.say(`{"type":"join","table":%q,"key":%q}`, j.Table, j.Keys["0"])))

	lines = c.say(`{"type":"new","game":"fivepossessions","seats":[{"person":"Ann"},{"agent":"random"}],"position":"odds: 1:yards=81"}`)
	assert.Contains(t, last(t, lines, "error").Error, "in steps of 20")
}
