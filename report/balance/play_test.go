package balance_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/env/knobs"
	"ringer/eval"
	"ringer/report/balance"
	"ringer/report/trust"
	"ringer/report/whatif"
)

// kept is a store in memory.
type kept map[string]string

func (k kept) Load(part, key string) ([]byte, bool) {
	text, ok := k[part+" "+key]
	return []byte(text), ok
}

func (k kept) Save(part, key string, study []byte) error {
	k[part+" "+key] = string(study)
	return nil
}

// Every panel of every large game can be made, kept, shown and read again; kept parts are
// not made again.
func TestPanelsOfLargeGames(t *testing.T) {
	for name, knob := range map[string]string{
		"heat(file=mini)": "heists=1", "fourdowns(file=mini)": "", "fivepossessions(file=mini)": "", "payday(file=mini)": "", "duel(file=mini)": "hit_on=8", "heist(file=mini)": "",
	} {
		t.Run(name, func(t *testing.T) {
			g := games.MustNew(name)
			one := eval.Entry{Name: "random", Agent: random.New()}
			store := kept{}
			config := balance.Config{
				Game: g, Agents: []eval.Entry{one}, Levels: []eval.Entry{one}, Seed: 1, Store: store,
				Plan:  balance.Plan{Games: 16, LevelGames: 16, ForcedGames: 8, Blocks: 1, PerQuestion: 2, ArcGames: 2, LuckDeals: 4, TrustGames: 8, SearchGames: 4, RulesGames: 8},
				Enter: func(env.Game) ([]eval.Entry, error) { return []eval.Entry{one}, nil },
				Cast: []trust.Agent{
					{Name: "random", Command: "random", Role: trust.Baseline, Agent: one.Agent}, {Name: "learned 1", Command: "random", Role: trust.Learned, Agent: one.Agent},
				},
			}
			if knob != "" {
				changed, err := knobs.Vary(g, knob)
				require.NoError(t, err)
				config.Variants = []whatif.Rules{
					{Label: "as they are", Game: g, Sets: []whatif.Set{{Kind: whatif.Frozen, A: one}}},
					{Label: knob, Knob: changed[0].Path, Game: changed[0].Game, Sets: []whatif.Set{{Kind: whatif.Frozen, A: one}}},
				}
			}
			r, err := balance.Play(t.Context(), config)
			require.NoError(t, err)
			r.Conclude()
			page, err := r.Page(g)
			require.NoError(t, err)
			html := page.HTML()
			var ids []string
			for _, s := range page.Sections {
				ids = append(ids, s.ID)
				assert.NotEmpty(t, s.Title, s.ID)
				assert.NotEmpty(t, s.Blocks, s.ID)
			}
			for _, id := range []string{"trust", "seats", "things", "strategies", "decisions", "arc", "luck", "ends", "length"} {
				assert.Contains(t, ids, id)
			}
			if knob != "" {
				assert.Contains(t, ids, "what-if")
			}
			assert.LessOrEqual(t, len(r.Verdict), 6)
			seen := map[string]bool{}
			for _, m := range r.Measures {
				assert.False(t, seen[m.Name], "two measures %s", m.Name)
				one := balance.Targets{Targets: []balance.Target{{Measure: m.Name}}}
				require.NoError(t, one.Within(g, nil, nil), "a measure that was not known before")
				seen[m.Name] = true
			}

			require.Len(t, r.LevelLength, len(config.Levels))
			assert.Equal(t, config.Plan.LevelGames, r.LevelLength[0].Games)
			assert.True(t, seen["length.top.decisions"])

			parts := len(store)
			again, err := balance.Play(t.Context(), config)
			require.NoError(t, err)
			again.Conclude()
			assert.Len(t, store, parts)
			assert.Equal(t, fmt.Sprint(r.Verdict, r.Measures), fmt.Sprint(again.Verdict, again.Measures))
			page, err = again.Page(g)
			require.NoError(t, err)
			assert.Equal(t, string(html), string(page.HTML()))
		})
	}
}
