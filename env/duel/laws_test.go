package duel_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
	"ringer/env/envtest"
)

// long is set for runs that may take minutes.
var long = os.Getenv("RINGER_LONG") == "1"

// jungle is a table with terrain of every kind, on the coarse lattice.
func jungle() *space.Map {
	m := plains(
		space.Piece{Type: "wall", Rect: []float64{2, 4.3, 2, .4}}, space.Piece{Type: "fence", Rect: []float64{8, 2.3, 2, .4}},
		space.Piece{Type: "crate", Rect: []float64{7.4, 7.4, 1.2, 1.2}}, space.Piece{Type: "tower", Rect: []float64{3.2, 8.2, 1.6, 1.6}},
		space.Piece{Type: "ladder", Rect: []float64{9.2, 9.2, 1.6, 1.6}}, space.Piece{Type: "pond", Rect: []float64{0, 6, 2, 1}},
		space.Piece{Type: "hut", Rect: []float64{5, 2, 1.5, 1.5}}, space.Piece{Type: "laser", Rect: []float64{6, 9, .1, 3}},
		space.Piece{Type: "tree", Circle: []float64{10, 6, .3}}, space.Piece{Type: "gap", Rect: []float64{4.4, 5.2, .3, 1.6}},
	)
	m.Step = 1
	return m
}

// An option is one thing that can be switched, with its settings.
type option struct {
	name string
	set  []func(c *duel.Config)
}

func toggle(name string, set func(c *duel.Config, on bool)) option {
	return option{name, []func(c *duel.Config){func(c *duel.Config) { set(c, false) }, func(c *duel.Config) { set(c, true) }}}
}

// heroic is a game of Heroes with up to five models a side.
func heroic(warband string) func(c *duel.Config) {
	return func(c *duel.Config) { c.Heroes, c.Warband, c.MaxModels = true, warband, 5 }
}

var options = []option{
	{"players", []func(c *duel.Config){func(c *duel.Config) {}, func(c *duel.Config) { c.Players = 3 }, func(c *duel.Config) { c.Players = 4 }}},
	{"models", []func(c *duel.Config){func(c *duel.Config) {}, func(c *duel.Config) { c.ModelsPerPlayer = 2 }}},
	{"placement", []func(c *duel.Config){func(c *duel.Config) {}, func(c *duel.Config) { c.Placement = duel.PlacementAbsolute }}},
	{"bid", []func(c *duel.Config){func(c *duel.Config) {}, func(c *duel.Config) { c.BidInitiative = duel.BidPlayer }, func(c *duel.Config) { c.BidInitiative = duel.BidModel }}},
	{"cover", []func(c *duel.Config){func(c *duel.Config) {}, func(c *duel.Config) { c.Cover = duel.CoverSimple }, func(c *duel.Config) { c.Cover = duel.CoverAdvanced }}},
	{"scenario", []func(c *duel.Config){
		func(c *duel.Config) {},
		func(c *duel.Config) { c.Scenario = duel.ScenarioHill },
		func(c *duel.Config) { c.Scenario = duel.ScenarioTugOfWar },
		func(c *duel.Config) { c.Scenario = duel.ScenarioFlags },
		func(c *duel.Config) { c.Scenario = duel.ScenarioSolitaire },
		func(c *duel.Config) {
			c.Scenario = duel.ScenarioBossFight
			c.BossAbilities = []string{duel.BossAggressive, duel.BossAreaOfEffect, duel.BossArmour, duel.BossBounce, duel.BossPrehensile, duel.BossRaiseDead, duel.BossZverg}
		},
		func(c *duel.Config) { c.Scenario = duel.ScenarioGangWarfare },
	}},
	{"add-ons", []func(c *duel.Config){
		func(c *duel.Config) {},
		func(c *duel.Config) { c.AddOns = []string{duel.AddOnNightRaid} },
		func(c *duel.Config) { c.AddOns, c.MobRadius = []string{duel.AddOnCityBrawl}, 1 },
		func(c *duel.Config) { c.AddOns = []string{duel.AddOnGangWarfare} },
	}},
	toggle("1.5", func(c *duel.Config, on bool) { c.OneAndHalfActions = on }),
	toggle("armory", func(c *duel.Config, on bool) { c.Armory = on }),
	toggle("avoid", func(c *duel.Config, on bool) { c.AvoidHits = on }),
	toggle("charge", func(c *duel.Config, on bool) { c.Charge = on }),
	toggle("climbing", func(c *duel.Config, on bool) { c.Climbing = on }),
	toggle("dead zone", func(c *duel.Config, on bool) { c.DeadZone = on }),
	toggle("exhaust", func(c *duel.Config, on bool) { c.Exhaust = on }),
	toggle("falling", func(c *duel.Config, on bool) { c.Falling = on }),
	toggle("terrain", func(c *duel.Config, on bool) {
		if on {
			c.InteractiveTerrain = []string{duel.Water, duel.Fragile, duel.Laser, duel.Tree}
			c.FragileHits = 3
		}
	}),
	toggle("jamming", func(c *duel.Config, on bool) { c.Jamming = on }),
	toggle("jump", func(c *duel.Config, on bool) { c.Jump = on }),
	toggle("melee", func(c *duel.Config, on bool) { c.Melee = on }),
	toggle("random", func(c *duel.Config, on bool) { c.PlaceRandomly = on }),
	toggle("protection", func(c *duel.Config, on bool) { c.Protection = on }),
	toggle("respawn", func(c *duel.Config, on bool) { c.Respawn = on }),
	toggle("spawn", func(c *duel.Config, on bool) { c.SpawnPoints = on }),
	toggle("specialization", func(c *duel.Config, on bool) { c.Specialization = on }),
	toggle("aim", func(c *duel.Config, on bool) { c.TakeAim = on }),
	toggle("upgrades", func(c *duel.Config, on bool) { c.Upgrades = on }),
	toggle("range", func(c *duel.Config, on bool) { c.WeaponRange = on }),
	{"heroes", []func(c *duel.Config){func(c *duel.Config) {}, heroic(duel.WarbandRandom), heroic(duel.WarbandDraft)}},
	{"one up", []func(c *duel.Config){
		func(c *duel.Config) {},
		func(c *duel.Config) { c.OneUp = []string{"shapeshifter", "follower", "coordinate", "zealous"} },
		func(c *duel.Config) {
			c.OneUp, c.OneUpFollowers = []string{"xtra_attack", "valorous", "hipshot", "tactical_movement"}, true
		},
	}},
}

// settle adds what a combination needs (DUEL-18), and warbands that fit it.
func settle(c *duel.Config) {
	if c.Charge {
		c.Melee, c.AvoidHits = true, true
	}
	c.Falling = c.Falling || c.Climbing
	if c.SpawnPoints {
		c.RespawnAt = duel.RespawnPoints
	}
	settleScenario(c)
	if !c.Heroes {
		c.OneUp, c.OneUpFollowers = nil, false
	}
	one := duel.Kit{Ranged: duel.Thrown, Melee: duel.OneHanded, Protection: duel.Light}
	two := duel.Kit{Ranged: duel.TwoHanded, Protection: duel.Heavy, Specialization: duel.Gunslinger}
	if c.Armory && c.Cover != duel.CoverOff {
		one = duel.Kit{Ranged: duel.OneHanded, Shield: true}
	}
	if c.Melee {
		two = duel.Kit{Melee: duel.TwoHanded, Protection: duel.Light, Specialization: duel.Brawler}
	}
	c.Warbands = []duel.Warband{{Models: []duel.Kit{one, two}}, {Models: []duel.Kit{two, one}}}
	c.Rounds = 4
}

// settleScenario adds what a scenario needs.
func settleScenario(c *duel.Config) {
	gangs := slices.Index(c.AddOns, duel.AddOnGangWarfare)
	if c.Scenario == duel.ScenarioBossFight && gangs >= 0 {
		c.AddOns = nil
	} else if c.Scenario == duel.ScenarioGangWarfare || gangs >= 0 {
		if !c.Heroes {
			heroic(duel.WarbandRandom)(c)
		}
		if c.Scenario == duel.ScenarioGangWarfare {
			c.AddOns = slices.DeleteFunc(slices.Clone(c.AddOns), func(x string) bool { return x == duel.AddOnGangWarfare })
			c.Respawn = false
		}
	}
	switch c.Scenario {
	case duel.ScenarioHill, duel.ScenarioFlags:
		c.OneAndHalfActions = true
	case duel.ScenarioTugOfWar:
		c.Respawn = true
	case duel.ScenarioSolitaire:
		c.Players = 1
	case duel.ScenarioBossFight:
		c.ModelsPerPlayer, c.Melee, c.AvoidHits = 1, true, true
		c.Heroes, c.Warband, c.MaxModels, c.OneUp, c.OneUpFollowers = false, duel.Defaults().Warband, duel.Defaults().MaxModels, nil, false
	default:
		return
	}
	if c.Players == 3 {
		c.Players = 4
	}
}

// pairwise finds combinations in which every two settings of two options meet.
func pairwise() [][]int {
	type pair struct{ a, x, b, y int }
	open := map[pair]bool{}
	for a := range options {
		for b := a + 1; b < len(options); b++ {
			for x := range options[a].set {
				for y := range options[b].set {
					open[pair{a, x, b, y}] = true
				}
			}
		}
	}
	var rows [][]int
	rng := env.Stream(1, "pairwise")
	for len(open) > 0 {
		var best []int
		most := -1
		for range 40 {
			row := make([]int, len(options))
			for i := range row {
				row[i] = rng.IntN(len(options[i].set))
			}
			n := 0
			for a := range row {
				for b := a + 1; b < len(row); b++ {
					if open[pair{a, row[a], b, row[b]}] {
						n++
					}
				}
			}
			if n > most {
				best, most = row, n
			}
		}
		if most == 0 {
			for p := range open { // force one that random rows keep missing
				best[p.a], best[p.b] = p.x, p.y
				break
			}
		}
		for a := range best {
			for b := a + 1; b < len(best); b++ {
				delete(open, pair{a, best[a], b, best[b]})
			}
		}
		rows = append(rows, best)
	}
	return rows
}

func combined(t testing.TB, row []int) *duel.Game {
	c := duel.Defaults()
	c.Board = jungle()
	for i, x := range row {
		options[i].set[x](&c)
	}
	settle(&c)
	g, err := duel.New(c)
	require.NoError(t, err, "%v", row)
	return g
}

// Every combination of a pairwise grid of all options plays to its end, keeping
// its pieces and its bounds: 6 random games each, 100,000 in all in a long run.
func TestPairwiseGames(t *testing.T) {
	rows := pairwise()
	games := 6
	if long {
		games = 100_000/len(rows) + 1
	}
	for k, row := range rows {
		g := combined(t, row)
		for i := range games {
			playOut(t, g, env.Stream(uint64(k), "grid", uint64(i)))
		}
	}
	t.Logf("%d combinations cover all pairs of settings of %d options: %d games", len(rows), len(options), games*len(rows))
}

// The same with all options drawn at random, warbands too, more rounds, and random
// tables on both lattices: 8 games, 100,000 in a long run, in parts that can be run by
// themselves (-run TestRandomGames/12$).
func TestRandomGames(t *testing.T) {
	parts, games, each := 1, 8, 2
	if long {
		parts, games, each = 100, 1000, 20
	}
	for part := range parts {
		t.Run(strconv.Itoa(part), func(t *testing.T) {
			var seen tally
			for i := 0; seen.games < games; i++ {
				rng := env.Stream(uint64(part), "random games", uint64(i))
				g, err := duel.New(randomConfig(t, rng))
				if err != nil {
					require.Less(t, i, 20*(seen.games/each+1), "hardly a table can be played on: %v", err)
					continue // walled in, or pieces that leave the area
				}
				for range each {
					seen.add(g.Config(), playOut(t, g, rng))
				}
			}
			t.Log(&seen)
		})
	}
}

// randomConfig draws all options, and of Heroes in every second game what a random
// draft has given them, as the data of a warband.
func randomConfig(t *testing.T, rng env.Rand) duel.Config {
	c := duel.Defaults()
	for _, o := range options {
		o.set[rng.IntN(len(o.set))](&c)
	}
	settle(&c)
	c.Board, c.Rounds = wilds(rng), 8
	if c.Heroes && rng.IntN(2) == 0 {
		if g, err := duel.New(c); err == nil {
			c.Warband, c.Warbands = duel.WarbandGiven, drafted(t, g, rng)
		}
	}
	return c
}

// drafted is what the seats of a game have after a draft at random, as data.
func drafted(t *testing.T, g *duel.Game, rng env.Rand) (bands []duel.Warband) {
	c := g.Config()
	s := g.NewInitialState().(*duel.State)
	for s.Round() == 0 && s.CurrentPlayer() != env.Terminal {
		legal := s.LegalActions(nil)
		require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
	}
	seats := g.Models() / c.MaxModels
	for seat := range seats {
		w := duel.Warband{Name: strconv.Itoa(seat)}
		for j := range c.ModelsPerPlayer {
			m := seat*c.MaxModels + j
			f := s.Fighter(m)
			k := c.Warbands[seat%2].Models[j%2]
			k.Feats, k.Traits = bought(&c, f.Feats, f.Traits)
			for i, x := range f.Shapes {
				feats, traits := bought(&c, x.Feats, x.Traits)
				if i == 0 {
					k.Feats = feats // of its own shape
					for name, times := range traits {
						k.Traits[name] = times
					}
					continue
				}
				k.Shapes = append(k.Shapes, duel.Shape{Feats: feats, Traits: traits})
			}
			for e := range g.Models() {
				if x := s.Fighter(e); x.Leader == m && x.Marks["raised"] == 0 && k.Traits["follower"] > 0 {
					k.Followers = []duel.Kit{{Kind: x.Kind}}
				}
			}
			w.Models = append(w.Models, k)
		}
		bands = append(bands, w)
	}
	return bands
}

// bought is what of feats and traits one_up has not given.
func bought(c *duel.Config, feats []string, traits map[string]int) ([]string, map[string]int) {
	rest := map[string]int{}
	for name, times := range traits {
		if slices.Contains(c.OneUp, name) {
			times--
		}
		if times > 0 {
			rest[name] = times
		}
	}
	return slices.DeleteFunc(slices.Clone(feats), func(name string) bool { return slices.Contains(c.OneUp, name) }), rest
}

// A tally counts what has been played.
type tally struct {
	games, heroic, given, decisions, most int
	scenarios                             map[string]int
}

func (n *tally) add(c duel.Config, p played) {
	if n.scenarios == nil {
		n.scenarios = map[string]int{}
	}
	n.games++
	n.decisions += p.decisions
	n.most = max(n.most, p.most)
	if c.Heroes {
		n.heroic++
		if c.Warband == duel.WarbandGiven {
			n.given++
		}
	}
	n.scenarios[c.Scenario]++
	for _, x := range c.AddOns {
		n.scenarios["+"+x]++
	}
}

func (n *tally) String() string {
	return fmt.Sprintf("%d games, %d with Heroes, %d of these with warbands as data; %v; %d decisions, at most %d for one action", n.games, n.heroic, n.given, n.scenarios, n.decisions, n.most)
}

// played is what playOut has met: decisions, and the most of them from one choice of
// an action to the next.
type played struct{ decisions, most int }

// playOut plays a game at random, with mask and observation at every decision, and
// tests that it keeps its pieces and its bounds: those of an episode, and their share
// for a round and for what one choice of an action brings, interrupts and all.
func playOut(t *testing.T, g *duel.Game, rng env.Rand) played {
	spec, c := g.Spec(), g.Config()
	obs := make([]float32, spec.ObservationSize())
	s := g.NewInitialState().(*duel.State)
	decisions, chances, most := 0, 0, 0
	round, inRound, sinceAction := 0, 0, 0
	var legal []env.Action
	var outcomes []env.Outcome
	for s.CurrentPlayer() != env.Terminal {
		if s.CurrentPlayer() == env.Chance {
			chances++
			outcomes = s.ChanceOutcomes(outcomes[:0])
			require.NoError(t, s.Apply(env.SampleOutcome(outcomes, rng)))
		} else {
			decisions++
			if inRound++; s.Round() != round {
				round, inRound, sinceAction = s.Round(), 0, 0
			}
			if sinceAction++; s.Question() == duel.AskAct || round == 0 {
				sinceAction = 0
			}
			most = max(most, sinceAction)
			require.LessOrEqual(t, inRound, spec.MaxGameLength/c.Rounds, "decisions of a round")
			require.LessOrEqual(t, sinceAction, spec.MaxGameLength/(c.Rounds*g.Models()), "decisions after an action")
			s.Observe(s.CurrentPlayer(), obs)
			legal = s.LegalActions(legal[:0])
			require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
		}
		require.NoError(t, s.Conservation(), "%s", spec)
	}
	require.LessOrEqual(t, decisions, spec.MaxGameLength)
	require.LessOrEqual(t, chances, spec.MaxChanceNodes)
	return played{decisions, most}
}

// The laws hold on a few combinations, in a long run on all of the grid.
func TestLawsOfCombinations(t *testing.T) {
	rows := pairwise()
	if !long {
		rows = rows[:6]
	}
	for _, row := range rows {
		t.Run(fmt.Sprint(row), func(t *testing.T) {
			c := combined(t, row).Config()
			if c.Rounds = 1; long {
				c.Rounds = 2
			}
			g, err := duel.New(c)
			require.NoError(t, err)
			envtest.Run(t, g, envtest.Options{Games: 1})
		})
	}
}

// The hooks of a rule are there only while it is on: with everything off no rule
// hooks the turn.
func TestRulesAreOffDUEL11(t *testing.T) {
	assert.Empty(t, build(t, nil).Rules())
	on := build(t, func(c *duel.Config) { c.Melee, c.TakeAim = true, true }).Rules()
	slices.Sort(on)
	assert.Equal(t, []string{"melee", "take_aim"}, on)
}

// C-1, C-7, DUEL-8: a score is hidden from everyone else until all are set.
func TestScoresAreSecretDUEL8(t *testing.T) {
	observe := func(b *bench, seat env.Player) []float32 {
		o := make([]float32, b.g.Spec().ObservationSize())
		b.s.Observe(seat, o)
		return o
	}
	one, two := lay(t, avoiding, pair(3, 6, 9, 6)), lay(t, avoiding, pair(3, 6, 9, 6))
	one.do("stay at 3,6", "score 1")
	two.do("stay at 3,6", "avoid 6")
	assert.Equal(t, observe(one, 1), observe(two, 1))
	assert.Equal(t, one.s.Text(1), two.s.Text(1))
	assert.Equal(t, one.s.InformationState(1), two.s.InformationState(1))
	assert.NotEqual(t, observe(one, 0), observe(two, 0))
	one.do("score 3")
	two.do("score 3")
	assert.NotEqual(t, observe(one, 1), observe(two, 1), "revealed")

	// Worlds: the hidden choice is drawn from what is possible.
	b := lay(t, avoiding, pair(3, 6, 9, 6))
	b.do("stay at 3,6", "score 1")
	seen := map[string]int{}
	for i := range uint64(600) {
		w := b.s.ResampleFromInfoState(1, env.Stream(i, "worlds")).(*duel.State)
		require.NoError(t, w.Apply(w.LegalActions(nil)[0]))
		score, avoids, known := w.Score(0)
		require.True(t, known)
		seen[fmt.Sprint(score, avoids)]++
	}
	assert.Len(t, seen, 12)
	for what, n := range seen {
		assert.Greater(t, n, 20, what)
	}
}

// DUEL-27, DUEL-28: scores act upward, and what an attack does is decided in one
// order: count, what is avoided, what is intercepted, then prone or removed.
func TestOrderOfADuelDUEL27DUEL28(t *testing.T) {
	b := lay(t, all(avoiding, func(c *duel.Config) { c.Upgrades = true }), duel.Position{Act: "A", Models: []duel.Placed{
		{Model: "A", At: at(3, 6)}, {Model: "B", At: at(9, 6), Upgrade: "armour"},
	}})
	b.do("stay at 3,6", "score 4", "avoid 2")
	b.roll("5 1") // the lower score first: a defense of 7
	b.roll("3 5") // 7 and 9: both are stopped, so the armour is not used
	b.standing("B")
	assert.Equal(t, "armour", b.of("B").Upgrade)

	b = lay(t, all(avoiding, func(c *duel.Config) { c.Upgrades = true }), duel.Position{Act: "A", Models: []duel.Placed{
		{Model: "A", At: at(3, 6)}, {Model: "B", At: at(9, 6), Upgrade: "armour"},
	}})
	b.do("stay at 3,6", "score 4", "avoid 2")
	b.roll("6 1") // a defense of 8
	b.roll("3 3") // two hits of 7 come through; the armour stops one
	b.prone("B")
	assert.Empty(t, b.of("B").Upgrade)
}

// DUEL-115: a Duel in the middle of a Move ends before the next begins, and at most
// one is initiated by the activation besides (DUEL-26): a skirmish asks for one
// Duel, its second leg for one more, and then the activation is over.
func TestDuelsDoNotNestDUEL115(t *testing.T) {
	b := lay(t, all(avoiding, func(c *duel.Config) { c.OneAndHalfActions = true }), pair(3, 3, 9, 3))
	b.do("skirmish", "stay at 3,3", "score 1", "score 1")
	b.roll("1", "1 1")
	b.do("stay at 3,3", "avoid 1", "avoid 1")
	b.asked(1, duel.AskAct, "B")
	assert.Equal(t, -1, b.s.Initiator())
}
