package games_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
	"ringer/env/games"
)

// Where rules give a block more ids or fewer, all of its ids have names, under both rules,
// by which a network finds them again.
func TestIDsThatRulesNumberHaveNames(t *testing.T) {
	numbers := []string{
		"goofspiel(cards=5)", "darkhex(columns=3)", "echo(signs=3)", "liarsdice(dice=2)", "liarsdice(sides=5)", "fivepossessions(lanes=3)",
		"duel(move=5)", "duel(step=1)", "duel(placement=absolute)", "duel(placement=absolute,step=1)", "duel(players=3)", "duel(avoid_hits=true)",
	}
	for _, name := range games.Names() {
		first, differ := map[string]env.Block{}, map[string]bool{}
		all := append(games.Configurations(name), numbers...)
		if name != "duel" { // whose many rules take long to build
			all = append(all, variants(games.MustNew(name))...)
		}
		for _, text := range all {
			if game, _, _ := strings.Cut(text, "("); game != name {
				continue
			}
			for _, b := range games.MustNew(text).Spec().Actions {
				a, known := first[b.Name]
				if !known {
					first[b.Name] = b
					continue
				}
				if !slices.Equal(a.Shape, b.Shape) {
					differ[b.Name] = true
					assert.NotEmpty(t, a.Names, "%s: block %s", name, b.Name)
					assert.NotEmpty(t, b.Names, "%s: block %s", text, b.Name)
				}
			}
		}
		assert.True(t, len(differ) > 0 || slices.Contains([]string{"kuhn", "leduc", "tictactoe"}, name), name)
	}
}
