package whatif

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/env/heat"
	"ringer/env/knobs"
	"ringer/eval"
)

// A ratio of sums is the mean of its values, and deals in which nothing is divided do not
// count.
func TestRatiosOfSums(t *testing.T) {
	var s sample
	for _, x := range [][2]float64{{1, 2}, {0, 0}, {3, 4}} {
		s.rows = append(s.rows, row{own: []own{{played: x[0], could: x[1]}}})
	}
	list := ownColumns(0, "Lookout", []*sample{&s})
	require.Len(t, list, 1)
	assert.Equal(t, "how often Lookout is played when it can be", list[0].name)
	values := list[0].values(&s)
	assert.InDelta(t, 4./6, (values[0]+values[1]+values[2])/3, 1e-12)
	assert.InDelta(t, 4./6, values[1], 1e-12)
}

// Rules that change a card measure the card: how often it is played, how many have it, and
// what those win, before and after. A card that is not in the deck any more is had by nobody.
func TestAChangedCardIsMeasured(t *testing.T) {
	base := games.MustNew("heat(players=3,draft_rounds=0,deal=4)")
	of := func(label string, g env.Game) Rules {
		return Rules{Label: label, Game: g, Thing: "lookout", Name: "Lookout", Sets: []Set{{Kind: Frozen, A: eval.Entry{Name: "random", Agent: random.New()}}}}
	}
	other, err := knobs.Set(base, "cards.lookout.gain", "40")
	require.NoError(t, err)
	c := Config{Base: of("as they are", base), Variants: []Rules{of("the same", base), of("gain = 40", other)}, Games: 60, Seed: 2, Workers: 2}
	study, err := Run(t.Context(), c)
	require.NoError(t, err)
	byName := func(rules int) map[string]Measure {
		out := map[string]Measure{}
		for _, m := range study.Rules[rules].Kinds[0].Measures {
			if m.Own {
				out[m.Name] = m
			}
		}
		return out
	}
	asIs := byName(0)
	require.Len(t, asIs, 5, "the base is asked about the card")
	same := byName(1)
	require.Len(t, same, 5)
	for name, m := range same {
		assert.Zero(t, m.Change.Value, name)
		assert.Nil(t, asIs[name].Change, name)
		assert.InDelta(t, m.Value, asIs[name].Value, 1e-12, name)
	}
	assert.Equal(t, "Lookout", study.Rules[2].Thing)
	worth := byName(2)["worth of getting Lookout"]
	require.NotNil(t, worth.Change)
	assert.Positive(t, worth.Change.Low, "it gains 40 instead of 2, on the same deals")
	assert.InDelta(t, worth.Value-worth.Change.Value, same["worth of getting Lookout"].Value, 1e-9)

	// The same games, counted by their records: what was played was had.
	kind := slices.IndexFunc(env.UnwrapGame(base).(*heat.Game).Config().Cards, func(c heat.Card) bool { return c.ID == "lookout" })
	recorded := 0.
	for deal := range 60 {
		played, err := eval.PlayFrom(t.Context(), eval.MatchConfig{Game: base, Entries: []eval.Entry{c.Base.Sets[0].A}}, []eval.Start{{
			State: base.NewInitialState(), Path: &eval.Path{}, Seed: seedFor(2, purposeWhatIf, uint64(deal)), Seating: []int{0, 0, 0},
		}})
		require.NoError(t, err)
		s := base.NewInitialState()
		seen := map[int]bool{}
		for _, a := range played[0].History {
			require.NoError(t, s.Apply(a))
			for seat := range 3 {
				h := env.UnwrapState(s).(*heat.State)
				seen[seat] = seen[seat] || h.Hand(seat)[kind] > 0 || slices.Contains(h.Record(seat), uint8(kind))
			}
		}
		for _, so := range seen {
			if so {
				recorded++
			}
		}
	}
	assert.InDelta(t, recorded/180, same["seats that have Lookout"].Value, .02, "a card may be had for a moment more")
	assert.Greater(t, same["seats that have Lookout"].Value, recorded/180-1e-9)
	assert.Positive(t, same["plays of Lookout a game"].Value)
}
