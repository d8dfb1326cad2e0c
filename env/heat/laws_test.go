package heat_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/env/envtest"
	"ringer/env/games"
	"ringer/env/heat"
)

// long is set for runs that may take minutes.
var long = os.Getenv("RINGER_LONG") == "1"

func TestLaws(t *testing.T) {
	for _, name := range []string{
		"heat", "heat(players=3)", "heat(players=5)", "heat(talk=claims)", "heat(file=mini)",
		"heat(players=3,talk=claims,heists=2,stages=5)", "heat(deal=4,draft_rounds=0,stages=3,tokens=4,row_values=[1,9],row_width=2)",
		"heat(file=draws,players=3)", "heat(file=draws,players=5,talk=claims)",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opts := envtest.Options{Games: 2}
			if long {
				opts.Games = 100
			}
			envtest.Run(t, games.MustNew(name), opts)
		})
	}
}

// A deck of cards that no shipped deck has: every operation, several choices of
// one card in one phase, discards at another seat's word, and copiers of each
// other.
func TestLawsOfAnyDeck(t *testing.T) {
	t.Parallel()
	c := heat.Defaults()
	c.Players, c.MinCards, c.MinTitles, c.Heists, c.Deal, c.DraftRounds = 4, []int{0, 0, 0}, 1, 2, 3, 2
	for _, x := range []heat.Card{
		card("Swaps", "crew", "A swap_card who=chosen where=chosen", "A swap_card who=chosen where=random", "B gain n=2"),
		card("Grab", "crew", "A swap_card who=left where=random", "A replace", "B swap_heat who=chosen"),
		card("Tosses", "law", "A discard n=1 who=others", "A discard n=1 who=right", "B take_heat n=2 who=all"),
		card("Loses", "law", "A discard n=2 who=left where=random", "A draw n=2", "C pay n=2 who=poorest"),
		card("Adds", "bank", "A extra where=start", "A extra where=end", "A draw n=3", "B split_pot n=7 where=bank"),
		card("Lefty", "bank", "A copy who=left", "A replace", "B gain n=1"),
		card("Righty", "crew", "A copy who=right", "A extra where=end", "C gain n=1"),
		card("Blocks", "law", "A cancel who=others where=B if=target_uses(bank)", "A look who=neighbours", "C steal n=3 who=most_heat"),
		card("Pays", "bank", "B lose each=1 per=choice max=5", "B return_heat each=1 per=choice max=5", "C give_heat n=2 who=chosen(richer)"),
		card("Heats", "bank", "B take_heat each=1 per=record_tag(bank) max=4", "B gain each=3 per=record_size max=12"),
	} {
		x.Copies = [][]int{{4}, {4}, {4}}
		c.Cards = append(c.Cards, x)
	}
	g, err := heat.New(c)
	require.NoError(t, err)
	envtest.Run(t, g, envtest.Options{Games: 2})
}
