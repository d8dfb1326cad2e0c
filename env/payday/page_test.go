package payday_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the card tables of docs/games/payday.md instead of comparing them")

const (
	page       = "../../docs/games/payday.md"
	cardsBegin = "<!-- cards:begin -->\n"
	cardsEnd   = "<!-- cards:end -->"
)

// The card tables of the page are printed from the decks.
func TestCardTables(t *testing.T) {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	before, rest, ok := strings.Cut(string(text), cardsBegin)
	require.True(t, ok, "the page has no %s", cardsBegin)
	old, after, ok := strings.Cut(rest, cardsEnd)
	require.True(t, ok, "the page has no %s", cardsEnd)
	table := cardTables(t)
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(before+cardsBegin+table+cardsEnd+after), 0o644))
		return
	}
	assert.Equal(t, table, old, "run: go test ./env/payday -run TestCardTables -update")
}

func cardTables(t *testing.T) string {
	var b strings.Builder
	number := func(n int) string {
		if n == 0 {
			return ""
		}
		return fmt.Sprint(n)
	}
	for side, name := range []string{"The Criminal's deck", "The deck of the Police", "Heist cards"} {
		fmt.Fprintf(&b, "\n**%s**\n\n| card | type | copies | cost | damage | health | armor | text |\n|---|---|--:|--:|--:|--:|--:|---|\n", name)
		for _, k := range shipped(t, "").Kinds() {
			if k.Side != side {
				continue
			}
			kind := k.Type.String()
			if k.Subtype != "" {
				kind += ", " + strings.ReplaceAll(k.Subtype, "_", " ")
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s | %s |\n", k.Title, kind, number(k.Copies), number(k.Cost), number(k.Damage), number(k.Health), number(k.Armor), k.Text)
		}
	}
	b.WriteString("\n")
	return b.String()
}

// The position file of the page can be played as it stands.
func TestPositionOfThePage(t *testing.T) {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	_, rest, ok := strings.Cut(string(text), "```yaml\n")
	require.True(t, ok, "the page shows no position")
	example, _, _ := strings.Cut(rest, "```")
	boardOf(t, shipped(t, "", "loot_cards=2"), example)
}
