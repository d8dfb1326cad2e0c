package session_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/play/puzzles"
	"ringer/play/session"
)

// Every puzzle that ships begins at its task, for the seat that is to solve it, and tells
// nothing of how the hidden cards were dealt.
func TestShippedPuzzlesBegin(t *testing.T) {
	var all []string
	for _, name := range games.Names() {
		all = append(all, games.Configurations(name)...)
	}
	all = append(all, "fourdowns(players=2)")
	list := session.ShippedPuzzles(all)
	require.NotEmpty(t, list)
	assert.Empty(t, session.ShippedPuzzles([]string{"tictactoe"}))
	for _, p := range list {
		c := connect(t, newHost(t, func(c *session.Config) {
			c.Puzzles, c.Begin = list, func(g env.Game, text string) (env.Game, error) { return puzzles.At(g, "position", text) }
			c.Games = append(c.Games, p.Game)
		}))
		welcome := c.say(`{"type":"hello","protocol":"ringer-table/1"}`)[0]
		assert.NotContains(t, welcome, `"Steps"`)
		seats := make([]string, games.MustNew(p.Game).Spec().Players)
		for i := range seats {
			seats[i] = `{"agent":"random"}`
		}
		seats[p.Seat] = `{"person":"Ann"}`
		_, v := begin(t, c, fmt.Sprintf(`{"type":"new","puzzle":%q,"practice":true,"seats":[%s]}`, p.ID, strings.Join(seats, ",")))
		assert.NotEmpty(t, v.names(), p.ID)
		assert.Equal(t, p.Seat, v.You, p.ID)
	}
}

// A puzzle says whether the first decision solves it, and nothing before; its solution is told
// to whom it is set, when asked for. A decision that is taken back opens it again.
func TestAPuzzleSaysWhenItIsSolved(t *testing.T) {
	list := session.ShippedPuzzles([]string{"liarsdice"})
	require.NotEmpty(t, list)
	p := list[0]
	c := connect(t, newHost(t, func(c *session.Config) { c.Puzzles = list }))
	seats := []string{`{"agent":"random"}`, `{"agent":"random"}`}
	seats[p.Seat] = `{"person":"Ann"}`
	request := fmt.Sprintf(`{"type":"new","puzzle":%q,"seats":[%s]}`, p.ID, strings.Join(seats, ","))
	state := func(lines []string) string {
		line := lines[len(lines)-1]
		for _, l := range lines {
			if strings.Contains(l, `"type":"view"`) {
				line = l
			}
		}
		for _, s := range []string{"open", "solved", "failed"} {
			if strings.Contains(line, `"state":"`+s+`"`) {
				return s
			}
		}
		return "none"
	}
	lines := c.sayLine(request)
	j, v := last(t, lines, "joined"), last(t, lines, "view")
	assert.Equal(t, "open", state(lines))
	assert.NotContains(t, strings.Join(lines, ""), "Solved")
	assert.NotContains(t, strings.Join(lines, ""), p.Whole.Solution.Source)
	other := -1
	for _, choice := range v.Scene.Ask.Choices {
		if choice.Action != int(p.Whole.Solution.Action) {
			other = choice.Action
		}
	}
	lines = c.sayLine(act(j, v, other))
	assert.Equal(t, "failed", state(lines))
	assert.Contains(t, lines[len(lines)-1], "Not the best")
	key := j.Keys[fmt.Sprint(int(p.Seat))]
	assert.Contains(t, c.say(`{"type":"solution","table":%q,"key":%q}`, j.Table, key)[0], p.Whole.Solution.Name)
	lines = c.say(`{"type":"retry","table":%q,"key":%q}`, j.Table, key)
	for v = last(t, lines, "view"); state(lines) != "open"; v = last(t, lines, "view") {
		lines = c.say(`{"type":"retry","table":%q,"key":%q}`, j.Table, key)
	}
	lines = c.sayLine(act(j, v, int(p.Whole.Solution.Action)))
	assert.Equal(t, "solved", state(lines))
	assert.Contains(t, lines[len(lines)-1], "Solved: Liar.")

	lines = c.sayLine(`{"type":"new","game":"kuhn","seats":[{"person":"Ann"},{"agent":"random"}],"seed":1}`)
	j = last(t, lines, "joined")
	assert.Equal(t, "none", state(lines))
	assert.Contains(t, c.say(`{"type":"solution","table":%q,"key":%q}`, j.Table, j.Keys["0"])[0], "no task of this seat")
}
