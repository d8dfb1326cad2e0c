package env_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
)

func flip() *env.Spec {
	return (&env.Spec{
		Name: "flip", Title: "Flip", Version: 2, Players: 2, MinPlayers: 2, MaxPlayers: 4,
		Actions:           []env.Block{{Name: "stop", Shape: []int{1}, Doc: "end | stop"}, {Name: "place", Shape: []int{3, 4}}},
		MaxChanceOutcomes: 6, MaxGameLength: 9, MaxChanceNodes: 8,
		Observation: []env.Field{
			{Name: "hand", Shape: []int{5}, Vocab: "cards", Max: 2, Doc: "own cards"},
			{Name: "coins", Shape: []int{3, 2}, Set: true, Min: -1, Max: 1},
		},
		Utility: env.ZeroSum, MinUtility: -1, MaxUtility: 0.5, Teams: []int{0, 1},
		Parameters: []env.Parameter{{Name: "players", Value: "2", Default: "4", Choices: []string{"2", "4"}, Doc: "seats"}},
	}).Seal()
}

func ExampleSpec_Markdown() {
	text := flip().Markdown()
	fmt.Print(text[strings.Index(text, "**Actions**"):])
	// Output:
	// **Actions**
	//
	// | ids | block | shape | meaning |
	// |--:|---|---|---|
	// | 0 | `stop` | [1] | end \| stop |
	// | 1-12 | `place` | [3, 4] | |
	//
	// **Observation**
	//
	// | index | field | shape | range | meaning |
	// |--:|---|---|---|---|
	// | 0-4 | `hand` | [5] | 0 … 2 | own cards; counts of vocabulary `cards` |
	// | 5-10 | `coins` | [3, 2] | -1 … 1 | a set: feature 0 is 1 for an entity that is there |
}

func TestMarkdownNamesColumns(t *testing.T) {
	fighter := []env.Column{
		{Name: "is there", Max: 1},
		{Name: "prone", Max: 1},
		{Name: "x", Min: -1, Max: 1, Unit: "12 inches", Doc: "from the middle | to the right"},
		{Name: "y", Min: -1, Max: 1, Unit: "12 inches", Doc: "from the middle | to the right"},
	}
	one := []env.Column{{Name: "seat 1", Max: 1}, {Name: "seat 2", Max: 1}, {Name: "seat 3", Max: 1}, {Name: "seat 5", Max: 1}, {Name: "tie", Max: 1}}
	cards := []env.Column{{Name: "ace"}, {Name: "two"}, {Name: "three"}, {Name: "four"}}
	var names []string
	var wide []env.Column
	for i := range 101 {
		names = append(names, fmt.Sprint("place ", i*i))
		wide = append(wide, env.Column{Name: names[i], Max: 1})
	}
	spec := (&env.Spec{
		Name: "f", Version: 1, Players: 1, Actions: []env.Block{{Name: "a", Shape: []int{101}, Names: names}}, MaxGameLength: 1, MaxUtility: 1,
		Observation: []env.Field{
			{Name: "plain", Shape: []int{4}, Max: 1},
			{Name: "single", Shape: []int{1}, Max: 1, Columns: []env.Column{{Name: "single", Max: 1}}},
			{Name: "own", Shape: []int{2, 4}, Min: -1, Max: 1, Rows: []string{"own 1", "own 2"}, Columns: fighter},
			{Name: "other", Shape: []int{3, 4}, Min: -1, Max: 1, Rows: []string{"other 1", "other 2", "other 3"}, Columns: fighter},
			{Name: "hand", Shape: []int{4}, Max: 9, Vocab: "cards", Columns: cards},
			{Name: "first", Shape: []int{5}, Max: 1, Columns: one},
			{Name: "played", Shape: []int{2, 4}, Max: 9, Vocab: "cards", Columns: cards, Rows: []string{"own", "left 1"}},
			{Name: "chips", Shape: []int{1}, Max: 1, Columns: []env.Column{{Name: "chips", Max: 1, Unit: "13 chips"}}},
			{Name: "second", Shape: []int{5}, Max: 1, Columns: one},
			{Name: "held", Shape: []int{2, 2}, Max: 1, Rows: []string{"left", "right"}},
			{Name: "line", Shape: []int{5}, Max: 1, Columns: []env.Column{{Name: "0"}, {Name: "0.5"}, {Name: "1"}, {Name: "1.5"}, {Name: "3"}}},
			{Name: "seen", Shape: []int{101}, Max: 1, Columns: wide},
		},
	}).Seal()
	_, columns, ok := strings.Cut(spec.Markdown(), "**Columns of the observation**\n\n")
	assert.True(t, ok)
	assert.Equal(t, strings.TrimPrefix(`
| fields | rows | columns | range | 1 is | meaning |
|---|---|---|---|---|---|
| `+"`own`"+` | own 1, own 2 | is there, prone | 0 … 1 | | |
| | | x | -1 … 1 | 12 inches | from the middle \| to the right |
| | | y | -1 … 1 | 12 inches | from the middle \| to the right |
| `+"`other`"+` | other 1 … other 3 | as `+"`own`"+` | | | |
| `+"`first`, `second`"+` | | seat 1 … seat 3, seat 5, tie | 0 … 1 | | |
| `+"`played`"+` | own, left 1 | the identities of `+"`cards`"+` | 0 … 9 | | |
| `+"`chips`"+` | | chips | 0 … 1 | 13 chips | |
| `+"`held`"+` | left, right | | 0 … 1 | | |
| `+"`line`"+` | | 0, 0.5 … 1.5, 3 | 0 … 0 | | |
| `+"`seen`"+` | | the ids of `+"`a`"+` | 0 … 1 | | |
`, "\n"), columns)
	assert.NotContains(t, flip().Markdown(), "**Columns")
}

func TestMarkdownStatesTheFacts(t *testing.T) {
	text := flip().Markdown()
	for _, line := range []string{
		"| game | `flip(players=2)` |",
		"| rules version | 2 |",
		"| seats | 2 (the rules allow 2 to 4) |",
		"| actions | 13 |",
		"| observation | 11 floats |",
		"| longest episode | 9 decisions |",
		"| chance | up to 6 outcomes a roll, at most 8 rolls an episode |",
		"| returns | zero-sum, -1 … 0.5 |",
		"| team of each seat | [0 1] |",
		"| spec hash | `" + flip().Hash + "` |",
		"| `players` | `2` | `4` | 2, 4 | seats |",
	} {
		assert.Contains(t, text, line+"\n")
	}
	// Every row of a table has as many cells as its head.
	columns := 0
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.HasPrefix(line, "|") {
			columns = 0
			continue
		}
		n := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|")
		if columns == 0 {
			columns = n
		}
		assert.Equal(t, columns, n, line)
	}
}
