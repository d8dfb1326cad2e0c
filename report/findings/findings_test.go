package findings

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/things"
	"ringer/report/balance"
	"ringer/report/ends"
	"ringer/report/evidence"
	"ringer/report/flag"
	"ringer/report/ratio"
	"ringer/report/records"
	"ringer/report/seats"
	"ringer/report/uplift"
)

var stamp = records.Stamp{Date: "2026-11-29", Revision: "0123456789abcdef"}

// report is a small report: a strong card, a weak one, one that nobody plays, one that is always played, a
// seat that wins too much, and an ending that no game had.
func report() *balance.Report {
	thing := func(name string) things.Thing { return things.Thing{Kind: "card", ID: name, Name: name} }
	share := func(x, n int) ratio.Figure { return ratio.OfShare("", float64(x), n, .95) }
	return &balance.Report{
		Game: "heat", Command: "ringer report heat", Stamp: stamp, Agents: []balance.Agent{{Name: "expert"}}, Shown: []string{"replays/game-1.jsonl"},
		Flags: []balance.Raised{{Flag: flag.Flag{Kind: "dominant", Subject: "Van"}, Replays: []string{"replays/01.jsonl"}}},
		Things: &uplift.Study{Part: "game", Things: []uplift.Row{
			{Thing: thing("Van"), Had: &uplift.Uplift{Forks: 200, Value: .2, Low: .1, High: .3, Confirmed: true}, PlayRate: share(300, 600)},
			{Thing: thing("Luck"), Had: &uplift.Uplift{Forks: 30, Value: .3, Low: .05, High: .55}, PlayRate: share(300, 600)},
			{Thing: thing("Door"), PlayRate: share(0, 600), Forced: ratio.Figure{Value: -.1, Low: -.15, High: -.05, Of: 90, Games: 90}},
			{Thing: thing("Clerk"), PlayRate: share(598, 600)},
			{Thing: thing("Weak"), Had: &uplift.Uplift{Forks: 200, Value: -.1, Low: -.18, High: -.02, Confirmed: true}, PlayRate: share(300, 600)},
		}},
		Seats: &seats.Study{Levels: []seats.Level{{Agent: "expert", Games: 1000, Roles: []seats.Role{{Name: "seat", Cells: []seats.Cell{
			{Name: "seat 1", Wins: share(580, 1000)}, {Name: "seat 2", Wins: share(420, 1000)},
		}}}}}},
		Ends: &ends.Study{Ends: []ends.End{{Name: "everyone is arrested", Share: share(0, 1000)}, {Name: "the most money wins", Share: share(1000, 1000)}}},
	}
}

// A report gives a finding for each thing that stands out, ranked by kind and by what its interval leaves.
// A thing that was not tried again gives none.
func TestFindingsOfAReport(t *testing.T) {
	list := Rank(OfReport(report()))
	var found []string
	for i := range list {
		f := &list[i]
		found = append(found, string(f.Kind)+" "+f.Subject)
		assert.Equal(t, "expert", f.Agents)
		assert.True(t, f.Sure(), f.Subject)
		assert.NotEmpty(t, f.Replays)
	}
	assert.Equal(t, []string{"dominant Van", "dead Door, played on purpose", "dead Weak", "dead Door", "seat seat 1", "solved Clerk", "never everyone is arrested"}, found)
	assert.Equal(t, []string{"replays/01.jsonl"}, list[0].Replays)
	assert.Equal(t, []string{"replays/game-1.jsonl"}, list[4].Replays)
	assert.Equal(t, "what a seat gains that gets the card “Van” in place of another: +20 (+10 … +30) points, in 200 forks.", list[0].Words())
	assert.Equal(t, "games in which it happens that everyone is arrested: 0.0% (0.0 … 0.4), in 1,000 games; it may still happen in fewer than 0.4% of them.", list[6].Words())
}

// Where nobody plays many things, they are one finding, of the widest interval.
func TestManyThingsThatNobodyPlays(t *testing.T) {
	r := report()
	for i := range 7 {
		r.Things.Things = append(r.Things.Things, uplift.Row{
			Thing: things.Thing{Kind: "feat", ID: string(rune('a' + i)), Name: string(rune('a' + i))}, PlayRate: ratio.OfShare("", 0, 1000-100*i, .95),
			Forced: ratio.Figure{Value: -1, Low: -1, High: -1, Of: 1, Games: 1},
		})
	}
	var dead []string
	for _, f := range OfReport(r) {
		if f.Kind == Dead {
			dead = append(dead, f.Subject)
			if f.Unit == Share {
				assert.Equal(t, 400, f.N)
				assert.Contains(t, f.Words(), "each of 8 things is played when it can be, along with something else (Door, a, b, c, d and 3 more): 0.0% (0.0 … 1.0), in 400 decisions")
			}
		}
	}
	assert.ElementsMatch(t, []string{"8 things that nobody plays", "Door, played on purpose", "Weak"}, dead)
}

// The words of a figure that leaves room for nothing say what could have been seen.
func TestWordsClaimNoMoreThanTheInterval(t *testing.T) {
	f := Finding{Kind: Seat, Figure: "games that seat 1 wins", Unit: Share, Value: .53, Low: .48, High: .58, Even: .5, N: 400, Of: "games"}
	assert.Zero(t, f.Least())
	assert.Equal(t, "games that seat 1 wins: 53% (48 … 58), in 400 games; these games could only see effects above ±5 points.", f.Words())
	f.Low = .51
	assert.InDelta(t, .01, f.Least(), 1e-9)
	assert.Equal(t, "games that seat 1 wins: 53% (51 … 58), in 400 games.", f.Words())
	f.High, f.Value, f.Low = .4, .3, .2
	assert.InDelta(t, .1, f.Least(), 1e-9)
}

// Records of balance and of evidence give the same findings; too few games give none, and a later figure takes
// the place of an earlier one.
func TestFindingsOfRecords(t *testing.T) {
	r := report()
	old := &balance.Record{Game: "heat", Command: "ringer report heat", Levels: r.Seats.Levels, Ends: r.Ends.Ends}
	old.Stamp.Date = "2026-11-01"
	list := OfBalance(old)
	require.Len(t, list, 2)
	ranked := Rank(append(list, OfReport(r)...))
	assert.Len(t, ranked, 7)
	for _, f := range ranked {
		assert.Equal(t, "2026-11-29", f.Date, f.Subject)
	}
	few := &balance.Record{Game: "heat", Ends: []ends.End{{Name: "everyone is arrested", Share: ratio.OfShare("", 0, 100, .95)}}}
	assert.Empty(t, OfBalance(few))

	cell := func(label string, n int) evidence.Row {
		f := ratio.OfShare(evidence.Ringer, 0, n, .95)
		return evidence.Row{Label: label, Cells: []ratio.Figure{f}}
	}
	e := &evidence.Record{Bot: "duel", Study: "duel-treasure", Game: "duel", Rows: []evidence.Row{cell("takes it when it may", 2), cell("wins by it, of all games", 2000)}}
	list = OfEvidence(e)
	require.Len(t, list, 1)
	assert.Contains(t, list[0].Words(), "games in which the treasure decides them: 0.0% (0.0 … 0.2), in 2,000 games")
}

// Findings are written and read again; a line that is none is refused with its number.
func TestFindingsAreRead(t *testing.T) {
	var b bytes.Buffer
	want := OfReport(report())
	require.NoError(t, Write(&b, want))
	got, err := Read(&b)
	require.NoError(t, err)
	assert.Equal(t, want, got)
	_, err = Read(strings.NewReader(`{"game":"heat","kind":"odd","subject":"a","figure":"b","command":"c","date":"2026-11-29","n":1}`))
	assert.ErrorContains(t, err, `line 1: kind "odd"`)
	_, err = Read(strings.NewReader(`{"game":"heat","kind":"dead","subject":"a","figure":"b","unit":"share","command":"c","date":"2026-11-29","n":1,"value":2,"high":1}`))
	assert.ErrorContains(t, err, "in its interval")
}

// The page has every finding, with its command; kinds of which there is none are left out.
func TestThePageOfFindings(t *testing.T) {
	all := Rank(OfReport(report()))
	text := Page(all, nil, "findings", func(string) string { return "" })
	for i := range all {
		assert.Contains(t, text, all[i].Words())
	}
	assert.Contains(t, text, "- Van: `ringer report heat` (2026-11-29, commit 0123456789); games: `heat-dominant-van-1.jsonl` to `-3`")
	assert.NotContains(t, text, told[Length][0])
	assert.Contains(t, string(Chart(all, Seat)), "heat: seat 1")
	assert.Nil(t, Chart(all, Length))
}

// A change takes the place of an earlier one for the same figure, and the page tells of it with its price.
func TestChangesThatMend(t *testing.T) {
	c := Change{
		Game: "payday", Path: "police_cash", From: "4", Value: "6", Words: "police cash 4 → 6", Measure: "seats.top.side.criminal.win_rate", Figure: "wins of the Criminal",
		Wanted: "45% to 55%", Before: "58% (55 … 62)", After: "50% (47 … 53)", N: 1080, Of: "games", Verdict: "PASS", Moved: []string{"length −20"}, Tried: 21, Played: 4000,
		Agents: "expert", Command: "ringer tune payday", Stamp: stamp,
	}
	later, other := c, c
	later.Value, other.Game = "5", "heat"
	all := KeepChange(KeepChange(KeepChange(nil, c), other), later)
	require.Len(t, all, 2)
	assert.Equal(t, "5", all[1].Value)
	var b bytes.Buffer
	require.NoError(t, WriteChanges(&b, all))
	got, err := ReadChanges(&b)
	require.NoError(t, err)
	assert.Equal(t, all, got)
	_, err = ReadChanges(strings.NewReader(`{"game":"heat"}`))
	assert.ErrorContains(t, err, "line 1: want")
	text := Page(OfReport(report()), all[1:], "findings", func(string) string { return "" })
	for _, says := range []string{"police cash 4 → 6", "50% (47 … 53)", "length −20", "- `police_cash: 5`: `ringer tune payday`", "21 changes tried, 4,000 games of expert"} {
		assert.Contains(t, text, says)
	}
}
