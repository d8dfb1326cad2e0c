package heist_test

import (
	"math/bits"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/envtest"
	"ringer/env/games"
	rules "ringer/env/heist"
	"ringer/env/tactics/heist"
	"ringer/env/wrap"
)

// small returns a wrapped game of two seats with three cards to each Job and five
// cards to each hand.
func small(t testing.TB, change func(*rules.Config)) env.Wrapped {
	t.Helper()
	c := rules.Defaults()
	require.NoError(t, configs.ReadAll(&c, configs.Named("games/heist", "default")))
	c.Deal = 5
	for i := range c.JobDeck {
		c.JobDeck[i].Security = 3
	}
	if change != nil {
		change(&c)
	}
	g, err := rules.New(c)
	require.NoError(t, err)
	return wrapped(t, g)
}

func wrapped(t testing.TB, g env.Game) env.Wrapped {
	t.Helper()
	o, err := heist.NewObserver(g)
	require.NoError(t, err)
	w, err := wrap.New(g, o)
	require.NoError(t, err)
	return w
}

// play applies actions by their names, chance included.
func play(t testing.TB, s env.State, names ...string) {
	t.Helper()
	for _, name := range names {
		a, err := env.ParseAction(s, name)
		require.NoError(t, err)
		require.NoError(t, s.Apply(a))
	}
}

// setUp deals hands, Jobs and lines to two seats, and a first card. Seat 0 begins.
func setUp(t testing.TB, g env.Game, hands, lines [2][]string, drawn string) env.State {
	t.Helper()
	s := g.NewInitialState()
	play(t, s, "seat 0 begins")
	for _, hand := range hands {
		for _, card := range hand {
			play(t, s, "draw "+card)
		}
	}
	play(t, s, "Job Art Gallery", "Job Bank Job")
	for i := range lines[0] {
		play(t, s, "Security "+lines[0][i], "Security "+lines[1][i])
	}
	play(t, s, "draw "+drawn)
	return s
}

// fieldOf returns a field of the observation of a seat, and its columns.
func fieldOf(g env.Game, s env.State, seat env.Player, name string) (row []float32, columns []string) {
	spec := g.Spec()
	all := make([]float32, spec.ObservationSize())
	s.Observe(seat, all)
	for i := range spec.Observation {
		if f := &spec.Observation[i]; f.Name == name {
			for _, c := range f.Columns {
				columns = append(columns, c.Name)
			}
			return all[spec.FieldOffset(name):][:f.Size()], columns
		}
	}
	panic("no field " + name)
}

// marked returns the columns of a field that are not zero.
func marked(g env.Game, s env.State, seat env.Player, name string) map[string]float32 {
	row, columns := fieldOf(g, s, seat, name)
	named := map[string]float32{}
	for i, x := range row {
		if x != 0 {
			named[columns[i]] = x
		}
	}
	return named
}

// The line of the Art Gallery needs Sleight, Engineering and Confidence. Nobody of
// the crew has Engineering, so the Cons for it are of no use.
func TestCoverIsShown(t *testing.T) {
	g := small(t, nil)
	s := setUp(t, g,
		[2][]string{
			{"Filcher", "The Rookie", "Seduction", "Explosive Charge", "Helicopter"}, // Sleight; Sleight or Confidence; Cons
			{"Hustler", "Rappel", "Bribery", "Plant", "Favors"},                      // Info or Confidence; Cons
		},
		[2][]string{{"Acquire Key", "Safe", "Boss"}, {"Secrets", "Underground", "Police"}}, "Bankroll")
	play(t, s, "recruit Filcher")
	at := func(seat env.Player, name string) []float32 { row, _ := fieldOf(g, s, seat, name); return row }

	assert.Equal(t, []float32{2. / 4, 3. / 4}, at(0, "lacking"), "Filcher takes the key; nobody can use Seduction yet")
	assert.Equal(t, map[string]float32{
		"Personnel: Confidence": 1, "Personnel: Info or Confidence": 1, "Personnel: Sleight or Confidence": 1,
		"Personnel: Engineering": 1, "Personnel: Acrobat or Engineering": 1, "Personnel: Engineering or Tech": 1,
	}, marked(g, s, 0, "helps"))

	play(t, s, "recruit The Rookie")
	assert.Equal(t, []float32{1. / 4, 2. / 4}, at(0, "lacking"), "the Safe; and two of Secrets, Underground and Police")
	assert.Equal(t, []float32{1. / 4, 3. / 4}, at(0, "crew_lacking"))
	assert.Equal(t, []float32{0, 0}, at(0, "covered"))
	assert.Equal(t, []float32{0, 0}, at(0, "left_over"), "three tools for three cards")
	assert.Equal(t, []float32{1, 0, 1, 1, 1, 0}, at(0, "tight")[:6], "info, sleight, acrobat, engineering, tech, confidence")
	assert.Equal(t, []float32{1, 1, 1, 1, 1, 1}, at(0, "crew_tight")[:6])
	assert.Equal(t, []float32{1, 1, 1, 1, 1, 1}, at(0, "crew_tight")[6:], "seat 1 has no crew")
	play(t, s, "pass", "pass")
	assert.Empty(t, marked(g, s, 0, "helps"), "it is not asked for Personnel")

	// Personnel for idle Cons bring more than themselves.
	s = setUp(t, g,
		[2][]string{{"Filcher", "The Rookie", "Seduction", "Explosive Charge", "Helicopter"}, {"Hustler", "Rappel", "Bribery", "Plant", "Favors"}},
		[2][]string{{"Vault Doors", "Safe", "Remove Roof"}, {"Secrets", "Underground", "Police"}}, "Bankroll")
	assert.Equal(t, map[string]float32{
		"Personnel: Engineering": 3, "Personnel: Acrobat or Engineering": 3, "Personnel: Engineering or Tech": 3,
	}, marked(g, s, 0, "helps"))
}

// In an execution the wrapper marks what may be used without losing a card later
// in the line.
func TestToolsAreShown(t *testing.T) {
	g := small(t, nil)
	s := setUp(t, g,
		[2][]string{
			{"Filcher", "The Rookie", "Seduction", "Misdirection", "Rappel"},
			{"Hustler", "Distraction", "Bribery", "Plant", "Favors"},
		},
		[2][]string{{"Acquire Key", "Boss", "Police"}, {"Secrets", "Underground", "Guards"}}, "Dexterity")
	play(t, s, "recruit Filcher", "recruit The Rookie", "pass", "pass", "pass", "pass")
	keeps := func(seat env.Player) map[string]float32 { return marked(g, s, seat, "keeps") }
	assert.Empty(t, keeps(0), "nobody has gone in yet")
	play(t, s, "execute own Job")
	assert.Equal(t, map[string]float32{"Personnel: Sleight": 1, "Con: Sleight": 1}, keeps(0), "The Rookie is for the Boss")
	assert.Empty(t, keeps(1), "not its execution")
	play(t, s, "use The Rookie", "no 6")
	assert.Equal(t, map[string]float32{"Con: Confidence": 1}, keeps(0), "now only Seduction is left, for one of the two")
}

// A Con with two skills may be needed for the other one, and lends only skills that
// some Personnel has.
func TestConsOfTwoSkillsAreShown(t *testing.T) {
	g := small(t, func(c *rules.Config) {
		for i := range c.HeistDeck {
			if c.HeistDeck[i].Title == "Seduction" {
				c.HeistDeck[i].Skills = []string{"sleight", "confidence"}
			}
		}
	})
	hands := [2][]string{{"Dame", "The Rookie", "Seduction", "Rappel", "Back Flip"}, {"Hustler", "Distraction", "Bribery", "Plant", "Favors"}}
	lines := [2][]string{{"Boss", "Acquire Key", "Acquire Codes"}, {"Secrets", "Underground", "Guards"}}
	s := setUp(t, g, hands, lines, "Balancing Act")
	play(t, s, "recruit Dame", "recruit The Rookie", "pass", "pass", "pass", "pass", "execute own Job")
	assert.Equal(t, map[string]float32{"Personnel: Confidence": 1}, marked(g, s, 0, "keeps"))

	s = setUp(t, g, hands, lines, "Balancing Act")
	play(t, s, "recruit Dame", "pass", "pass", "pass", "pass", "execute own Job")
	assert.Equal(t, map[string]float32{"Personnel: Confidence": 1, "Con: Sleight or Confidence": 1}, marked(g, s, 0, "keeps"),
		"nobody has Sleight, so that skill of the Con is of no use")
}

// On random games the fields agree with counts from what the game says of its cards.
func TestFieldsAgainstCounting(t *testing.T) {
	for _, name := range []string{"heist", "heist(players=4,jobs=5)", "heist(file=mini)"} {
		g := wrapped(t, games.MustNew(name))
		kinds := g.Unwrap().(*rules.Game).Kinds()
		rng := env.Stream(1, "fields", uint64(len(name)))
		s := g.NewInitialState()
		var table drive.Table
		checked := 0
		for range 600 {
			if s.CurrentPlayer() == env.Terminal {
				s = g.NewInitialState()
			}
			if s.CurrentPlayer() == env.Chance {
				table.Set(s)
				require.NoError(t, s.Apply(table.Draw(rng)))
				continue
			}
			facts := env.UnwrapState(s).(rules.Position).Table()
			for p := range g.Spec().Players {
				checked += compare(t, g, s, facts, kinds, p)
			}
			legal := s.LegalActions(nil)
			require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
		}
		assert.Greater(t, checked, 300, name)
	}
}

// compare checks the fields of one seat and returns the number of Jobs in play.
func compare(t *testing.T, g env.Game, s env.State, facts *rules.State, kinds []rules.Kind, p int) (jobs int) {
	t.Helper()
	skillsOf := func(list []int) (all uint8) {
		for _, k := range list {
			all |= kinds[k].Skills
		}
		return all
	}
	usable := func(seat int, hand bool) (tools []uint8) {
		crew := facts.Crew(seat, nil)
		if facts.Turn() == seat {
			crew = facts.Unspent(nil)
		}
		for _, k := range crew {
			tools = append(tools, kinds[k].Skills)
		}
		if hand {
			for _, k := range facts.Hand(seat, nil) {
				if kinds[k].Type == rules.TypeCon {
					tools = append(tools, kinds[k].Skills&skillsOf(facts.Crew(seat, nil)))
				}
			}
		}
		return tools
	}
	at := func(name string) []float32 { row, _ := fieldOf(g, s, env.Player(p), name); return row }
	n := g.Spec().Players
	for k := range n {
		seat := (p + k) % n
		if !facts.HasJob(seat) {
			assert.Zero(t, at("lacking")[k])
			assert.Zero(t, at("covered")[k])
			continue
		}
		jobs++
		needs := facts.Obstacles(seat, nil)
		own, bare := usable(p, true), usable(seat, false)
		lack := heist.Lacking(own, needs)
		require.Equal(t, float32(lack)/4, at("lacking")[k])
		require.Equal(t, lack == 0, at("covered")[k] == 1)
		require.Equal(t, float32(heist.Lacking(bare, needs))/4, at("crew_lacking")[k])
		useful := 0
		for _, m := range own {
			useful += min(1, bits.OnesCount8(m))
		}
		require.Equal(t, float32(max(0, useful-len(needs)))/4, at("left_over")[k])
		for skill := range 6 {
			more := append(append([]uint8{}, needs...), 1<<skill)
			require.Equal(t, heist.Lacking(own, more) > lack, at("tight")[k*6+skill] == 1)
			require.Equal(t, heist.Lacking(bare, more) > heist.Lacking(bare, needs), at("crew_tight")[k*6+skill] == 1)
		}
	}
	return jobs
}

// A wrapped game obeys the laws: nothing hidden reaches the new fields.
func TestLawsOfTheWrapper(t *testing.T) {
	for _, name := range []string{"heist(wrap=prospects,max_rounds=4)", "heist(players=3,jobs=4,max_rounds=2,wrap=prospects)", "heist(file=mini,wrap=prospects)"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opts := envtest.Options{Games: 1, Seed: 5, Sparse: true}
			if os.Getenv("RINGER_LONG") == "1" {
				opts.Games, opts.Sparse = 100, false
			}
			envtest.Run(t, games.MustNew(name), opts)
		})
	}
}

// The wrapper adds its fields after the facts, and leaves the hash of the facts.
func TestTheWrapperKeepsTheFacts(t *testing.T) {
	facts, g := games.MustNew("heist"), games.MustNew("heist(wrap=prospects)")
	assert.Equal(t, facts.Spec().Hash, g.Spec().FactsHash)
	n := len(facts.Spec().Observation)
	assert.Equal(t, facts.Spec().Observation, g.Spec().Observation[:n])
	var names []string
	for _, f := range g.Spec().Observation[n:] {
		names = append(names, f.Name)
	}
	assert.Equal(t, []string{"lacking", "covered", "left_over", "tight", "crew_lacking", "crew_tight", "helps", "keeps"}, names)
	_, err := heist.NewObserver(games.MustNew("kuhn"))
	assert.EqualError(t, err, "heist: prospects of kuhn")
}

// One op is one observation of a position in the middle of a game.
func BenchmarkObserve(b *testing.B) {
	for _, name := range []string{"heist", "heist(wrap=prospects)", "heist(players=4,wrap=dealings)"} {
		b.Run(name, func(b *testing.B) {
			g, s := middle(b, name)
			dst := make([]float32, g.Spec().ObservationSize())
			b.ReportAllocs()
			for b.Loop() {
				s.Observe(0, dst)
			}
		})
	}
}

// One op is one evaluation.
func BenchmarkEvaluate(b *testing.B) {
	_, s := middle(b, "heist")
	b.ReportAllocs()
	for b.Loop() {
		heist.Judge{}.Evaluate(s, 0)
	}
}

// middle returns a random position after 120 decisions.
func middle(t testing.TB, name string) (env.Game, env.State) {
	g := games.MustNew(name)
	rng := env.Stream(7, "middle")
	s := g.NewInitialState()
	var table drive.Table
	for decisions := 0; decisions < 120; {
		if s.CurrentPlayer() == env.Chance {
			table.Set(s)
			require.NoError(t, s.Apply(table.Draw(rng)))
			continue
		}
		decisions++
		legal := s.LegalActions(nil)
		require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
	}
	return g, s
}

func TestNothingIsAllocated(t *testing.T) {
	g, s := middle(t, "heist(players=4,wrap=dealings)")
	dst := make([]float32, g.Spec().ObservationSize())
	observe := func() {
		for p := range env.Player(4) {
			s.Observe(p, dst)
		}
	}
	observe()
	assert.Zero(t, testing.AllocsPerRun(100, observe))
	facts := env.UnwrapState(s)
	assert.Zero(t, testing.AllocsPerRun(100, func() { heist.Judge{}.Evaluate(facts, 1) }))
}
