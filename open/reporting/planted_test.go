package reporting

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/games"
	"ringer/internal/numbers"
	"ringer/report/balance"
	"ringer/report/uplift"
)

// planted are changes that make one thing too strong, asked about as a designer asks: ringer report GAME --rules CHANGE
// --agent expert --only things, with the blocks of forked games that find them: each within ten minutes on two cores. A Crisis
// of Heist that spends the whole crew is not here: between two experts it is worth +3 (−1 … +8) points, which is ordinary.
var planted = []struct {
	name, game, change string
	thing              string // by its id
	flag               string // empty: as many forks raise none
	blocks             int
}{
	{"a drawing card of Heat pays as well", "heat", "cards.lookout.gain=20", "lookout", uplift.FlagDominant, 24},
	{"a Loot of Payday pays for everything", "payday", "criminal.clean-bills.value=9", "clean-bills", "", 18},
	{"a formation has two dots too many", "fivepossessions", "cards.empty-ace.dots=[1,4,0,3,3]", "Empty Ace", uplift.FlagDominant, 6},

	// Nobody has a corner from the deal: a seat chooses it, and this expert looks at no map.
	{"a map of Duel is lopsided", "duel(scenario=king_of_the_hill,one_and_half_actions=true,respawn=true,step=1,rounds=15)", "map=../../env/things/testdata/lopsided.yaml", "southwest", uplift.FlagUnderplayed, 6},
}

// A report names what was planted among the three things that stand out most, with its interval. Where these forks raise a
// flag it is the first of its kind and alone, in a sentence of its own; where they raise none the report says what it could see.
func TestPlantedThingsAreReported(t *testing.T) {
	if os.Getenv("RINGER_LONG") != "1" {
		t.Skip("minutes for each: RINGER_LONG=1 or make planted runs it")
	}
	for _, p := range planted {
		t.Run(p.name, func(t *testing.T) {
			g, err := games.NewChanged(p.game, p.change)
			require.NoError(t, err)
			c := configOf(t, "kuhn")
			c.Game, c.Agents, c.Only, c.Plan = g, []string{"expert"}, []string{"things"}, fmt.Sprintf("blocks=%d", p.blocks)
			r, err := Run(t.Context(), c)
			require.NoError(t, err)
			for _, line := range r.Verdict {
				fmt.Println(" ", line)
			}
			i := slices.IndexFunc(r.Things.Things, func(x uplift.Row) bool { return x.ID == p.thing })
			require.GreaterOrEqual(t, i, 0)
			verdict := strings.Join(r.Verdict, "\n")
			flagged := slices.DeleteFunc(slices.Clone(r.Flags), func(f balance.Raised) bool {
				return f.Kind != p.flag && (p.flag != "" || f.Kind != uplift.FlagDominant && f.Kind != uplift.FlagDead)
			})
			if p.flag == "" {
				assert.Empty(t, flagged)
				u := r.Things.Things[i].Had
				assert.Contains(t, verdict, "could only see effects above")
				assert.Positive(t, u.Low)
				assert.Contains(t, verdict, r.Things.Things[i].Name+" "+numbers.Points(u.Value, u.Low, u.High)+" points", "of the three furthest from the average")
				return
			}
			require.Len(t, flagged, 1)
			f := &flagged[0]
			require.Equal(t, r.Things.Things[i].Name, f.Subject)
			assert.Greater(t, f.Low, r.Things.Margin, "the whole interval is beyond what is ordinary")
			assert.Positive(t, f.N)
			assert.NotEmpty(t, f.Replays, "games show it")
			rank := slices.IndexFunc(r.Flags, func(x balance.Raised) bool { return x.Subject == f.Subject })
			assert.Less(t, rank, 3)
			assert.Less(t, i, 3, "of all things")
			assert.Contains(t, verdict, f.Words, "the verdict says it")
		})
	}
}
