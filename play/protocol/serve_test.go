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

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/kuhn"
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

func good(map[string]any) {}

func TestHelloSaysHowToAsk(t *testing.T) {
	var out bytes.Buffer
	s := spec(t)
	require.NoError(t, protocol.Serve(t.Context(), strings.NewReader(""), &out, protocol.Config{Bot: "b", Agent: random.New(), Spec: s}))
	var hello protocol.Hello
	require.NoError(t, json.Unmarshal(out.Bytes(), &hello))
	assert.Equal(t, protocol.Hello{
		Type: "hello", Protocol: "ringer-bot/1", Bot: "b", Game: "kuhn", SpecHash: s.Hash, Players: 2,
		ObservationSize: s.ObservationSize(), NumActions: 2, Fields: s.Observation, Blocks: s.Actions,
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
		"not JSON":            {"hello\n", "want one JSON object {id, seat, observation, legal, information_state, spec_hash} a line", nil},
		"blank":               {"\n", "the line ends before the object does", nil},
		"cut off":             {`{"id":5,"seat"` + "\n", "the line ends before the object does", nil},
		"two objects":         {strings.TrimSpace(question(good)) + question(good), "there is text after it", 5.0},
		"unknown key":         {question(func(q map[string]any) { q["state"] = "x" }), `"state"`, 5.0},
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
		"too long":            {strings.Repeat(" ", protocol.MaxLine+1) + "\n", "longer than", nil},
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

func FuzzServe(f *testing.F) {
	f.Add(question(good))
	f.Add(question(good) + "{\n" + question(good))
	f.Add(`{"id":[1],"seat":0,"observation":[1e39],"legal":[0]}`)
	s := spec(f)
	f.Fuzz(func(t *testing.T, input string) {
		var out bytes.Buffer
		require.NoError(t, protocol.Serve(t.Context(), strings.NewReader(input), &out, protocol.Config{
			Bot: "fuzz", Agent: random.New(), Spec: s,
		}))
		lines := strings.Count(input, "\n")
		if input != "" && !strings.HasSuffix(input, "\n") {
			lines++
		}
		assert.Equal(t, 1+lines, strings.Count(out.String(), "\n"), "one answer a line")
	})
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
	// {"type":"error","line":2,"error":"want one JSON object {id, seat, observation, legal, information_state, spec_hash} a line: invalid character 'w' looking for beginning of value"}
}
