package scenes_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
	"ringer/env/games"
	"ringer/env/heist"
	tactics "ringer/env/tactics/heist"
	"ringer/play/scene/scenes"
	"ringer/play/twintest"
)

// The cards of a line that nothing covers are as many as another solver of the matching
// finds, for the crew alone and with the Cons of the viewer's hand.
func TestCoverOfALineAgainstAnotherSolver(t *testing.T) {
	g := games.MustNew("heist(players=3)")
	b := scenes.Of(g)
	compared := 0
	for game := range 3 {
		rng := env.Stream(31, envtest.PurposeCheckEvents, uint64(game))
		s := g.NewInitialState()
		for step := range 500 {
			if s.CurrentPlayer() == env.Terminal {
				break
			}
			h := s.(heist.Position).Table()
			for p := range g.Spec().Players {
				if step%9 != p || !h.HasJob(p) || h.Executed() >= 0 {
					continue
				}
				crew := h.CrewSkills(p, nil)
				if p == h.Turn() {
					crew = h.UnspentSkills(p, nil)
				}
				all := uint8(0)
				for _, x := range h.CrewSkills(p, nil) {
					all |= x
				}
				tools := append([]uint8(nil), crew...)
				for _, x := range h.ConSkills(p, nil) {
					tools = append(tools, x&all)
				}
				needs := h.Obstacles(p, nil)
				for viewer := range g.Spec().Players {
					want := float64(tactics.Lacking(crew, needs))
					if viewer == p {
						want = float64(tactics.Lacking(tools, needs))
					}
					for _, m := range b.Scene(s, env.Player(viewer)).Seats[p].Meters {
						if m.ID == "missing" {
							compared++
							require.InDelta(t, want, m.Value, 0, "game %d, step %d, seat %d, viewer %d", game, step, p, viewer)
						}
					}
				}
			}
			require.NoError(t, s.Apply(twintest.Draw(s, rng)))
		}
	}
	assert.Greater(t, compared, 100)
}
