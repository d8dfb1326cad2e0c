package docs_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/eval"
)

// A capCount says how many games of an agent with itself ended at the cap of rounds or of
// possessions: see TestCaps in package report/ends.
type capCount struct {
	Game   string `json:"game"`
	Agent  string `json:"agent"`
	Games  int    `json:"games"`
	Capped int    `json:"capped"`
}

// capsFile holds the counts.
const capsFile = "caps.json"

// capsTable returns the table of caps of a game for its page: a row for each option that meets
// the cap, and one for all others.
func capsTable(name string, counts []capCount) string {
	var b strings.Builder
	b.WriteString("| game | all seats play | games | at the cap |\n|---|---|--:|--:|\n")
	var never []string
	games := 0
	for _, c := range counts {
		game, _, _ := strings.Cut(c.Game, "(")
		switch {
		case game != name:
			continue
		case games == 0:
			games = c.Games
		}
		if c.Capped == 0 && c.Agent == "expert" && c.Games == games {
			never = append(never, "`"+c.Game+"`")
			continue
		}
		fmt.Fprintf(&b, "| `%s` | `%s` | %d | %s |\n", c.Game, c.Agent, c.Games, capShare(c.Capped, c.Games))
	}
	fmt.Fprintf(&b, "| each of the %d below | `expert` | %d | %s |\n\n", len(never), games, capShare(0, games))
	fmt.Fprintf(&b, "None of %d games ended at the cap with each of: %s.\n", games, strings.Join(never, ", "))
	return b.String()
}

// capShare returns a share of games with its interval.
func capShare(n, of int) string {
	share := eval.Wilson(float64(n), float64(of))
	return fmt.Sprintf("%.1f%% (%.1f … %.1f)", 100*float64(n)/float64(of), 100*share.Low, 100*share.High)
}

// The tables of caps on the pages of the games say what docs/caps.json says.
func TestCapsAreUpToDate(t *testing.T) {
	text, err := os.ReadFile(capsFile)
	require.NoError(t, err)
	var counts []capCount
	require.NoError(t, json.Unmarshal(text, &counts))
	for _, name := range []string{"duel", "heist", "payday", "fivepossessions"} {
		page := "games/" + name + ".md"
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		begin, end := "<!-- caps:begin "+name+" -->\n", "<!-- caps:end -->"
		before, rest, ok := strings.Cut(string(text), begin)
		require.True(t, ok, page)
		_, after, ok := strings.Cut(rest, end)
		require.True(t, ok, page)
		generated(t, page, before+begin+capsTable(name, counts)+end+after, capsFile)
	}
}
