package server_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// screen is a person at a WebSocket of their own.
type screen struct {
	t    testing.TB
	conn *websocket.Conn
}

func (s screen) say(text string, args ...any) {
	s.t.Helper()
	require.NoError(s.t, s.conn.Write(s.t.Context(), websocket.MessageText, fmt.Appendf(nil, text, args...)))
}

// until reads messages up to the first that holds a text, and returns them all.
func (s screen) until(text string) []string {
	s.t.Helper()
	var lines []string
	ctx, stop := context.WithTimeout(s.t.Context(), time.Minute) // what never comes fails sooner than the tests end
	defer stop()
	for {
		_, line, err := s.conn.Read(ctx)
		require.NoError(s.t, err, "no message holds %s: %s", text, lines)
		if lines = append(lines, string(line)); strings.Contains(string(line), text) {
			return lines
		}
	}
}

// A decision that is taken back by agreement is told to those who sit at the table and to who looks on there, and to nobody
// else on the server, however they are connected to it.
func TestAnAgreedTakebackStaysAtItsTable(t *testing.T) {
	address := served(t, nil)
	open := func() screen { return screen{t, dial(t, address)} }
	ann, bo, looks, elsewhere, lobby := open(), open(), open(), open(), open()
	type sat struct {
		Table                string
		Keys, Invites, Watch map[string]string
	}
	joined := func(s screen) (j sat) {
		t.Helper()
		lines := s.until(`"type":"joined"`)
		require.NoError(t, json.Unmarshal([]byte(lines[len(lines)-1]), &j))
		return j
	}
	ann.say(`{"type":"new","game":"tictactoe","seats":[{"person":"Ann"},{"person":"Friend","invited":true}],"seed":1}`)
	a := joined(ann)
	bo.say(`{"type":"claim","table":%q,"invite":%q,"person":"Bo"}`, a.Table, a.Invites["1"])
	b := joined(bo)
	looks.say(`{"type":"join","table":%q,"key":%q}`, a.Table, b.Watch["1"])
	joined(looks)
	elsewhere.say(`{"type":"new","game":"tictactoe","seats":[{"person":"Cy"},{"agent":"random"}],"seed":1}`)
	joined(elsewhere)
	elsewhere.until(`"type":"view"`)
	lobby.say(hello)
	lobby.until(`"welcome"`)

	const done = `"type":"done"`
	act := func(s screen, j sat, seat string, step, action int) {
		t.Helper()
		s.say(`{"type":"act","table":%q,"key":%q,"step":%d,"action":%d}`, j.Table, j.Keys[seat], step, action)
		s.until(done)
	}
	act(ann, a, "0", 1, 4)
	act(bo, b, "1", 1, 0)
	ann.say(`{"type":"takeback","table":%q,"key":%q,"step":2}`, a.Table, a.Keys["0"])
	ann.until(done)
	bo.until(`"takeback":{`)
	bo.say(`{"type":"agree","table":%q,"key":%q,"yes":true}`, b.Table, b.Keys["1"])
	const told = "a decision back" // "Ann takes", and "You take"
	for _, s := range []screen{ann, bo, looks} {
		s.until(told)
	}

	// What others were sent meanwhile lies before the answer to what they ask now.
	for _, s := range []screen{elsewhere, lobby} {
		s.say(`{"type":"hello","protocol":"ringer-table/1"}`)
		for _, line := range s.until(`"welcome"`) {
			assert.NotContains(t, line, a.Table)
			assert.NotContains(t, line, told)
			assert.NotContains(t, line, `"type":"view"`)
		}
	}
}
