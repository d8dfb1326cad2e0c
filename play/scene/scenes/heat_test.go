package scenes_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/scene"
)

// playTo plays the first legal action, or the one that prefers returns, until stop holds.
func playTo(t *testing.T, s env.State, prefer, stop func(env.State, string) bool) {
	t.Helper()
	for range 400 {
		if stop(s, "") {
			return
		}
		var actions []env.Action
		if s.CurrentPlayer() == env.Chance {
			for _, o := range s.(env.Chancer).ChanceOutcomes(nil) {
				actions = append(actions, o.Action)
			}
		} else {
			actions = s.LegalActions(nil)
		}
		require.NotEmpty(t, actions)
		a := actions[0]
		for _, x := range actions {
			if prefer(s, s.ActionString(x)) {
				a = x
				break
			}
		}
		require.NoError(t, s.Apply(a))
	}
	require.Fail(t, "the position was not met")
}

// The target of Roadblock is asked about by name, and each seat comes with what matters.
func TestHeatAsksForATargetOfRoadblock(t *testing.T) {
	g, s := reach(t, "heat", "")
	dealt := 0
	playTo(t, s, func(s env.State, name string) bool {
		switch {
		case name == "draw Roadblock", name == "play Roadblock":
			return true
		case s.CurrentPlayer() == env.Chance && strings.HasPrefix(name, "draw "):
			dealt++
			return name == "draw Bank Job" || name == "draw The Vault" || name == "draw High Roller"
		}
		return strings.HasPrefix(name, "pass ") && name != "pass Roadblock" || name == "play Bank Job" || name == "play The Vault" || name == "play High Roller"
	}, func(s env.State, _ string) bool {
		p := s.CurrentPlayer()
		return p >= 0 && strings.HasPrefix(s.ActionString(s.LegalActions(nil)[0]), "target ")
	})
	require.Positive(t, dealt)
	q, lines := askedOf(t, g, s)
	assert.Equal(t, "Choose a player for Roadblock (phase A)", q.Text)
	assert.Equal(t, "target", q.Kind)
	assert.Contains(t, q.Help, "Roadblock: A: Phase B does nothing")
	for _, line := range lines {
		assert.Regexp(t, `^Seat \d: \$\d+ · \d Heat · uses (Bank Job|The Vault|High Roller) \(B\) · 4 cards in hand$`, line)
	}
	for _, c := range q.Choices {
		require.NotNil(t, c.Seat)
		require.Len(t, c.Things, 1, "the card in use can be clicked")
	}
	// Others read who is asked, and for what.
	other := (s.CurrentPlayer() + 1) % 4
	waits := shownTo(g, s, other).Waits
	assert.Equal(t, "Seat "+string(rune('1'+s.CurrentPlayer()))+" is to choose a player for Roadblock (phase A).", waits)
}

// A card in hand that another seat passed is marked as known to it.
func TestHeatMarksCardsThatOthersKnow(t *testing.T) {
	g, s := reach(t, "heat", "")
	playTo(t, s, func(_ env.State, name string) bool { return false }, func(s env.State, _ string) bool {
		return s.CurrentPlayer() >= 0 && strings.HasPrefix(s.ActionString(s.LegalActions(nil)[0]), "play ")
	})
	p := s.CurrentPlayer()
	known, passed := 0, 0
	for _, z := range shownTo(g, s, p).Zones {
		if z.Kind == "hand" && z.Seat != nil && *z.Seat == p {
			for _, x := range z.Things {
				if x.Face == scene.FaceKnown {
					known++
					assert.Contains(t, x.Marks[0], "known to")
				} else {
					assert.Equal(t, scene.FaceMine, x.Face)
				}
			}
			assert.Zero(t, z.Hidden)
		}
		if z.ID == "passed" {
			passed = len(z.Things)
		}
	}
	assert.Positive(t, known)
	assert.Equal(t, 3, passed, "everybody remembers what was passed")
}
