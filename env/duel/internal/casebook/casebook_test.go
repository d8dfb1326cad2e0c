package casebook_test

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

// A casebook is a file of cases: positions with dice, and their outcomes by the
// rules, in words that a player can hold against the rule book.
type casebook struct {
	Cases []ruleCase `yaml:"cases"`
}

// A ruleCase shows the outcome of a position with a rule and without it.
type ruleCase struct {
	Rule    string `yaml:"rule"` // its name and ruling
	Says    string `yaml:"says"` // its words
	playing `yaml:",inline"`
	Without *playing `yaml:"without"` // the same with the rule off: fields left out are as above
}

// A playing is a position with the dice and actions that follow it.
type playing struct {
	Game     string         `yaml:"game"` // parameters of a game on the empty table
	Position *duel.Position `yaml:"position"`
	Dice     []string       `yaml:"dice"`    // and other choices of chance, in order
	Actions  []string       `yaml:"actions"` // of the seats, in order
	Then     *outcome       `yaml:"then"`
}

// An outcome lists the facts that must hold when dice and actions are used up.
type outcome struct {
	Standing []string             `yaml:"standing"`
	Prone    []string             `yaml:"prone"`
	Removed  []string             `yaml:"removed"`
	Away     []string             `yaml:"away"`
	At       map[string][]float64 `yaml:"at"`      // where models stand
	Wins     []int                `yaml:"wins"`    // the seats that have won
	Returns  []float64            `yaml:"returns"` // of all seats
	Goes     *int                 `yaml:"goes"`    // the seat that is to decide
	Tells    []string             `yaml:"tells"`   // is in the text of the table
	Silent   []string             `yaml:"silent"`  // is not
	Offers   []string             `yaml:"offers"`  // is a legal action
	Refuses  []string             `yaml:"refuses"` // is not
	Faults   []string             `yaml:"faults"`  // the game cannot be built, for these reasons
}

// Every case of the casebook has the outcome that it names, and another one
// without its rule.
func TestCasebook(t *testing.T) {
	files, err := filepath.Glob("testdata/casebook/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		var book casebook
		require.NoError(t, configs.ReadAll(&book, configs.Named("games/duel", file)))
		require.NotEmpty(t, book.Cases, file)
		for i := range book.Cases {
			c := &book.Cases[i]
			t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml")+"/"+c.Rule, func(t *testing.T) {
				require.NotEmpty(t, c.Says)
				require.NotNil(t, c.Then)
				c.playing.run(t)
				require.NotNil(t, c.Without, "a case says what happens without its rule")
				require.NotEqual(t, c.Without.Game, c.Game, "without the rule the game is another one")
				c.Without.like(&c.playing)
				c.Without.run(t)
			})
		}
	}
}

// like fills the empty fields of p from another playing.
func (p *playing) like(other *playing) {
	if p.Position == nil {
		p.Position = other.Position
	}
	if p.Dice == nil {
		p.Dice = other.Dice
	}
	if p.Actions == nil {
		p.Actions = other.Actions
	}
}

// run plays a position and tests the outcome. A playing without a position starts
// at the initial state of the game.
func (p *playing) run(t *testing.T) {
	t.Helper()
	name := p.Game
	if !strings.HasPrefix(name, "file=") {
		name = strings.TrimSuffix("file=testdata/positions/plain.yaml,"+name, ",")
	}
	name = "duel(" + name + ")"
	g, err := gameOf(name)
	if len(p.Then.Faults) > 0 {
		require.Error(t, err, name)
		for _, want := range p.Then.Faults {
			assert.ErrorContains(t, err, want)
		}
		return
	}
	require.NoError(t, err, name)
	s := g.NewInitialState().(*duel.State)
	if p.Position != nil {
		s, err = g.State(*p.Position)
		require.NoError(t, err, name)
	}
	b := &bench{t, g, s}
	dice, actions := p.Dice, p.Actions
	for len(dice)+len(actions) > 0 && s.CurrentPlayer() != env.Terminal {
		if s.CurrentPlayer() == env.Chance {
			require.NotEmpty(t, dice, "chance decides, but no dice are left (actions: %q): %s", actions, s.Text(0))
			b.chance(dice[0])
			dice = dice[1:]
			continue
		}
		require.NotEmpty(t, actions, "a seat decides, but no actions are left (dice: %q): %s", dice, s.Text(s.CurrentPlayer()))
		b.do(actions[0])
		actions = actions[1:]
	}
	assert.Empty(t, dice, "the game is over before these dice")
	assert.Empty(t, actions, "the game is over before these actions")
	p.Then.test(b)
}

// chance plays a chance node: dice show these faces, or the outcome with this name
// is drawn.
func (b *bench) chance(what string) {
	b.t.Helper()
	a, err := b.s.Throw(what)
	if err != nil {
		a, err = env.ParseAction(b.s, what)
	}
	require.NoError(b.t, err, "%s", b.s.Text(0))
	require.NoError(b.t, b.s.Apply(a))
}

func (o *outcome) test(b *bench) {
	t := b.t
	t.Helper()
	b.standing(o.Standing...)
	b.prone(o.Prone...)
	b.removed(o.Removed...)
	for _, name := range o.Away {
		assert.True(t, b.of(name).Away, "%s will be back", name)
	}
	for name, at := range o.At {
		step := b.g.Scene().Step().Inches()
		p := b.of(name).At
		assert.Equal(t, at, []float64{float64(p.X) * step, float64(p.Y) * step}, "where %s is", name)
	}
	if o.Wins != nil || o.Returns != nil {
		assert.Equal(t, env.Terminal, b.s.CurrentPlayer(), "the game is over: %s", b.s.Text(0))
		for _, seat := range o.Wins {
			assert.Equal(t, b.g.Spec().MaxUtility, b.returns()[seat], "seat %d wins", seat)
		}
	} else {
		assert.NotEqual(t, env.Terminal, b.s.CurrentPlayer(), "the game goes on: %s", b.s.Text(0))
	}
	if o.Returns != nil {
		assert.InDeltaSlice(t, o.Returns, b.returns(), 1e-9)
	}
	if o.Goes != nil {
		assert.Equal(t, env.Player(*o.Goes), b.s.CurrentPlayer(), "%s", b.s.Text(0))
	}
	text := b.s.Text(0)
	for _, words := range o.Tells {
		assert.Contains(t, text, words)
	}
	for _, words := range o.Silent {
		assert.NotContains(t, text, words)
	}
	for _, name := range o.Offers {
		assert.True(t, b.can(name), "%q is legal: %s", name, text)
	}
	for _, name := range o.Refuses {
		assert.False(t, b.can(name), "%q is not legal: %s", name, text)
	}
}

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
