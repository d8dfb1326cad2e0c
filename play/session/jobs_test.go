package session_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/play/puzzles"
	"ringer/play/session"
)

// A review comes after the game, with messages of how far it is.
func TestReviews(t *testing.T) {
	c := connect(t, newHost(t, nil))
	j, v := begin(t, c, `{"type":"new","game":"kuhn","seats":[{"person":"Ann"},{"agent":"random"}],"seed":1}`)
	ask := func(more string) []string {
		return c.say(`{"type":"review","table":%q,"key":%q,"id":"r"%s}`, j.Table, j.Keys["0"], more)
	}
	assert.Contains(t, read(t, ask("")[0]).Error, "when the game is over")
	for !v.Over {
		v = last(t, c.sayLine(act(j, v, 1)), "view")
	}
	require.True(t, v.Can["review"])
	lines := ask("")
	var told struct {
		Type   string
		ID     string
		Review struct {
			Decisions []any
			Result    float64
			Seat      env.Player
		}
	}
	require.NoError(t, json.Unmarshal([]byte(lines[len(lines)-1]), &told))
	assert.Equal(t, "review", told.Type)
	assert.Equal(t, "r", told.ID)
	assert.NotEmpty(t, told.Review.Decisions)
	for _, l := range lines[:len(lines)-1] {
		assert.Equal(t, "progress", read(t, l).Type)
	}
	lines = ask(`,"seat":1,"open":true`)
	require.NoError(t, json.Unmarshal([]byte(lines[len(lines)-1]), &told))
	assert.Equal(t, env.Player(1), told.Review.Seat, "everything is open now")
	assert.Contains(t, read(t, ask(`,"seat":2`)[0]).Error, "seat: 2: want a number from 0 to 1")
}

// A game that was given up is reviewed as far as it went, from both seats.
func TestReviewsOfGamesGivenUp(t *testing.T) {
	c := connect(t, newHost(t, nil))
	j, v := begin(t, c, `{"type":"new","game":"tictactoe","seats":[{"person":"Ann"},{"agent":"random"}],"seed":1}`)
	v = last(t, c.sayLine(act(j, v, v.Scene.Ask.Choices[0].Action)), "view")
	at := fmt.Sprintf(`"table":%q,"key":%q`, j.Table, j.Keys["0"])
	require.False(t, v.Can["review"])
	v = last(t, c.say(`{"type":"resign",%s}`, at), "view")
	require.True(t, v.Over && v.Can["review"])
	for seat := range 2 {
		lines := c.say(`{"type":"review",%s,"seat":%d}`, at, seat)
		var told struct {
			Error  string
			Review struct {
				Decisions []any
				Partial   bool
			}
		}
		require.NoError(t, json.Unmarshal([]byte(lines[len(lines)-1]), &told))
		assert.Empty(t, told.Error)
		assert.True(t, told.Review.Partial)
		assert.Len(t, told.Review.Decisions, 1)
	}
	m := read(t, c.say(`{"type":"moment",%s,"step":1}`, at)[0])
	assert.Equal(t, "moment", m.Type)
}

// Where an agent plays on for a person, that person's review ends where the agent began.
func TestReviewsOfSeatsTakenOver(t *testing.T) {
	c := connect(t, newHost(t, nil))
	j := tail(t, c.say(`{"type":"new","game":"goofspiel(players=3)","seats":[{"person":"Ann"},{"person":"Bo"},{"person":"Cy"}],"seed":1}`), "joined")
	views := map[string]message{}
	play := func(seat string) {
		v := last(t, c.say(`{"type":"join","table":%q,"key":%q}`, j.Table, j.Keys[seat]), "view")
		if v.Scene.Ask != nil {
			c.say(`{"type":"act","table":%q,"key":%q,"step":%d,"action":%d}`, j.Table, j.Keys[seat], v.Step, v.Scene.Ask.Choices[0].Action)
		}
		views[seat] = last(t, c.say(`{"type":"join","table":%q,"key":%q}`, j.Table, j.Keys[seat]), "view")
	}
	for _, seat := range []string{"0", "1", "2"} {
		play(seat)
	}
	c.say(`{"type":"resign","table":%q,"key":%q}`, j.Table, j.Keys["1"])
	for range 4 {
		play("0")
		play("2")
	}
	require.True(t, views["2"].Over)
	for seat, want := range map[int]int{0: 3, 1: 1, 2: 3} {
		lines := c.say(`{"type":"review","table":%q,"key":%q,"seat":%d}`, j.Table, j.Keys["1"], seat)
		var told struct {
			Error  string
			Review struct {
				Decisions []any
				Partial   bool
			}
		}
		require.NoError(t, json.Unmarshal([]byte(lines[len(lines)-1]), &told))
		assert.Empty(t, told.Error)
		assert.Len(t, told.Review.Decisions, want, "seat %d", seat)
		assert.Equal(t, seat == 1, told.Review.Partial, "seat %d", seat)
	}
}

// A hint under way stops when the question is answered, when the client says so, and when it
// goes; the table goes on all the time.
func TestHintsStop(t *testing.T) {
	agent := &slow{random.New(), make(chan struct{}, 100), make(chan struct{})}
	h := newHost(t, func(c *session.Config) {
		c.Opponents = func(env.Game) []session.Opponent {
			return []session.Opponent{{Agent: "random", Name: "Slow", Default: true}}
		}
		c.Agent = func(env.Game, string) (agents.Agent, error) { return agent, nil }
	})
	for _, way := range []string{"act", "stop", "leave", "close"} {
		c := connect(t, h)
		j, _ := begin(t, c, `{"type":"new","game":"tictactoe","seats":[{"person":"Ann"},{"person":"Bo"}],"seed":1}`)
		v := message{You: 0, Step: 1}
		at := fmt.Sprintf(`"table":%q,"key":%q`, j.Table, j.Keys["0"])
		hint := fmt.Sprintf(`{"type":"hint",%s,"step":1,"id":"h"}`, at)
		c.Handle([]byte(hint))
		<-agent.begun
		assert.Empty(t, c.take(), "it thinks")
		c.Handle([]byte(hint))
		assert.Contains(t, read(t, c.take()[0]).Error, "under way already")
		switch way {
		case "act":
			c.Handle([]byte(act(j, v, 4)))
		case "close":
			c.Close()
		default:
			c.Handle(fmt.Appendf(nil, `{"type":%q,%s}`, way, at))
		}
		h.Wait()
		found := false
		for _, l := range c.take() {
			if m := read(t, l); string(m.ID) == `"h"` {
				found = true
				assert.Contains(t, m.Error, "hint: ")
			}
		}
		assert.True(t, found, "%s: every request gets an answer", way)
	}
}

// A puzzle is a game at a position of the host's.
func TestPuzzles(t *testing.T) {
	const position = "points: [0, 0]\nhands: [[1, 2], [1, 2]]\n"
	c := connect(t, newHost(t, func(c *session.Config) {
		c.Puzzles = []session.Puzzle{{ID: "one", Game: "tictactoe", Title: "Win", Words: "Win in one.", Whole: &puzzles.Puzzle{ID: "one", Game: "tictactoe", SpecHash: games.MustNew("tictactoe").Spec().Hash, Title: "Win", Words: "Win in one.", Position: position}}}
		c.Begin = func(g env.Game, text string) (env.Game, error) {
			assert.Equal(t, position, text)
			return g, nil
		}
	}))
	welcome := c.say(`{"type":"hello","protocol":"ringer-table/1"}`)[0]
	assert.Contains(t, welcome, `"puzzles":[{"id":"one"`)
	assert.NotContains(t, welcome, "hands", "the position is the host's")
	_, v := begin(t, c, `{"type":"new","puzzle":"one","seats":[{"person":"Ann"},{"agent":"random"}]}`)
	assert.Len(t, v.names(), 9)
	for request, says := range map[string]string{
		`"puzzle":"two"`:                                  "there is none",
		`"puzzle":"one","position":"x"`:                   "leave them out",
		`"puzzle":"one","game":"kuhn"`:                    "leave them out",
		`"game":"tictactoe","daily":true,"practice":true`: "takes nothing back",
	} {
		assert.Contains(t, read(t, c.say(`{"type":"new",%s,"seats":[{"person":"Ann"},{"agent":"random"}]}`, request)[0]).Error, says)
	}
}

// Hints that wait are bounded, over all clients together.
func TestWaitingHintsAreBounded(t *testing.T) {
	agent := &slow{random.New(), make(chan struct{}, 1000), make(chan struct{})}
	h := newHost(t, func(c *session.Config) {
		c.Agent = func(env.Game, string) (agents.Agent, error) { return agent, nil }
	})
	refused := 0
	for range 4 {
		c := connect(t, h)
		for range 30 {
			c.Handle([]byte(twoPeople))
			j := last(t, c.take(), "joined")
			c.Handle([]byte(fmt.Sprintf(`{"type":"hint","table":%q,"key":%q,"step":1,"id":"h"}`, j.Table, j.Keys["0"])))
			for _, l := range c.take() {
				if m := read(t, l); m.Type == "error" {
					assert.Contains(t, m.Error, "100 hints and reviews are asked for already")
					refused++
				}
			}
		}
	}
	assert.Equal(t, 20, refused)
}
