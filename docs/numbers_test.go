package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/internal/chart"
	"ringer/internal/numbers"
	"ringer/report/ladder"
)

const (
	numbersPage = "numbers.md"
	numbersBot  = "heat-4p" // of the examples
)

// exampleRow matches a row of the page's table whose number is on another page.
var exampleRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\|.*\\]\\(([a-z]+\\.md)#[a-z0-9-]+\\) \\|$")

// The examples of the page that explains numbers stand on the pages that it names, its first
// sentence tells the figure of the record, and its picture shows it.
func TestNumbersPageIsUpToDate(t *testing.T) {
	text, err := os.ReadFile(numbersPage)
	require.NoError(t, err)
	rows := exampleRow.FindAllStringSubmatch(string(text), -1)
	assert.Len(t, rows, 7)
	for _, row := range rows {
		page, err := os.ReadFile(row[2])
		require.NoError(t, err)
		assert.Contains(t, string(page), row[1], row[2])
	}

	bots := ladders(t)
	bot := bots[slices.IndexFunc(bots, func(b ladder.Bot) bool { return b.Name == numbersBot })]
	c := &chart.Dots{
		Title: "One bot for HEAT against three of each opponent", Note: "Bars are 95% intervals. Few games make a wide one: the last opponent is slow, and 16 games tell nothing.",
		Axis: "games won", Share: true, Level: &chart.Level{Name: "even", Value: .25},
	}
	for _, r := range bot.Rungs {
		d := r.Alone.Deals
		if r.Opponent.Role != ladder.Baseline {
			continue
		}
		c.Rows = append(c.Rows, chart.DotRow{
			Label: r.Opponent.Name, Note: numbers.ShareBeside(d.WinRate, d.Low, d.High, d.EqualShare),
			Dots: []chart.Dot{{Value: d.WinRate, Low: d.Low, High: d.High}},
		})
		if r.Opponent.Name == "expert" {
			said := "One `" + numbersBot + "` " + numbers.Beats(numbers.Opponents(bot.Seats-1, "expert"), d.WinRate, d.Low, d.High, d.Games, d.EqualShare)
			assert.Contains(t, string(text), "> "+said+".")
		}
	}
	generated(t, strings.TrimSuffix(numbersPage, filepath.Ext(numbersPage))+".svg", string(c.SVG(760)), ladderFolder)
}
