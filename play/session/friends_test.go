package session_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/play/session"
)

// together holds the keys of messages at tables of several people.
type together struct {
	Type    string            `json:"type"`
	Table   string            `json:"table"`
	Keys    map[string]string `json:"keys"`
	Invites map[string]string `json:"invites"`
	Watch   map[string]string `json:"watch"`
	Seats   []struct {
		Name     string `json:"name"`
		Agent    string `json:"agent"`
		Invited  bool   `json:"invited"`
		Away     bool   `json:"away"`
		Resigned bool   `json:"resigned"`
	} `json:"seats"`
	Taken    bool            `json:"taken"`
	Seat     int             `json:"seat"`
	You      int             `json:"you"`
	Eyes     *int            `json:"eyes"`
	Over     bool            `json:"over"`
	Resigned *int            `json:"resigned"`
	Verdict  string          `json:"verdict"`
	Next     string          `json:"next"`
	Can      map[string]bool `json:"can"`
	Takeback *struct {
		Seat  int   `json:"seat"`
		Waits []int `json:"waits"`
	} `json:"takeback"`
}

// tail returns the last message of a type.
func tail(t testing.TB, lines []string, kind string) (m together) {
	t.Helper()
	found := false
	for _, l := range lines {
		var x together
		require.NoError(t, json.Unmarshal([]byte(l), &x))
		if x.Type == kind {
			m, found = x, true
		}
	}
	require.True(t, found, "no message %s in\n%s", kind, strings.Join(lines, "\n"))
	return m
}

// friends makes a table of two people at two screens, one of whom came by an invitation.
func friends(t testing.TB, h *session.Host, game string) (ann, bo *talk, table string, keys [2]string) {
	ann, bo = connect(t, h), connect(t, h)
	j := tail(t, ann.say(`{"type":"new","game":%q,"seats":[{"person":"Ann"},{"person":"Friend","invited":true}],"seed":1}`, game), "joined")
	require.Len(t, j.Keys, 1, "who makes the table has one seat of it")
	require.Len(t, j.Invites, 1)
	k := tail(t, bo.say(`{"type":"claim","table":%q,"invite":%q,"person":"Bo"}`, j.Table, j.Invites["1"]), "joined")
	require.Len(t, k.Keys, 1)
	return ann, bo, j.Table, [2]string{j.Keys["0"], k.Keys["1"]}
}

// An invitation gives its seat to the first who claims it, also after a restart, and who made the
// table never has the key of it.
func TestInvitations(t *testing.T) {
	kept := &memory{lines: map[string][][]byte{}}
	keep := func(c *session.Config) { c.Keeper = kept }
	h := newHost(t, keep)
	ann, bo, eve := connect(t, h), connect(t, h), connect(t, h)
	lines := ann.say(`{"type":"new","game":"kuhn","seats":[{"person":"Ann"},{"person":"Friend","invited":true}],"seed":1}`)
	j := tail(t, lines, "joined")
	v := tail(t, lines, "view")
	assert.True(t, v.Seats[1].Invited)
	assert.False(t, v.Seats[0].Away)
	invite := fmt.Sprintf(`"table":%q,"invite":%q`, j.Table, j.Invites["1"])

	calls := bo.say(`{"type":"invitation",%s}`, invite)
	told := tail(t, calls, "invitation")
	assert.Equal(t, []any{1, false, "Ann"}, []any{told.Seat, told.Taken, told.Seats[0].Name})
	assert.NotContains(t, strings.Join(calls, ""), "scene", "an invitation tells nothing of the game")
	for _, bad := range []string{`"person":""`, `"person":"a\u0000b"`, `"person":"` + strings.Repeat("x", 41) + `"`} {
		assert.Contains(t, last(t, bo.say(`{"type":"claim",%s,%s}`, invite, bad), "error").Error, "want a name of 1 to 40 characters")
	}
	assert.Contains(t, last(t, bo.say(`{"type":"join","table":%q,"key":%q}`, j.Table, j.Invites["1"]), "error").Error, "no such table", "an invitation is no key")
	assert.Contains(t, last(t, bo.say(`{"type":"claim","table":%q,"invite":"x","person":"Bo"}`, j.Table), "error").Error, "no such table")

	k := tail(t, bo.say(`{"type":"claim",%s,"person":" Bo "}`, invite), "joined")
	assert.NotContains(t, j.Keys, "1")
	v = tail(t, ann.take(), "view")
	assert.Equal(t, []any{"Bo", false, false}, []any{v.Seats[1].Name, v.Seats[1].Invited, v.Seats[1].Away})
	assert.Contains(t, last(t, eve.say(`{"type":"claim",%s,"person":"Eve"}`, invite), "error").Error, "the seat is taken")
	assert.True(t, tail(t, eve.say(`{"type":"invitation",%s}`, invite), "invitation").Taken)
	bo.Close()
	assert.True(t, tail(t, ann.take(), "view").Seats[1].Away, "who is gone is seen to be gone")

	again := connect(t, newHost(t, keep))
	assert.Equal(t, "Bo", tail(t, again.say(`{"type":"join","table":%q,"key":%q}`, j.Table, k.Keys["1"]), "view").Seats[1].Name)
	assert.Contains(t, last(t, again.say(`{"type":"claim",%s,"person":"Eve"}`, invite), "error").Error, "the seat is taken", "after a restart too")
}

// Who looks on sees what a seat sees, told of somebody else, and can do nothing.
func TestLookingOn(t *testing.T) {
	h := newHost(t, nil)
	ann, _, table, keys := friends(t, h, "kuhn")
	j := tail(t, ann.say(`{"type":"join","table":%q,"key":%q}`, table, keys[0]), "joined")
	watch := j.Watch["0"]
	require.NotEmpty(t, watch)
	cy := connect(t, h)
	lines := cy.say(`{"type":"join","table":%q,"key":%q}`, table, watch)
	v := tail(t, lines, "view")
	require.NotNil(t, v.Eyes)
	assert.Equal(t, []int{0, -1}, []int{*v.Eyes, v.You})
	all := strings.Join(lines, "\n")
	assert.Contains(t, all, `"who":"Ann"`)
	assert.NotContains(t, all, `"who":"You"`)
	assert.NotContains(t, all, `"ask"`)
	for _, kind := range session.Types() {
		request := fmt.Sprintf(`{"type":%q,"table":%q,"key":%q}`, kind, table, watch)
		switch kind {
		case "act", "undo", "retry", "hint", "takeback":
			request = fmt.Sprintf(`{"type":%q,"table":%q,"key":%q,"step":1}`, kind, table, watch)
		case "resign", "agree", "again", "moment", "record", "review", "solution", "step", "stop":
		default:
			continue // it needs no key, or is for those who look on too
		}
		assert.Contains(t, last(t, cy.sayLine(request), "error").Error, "looks on", kind)
	}
	assert.Equal(t, "done", read(t, cy.say(`{"type":"leave","table":%q,"key":%q}`, table, watch)[0]).Type)
}

// A decision that others have answered is taken back when all people agree, and not before; the
// table is read again with it.
func TestTakebackByAgreement(t *testing.T) {
	kept := &memory{lines: map[string][][]byte{}}
	keep := func(c *session.Config) { c.Keeper = kept }
	h := newHost(t, keep)
	ann, bo, table, keys := friends(t, h, "tictactoe")
	ask := func(c *talk, seat int, kind, more string) []string {
		return c.say(`{"type":%q,"table":%q,"key":%q%s}`, kind, table, keys[seat], more)
	}
	assert.Contains(t, last(t, ask(ann, 0, "takeback", `,"step":1`), "error").Error, "no decision")
	ask(ann, 0, "act", `,"step":1,"action":4`)
	ask(bo, 1, "act", `,"step":1,"action":0`)
	v := tail(t, ann.take(), "view")
	assert.Equal(t, []bool{false, true}, []bool{v.Can["undo"], v.Can["takeback"]})
	ask(ann, 0, "takeback", `,"step":2`)
	v = tail(t, bo.take(), "view")
	require.NotNil(t, v.Takeback)
	assert.Equal(t, []int{1}, v.Takeback.Waits)
	assert.Contains(t, last(t, ask(ann, 0, "agree", `,"yes":true`), "error").Error, "nobody asks this seat", "nobody agrees with oneself")
	ask(bo, 1, "agree", `,"yes":false`)
	assert.Nil(t, tail(t, ann.take(), "view").Takeback)
	ask(ann, 0, "takeback", `,"step":2`)
	lines := ask(bo, 1, "agree", `,"yes":true`)
	assert.Contains(t, strings.Join(lines, ""), "takes a decision back")
	v = tail(t, ann.take(), "view")
	assert.Nil(t, v.Takeback)
	want := ask(ann, 0, "join", "")
	assert.Len(t, last(t, want, "view").Scene.Ask.Choices, 9)

	again := connect(t, newHost(t, keep))
	got := ask(again, 0, "join", "")
	assert.Equal(t, tail(t, want, "events"), tail(t, got, "events"))
	assert.Len(t, last(t, got, "view").Scene.Ask.Choices, 9)
	ask(again, 0, "act", fmt.Sprintf(`,"step":%d,"action":4`, last(t, got, "view").Step))
	assert.Contains(t, last(t, ask(connect(t, h), 1, "agree", `,"yes":true`), "error").Error, "nobody asks")
}

// Who gives up among two ends the game; among more people an agent plays on, and the keys open
// the next game for all of them. All of it is kept.
func TestResignAndPlayAgain(t *testing.T) {
	kept := &memory{lines: map[string][][]byte{}}
	keep := func(c *session.Config) { c.Keeper = kept }
	h := newHost(t, keep)
	ann, bo, table, keys := friends(t, h, "kuhn")
	assert.Contains(t, last(t, ann.say(`{"type":"again","table":%q,"key":%q}`, table, keys[0]), "error").Error, "is over")
	mine := tail(t, bo.say(`{"type":"resign","table":%q,"key":%q}`, table, keys[1]), "view")
	v := tail(t, ann.take(), "view")
	require.NotNil(t, v.Resigned)
	assert.Equal(t, []any{1, true, "Bo gave up: you won.", "You gave up: the game is lost."}, []any{*v.Resigned, v.Over, v.Verdict, mine.Verdict})
	assert.Equal(t, []bool{true, true, false}, []bool{v.Can["record"], v.Can["review"], v.Can["resign"]})
	assert.Contains(t, last(t, ann.say(`{"type":"act","table":%q,"key":%q,"step":1,"action":0}`, table, keys[0]), "error").Error, "is over")
	j := tail(t, bo.say(`{"type":"again","table":%q,"key":%q}`, table, keys[1]), "joined")
	assert.NotEqual(t, table, j.Table)
	assert.Equal(t, j.Table, tail(t, ann.take(), "view").Next)
	k := tail(t, ann.say(`{"type":"again","table":%q,"key":%q}`, table, keys[0]), "joined")
	assert.Equal(t, j.Table, k.Table, "there is one next game")

	again := connect(t, newHost(t, keep))
	v = tail(t, again.say(`{"type":"join","table":%q,"key":%q}`, table, keys[0]), "view")
	assert.Equal(t, []any{true, "Bo gave up: you won.", j.Table}, []any{v.Over, v.Verdict, v.Next})
	assert.Equal(t, "Bo", tail(t, again.say(`{"type":"join","table":%q,"key":%q}`, j.Table, keys[0]), "view").Seats[1].Name)
}

func TestAnAgentPlaysOnForWhoGaveUp(t *testing.T) {
	kept := &memory{lines: map[string][][]byte{}}
	keep := func(c *session.Config) { c.Keeper = kept }
	c := connect(t, newHost(t, keep))
	j := tail(t, c.say(`{"type":"new","game":"kuhn(players=3)","seats":[{"person":"Ann"},{"person":"Bo"},{"person":"Cy"}],"seed":1}`), "joined")
	c.say(`{"type":"resign","table":%q,"key":%q}`, j.Table, j.Keys["1"])
	facts := func(lines []string) []any {
		v := tail(t, lines, "view")
		return []any{v.Over, v.Seats[1].Name, v.Seats[1].Agent, v.Seats[1].Resigned, v.Can["resign"]}
	}
	want := []any{false, "Random for Bo", "random", true, true}
	assert.Equal(t, want, facts(c.say(`{"type":"join","table":%q,"key":%q}`, j.Table, j.Keys["2"])))
	assert.Contains(t, last(t, c.say(`{"type":"resign","table":%q,"key":%q}`, j.Table, j.Keys["1"]), "error").Error, "no person")
	again := connect(t, newHost(t, keep))
	assert.Equal(t, want, facts(again.say(`{"type":"join","table":%q,"key":%q}`, j.Table, j.Keys["2"])))
	mine := last(t, again.say(`{"type":"join","table":%q,"key":%q}`, j.Table, j.Keys["1"]), "view")
	assert.Nil(t, mine.Scene.Ask)
	again.say(`{"type":"resign","table":%q,"key":%q}`, j.Table, j.Keys["0"])
	v := tail(t, again.say(`{"type":"resign","table":%q,"key":%q}`, j.Table, j.Keys["2"]), "view")
	assert.True(t, v.Over, "nobody is left")
}
