package session_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
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

// memory is a keeper without a disk.
type memory struct {
	mu    sync.Mutex
	lines map[string][][]byte
	open  map[string]int // journals that are not closed, by name
	fails error
}

func (m *memory) Open(name string) (session.Journal, [][]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if strings.Contains(name, "/") {
		return nil, nil, fs.ErrInvalid
	}
	if m.open == nil {
		m.open = map[string]int{}
	}
	m.open[name]++
	return &memoryJournal{m, name}, slices.Clone(m.lines[name]), nil
}

type memoryJournal struct {
	of   *memory
	name string
}

func (j *memoryJournal) Append(line []byte, _ bool) error {
	j.of.mu.Lock()
	defer j.of.mu.Unlock()
	if len(j.of.lines[j.name]) == 0 {
		return fs.ErrNotExist
	}
	if j.of.fails == nil {
		j.of.lines[j.name] = append(j.of.lines[j.name], slices.Clone(line))
	}
	return j.of.fails
}

func (j *memoryJournal) Write(lines [][]byte) error {
	j.of.mu.Lock()
	defer j.of.mu.Unlock()
	if j.of.fails == nil {
		j.of.lines[j.name] = slices.Clone(lines)
	}
	return j.of.fails
}

func (j *memoryJournal) Close() {
	j.of.mu.Lock()
	defer j.of.mu.Unlock()
	j.of.open[j.name]--
}

// begin makes a table and returns it with the first view.
func begin(t *testing.T, c *talk, request string) (joined, view message) {
	t.Helper()
	lines := c.sayLine(request)
	return last(t, lines, "joined"), last(t, lines, "view")
}

func (m message) names() (names []string) {
	if m.Scene == nil || m.Scene.Ask == nil {
		return nil
	}
	for _, c := range m.Scene.Ask.Choices {
		names = append(names, c.Name)
	}
	return names
}

const twoPeople = `{"type":"new","game":"tictactoe","seats":[{"person":"Ann"},{"person":"Bo"}],"seed":1}`

func act(j, v message, action int) string {
	return fmt.Sprintf(`{"type":"act","table":%q,"key":%q,"step":%d,"action":%d}`, j.Table, j.Keys[fmt.Sprint(int(v.You))], v.Step, action)
}

// A double click, a late click and a click of the wrong seat change nothing.
func TestLateActionsChangeNothing(t *testing.T) {
	c := connect(t, newHost(t, nil))
	lines := c.sayLine(twoPeople)
	j := last(t, lines, "joined")
	var ann message
	for _, l := range lines {
		if m := read(t, l); m.Type == "view" && m.You == 0 {
			ann = m
		}
	}
	require.NotNil(t, ann.Scene.Ask)
	lines = c.sayLine(act(j, ann, 4))
	assert.Equal(t, "done", read(t, lines[0]).Type)
	bo := last(t, lines, "view")
	for _, l := range lines {
		if m := read(t, l); m.Type == "view" && m.You == 1 {
			bo = m
		}
	}
	require.NotNil(t, bo.Scene.Ask)
	for request, says := range map[string]string{
		act(j, ann, 4): "not this seat's turn",
		act(j, ann, 3): "not this seat's turn",
		act(j, bo, 4):  "action: 4 is not legal now",
		act(j, bo, -1): "action: -1 is not legal now",
		fmt.Sprintf(`{"type":"act","table":%q,"key":%q,"step":7,"action":0}`, j.Table, j.Keys["1"]):                                 "step: the question of this step",
		fmt.Sprintf(`{"type":"act","table":%q,"key":%q,"step":1}`, j.Table, j.Keys["1"]):                                            "either an action or a choice",
		fmt.Sprintf(`{"type":"act","table":%q,"key":%q,"action":0}`, j.Table, j.Keys["1"]):                                          "step: missing",
		fmt.Sprintf(`{"type":"act","table":%q,"key":"x","step":1,"action":0}`, j.Table):                                             "no such table",
		fmt.Sprintf(`{"type":"act","table":"../x","key":%q,"step":1,"action":0}`, j.Keys["1"]):                                      "no such table",
		fmt.Sprintf(`{"type":"act","table":%q,"key":%q,"step":1,"choice":{"block":"x","index":[0]}}`, j.Table, j.Keys["1"]):         `choice.block: "x": want`,
		fmt.Sprintf(`{"type":"step","table":%q,"key":%q}`, j.Table, j.Keys["1"]):                                                    "only a table of agents",
		fmt.Sprintf(`{"type":"record","table":%q,"key":%q}`, j.Table, j.Keys["1"]):                                                  "when the game is over",
		fmt.Sprintf(`{"type":"branch","table":%q,"key":%q,"step":0,"seats":[{"person":"A"},{"person":"B"}]}`, j.Table, j.Keys["1"]): "this one is not",
	} {
		lines := c.sayLine(request)
		require.Len(t, lines, 1, request)
		assert.Contains(t, read(t, lines[0]).Error, says, request)
	}
}

// A decision is taken back until somebody has acted since; everybody who was told of it is
// told of that.
func TestUndo(t *testing.T) {
	c := connect(t, newHost(t, nil))
	j, _ := begin(t, c, twoPeople)
	undo := func(seat string) string {
		return fmt.Sprintf(`{"type":"undo","table":%q,"key":%q}`, j.Table, j.Keys[seat])
	}
	assert.Contains(t, read(t, c.say("%s", undo("0"))[0]).Error, "no decision of yours")
	first := message{You: 0, Step: 1}
	lines := c.say("%s", act(j, first, 4))
	assert.True(t, viewOf(t, lines, 0).Can["undo"])
	assert.False(t, viewOf(t, lines, 1).Can["undo"])
	assert.Contains(t, read(t, c.say("%s", undo("1"))[0]).Error, "no decision of yours")
	lines = c.say("%s", undo("0"))
	assert.Equal(t, "done", read(t, lines[0]).Type)
	v := viewOf(t, lines, 0)
	assert.Equal(t, 2, v.Step, "a late click on the first question counts no more")
	assert.Len(t, v.names(), 9)
	for _, seat := range []env.Player{0, 1} {
		var told []session.Event
		for _, l := range lines {
			if m := read(t, l); m.Type == "events" && m.You == seat {
				told = append(told, m.Events...)
			}
		}
		require.Len(t, told, 1)
		assert.Equal(t, session.Event{N: 2, Step: 1, Seat: 0, Who: []string{"You", "Ann"}[seat], Text: []string{"take a decision back", "takes a decision back"}[seat]}, told[0])
	}
	c.say("%s", act(j, v, 0))
	c.say("%s", act(j, message{You: 1, Step: 2}, 1))
	assert.Contains(t, read(t, c.say("%s", undo("0"))[0]).Error, "others have decided")
}

// viewOf returns the last view of a seat.
func viewOf(t *testing.T, lines []string, seat env.Player) message {
	t.Helper()
	for _, l := range slices.Backward(lines) {
		if m := read(t, l); m.Type == "view" && m.You == seat {
			return m
		}
	}
	require.Fail(t, "no view of the seat", strings.Join(lines, "\n"))
	return message{}
}

// A decision that showed something hidden stays, but for practice, where the same decision
// shows the same again.
func TestUndoOfARevealingDecision(t *testing.T) {
	reveals, takes := 0, 0
	for _, practice := range []bool{false, true} {
		c := connect(t, newHost(t, nil))
		for seed := range 6 {
			j, v := begin(t, c, fmt.Sprintf(`{"type":"new","game":"payday(file=mini)","seats":[{"person":"Ann"},{"agent":"random"}],"seed":%d,"practice":%t}`, seed, practice))
			for n := 0; n < 25 && !v.Over; n++ {
				v = last(t, c.say("%s", act(j, v, v.Scene.Ask.Choices[n%len(v.Scene.Ask.Choices)].Action)), "view")
				kind := "undo"
				if practice {
					kind = "retry"
					if v.Over {
						break
					}
				}
				before, may := v, v.Can[kind]
				lines := c.say(`{"type":%q,"table":%q,"key":%q}`, kind, j.Table, j.Keys["0"])
				if !may {
					m := read(t, lines[len(lines)-1])
					assert.Equal(t, "error", m.Type, "the view says that it may not")
					if strings.Contains(m.Error, "hidden or random was revealed") {
						reveals++
					}
					require.False(t, practice)
					continue
				}
				takes++
				v = last(t, lines, "view")
				require.Greater(t, v.Step, before.Step)
				if practice {
					break
				}
				v = last(t, c.say("%s", act(j, v, v.Scene.Ask.Choices[n%len(v.Scene.Ask.Choices)].Action)), "view")
			}
		}
	}
	assert.Positive(t, reveals)
	assert.Positive(t, takes)
	t.Logf("%d decisions stay, %d are taken back", reveals, takes)
}

// A host that begins again with what was kept shows every client what it had, and the
// table goes on in the same way.
func TestTablesAreKept(t *testing.T) {
	kept := &memory{lines: map[string][][]byte{}}
	keep := func(c *session.Config) { c.Keeper = kept }
	both := connect(t, newHost(t, keep))
	j, w := begin(t, both, `{"type":"new","game":"leduc","seats":[{"person":"Ann"},{"agent":"random"}],"seed":9}`)
	want, got := []string{}, []string{}
	collect := func(to *[]string, lines []string) {
		for _, l := range lines {
			for _, e := range read(t, l).Events {
				*to = append(*to, fmt.Sprint(e))
			}
		}
	}
	for n := 0; n < 20 && !w.Over; n++ {
		lines := both.say("%s", act(j, w, w.Scene.Ask.Choices[n%len(w.Scene.Ask.Choices)].Action))
		w = last(t, lines, "view")
		collect(&want, lines)
		// The process ends, and another one begins.
		both = connect(t, newHost(t, keep))
		lines = both.say(`{"type":"join","table":%q,"key":%q}`, j.Table, j.Keys["0"])
		again := last(t, lines, "view")
		assert.Equal(t, w.Step, again.Step)
		assert.Equal(t, w.names(), again.names())
		assert.Equal(t, w.Over, again.Over)
		assert.Equal(t, w.Returns, again.Returns)
		got = got[:0]
		collect(&got, lines)
		w = again
	}
	require.True(t, w.Over)
	assert.Equal(t, want, got[len(got)-len(want):], "the events from the first on")
	lines := both.say(`{"type":"join","table":%q,"key":%q,"after":%d}`, j.Table, j.Keys["0"], len(got)-1)
	assert.Len(t, last(t, lines, "events").Events, 1, "what the client has is not sent again")

	// A line that cannot be read says so.
	kept.lines[j.Table][1] = []byte(`{"step":1,"player":0,"action":0}`)
	both = connect(t, newHost(t, keep))
	lines = both.say(`{"type":"join","table":%q,"key":%q}`, j.Table, j.Keys["0"])
	assert.Contains(t, read(t, lines[0]).Error, "line 2: step 1 of seat 0: want step 1 of chance")
}

// A decision that cannot be kept is not taken.
func TestADecisionIsKeptBeforeItCounts(t *testing.T) {
	kept := &memory{lines: map[string][][]byte{}}
	c := connect(t, newHost(t, func(c *session.Config) { c.Keeper = kept }))
	j, v := begin(t, c, twoPeople)
	kept.fails = errors.New("the disk is full")
	assert.Contains(t, read(t, c.say("%s", act(j, message{You: 0, Step: 1}, 4))[0]).Error, "taken back: the disk is full")
	_ = v
	kept.fails = nil
	lines := c.say("%s", act(j, message{You: 0, Step: 1}, 3))
	assert.Equal(t, "done", read(t, lines[0]).Type, "and may be taken again")
}

// Tables that nobody uses leave the memory, and come back from the keeper.
func TestSweep(t *testing.T) {
	kept := &memory{lines: map[string][][]byte{}}
	h := newHost(t, func(c *session.Config) { c.Keeper = kept })
	c := connect(t, h)
	j, _ := begin(t, c, twoPeople)
	h.Sweep()
	h.Sweep()
	tables, used := h.Count()
	assert.Equal(t, []int{1, 1}, []int{tables, used}, "somebody watches")
	c.Close()
	h.Sweep()
	h.Sweep()
	tables, _ = h.Count()
	assert.Zero(t, tables)
	c = connect(t, h)
	assert.Equal(t, "joined", read(t, c.say(`{"type":"join","table":%q,"key":%q}`, j.Table, j.Keys["1"])[0]).Type)
}

// slow is an agent that decides when it is told to.
type slow struct {
	agents.Agent
	begun chan struct{}
	go_on chan struct{}
}

func (s *slow) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	s.begun <- struct{}{}
	select {
	case <-s.go_on:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return s.Agent.Decide(ctx, views)
}

// While an agent thinks, the table can be joined and left, and the decision before
// it taken back; then the agent's decision is not played.
func TestATableIsThereWhileAnAgentThinks(t *testing.T) {
	agent := &slow{random.New(), make(chan struct{}), make(chan struct{})}
	h := newHost(t, func(c *session.Config) {
		c.Agent = func(env.Game, string) (agents.Agent, error) { return agent, nil }
	})
	c := connect(t, h)
	c.Handle([]byte(`{"type":"new","game":"tictactoe","seats":[{"person":"Ann"},{"agent":"random"}],"seed":1}`))
	h.Wait()
	lines := c.take()
	j, v := last(t, lines, "joined"), last(t, lines, "view")
	c.say(`{"type":"pace","table":%q,"key":%q,"every":true}`, j.Table, j.Keys["0"])
	c.Handle([]byte(act(j, v, 4)))
	<-agent.begun
	lines = c.take()
	v = last(t, lines, "view")
	assert.Nil(t, v.Scene.Ask)
	assert.True(t, v.Can["undo"], "nobody has acted since")
	other := connect(t, h)
	other.Handle([]byte(fmt.Sprintf(`{"type":"join","table":%q,"key":%q}`, j.Table, j.Keys["0"])))
	assert.Equal(t, v.Step, last(t, other.take(), "view").Step)
	c.Handle([]byte(fmt.Sprintf(`{"type":"undo","table":%q,"key":%q}`, j.Table, j.Keys["0"])))
	h.Wait()
	v = last(t, c.take(), "view")
	assert.Len(t, v.names(), 9)
	c.Handle([]byte(act(j, v, 0)))
	<-agent.begun
	close(agent.go_on)
	h.Wait()
	assert.Len(t, last(t, c.take(), "view").names(), 7)
}

// With every, a client sees each action that it is told of, from the first one on: a view
// follows each of its events.
func TestEveryActionIsShown(t *testing.T) {
	const request = `{"type":"new","game":"heat","seats":[{"agent":"random"},{"agent":"random"},{"agent":"random"},{"person":"Ann"}],"seed":1%s}`
	kinds := func(more string) (list []string) {
		c := connect(t, newHost(t, nil))
		for _, l := range c.sayLine(fmt.Sprintf(request, more)) {
			if m := read(t, l); m.Type != "joined" {
				list = append(list, m.Type)
			}
		}
		return list
	}
	few, all := kinds(""), kinds(`,"every":true`)
	assert.Equal(t, "view", few[len(few)-1])
	views := 0
	for i, kind := range all {
		if kind == "view" {
			views++
		} else {
			assert.Equal(t, "view", all[i+1], "nothing is told without being shown")
		}
	}
	assert.Greater(t, views, 3, "the others choose before the fourth seat does")

	c := connect(t, newHost(t, nil))
	j, v := begin(t, c, `{"type":"new","game":"heat","seats":[{"person":"Ann"},{"agent":"random"},{"agent":"random"},{"agent":"random"}],"seed":1}`)
	other := connect(t, c.host)
	other.say(`{"type":"join","table":%q,"key":%q,"every":true}`, j.Table, j.Keys["0"])
	lines := c.sayLine(act(j, v, v.Scene.Ask.Choices[0].Action))
	count := func(lines []string) (n int) {
		for _, l := range lines {
			if read(t, l).Type == "view" {
				n++
			}
		}
		return n
	}
	assert.Greater(t, count(other.take()), count(lines))
}

func (c *talk) take() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	lines := c.lines
	c.lines = nil
	return lines
}

// Agents among themselves go on as far as their client says, open to it.
func TestOpenTables(t *testing.T) {
	c := connect(t, newHost(t, nil))
	j, v := begin(t, c, `{"type":"new","game":"leduc","seats":[{"agent":"random"},{"agent":"random"}],"seed":3}`)
	require.Equal(t, []string{"-1"}, keysOf(j))
	assert.Equal(t, env.Player(-1), v.You)
	assert.Zero(t, v.Step)
	for n := 1; !v.Over; n++ {
		v = last(t, c.say(`{"type":"step","table":%q,"key":%q}`, j.Table, j.Keys["-1"]), "view")
		require.Equal(t, n, v.Step)
	}
	assert.Contains(t, v.Verdict, "won")
	for _, count := range []int{0, -1, 1_000_000} {
		assert.Contains(t, read(t, c.say(`{"type":"step","table":%q,"key":%q,"count":%d}`, j.Table, j.Keys["-1"], count)[0]).Error, "count")
	}
}

func keysOf(j message) (list []string) {
	for k := range j.Keys {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

// A branch begins at a step of a finished game or of a record's text, at a table of its own.
func TestBranch(t *testing.T) {
	kept := &memory{lines: map[string][][]byte{}}
	keep := func(c *session.Config) { c.Keeper = kept }
	c := connect(t, newHost(t, keep))
	j, v := begin(t, c, `{"type":"new","game":"leduc","seats":[{"agent":"random"},{"agent":"random"}],"seed":3}`)
	v = last(t, c.say(`{"type":"step","table":%q,"key":%q,"count":1000}`, j.Table, j.Keys["-1"]), "view")
	require.True(t, v.Over)
	text := last(t, c.say(`{"type":"record","table":%q,"key":%q}`, j.Table, j.Keys["-1"]), "record").Record
	quoted, _ := json.Marshal(text)
	var looks []string
	for _, from := range []string{
		fmt.Sprintf(`"table":%q,"key":%q`, j.Table, j.Keys["-1"]), `"record":` + string(quoted),
	} {
		b, w := begin(t, c, `{"type":"branch",`+from+`,"step":3,"seats":[{"person":"Ann"},{"person":"Bo"}],"seed":5}`)
		assert.NotEqual(t, j.Table, b.Table)
		looks = append(looks, fmt.Sprint(w.Step, w.names()))
		again := connect(t, newHost(t, keep))
		lines := again.say(`{"type":"join","table":%q,"key":%q}`, b.Table, b.Keys[fmt.Sprint(int(w.You))])
		assert.Equal(t, looks[0], fmt.Sprint(last(t, lines, "view").Step, last(t, lines, "view").names()))
	}
	assert.Equal(t, looks[0], looks[1])
	for request, says := range map[string]string{
		`"step":3`:              "either a record or a table",
		`"record":"x","step":3`: "record:1: want a header",
		`"record":` + string(quoted) + `,"step":99`: "step: 99: want a number from 0 to",
	} {
		assert.Contains(t, read(t, c.say(`{"type":"branch",%s,"seats":[{"person":"Ann"},{"person":"Bo"}]}`, request)[0]).Error, says)
	}
}

// The daily deal is the same for everybody on one day, and another one the next.
func TestDaily(t *testing.T) {
	deal := func(day, game string) string {
		c := connect(t, newHost(t, func(c *session.Config) { c.Today = func() string { return day } }))
		lines := c.sayLine(`{"type":"new","game":"` + game + `","seats":[{"person":"Ann"},{"agent":"random"}],"daily":true}`)
		return strings.ReplaceAll(strings.Join(lines[1:], "\n"), day, "DAY")
	}
	same := 0
	days := 20
	if testing.Short() {
		days = 3
	}
	for day := 10; day < 10+days; day++ {
		a := deal(fmt.Sprintf("2026-11-%d", day), "heist(file=mini)")
		require.Equal(t, a, deal(fmt.Sprintf("2026-11-%d", day), "heist(file=mini)"))
		if a == deal(fmt.Sprintf("2026-11-%d", day+1), "heist(file=mini)") {
			same++
		}
	}
	assert.Less(t, same, days)
}

// A hint is for the question that is asked now, and stops when it is answered.
func TestHints(t *testing.T) {
	c := connect(t, newHost(t, nil))
	j, v := begin(t, c, `{"type":"new","game":"kuhn","seats":[{"person":"Ann"},{"agent":"random"}],"seed":2}`)
	for !v.Can["hint"] {
		require.Fail(t, "the person begins")
	}
	hint := func(step int) []string {
		return c.say(`{"type":"hint","table":%q,"key":%q,"step":%d,"id":"h"}`, j.Table, j.Keys["0"], step)
	}
	lines := hint(v.Step)
	require.Len(t, lines, 1)
	var h struct {
		Type string `json:"type"`
		ID   string `json:"id"`
		Hint struct {
			Options []struct {
				Action int     `json:"action"`
				Chance float64 `json:"chance"`
			} `json:"options"`
		} `json:"hint"`
	}
	require.NoError(t, json.Unmarshal([]byte(lines[0]), &h))
	assert.Equal(t, "h", h.ID)
	require.NotEmpty(t, h.Hint.Options)
	for _, step := range []int{v.Step - 1, v.Step + 1} {
		assert.Contains(t, read(t, hint(step)[0]).Error, "step: the question of this step")
	}
}

// The limits hold.
func TestLimits(t *testing.T) {
	limits := session.DefaultLimits()
	limits.Message, limits.Client, limits.Tables = 400, 3, 2
	h := newHost(t, func(c *session.Config) { c.Limits = limits })
	c := connect(t, h)
	assert.Contains(t, read(t, c.say(`{"type":"hello","protocol":"%s"}`, strings.Repeat("x", 400))[0]).Error, "want at most 400")
	assert.Contains(t, read(t, c.say(`{"type":"hello","protocol":"ringer-table/1","id":"%s"}`, strings.Repeat("x", 300))[0]).Error, "id: 302 bytes")
	begin(t, c, twoPeople)
	assert.Contains(t, read(t, c.sayLine(twoPeople)[0]).Error, "want at most 3")
	d := connect(t, h)
	j, _ := begin(t, d, twoPeople)
	e := connect(t, h)
	assert.Contains(t, read(t, e.sayLine(twoPeople)[0]).Error, "2 tables already")
	for _, seat := range []string{"0", "1"} {
		d.say(`{"type":"leave","table":%q,"key":%q}`, j.Table, j.Keys[seat])
	}
	assert.Equal(t, "joined", read(t, e.sayLine(twoPeople)[0]).Type, "in the place of one that nobody watches")
}

// Nothing that a client names is opened: not a file as a game, a deck, a map or an agent.
func TestNoPathIsOpened(t *testing.T) {
	c := connect(t, newHost(t, nil))
	for _, game := range []string{
		"heat(file=../x.yaml)", "heat(file=/etc/passwd)", "payday(deck=./x)", "duel(map=/etc/passwd)", "duel(bands=[/etc/passwd])",
		"heat(changes=/etc/passwd)", "fourdowns(deck=../../x.yaml)", "nothing", "kuhn(", strings.Repeat("x", 600),
	} {
		quoted, _ := json.Marshal(game)
		for _, request := range []string{`{"type":"rules","game":%s}`, `{"type":"new","game":%s,"seats":[]}`} {
			m := read(t, c.say(request, quoted)[0])
			assert.Equal(t, "error", m.Type, game)
			assert.NotContains(t, m.Error, "root:", game)
			assert.NotContains(t, m.Error, "no such file", game)
		}
	}
	for _, agent := range []string{"bot(/etc/passwd)", "bot(x.bot)", "cmd:true", "onnx:/etc/passwd", "script(/etc/passwd)", "ismcts(sims=100000000)", "human"} {
		quoted, _ := json.Marshal(agent)
		m := read(t, c.say(`{"type":"new","game":"kuhn","seats":[{"person":"Ann"},{"agent":%s}]}`, quoted)[0])
		assert.Contains(t, m.Error, "want one of the opponents", agent)
	}
}

// Flat and structured actions are one to one in every shipped game.
func TestActionsAreABijection(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts no goroutine")
	}
	total := 0
	for _, name := range games.Names() {
		for _, text := range games.Configurations(name) {
			spec := games.MustNew(text).Spec()
			seen := map[string]bool{}
			for a := range env.Action(spec.NumActions()) {
				c := session.ChoiceOf(spec, a)
				back, err := session.ActionOf(spec, c)
				require.NoError(t, err)
				require.Equal(t, a, back, "%s: %v", text, c)
				key := fmt.Sprint(c)
				require.False(t, seen[key], "%s: %v twice", text, c)
				seen[key] = true
				total++
			}
			for _, b := range spec.Actions {
				index := make([]int, len(b.Shape))
				for d := range index {
					for _, out := range []int{-1, b.Shape[d]} {
						index[d] = out
						_, err := session.ActionOf(spec, session.Choice{Block: b.Name, Index: index})
						require.Error(t, err)
					}
					index[d] = 0
				}
				_, err := session.ActionOf(spec, session.Choice{Block: b.Name, Index: append(index, 0)})
				require.Error(t, err)
			}
			_, err := session.ActionOf(spec, session.Choice{Block: "no such block"})
			require.Error(t, err)
		}
	}
	t.Logf("%d actions", total)
}

// Different games at the tables are bounded, however few tables there are.
func TestDifferentGamesAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a hundred games, one after the other")
	}
	limits := session.DefaultLimits()
	limits.Client = 1000
	c := connect(t, newHost(t, func(c *session.Config) { c.Limits = limits }))
	refused := 0
	for n := range 110 {
		m := read(t, c.say(`{"type":"new","game":"heat(players=3,changes=cards.lookout.gain=%d)","seats":[{"agent":"random"},{"agent":"random"},{"agent":"random"}]}`, n+1)[0])
		if m.Type == "error" {
			refused++
			require.Contains(t, m.Error, "100 different games")
		}
	}
	assert.Equal(t, 10, refused)
}

// stuck thinks without end, and does not listen, until it is freed.
type stuck struct {
	agents.Agent
	free atomic.Bool
	wake chan struct{}
}

func (s *stuck) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	if !s.free.Load() {
		<-s.wake
	}
	return s.Agent.Decide(ctx, views)
}

// An agent that thinks without end is stopped: the table says so, nothing is played for it, and
// it is asked once more when somebody comes back or takes a decision back.
func TestADecisionHasItsTime(t *testing.T) {
	agent := &stuck{Agent: random.New(), wake: make(chan struct{})}
	times := make(chan context.CancelCauseFunc, 2)
	h := newHost(t, func(c *session.Config) {
		c.Agent = func(env.Game, string) (agents.Agent, error) { return agent, nil }
		c.Limits = session.DefaultLimits()
		c.Limits.Think = 1
		c.Bound = func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancelCause(ctx)
			times <- cancel
			return ctx, func() { cancel(nil) }
		}
	})
	const request = `{"type":"new","game":"tictactoe","seats":[{"agent":"random"},{"person":"Ann"}],"seed":1}`
	c := connect(t, h)
	c.Handle([]byte(request))
	<-times        // to begin
	(<-times)(nil) // to think
	h.Wait()
	lines := c.take()
	j := last(t, lines, "joined")
	assert.Equal(t, `seat 1 (Random): the time of a decision is over: nothing was played for it; join the table again, or take your decision back, and it is asked once more`, last(t, lines, "error").Error)
	assert.Empty(t, last(t, lines, "view").names())

	// It still counts, so that nobody begins.
	other := connect(t, h)
	other.Handle([]byte(request))
	(<-times)(nil)
	h.Wait()
	assert.Contains(t, last(t, other.take(), "error").Error, "it could not begin: 1 others still think")

	agent.free.Store(true)
	close(agent.wake)
	go func() {
		for range times { // time goes on
		}
	}()
	again := connect(t, h)
	assert.Len(t, last(t, again.say(`{"type":"join","table":%q,"key":%q}`, j.Table, j.Keys["1"]), "view").names(), 8)
}
