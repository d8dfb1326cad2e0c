package session_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/env/scene"
	"ringer/play/scene/scenes"
	"ringer/play/session"
	"ringer/play/twintest"
)

// The law of the wire: of two games that one seat cannot tell apart, its client is sent the same
// bytes, whenever views are sent. A few games each by default, 300 with RINGER_LONG=1.
func TestTwinWorldsLookTheSameOnTheWire(t *testing.T) {
	rounds := 1
	if os.Getenv("RINGER_LONG") == "1" {
		rounds = 300
	}
	if testing.Short() {
		rounds = 1
	}
	for _, name := range games.Names() {
		for _, text := range games.Configurations(name) {
			g := games.MustNew(text)
			if _, hides := g.NewInitialState().(env.Resampler); !hides {
				continue
			}
			t.Run(text, func(t *testing.T) {
				t.Parallel()
				if testing.Short() && text == name {
					t.Skip("the small configurations will do")
				}
				var total twintest.Totals
				for game := range rounds {
					twintest.Compare(t, g, uint64(game), &total, func(s env.State, p env.Player, c twintest.Course, decisions int) string {
						return wireOf(t, g, s, p, c, decisions, game%2 == 0)
					})
					if t.Failed() {
						return
					}
				}
				t.Logf("%d games, %d worlds dealt again, %d of them different; %d decisions and %d bytes the same", rounds, total.Worlds, total.Different, total.Decisions, total.Bytes)
			})
		}
	}
}

// wireOf lets people play a course, and returns all that the client of one seat is sent up to
// one of its decisions.
func wireOf(t *testing.T, g env.Game, s env.State, p env.Player, c twintest.Course, decisions int, every bool) string {
	t.Helper()
	until := c.Asked[decisions-1]
	h := newHost(t, func(config *session.Config) {
		config.Game = func(string, json.RawMessage) (env.Game, error) { return twintest.SetUp(g, s, c.Actions), nil }
		config.Scenes = func(env.Game) scene.Builder { return scenes.Of(g) }
	})
	others, own := connect(t, h), connect(t, h)
	people := make([]string, g.Spec().Players)
	for q := range people {
		people[q] = fmt.Sprintf(`{"person":"P%d"}`, q)
	}
	lines := others.say(`{"type":"new","game":"x","seats":[%s],"seed":1}`, strings.Join(people, ","))
	j := last(t, lines, "joined")
	steps := map[env.Player]int{}
	note := func(lines []string) {
		for _, l := range lines {
			if m := read(t, l); m.Type == "view" {
				steps[m.You] = m.Step
			}
		}
	}
	note(lines)
	key := func(q env.Player) string { return j.Keys[fmt.Sprint(int(q))] }
	wire := own.say(`{"type":"join","table":%q,"key":%q}`, j.Table, key(p))
	wire = append(wire, own.say(`{"type":"pace","table":%q,"key":%q,"every":%t}`, j.Table, key(p), every)...)
	for i, a := range c.Actions[:until.At] {
		q := c.Actors[i]
		if q < 0 {
			continue // the table does
		}
		client := others
		if q == p {
			client = own
		}
		lines := client.say(`{"type":"act","table":%q,"key":%q,"step":%d,"action":%d}`, j.Table, key(q), steps[q], a)
		require.Contains(t, lines[0], `"done"`, "the course is played")
		if q == p {
			wire = append(wire, lines...)
		}
		wire = append(wire, own.take()...)
		note(others.take())
		if q != p {
			note(lines)
		}
	}
	wire = slices.DeleteFunc(wire, func(l string) bool { return read(t, l).Over })
	return strings.Join(wire, "\n")
}

// A whole game of every game, with the wires of all seats: what a seat holds in its
// hand never stands in the messages of another before the game is over.
func TestWiresOfAllSeats(t *testing.T) {
	for _, name := range []string{"kuhn", "leduc"} {
		secrets := 0
		for seed := range 12 {
			h := newHost(t, nil)
			a := connect(t, h)
			lines := a.say(`{"type":"new","game":%q,"seats":[{"person":"A"},{"person":"B"}],"seed":%d}`, name, seed)
			j := last(t, lines, "joined")
			b := connect(t, h)
			a.say(`{"type":"leave","table":%q,"key":%q}`, j.Table, j.Keys["1"])
			second := b.say(`{"type":"join","table":%q,"key":%q}`, j.Table, j.Keys["1"])
			card := func(lines []string, seat env.Player) string {
				for _, l := range lines {
					for _, e := range read(t, l).Events {
						if m := read(t, l); m.You == seat && e.Seat == seat && strings.HasPrefix(e.Text, "get ") {
							return strings.TrimPrefix(e.Text, "get ")
						}
					}
				}
				return ""
			}
			mine, theirs := card(lines, 0), card(second, 1)
			require.NotEmpty(t, mine)
			require.NotEmpty(t, theirs)
			if mine[:1] == theirs[:1] {
				continue
			}
			secrets++
			for _, l := range second {
				if read(t, l).Type == "events" {
					assert.NotContains(t, l, "gets "+mine)
				}
			}
		}
		assert.Positive(t, secrets, name)
	}
}
