package wire_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/internal/cover"
	"ringer/play/wire"
)

// omniscient is config of a process for a researcher.
func omniscient(t testing.TB, game string) wire.Config {
	c := config(t, game)
	c.Omniscient = true
	return c
}

// shareNodes makes a batch whose arrays the test reads and writes as it does the arrays of a vector.
func shareNodes(t testing.TB, c wire.Config, rows int, keys string) *sharedVector {
	v := &sharedVector{client: dial(t, c)}
	path := vectorFile(t)
	made := v.good(`{"op":"nodes","rows":%d,"map":%q%s}`, rows, path, keys)
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	require.NoError(t, err)
	t.Cleanup(func() { file.Close() })
	v.file, v.arrays = file, made["arrays"].(map[string]any)
	return v
}

func (v *sharedVector) put(name string, numbers []int32) {
	var b []byte
	for _, x := range numbers {
		b = binary.LittleEndian.AppendUint32(b, uint32(x))
	}
	_, err := v.file.WriteAt(b, int64(v.arrays[name].(map[string]any)["offset"].(float64)))
	require.NoError(v.t, err)
}

func (v *sharedVector) float64s(name string) []float64 {
	b := v.bytes(name)
	x := make([]float64, len(b)/8)
	for i := range x {
		x[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return x
}

// row is a node that a test makes.
type row struct{ from, to, action int32 }

func (v *sharedVector) grow(rows ...row) map[string]any {
	var from, to, action []int32
	for _, r := range rows {
		from, to, action = append(from, r.from), append(to, r.to), append(action, r.action)
	}
	v.put("from", from)
	v.put("to", to)
	v.put("action", action)
	return v.ask(`{"op":"nodes_step","rows":%d}`, len(rows))
}

// outcomes returns the actions of whoever is to act, with their probabilities at chance.
func outcomes(s env.State) (legal []env.Action, probs []float64) {
	if s.CurrentPlayer() != env.Chance {
		return s.LegalActions(nil), nil
	}
	for _, o := range s.(env.Chancer).ChanceOutcomes(nil) {
		legal, probs = append(legal, o.Action), append(probs, o.Prob)
	}
	return legal, probs
}

// Nodes are the states that the game itself makes by the same actions, in every game, singly and in batches, however copies
// and their sources share numbers.
func TestCrossNodes(t *testing.T) {
	if testing.Short() {
		t.Skip("one client walks, and shares nothing")
	}
	axes := []cover.Axis{
		{Name: "game", Values: []string{
			"tictactoe", "kuhn(players=3)", "leduc", "liarsdice", "goofspiel(players=3,order=random)", "heat(players=3)", "heist",
			"heist(wrap=prospects)", "payday", "fourdowns", "fivepossessions", "duel",
		}},
		{Name: "face", Values: []string{"singly", "1 row", "7 rows"}},
		{Name: "copies", Values: []string{"in place", "to new numbers", "round in a ring"}},
		{Name: "observation", Values: []string{"no", "yes"}},
		{Name: "information", Values: []string{"no", "yes"}},
	}
	named := func(c cover.Case) bool {
		if c[0] == cover.Open || c[4] != 1 {
			return true
		}
		_, ok := games.MustNew(axes[0].Values[c[0]]).NewInitialState().(env.InfoStater)
		return ok
	}
	cover.Run(t, axes, 1, named, func(t *testing.T, pick func(string) string) {
		g := games.MustNew(pick("game"))
		w := &wanderer{t: t, game: g, sees: pick("observation") == "yes", names: pick("information") == "yes", numbers: map[string]int32{}}
		rows := 1
		if pick("face") == "7 rows" {
			rows = 7
		}
		if pick("face") != "singly" {
			w.arrays = shareNodes(t, omniscient(t, pick("game")), rows, fmt.Sprintf(`,"observation":%v,"information_state":%v`, w.sees, w.names))
		} else {
			w.arrays = &sharedVector{client: dial(t, omniscient(t, pick("game")))}
		}
		w.walk(rows, pick("copies"), pick("face") == "singly")
	})
}

// wanderer walks at random with states of its own beside nodes.
type wanderer struct {
	t       *testing.T
	game    env.Game
	arrays  *sharedVector
	sees    bool
	names   bool
	numbers map[string]int32 // of information states, in the order in which they come
	order   []string
}

func (w *wanderer) walk(rows int, copies string, singly bool) {
	states := make([]env.State, rows) // of each row
	numbers := make([]int32, rows)    // of their nodes
	for i := range states {
		states[i], numbers[i] = w.game.NewInitialState(), -1
	}
	rng := env.Stream(3, "test")
	next := int32(rows)
	for step := range 40 {
		list := make([]row, rows)
		for i, s := range states {
			legal, _ := outcomes(s)
			r := row{from: numbers[i], to: int32(i), action: -1}
			switch {
			case len(legal) == 0:
				states[i], r.from = w.game.NewInitialState(), -1
			case rng.IntN(6) > 0:
				a := legal[rng.IntN(len(legal))]
				require.NoError(w.t, s.Apply(a))
				r.action = int32(a)
			}
			switch copies {
			case "to new numbers":
				r.to = next
				next++
			case "round in a ring":
				r.to = int32((i + step) % rows)
			}
			list[i], numbers[i] = r, r.to
		}
		if !singly {
			require.Equal(w.t, "done", w.arrays.grow(list...)["type"])
			w.holds(states)
			continue
		}
		for i, r := range list {
			w.one(r, states[i])
		}
	}
	if w.names && !singly {
		told := w.arrays.good(`{"op":"nodes_names"}`)
		for i, n := range told["information_states"].([]any) {
			require.Equal(w.t, w.order[i], fmt.Sprint(told["seats"].([]any)[i], " ", n))
		}
		require.EqualValues(w.t, len(w.order), told["total"])
	}
}

// one makes a node by itself, and compares it with a state.
func (w *wanderer) one(r row, s env.State) {
	w.t.Helper()
	spec := w.game.Spec()
	keys := ""
	if r.action >= 0 {
		keys = fmt.Sprintf(`,"actions":[%d]`, r.action)
	}
	if w.sees {
		keys += fmt.Sprintf(`,"seats":[%d,0]`, spec.Players-1)
	}
	m := w.arrays.good(`{"op":"node","from":%d,"to":%d,"information_state":%v,"names":true,"text":true%s}`, r.from, r.to, w.names, keys)
	legal, probs := outcomes(s)
	require.EqualValues(w.t, s.CurrentPlayer(), m["player"])
	require.Equal(w.t, legal, actions(m["legal"]))
	require.Equal(w.t, s.String(), m["text"])
	for i, a := range legal {
		require.Equal(w.t, s.ActionString(a), m["names"].([]any)[i])
		if probs != nil {
			require.Equal(w.t, probs[i], m["probs"].([]any)[i])
		}
	}
	returns := make([]float64, spec.Players)
	s.Returns(returns)
	for p := range returns {
		require.Equal(w.t, returns[p], m["returns"].([]any)[p])
	}
	if w.sees {
		for i, p := range []env.Player{env.Player(spec.Players - 1), 0} {
			require.Equal(w.t, observed(spec, s, p), floats(m["observations"].([]any)[i]))
			if w.names {
				require.Equal(w.t, s.(env.InfoStater).InformationState(p), m["information_states"].([]any)[i])
			}
		}
	}
}

// holds compares the rows of the arrays with states.
func (w *wanderer) holds(states []env.State) {
	w.t.Helper()
	spec, v := w.game.Spec(), w.arrays
	player, count, legal, probs, returns := v.bytes("player"), v.int32s("legal_count"), v.int32s("legal"), v.float64s("probs"), v.float64s("returns")
	width, chance, seats := len(legal)/len(count), len(probs)/len(count), spec.Players
	for i, s := range states {
		actor := s.CurrentPlayer()
		require.EqualValues(w.t, actor, int8(player[i]))
		want, likely := outcomes(s)
		require.EqualValues(w.t, len(want), count[i])
		for k, a := range want {
			require.EqualValues(w.t, a, legal[i*width+k])
		}
		require.Equal(w.t, likely, append([]float64(nil), probs[i*chance:][:len(likely)]...))
		paid := make([]float64, seats)
		s.Returns(paid)
		require.Equal(w.t, paid, returns[i*seats:(i+1)*seats])
		if w.names {
			number := int32(-1)
			if actor >= 0 {
				name := fmt.Sprint(int(actor), " ", s.(env.InfoStater).InformationState(actor))
				if _, ok := w.numbers[name]; !ok {
					w.numbers[name] = int32(len(w.order))
					w.order = append(w.order, name)
				}
				number = w.numbers[name]
			}
			require.Equal(w.t, number, v.int32s("information")[i])
		}
		if w.sees {
			all, d := v.float32s("observation"), spec.ObservationSize()
			for p := range seats {
				require.Equal(w.t, observed(spec, s, env.Player(p)), all[(i*seats+p)*d:][:d])
			}
		}
	}
}

// Whatever row of a batch cannot be met: the error names it, and no node has changed.
func TestABatchIsMadeWhole(t *testing.T) {
	v := shareNodes(t, omniscient(t, "kuhn"), 3, "")
	require.Equal(t, "done", v.grow(row{-1, 0, -1}, row{-1, 1, 2})["type"])
	before := fmt.Sprint(v.good(`{"op":"node","from":0,"to":7,"text":true}`)["text"], v.good(`{"op":"node","from":1,"to":7,"text":true}`)["text"])
	for says, bad := range map[string]row{
		"row 1: from: 2: want a node that has been made, or -1":                           {2, 2, -1},
		"row 1: from: -2: want a node":                                                    {-2, 2, -1},
		"row 1: from: 2147483647: want a node":                                            {math.MaxInt32, 2, -1},
		"row 1: to: -1: want a number from 0 to 4194303":                                  {0, -1, -1},
		"row 1: to: 4194304: want a number":                                               {0, wire.MaxNodes, -1},
		"row 1: to: 0: want each number once":                                             {0, 0, -1},
		"row 1: action: kuhn: action -2 is illegal for chance: want a number from 0 to 2": {0, 2, -2},
		"row 1: action: kuhn: action 2147483647 is illegal for chance":                    {0, 2, math.MaxInt32},
		"row 1: action: kuhn: action 2 is illegal for chance":                             {1, 2, 2},
	} {
		assert.Contains(t, v.grow(row{1, 0, 0}, bad)["error"], says)
	}
	after := fmt.Sprint(v.good(`{"op":"node","from":0,"to":7,"text":true}`)["text"], v.good(`{"op":"node","from":1,"to":7,"text":true}`)["text"])
	assert.Equal(t, before, after)
	assert.Contains(t, v.ask(`{"op":"node","from":2,"to":2}`)["error"], "from: 2")

	assert.Equal(t, "done", v.grow(row{1, 0, 0}, row{0, 1, 0})["type"], "rows read what was there before")
	assert.Contains(t, v.grow(row{0, 2, 1}, row{0, 3, 1}, row{2, 4, 1})["error"], "row 2: from: 2")
	assert.Equal(t, "done", v.grow()["type"])
	for _, rows := range []int{-1, 4} {
		assert.Contains(t, v.ask(`{"op":"nodes_step","rows":%d}`, rows)["error"], fmt.Sprintf("rows: %d: want 0 to 3", rows))
	}
	assert.Contains(t, v.ask(`{"op":"nodes","rows":1,"map":"x"}`)["error"], "in use")
	v.good(`{"op":"nodes_close"}`)
	assert.Contains(t, v.ask(`{"op":"nodes_step","rows":0}`)["error"], "there are no arrays")
	v.good(`{"op":"node","from":0,"to":9}`)
}

// An action at the end of a game is refused, and a whole history that goes past it.
func TestNothingFollowsTheEnd(t *testing.T) {
	cl := dial(t, omniscient(t, "kuhn"))
	assert.EqualValues(t, env.Terminal, cl.good(`{"op":"node","to":0,"actions":[0,1,0,0]}`)["player"])
	assert.Contains(t, cl.ask(`{"op":"node","from":0,"to":1,"actions":[0]}`)["error"], "actions[0]: 0: the game is over before it")
	assert.Contains(t, cl.ask(`{"op":"node","to":1,"actions":[0,1,0,0,1]}`)["error"], "actions[4]: 1: the game is over before it")
}
