package warm_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/env/heat"
	"ringer/env/heist"
	"ringer/models"
	"ringer/train"
	"ringer/train/warm"
)

// withCard returns a game with one more card in the middle of its deck: of HEAT a twin of
// another, which may be claimed, of HEIST a Personnel with a role of its own.
func withCard(t *testing.T, name string) env.Game {
	t.Helper()
	rules := games.MustNew(name).Spec().Configuration
	if name[:5] == "heist" {
		c := heist.Defaults() // the rules leave out what is not played
		require.NoError(t, json.Unmarshal(rules, &c))
		c.HeistDeck = slices.Insert(c.HeistDeck, 6, heist.Card{
			ID: "new", Title: "New", Type: "personnel", Skills: []string{"tech", "acrobat"}, Effects: []heist.Effect{{Op: "hand_limit", Amount: 3}},
		})
		g, err := heist.New(c)
		require.NoError(t, err)
		return g
	}
	var c heat.Config
	require.NoError(t, json.Unmarshal(rules, &c))
	twin := c.Cards[0]
	twin.ID, twin.Title = "new", "New"
	c.Cards = slices.Insert(c.Cards, 5, twin)
	g, err := heat.New(c)
	require.NoError(t, err)
	return g
}

// scene returns what the seat to act sees, the blank fields aside: of the field "exposed",
// which shows a number for each offset that is legal, the offsets of the given actions.
func scene(spec *env.Spec, s env.State, blank []string, shown []env.Action) []float32 {
	out := make([]float32, spec.ObservationSize())
	s.Observe(s.CurrentPlayer(), out)
	for _, name := range blank {
		clear(out[spec.FieldOffset(name):][:spec.Observation[fieldOf(spec, name)].Size()])
	}
	if f := fieldOf(spec, "exposed"); f >= 0 && spec.Name == "duel" {
		exposed := out[spec.FieldOffset("exposed"):][:spec.Observation[f].Size()]
		all := slices.Clone(exposed)
		clear(exposed)
		for _, a := range shown {
			if blockOf(spec, a) == "offset" {
				exposed[a-spec.BlockOffset("offset")] = all[a-spec.BlockOffset("offset")]
			}
		}
	}
	return out
}

// blockOf returns the name of the block of an action.
func blockOf(spec *env.Spec, a env.Action) string {
	for _, b := range spec.Actions {
		if a -= env.Action(b.Size()); a < 0 {
			return b.Name
		}
	}
	return ""
}

// An action keeps what the bot gives to it where other rules give it another number: at
// the same scenes of both games, which only the words of the actions tell.
func TestActionsAreFoundByName(t *testing.T) {
	for _, c := range []struct {
		name    string
		from    string
		to      env.Game
		blank   []string // fields that show the change of the rules itself
		blocks  []string // with numbers of their own under the other rules
		unknown []warm.Match
	}{
		{"longer moves", "duel", games.MustNew("duel(move=5)"), []string{"context"}, []string{"offset", "score"}, []warm.Match{{Name: "offset", Taken: 197, Of: 317}}},
		{"shorter moves", "duel(move=5)", games.MustNew("duel"), []string{"context"}, []string{"offset", "score"}, nil},
		{"longer steps", "duel", games.MustNew("duel(step=1)"), nil, []string{"offset"}, nil},
		{"shorter steps", "duel(step=1)", games.MustNew("duel"), nil, []string{"offset"}, []warm.Match{{Name: "offset", Taken: 49, Of: 197}}},
		{"places of the table", "duel(placement=absolute)", games.MustNew("duel(placement=absolute,step=1)"), nil, []string{"point"}, nil},
		{
			"a card of HEAT", "heat(players=4,talk=claims)", withCard(t, "heat(players=4,talk=claims)"),
			[]string{"deck"},
			[]string{"card", "claim", "seat"},
			[]warm.Match{{Name: "card", Taken: 27, Of: 28}, {Name: "claim", Taken: 28, Of: 29}},
		},
		{
			"a card of HEIST", "heist", withCard(t, "heist"),
			[]string{"decks"},
			[]string{"card", "crew", "seat", "generic"},
			[]warm.Match{{Name: "card", Taken: 108, Of: 109}, {Name: "crew", Taken: 32, Of: 33}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := settings()
			from := trained(t, c.from, cfg)
			spec := c.to.Spec()
			net, err := train.NewNetwork(spec, cfg)
			require.NoError(t, err)
			w := models.Init(net, 1)
			taken, err := warm.Start(w, spec, from)
			require.NoError(t, err)
			assert.Equal(t, c.unknown, taken.Actions)
			seen := map[string]int{}
			for seed := range uint64(2) {
				old, s := games.MustNew(c.from).NewInitialState(), c.to.NewInitialState()
				rng := env.Stream(seed, "test/scenes")
				for range 120 {
					words := map[string]env.Action{}
					for _, a := range s.LegalActions(nil) {
						words[s.ActionString(a)] = a
					}
					both := slices.DeleteFunc(old.LegalActions(nil), func(a env.Action) bool { _, ok := words[old.ActionString(a)]; return !ok })
					if len(both) == 0 || old.CurrentPlayer() != s.CurrentPlayer() {
						break
					}
					if old.CurrentPlayer() != env.Chance {
						var there []env.Action
						for _, a := range both {
							there = append(there, words[old.ActionString(a)])
						}
						want, got := make([]float32, from.Spec.NumActions()), make([]float32, spec.NumActions())
						models.NewForward(from.Weights).Eval(scene(from.Spec, old, c.blank, both), want)
						models.NewForward(w).Eval(scene(spec, s, c.blank, there), got)
						for i, a := range both {
							require.InDelta(t, want[a], got[there[i]], 5e-3, old.ActionString(a))
							if a != there[i] {
								seen[blockOf(spec, there[i])]++
							}
						}
					}
					a := both[rng.IntN(len(both))]
					there := words[old.ActionString(a)]
					require.NoError(t, old.Apply(a))
					require.NoError(t, s.Apply(there))
				}
			}
			for _, b := range c.blocks {
				assert.Greater(t, seen[b], 3, b)
			}
		})
	}
}

// Ids that nothing names are not known in a block of another shape: their numbers may mean
// something else there.
func TestActionsWithoutNames(t *testing.T) {
	from := trained(t, "duel", settings())
	from.Spec = nil
	w, taken := start(t, "duel(move=5)", settings(), from)
	assert.Equal(t, []warm.Match{{Name: "offset", Taken: 0, Of: 317}}, taken.Actions)
	assert.Contains(t, taken.Fields, warm.Match{Name: "exposed", Taken: 0, Of: 317})
	assert.Contains(t, taken.String(), "actions known in part: offset 0 of 317")
	spec := games.MustNew("duel(move=5)").Spec()
	bias, theirs := w.Tensor(models.PolicyHead+"/bias"), from.Weights.Tensor(models.PolicyHead+"/bias")
	assert.Zero(t, slices.Max(bias[:317]), "as a new network has them")
	assert.Equal(t, theirs[197:], bias[spec.BlockOffset("edge"):], "blocks of the same shape go by number")
}
