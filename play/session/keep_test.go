package session_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/play/session"
)

// A table whose journal is gone is kept anew with its next decision, from its first line on:
// no decision is answered that a restart would lose.
func TestAJournalThatIsGoneIsWrittenAnew(t *testing.T) {
	kept := &memory{lines: map[string][][]byte{}}
	keep := func(c *session.Config) { c.Keeper = kept }
	c := connect(t, newHost(t, keep))
	j, _ := begin(t, c, twoPeople)
	step := [2]int{1, 1}
	play := func(seat, action int) {
		t.Helper()
		lines := c.say("%s", act(j, message{You: env.Player(seat), Step: step[seat]}, action))
		require.Equal(t, "done", read(t, lines[0]).Type, lines[0])
		step[seat]++
	}
	play(0, 4)
	c.say(`{"type":"undo","table":%q,"key":%q}`, j.Table, j.Keys["0"])
	step[1]++ // asked once more
	play(0, 0)
	play(1, 1)
	delete(kept.lines, j.Table)
	play(0, 2)
	want := c.say(`{"type":"join","table":%q,"key":%q}`, j.Table, j.Keys["0"])
	again := connect(t, newHost(t, keep))
	assert.Equal(t, want, again.say(`{"type":"join","table":%q,"key":%q}`, j.Table, j.Keys["0"]), "with what was taken back")

	delete(kept.lines, j.Table)
	kept.fails = errors.New("the disk is full")
	assert.Contains(t, read(t, c.say("%s", act(j, message{You: 1, Step: step[1]}, 3))[0]).Error, "taken back: the disk is full")
}

// A journal is open as long as its table is in memory.
func TestJournalsAreClosed(t *testing.T) {
	kept := &memory{lines: map[string][][]byte{}}
	limits := session.DefaultLimits()
	limits.Tables = 2
	h := newHost(t, func(c *session.Config) { c.Keeper, c.Limits = kept, limits })
	c := connect(t, h)
	one, _ := begin(t, c, twoPeople)
	c.Close()
	assert.Equal(t, 1, kept.open[one.Table])
	h.Sweep()
	h.Sweep()
	assert.Zero(t, kept.open[one.Table], "the table is not in memory")
	c = connect(t, h)
	for range 2 {
		begin(t, connect(t, h), twoPeople)
	}
	join := fmt.Sprintf(`{"type":"join","table":%q,"key":%q}`, one.Table, one.Keys["0"])
	assert.Contains(t, read(t, c.sayLine(join)[0]).Error, "2 tables already")
	assert.Zero(t, kept.open[one.Table])
	assert.Contains(t, read(t, c.say(`{"type":"join","table":"a/b","key":"x"}`)[0]).Error, "no such table")

	kept.lines[one.Table][0] = []byte(`{"format":"other"}`)
	assert.Contains(t, read(t, c.sayLine(join)[0]).Error, `line 1: format "other"`)
	assert.Zero(t, kept.open[one.Table])

	kept.fails = errors.New("the disk is full")
	before := len(kept.open)
	e := connect(t, newHost(t, func(c *session.Config) { c.Keeper = kept }))
	assert.Contains(t, read(t, e.sayLine(`{"type":"new","game":"kuhn","seats":[{"person":"Ann"},{"agent":"random"}]}`)[0]).Error, "could not be kept: the disk is full")
	tables, _ := e.host.Count()
	assert.Zero(t, tables)
	assert.Greater(t, len(kept.open), before-1)
	for name, n := range kept.open {
		if _, ok := kept.lines[name]; !ok {
			assert.Zero(t, n, name)
		}
	}
}

// gate holds what passes through it until it is opened.
type gate struct {
	come, open chan struct{}
	passed     atomic.Int64
}

func newGate() *gate { return &gate{come: make(chan struct{}, 100), open: make(chan struct{})} }

func (g *gate) pass() {
	g.passed.Add(1)
	g.come <- struct{}{}
	<-g.open
}

// While a large game, an agent or a position is built, other tables are made, joined and
// read; those who want the same wait for the one that is built.
func TestNobodyWaitsForAnotherTablesBuilding(t *testing.T) {
	first := &memory{lines: map[string][][]byte{}}
	c := connect(t, newHost(t, func(c *session.Config) { c.Keeper = first }))
	old, _ := begin(t, c, `{"type":"new","game":"leduc","seats":[{"person":"Ann"},{"agent":"random"}],"seed":1}`)

	for what, request := range map[string]string{
		"game":     `{"type":"new","game":"goofspiel","seats":[{"person":"Ann"},{"agent":"random"}],"seed":1}`,
		"agent":    `{"type":"new","game":"kuhn","seats":[{"person":"Ann"},{"agent":"greedy"}],"seed":1}`,
		"position": `{"type":"new","game":"kuhn","position":"x","seats":[{"person":"Ann"},{"person":"Bo"}],"seed":1}`,
		"table":    fmt.Sprintf(`{"type":"join","table":%q,"key":%q}`, old.Table, old.Keys["0"]),
	} {
		t.Run(what, func(t *testing.T) {
			g, kept := newGate(), &memory{lines: maps.Clone(first.lines)}
			wants := func(now string, is bool) {
				if what == now && is {
					g.pass()
				}
			}
			h := newHost(t, func(c *session.Config) {
				c.Keeper = kept
				c.Game = func(text string, rules json.RawMessage) (env.Game, error) {
					wants("game", text == "goofspiel")
					wants("table", text == "leduc")
					return games.Restore(text, rules)
				}
				c.Agent = func(_ env.Game, name string) (agents.Agent, error) {
					wants("agent", name == "greedy")
					return random.New(), nil
				}
				c.Begin = func(g env.Game, _ string) (env.Game, error) {
					wants("position", true)
					return g, nil
				}
			})
			ended := make(chan string, 2)
			for range 2 {
				slow := connect(t, h)
				go func() {
					slow.Handle([]byte(request))
					ended <- read(t, slow.take()[0]).Type
				}()
			}
			<-g.come
			quick := connect(t, h)
			// These would never return behind the gate. The host does not rest before it is opened.
			ask := func(request string) message {
				quick.Handle([]byte(request))
				for _, l := range quick.take() {
					if m := read(t, l); m.Type != "events" && m.Type != "view" {
						return m
					}
				}
				require.Fail(t, "no answer", request)
				return message{}
			}
			m := ask(`{"type":"new","game":"kuhn","seats":[{"person":"Ann"},{"person":"Bo"}],"seed":1}`)
			require.Equal(t, "joined", m.Type)
			assert.Equal(t, "joined", ask(fmt.Sprintf(`{"type":"join","table":%q,"key":%q}`, m.Table, m.Keys["0"])).Type)
			if what != "table" {
				assert.Equal(t, "joined", ask(fmt.Sprintf(`{"type":"join","table":%q,"key":%q}`, old.Table, old.Keys["0"])).Type)
			}
			assert.Equal(t, "rules", ask(`{"type":"rules","game":"tictactoe"}`).Type)
			close(g.open)
			assert.Equal(t, "joined", <-ended)
			assert.Equal(t, "joined", <-ended)
			if what != "position" { // each is a game of its own
				assert.EqualValues(t, 1, g.passed.Load(), "it is built once")
			}
		})
	}
}

// A game that comes under several names is one game.
func TestOneGameUnderSeveralNames(t *testing.T) {
	limits := session.DefaultLimits()
	limits.Client = 1000
	built := 0
	c := connect(t, newHost(t, func(c *session.Config) {
		c.Limits = limits
		c.Agent = func(env.Game, string) (agents.Agent, error) {
			built++
			return random.New(), nil
		}
	}))
	for n := range 120 {
		m := read(t, c.say(`{"type":"new","game":"goofspiel(cards=4%*s)","seats":[{"person":"Ann"},{"agent":"random"}]}`, n, "")[0])
		require.Equal(t, "joined", m.Type, m.Error)
	}
	assert.Equal(t, 1, built)
}
