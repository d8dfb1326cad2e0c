package replay_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/kuhn"
	"ringer/play/replay"
)

func game(t testing.TB) env.Game {
	t.Helper()
	g, err := kuhn.New(kuhn.Defaults())
	require.NoError(t, err)
	return g
}

// episode plays the actions and records them.
func episode(t testing.TB, g env.Game, actions ...env.Action) *replay.Replay {
	t.Helper()
	r := replay.New(g, 7, []string{replay.Human, "greedy"})
	s := g.NewInitialState()
	for _, a := range actions {
		r.Add(s, a)
		require.NoError(t, s.Apply(a))
	}
	if s.CurrentPlayer() == env.Terminal {
		r.Returns = make([]float64, g.Spec().Players)
		s.Returns(r.Returns)
	}
	return r
}

func TestWhatIsWrittenIsReadBack(t *testing.T) {
	g := game(t)
	for name, actions := range map[string][]env.Action{
		"not begun": {},
		"put aside": {2, 0, 1},
		"finished":  {2, 0, kuhn.Bet, kuhn.Pass},
	} {
		t.Run(name, func(t *testing.T) {
			want := episode(t, g, actions...)
			path := filepath.Join(t.TempDir(), "game.jsonl")
			require.NoError(t, want.WriteFile(path))
			got, err := replay.ReadFile(path)
			require.NoError(t, err)
			assert.Equal(t, want, got)

			var visited []string
			s, err := got.Play(g, func(before env.State, step replay.Step) error {
				visited = append(visited, before.ActionString(step.Action))
				return nil
			})
			require.NoError(t, err)
			assert.Len(t, visited, len(actions))
			assert.Equal(t, name == "finished", s.CurrentPlayer() == env.Terminal)
		})
	}
}

func TestWritingReplacesWholeAndLeavesNothingBehind(t *testing.T) {
	g, dir := game(t), t.TempDir()
	path := filepath.Join(dir, "game.jsonl")
	require.NoError(t, episode(t, g, 2, 0).WriteFile(path))
	require.NoError(t, episode(t, g, 2, 0, 1).WriteFile(path))
	r, err := replay.ReadFile(path)
	require.NoError(t, err)
	assert.Len(t, r.Steps, 3)

	require.Error(t, r.WriteFile(filepath.Join(dir, "no", "such", "folder.jsonl")))
	folder := filepath.Join(dir, "folder")
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "full"), 0o755))
	require.Error(t, r.WriteFile(folder), "a folder stands where the file should be")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 2, "a temporary file was left behind")
}

const (
	header = `{"format":"ringer-replay/1","game":"kuhn","spec_hash":"x","seed":7,"agents":["human","greedy"]}` + "\n"
	first  = `{"step":1,"player":-1,"action":2,"name":"deal K"}` + "\n"
)

func TestReadRefusesWhatIsNotAReplay(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		line int
		says string
	}{
		"empty":                {"", 1, "the file is empty"},
		"not JSON":             {"hello\n", 1, "header"},
		"another format":       {strings.Replace(header, "replay/1", "replay/9", 1), 1, `"ringer-replay/9"`},
		"no agents":            {`{"format":"ringer-replay/1","game":"kuhn","spec_hash":"x"}` + "\n", 1, "missing"},
		"unknown key":          {header + `{"step":1,"player":-1,"action":2,"name":"deal K","extra":1}` + "\n", 2, "extra: unknown key"},
		"missing key":          {header + `{"step":1,"player":-1,"name":"deal K"}` + "\n", 2, "all of step, player, action and name"},
		"cut off":              {header + first + `{"step":2,"pla`, 3, "cut off"},
		"blank line":           {header + "\n" + first, 2, "cut off"},
		"two objects":          {header + strings.TrimSpace(first) + first, 2, "after top-level value"},
		"key twice":            {header + `{"step":1,"step":1,"player":-1,"action":2,"name":"deal K"}` + "\n", 2, `the key "step" comes twice`},
		"wrong case":           {header + `{"Step":1,"player":-1,"action":2,"name":"deal K"}` + "\n", 2, "Step: unknown key"},
		"header's wrong case":  {strings.Replace(header, "agents", "Agents", 1), 1, "Agents: unknown key"},
		"null":                 {header + `{"step":1,"player":null,"action":2,"name":"deal K"}` + "\n", 2, "player: null: want"},
		"null agent":           {strings.Replace(header, `"greedy"`, "null", 1), 1, "agents[1]: null: want a text"},
		"agent that is a seat": {strings.Replace(header, "greedy", "\U000f0001", 1), 1, `agents[1] is "\U000f0001"`},
		"null returns":         {header + `{"returns":[1,null]}` + "\n", 2, "returns[1]: null: want a number"},
		"endless returns":      {header + `{"returns":[1,1e999]}` + "\n", 2, "returns[1]: 1e999: want a number"},
		"not UTF-8":            {header + "{\"step\":1,\"player\":-1,\"action\":2,\"name\":\"\xff\"}\n", 2, "name: invalid UTF-8"},
		"action of 33 bits":    {header + `{"step":1,"player":-1,"action":4294967298,"name":"deal K"}` + "\n", 2, "action: 4294967298: want a whole number"},
		"step left out":        {header + first + `{"step":3,"player":0,"action":0,"name":"pass"}` + "\n", 3, "want step 2"},
		"no such seat":         {header + `{"step":1,"player":2,"action":2,"name":"deal K"}` + "\n", 2, "player from 0 to 1"},
		"terminal as a player": {header + `{"step":1,"player":-4,"action":2,"name":"deal K"}` + "\n", 2, "it is -4"},
		"negative action":      {header + `{"step":1,"player":0,"action":-1,"name":"pass"}` + "\n", 2, "it is -1"},
		"returns of three":     {header + `{"returns":[1,0,-1]}` + "\n", 2, "2 returns"},
		"step and result":      {header + `{"step":1,"returns":[1,-1]}` + "\n", 2, "not both"},
		"after the result":     {header + `{"returns":[1,-1]}` + "\n" + first, 3, "nothing after the returns"},
		"endless line":         {header + strings.Repeat(" ", 2<<20), 2, "at most"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := replay.Read(strings.NewReader(c.text), "game.jsonl")
			var fault *replay.FormatError
			require.ErrorAs(t, err, &fault)
			assert.Equal(t, c.line, fault.Line)
			assert.ErrorContains(t, err, fmt.Sprintf("game.jsonl:%d: ", c.line))
			assert.ErrorContains(t, err, c.says)
		})
	}
	_, err := replay.ReadFile(filepath.Join(t.TempDir(), "none.jsonl"))
	assert.ErrorIs(t, err, os.ErrNotExist)
}

func TestPlayRefusesAnotherGame(t *testing.T) {
	g := game(t)
	three, err := kuhn.New(kuhn.Config{Players: 3})
	require.NoError(t, err)
	whole := []env.Action{2, 0, kuhn.Bet, kuhn.Pass}
	for name, c := range map[string]struct {
		game   env.Game
		change func(*replay.Replay)
		step   int
		says   string
	}{
		"other spec hash": {three, func(*replay.Replay) {}, 0, three.Spec().Hash},
		"too many agents": {g, func(r *replay.Replay) { r.Agents = append(r.Agents, "random") }, 0, "3 agents"},
		"wrong actor":     {g, func(r *replay.Replay) { r.Steps[2].Player = 1 }, 3, "one of seat 0"},
		"illegal action":  {g, func(r *replay.Replay) { r.Steps[1].Action = 2 }, 2, "a legal action"},
		"wrong name":      {g, func(r *replay.Replay) { r.Steps[2].Name = "pass" }, 3, `"bet"`},
		"wrong returns":   {g, func(r *replay.Replay) { r.Returns = []float64{-1, 1} }, 5, "[1 -1]"},
		"no result":       {g, func(r *replay.Replay) { r.Returns = nil }, 5, "the game is over"},
		"early result":    {g, func(r *replay.Replay) { r.Steps = r.Steps[:3] }, 4, "not over"},
	} {
		t.Run(name, func(t *testing.T) {
			r := episode(t, g, whole...)
			c.change(r)
			_, err := r.Play(c.game, nil)
			var fault *replay.MismatchError
			require.ErrorAs(t, err, &fault)
			assert.Equal(t, c.step, fault.Step)
			assert.ErrorContains(t, err, c.says)
		})
	}
}

func TestPlayStopsWhereTheVisitorDoes(t *testing.T) {
	g := game(t)
	enough := fmt.Errorf("enough")
	visits := 0
	_, err := episode(t, g, 2, 0, 1).Play(g, func(env.State, replay.Step) error {
		visits++
		return enough
	})
	assert.Same(t, enough, err)
	assert.Equal(t, 1, visits)
}

// Whatever the text: an error names the file and one of its lines; a replay that is
// read is written again to the same, its steps count from 1 and have actors and actions
// that can be, and playing it ends in a state or an error.
func FuzzRead(f *testing.F) {
	f.Add(header + first)
	f.Add(header + first + `{"returns":[1,-1]}` + "\n")
	f.Add("")
	g := game(f)
	var whole bytes.Buffer
	require.NoError(f, episode(f, g, 2, 0, kuhn.Bet, kuhn.Pass).Write(&whole))
	f.Add(whole.String())
	f.Add(strings.Replace(whole.String(), `"action":1`, `"action":-0`, 1))
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<16 {
			return
		}
		r, err := replay.Read(strings.NewReader(text), "fuzz")
		if err != nil {
			var fault *replay.FormatError
			require.ErrorAs(t, err, &fault)
			require.Equal(t, "fuzz", fault.File)
			require.True(t, fault.Line >= 1 && fault.Line <= 1+strings.Count(text, "\n"), "line %d", fault.Line)
			return
		}
		var again bytes.Buffer
		require.NoError(t, r.Write(&again))
		s, err := replay.Read(&again, "again")
		require.NoError(t, err)
		require.Equal(t, r, s)
		for i, step := range r.Steps {
			require.Equal(t, i+1, step.Step)
			require.True(t, step.Player == env.Chance || step.Player >= 0 && int(step.Player) < len(r.Agents))
			require.GreaterOrEqual(t, step.Action, env.Action(0))
		}
		if state, err := r.Play(g, nil); err == nil {
			require.Equal(t, r.Returns != nil, state.CurrentPlayer() == env.Terminal)
		}
	})
}

func ExampleReplay_Write() {
	g, err := kuhn.New(kuhn.Defaults())
	if err != nil {
		panic(err)
	}
	r := replay.New(g, 7, []string{replay.Human, "greedy"})
	r.SpecHash = "…" // 64 digits
	s := g.NewInitialState()
	for _, a := range []env.Action{2, 0, kuhn.Bet, kuhn.Pass} {
		r.Add(s, a)
		if err := s.Apply(a); err != nil {
			panic(err)
		}
	}
	r.Returns = make([]float64, 2)
	s.Returns(r.Returns)
	if err := r.Write(os.Stdout); err != nil {
		panic(err)
	}
	// Output:
	// {"format":"ringer-replay/1","game":"kuhn","spec_hash":"…","seed":7,"agents":["human","greedy"],"rules":{"players":2}}
	// {"step":1,"player":-1,"action":2,"name":"deal K"}
	// {"step":2,"player":-1,"action":0,"name":"deal J"}
	// {"step":3,"player":0,"action":1,"name":"bet"}
	// {"step":4,"player":1,"action":0,"name":"pass"}
	// {"returns":[1,-1]}
}
