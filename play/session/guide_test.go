package session_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/play/lessons"
	"ringer/play/session"
)

// lesson holds the explanation of a view.
type lesson struct {
	ID   string `json:"id"`
	Says string `json:"says"`
	Why  string `json:"why"`
	Rule string `json:"rule"`
	N    int    `json:"n"`
	Of   int    `json:"of"`
}

func lessonIn(t *testing.T, lines []string) (v message, l *lesson) {
	t.Helper()
	for _, line := range lines {
		var x struct {
			Type   string  `json:"type"`
			Guided bool    `json:"guided"`
			Lesson *lesson `json:"lesson"`
		}
		require.NoError(t, json.Unmarshal([]byte(line), &x))
		if x.Type == "view" {
			assert.True(t, x.Guided)
			v, l = read(t, line), x.Lesson
		}
	}
	return v, l
}

const guidedGame = `{"type":"new","game":"fourdowns","guided":true,"seats":[{"person":"Ann"},{"agent":"random"},{"agent":"random"},{"agent":"random"}]}`

// A first game explains each new thing once, again where a decision is taken back, and the same when its
// table is read again.
func TestFirstGameTeaches(t *testing.T) {
	kept := &memory{lines: map[string][][]byte{}}
	with := func(c *session.Config) { c.Keeper = kept }
	c := connect(t, newHost(t, with))
	lines := c.sayLine(guidedGame)
	j := last(t, lines, "joined")
	v, l := lessonIn(t, lines)
	guide := lessons.Of("fourdowns")[0]
	require.NotNil(t, l)
	assert.Equal(t, guide.Lessons[0].Says, l.Says)
	assert.NotEmpty(t, l.Rule)
	assert.Equal(t, []int{1, len(guide.Lessons)}, []int{l.N, l.Of})

	told := map[string]int{l.ID: 1}
	for range 12 {
		if v.Over {
			break
		}
		lines = c.sayLine(act(j, v, v.Scene.Ask.Choices[len(v.Scene.Ask.Choices)-1].Action))
		if v, l = lessonIn(t, lines); l != nil {
			told[l.ID]++
			assert.Equal(t, len(told), l.N)
		}
	}
	assert.Greater(t, len(told), 1)
	for id, n := range told {
		assert.Equal(t, 1, n, id)
	}

	other := connect(t, newHost(t, with))
	again, l2 := lessonIn(t, other.sayLine(fmt.Sprintf(`{"type":"join","table":%q,"key":%q}`, j.Table, j.Keys["0"])))
	assert.Equal(t, v.Step, again.Step)
	assert.Equal(t, l, l2)

	lines = c.sayLine(fmt.Sprintf(`{"type":"retry","table":%q,"key":%q}`, j.Table, j.Keys["0"]))
	require.Equal(t, "done", read(t, lines[0]).Type, "anything may be taken back: %v", lines)
	for range 12 { // back to the beginning, where the first thing is new again
		lines = append(lines, c.sayLine(fmt.Sprintf(`{"type":"retry","table":%q,"key":%q}`, j.Table, j.Keys["0"]))...)
	}
	_, l = lessonIn(t, lines)
	require.NotNil(t, l)
	assert.Equal(t, guide.Lessons[0].ID, l.ID)
}

// A game whose sides differ teaches whichever side the person takes, from the deal of that side's guide.
func TestFirstGameOfEachSide(t *testing.T) {
	guides := lessons.Of("payday")
	require.Len(t, guides, 2)
	h := newHost(t, func(c *session.Config) {
		c.Games = []string{"payday"}
		c.Opponents = func(env.Game) []session.Opponent { return []session.Opponent{{Agent: "random", First: true}} }
	})
	var w struct {
		Games []struct {
			Guides []struct {
				Seat, Lessons int
				Role          string
			} `json:"guides"`
		} `json:"games"`
	}
	require.NoError(t, json.Unmarshal([]byte(connect(t, h).say(`{"type":"hello","protocol":%q}`, session.Protocol)[0]), &w))
	require.Len(t, w.Games[0].Guides, 2)
	for i, g := range guides {
		offer := w.Games[0].Guides[i]
		assert.Equal(t, []any{int(g.Seat), len(g.Lessons), g.Role}, []any{offer.Seat, offer.Lessons, offer.Role})
		seats := []string{`{"agent":"random"}`, `{"agent":"random"}`}
		seats[g.Seat] = `{"person":"Ann"}`
		kept := &memory{lines: map[string][][]byte{}}
		with := func(c *session.Config) { c.Keeper = kept }
		c := connect(t, newHost(t, with))
		lines := c.sayLine(`{"type":"new","game":"payday","guided":true,"seats":[` + strings.Join(seats, ",") + `]}`)
		j := last(t, lines, "joined")
		require.Len(t, j.Keys, 1)
		told := map[string]bool{}
		v, l := lessonIn(t, lines)
		for range 8 {
			if l != nil {
				told[l.ID] = true
				assert.Equal(t, len(g.Lessons), l.Of)
				assert.True(t, slices.ContainsFunc(g.Lessons, func(x lessons.Lesson) bool { return x.ID == l.ID && x.Says == l.Says }), "%s is of the other side", l.ID)
			}
			v, l = lessonIn(t, c.sayLine(act(j, v, v.Scene.Ask.Choices[0].Action)))
		}
		assert.Greater(t, len(told), 2, g.Role)
		again, _ := lessonIn(t, connect(t, newHost(t, with)).sayLine(fmt.Sprintf(`{"type":"join","table":%q,"key":%q}`, j.Table, j.Keys[fmt.Sprint(int(g.Seat))])))
		assert.Equal(t, v.Step, again.Step)
	}
}

// What a first game cannot be is refused, and nothing else has lessons.
func TestFirstGameRefuses(t *testing.T) {
	c := connect(t, newHost(t, nil))
	for request, says := range map[string]string{
		`{"type":"new","game":"kuhn","guided":true,"seats":[{"person":"A"},{"agent":"random"}]}`:                                                         "no guided game of kuhn",
		`{"type":"new","game":"fourdowns(players=2)","guided":true,"seats":[{"person":"A"},{"agent":"random"}]}`:                                         "no guided game of fourdowns(players=2)",
		`{"type":"new","game":"fourdowns","guided":true,"seed":1,"seats":[{"person":"A"},{"agent":"random"},{"agent":"random"},{"agent":"random"}]}`:     "a deal of its own",
		`{"type":"new","game":"fourdowns","guided":true,"seats":[{"agent":"random"},{"person":"A"},{"agent":"random"},{"agent":"random"}]}`:              "want a person in seat 0",
		`{"type":"new","game":"payday","guided":true,"seats":[{"agent":"random"},{"agent":"random"}]}`:                                                   "want a person in seat 0 or 1",
		`{"type":"new","game":"fourdowns","guided":true,"seats":[]}`:                                                                                     "want a person in seat 0",
		`{"type":"new","guided":true,"puzzle":"x","seats":[{"person":"A"}]}`:                                                                             "puzzle",
		`{"type":"new","game":"fourdowns","guided":true,"daily":true,"seats":[{"person":"A"},{"agent":"random"},{"agent":"random"},{"agent":"random"}]}`: "a deal of its own",
	} {
		lines := c.sayLine(request)
		require.Len(t, lines, 1, request)
		assert.Contains(t, read(t, lines[0]).Error, says, request)
	}
	for _, line := range c.sayLine(`{"type":"new","game":"fourdowns","seed":1,"seats":[{"person":"A"},{"agent":"random"},{"agent":"random"},{"agent":"random"}]}`) {
		assert.NotContains(t, line, `"lesson"`)
	}
}

// The picture of a game is a table under way that says nothing and asks nothing.
func TestPicturesShowTables(t *testing.T) {
	c := connect(t, newHost(t, func(c *session.Config) { c.Games = []string{"heat", "heat(players=3)", "duel", "kuhn"} }))
	var w struct {
		Games []struct {
			Game, Words string
			Picture     *struct {
				Layout string `json:"layout"`
				Ask    any    `json:"ask"`
				Words  string `json:"words"`
				Zones  []struct {
					Things []struct{ Name, Text string } `json:"things"`
				} `json:"zones"`
			} `json:"picture"`
		} `json:"games"`
	}
	lines := c.say(`{"type":"hello","protocol":%q}`, session.Protocol)
	require.NoError(t, json.Unmarshal([]byte(lines[0]), &w))
	require.Len(t, w.Games, 4)
	for _, g := range w.Games {
		assert.NotEmpty(t, g.Words, g.Game)
		if g.Game == "heat(players=3)" {
			assert.Nil(t, g.Picture, "one a game is enough")
			continue
		}
		require.NotNil(t, g.Picture, g.Game)
		things := 0
		for _, z := range g.Picture.Zones {
			things += len(z.Things)
			for _, x := range z.Things {
				assert.Empty(t, x.Text, g.Game)
			}
		}
		assert.Positive(t, things, g.Game)
		assert.Nil(t, g.Picture.Ask, g.Game)
		assert.Empty(t, g.Picture.Words, g.Game)
	}
}
