package warm_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/models"
	"ringer/models/botfile"
	"ringer/train"
	"ringer/train/warm"
)

// older returns a layout like spec's, without one field and one column of another, and
// where each of its numbers stands in an observation of spec.
func older(t *testing.T, spec *env.Spec, field, narrow string, column int) (was *env.Spec, at []int) {
	t.Helper()
	was = &env.Spec{
		Name: spec.Name, Version: spec.Version, Actions: spec.Actions, Players: spec.Players, MaxGameLength: 1, MinUtility: spec.MinUtility, MaxUtility: spec.MaxUtility,
	}
	from := 0
	for _, f := range spec.Observation {
		width := f.Shape[len(f.Shape)-1]
		for i := range f.Size() {
			if f.Name != field && (f.Name != narrow || i%width != column) {
				at = append(at, from+i)
			}
		}
		from += f.Size()
		if f.Name == narrow {
			require.Len(t, f.Columns, width, narrow)
			f.Shape, f.Columns = slices.Clone(f.Shape), slices.Delete(slices.Clone(f.Columns), column, column+1)
			f.Shape[len(f.Shape)-1]--
		}
		if f.Name != field {
			was.Observation = append(was.Observation, f)
		}
	}
	was.Seal()
	was.Hash, was.FactsHash = "older", "facts"
	return was, at
}

// oldBot returns a bot with random weights that was made for a layout.
func oldBot(t *testing.T, was *env.Spec, cfg train.NetworkConfig) *botfile.Bot {
	t.Helper()
	net, err := train.NewNetwork(was, cfg)
	require.NoError(t, err)
	w := models.NewWeights(net)
	rng := env.Stream(3, "test/weights")
	for i := range w.Flat {
		w.Flat[i] = float32(rng.NormFloat64()) / 8
	}
	bot := &botfile.Bot{Weights: w, Manifest: botfile.Manifest{Name: "old", Game: was.Name, SpecHash: was.Hash, Training: botfile.Training{Temperature: 0.7}}}
	for _, b := range was.Actions {
		bot.Manifest.Blocks = append(bot.Manifest.Blocks, botfile.Block{Name: b.Name, Shape: b.Shape})
	}
	return bot
}

// A bot that is carried plays bit for bit as it did wherever the columns that are new to
// it are zero, whatever its network is made of; what its game has only today is noted.
func TestACarriedBotPlaysAsItDid(t *testing.T) {
	plain := train.NetworkConfig{Hidden: []int{12, 8}, Activation: models.ReLU, Embedding: 4, VocabRaw: true, SetHidden: 6}
	items := plain
	items.Items, items.ItemPlaces = 6, true
	for _, test := range []struct {
		game, field, narrow string
		column              int
		cfg                 train.NetworkConfig
	}{
		{"heat(players=3)", "pass_left", "board", 1, plain},
		{"heat(players=3)", "pass_left", "board", 0, items},
		{"heat(players=4)", "idle", "cancelled", 2, items},
		{"duel", "first", "models", 5, plain},
		{"payday", "exposed_police", "table", 3, items},
		{"leduc", "none", "none", 0, plain},
		{"kuhn", "card", "none", 0, train.NetworkConfig{Hidden: []int{8}, Activation: models.Tanh}},
	} {
		t.Run(test.game+" "+test.narrow, func(t *testing.T) {
			g := games.MustNew(test.game)
			spec := g.Spec()
			was, at := older(t, spec, test.field, test.narrow, test.column)
			bot := oldBot(t, was, test.cfg)
			carried, err := warm.Carry(bot, was, spec)
			require.NoError(t, err)
			noted := carried.Manifest.Carried[0]
			assert.Equal(t, "older", noted.SpecHash)
			assert.Equal(t, "facts", noted.FactsHash)
			assert.Equal(t, spec.Version, noted.Version)
			assert.Empty(t, noted.Lost)
			fresh := 0
			for _, c := range noted.New {
				fresh += c.Count
			}
			assert.Equal(t, spec.ObservationSize()-len(at), fresh)
			assert.Equal(t, spec.Hash, carried.Manifest.SpecHash)
			assert.Empty(t, bot.Manifest.Carried, "the bot itself stays")

			then, now := models.NewForward(bot.Weights), models.NewForward(carried.Weights)
			before, after := make([]float32, bot.Weights.Network.Actions), make([]float32, bot.Weights.Network.Actions)
			seen, all := make([]float32, len(at)), make([]float32, spec.ObservationSize())
			rng := env.Stream(4, "test/games")
			s := g.NewInitialState()
			for s.CurrentPlayer() != env.Terminal {
				if p := s.CurrentPlayer(); p >= 0 {
					s.Observe(p, all)
					known := make([]float32, len(all))
					for i, from := range at {
						seen[i] = all[from]
						known[from] = all[from]
					}
					require.Equal(t, then.Eval(seen, before), now.Eval(known, after))
					require.Equal(t, before, after)
				}
				legal := s.LegalActions(nil)
				require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
			}
		})
	}
}

// What cannot be carried without guessing is refused, all faults at once.
func TestBotsThatCannotBeCarried(t *testing.T) {
	cfg := settings()
	spec := games.MustNew("heat(players=3)").Spec()
	was, _ := older(t, spec, "pass_left", "board", 1)
	refused := func(bot *botfile.Bot, was *env.Spec) []string {
		_, err := warm.Carry(bot, was, spec)
		var e *warm.CarryError
		require.ErrorAs(t, err, &e)
		return e.Faults
	}
	bot := oldBot(t, was, cfg)
	assert.Equal(t, []string{"the field board has the shape [3], and [2] in the bot, whose names of columns are not known"}, refused(bot, nil))
	bot.Manifest.Blocks[0].Name = "cards"
	assert.Equal(t, []string{
		"the actions are others: want cards [20], seat [2], option [8], as the bot has them; here card [20], seat [2], option [8]",
		"the field board has the shape [3], and [2] in the bot, whose names of columns are not known",
	}, refused(bot, nil))
	other := oldBot(t, games.MustNew("heat(players=4)").Spec(), cfg)
	assert.Contains(t, refused(other, games.MustNew("heat(players=4)").Spec())[0], "the actions are others: ")
	assert.Equal(t, []string{"it plays leduc"}, refused(oldBot(t, games.MustNew("leduc").Spec(), cfg), nil))
	assert.Equal(t, []string{"it is no network: want one that was trained"}, refused(&botfile.Bot{Manifest: bot.Manifest}, nil))

	// A column that the game shows no more is noted.
	bot = oldBot(t, spec, cfg)
	carried, err := warm.Carry(bot, spec, was)
	require.NoError(t, err)
	assert.Equal(t, []botfile.Columns{{Field: "board", Count: 1}, {Field: "pass_left", Count: 1}}, carried.Manifest.Carried[0].Lost)
}
