package fivepossessions_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/envtest"
	"ringer/env/fivepossessions"
	"ringer/env/games"
	"ringer/env/playdesign"
)

var update = flag.Bool("update", false, "write the card tables of docs/games/fivepossessions.md, and missing golden playthroughs, instead of comparing")

const (
	page       = "../../docs/games/fivepossessions.md"
	cardsBegin = "<!-- cards:begin -->\n"
	cardsEnd   = "<!-- cards:end -->"
)

// The card tables of the page are printed from the deck.
func TestCardTables(t *testing.T) {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	before, rest, ok := strings.Cut(string(text), cardsBegin)
	require.True(t, ok, "the page has no %s", cardsBegin)
	old, after, ok := strings.Cut(rest, cardsEnd)
	require.True(t, ok, "the page has no %s", cardsEnd)
	table := cardTables()
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(before+cardsBegin+table+cardsEnd+after), 0o644))
		return
	}
	assert.Equal(t, table, old, "run: go test ./env/fivepossessions -run TestCardTables -update")
}

// cardTables lists the cards of both sides, with how many of the other side each
// beats.
func cardTables() string {
	g := games.MustNew("fivepossessions").(*fivepossessions.Game)
	deck := g.Config().Deck
	var b strings.Builder
	for _, side := range playdesign.Sides {
		verb := "wins"
		if side == playdesign.Defense {
			verb = "stops"
		}
		fmt.Fprintf(&b, "| %s | colour | type | strength | orange | purple | green | blue | yellow | %s of %d |\n|---|---|---|--:|--:|--:|--:|--:|--:|--:|\n", side, verb, deck.EachSide)
		for number, i := range deck.Of(side) {
			c := &deck.Cards[i]
			n := g.Beats(fivepossessions.Card(number)).Size()
			if side == playdesign.Defense {
				n = deck.EachSide - g.Beaten(fivepossessions.Card(number)).Size()
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %d | %d | %d | %d | %d | %d | %d |\n", c.Name, c.Colour, c.Type, c.Strength,
				c.Dots[0], c.Dots[1], c.Dots[2], c.Dots[3], c.Dots[4], n)
		}
		if side == playdesign.Offense {
			b.WriteString("\n")
		}
	}
	return b.String()
}

// Golden playthroughs beyond the shipped configurations; package games replays
// all of testdata.
func TestGoldensOfOptions(t *testing.T) {
	for file, x := range map[string]struct {
		game, holds string
	}{
		"sudden-death": {"fivepossessions(tie=sudden_death,goal=20)", "in sudden death"},
		"even-deck":    {"fivepossessions(deck=even)", "Heavy"},
		"three-lanes":  {"fivepossessions(lanes=3,lines=5)", "line 3 of 5"},
	} {
		path := "testdata/" + file + ".golden"
		text, err := os.ReadFile(path)
		if os.IsNotExist(err) && *update {
			golden := ""
			for seed := uint64(1); !strings.Contains(golden, x.holds); seed++ {
				require.Less(t, seed, uint64(100), file)
				golden, err = envtest.Record(games.MustNew(x.game), seed)
				require.NoError(t, err)
			}
			require.NoError(t, os.MkdirAll("testdata", 0o755))
			require.NoError(t, os.WriteFile(path, []byte(golden), 0o644))
			continue
		}
		require.NoError(t, err, "run: go test ./env/fivepossessions -run TestGoldens -update")
		header, err := envtest.ReadHeader(string(text))
		require.NoError(t, err)
		assert.Equal(t, x.game, header.Game)
		assert.True(t, strings.Contains(string(text), x.holds), "%s: %q", path, x.holds)
		assert.NoError(t, envtest.Replay(games.MustNew(x.game), string(text)))
	}
}
