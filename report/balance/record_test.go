package balance_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/report/balance"
	"ringer/report/lengths"
	"ringer/report/ratio"
	"ringer/report/records"
	"ringer/report/seats"
)

func figure(value, low, high float64, of int) ratio.Figure {
	return ratio.Figure{Value: value, Low: low, High: high, Of: of, Games: of, Share: true}
}

func reportOf(game string, wins float64) *balance.Report {
	cells := []seats.Cell{{Name: "first", Wins: figure(wins, wins-.02, wins+.02, 400)}, {Name: "second", Wins: figure(1-wins, .98-wins, 1.02-wins, 400)}}
	most := .55
	return &balance.Report{
		Game: game, SpecHash: "h", Command: "ringer report " + game, Plan: balance.Plan{Games: 400},
		Stamp: records.Stamp{Revision: "0123456789abcdef", Vectors: "wide", Date: "2026-11-23"}, Verdict: []string{"Nothing is flagged."},
		Targets: []balance.Result{{
			Target: balance.Target{Name: "fair", Measure: "seats.top.seat.seat-1.win_rate", High: &most}, Who: "seat 1", Share: true,
			Estimate: wins, EstimateLow: wins - .02, EstimateHigh: wins + .02, N: 400, Of: "games", Verdict: balance.Inconclusive, Needed: 1200,
		}},
		Seats:   &seats.Study{Levels: []seats.Level{{Agent: "random", Games: 100, Roles: []seats.Role{{Name: "seat", Cells: cells}}}, {Agent: "bot", Games: 400, Roles: []seats.Role{{Name: "seat", Cells: cells}}}}},
		Lengths: &lengths.Study{Choices: ratio.Spread{P10: 3, Median: 5, P90: 9}, AtBound: figure(0, 0, .01, 400)},
	}
}

// A record read back is the one that was written, and a newer one of the same game takes
// the place of the older.
func TestRecordsKeepTheNewestOfAGame(t *testing.T) {
	all := balance.Keep(nil, balance.RecordOf(reportOf("g", .52)))
	all = balance.Keep(all, balance.RecordOf(reportOf("g(deck=book)", .60)))
	all = balance.Keep(all, balance.RecordOf(reportOf("g", .54)))
	var b bytes.Buffer
	require.NoError(t, records.Write(&b, all))
	back, err := balance.ReadRecords(&b)
	require.NoError(t, err)
	assert.Equal(t, all, back)
	require.Len(t, back, 2)
	assert.InDelta(t, .54, back[0].Levels[1].Roles[0].Cells[0].Wins.Value, 1e-12)

	_, err = balance.ReadRecords(strings.NewReader("{}\n"))
	assert.EqualError(t, err, `line 1: want "game" and "command"`)
}

func none(string) string { return "" }

// A page says when the bots of a record have been replaced since, by name, and of which rules.
func TestBalanceOfBotsReplacedSince(t *testing.T) {
	old := reportOf("g", .52)
	old.Bots = []balance.Bot{{Name: "one", SHA256: "a"}, {Name: "two", SHA256: "b"}, {Name: "gone", SHA256: "c"}}
	other := reportOf("g(deck=book)", .60)
	other.Bots = []balance.Bot{{Name: "one", SHA256: "z"}}
	all := []balance.Record{balance.RecordOf(old), balance.RecordOf(other)}
	ships := map[string]string{"one": "a", "two": "x"}
	now := func(name string) string { return ships[name] }
	assert.Equal(t, []string{"two", "gone"}, all[0].Replaced(now))
	text := balance.Balance(all, now)
	assert.Contains(t, text, "**Of bots that have been replaced since** (two, gone): those that ship now may play otherwise.")
	assert.Contains(t, text, "| `g(deck=book)` † |")
	assert.Contains(t, text, "\n† Of bots that have been replaced since.\n")

	ships = map[string]string{"one": "a", "two": "b", "gone": "c"}
	all[1].Bots[0].SHA256 = "a"
	assert.Empty(t, all[0].Replaced(now))
	assert.NotContains(t, balance.Balance(all, now), "replaced")
}

func TestBalanceTellsTheFirstRecordWhole(t *testing.T) {
	text := balance.Balance([]balance.Record{balance.RecordOf(reportOf("g", .52)), balance.RecordOf(reportOf("g(deck=book)", .60))}, none)
	assert.Equal(t, "`ringer report g` (2026-11-23; commits 0123456789; vectors: wide). Intervals are 95%.\n"+`
- Nothing is flagged.

| all seats play | games | share of the wins                         |
|----------------|------:|-------------------------------------------|
| random         |   100 | first 52% (50 … 54), second 48% (46 … 50) |
| bot            |   400 | first 52% (50 … 54), second 48% (46 … 50) |

A game of theirs asks for 5 choices in the middle, and for 3 to 9 in eight of ten. 0% (0 … 1) of the games met the limit of their length.

| target       | wanted      |         found |        of |                                  |
|--------------|-------------|--------------:|----------:|----------------------------------|
| fair, seat 1 | at most 55% | 52% (50 … 54) | 400 games | INCONCLUSIVE, 1,200 would decide |
`, strings.SplitAfter(text, "decide |\n")[0])
	assert.Contains(t, text, "| `g(deck=book)` | bot            |   400 | first 60% (58 … 62), second 40% (38 … 42) | 0 of 1 pass (fair, seat 1: INCONCLUSIVE) |")
}
