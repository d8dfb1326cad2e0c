package casebook_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
	"ringer/env/envtest"
	"ringer/env/games"
)

// scenarios lists games of every scenario, for each number of players that it
// allows, on the coarse lattice.
var scenarios = []string{
	"scenario=king_of_the_hill,one_and_half_actions=true,players=2",
	"scenario=king_of_the_hill,one_and_half_actions=true,players=4,victory_points=2,respawn=true",
	"scenario=tug_of_war,respawn=true,players=2,respawn_at=counter",
	"scenario=tug_of_war,respawn=true,players=4,models_per_player=2,spawn_points=true,respawn_at=spawn_points",
	"scenario=capture_the_flag,one_and_half_actions=true,players=2,models_per_player=2,captures=2",
	"scenario=capture_the_flag,one_and_half_actions=true,players=4",
	"scenario=solitaire,players=1,opponents=1,one_and_half_actions=true",
	"scenario=solitaire,players=1,models_per_player=2,armory=true,avoid_hits=true,melee=true,cover=advanced,upgrades=true",
	"add_ons=[city_brawl],mob_radius=1,models_per_player=2,melee=true,jamming=true,protection=true",
	"add_ons=[night_raid,city_brawl],mob_radius=1,players=4,scenario=capture_the_flag,one_and_half_actions=true,bid_initiative=player",
	"add_ons=[city_brawl],mob_radius=1,players=1,scenario=solitaire,respawn=true",
	"scenario=gang_warfare,heroes=true,warband=random,players=3,models_per_player=2,max_models=4",
	"scenario=tug_of_war,add_ons=[gang_warfare],heroes=true,warband=random,respawn=true,players=4,max_models=3",
	"scenario=boss_fight,players=1,melee=true,avoid_hits=true,charge=true",
	"scenario=boss_fight,players=2,melee=true,avoid_hits=true,boss_abilities=[aggressive,area_of_effect,armour,bounce],one_and_half_actions=true,respawn=true",
	"scenario=boss_fight,players=3,melee=true,avoid_hits=true,boss_abilities=[exceptionally_prehensile,raise_dead,zverg],bid_initiative=model,cover=advanced",
	"scenario=boss_fight,players=4,melee=true,avoid_hits=true,boss_abilities=[zverg,bounce],max_zvergs=6,add_ons=[city_brawl,night_raid],mob_radius=1",
	"add_ons=[night_raid],players=3,weapon_range=true",
	"add_ons=[night_raid],scenario=tug_of_war,respawn=true,players=4",
}

// The laws hold in every scenario (DUEL-16): in every third one by default, in all of them with
// RINGER_LONG=1.
func TestLawsOfScenariosDUEL16(t *testing.T) {
	for i, set := range scenarios {
		if !long && i%3 != 0 {
			continue
		}
		t.Run(set, func(t *testing.T) {
			amount, rounds := 1, 4
			if long {
				amount, rounds = 200, 30
			}
			envtest.Run(t, games.MustNew(fmt.Sprintf("duel(%s,step=1,rounds=%d)", set, rounds)), envtest.Options{Games: amount, Sparse: !long})
		})
	}
}

// C-3, DUEL-16: a team counts as one player, and all of it gets the team's return.
func TestTeamsShareReturnsDUEL16(t *testing.T) {
	for _, set := range scenarios {
		g := games.MustNew("duel(" + set + ",step=1)")
		spec := g.Spec()
		switch {
		case strings.Contains(set, "boss_fight") && spec.Players > 1:
			assert.Equal(t, env.TeamSum, spec.Utility, set)
			assert.Equal(t, make([]int, spec.Players), spec.Teams, set)
			assert.Equal(t, -1., spec.MinUtility, set)
			continue
		case strings.Contains(set, "solitaire"), strings.Contains(set, "boss_fight"):
			assert.Equal(t, env.GeneralSum, spec.Utility, set)
			assert.Equal(t, -1., spec.MinUtility, set)
			continue
		case spec.Players < 4:
			assert.Equal(t, env.ZeroSum, spec.Utility, set)
			continue
		}
		assert.Equal(t, env.TeamSum, spec.Utility, set)
		assert.Equal(t, []int{0, 1, 0, 1}, spec.Teams, set)
		assert.Equal(t, -1., spec.MinUtility, set)
	}
}

// The spec of the core game does not depend on scenarios, so that networks trained
// for it stay valid.
func TestScenariosLeaveTheCoreAlone(t *testing.T) {
	spec := games.MustNew("duel").Spec()
	assert.Equal(t, "96d6d524260bdef8d4ab98544882fd17aa636407c9e034011fd703d61a13b125", spec.Hash)
	assert.NotContains(t, string(spec.Configuration), "victory_points")
	hill := games.MustNew("duel(scenario=king_of_the_hill,one_and_half_actions=true)").Spec()
	assert.Contains(t, string(hill.Configuration), "victory_points")
}

// DUEL-33: in a scenario of two teams both players of a team start in one corner,
// opposite the other team's.
func TestCornersOfTeamsDUEL33(t *testing.T) {
	for _, symmetry := range []string{"quarter", "none"} {
		g := build(t, func(c *duel.Config) {
			c.Scenario, c.OneAndHalfActions, c.Players = duel.ScenarioHill, true, 4
			c.Board.Symmetry = symmetry
		})
		b := &bench{t, g, g.NewInitialState().(*duel.State)}
		if symmetry == "none" {
			b.asked(1, duel.AskCorner, "")
			b.do("start northwest")
		}
		require.Equal(t, b.s.Corner(0), b.s.Corner(2))
		require.Equal(t, b.s.Corner(1), b.s.Corner(3))
		assert.Equal(t, 12*2, int(b.s.Corner(0).X+b.s.Corner(1).X))
		assert.Equal(t, 12*2, int(b.s.Corner(0).Y+b.s.Corner(1).Y))
	}
}

// DUEL-112: who was drafted starts at a flag, and nobody else.
func TestOnlyWhatIsFieldedStartsAtAFlagDUEL112(t *testing.T) {
	g := build(t, func(c *duel.Config) {
		heroically(c)
		c.Warband, c.MaxModels, c.Scenario, c.OneAndHalfActions = duel.WarbandDraft, 4, duel.ScenarioFlags, true
		c.BidInitiative = duel.BidModel
	})
	b := &bench{t, g, g.NewInitialState().(*duel.State)}
	b.do("buy follower")
	for b.s.Round() == 0 {
		if b.can("buy toughness") {
			b.do("buy toughness")
		} else {
			require.NoError(t, b.s.Apply(b.s.LegalActions(nil)[0]))
		}
	}
	require.NoError(t, b.s.Conservation())
	var started []string
	for m := range g.Models() {
		if b.s.InPlay().Has(int8(m)) {
			started = append(started, b.s.Fighter(m).Name)
		}
	}
	assert.Equal(t, []string{"A1", "A2", "B1"}, started)
	playOut(t, g, env.Stream(1, "flags"))
}

// A position with tokens that its scenario lacks is refused.
func TestScenarioPositionFaults(t *testing.T) {
	one, two := 1, 2
	p := pair(3, 3, 9, 9)
	p.Hill, p.Points, p.Flags, p.Counters = &one, []int{1}, []duel.FlagAt{{Side: 0}}, []string{"0"}
	p.Lights = [][]float64{{1, 1}}
	_, err := build(t, nil).State(p)
	for _, part := range []string{"hill", "points", "flags", "counters", "lights"} {
		assert.ErrorContains(t, err, part+": given: want nothing: the game has none")
	}
	p = pair(3, 3, 9, 9)
	p.Treasure, p.Carrier = []float64{3, 3}, "A"
	p.Flags = []duel.FlagAt{{Side: 2}, {Side: 1, Carrier: "B"}, {Side: 0, At: []float64{1}}}
	_, err = build(t, func(c *duel.Config) { c.Scenario, c.OneAndHalfActions = duel.ScenarioFlags, true }).State(p)
	for _, part := range []string{"treasure: given", "carrier: given", "flags[0].side: 2: want a side from 0 to 1", "flags[1].carrier: B: want a model of the other side", "flags[2].at"} {
		assert.ErrorContains(t, err, part)
	}
	p = pair(3, 3, 9, 9)
	p.Hill, p.Points = &two, []int{6, 0, 1}
	_, err = build(t, func(c *duel.Config) { c.Scenario, c.OneAndHalfActions = duel.ScenarioHill, true }).State(p)
	for _, part := range []string{"hill: 2", "points[0]: 6", "points[2]: 1"} {
		assert.ErrorContains(t, err, part)
	}
	p = pair(3, 3, 9, 9)
	p.Counters = []string{"mine", "0", "1", "neutral"}
	_, err = build(t, func(c *duel.Config) { c.Scenario, c.Respawn = duel.ScenarioTugOfWar, true }).State(p)
	assert.ErrorContains(t, err, "counters[0]: mine")
	assert.ErrorContains(t, err, "counters[3]: neutral: want at most 3")
}

// expected returns the expected return of seat 0 over all dice.
func expected(t *testing.T, s env.State) float64 {
	switch s.CurrentPlayer() {
	case env.Terminal:
		r := make([]float64, 2)
		s.Returns(r)
		return r[0]
	case env.Chance:
		x := 0.
		for _, o := range s.(env.Chancer).ChanceOutcomes(nil) {
			next := s.Clone()
			require.NoError(t, next.Apply(o.Action))
			x += o.Prob * expected(t, next)
		}
		return x
	}
	require.Fail(t, "a decision is left")
	return 0
}

// matrix returns the value of each pair of scores to seat 0 in one Duel.
func matrix(t *testing.T, name string) (m [6][6]float64) {
	g := games.MustNew(name)
	for i := range m {
		for j := range m[i] {
			s := g.NewInitialState()
			for _, score := range []int{i, j} {
				a := g.Spec().BlockOffset("score") + env.Action(score)
				require.NoError(t, s.Apply(a))
			}
			m[i][j] = expected(t, s)
		}
	}
	return m
}

// The matrix of one Duel equals the matrix of a formula: with q the chance of a die to hit,
// the seat that shoots first wins with a hit, and else may lose.
func TestStandoffMatrixDUEL8(t *testing.T) {
	m := matrix(t, "duel(file=mini,avoid_hits=false)")
	miss := func(score int) float64 { // both dice of that score
		q := float64(score) / 6 // a die of 7-score or more
		return (1 - q) * (1 - q)
	}
	for i := range m {
		for j := range m[i] {
			a, b := i+1, j+1
			want := 0.
			switch {
			case a < b:
				want = (1 - miss(a)) - miss(a)*(1-miss(b))
			case a > b:
				want = -(1 - miss(b)) + miss(b)*(1-miss(a))
			}
			if i == j { // at the same time: symmetric
				want = 0
			}
			assert.InDelta(t, want, m[i][j], 1e-12, "%d against %d", a, b)
		}
	}
	// A score is dominated when another is never worse and sometimes better
	// against the scores that are left; dominated scores are removed for both
	// seats, until none is left.
	var rounds [][]int
	gone := map[int]bool{}
	for {
		var out []int
		for i := range m {
			if gone[i] {
				continue
			}
			for k := range m {
				worse, better := gone[k], false
				for j := range m {
					if !gone[j] {
						worse = worse || m[k][j] < m[i][j]-1e-12
						better = better || m[k][j] > m[i][j]+1e-12
					}
				}
				if !worse && better {
					out = append(out, i+1)
					break
				}
			}
		}
		if len(out) == 0 {
			break
		}
		for _, score := range out {
			gone[score-1] = true
		}
		rounds = append(rounds, out)
	}
	assert.Equal(t, [][]int{{1}, {6}, {5}, {4}, {3}}, rounds, "2 is all that is left")
}

// The mini game has one information state a
// seat, and avoiding hits is in it.
func TestMiniIsOneDuel(t *testing.T) {
	g := games.MustNew("duel(file=mini)").(*duel.Game)
	s := g.NewInitialState()
	assert.Equal(t, env.Player(0), s.CurrentPlayer())
	assert.Len(t, s.LegalActions(nil), 12)
}

// DUEL-61: a model that came back acts before any other of its owner: nobody is asked
// which one is next, and under bids for each model its own does not matter. In the round
// after that the owner picks again.
func TestWhoComesBackActsFirstDUEL61(t *testing.T) {
	for name, set := range map[string]func(c *duel.Config){
		"dice": func(*duel.Config) {},
		"bids": func(c *duel.Config) { c.BidInitiative = duel.BidModel },
	} {
		t.Run(name, func(t *testing.T) {
			b := lay(t, all(set, func(c *duel.Config) {
				c.Respawn, c.ModelsPerPlayer = true, 2
				c.Board = plains(space.Piece{Type: "wall", Rect: []float64{7.5, 0, 0.5, 10}})
			}), duel.Position{Act: "A1", Models: []duel.Placed{
				{Model: "A1", At: at(2, 3)}, {Model: "A2", At: at(2, 5)}, {Model: "B1", At: at(3, 6), Status: "prone", Hits: 1}, {Model: "B2", At: at(10, 3)},
			}})
			acted := map[int][]string{} // models of seat 1 by round
			picks := map[int]bool{}     // seat 1 was asked for one
			gone, back := false, 0      // back is the round in which B1 is back
			for back == 0 || b.s.Round() < back+2 {
				gone = gone || b.s.Status(2) == duel.Away
				if gone && back == 0 && b.s.Status(2) == duel.Standing {
					back = b.s.Round()
				}
				if b.s.CurrentPlayer() == env.Chance {
					require.NoError(t, b.s.Apply(b.s.ChanceOutcomes(nil)[0].Action))
					continue
				}
				f := "nobody"
				if m := b.s.Subject(); m >= 0 {
					f = b.s.Fighter(m).Name
				}
				switch seat := b.s.CurrentPlayer(); b.s.Question() {
				case duel.AskPick:
					picks[b.s.Round()] = picks[b.s.Round()] || seat == 1
					b.do(map[env.Player]string{0: "choose A1", 1: "choose B2"}[seat])
				case duel.AskBid:
					b.do(map[string]string{"A1": "bid 1", "A2": "bid 1", "B1": "bid 2", "B2": "bid 6"}[f])
				case duel.AskScore:
					b.do("score 6")
				default:
					if seat == 1 {
						acted[b.s.Round()] = append(acted[b.s.Round()], f)
					}
					p := inchesOf(b, f)
					b.do(fmt.Sprintf("stay at %g,%g", p[0], p[1]))
				}
			}
			assert.Equal(t, []string{"B1", "B2"}, acted[back])
			assert.False(t, picks[back])
			assert.Equal(t, []string{"B2", "B1"}, acted[back+1])
			assert.Equal(t, name == "dice", picks[back+1])
		})
	}
}
