package session_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/scene"
	"ringer/play/session"
)

// A game that is over is shown as it stood at each step: with what the seat knew then, and
// open on request. A game that goes on is not.
func TestMoments(t *testing.T) {
	c := connect(t, newHost(t, nil))
	j, _ := begin(t, c, `{"type":"new","game":"kuhn","seats":[{"person":"Ann"},{"person":"Bo"}],"seed":3}`)
	ann := fmt.Sprintf(`"table":%q,"key":%q`, j.Table, j.Keys["0"])
	refused := last(t, c.say(`{"type":"moment",%s,"step":0}`, ann), "error")
	assert.Contains(t, refused.Error, "when the game is over")

	c.say(`{"type":"act",%s,"step":1,"action":0}`, ann)
	c.say(`{"type":"act","table":%q,"key":%q,"step":1,"action":0}`, j.Table, j.Keys["1"])

	type moment struct {
		Type  string
		Step  int
		Steps int
		View  struct {
			Over  bool
			Can   map[string]bool
			Scene scene.Scene
		}
		Events []session.Event
	}
	ask := func(step int, more string) (m moment) {
		lines := c.say(`{"type":"moment",%s,"step":%d%s}`, ann, step, more)
		require.Len(t, lines, 1)
		require.NoError(t, json.Unmarshal([]byte(lines[0]), &m), lines[0])
		require.Equal(t, "moment", m.Type, lines[0])
		return m
	}
	down := func(m moment) (n int) {
		for _, z := range m.View.Scene.Zones {
			n += z.Hidden
			for _, thing := range z.Things {
				if thing.Face == scene.FaceDown {
					n++
				}
			}
		}
		return n
	}
	first := ask(0, "")
	steps := first.Steps
	require.Greater(t, steps, 3)
	assert.Empty(t, first.Events)
	asked := ask(steps-2, "")
	require.NotNil(t, asked.View.Scene.Ask, "Ann was asked here")
	assert.False(t, asked.View.Over)
	assert.Greater(t, down(asked), down(ask(steps-2, `,"open":true`)), "what Ann could not know then stays face down")
	for _, able := range asked.View.Can {
		assert.False(t, able)
	}
	end := ask(steps, "")
	assert.True(t, end.View.Over)
	assert.NotEmpty(t, end.Events)
	assert.Contains(t, last(t, c.say(`{"type":"moment",%s,"step":%d}`, ann, steps+1), "error").Error, "want a number from 0 to")
}
