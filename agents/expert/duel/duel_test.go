package duel_test

import (
	"context"
	"testing"

	"ringer/agents/expert/experttest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	expert "ringer/agents/expert/duel"
	"ringer/agents/greedy"
	"ringer/agents/random"
	"ringer/env"
	game "ringer/env/duel"
	"ringer/env/games"
	"ringer/env/tactics"
)

// The expert beats random and greedy players: by a little in the core game, which is
// mostly dice, and clearly with more fighters or more rules.
func TestStrength(t *testing.T) {
	for _, x := range []struct {
		game           string
		random, greedy float64
	}{
		{"duel", .72, .63},
		{"duel(models_per_player=3)", .86, .84},
		{"duel(file=skirmish)", .90, .75},
		{"duel(models_per_player=3,melee=true,avoid_hits=true,cover=advanced)", .95, .85},
	} {
		g, e := experttest.Build(t, x.game)
		deals, greedyDeals, slack := 60, 15, .15 // a short run has wide intervals
		if experttest.Long {
			deals, greedyDeals, slack = 3000, 500, .02
		}
		vsRandom := experttest.NewTable(t, g, e, random.New()).WinRate(deals)
		vsGreedy := experttest.NewTable(t, g, e, greedy.New(greedy.DefaultWorlds, tactics.Judge(g))).WinRate(greedyDeals)
		t.Logf("%s: the expert wins %.1f%% of %d games against random, %.1f%% of %d against greedy", x.game, 100*vsRandom, 2*deals, 100*vsGreedy, 2*greedyDeals)
		assert.Greater(t, vsRandom, x.random-slack, x.game)
		assert.Greater(t, vsGreedy, x.greedy-1.6*slack, x.game)
	}
}

func TestPlaysTheOptions(t *testing.T) {
	for _, name := range []string{
		"duel(file=skirmish)", "duel(file=mini)", "duel(players=3,armory=true,cover=advanced,jamming=true,take_aim=true)",
		"duel(map=laboratory,climbing=true,falling=true,upgrades=true,interactive_terrain=[water,fragile,laser,tree],placement=absolute,bid_initiative=model)",
		"duel(map=city,models_per_player=2,weapon_range=true,melee=true,exhaust=true,respawn=true)",
	} {
		g, e := experttest.Build(t, name)
		seats := make([]agents.Agent, g.Spec().Players)
		for i := range seats {
			seats[i] = e
		}
		table := experttest.NewTable(t, g, seats...)
		for i := range uint64(2) {
			table.Play(i, 0)
		}
	}
}

// duelGame builds a game once for all tests.
func duelGame(name string) *game.Game {
	g, ok := duelGames[name]
	if !ok {
		g = games.MustNew(name).(*game.Game)
		duelGames[name] = g
	}
	return g
}

var duelGames = map[string]*game.Game{}

// decided returns the likeliest action of the expert at a position, in words, and the
// state.
func decided(t *testing.T, name string, p game.Position) (string, *game.State) {
	g := duelGame(name)
	s, err := g.State(p)
	require.NoError(t, err)
	view := agents.NewViewer(g).View(s, env.Stream(1, "expert"))
	d, err := expert.New(g, expert.Options{}).Decide(context.Background(), []agents.View{view})
	require.NoError(t, err)
	best := 0
	for i, q := range d[0].Probs {
		if q > d[0].Probs[best] {
			best = i
		}
	}
	return s.ActionString(view.Legal[best]), s
}

// after returns the state after the expert's likeliest action at a position.
func after(t *testing.T, name string, p game.Position) *game.State {
	action, s := decided(t, name, p)
	for _, a := range s.LegalActions(nil) {
		if s.ActionString(a) == action {
			require.NoError(t, s.Apply(a))
		}
	}
	return s
}

func TestLeavesWithTheTreasure(t *testing.T) {
	action, _ := decided(t, "duel", game.Position{
		Act: "A", Carrier: "A", Models: []game.Placed{{Model: "A", At: [2]float64{2, 5}}, {Model: "B", At: [2]float64{10, 10}}},
	})
	assert.Equal(t, "leave to the west", action)
}

func TestGrabsTheTreasure(t *testing.T) {
	action, _ := decided(t, "duel", game.Position{
		Act: "A", Models: []game.Placed{{Model: "A", At: [2]float64{6, 5.5}}, {Model: "B", At: [2]float64{10, 10}, Status: "prone", Hits: 1}}, Treasure: []float64{6, 6.5},
	})
	assert.Equal(t, "interact", action, "no standing enemy is in sight")
}

// The expert shoots an enemy that lies in sight before it can get up.
func TestShootsTheProne(t *testing.T) {
	s := after(t, "duel", game.Position{
		Act: "A", Models: []game.Placed{{Model: "A", At: [2]float64{3, 6}}, {Model: "B", At: [2]float64{9, 10}, Status: "prone", Hits: 1}},
	})
	require.Equal(t, game.AskScore, s.Question(), "a Duel follows")
	assert.True(t, s.InDuel(1))
}

// A carrier that can get to within a Move of an edge does.
func TestRunsForAnEdge(t *testing.T) {
	s := after(t, "duel", game.Position{
		Act: "A", Carrier: "A", Models: []game.Placed{{Model: "A", At: [2]float64{6, 5.5}}, {Model: "B", At: [2]float64{10, 10}, Status: "prone", Hits: 1, Acted: true}},
	})
	at := s.Fighter(0).At
	assert.LessOrEqual(t, min(int(at.X), int(at.Y), 24-int(at.X), 24-int(at.Y)), 7, "half inches from the nearest edge")
}

// With two actions and no Duel after them, grabbing the treasure beside an edge
// and leaving with it wins.
func TestExhaustsItselfToWin(t *testing.T) {
	p := game.Position{
		Act: "A", Models: []game.Placed{{Model: "A", At: [2]float64{3, 6}}, {Model: "B", At: [2]float64{9, 6}}}, Treasure: []float64{3, 6.5},
	}
	action, _ := decided(t, "duel(exhaust=true)", p)
	assert.Equal(t, "exhaust", action)
	action, _ = decided(t, "duel(exhaust=true)", game.Position{
		Act: "A", Models: []game.Placed{{Model: "A", At: [2]float64{6, 3}}, {Model: "B", At: [2]float64{9, 6}}}, Treasure: []float64{6, 6},
	})
	assert.NotEqual(t, "exhaust", action, "there is nothing to win by lying down")
}

// BenchmarkDecide measures one decision of the expert, in games between experts, with
// the world that it is made in.
func BenchmarkDecide(b *testing.B) {
	for _, name := range []string{
		"duel", "duel(models_per_player=3,melee=true,avoid_hits=true,cover=advanced)",
		"duel(heroes=true,warband=random,models_per_player=2,melee=true,avoid_hits=true,step=1)", "duel(file=gang)",
	} {
		b.Run(name, func(b *testing.B) {
			g, e := experttest.Build(b, name)
			viewer := agents.NewViewer(g)
			rng := env.Stream(1, "bench")
			s := g.NewInitialState()
			var outcomes []env.Outcome
			b.ReportAllocs()
			b.ResetTimer()
			for done := 0; done < b.N; {
				switch p := s.CurrentPlayer(); p {
				case env.Terminal:
					s = g.NewInitialState()
				case env.Chance:
					outcomes = s.(env.Chancer).ChanceOutcomes(outcomes[:0])
					require.NoError(b, s.Apply(env.SampleOutcome(outcomes, rng)))
				default:
					views := []agents.View{viewer.View(s, rng)}
					d, err := e.Decide(context.Background(), views)
					require.NoError(b, err)
					require.NoError(b, s.Apply(agents.Sample(d[0], views[0].Legal, rng)))
					done++
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "decisions/s")
		})
	}
}

// Where removals win nothing, and in the other scenarios, the expert goes for what
// wins.
func TestScenarioStrength(t *testing.T) {
	for _, x := range []struct {
		game string
		wins float64
	}{
		{"duel(scenario=king_of_the_hill,one_and_half_actions=true,models_per_player=3)", .85},
		{"duel(respawn=true)", .88}, // the treasure is all that wins
		{"duel(scenario=tug_of_war,respawn=true,models_per_player=3)", .93},
		{"duel(scenario=capture_the_flag,one_and_half_actions=true,models_per_player=3)", .78},
	} {
		g, e := experttest.Build(t, x.game)
		deals, slack := 20, .15
		if experttest.Long {
			deals, slack = 500, 0
		}
		vsRandom := experttest.NewTable(t, g, e, random.New()).WinRate(deals)
		t.Logf("%s: the expert wins %.1f%% of %d games against random", x.game, 100*vsRandom, 2*deals)
		assert.Greater(t, vsRandom, x.wins-slack, x.game)
	}
}
