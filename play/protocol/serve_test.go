package protocol_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/kuhn"
	"ringer/internal/input"
	"ringer/play/protocol"
)

func spec(t testing.TB) *env.Spec {
	t.Helper()
	g, err := kuhn.New(kuhn.Defaults())
	require.NoError(t, err)
	return g.Spec()
}

// ask serves the lines and returns what was written after the hello.
func ask(t testing.TB, agent agents.Agent, input string) []map[string]any {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, protocol.Serve(t.Context(), strings.NewReader(input), &out, protocol.Config{
		Bot: "test", Agent: agent, Spec: spec(t), Seed: 1,
	}))
	var answers []map[string]any
	for i, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
		var m map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &m), line)
		if i == 0 {
			require.Equal(t, "hello", m["type"])
			continue
		}
		answers = append(answers, m)
	}
	return answers
}

// question returns a line about seat 0 of kuhn, with its first floats given.
func question(change func(map[string]any)) string {
	observation := make([]float64, 13)
	observation[0] = 1
	q := map[string]any{"id": 5, "seat": 0, "observation": observation, "legal": []int{0, 1}}
	change(q)
	text, err := json.Marshal(q)
	if err != nil {
		panic(err)
	}
	return string(text) + "\n"
}

// raw is the line of a good question with a part of its text replaced.
func raw(old, now string) string {
	line := `{"id":5,"seat":0,"observation":[1,0,0,0,1,0,0,0,0,0,0,0.5,0.5],"legal":[0,1]}`
	if !strings.Contains(line, old) {
		panic(old + " is not in the question")
	}
	return strings.Replace(line, old, now, 1) + "\n"
}

func good(map[string]any) {}

func TestHelloSaysHowToAsk(t *testing.T) {
	var out bytes.Buffer
	s := spec(t)
	require.NoError(t, protocol.Serve(t.Context(), strings.NewReader(""), &out, protocol.Config{Bot: "b", Agent: random.New(), Spec: s}))
	var hello protocol.Hello
	require.NoError(t, json.Unmarshal(out.Bytes(), &hello))
	assert.Equal(t, protocol.Hello{
		Type: "hello", Protocol: "ringer-bot/2", Bot: "b", Game: "kuhn", SpecHash: s.Hash, Players: 2,
		ObservationSize: s.ObservationSize(), NumActions: 2, MinReturn: -2, MaxReturn: 2, Fields: s.Observation, Blocks: s.Actions,
	}, hello)
	assert.Len(t, question(good), len(question(good)))
	assert.Equal(t, 13, s.ObservationSize(), "question writes as many floats")
}

func TestAQuestionIsAnswered(t *testing.T) {
	answers := ask(t, random.New(), question(good)+question(func(q map[string]any) {
		q["id"] = "b"
		q["legal"] = []int{1}
		q["spec_hash"] = spec(t).Hash
	}))
	require.Len(t, answers, 2)
	assert.Equal(t, "decision", answers[0]["type"])
	assert.EqualValues(t, 5, answers[0]["id"])
	assert.Equal(t, []any{0.5, 0.5}, answers[0]["probs"])
	assert.Contains(t, []any{0.0, 1.0}, answers[0]["action"])
	assert.Equal(t, "b", answers[1]["id"])
	assert.EqualValues(t, 1, answers[1]["action"])
}

// lookup plays the first action when it is told its information state by the
// right name.
type lookup struct{}

func (lookup) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	for i, v := range views {
		if v.InformationState == nil {
			return nil, errors.New("no information state")
		}
		if v.InformationState() == "2pb" {
			decisions[i].Probs[0] = 1
		} else {
			decisions[i].Probs[len(v.Legal)-1] = 1
		}
	}
	return decisions, nil
}

func TestAQuestionMayNameItsInformationState(t *testing.T) {
	answers := ask(t, lookup{}, question(func(q map[string]any) { q["information_state"] = "2pb" })+
		question(func(q map[string]any) { q["information_state"] = "" })+question(good))
	require.Len(t, answers, 3)
	assert.EqualValues(t, 0, answers[0]["action"])
	assert.EqualValues(t, 1, answers[1]["action"], "the empty name is a name")
	assert.Equal(t, "no information state", answers[2]["error"])
}

// Actions are drawn from the distribution, by the seed and the line alone.
func TestActionsAreDrawnByTheSeed(t *testing.T) {
	lines := strings.Repeat(question(good), 400)
	answers := ask(t, random.New(), lines)
	bets := 0
	for _, a := range answers {
		if a["action"] == 1.0 {
			bets++
		}
	}
	assert.InDelta(t, 200, bets, 60)
	assert.Equal(t, answers, ask(t, random.New(), lines))
}

func TestABadLineIsAnsweredAndTheNextOneRead(t *testing.T) {
	for name, c := range map[string]struct {
		line, says string
		id         any
	}{
		"not JSON":            {"hello\n", "want one JSON object {id, seat, observation, legal, information_state, seed, spec_hash} a line", nil},
		"blank":               {"\n", "the text is cut off", nil},
		"cut off":             {`{"id":5,"seat"` + "\n", "seat: the text is cut off", 5.0},
		"two objects":         {strings.TrimSpace(question(good)) + question(good), "after top-level value", 5.0},
		"unknown key":         {question(func(q map[string]any) { q["state"] = "x" }), "state: unknown key", 5.0},
		"wrong type":          {question(func(q map[string]any) { q["seat"] = "one" }), "seat", 5.0},
		"no seat":             {question(func(q map[string]any) { delete(q, "seat") }), "seat: want a number from 0 to 1", 5.0},
		"no such seat":        {question(func(q map[string]any) { q["seat"] = 2 }), "seat: want a number from 0 to 1", 5.0},
		"chance's seat":       {question(func(q map[string]any) { q["seat"] = -1 }), "seat: want a number from 0 to 1", 5.0},
		"short observation":   {question(func(q map[string]any) { q["observation"] = []int{1} }), "observation: 1 numbers: want 13", 5.0},
		"out of bounds":       {question(func(q map[string]any) { q["observation"].([]float64)[3] = 2 }), "observation[3]: 2: want a number from 0 to 1 (field card, element 1)", 5.0},
		"no legal action":     {question(func(q map[string]any) { q["legal"] = []int{} }), "legal: want at least one action", 5.0},
		"no such action":      {question(func(q map[string]any) { q["legal"] = []int{0, 2} }), "legal[1]: 2: want an action from 0 to 1", 5.0},
		"unordered":           {question(func(q map[string]any) { q["legal"] = []int{1, 0} }), "legal[1]: 0 after 1", 5.0},
		"another game's hash": {question(func(q map[string]any) { q["spec_hash"] = "abc" }), "spec_hash: abc: want " + spec(t).Hash, 5.0},

		"null observation":       {`{"id":5,"seat":0,"observation":null,"legal":[0]}` + "\n", "observation: null: want a list", 5.0},
		"null in an observation": {question(func(q map[string]any) { q["observation"] = make([]any, 13) }), "observation[0]: null: want a number", 5.0},
		"null seat":              {question(func(q map[string]any) { q["seat"] = nil }), "seat: null: want a whole number", 5.0},
		"null action":            {question(func(q map[string]any) { q["legal"] = []any{nil} }), "legal[0]: null: want a whole number", 5.0},
		"null information state": {question(func(q map[string]any) { q["information_state"] = nil }), "information_state: null: want a text", 5.0},
		"key twice":              {raw(`"id":5`, `"id":5,"seat":1`), `the key "seat" comes twice`, 5.0},
		"id twice":               {raw(`"id":5`, `"id":5,"id":6`), `the key "id" comes twice`, nil},
		"wrong case":             {raw(`"seat"`, `"Seat"`), "Seat: unknown key", 5.0},
		"id in wrong case":       {raw(`"id"`, `"ID"`), "ID: unknown key", nil},
		"id that is not UTF-8":   {raw(`"id":5`, "\"id\":\"\xff\""), "id: invalid UTF-8", nil},
		"half a surrogate":       {raw(`"id":5`, `"id":"\ud800"`), "id: invalid surrogate pair", nil},
		"key twice in the id":    {raw(`"id":5`, `"id":{"a":1,"a":2}`), `id: the key "a" comes twice`, nil},
		"endless number":         {raw(`0.5`, `1e999`), "1e999: want a number that fits into 32 bits", 5.0},
		"number of 64 bits":      {raw(`0.5`, `1e39`), "1e39: want a number that fits into 32 bits", 5.0},
		"no number":              {raw(`0.5`, `NaN`), "invalid character 'N'", 5.0},
		"a fraction of a seat":   {raw(`"seat":0`, `"seat":0.0`), "seat: 0.0: want a whole number from -128 to 127", 5.0},
		"huge seat":              {raw(`"seat":0`, `"seat":4294967296`), "seat: 4294967296: want a whole number from -128 to 127", 5.0},
		"huge action":            {raw(`[0,1]`, `[0,4294967297]`), "legal[1]: 4294967297: want a whole number from -2147483648 to 2147483647", 5.0},
		"a list":                 {"[1]\n", "a list: want an object", nil},
		"null":                   {"null\n", "null: want an object", nil},

		"too long": {strings.Repeat(" ", protocol.MaxLine+1) + "\n", "longer than", nil},
	} {
		t.Run(name, func(t *testing.T) {
			answers := ask(t, random.New(), c.line+question(good))
			require.Len(t, answers, 2)
			assert.Equal(t, "error", answers[0]["type"])
			assert.EqualValues(t, 1, answers[0]["line"])
			assert.Contains(t, answers[0]["error"], c.says)
			assert.Equal(t, c.id, answers[0]["id"])
			assert.Equal(t, "decision", answers[1]["type"])
		})
	}
}

// -0 is 0, an id is any value, and comes back as it was written.
func TestWhatAQuestionMayHold(t *testing.T) {
	deep := strings.Repeat("[", 5000) + strings.Repeat("]", 5000)
	for _, id := range []string{"null", `"\u00fc \ud83c\udca1"`, "123456789012345678901234567890.50", "-0", `{"a":[null,{}]}`, deep} {
		var out bytes.Buffer
		require.NoError(t, protocol.Serve(t.Context(), strings.NewReader(raw("5", id)+raw("5", strings.TrimSpace(id)+`,"x":1`)), &out, protocol.Config{Bot: "b", Agent: random.New(), Spec: spec(t), Seed: 1}))
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		require.Len(t, lines, 3)
		assert.True(t, strings.HasPrefix(lines[1], `{"type":"decision","id":`+id+`,`), "%.200s", lines[1])
		assert.True(t, strings.HasPrefix(lines[2], `{"type":"error","id":`+id+`,`), "%.200s", lines[2])
	}
	for _, line := range []string{raw("0.5", "-0"), raw(`"seat":0`, `"seat":-0`), raw("[0,1]", "[-0,1]"), " \t" + raw("5", " 5 ")} {
		assert.Equal(t, "decision", ask(t, random.New(), line)[0]["type"], line)
	}
}

// estimate is an agent that expects this return.
type estimate float32

func (e estimate) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	for i := range decisions {
		decisions[i].Probs[0], decisions[i].Value = 1, float32(e)
	}
	return decisions, nil
}

// A network may expect more than there is to win; an answer does not say so.
func TestValuesLieWithinTheReturns(t *testing.T) {
	for value, want := range map[estimate]float64{0.5: 0.5, 2: 2, 2.25: 2, -1e30: -2} {
		assert.Equal(t, want, ask(t, value, question(good))[0]["value"])
	}
}

// Serve ends with its context, though nobody writes or closes its input.
func TestServeEndsWhileItWaitsForALine(t *testing.T) {
	in, keep := io.Pipe()
	defer keep.Close()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		ended <- protocol.Serve(ctx, in, io.Discard, protocol.Config{Bot: "b", Agent: random.New(), Spec: spec(t)})
	}()
	_, err := io.WriteString(keep, question(good)+`{"id":`) // it waits in the middle of a line
	require.NoError(t, err)
	stop()
	select {
	case err := <-ended:
		assert.ErrorIs(t, err, context.Canceled)
	case <-time.After(10 * time.Minute):
		t.Fatal("still waiting")
	}
}

func TestTheLastLineMayLackItsEnd(t *testing.T) {
	answers := ask(t, random.New(), strings.TrimSpace(question(good)))
	require.Len(t, answers, 1)
	assert.Equal(t, "decision", answers[0]["type"])
}

// failing is an agent that cannot decide.
type failing struct{ err error }

func (f failing) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	return make([]agents.Decision, len(views)), f.err
}

func TestAnAgentThatFailsDoesNotEndTheTalk(t *testing.T) {
	for says, err := range map[string]error{
		"no coffee":                         errors.New("no coffee"),
		"needs to see worlds to look ahead": fmt.Errorf("greedy: %w", agents.ErrNoWorlds),
		"Probs: 0 probabilities":            nil,
	} {
		answers := ask(t, failing{err}, question(good)+question(good))
		require.Len(t, answers, 2)
		for _, a := range answers {
			assert.Equal(t, "error", a["type"])
			assert.Contains(t, a["error"], says)
		}
	}
}

func TestReadingAndWritingErrorsEndTheTalk(t *testing.T) {
	gone := errors.New("gone")
	cfg := protocol.Config{Bot: "b", Agent: random.New(), Spec: spec(t)}
	assert.ErrorIs(t, protocol.Serve(t.Context(), strings.NewReader(""), broken{gone}, cfg), gone)
	assert.ErrorIs(t, protocol.Serve(t.Context(), broken{gone}, io.Discard, cfg), gone)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	assert.ErrorIs(t, protocol.Serve(ctx, strings.NewReader(question(good)), io.Discard, cfg), context.Canceled)
}

type broken struct{ err error }

func (b broken) Read([]byte) (int, error)  { return 0, b.err }
func (b broken) Write([]byte) (int, error) { return 0, b.err }

// Whatever the lines are: each gets one answer in order, which is one line of strict
// JSON, a decision about legal actions and values or an error that says its line; and
// the same lines get the same answers.
func FuzzServe(f *testing.F) {
	f.Add(question(good))
	f.Add(question(good) + "{\n" + question(good))
	f.Add(`{"id":[1],"seat":0,"observation":[1e39],"legal":[0]}`)
	f.Add(raw(`"id":5`, `"id":{"a":1,"A":null}`) + raw("0.5", "-0") + raw(`"seat"`, `"Seat"`))
	f.Add(raw(`[0,1]`, `[0,null]`) + raw("5", "\"\xff\""))
	s := spec(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<16 {
			return
		}
		serve := func() string {
			var out bytes.Buffer
			require.NoError(t, protocol.Serve(t.Context(), strings.NewReader(text), &out, protocol.Config{Bot: "fuzz", Agent: random.New(), Spec: s}))
			return out.String()
		}
		answers := strings.SplitAfter(serve(), "\n")
		require.Empty(t, answers[len(answers)-1], "the last answer ends its line")
		answers = answers[1 : len(answers)-1] // without the hello
		lines := strings.Count(text, "\n")
		if text != "" && !strings.HasSuffix(text, "\n") {
			lines++
		}
		require.Len(t, answers, lines, "one answer a line")
		for i, a := range answers {
			var both struct {
				Type   string          `json:"type"`
				ID     json.RawMessage `json:"id"`
				Line   int             `json:"line"`
				Error  string          `json:"error"`
				Action env.Action      `json:"action"`
				Probs  []float32       `json:"probs"`
				Value  float64         `json:"value"`
			}
			require.NoError(t, input.FullJSON([]byte(a), &both), a)
			if both.Type == "error" {
				require.Equal(t, i+1, both.Line)
				require.NotEmpty(t, both.Error)
				continue
			}
			require.Equal(t, "decision", both.Type)
			require.True(t, both.Action == 0 || both.Action == 1)
			require.NotEmpty(t, both.Probs)
		}
		require.Equal(t, serve(), serve())
	})
}

// The first line may be the hello of a side that asks about the same game. Where a question
// has a seed, its answer does not depend on its line.
func TestASideThatAsksMaySayHello(t *testing.T) {
	serve := func(input string) (string, error) {
		var out bytes.Buffer
		err := protocol.Serve(t.Context(), strings.NewReader(input), &out, protocol.Config{Bot: "b", Agent: random.New(), Spec: spec(t), Seed: 1})
		_, answers, _ := strings.Cut(out.String(), "\n")
		return answers, err
	}
	theirs, err := json.Marshal(protocol.HelloOf(spec(t)))
	require.NoError(t, err)
	asked, actions := "", map[any]bool{}
	for seed := range 20 {
		asked += question(func(q map[string]any) { q["seed"] = seed })
	}
	want, err := serve(asked)
	require.NoError(t, err)
	got, err := serve(string(theirs) + "\n" + asked)
	require.NoError(t, err)
	assert.Equal(t, want, got)
	for line := range strings.Lines(got) {
		var answer map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &answer))
		actions[answer["action"]] = true
	}
	assert.Len(t, actions, 2)

	for name, c := range map[string]struct{ hello, says string }{
		"another game":    {strings.Replace(string(theirs), spec(t).Hash, "abc", 1), "spec_hash: abc, of kuhn: want " + spec(t).Hash},
		"another version": {strings.Replace(string(theirs), protocol.Version, "ringer-bot/9", 1), `protocol: "ringer-bot/9": want "ringer-bot/2"`},
		"unknown key":     {`{"type":"hello","protocol":"ringer-bot/2","extra":1}`, "extra: unknown key"},
	} {
		_, err := serve(c.hello + "\n")
		assert.ErrorContains(t, err, c.says, name)
	}
	got, err = serve(question(good) + string(theirs) + "\n")
	require.NoError(t, err)
	assert.Contains(t, got, `"error":"want one JSON object`, "a hello comes first")
}

func ExampleServe() {
	g, err := kuhn.New(kuhn.Defaults())
	if err != nil {
		panic(err)
	}
	questions := strings.NewReader(`{"id":1,"seat":0,"observation":[1,0,0,0,1,0,0,0,0,0,0,0.5,0.5],"legal":[1]}` + "\n" + "what?\n")
	var out bytes.Buffer
	if err := protocol.Serve(context.Background(), questions, &out, protocol.Config{Bot: "random", Agent: random.New(), Spec: g.Spec()}); err != nil {
		panic(err)
	}
	_, answers, _ := strings.Cut(out.String(), "\n") // after the hello
	_, _ = os.Stdout.WriteString(answers)
	// Output:
	// {"type":"decision","id":1,"action":1,"probs":[1],"value":0}
	// {"type":"error","line":2,"error":"want one JSON object {id, seat, observation, legal, information_state, seed, spec_hash} a line: invalid character 'w' at start of value, at byte 1"}
}
