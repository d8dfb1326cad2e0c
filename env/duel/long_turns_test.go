package duel_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/games"
)

// movers are the feats and traits that give Moves, Duels or activations.
var movers = []string{
	"tactical_movement", "valorous", "daemon", "xtra_attack", "manhunt", "zealous", "awesomeness", "hipshot", "fast", "extreme_reaction", "knockback", "hurl",
}

// shippedMaps are the maps of configs/games/duel.
var shippedMaps = []string{"canyon", "city", "crossroads", "forest", "homestead", "laboratory", "lagoon"}

// crowd returns a game of so many Heroes a side on a shipped map, all of which have
// the gifts and some toughness, so that nobody is removed soon.
func crowd(t testing.TB, board string, players, heroes int, gifts ...string) *duel.Game {
	t.Helper()
	c := games.MustNew("duel(map=" + board + ")").(*duel.Game).Config()
	c.Heroes, c.Warband, c.Warbands = true, duel.WarbandGiven, []duel.Warband{{Models: []duel.Kit{{}}}}
	c.Players, c.ModelsPerPlayer, c.MaxModels = players, heroes, heroes
	c.AvoidHits, c.Melee, c.Rounds = true, true, 5
	c.OneUp = append(gifts, "toughness")
	g, err := duel.New(c)
	require.NoError(t, err)
	return g
}

// DUEL-115, DUEL-116: given Moves, Duels and interrupts in each other end, however many
// models can give them: all pairs of feats that give Moves or Duels, and all four of
// those that once went deepest, on the shipped maps, up to six Heroes for each of four
// sides. The play is biased: feats are used, dice miss, everybody goes on standing.
func TestChainsOfGivenMovesEndDUEL115DUEL116(t *testing.T) {
	type table struct {
		board           string
		players, heroes int
	}
	var tables []table
	for i, name := range shippedMaps {
		tables = append(tables, table{name, 4, 6}, table{name, 2 + i%3, 4}, table{name, 2, 4})
	}
	var sets [][]string
	for i, a := range movers {
		for _, b := range movers[i+1:] {
			sets = append(sets, []string{a, b})
		}
	}
	sets = append(sets, []string{"xtra_attack", "tactical_movement", "valorous"}, movers)
	n, games := 0, 0
	for k, gifts := range sets {
		for i, x := range tables {
			if !long && k*len(tables)+i != 401*games {
				continue
			}
			games++
			rng := env.Stream(uint64(k), "given moves", uint64(i))
			p := restless(t, crowd(t, x.board, x.players, x.heroes, slices.Clone(gifts)...), rng)
			n = max(n, p.most)
		}
	}
	t.Logf("%d games, at most %d decisions for one action", games, n)
}

// restless plays a game with bias and tests that it keeps its pieces and its bounds.
func restless(t *testing.T, g *duel.Game, rng env.Rand) played {
	return playWith(t, g, func(s *duel.State, legal []env.Action) env.Action { return eager(s, legal, rng) }, func(outcomes []env.Outcome) env.Action {
		if rng.IntN(4) > 0 {
			return outcomes[0].Action
		}
		return env.SampleOutcome(outcomes, rng)
	})
}

// eager uses every feat, goes wherever it may go, avoids hits and hits nobody: so a turn
// becomes as long as it can be.
func eager(s *duel.State, legal []env.Action, rng env.Rand) env.Action {
	random := legal[rng.IntN(len(legal))]
	if rng.IntN(10) == 0 {
		return random
	}
	switch s.Question() {
	case duel.AskUse:
		if a, err := env.ParseAction(s, "yes"); err == nil {
			return a
		}
	case duel.AskScore:
		return legal[rng.IntN(min(len(legal), 2))]
	case duel.AskWhere, duel.AskWhom, duel.AskSpecial, duel.AskConvert:
		return legal[len(legal)-1-rng.IntN(max(1, len(legal)-1))] // "done" comes first
	}
	return random
}
