package wire_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/env/gym"
	"ringer/play/wire"
)

// sharedVector is the program's side of a vector, which reads and writes the file.
type sharedVector struct {
	*client
	file   *os.File
	arrays map[string]any
}

func share(t testing.TB, game, more string) *sharedVector { return shareOf(t, config(t, game), more) }

func shareOf(t testing.TB, c wire.Config, more string) *sharedVector {
	v := &sharedVector{client: dial(t, c)}
	path := vectorFile(t)
	made := v.good(`{"op":"vector","tables":5,"map":%q%s}`, path, more)
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	require.NoError(t, err)
	t.Cleanup(func() { file.Close() })
	v.file, v.arrays = file, made["arrays"].(map[string]any)
	return v
}

func (v *sharedVector) bytes(name string) []byte {
	a := v.arrays[name].(map[string]any)
	n := 1
	for _, d := range a["shape"].([]any) {
		n *= int(d.(float64))
	}
	switch a["type"] {
	case "float32", "int32":
		n *= 4
	case "float64":
		n *= 8
	}
	b := make([]byte, n)
	_, err := v.file.ReadAt(b, int64(a["offset"].(float64)))
	require.NoError(v.t, err)
	return b
}

func (v *sharedVector) float32s(name string) []float32 {
	b := v.bytes(name)
	f := make([]float32, len(b)/4)
	for i := range f {
		f[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return f
}

func (v *sharedVector) int32s(name string) []int32 {
	b := v.bytes(name)
	x := make([]int32, len(b)/4)
	for i := range x {
		x[i] = int32(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return x
}

func (v *sharedVector) bools(name string) []bool {
	var x []bool
	for _, b := range v.bytes(name) {
		require.LessOrEqual(v.t, b, byte(1))
		x = append(x, b == 1)
	}
	return x
}

func (v *sharedVector) act(actions []env.Action) map[string]any {
	var b []byte
	for _, a := range actions {
		b = binary.LittleEndian.AppendUint32(b, uint32(a))
	}
	_, err := v.file.WriteAt(b, int64(v.arrays["actions"].(map[string]any)["offset"].(float64)))
	require.NoError(v.t, err)
	return v.ask(`{"op":"vector_step"}`)
}

// choose picks, of every table, the legal action at a place that rng draws.
func (v *sharedVector) choose(rng env.Rand) []env.Action {
	count, legal := v.int32s("legal_count"), v.int32s("legal")
	n := len(legal) / len(count)
	actions := make([]env.Action, len(count))
	for t, c := range count {
		actions[t] = gym.Idle
		if c > 0 {
			actions[t] = env.Action(legal[t*n+rng.IntN(int(c))])
		}
	}
	return actions
}

// The shared memory holds what the buffers of a gym.Vector hold, bit for bit.
func TestASharedVectorIsAVector(t *testing.T) {
	for _, game := range []string{"leduc", "heat(players=3)", "goofspiel(players=3)"} {
		for _, mode := range []gym.Autoreset{gym.SameStep, gym.NextStep} {
			v := share(t, game, fmt.Sprintf(`,"final":true,"autoreset":%q`, mode))
			direct, err := gym.NewVector(games.MustNew(game), gym.VectorConfig{Tables: 5, Autoreset: mode})
			require.NoError(t, err)
			buf := direct.NewBuffers()
			direct.Reset(11, buf)
			v.good(`{"op":"vector_reset","seed":11}`)
			rng := env.Stream(1, "test")
			ends := 0
			for range 150 {
				assertShared(t, v, direct, buf)
				actions := v.choose(rng)
				require.Equal(t, "done", v.act(actions)["type"])
				require.NoError(t, direct.Step(actions, buf))
				if slices.Contains(buf.Terminated, true) {
					ends++
				}
			}
			assert.Positive(t, ends, game)
			assert.Equal(t, "done", v.good(`{"op":"vector_close"}`)["type"])
			assert.Contains(t, v.ask(`{"op":"vector_step"}`)["error"], "want one that vector has made")
		}
	}
}

func assertShared(t testing.TB, v *sharedVector, direct *gym.Vector, buf *gym.Buffers) {
	require.Equal(t, buf.Observation, v.float32s("observation"))
	require.Equal(t, buf.Mask, v.bools("mask"))
	require.Equal(t, buf.Rewards, v.float32s("rewards"))
	require.Equal(t, buf.Terminated, v.bools("terminated"))
	require.Equal(t, buf.Truncated, v.bools("truncated"))
	require.Equal(t, buf.FinalObservation, v.float32s("final_observation"))
	for i, c := range v.bytes("current") {
		require.Equal(t, buf.Current[i], env.Player(int8(c)))
		require.EqualValues(t, direct.Length(i), v.int32s("length")[i])
		require.Len(t, direct.Legal(i), int(v.int32s("legal_count")[i]))
	}
}

// With agents, the program only ever sees its own seats; it is paid as the game
// pays, and the same seed gives the same episodes.
func TestAgentsSitAtAVector(t *testing.T) {
	for _, game := range []string{"leduc", "kuhn(players=3)", "tictactoe"} {
		seats := games.MustNew(game).Spec().Players
		names := `"","random"`
		if seats == 3 {
			names = `"random","","greedy"`
		}
		own := seats - 2
		var first [][]float32
		for again := range 2 {
			v := share(t, game, `,"agents":[`+names+`]`)
			v.good(`{"op":"vector_reset","seed":2}`)
			rng := env.Stream(9, "test")
			ends, paid := 0, float32(0)
			for n := range 100 {
				for _, seat := range v.bytes("current") {
					require.EqualValues(t, own, seat)
				}
				if again == 0 {
					first = append(first, v.float32s("observation"))
				} else {
					require.Equal(t, first[n], v.float32s("observation"))
				}
				require.Equal(t, "done", v.act(v.choose(rng))["type"])
				rewards := v.float32s("rewards")
				for i, over := range v.bools("terminated") {
					sum := float32(0)
					for p := range seats {
						sum += rewards[i*seats+p]
					}
					require.InDelta(t, 0, sum, 1e-5, "zero-sum")
					if over {
						ends++
						paid += rewards[i*seats+own] * rewards[i*seats+own]
					} else {
						require.Zero(t, rewards[i*seats+own])
					}
				}
			}
			assert.Greater(t, ends, 50)
			assert.Positive(t, paid)
		}
	}
}

// A vector is loaded as a whole, and by what could have been saved; then it can be stepped.
func TestBadLoads(t *testing.T) {
	v := share(t, "leduc", `,"agents":["","random"]`)
	require.Contains(t, v.ask(`{"op":"vector_save"}`)["error"], "want vector_reset before")
	one := `{"seed":1,"table":0,"episode":0,"actions":[]}`
	for request, want := range map[string]string{
		`{"op":"vector_load","first":1,"tables":[` + one + `]}`:                    "first: 1, with 1 tables: want tables of 5 in order",
		`{"op":"vector_load","first":-1}`:                                          "first: -1",
		`{"op":"vector_load","tables":[` + strings.Repeat(one+",", 5) + one + `]}`: "first: 0, with 6 tables",
		`{"op":"vector_load","tables":[{"last":2},{"steps":-1}]}`:                  "tables[0].last: 2: want a seat from 0 to 1\ntables[1]: length 0, steps -1",
		`{"op":"vector_load","tables":[{"actions":[99]}]}`:                         "tables[0].actions: table 0: leduc: action 99 is illegal for seat 0: decision 0 of the history",
		`{"op":"vector_load","tables":[{"actions":[1,1,1,1,1]}]}`:                  "decision 4 of the history: legal: []",
	} {
		assert.Contains(t, v.ask("%s", request)["error"], want, request)
		assert.Contains(t, v.ask(`{"op":"vector_step"}`)["error"], "want vector_reset before")
	}
	for first := range 5 {
		assert.Contains(t, v.ask(`{"op":"vector_step"}`)["error"], "want vector_reset before")
		v.good(`{"op":"vector_load","first":%d,"tables":[%s]}`, first, one)
	}
	require.Equal(t, "done", v.act(v.choose(env.Stream(1, "test")))["type"])
}

func TestBadVectors(t *testing.T) {
	v := share(t, "leduc", "")
	path := vectorFile(t)
	for request, want := range map[string]string{
		`{"op":"vector","vector":1,"tables":0,"map":"x"}`:                                               "tables: 0: want at least 1",
		`{"op":"vector","vector":1,"tables":99999999,"map":"x"}`:                                        "tables: 99999999: want at most 65536",
		`{"op":"vector","vector":1,"tables":1}`:                                                         "map: missing",
		`{"op":"vector","vector":64,"tables":1,"map":"x"}`:                                              "vector: 64: want a number from 0 to 63",
		`{"op":"vector","tables":1,"map":"x"}`:                                                          "vector: 0: in use",
		`{"op":"vector","vector":1,"tables":1,"map":"/nowhere/x"}`:                                      "map: ",
		`{"op":"vector","vector":1,"tables":1,"max_steps":-1,"map":"x"}`:                                "max_steps: -1: want at least 1",
		`{"op":"vector","vector":1,"tables":1,"seat":2,"opponents":["random"],"map":"x"}`:               "seat: 2: want one from 0 to 1, or -1",
		`{"op":"vector","vector":1,"tables":1,"seat":1,"map":"x"}`:                                      "seat: 1: want opponents beside it",
		`{"op":"vector","vector":1,"tables":1,"opponents":[],"map":"x"}`:                                "opponents: none: want at least one",
		`{"op":"vector","vector":1,"tables":1,"opponents":["a","b"],"map":"x"}`:                         "opponents: 2 of them: want at most 1",
		`{"op":"vector","vector":1,"tables":1,"opponents":[""],"map":"x"}`:                              "opponents[0]: empty: want the name of an agent",
		`{"op":"vector","vector":1,"tables":1,"opponents":["random"],"agents":["","random"],"map":"x"}`: "agents and opponents: want one of them",
		`{"op":"vector","vector":1,"tables":1,"autoreset":"x","map":"x"}`:                               "autoreset: x: want same-step",
		`{"op":"vector","vector":1,"tables":1,"agents":["random","random"],"map":"x"}`:                  "want a seat of your own",
		`{"op":"vector","vector":1,"tables":1,"agents":["random"],"map":"x"}`:                           "agents: 1 names: want 2",
		`{"op":"vector","vector":1,"tables":1,"agents":["","zap"],"map":"x"}`:                           `agent "zap": unknown agent`,
		`{"op":"vector_step"}`:                                                            "want vector_reset before",
		`{"op":"vector_reset"}`:                                                           "seed: missing",
		`{"op":"vector_reset","seed":-1}`:                                                 "seed: -1: want a whole number",
		`{"op":"vector_reset","seed":1,"only":[0]}`:                                       "only: [0]: want all tables at the first vector_reset",
		`{"op":"vector_reset","seed":1,"seeds":[1]}`:                                      "seed and seeds: both: want one of them",
		`{"op":"vector_reset","seeds":[1]}`:                                               "seeds: 1 of them: want 5, one a table",
		`{"op":"vector","vector":1,"tables":2,"map":"` + path + `","workers":-1}`:         "workers: -1",
		`{"op":"vector","vector":1,"tables":2,"map":"` + path + `","illegal_penalty":-1}`: "illegal_penalty: -1",
	} {
		assert.Contains(t, v.ask("%s", request)["error"], want, request)
	}
	v.good(`{"op":"vector_reset","seed":1}`)
	before := v.float32s("observation")
	assert.Contains(t, v.act([]env.Action{0, 77, 0, 0, 0})["error"], "illegal")
	assert.Equal(t, before, v.float32s("observation"), "nothing has changed")
}
