package casebook_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
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

// DUEL-115: a Duel in the middle of a Move that Valorous gives begins no Tactical Movement
// before that Move, and the Duel after it, are over.
func TestGivenMovesDoNotNestDUEL115(t *testing.T) {
	b := lay(t, all(heroically, func(c *duel.Config) {
		c.Board = plains(space.Piece{Type: "wall", Rect: []float64{5, 8.5, 1, 1.5}})
	}), duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(3, 6), Kind: "hero"},
		{Model: "A2", At: at(6, 11), Kind: "ganger", Feats: []string{"xtra_attack", "tactical_movement"}},
		{Model: "B1", At: at(9, 6), Feats: []string{"valorous"}},
	}})
	b.play("stay at 3,6", "score 1", "score 2", "1 1 1", "1 1 1") // both miss
	b.asked(1, duel.AskUse, "B1")
	b.play("yes", "go to 9,9")
	b.asked(0, duel.AskUse, "A2")
	b.play("yes", "score 1", "avoid 1", "1") // the one die of the interrupt misses
	b.asked(1, duel.AskScore, "B1")          // after its Move it has a Duel of its own
	b.play("score 1", "score 1", "score 1", "attack A2", "1 1 1", "1 1 1", "1 1")
	b.asked(0, duel.AskWhere, "A2")
}
