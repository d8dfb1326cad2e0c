package scenes_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
	"ringer/env/games"
	"ringer/env/payday"
	"ringer/env/scene"
	"ringer/play/scene/scenes"
	"ringer/play/twintest"
)

// A person that is said to die when it is attacked does die, and nothing else does.
func TestPaydaySaysWhoWouldDie(t *testing.T) {
	g := games.MustNew("payday")
	b := scenes.Of(g)
	died, lived, out, stood := 0, 0, 0, 0
	for game := range 25 {
		rng := env.Stream(37, envtest.PurposeCheckEvents, uint64(game))
		s := g.NewInitialState()
		for range 1500 {
			p := s.CurrentPlayer()
			if p == env.Terminal {
				break
			}
			a := twintest.Draw(s, rng)
			at := s.(*payday.State)
			q := at.Question()
			if q == payday.AskAttack || q == payday.AskFire {
				sc := b.Scene(s, p)
				i := slices.IndexFunc(sc.Ask.Choices, func(c scene.Choice) bool { return c.Action == a })
				choice, c := sc.Ask.Choices[i], at.Decode(a)
				after := s.Clone().(*payday.State)
				require.NoError(t, after.Apply(a))
				switch {
				case c.Block == payday.BlockOfficer:
					dies := strings.HasSuffix(choice.Note, "would die")
					require.Equal(t, dies, slices.Contains(marksOf(sc, choice.Things[0]), "would die"), "the mark and the note agree")
					o, here := after.OfficerAt(c.Column, c.Depth, c.Slot)
					require.Equal(t, dies, !here || o.Hurt > o.Armor, "game %d: %s: %s", game, choice.Label, choice.Note)
					count(dies, &died, &lived)
				case c.Block == payday.BlockHeister:
					dies := strings.HasSuffix(choice.Note, "would be out")
					require.Equal(t, dies, slices.Contains(marksOf(sc, choice.Things[0]), "would die"), "the mark and the note agree")
					h, here := after.HeisterAt(c.Slot)
					if here && h.Health > 0 {
						require.False(t, dies, "game %d: %s: %s", game, choice.Label, choice.Note)
					}
					if dies {
						require.True(t, !here || h.Health <= 0, "game %d: %s: %s", game, choice.Label, choice.Note)
					}
					count(dies, &out, &stood)
				}
			}
			require.NoError(t, s.Apply(a))
		}
	}
	assert.Positive(t, min(died, lived, out, stood), "%d officers die, %d live, %d heisters out, %d stand", died, lived, out, stood)
}

func count(yes bool, n, other *int) {
	if yes {
		*n++
	} else {
		*other++
	}
}

func marksOf(sc *scene.Scene, id string) []string {
	for _, z := range sc.Zones {
		for _, x := range z.Things {
			if x.ID == id {
				return x.Marks
			}
		}
	}
	return nil
}
