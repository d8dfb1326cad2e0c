package duel_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
	"ringer/env/games"
)

// A lesson is a position file: a game, a position with its dice, the actions and
// their outcome.
type lesson struct {
	Game     string        `yaml:"game"`
	Position duel.Position `yaml:"position"`
	Actions  []string      `yaml:"actions"`
	Standing []string      `yaml:"standing"`
	Prone    []string      `yaml:"prone"`
	Removed  []string      `yaml:"removed"`
	Wins     *int          `yaml:"wins"`
}

// Every position file ends with the outcome that it names.
func TestPositionFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/positions/*.yaml")
	require.NoError(t, err)
	played := 0
	for _, file := range files {
		if strings.HasSuffix(file, "plain.yaml") || strings.HasSuffix(file, "wall.yaml") {
			continue
		}
		played++
		var l lesson
		require.NoError(t, configs.ReadAll(&l, configs.Named("games/duel", file)))
		g := games.MustNew(l.Game).(*duel.Game)
		s, err := g.State(l.Position)
		require.NoError(t, err, file)
		b := &bench{t, g, s}
		dice, actions := l.Position.Dice, l.Actions
		for len(dice)+len(actions) > 0 && s.CurrentPlayer() != env.Terminal {
			if s.CurrentPlayer() == env.Chance {
				require.NotEmpty(t, dice, file)
				b.roll(dice[0])
				dice = dice[1:]
				continue
			}
			require.NotEmpty(t, actions, file)
			b.do(actions[0])
			actions = actions[1:]
		}
		assert.Empty(t, dice, file)
		assert.Empty(t, actions, file)
		b.standing(l.Standing...)
		b.prone(l.Prone...)
		b.removed(l.Removed...)
		if l.Wins != nil {
			require.Equal(t, env.Terminal, s.CurrentPlayer(), file)
			assert.Equal(t, 1., b.returns()[*l.Wins], file)
		}
	}
	assert.GreaterOrEqual(t, played, 3)
}

// A game that begins at a position first rolls the position's dice, then random
// ones; a resampled world does not know them.
func TestDiceOfAPosition(t *testing.T) {
	plain := games.MustNew("duel(file=testdata/positions/plain.yaml)").(*duel.Game)
	position := plain.NewPosition().(*duel.Position)
	*position = duel.Position{Act: "A", Dice: []string{"3 2", "1 2"}, Models: []duel.Placed{
		{Model: "A", At: at(2, 6)}, {Model: "B", At: at(9, 6)},
	}}
	g, err := plain.FromPosition(position)
	require.NoError(t, err)
	assert.Equal(t, plain.Spec().Hash, g.Spec().Hash)
	s := g.NewInitialState().(*duel.State)
	for _, name := range []string{"go to 3,6", "score 3", "score 5"} {
		a, err := env.ParseAction(s, name)
		require.NoError(t, err)
		require.NoError(t, s.Apply(a))
	}
	require.Equal(t, env.Chance, s.CurrentPlayer())
	outcomes := s.ChanceOutcomes(nil)
	require.Len(t, outcomes, 1)
	assert.Equal(t, env.Outcome{Action: outcomes[0].Action, Prob: 1}, outcomes[0])
	assert.Equal(t, []env.Action{outcomes[0].Action}, s.LegalActions(nil))
	require.Error(t, s.Apply(outcomes[0].Action+1), "the dice have fallen")
	world := s.ResampleFromInfoState(0, env.Stream(1, "world")).(*duel.State)
	assert.Len(t, world.ChanceOutcomes(nil), 21)
	kept := s.Clone().(*duel.State)
	for range position.Dice {
		require.NoError(t, s.Apply(s.ChanceOutcomes(nil)[0].Action))
	}
	assert.True(t, s.Fighter(0).Prone, "2 and 3 with a score of 3 miss, 2 with a score of 5 hits")
	assert.Equal(t, outcomes, kept.ChanceOutcomes(nil), "a clone has its own dice")

	again := g.NewInitialState().(*duel.State)
	assert.True(t, again.Fighter(1).At == space.Point{X: 18, Y: 12}, "%v", again.Fighter(1).At)
	_, err = plain.FromPosition(&duel.Position{Act: "C", Dice: []string{"7"}})
	var faults env.Faults
	require.ErrorAs(t, err, &faults)
	assert.Len(t, faults, 2)
}

// A position is refused with all its faults, each with its line.
func TestFaultsOfAPosition(t *testing.T) {
	read := func(game, text string) error {
		p := games.MustNew(game).(*duel.Game).NewPosition()
		return configs.ReadInto(p, configs.Text("position", []byte(text)))
	}
	const models = "act: A\nmodels: [{model: A, at: [2, 6]}, {model: B, at: [9, 6]}]\n"
	require.NoError(t, read("duel(file=testdata/positions/plain.yaml)", models+"order: [1, 0]\n"))
	for order, want := range map[string][]string{
		"[7, 1]":    {"position:3:9: order[0]: 7: want a seat from 0 to 1, once"},
		"[-1]":      {"position:3:9: order[0]: -1: want a seat from 0 to 1, once"},
		"[1, 1]":    {"position:3:12: order[1]: 1: want a seat from 0 to 1, once"},
		"[0, 1, 2]": {"position:3:15: order[2]: 2: want a seat from 0 to 1, once"},
		"[4, 300]":  {"position:3:9: order[0]: 4", "position:3:12: order[1]: 300"},
	} {
		err := read("duel(file=testdata/positions/plain.yaml)", models+"order: "+order+"\n")
		for _, fault := range want {
			assert.ErrorContains(t, err, fault)
		}
	}
	assert.EqualError(t, read("duel(file=testdata/positions/plain.yaml)", ""), "position: act: : want a standing model")
	err := read("duel(file=testdata/positions/plain.yaml)", "act: Z\norder: [9]\nmodels: [{model: A, at: [2, 6]}]\n")
	assert.ErrorContains(t, err, "position:1:6: act: Z")
	assert.ErrorContains(t, err, "position:2:9: order[0]: 9")
	err = read("duel(file=testdata/positions/plain.yaml,scenario=boss_fight,melee=true,avoid_hits=true,players=1)", "act: A\nmodels: [{model: A, at: [2, 6]}]\n")
	assert.ErrorContains(t, err, "want the boss on the table")
	err = read("duel(file=testdata/positions/plain.yaml,heroes=true,warband=random)", "act: A1\nmodels: [{model: A1, at: [2, 6], traits: {toughness: 1000000000}}, {model: B1, at: [9, 6], kind: hero}]\n")
	assert.ErrorContains(t, err, "models[0].traits.toughness: 1000000000: want at most 20")
}

// A player whose models have no bid has bid 1 (DUEL-41).
func TestPositionWithoutBidsDUEL41(t *testing.T) {
	b := lay(t, func(c *duel.Config) { c.BidInitiative = duel.BidPlayer }, pair(2, 6, 9, 6))
	b.do("go to 3,6", "stay at 9,6")
	b.asked(0, duel.AskScore, "A")
	assert.Equal(t, []string{"score 1"}, func() (names []string) {
		for _, a := range b.s.LegalActions(nil) {
			names = append(names, b.s.ActionString(a))
		}
		return names
	}())
}
