package wire_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/mixture"
	"ringer/agents/roster"
	"ringer/env"
	"ringer/env/games"
	"ringer/env/gym"
	"ringer/eval"
	"ringer/internal/disk"
	"ringer/play/wire"
)

// even is the population of every file: greedy and random play, each in half of the episodes.
func even(string) (*mixture.Population, error) {
	return &mixture.Population{Players: []mixture.Player{{Agent: "greedy", Share: 0.5}, {Agent: "random", Share: 0.5}}}, nil
}

func config(t testing.TB, game string) wire.Config {
	t.Helper()
	g, err := games.New(game)
	require.NoError(t, err)
	return wire.Config{
		Game: g, Version: "test",
		Agent: func(name string) (agents.Agent, error) {
			return roster.New(name, roster.Sources{Game: g, Mixture: even})
		},
		Share: func(path string, size int) (wire.Memory, error) {
			s, err := disk.Share(path, size)
			if err != nil {
				return wire.Memory{}, err
			}
			return wire.Memory{Bytes: s.Bytes, Close: s.Close}, nil
		},
	}
}

// client is a program that talks to a server.
type client struct {
	t     testing.TB
	in    *io.PipeWriter
	out   *bufio.Reader
	ended chan error
	hello map[string]any
}

func dial(t testing.TB, c wire.Config) *client {
	t.Helper()
	in, write := io.Pipe()
	read, out := io.Pipe()
	cl := &client{t: t, in: write, out: bufio.NewReaderSize(read, 1<<20), ended: make(chan error, 1)}
	go func() {
		err := wire.Serve(context.Background(), in, out, c)
		out.Close()
		cl.ended <- err
	}()
	t.Cleanup(func() {
		write.Close()
		require.NoError(t, <-cl.ended)
	})
	cl.hello = cl.line()
	return cl
}

func (c *client) line() (m map[string]any) {
	c.t.Helper()
	text, err := c.out.ReadBytes('\n')
	require.NoError(c.t, err)
	require.NoError(c.t, json.Unmarshal(text, &m))
	return m
}

func (c *client) ask(format string, args ...any) map[string]any {
	c.t.Helper()
	_, err := fmt.Fprintf(c.in, format+"\n", args...)
	require.NoError(c.t, err)
	return c.line()
}

// good is ask of a request that must be met.
func (c *client) good(format string, args ...any) map[string]any {
	c.t.Helper()
	m := c.ask(format, args...)
	require.NotEqual(c.t, "error", m["type"], "%v", m["error"])
	return m
}

func floats(v any) []float32 {
	var f []float32
	for _, x := range v.([]any) {
		f = append(f, float32(x.(float64)))
	}
	return f
}

func actions(v any) (ids []env.Action) {
	for _, x := range v.([]any) {
		ids = append(ids, env.Action(x.(float64)))
	}
	return ids
}

// The same seed plays the same episode as at the first table of a gym.Vector, for every game.
func TestEpisodesAreThoseOfAVector(t *testing.T) {
	for _, name := range games.Names() {
		c := config(t, name)
		v, err := gym.NewVector(c.Game, gym.VectorConfig{Tables: 1, Autoreset: gym.Disabled})
		require.NoError(t, err)
		buf := v.NewBuffers()
		v.Reset(5, buf)
		cl := dial(t, c)
		m := cl.good(`{"op":"reset","seed":5}`)
		rng := env.Stream(1, "test")
		for n := range 60 {
			over := buf.Current[0] == env.Terminal
			require.Equal(t, over, m["over"], "%s, decision %d", name, n)
			if over {
				require.Nil(t, m["seat"])
				for p, r := range m["returns"].([]any) {
					require.Equal(t, buf.Rewards[p], float32(r.(float64)))
				}
				break
			}
			require.EqualValues(t, buf.Current[0], m["seat"])
			require.Equal(t, buf.Observation, floats(m["observation"]))
			var legal []env.Action
			for a, is := range buf.Mask {
				if is {
					legal = append(legal, env.Action(a))
				}
			}
			require.Equal(t, legal, actions(m["legal"]))
			a := legal[rng.IntN(len(legal))]
			require.NoError(t, v.Step([]env.Action{a}, buf))
			m = cl.good(`{"op":"step","action":%d}`, a)
		}
	}
}

func TestHelloSaysWhereFieldsLie(t *testing.T) {
	cl := dial(t, config(t, "leduc"))
	spec := games.MustNew("leduc").Spec()
	at := 0
	for i, f := range cl.hello["fields"].([]any) {
		field := f.(map[string]any)
		assert.Equal(t, spec.Observation[i].Name, field["name"])
		assert.EqualValues(t, at, field["offset"])
		assert.EqualValues(t, spec.FieldOffset(spec.Observation[i].Name), field["offset"])
		at += int(field["size"].(float64))
	}
	assert.Equal(t, spec.ObservationSize(), at)
	assert.Equal(t, spec.Hash, cl.hello["spec_hash"])
}

// Seats that commit in secret have their turns together, and see what they see when their
// own turn comes; others have them alone.
func TestTurnsTogether(t *testing.T) {
	for name, want := range map[string]int{
		"goofspiel(players=2,cards=5)": 2, "goofspiel(players=3,cards=5)": 3, "tictactoe": 1, "kuhn": 1, "liarsdice": 1, "fivepossessions": 2,
	} {
		cl := dial(t, config(t, name))
		m := cl.good(`{"op":"reset","seed":3}`)
		most := 0
		rng := env.Stream(2, "test")
		for !m["over"].(bool) {
			due := cl.good(`{"op":"turns"}`)["turns"].([]any)
			most = max(most, len(due))
			var choices []string
			cl.good(`{"op":"clone","to":1}`)
			for i, x := range due {
				turn := x.(map[string]any)
				now := cl.good(`{"op":"look","table":1}`)
				for _, key := range []string{"seat", "observation", "legal"} {
					require.Equal(t, now[key], turn[key], "%s: turn %d is as foreseen", name, i)
				}
				legal := actions(turn["legal"])
				a := legal[rng.IntN(len(legal))]
				choices = append(choices, fmt.Sprintf(`{"seat":%v,"action":%d}`, turn["seat"], a))
				cl.good(`{"op":"step","table":1,"action":%d}`, a)
			}
			m = cl.good(`{"op":"commit","choices":[%s]}`, strings.Join(choices, ","))
			require.Len(t, m["played"], len(due))
			single := cl.good(`{"op":"look","table":1}`)
			for _, key := range []string{"seat", "observation", "legal", "over", "returns", "decisions"} {
				require.Equal(t, single[key], m[key], "%s: together as one by one", name)
			}
		}
		assert.Equal(t, want, most, name)
	}
}

func TestAgentsSitAtTables(t *testing.T) {
	cl := dial(t, config(t, "leduc"))
	games := 0
	m := cl.good(`{"op":"reset","seed":1,"agents":["","random"]}`)
	var log []string
	play := func() {
		for seed := 1; games < 20; {
			if m["over"].(bool) {
				games++
				seed++
				m = cl.good(`{"op":"reset","seed":%d,"agents":["","random"]}`, seed)
				continue
			}
			require.EqualValues(t, 0, m["seat"])
			m = cl.good(`{"op":"step","action":%d}`, actions(m["legal"])[0])
			log = append(log, fmt.Sprint(m))
		}
	}
	play()
	first := log
	log, games = nil, 0
	m = cl.good(`{"op":"reset","seed":1,"agents":["","random"]}`)
	play()
	assert.Equal(t, first, log, "the same seeds, the same agents' decisions")

	// What the agent's seat may know is not told.
	for _, request := range []string{`{"op":"observe","seats":[1]}`, `{"op":"render","seat":1}`, `{"op":"resample","to":1,"seat":1,"seed":1}`} {
		assert.Contains(t, cl.ask("%s", request)["error"], "want a seat of your own: an agent plays this one", request)
	}
	assert.Equal(t, []any{0.0}, cl.good(`{"op":"observe"}`)["seats"])
}

// A clone goes on as its original does, or with another future where it is given a seed.
func TestClonesAndWorlds(t *testing.T) {
	cl := dial(t, config(t, "leduc"))
	play := func(table int) (log []string) {
		m := cl.good(`{"op":"look","table":%d}`, table)
		for !m["over"].(bool) {
			m = cl.good(`{"op":"step","table":%d,"action":1}`, table)
			delete(m, "table")
			log = append(log, fmt.Sprint(m))
		}
		return log
	}
	futures, worlds := map[string]bool{}, map[string]bool{}
	for seed := range 20 {
		cl.good(`{"op":"reset","seed":4}`)
		root := cl.good(`{"op":"look"}`)
		cl.good(`{"op":"clone","to":1}`)
		cl.good(`{"op":"clone","to":2,"seed":%d}`, seed)
		world := cl.good(`{"op":"resample","to":3,"seat":0,"seed":%d}`, seed)
		assert.Equal(t, root["observation"], world["observation"], "seat 0 cannot tell")
		worlds[fmt.Sprint(cl.good(`{"op":"observe","table":3,"seats":[1]}`)["observations"])] = true
		assert.Equal(t, play(0), play(1))
		futures[fmt.Sprint(play(2))] = true
	}
	assert.Greater(t, len(futures), 2)
	assert.Greater(t, len(worlds), 2)
	cl.good(`{"op":"drop","table":3}`)
	assert.Contains(t, cl.ask(`{"op":"look","table":3}`)["error"], "want a table that reset or clone has made")
}

// A copy goes on with the player that a mixture has drawn, whatever future it gets.
func TestCopiesKeepThePlayerOfAMixture(t *testing.T) {
	cl := dial(t, config(t, "heat(players=3)"))
	atRandom := map[bool]bool{}
	for seed := range 20 {
		cl.good(`{"op":"reset","seed":%d}`, seed)
		cl.good(`{"op":"clone","to":1,"seed":7}`)
		cl.good(`{"op":"clone","table":1,"to":2}`)
		of := func(table int) string {
			return fmt.Sprint(cl.good(`{"op":"decide","table":%d,"agent":"mixture(x.yaml)","seed":1}`, table)["probs"])
		}
		player := of(0)
		assert.Equal(t, player, of(1))
		assert.Equal(t, player, of(2))
		atRandom[player == "[0.5 0.5]"] = true
	}
	assert.Len(t, atRandom, 2)
}

// A policy over the wire plays the match that the same agent plays within.
func TestAMatchByThePolicyOfAProgram(t *testing.T) {
	c := config(t, "leduc")
	uniform, err := c.Agent("random")
	require.NoError(t, err)
	greedy, err := c.Agent("greedy")
	require.NoError(t, err)
	want, err := eval.PlayMatch(t.Context(), eval.MatchConfig{
		Game: c.Game, Games: 60, Seed: 3, Entries: []eval.Entry{{Name: "policy", Agent: uniform}, {Name: "greedy", Agent: greedy}},
	})
	require.NoError(t, err)
	text, err := json.Marshal(want)
	require.NoError(t, err)
	for _, packed := range []bool{false, true} {
		cl := dial(t, c)
		m := cl.good(`{"op":"match","agents":["","greedy"],"games":60,"seed":3,"packed":%v}`, packed)
		for m["type"] == "views" {
			var probs [][]float64
			for _, l := range m["legal"].([]any) {
				row := make([]float64, len(l.([]any)))
				for i := range row {
					row[i] = 1 / float64(len(row))
				}
				probs = append(probs, row)
			}
			line, err := json.Marshal(map[string]any{"op": "decisions", "batch": m["batch"], "probs": probs})
			require.NoError(t, err)
			_, isText := m["observations"].(string)
			require.Equal(t, packed, isText)
			m = cl.good("%s", line)
		}
		got, err := json.Marshal(m["match"])
		require.NoError(t, err)
		assert.JSONEq(t, string(text), string(got))

		cl.good(`{"op":"match","agents":["","greedy"],"games":60,"seed":3}`)
		assert.Contains(t, cl.ask(`{"op":"decisions","batch":0,"probs":[[2]]}`)["error"], "policy: ")
		cl.good(`{"op":"match","agents":["","greedy"],"games":60,"seed":3}`)
		assert.Contains(t, cl.ask(`{"op":"reset","seed":1}`)["error"], `want one JSON object {"op": "decisions"`)
		assert.Equal(t, "state", cl.good(`{"op":"reset","seed":1}`)["type"], "and goes on")
	}
}

// Each line of a match answers the line before, whose id it gives back.
func TestTheLinesOfAMatchHaveIds(t *testing.T) {
	cl := dial(t, config(t, "kuhn"))
	m := cl.good(`{"op":"match","agents":["","random"],"games":3,"seed":3,"id":1}`)
	n := 1
	for ; m["type"] == "views"; n++ {
		require.EqualValues(t, n, m["id"])
		var probs []string
		for range m["legal"].([]any) {
			probs = append(probs, "[0.5,0.5]")
		}
		m = cl.good(`{"op":"decisions","batch":%v,"probs":[%s],"id":%d}`, m["batch"], strings.Join(probs, ","), n+1)
	}
	assert.Equal(t, "match", m["type"])
	assert.EqualValues(t, n, m["id"])
	assert.Greater(t, n, 1)
	cl.good(`{"op":"match","agents":["","random"],"games":3,"seed":3,"id":1}`)
	assert.Equal(t, "x", cl.ask(`{"op":"fly","id":"x"}`)["id"], "an error too")
}

func TestTheEndOfTheInputEndsAMatch(t *testing.T) {
	in := strings.NewReader(`{"op":"match","agents":["","random"],"games":60,"seed":3}`)
	require.EqualError(t, wire.Serve(t.Context(), in, io.Discard, config(t, "kuhn")), "the input ended in the middle of a match")
}

func TestPictures(t *testing.T) {
	c := config(t, "kuhn")
	cl := dial(t, c)
	cl.good(`{"op":"reset","seed":1}`)
	text := cl.good(`{"op":"render","seat":0}`)["picture"].(string)
	assert.Contains(t, text, "Seat 0 (you)")
	svg := cl.good(`{"op":"render","seat":0,"format":"svg"}`)["picture"].(string)
	assert.Contains(t, svg, "Seat 0 (you)")
	assert.True(t, strings.HasPrefix(svg, "<svg ") && strings.HasSuffix(svg, "</svg>"))
	file := cl.good(`{"op":"render","seat":0,"format":"png"}`)
	data, err := base64.StdEncoding.DecodeString(file["picture"].(string))
	require.NoError(t, err)
	img, err := png.Decode(bytes.NewReader(data))
	require.NoError(t, err)
	assert.EqualValues(t, img.Bounds().Dx(), file["width"])
	assert.EqualValues(t, img.Bounds().Dy(), file["height"])
	pixels := cl.good(`{"op":"render","seat":0,"format":"rgb"}`)
	rgb, err := base64.StdEncoding.DecodeString(pixels["picture"].(string))
	require.NoError(t, err)
	require.Len(t, rgb, 3*img.Bounds().Dx()*img.Bounds().Dy())
	for i := 0; i < len(rgb); i += 3 {
		at := i / 3
		r, g, b, _ := img.At(at%img.Bounds().Dx(), at/img.Bounds().Dx()).RGBA()
		require.Equal(t, []byte{byte(r >> 8), byte(g >> 8), byte(b >> 8)}, rgb[i:i+3])
	}
	c.Draw = func(env.State) []byte { return []byte("<svg>board</svg>") }
	cl = dial(t, c)
	cl.good(`{"op":"reset","seed":1}`)
	assert.Equal(t, "<svg>board</svg>", cl.good(`{"op":"render","seat":0,"format":"svg"}`)["picture"])
}

// vectorFile returns the path of an empty file to map.
func vectorFile(t testing.TB) string {
	file := filepath.Join(t.TempDir(), "vector")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	return file
}

func FuzzServe(f *testing.F) {
	for _, line := range []string{
		`{"op":"reset","seed":1}`, `{"op":"step","action":1}`, `{"op":"turns"}`, `{"op":"commit","choices":[{"seat":0,"action":1}]}`,
		`{"op":"clone","to":1,"id":{"a":[1]}}`, `{"op":"resample","to":1,"seat":0,"seed":2}`, `{"op":"decide","agent":"random"}`,
		`{"op":"ask","agent":"random","seed":1,"questions":[]}`, `{"op":"match","agents":["random","random"],"games":2,"seed":1}`,
		`{"op":"reset","seed":1,"episode":3,"actions":[0,1],"opponents":["random"],"seat":-1,"max_steps":1,"skip_forced":true}`,
		`{"op":"look","history":true}`, `{"op":"agents","agents":["","random"],"max_decisions":2}`, `{"op":"vector_load","tables":[{"actions":[1]}]}`,
		`{"op":"vector","tables":2,"map":"/nowhere/x"}`, `{"op":"observe"}`, `{"op":"render","seat":1,"format":"svg"}`, `{"op":"legal"}`, "[", "",
		`{"op":"node","to":0,"actions":[1,0],"seats":[1],"information_state":true}`, `{"op":"nodes_step","rows":1}`, `{"op":"nodes_names"}`,
	} {
		f.Add([]byte(`{"op":"reset","seed":7}` + "\n" + line))
	}
	c := config(f, "goofspiel(cards=3)")
	c.Share, c.Omniscient = nil, true
	f.Fuzz(func(t *testing.T, input []byte) {
		if bytes.Contains(input, []byte("match")) && len(input) > 200 {
			t.Skip("long matches take long")
		}
		var out bytes.Buffer
		err := wire.Serve(t.Context(), bytes.NewReader(input), &out, c)
		if err != nil {
			require.EqualError(t, err, "the input ended in the middle of a match")
			return
		}
		lines := bytes.Split(bytes.TrimSuffix(out.Bytes(), []byte("\n")), []byte("\n"))
		asked := bytes.Count(input, []byte("\n")) + 1
		if len(input) == 0 || input[len(input)-1] == '\n' {
			asked--
		}
		if !bytes.Contains(input, []byte("match")) {
			require.Len(t, lines, asked+1, "one answer a line")
		}
		for _, l := range lines {
			require.True(t, json.Valid(l), "%s", l)
		}
	})
}
