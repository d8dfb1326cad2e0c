package duel_test

import (
	"fmt"
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

// crowd returns a game of this many Heroes a side on a shipped map, all of which have
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
			if !long && k*len(tables)+i != 101*games {
				continue
			}
			games++
			rng := env.Stream(uint64(k), "given moves", uint64(i))
			p := playWith(t, fmt.Sprint(gifts, x), crowd(t, x.board, x.players, x.heroes, slices.Clone(gifts)...), restless, rng)
			n = max(n, p.most)
		}
	}
	t.Logf("%d games, at most %d decisions for one action", games, n)
}
