package session_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/roster"
	"ringer/configs"
	"ringer/env"
	"ringer/env/games"
	"ringer/play/scene/scenes"
	"ringer/play/session"
)

// config is the configuration of a host with every game, whose secrets are numbers.
func config() session.Config {
	var mu sync.Mutex
	n := 0
	next := func() int {
		mu.Lock()
		defer mu.Unlock()
		n++
		return n
	}
	return session.Config{
		Version: "test",
		Games:   []string{"kuhn", "goofspiel"},
		Game:    games.Restore,
		Opponents: func(g env.Game) []session.Opponent {
			list := []session.Opponent{{Agent: "random", Name: "Random", Words: "plays anything", Default: true}}
			if _, err := roster.New("greedy", roster.Sources{Game: g}); err == nil {
				list = append(list, session.Opponent{Agent: "greedy", Name: "Greedy"})
			}
			return list
		},
		Agent:  func(g env.Game, name string) (agents.Agent, error) { return roster.New(name, roster.Sources{Game: g}) },
		Scenes: scenes.Of,
		Begin: func(g env.Game, text string) (env.Game, error) {
			p, ok := g.(env.Positioner)
			if !ok {
				return nil, fmt.Errorf("%s has no position files", g.Spec().Name)
			}
			position := p.NewPosition()
			if err := configs.ReadInto(position, configs.Text("position", []byte(text))); err != nil {
				return nil, err
			}
			return p.FromPosition(position)
		},
		Seed:   func() uint64 { return uint64(next()) },
		Secret: func() string { return fmt.Sprintf("secret%d", next()) },
		Today:  func() string { return "2026-11-23" },
	}
}

// talk is a client that collects what it is sent.
type talk struct {
	*session.Client
	host *session.Host

	mu    sync.Mutex
	lines []string
}

func connect(t testing.TB, h *session.Host) *talk {
	c := &talk{host: h}
	c.Client = h.Connect(func(line []byte) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.lines = append(c.lines, string(line))
	})
	t.Cleanup(c.Close)
	return c
}

// say sends a request, and returns what the client was sent until the host came to rest.
func (c *talk) say(request string, args ...any) []string {
	return c.sayLine(fmt.Sprintf(request, args...))
}

func (c *talk) sayLine(request string) []string {
	c.Handle([]byte(request))
	c.host.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	lines := c.lines
	c.lines = nil
	return lines
}

// message is any message, for tests.
type message struct {
	Type    string            `json:"type"`
	ID      json.RawMessage   `json:"id"`
	Error   string            `json:"error"`
	Table   string            `json:"table"`
	Keys    map[string]string `json:"keys"`
	Step    int               `json:"step"`
	You     env.Player        `json:"you"`
	Over    bool              `json:"over"`
	Returns []float64         `json:"returns"`
	Verdict string            `json:"verdict"`
	Record  string            `json:"record"`
	Can     map[string]bool   `json:"can"`
	Events  []session.Event   `json:"events"`
	Scene   *struct {
		Ask *struct {
			Choices []struct {
				Action int    `json:"action"`
				Name   string `json:"name"`
			} `json:"choices"`
		} `json:"ask"`
	} `json:"scene"`
	Legal []struct {
		Block   string  `json:"block"`
		Indexes [][]int `json:"indexes"`
	} `json:"legal"`
}

func read(t testing.TB, line string) message {
	t.Helper()
	var m message
	require.NoError(t, json.Unmarshal([]byte(line), &m), line)
	return m
}

// last returns the last message of a type.
func last(t testing.TB, lines []string, kind string) message {
	t.Helper()
	for _, l := range slices.Backward(lines) {
		if m := read(t, l); m.Type == kind {
			return m
		}
	}
	require.Fail(t, "no message "+kind, strings.Join(lines, "\n"))
	return message{}
}

func newHost(t testing.TB, change func(*session.Config)) *session.Host {
	c := config()
	if change != nil {
		change(&c)
	}
	h := session.New(c)
	t.Cleanup(h.Close)
	return h
}

// A person plays a game of every configuration to its end, by flat and by structured
// actions in turn, and gets the record.
func TestWholeGames(t *testing.T) {
	for _, name := range games.Names() {
		for _, text := range games.Configurations(name) {
			t.Run(text, func(t *testing.T) {
				t.Parallel()
				if testing.Short() && text == name {
					t.Skip("the small configurations will do")
				}
				h := newHost(t, nil)
				c := connect(t, h)
				players := games.MustNew(text).Spec().Players
				seats := []string{`{"person":"Ann"}`}
				for len(seats) < players {
					seats = append(seats, `{"agent":"random"}`)
				}
				lines := c.say(`{"type":"new","game":%q,"seats":[%s],"seed":7}`, text, strings.Join(seats, ","))
				j := last(t, lines, "joined")
				key := j.Keys["0"]
				v := last(t, lines, "view")
				for n := 0; !v.Over; n++ {
					require.NotNil(t, v.Scene.Ask, "the table waits for the person")
					choices := v.Scene.Ask.Choices
					at := (n * 7) % len(choices)
					var forms []string
					for _, b := range v.Legal {
						for _, i := range b.Indexes {
							index, _ := json.Marshal(i)
							forms = append(forms, fmt.Sprintf(`"choice":{"block":%q,"index":%s}`, b.Block, index))
						}
					}
					require.Len(t, forms, len(choices))
					action := fmt.Sprintf(`"action":%d`, choices[at].Action)
					if n%2 == 1 {
						action = forms[at]
					}
					lines = c.say(`{"type":"act","table":%q,"key":%q,"step":%d,%s}`, j.Table, key, v.Step, action)
					v = last(t, lines, "view")
				}
				require.Len(t, v.Returns, players)
				require.NotEmpty(t, v.Verdict)
				require.True(t, v.Can["record"])
				r := last(t, c.say(`{"type":"record","table":%q,"key":%q}`, j.Table, key), "record")
				require.Contains(t, r.Record, `"returns"`)
			})
		}
	}
}
