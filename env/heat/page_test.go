package heat_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/envtest"
	"ringer/env/games"
	"ringer/env/heat"
)

var update = flag.Bool("update", false, "write the card table of docs/games/heat.md, and missing golden playthroughs, instead of comparing")

const (
	page       = "../../docs/games/heat.md"
	cardsBegin = "<!-- cards:begin -->\n"
	cardsEnd   = "<!-- cards:end -->"
)

// The card table of the page is printed from the deck.
func TestCardTable(t *testing.T) {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	before, rest, ok := strings.Cut(string(text), cardsBegin)
	require.True(t, ok, "the page has no %s", cardsBegin)
	old, after, ok := strings.Cut(rest, cardsEnd)
	require.True(t, ok, "the page has no %s", cardsEnd)
	table := cardTable(t)
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(before+cardsBegin+table+cardsEnd+after), 0o644))
		return
	}
	assert.Equal(t, table, old, "run: go test ./env/heat -run TestCardTable -update")
}

// The page explains every word of the effects.
func TestPageExplainsEveryWord(t *testing.T) {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	_, effects, ok := strings.Cut(string(text), "## Effects")
	require.True(t, ok)
	effects, _, ok = strings.Cut(effects, "## Cards")
	require.True(t, ok)
	for kind, words := range heat.Words() {
		for _, w := range words {
			name, _, _ := strings.Cut(w, "(")
			if kind == "where" {
				if _, name, _ = strings.Cut(w, " "); strings.Contains(name, " ") {
					continue // a tag or a phase
				}
			}
			if name != "always" {
				assert.True(t, strings.Contains(effects, "`"+name), "the page does not explain %s %s", kind, w)
			}
		}
	}
}

// cardTable lists all cards with their copies at 3, 4 and 5 players.
func cardTable(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| card | phases | copies with 3 / 4 / 5 | tags | icons | text |\n|---|---|---|---|---|---|\n")
	kinds := game(t, "heat(players=5)").Kinds()
	for _, c := range mustShipped(t).Cards {
		copies := map[int]int{}
		for _, counts := range c.Copies {
			for _, n := range counts {
				copies[n]++
			}
		}
		for _, k := range kinds {
			if k.ID == c.ID {
				fmt.Fprintf(&b, "| %s | %s | %d / %d / %d | %s | %s | %s |\n", k.Title, strings.Join(k.Phases, " "),
					copies[3], copies[4], copies[5], strings.Join(k.Tags, ", "), strings.Join(k.Icons, ", "), k.Text)
			}
		}
	}
	return b.String()
}

// Golden playthroughs beyond the shipped configurations; package games replays
// all of testdata.
func TestGoldensOfAllSizes(t *testing.T) {
	for file, name := range map[string]string{
		"players-3": "heat(players=3)", "players-5": "heat(players=5)", "claims": "heat(players=3,talk=claims)",
	} {
		path := "testdata/" + file + ".golden"
		text, err := os.ReadFile(path)
		if os.IsNotExist(err) && *update {
			golden, err := envtest.Record(games.MustNew(name), 1)
			require.NoError(t, err)
			require.NoError(t, os.MkdirAll("testdata", 0o755))
			require.NoError(t, os.WriteFile(path, []byte(golden), 0o644))
			continue
		}
		require.NoError(t, err, "run: go test ./env/heat -run TestGoldens -update")
		header, err := envtest.ReadHeader(string(text))
		require.NoError(t, err)
		assert.Equal(t, name, header.Game)
		assert.NoError(t, envtest.Replay(games.MustNew(name), string(text)))
	}
}
