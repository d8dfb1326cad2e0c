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
