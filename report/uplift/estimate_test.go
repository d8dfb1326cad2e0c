package uplift

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/env/things"
	"ringer/eval"
	"ringer/report/ratio"
)

// draw makes forks between two things of one family, with the given worths and noise that the
// forks of a game share in part.
func draw(rng env.Rand, families [][]int, worth []float64, forks int) (s sample) {
	shared := 0.
	for i := range forks {
		if i%4 == 0 {
			shared = rng.NormFloat64() * 0.3
		}
		family := families[rng.IntN(len(families))]
		a := family[rng.IntN(len(family))]
		b := family[rng.IntN(len(family))]
		if a == b {
			continue
		}
		s.add(&Fork{Gained: []Gain{{Thing: a, Count: 1}, {Thing: b, Count: -1, Came: 1}}, Worth: worth[a] - worth[b] + shared + rng.NormFloat64()*0.5}, i/4)
	}
	return s
}

// Worths of two families that never meet are found, each against the average of its own, with
// intervals that hold them 95 times of 100. Things that come twice as often weigh twice.
func TestWorthsAreFound(t *testing.T) {
	families := [][]int{{0, 1, 2, 3}, {4, 5, 6}}
	worth := []float64{0.3, 0, -0.1, -0.2, 1, 1.2, 0.8, 9}
	came := []float64{1, 1, 1, 1, 2, 1, 1, 0}
	want := []float64{0.3, 0, -0.1, -0.2, 0, 0.2, -0.2}
	inside, all := 0, 0
	for seed := range uint64(100) {
		s := draw(env.Stream(seed, purposeUplift), families, worth, 1200)
		s.add(&Fork{Gained: []Gain{{Thing: 7, Count: 1}, {Thing: 0, Count: -1}}, Worth: 5}, 300) // too rare to count
		estimates := s.estimate(8, came)
		assert.Nil(t, estimates[7])
		for i, w := range want {
			e := estimates[i]
			require.NotNil(t, e, i)
			if math.Abs(e.value-w) < 1.96*e.sd {
				inside++
			}
			assert.InDelta(t, w, e.value, 6*e.sd)
			all++
		}
	}
	assert.InDelta(t, 0.95, float64(inside)/float64(all), 0.03)
}

// Agents disagree when they differ by more than luck and not all of them are beyond the
// margin. With uplifts 0.2 ± 0.05 and 0.0 ± 0.05 Cochran's Q is 8, of one degree of freedom.
func TestAgentsDisagree(t *testing.T) {
	far := Agreement{Q: 8, P: 0.0047, Each: []AgentUplift{{Value: 0.2}, {Value: 0}}}
	assert.True(t, far.disagree(1, 0.05))
	assert.False(t, (&Agreement{P: 0.2, Each: far.Each}).disagree(1, 0.05), "luck")
	both := Agreement{P: 0.001, Each: []AgentUplift{{Value: 0.4}, {Value: 0.2}}}
	assert.False(t, both.disagree(1, 0.05), "all say the same")
	assert.True(t, both.disagree(-1, 0.05))
}

// synthetic makes the blocks of a study without playing: worths of things for each agent. focused
// asks about things as a study does, and otherwise about all alike.
func synthetic(seed uint64, focused bool, worth func(entry, thing int) float64, count, blocks int) (*Config, []Block) {
	c := &Config{Game: games.MustNew("kuhn"), Things: &things.List{Has: func(env.State, int, []float64) {}}, Blocks: blocks, Seed: seed}
	for i := range count {
		c.Things.Things = append(c.Things.Things, things.Thing{ID: fmt.Sprint(i)})
	}
	c.Entries = []eval.Entry{{Name: "a"}, {Name: "b"}, {Name: "c"}}
	if err := c.setDefaults(); err != nil {
		panic(err)
	}
	c.Margin = 0.05
	c.GamesPerBlock, c.ForksPerGame = 40, 4
	var list []Block
	var all []int
	for i := range count {
		all = append(all, i)
	}
	for n := range blocks {
		rng := env.Stream(seed, purposeUplift, uint64(n))
		about, asked := c.next(list)
		b := Block{Number: n, Experiment: Had, Confirms: len(about) > 0, About: about, Usual: newUsual(count)}
		if focused {
			b.Asked = asked
		}
		for game := range 40 {
			for range 4 {
				among := about
				if !b.Confirms {
					among = all
				}
				a := drawThing(among, b.Asked, rng)
				o := (a + 1 + rng.IntN(count-1)) % count
				won := func(x float64) float64 { // a coin that is loaded by x
					if rng.Float64() < 0.5+x {
						return 1
					}
					return 0
				}
				e := game % 3
				b.Forks = append(b.Forks, Fork{
					Game: game, Entry: e, Gained: []Gain{{Thing: a, Count: 1}, {Thing: o, Count: -1, Came: 1}},
					Worth: won(worth(e, a)/2) - won(-worth(e, a)/2) + won(-worth(e, o)/2) - won(worth(e, o)/2),
				})
			}
		}
		list = append(list, b)
	}
	return c, list
}

// Of a hundred studies in which one thing is just as large as the margin, at the edge of
// what is ordinary, hardly more than the stated rate raise a flag. A thing far above is found and comes
// first.
func TestFlagsKeepToTheirRate(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one goroutine")
	}
	wrong, found := 0, 0
	for seed := range uint64(100) {
		c, blocks := synthetic(seed, true, func(_, thing int) float64 {
			if thing == 3 {
				return 0.05 * 12 / 11
			}
			return 0
		}, 12, 18)
		for _, r := range c.study(blocks).Things {
			if r.Had != nil && r.Had.Flag != "" {
				wrong++
			}
		}
	}
	t.Logf("%d of 100 studies raised a wrong flag", wrong)
	assert.LessOrEqual(t, wrong, 10)
	for seed := range uint64(20) {
		c, blocks := synthetic(seed, true, func(_, thing int) float64 {
			if thing == 3 {
				return 0.3
			}
			return 0
		}, 12, 36)
		s := c.study(blocks)
		if s.Things[0].ID == "3" && s.Things[0].Had.Flag == FlagDominant {
			found++
		}
	}
	assert.GreaterOrEqual(t, found, 18)
}

// Things that are hardly ever played are dead as soon as they are worth less than the average. Of two hundred studies in
// which all are worth the same, no more raise a flag than the rate of a study lets: the tests of all of them count
// together. A bound on the share of wrong flags (Benjamini and Hochberg) at one in twenty is no such bound.
func TestShunnedThingsKeepToTheRate(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one goroutine")
	}
	raised, shared := 0, 0
	const studies = 200
	for seed := range uint64(studies) {
		c, blocks := synthetic(1000+seed, true, func(int, int) float64 { return 0 }, 12, 12)
		for i := range blocks {
			for k := range blocks[i].Usual.Taken {
				for range 40 { // games
					blocks[i].Usual.Taken[k].Add(0, 9)
					blocks[i].Usual.Taken[k].Close()
				}
			}
		}
		flagged, ps := false, []float64(nil)
		for _, r := range c.study(blocks).Things {
			if r.Had != nil && r.Had.P < 1 {
				flagged = flagged || r.Had.Flag != ""
				ps = append(ps, r.Had.P)
			}
		}
		if flagged {
			raised++
		}
		if rates := ratio.DiscoveryRates(ps); len(rates) > 0 && slices.Min(rates) <= .05 {
			shared++
		}
	}
	t.Logf("%d of %d studies raised a wrong flag; %d would, were one of twenty flags allowed to be wrong", raised, studies, shared)
	assert.LessOrEqual(t, raised, 6, "one of a hundred: 7 of 200 come once in two hundred such tests")
	assert.Greater(t, shared, raised)
}

// A flag is withheld where one agent alone makes a thing dominant.
func TestAFlagIsWithheld(t *testing.T) {
	c, blocks := synthetic(1, true, func(entry, thing int) float64 {
		if thing == 3 && entry == 1 {
			return 0.8
		}
		return 0
	}, 12, 60)
	for _, r := range c.study(blocks).Things {
		if r.ID == "3" {
			require.NotNil(t, r.Had)
			assert.Empty(t, r.Had.Flag)
			assert.Equal(t, FlagDominant, r.Had.Withheld)
			require.NotNil(t, r.Had.Agents)
			assert.Less(t, r.Had.Agents.P, 0.001)
			assert.Len(t, r.Had.Agents.Each, 3)
		}
	}
}
