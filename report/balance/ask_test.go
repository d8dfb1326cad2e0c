package balance

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env/things"
	"ringer/report/arc"
	"ringer/report/ends"
	"ringer/report/flag"
	"ringer/report/lengths"
	"ringer/report/options"
	"ringer/report/ratio"
	"ringer/report/seats"
	"ringer/report/uplift"
	"ringer/report/whatif"
)

// thing is a card with a worth, half its interval and its flag.
func thing(name string, worth, half float64, flagged string) uplift.Row {
	return uplift.Row{
		Thing: things.Thing{ID: name, Name: name, Kind: "card"}, WhenHeld: ratio.Figure{Of: 9},
		Had: &uplift.Uplift{Value: worth, Low: worth - half, High: worth + half, Forks: 60, Flag: flagged},
	}
}

func share(x, half float64, n int) ratio.Figure {
	return ratio.Figure{Value: x, Low: x - half, High: x + half, Of: n, Games: n, Share: true}
}

// smallReport is a report whose every figure has an interval of half to either side.
func smallReport(games int, half float64) *Report {
	r := &Report{Plan: Plan{Games: games}, Flags: []Raised{}}
	r.Things = &uplift.Study{Part: partGame, Unit: "share of the win", Margin: .05, Forks: 3 * games, Things: []uplift.Row{
		thing("Job", .03, half, ""), thing("Van", -.01, half, ""), thing("Key", 0, half, ""), thing("Door", .002, half, ""),
	}}
	cells := []seats.Cell{{Name: "seat 1", Wins: share(.51, half, games)}, {Name: "seat 2", Wins: share(.49, half, games)}}
	r.Seats = &seats.Study{Band: .05, Equal: .5, Levels: []seats.Level{{Agent: "bot", Games: games, Roles: []seats.Role{{Name: "seat", Cells: cells}}}}}
	r.Ends = &ends.Study{Games: games, Ends: []ends.End{{Name: "the money is gone", Share: share(1, 0, games)}}}
	r.Arc = &arc.Study{Games: games, Open: share(.2, half, games), Decided: ratio.Spread{Mean: share(.8, half, games)}}
	r.WhatIf = &whatif.Study{Rules: []whatif.Result{{Label: "as they are"}, {Label: "gain = 3", Kinds: []whatif.Played{{
		Kind: whatif.Frozen, Measures: []whatif.Measure{{Name: "wins", Unit: whatif.Share, N: games, Change: &whatif.Change{Value: .001, Low: .001 - half, High: .001 + half}}},
	}}}}}
	return r
}

// A verdict with enough games speaks of the game; one with few speaks of the report, with the
// games that would do, and it names the panels that were not made.
func TestVerdictsSayWhatTheyCannotSee(t *testing.T) {
	few := smallReport(20, .22)
	few.Ends.Ends = append(few.Ends.Ends, ends.End{Name: "arrest"})
	few.Conclude()
	assert.Equal(t, []string{
		"No card or other thing is flagged, but this report could only see effects above ±27 points; about 370 more games would show effects above ±10 points." +
			" Furthest from the average of what stands in their place: Job +3 (-19 … +25) points, Van -1 (-23 … +21) points, Door 0 (-22 … +22) points.",
		"No seat of the strongest agents lies clearly outside 5 points around even, but this report could only see effects above ±27 points; about 370 more games would show effects above ±10 points." +
			" Furthest from even: seat 1 +1 (-21 … +23) points.",
		"No game of 20 ended so: arrest. That may be too few games: endings of less than 16.1% may be missed, and 361 more games would do.",
		"No change of the rules moved a figure clearly, but this report could only see changes of every share above ±22 points; about 60 more games would show half of that.",
		"A game is decided after 80% (58 … 100) of its decisions on average.",
		"Not studied here: trust in the agents, styles of play, decisions, luck and skill and length.",
	}, few.Verdict)

	enough := smallReport(4000, .015)
	enough.Conclude()
	assert.Equal(t, []string{
		"Nothing is worth more than 5 points of the win beyond the average of what stands in its place: every interval says so." +
			" Furthest from the average of what stands in their place: Job +3 (+2 … +4) points, Van -1.0 (-2.5 … +0.5) points, Door 0 (-1 … +2) points.",
		"Every seat of the strongest agents lies within 5 points of even: every interval says so. Furthest from even: seat 1 +1 (-1 … +3) points.",
		"Every ending of the rules happens.",
		"No change of the rules moved a figure clearly, but this report could only see changes of every share above ±1.5 points; about 12,000 more games would show half of that.",
	}, enough.Verdict[:4])
	enough.Ends.Ends = append(enough.Ends.Ends, ends.End{Name: "arrest", Minor: true})
	enough.WhatIf.Rules[1].Kinds[0].Measures[0].Change = &whatif.Change{Value: .3, Low: .2, High: .4}
	enough.Conclude()
	assert.Equal(t, "No game of 4,000 ended so, which happens in fewer than 0.1% of them: arrest.", enough.Verdict[2])
	assert.Equal(t, "gain = 3 moves “wins” most clearly: +30 (+20 … +40) points.", enough.Verdict[3])

	found := smallReport(4000, .015)
	found.Things.Things[0] = thing("Job", .2, .02, uplift.FlagDominant)
	found.Things.Flags = []flag.Flag{{Kind: uplift.FlagDominant, Words: "card “Job” wins"}}
	found.Flags = []Raised{{Flag: flag.Flag{Words: "Dominant: the card “Job” wins."}, Panel: thingsID}}
	found.Conclude()
	assert.Equal(t, "Dominant: the card “Job” wins.", found.Verdict[0])
	assert.Contains(t, found.Verdict[1], "Furthest from the average of what stands in their place: Job +20 (+18 … +22) points, Van")

	none := &Report{Plan: Plan{Games: 200}}
	none.Conclude()
	assert.Equal(t, []string{"Not studied here: trust in the agents, seats, cards and other things, styles of play, changes of the rules, decisions, the arc of a game, luck and skill, endings and length."}, none.Verdict)
}

// A thing that was met too seldom to have a figure is no thing that is known to be ordinary, and one that lies beyond
// the margin by luck or not is told even where the test with fresh games did not flag it.
func TestThingsOfWhichNothingIsKnown(t *testing.T) {
	r := smallReport(400, .01)
	r.Things.Things[3].Had = nil
	assert.Contains(t, r.askThings().answer(400), "1 of 4 cards and other things came up too seldom to be measured.")
	r.Things.Things[0] = thing("Job", .2, .02, "")
	assert.Contains(t, r.askThings().answer(400), "No card or other thing is flagged, though 1 interval of 3 lies beyond that by itself")
	for i := range r.Things.Things {
		r.Things.Things[i].Had = nil
	}
	assert.Equal(t, "Nothing is known of the cards and other things: they came up too seldom in 400 games to be measured.", r.askThings().answer(400))
}

// Targets about the number of flagged things pass when every thing is known to be ordinary, and
// wait for more games where some may be flagged.
func TestTargetsOfFlagsWaitForWhatMayBe(t *testing.T) {
	most := 0.
	targets := Targets{Targets: []Target{{Measure: "flags.*", High: &most}}}
	verdicts := func(r *Report) (list []string) {
		for _, x := range targets.Hold(r.counts()) {
			list = append(list, x.Verdict)
		}
		return list
	}
	few := smallReport(20, .22)
	assert.Equal(t, []string{Inconclusive, Inconclusive}, verdicts(few))
	results := targets.Hold(few.counts())
	assert.InDelta(t, 4, results[0].EstimateHigh, 0)
	assert.Equal(t, int(math.Ceil(60*math.Pow(.22/.05, 2))), results[0].Needed)
	assert.Equal(t, []string{Pass, Pass}, verdicts(smallReport(4000, .015)))
	found := smallReport(4000, .015)
	found.Flags = []Raised{{Flag: flag.Flag{Kind: uplift.FlagDead}}}
	assert.Equal(t, []string{Pass, Fail}, verdicts(found))
	above := smallReport(400, .03) // from 0 to 6 points: it may dominate, and is not dead
	assert.Equal(t, []string{Inconclusive, Pass}, verdicts(above))
}

// A question without any choice is no decision that matters.
func TestDecisionsThatAreForced(t *testing.T) {
	r := &Report{Plan: Plan{Games: 100}, Options: &options.Study{Epsilon: .02, Unit: "chance to win", Questions: []options.Question{
		{Name: "pass", Forced: share(1, 0, 50)}, {Name: "buy", Sampled: 40, Spread: share(.2, .05, 40)}, {Name: "bid", Sampled: 10, Spread: share(.02, .08, 10)},
	}}}
	r.Conclude()
	assert.Equal(t, []string{r.answerOptions()}, r.Verdict[:1], "a report of decisions says whether they matter")
	assert.Equal(t, "The best answer is worth clearly more than the worst in 1 of 3 questions: “buy” +20 (+15 … +25) points; whether it matters is not known of “bid”: this report could only see differences above 10 points,"+
		" and about 300 more games would show half of that; there was never a choice in “pass”.", r.answerOptions())
}

// A card that rules change is singled out: the verdict and the first table of the panel are about it.
func TestAChangedCardIsSingledOut(t *testing.T) {
	r := smallReport(200, .01)
	played := &r.WhatIf.Rules[1]
	played.Thing = "Lookout"
	played.Kinds[0].Measures = append([]whatif.Measure{{
		Name: "how often Lookout is played when it can be", Unit: whatif.Share, Own: true, Value: .4, N: 200, Change: &whatif.Change{Value: .1, Low: .05, High: .15, N: 400, Beyond: true},
	}}, played.Kinds[0].Measures...)
	r.Conclude()
	assert.Contains(t, r.Verdict, "gain = 3: how often Lookout is played when it can be 30.0% → 40.0% (+10 (+5 … +15) points).")
	section, err := sectionOfWhatIf(r)
	assert.NoError(t, err)
	table := section.Blocks[0].Table
	assert.Equal(t, []string{"gain = 3", "how often Lookout is played when it can be", "as they were", "30.0%", "40.0%", "+10 (+5 … +15) points", "400"}, table.Rows[0].Cells)
	assert.True(t, table.Rows[0].Strong)
}

// Where nothing is had, a thing that was tested with fresh games as it is played is flagged by that: the verdict does
// not say that nothing is.
func TestVerdictsOfThingsThatAreOnlyPlayed(t *testing.T) {
	r := smallReport(400, .01)
	for i := range r.Things.Things {
		row := &r.Things.Things[i]
		row.Had, row.Played = nil, row.Had
	}
	r.Conclude()
	assert.Contains(t, strings.Join(r.Verdict, "\n"), "beyond the average of what stands in its place: every interval says so.")
	u := r.Things.Things[0].Played
	u.Value, u.Low, u.High, u.Flag = .2, .15, .25, uplift.FlagUnderplayed
	r.Conclude()
	text := strings.Join(r.Verdict, "\n")
	assert.NotContains(t, text, "No card or other thing is flagged")
	assert.Contains(t, text, "Furthest from the average of what stands in their place: "+r.Things.Things[0].Name+" +20 (+15 … +25) points")
}

// A thing that could be played often enough and never was is dead by choice, whatever it is worth;
// one that could be played a few times is not known to be.
func TestThingsThatNobodyPlays(t *testing.T) {
	r := smallReport(400, .01)
	rate := func(n int) ratio.Figure { return ratio.OfShare("", 0, n, .95) }
	r.Things.Things[0].PlayRate = rate(2560)
	r.Things.Things[1].PlayRate = rate(50)
	r.Things.Things[2].PlayRate = ratio.OfShare("", 1, 2560, .95)
	flags := flagsOfThings(r)
	assert.Len(t, flags, 1)
	assert.Equal(t, "Dead by choice: the card “Job” was played in none of 2,560 decisions in which it could be.", flags[0].Words)
	r.Things.Things[0].Forced = ratio.Figure{Value: -.125, Low: -.2, High: -.05, Of: 128, Games: 128}
	assert.Contains(t, r.deadByChoice()[0].Words, "Played on purpose in place of what the agents do, it gains -12 (-20 … -5) points of the win, in 128 forks.")
	table := r.thingsTable()
	assert.Equal(t, []string{"thing", "kind", "flag"}, table.Head[:3], "the flag is not cut off")
	assert.Equal(t, []string{"Job", "card", "dead by choice"}, table.Rows[0].Cells[:3])
	assert.Empty(t, table.Rows[1].Cells[2])
}

// A report of length alone says how long a game is, by level of skill; an interval of a share ends
// at 100%.
func TestVerdictsSayHowLongGamesAre(t *testing.T) {
	spread := func(x float64) ratio.Spread {
		return ratio.Spread{Mean: ratio.Figure{Value: x, Low: x - 2, High: x + 2, Of: 50, Games: 50}, P10: x - 20, P90: x + 20}
	}
	r := &Report{Lengths: &lengths.Study{Agents: []string{"beginner"}, Games: 50, Choices: spread(100)}}
	r.Conclude()
	assert.Equal(t, "A game of beginner takes 20.0 (19.6 … 20.4) minutes on average, and 16 to 24 in eight of ten, where people decide one after the other in 12 seconds (50 games).", r.Verdict[0])
	r.LevelLength = []LevelLength{{Agent: "random", Choices: spread(140)}, {Agent: "beginner", Choices: spread(100)}}
	r.Conclude()
	assert.Contains(t, r.Verdict[0], "; minutes by level, the weakest first: random 28.0 (27.6 … 28.4), beginner 20.0 (19.6 … 20.4).")

	// The rule book's own count comes beside them, once where all games have as many.
	rounds := ratio.Spread{Mean: ratio.Figure{Value: 7.5, Low: 7, High: 8, Of: 50, Games: 50}, Min: 2, Max: 12, P10: 5, P90: 10}
	r.Lengths.Rounds, r.Lengths.Unit = &rounds, "hand"
	r.Conclude()
	assert.Contains(t, r.Verdict[0], "12 seconds; it has 7.5 (7.0 … 8.0) hands, 5 to 10 in eight of ten (50 games)")
	rounds.Min, rounds.Max = 3, 3
	r.Conclude()
	assert.Contains(t, r.Verdict[0], "12 seconds; it has 3 hands (50 games)")

	// People read what they call an agent, and once which bot it is.
	r.Called = map[string]string{"beginner": "beginners", "bot(x.level2)": "level 2"}
	r.LevelLength = append(r.LevelLength, LevelLength{Agent: "bot(x.level2)", Choices: spread(90)})
	r.Conclude()
	assert.Contains(t, r.Verdict[0], "A game of beginners (beginner) takes 20.0")
	assert.Contains(t, r.Verdict[0], ": random 28.0 (27.6 … 28.4), beginners 20.0 (19.6 … 20.4), level 2 (bot(x.level2)) 18.0 (17.6 … 18.4).")

	r = &Report{Arc: &arc.Study{Decided: ratio.Spread{Mean: ratio.Figure{Value: .97, Low: .91, High: 1.03, Of: 9, Games: 9, Share: true}}}}
	assert.Contains(t, r.arcOf(), "97% (91 … 100)")
}

// A seat is flagged by what the study says, whatever it is called, and a flag of a lower level is a
// note: better players may know what to do about it.
func TestFlagsOfSeatsGoByData(t *testing.T) {
	r := smallReport(400, .03)
	r.Seats.Levels[0].Roles[0].Cells[1].Flagged = true
	r.Seats.Levels[0].Roles[0].Cells[1].Wins = share(.42, .03, 400) // no mirror of the other
	q := r.askSeats()
	assert.True(t, q.flagged())
	assert.False(t, q.claims[0].Flagged)
	r.Seats.Levels = append([]seats.Level{{Agent: "random, bot"}}, r.Seats.Levels...)
	assert.True(t, r.below(&flag.Flag{Level: "random, bot"}), "a name that ends as the strongest does")
	assert.False(t, r.below(&flag.Flag{Level: "bot"}))
	assert.False(t, r.below(&flag.Flag{}))
}

// A target of several seats says which one it is of; one that names its measure needs no more.
func TestTitlesOfTargets(t *testing.T) {
	most := 1.
	targets := Targets{Targets: []Target{{Name: "fair", Measure: "seats.*", High: &most}, {Name: "fair", Measure: "seats.0", High: &most}}}
	all := targets.Hold([]Measure{{Name: "seats.0", Who: "seat 1", N: 1}, {Name: "seats.1", Who: "seat 2", N: 1}})
	assert.Equal(t, []string{"fair, seat 1", "fair, seat 2", "fair"}, []string{all[0].Title(), all[1].Title(), all[2].Title()})
}
