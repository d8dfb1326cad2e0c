package payday_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/payday"
)

// worlds plays random games and draws worlds at some decisions.
func worlds(t *testing.T, g *payday.Game, games int, use func(s, w *payday.State, seat env.Player)) {
	for i := range games {
		rng := env.Stream(uint64(i), "worlds")
		s := g.NewInitialState().(*payday.State)
		for step := 0; s.CurrentPlayer() != env.Terminal; step++ {
			if s.CurrentPlayer() == env.Chance {
				require.NoError(t, s.Apply(env.SampleOutcome(s.ChanceOutcomes(nil), rng)))
				continue
			}
			if step%17 == 0 {
				for seat := range env.Player(2) {
					use(s, s.ResampleFromInfoState(seat, rng).(*payday.State), seat)
				}
			}
			legal := s.LegalActions(nil)
			require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
		}
	}
}

// PAY-39: a world is a history that could have happened: its own log, played from
// the beginning, leads to it, so its layout is legal (PAY-5, PAY-6) and all its cards
// were there to be drawn.
func TestWorldsCouldHaveHappenedPAY39(t *testing.T) {
	for _, settings := range [][]string{nil, {"setup=random", "loot_cards=5"}, {"criminal_limit=3", "police_limit=3"}} {
		differ, n := 0, 0
		worlds(t, shipped(t, "", settings...), 3, func(s, w *payday.State, seat env.Player) {
			require.NoError(t, w.Replays(), "%v", settings)
			require.NoError(t, w.Conservation())
			require.Equal(t, s.InformationState(seat), w.InformationState(seat))
			n++
			if s.String() != w.String() {
				differ++
			}
		})
		assert.Greater(t, differ, n*8/10, "%v: worlds differ from the truth", settings)
	}
}

// PAY-39: unseen cards are uniform: the frequency of a card in the resampled hand
// is its share of the unseen cards.
func TestUnseenCardsAreUniformPAY39(t *testing.T) {
	b := one(t, `
columns: [{loot: payday, obstacles: [steel-gate, locked-door]}]
hands: {criminal: [pistol], police: [patrol, juggernaut, riot-cop]}
discards: {police: [patrol, patrol]}`)
	g := b.Game()
	rng := env.Stream(9, "uniform")
	const n = 6000
	sum := map[string]float64{}
	for range n {
		w := b.ResampleFromInfoState(payday.Criminal, rng).(*payday.State)
		for _, id := range []string{"patrol", "juggernaut", "beat-cop", "emergency-grant"} {
			sum[id] += float64(w.Hand(g.KindOf(id))) / n
		}
	}
	unseen := 68. - 2
	assert.InDelta(t, 3*2/unseen, sum["patrol"], .015)
	assert.InDelta(t, 3*1/unseen, sum["juggernaut"], .012)
	assert.InDelta(t, 3*3/unseen, sum["beat-cop"], .02)
	assert.InDelta(t, 3*3/unseen, sum["emergency-grant"], .02)
}

// Cards of a hand that were seen stay, in every world.
func TestKnownCardsStay(t *testing.T) {
	b := one(t, `
turn: police
step: moves
columns: [{loot: payday, obstacles: [steel-gate, locked-door], police: [commando]}]
hands: {police: [patrol, patrol, beat-cop]}`)
	b.do("column 1 place 1", "Commando 1 at column 1 place 1", "leave over the left edge")
	rng := env.Stream(2, "known")
	for range 50 {
		w := b.ResampleFromInfoState(payday.Criminal, rng).(*payday.State)
		require.Equal(t, 1, w.Hand(b.Game().KindOf("commando")))
	}
	// And a look shows all.
	b = one(t, quiet+`
hands: {criminal: [inside-man], police: [patrol, patrol, beat-cop]}`)
	b.do("play Inside Man")
	for range 20 {
		w := b.ResampleFromInfoState(payday.Criminal, rng).(*payday.State)
		require.Equal(t, 2, w.Hand(b.Game().KindOf("patrol")))
		require.Equal(t, 1, w.Hand(b.Game().KindOf("beat-cop")))
	}
}
