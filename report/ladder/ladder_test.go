package ladder_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/eval"
	"ringer/report/ladder"
	"ringer/report/records"
)

var (
	ringer = ladder.Agent{Name: "bot(x)", Role: ladder.Ringer, Identity: "0123456789abcdef"}
	expert = ladder.Agent{Name: "expert", Role: ladder.Baseline, Identity: "e"}
	greedy = ladder.Agent{Name: "greedy", Role: ladder.Baseline, Identity: "g"}
	deep   = ladder.Agent{Name: "ismcts(sims=500)", Role: ladder.Baseline, Identity: "i"}
	flat   = ladder.Agent{Name: "ismcts(sims=50)", Role: ladder.Baseline, Identity: "j"}
	older  = ladder.Agent{Name: "bot(x@00112233)", Role: ladder.Older, Identity: "o"}
)

// deals are of a game of four seats: a share that is off by two points either way.
func deals(rate float64) *eval.DealsResult {
	d := &eval.DealsResult{Deals: 100, Games: 400, WinRate: rate, Low: rate - .02, High: rate + .02, EqualShare: .25, MeanReturn: (4*rate - 1) / 3}
	for seat := range 4 {
		d.Seats = append(d.Seats, eval.SeatShare{Seat: seat, WinRate: rate, Low: rate - .04, High: rate + .04})
	}
	return d
}

func pair(one, others ladder.Agent, rate float64) ladder.Record {
	return ladder.Record{
		Kind: ladder.Pair, Ringer: "x", Game: "g(players=4)", SpecHash: "s", One: one, Others: others, Seed: 3,
		Deals: deals(rate), Stamp: records.Stamp{Revision: "abcdef0123456789", Vectors: "v", Date: "2026-11-22"}, Seconds: 6,
	}
}

func field() []ladder.Record {
	return []ladder.Record{
		pair(ringer, ringer, .25), pair(ringer, expert, .31), pair(expert, ringer, .24), pair(ringer, greedy, .40), pair(greedy, ringer, .10),
		pair(expert, greedy, .46), pair(ringer, deep, .26), pair(deep, ringer, .29), pair(ringer, flat, .30), pair(ringer, older, .25),
		{Kind: ladder.Trained, Ringer: "x", Game: "g(players=4)", SpecHash: "s", One: ringer, Stamp: records.Stamp{Vectors: "v", Date: "2026-11-23"}, Budget: "3 seeds", Gains: []ladder.Gain{
			{Seat: 0, Gain: .1, Low: .05, High: .15, Found: true}, {Seat: 1, Gain: .2, Low: .1, High: .3, Found: true, By: "random weights, seed 2"}, {Seat: 2}, {Seat: 3},
		}},
	}
}

// The headline is the worst result over the whole field, both ways of seating it.
func TestTheHeadlineIsTheWorstResult(t *testing.T) {
	bot := ladder.NewBot(field())
	worst, ok := bot.Worst()
	require.True(t, ok)
	assert.Equal(t, "ismcts(sims=500)", worst.Opponent)
	assert.True(t, worst.Reversed, "one of them wins .29 against three bots: worse than .25 against the older bot")
	assert.InDelta(t, -.02, worst.Margin, 1e-12, "by the end of the interval that speaks for the bot")

	var names []string
	for _, r := range bot.Rungs {
		names = append(names, r.Opponent.Name)
	}
	assert.Equal(t, []string{"greedy", "expert", "ismcts(sims=50)", "ismcts(sims=500)", "bot(x@00112233)"}, names)

	page := ladder.Page([]ladder.Bot{bot})
	assert.Contains(t, page, "Hardest opponent: three of the bot beat one `ismcts(sims=500)` in 71% (69 … 73) of 400 games; even would be 75% (behind)")
	assert.Contains(t, page, "| one `ismcts(sims=500)` against three of the bot | 71% (69 … 73) |  75% |   400 |")
	assert.Contains(t, page, "The expert clearly wins more than the bot against `greedy`.")
	assert.Contains(t, page, "-6 (-9 … -3)", "the difference of two independent figures")
	assert.Contains(t, page, "+15 (+8 … +22) points in seat 2 (by random weights, seed 2), 3 seeds", "the seat with the largest gain: a return of 4/3 is all wins")
	assert.Contains(t, page, "| seat 2           |        +15 (+8 … +22) | random weights, seed 2             |\n")
	assert.Contains(t, page, "| seat 3           |                     – | nothing better than the bot itself |")

	bot.Rungs[0].Alone.Deals.MeanReturn += .01 // a game whose returns are no wins
	page = ladder.Page([]ladder.Bot{bot})
	assert.Contains(t, page, "+0.2 (+0.1 … +0.3) in seat 2 (by")
	assert.Contains(t, page, "| best response in |        gains, returns |")
	assert.Contains(t, page, "2026-11-22 to 2026-11-23")
	assert.Contains(t, page, "| `greedy`           |   400 |     0.1 |     40% (38 … 42) | ahead |   4 of 4 |", "with the minutes that it played")
}

// What a bot has not met is named, of all that its game has.
func TestWhatABotHasNotMetIsNamed(t *testing.T) {
	bot := ladder.NewBot(field())
	bot.Field = ladder.Usual
	assert.Equal(t, []string{"`random`", "`ismcts(sims=5000)`"}, bot.NotMet())
	assert.Contains(t, ladder.Section(&bot), "\nNot met: `random`, `ismcts(sims=5000)`.\n")
	alone := ladder.NewBot([]ladder.Record{pair(ringer, greedy, .4)})
	alone.Field = []string{"greedy"}
	assert.Contains(t, ladder.Section(&alone), "\nNot met: itself. There is no older bot to meet.\n")
	met := ladder.NewBot(field())
	met.Field = []string{"greedy", "expert"}
	assert.NotContains(t, ladder.Section(&met), "Not met")
}

// An older bot that gets less than its share among several of the bot is named as such.
func TestAnOlderBotAmongSeveral(t *testing.T) {
	bot := ladder.NewBot([]ladder.Record{pair(ringer, older, .35), pair(older, ringer, .2)})
	assert.Contains(t, ladder.Brief([]ladder.Bot{bot}, ""), "| one older `bot(x@00112233)` against three of the bot | 80% (78 … 82) |  75% |   400 |")
}

// Where agents play whole teams, the tables say so.
func TestTeamsAreNamed(t *testing.T) {
	record := pair(ringer, greedy, .70)
	record.Deals.EqualShare, record.Deals.Seats, record.Teams = .5, record.Deals.Seats[:2], true
	alone := record
	alone.Teams = false
	assert.NotEqual(t, alone.Key(), record.Key())
	bot := ladder.NewBot([]ladder.Record{record})
	page := ladder.Page([]ladder.Bot{bot})
	assert.Contains(t, page, "`g(players=4)`, two teams. Hardest opponent: it beats `greedy` in 70% (68 … 72) of 400 games; even would be 50% (ahead)")
	assert.Contains(t, page, "| by team, alone against | ")
	assert.Contains(t, page, "| 2 teams | ")
	assert.NotContains(t, page, "against one |")
	short := ladder.Short(&bot, "ladder.md")
	assert.Contains(t, short, "| a team of `x` against |")
	assert.Contains(t, short, "[The whole ladder](ladder.md#x) has the teams, search and best responses; [how to read our numbers](numbers.md).")
}

// An opponent that has played few games is no headline, and is named as one that the
// bot is not ahead of.
func TestFewGamesAreNoHeadline(t *testing.T) {
	all := field()
	all[7].Deals.Games, all[7].Deals.Low, all[7].Deals.High = 16, .07, .74
	bot := ladder.NewBot(all)
	worst, ok := bot.Worst()
	require.True(t, ok)
	assert.Equal(t, "bot(x@00112233)", worst.Opponent)
	var open []string
	for _, r := range bot.NotAhead() {
		open = append(open, fmt.Sprint(r.Opponent, " ", r.Outcome, " ", r.Reversed))
	}
	assert.Equal(t, []string{"expert level true", "ismcts(sims=500) level false", "ismcts(sims=500) level true", "bot(x@00112233) level false"}, open)
	assert.Contains(t, ladder.Summary([]ladder.Bot{bot}, ""), "one `expert` (level, 400), `ismcts(sims=500)` (level, 400), one `ismcts(sims=500)` (level, 16) |")
}

func TestSeatsAreComparedWithTheirWorth(t *testing.T) {
	all := field()
	worth := func(seat int, rate float64) {
		all[0].Deals.Seats[seat] = eval.SeatShare{Seat: seat, WinRate: rate, Low: rate - .04, High: rate + .04}
	}
	worth(1, .42) // a good chair: the bot wins as much against its like
	worth(2, .60)
	worth(3, .35) // the difference is .05 ± .057
	bot := ladder.NewBot(all)
	ahead, behind := bot.SeatsAhead(&bot.Rungs[0]) // .40 ± .04 in every seat against greedy
	assert.Equal(t, []int{1, 1}, []int{ahead, behind}, "ahead in 0, level in 1 and 3, behind in 2")
}

// In games of chips the number of wins says little.
func TestChipsCountWhereExploitabilityIsExact(t *testing.T) {
	win := pair(ringer, greedy, .40)
	win.Deals.MeanReturn, win.Deals.ReturnLow, win.Deals.ReturnHigh = -.2, -.3, -.1
	x := .0125
	bot := ladder.NewBot([]ladder.Record{win, {Kind: ladder.Exact, Ringer: "x", Game: "g", One: ringer, Exploitability: &x, Stamp: records.Stamp{Date: "2026-11-22"}}})
	page := ladder.Page([]ladder.Bot{bot})
	assert.Contains(t, page, "-0.2 (-0.3 … -0.1)")
	assert.Contains(t, page, "behind")
	assert.Contains(t, page, "exploitability 0.0125, exact")
	assert.NotContains(t, page, "40.0%")
}

func TestNothingFoundHasNoInterval(t *testing.T) {
	all := field()
	for i := range all[10].Gains {
		all[10].Gains[i].Found = false
	}
	assert.Contains(t, ladder.Page([]ladder.Bot{ladder.NewBot(all)}), "Best response: nothing found with 3 seeds.")
}

// Beside what was found or not, the page says when copies of the bot got worse by training.
func TestCopiesThatUnlearnAreTold(t *testing.T) {
	all := field()
	all[10].Unlearned = .25
	told := "; the mean return of its copies fell by 0.25 in training"
	assert.Contains(t, ladder.Page([]ladder.Bot{ladder.NewBot(all)}), told)
	for i := range all[10].Gains {
		all[10].Gains[i].Found = false
	}
	bot := ladder.NewBot(all)
	assert.Contains(t, ladder.Page([]ladder.Bot{bot}), "nothing found with 3 seeds"+told)
	score := ladder.NewScore(&bot)
	assert.Contains(t, score.Exploited(), told)
}

// A ladder says what best responses gain that have seen nothing of the bot, and what habits cost;
// records that are older say that nobody looked.
func TestFreshStartsAndHabitsAreTold(t *testing.T) {
	old := ladder.NewBot(field())
	page := ladder.Section(&old)
	assert.Contains(t, page, "\nBest response from a fresh start: not reported apart.\n")
	assert.Contains(t, page, "\nHabits: not audited.\n")
	all := field()
	all[10].Fresh = []ladder.Gain{{Seat: 0}, {Seat: 1, Gain: .12, Low: .06, High: .18, Found: true, By: "imitation of expert, seed 1"}, {Seat: 2}, {Seat: 3}}
	row := ladder.Constant{Seat: 1, Kind: "bid", Action: 5, Name: "bid 5", Points: 13, Low: 11, High: 16, Deals: 5000}
	audit := ladder.Record{
		Kind: ladder.Audited, Ringer: "x", Game: "g(players=4)", SpecHash: "s", One: ringer, Stamp: records.Stamp{Vectors: "v", Date: "2026-11-23"},
		Habits: &ladder.Audit{Most: 3, Constants: 21, Rows: []ladder.Constant{row}, Verdict: ladder.Habitual},
	}
	bot := ladder.NewBot(append(all, audit))
	page = ladder.Section(&bot)
	assert.Contains(t, page, "Best response from a fresh start: +9 (+4 … +14) points in seat 2 (by imitation of expert, seed 1).")
	assert.Contains(t, page, `Habits: Of 21 constants, one gains more than 3 points: always "bid 5" in seat 2 gains +13 (+11 … +16) points.`)
	audit.Habits.Verdict, audit.Habits.Open, audit.Habits.Sees, audit.Habits.MoreGames = ladder.OpenHabit, 4, 6.2, 24000
	assert.Equal(t, "Of 21 constants, 4 are open, by seat: these games could only see gains above 6.2 points. About 24,000 games more would tell whether one gains more than 3 points.", audit.Habits.Words())
	var b bytes.Buffer
	require.NoError(t, ladder.Write(&b, bot.Records))
	again, err := ladder.Read(&b)
	require.NoError(t, err)
	assert.Equal(t, bot.Records, again)
}

func TestRecordsAreReadBack(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, ladder.Write(&b, field()))
	got, err := ladder.Read(&b)
	require.NoError(t, err)
	assert.Equal(t, field(), got)
	for text, want := range map[string]string{
		`{"kind":"pair"}`: `line 1: ringer "", game "", one ""`,
		"\n" + `{"kind":"pair","ringer":"x","game":"g","one":{"name":"a"}}`: "line 2: a pair without others or deals",
		`{"kind":"guess","ringer":"x","game":"g","one":{"name":"a"}}`:       `kind "guess": want pair, exact, exploiter or habits`,
		`{"kind":"habits","ringer":"x","game":"g","one":{"name":"a"}}`:      "habits: no audit",
		`{"kind":"exploiter","ringer":"x","game":"g","one":{"name":"a"},"gains":[{"seat":0,"found":false}],"fresh":[{"seat":0,"found":false},{"seat":1,"found":false}]}`: "2 gains from a fresh start: want 1",
		`{"kind":"pair","wins":1}`: `line 1: wins: unknown key`,
		`{`:                        "line 1: ",
	} {
		_, err := ladder.Read(strings.NewReader(text))
		assert.ErrorContains(t, err, want)
	}
}

// A pair is known by its game, agents and seed, and a new measurement of it takes the old
// one's place.
func TestWhatIdentifiesARecord(t *testing.T) {
	base := pair(ringer, expert, .3)
	again := base
	again.Deals, again.Date, again.Seconds = deals(.4), "2027-01-01", 1
	assert.Equal(t, base.Key(), again.Key())
	changed := func(change func(*ladder.Record)) ladder.Record {
		r := base
		change(&r)
		return r
	}
	for name, r := range map[string]ladder.Record{
		"rules":        changed(func(r *ladder.Record) { r.SpecHash = "t" }),
		"the bot":      changed(func(r *ladder.Record) { r.One.Identity = "f" }),
		"the opponent": changed(func(r *ladder.Record) { r.Others.Identity = "f" }),
		"the seed":     changed(func(r *ladder.Record) { r.Seed = 4 }),
		"the budget":   changed(func(r *ladder.Record) { r.Setting = "more" }),
	} {
		assert.NotEqual(t, base.Key(), r.Key(), name)
		assert.Equal(t, []ladder.Record{r}, ladder.Put([]ladder.Record{base}, r), name)
	}
	assert.Len(t, ladder.Put([]ladder.Record{base}, pair(expert, ringer, .3)), 2)
	assert.True(t, base.Covers(100, 0))
	assert.False(t, base.Covers(101, 0))
	assert.True(t, base.Covers(101, 6), "its time is over")
	assert.False(t, base.Covers(101, 7))
}

func TestBlocksSurviveACutOffLine(t *testing.T) {
	var b bytes.Buffer
	row := func(x float64) eval.DealRow {
		return eval.DealRow{Shares: []float64{x, 1 - x}, Returns: []float64{x, -x}}
	}
	require.NoError(t, ladder.WriteBlock(&b, ladder.Block{Key: "k", First: 0, Seconds: 1, Rows: []eval.DealRow{row(0), row(1)}}))
	require.NoError(t, ladder.WriteBlock(&b, ladder.Block{Key: "other", First: 0, Seconds: 1, Rows: []eval.DealRow{row(0)}}))
	b.WriteString(`{"key":"k","first":2,"rows":[{"s":[` + "\n")
	require.NoError(t, ladder.WriteBlock(&b, ladder.Block{Key: "k", First: 3, Seconds: 1, Rows: []eval.DealRow{row(.2)}})) // after a gap
	require.NoError(t, ladder.WriteBlock(&b, ladder.Block{Key: "k", First: 2, Seconds: 2, Rows: []eval.DealRow{row(.5)}}))
	text := b.String()
	played, err := ladder.ReadBlocks(strings.NewReader(text), "k", 2)
	require.NoError(t, err)
	spec := &env.Spec{Players: 2, MinUtility: -2, MaxUtility: 2}
	want, err := eval.SumUpDeals(t.Context(), spec, []eval.DealRow{row(0), row(1), row(.5)}, 1)
	require.NoError(t, err)
	got, err := played.Sum.SumUp(t.Context(), spec, 1)
	require.NoError(t, err)
	assert.Equal(t, want, got)
	assert.InDelta(t, 3, played.Seconds, 1e-12)
	assert.Empty(t, played.Builds, "they name none")
	played, err = ladder.ReadBlocks(strings.NewReader(text), "k", 3)
	require.NoError(t, err)
	assert.Zero(t, played.Sum.Deals(), "of a game of another number of seats")
}

// Each build that played a part of a pair is named, once, and the page lists them all.
func TestPartsNameTheirBuilds(t *testing.T) {
	var b bytes.Buffer
	builds := []records.Stamp{
		{Revision: "1111111111aa", Vectors: "v", Date: "2026-11-20"},
		{Revision: "1111111111aa", Vectors: "v", Date: "2026-11-21"},
		{Revision: "1111111111aa", Vectors: "w", Date: "2026-11-21"},
		{Revision: "2222222222bb", Vectors: "v", Date: "2026-11-21"},
	}
	for i, stamp := range builds {
		row := eval.DealRow{Shares: []float64{1, 0}, Returns: []float64{1, -1}}
		require.NoError(t, ladder.WriteBlock(&b, ladder.Block{Key: "k", First: i, Rows: []eval.DealRow{row}, Stamp: stamp}))
	}
	played, err := ladder.ReadBlocks(&b, "k", 2)
	require.NoError(t, err)
	require.Equal(t, []records.Stamp{builds[0], builds[2], builds[3]}, played.Builds)

	all := field()
	for i := range all {
		all[i].Earlier = []records.Stamp{played.Builds[0], played.Builds[2]}
	}
	var text bytes.Buffer
	require.NoError(t, ladder.Write(&text, all))
	again, err := ladder.Read(&text)
	require.NoError(t, err)
	assert.Equal(t, all, again)
	bot := ladder.NewBot(again)
	assert.Contains(t, ladder.Page([]ladder.Bot{bot}), "Measured 2026-11-20 to ")
	assert.Contains(t, ladder.Page([]ladder.Bot{bot}), "commits 1111111111, 2222222222, abcdef0123;")
}

// A page names the vectors of each record where they differ: rows of one ladder may have been
// measured on several machines.
func TestARecordNamesItsVectors(t *testing.T) {
	all := field()
	same := ladder.NewBot(all)
	assert.Contains(t, ladder.Section(&same), "commits abcdef0123; vectors: v.\n")
	all[2].Vectors = "w"
	all[4].Earlier = []records.Stamp{{Revision: "1111111111aa", Vectors: "w", Date: "2026-11-20"}}
	other := ladder.NewBot(all)
	text := ladder.Section(&other)
	assert.NotContains(t, text, "vectors: v, w.")
	assert.Contains(t, text, "- commits abcdef0123; vectors: v: alone against itself, `expert`, `greedy`, ")
	assert.Contains(t, text, "- commits abcdef0123; vectors: w: `expert` against it.\n")
	assert.Contains(t, text, "- commits 1111111111, abcdef0123; vectors: v, w: `greedy` against it.\n")
}

// Parts stay as long as no record has as many deals of their pair.
func TestPartsOfUnfinishedPairsStay(t *testing.T) {
	over, short := field()[0], field()[1]
	over.Deals.Deals, short.Deals.Deals = 3, 2
	block := func(key string, first, rows int) ladder.Block {
		return ladder.Block{Key: key, First: first, Rows: make([]eval.DealRow, rows)}
	}
	for _, c := range []struct {
		blocks []ladder.Block
		left   bool
	}{
		{nil, false},
		{[]ladder.Block{block(over.Key(), 0, 2), block(over.Key(), 2, 1)}, false},
		{[]ladder.Block{block(over.Key(), 0, 2), block("unknown", 0, 1)}, true},
		{[]ladder.Block{block(short.Key(), 0, 2), block(short.Key(), 2, 1)}, true},
		{[]ladder.Block{block(short.Key(), 0, 2), block(short.Key(), 3, 1)}, false}, // after a gap
	} {
		var b bytes.Buffer
		for _, block := range c.blocks {
			require.NoError(t, ladder.WriteBlock(&b, block))
		}
		b.WriteString(`{"key":"cut o`)
		left, err := ladder.Unfinished(&b, []ladder.Record{over, short})
		require.NoError(t, err)
		assert.Equal(t, c.left, left, c.blocks)
	}
}

func ExampleSummary() {
	fmt.Print(ladder.Summary([]ladder.Bot{ladder.NewBot(field()[:2])}, "docs/ladder.md"))
	// Output:
	// | bot                     | seats | hardest opponent |          wins | even | games | not ahead of | wins against `expert` | games | exploited by |
	// |-------------------------|------:|------------------|--------------:|-----:|------:|--------------|----------------------:|------:|--------------|
	// | [`x`](docs/ladder.md#x) |     4 | `expert`         | 31% (29 … 33) |  25% |   400 |              |         31% (29 … 33) |   400 | not tried    |
}

func ExampleBrief() {
	few := field()
	few[7].Deals.Games, few[7].Deals.Low, few[7].Deals.High = 16, .07, .74
	for i := range few {
		few[i].Ringer = "y"
	}
	bots := []ladder.Bot{ladder.NewBot(field()[:2]), ladder.NewBot(few)}
	x := .0125
	bots = append(bots, ladder.NewBot([]ladder.Record{{Kind: ladder.Exact, Ringer: "z", Game: "g", One: ringer, Exploitability: &x, Stamp: records.Stamp{Date: "2026-11-22"}}}))
	fmt.Print(ladder.Brief(bots, "docs/ladder.md"))
	// Output:
	// | bot                     | hardest opponent  |          wins | even | games | ahead of |   best response gains |
	// |-------------------------|-------------------|--------------:|-----:|------:|---------:|----------------------:|
	// | [`x`](docs/ladder.md#x) | `expert`          | 31% (29 … 33) |  25% |   400 |   1 of 1 |             not tried |
	// | [`y`](docs/ladder.md#y) | `bot(x@00112233)` | 25% (23 … 27) |  25% |   400 |   4 of 8 | +15 (+8 … +22) points |
	// | [`z`](docs/ladder.md#z) | –                 |             – |    – |     – |        – |         0.0125, exact |
}

// A gain that was not found is less than any that was, whatever its estimate.
func TestBriefGains(t *testing.T) {
	gains := ladder.Record{Kind: ladder.Trained, Ringer: "x", Game: "g", One: ringer, Budget: "little", Stamp: records.Stamp{Date: "2026-11-22"}}
	for _, c := range []struct {
		gains []ladder.Gain
		want  string
	}{
		{[]ladder.Gain{{Gain: .3, Low: -.1, High: .7}, {Seat: 1, Gain: .2, Low: .1, High: .3, Found: true}, {Seat: 2, Gain: .1, Low: .05, High: .15, Found: true}}, "| +15 (+8 … +22) points |"},
		{[]ladder.Gain{{Gain: .3, Low: -.1, High: .7}}, " nothing found |"},
		{nil, " not tried |"},
	} {
		gains.Gains = c.gains
		bot := ladder.NewBot([]ladder.Record{pair(ringer, greedy, .4), gains})
		assert.Contains(t, ladder.Brief([]ladder.Bot{bot}, ""), c.want)
	}
}

func trained(factor float64, seed uint64, rate float64, vectors string) ladder.Training {
	return ladder.Training{
		Config: "x", Game: "g(players=4)", Factor: factor, Seed: seed, Decisions: int(1000 * factor), Seconds: 60 * factor * float64(seed),
		Results: []ladder.Report{{Opponent: "expert", Games: 400, WinRate: rate, Low: rate - .03, High: rate + .03, EqualShare: .25}},
		Stamp:   records.Stamp{Vectors: vectors, Date: "2026-11-22"},
	}
}

// Runs of one length are taken together: the mean with its interval, and the spread.
func TestScalingTakesRunsOfALengthTogether(t *testing.T) {
	var runs []ladder.Training
	for _, r := range []ladder.Training{
		trained(4, 1, .40, "wide"), trained(1, 2, .34, "wide"), trained(1, 1, .20, "wide"), trained(1, 1, .30, "narrow"), trained(1, 1, .32, "wide"),
	} {
		runs = ladder.PutTraining(runs, r)
	}
	require.Len(t, runs, 4, "the same run on the same vectors takes the place of the older one")
	page := ladder.ScalingPage(runs, nil)
	// The half-widths .03 of three runs make .03/√3 for their mean.
	assert.Contains(t, page, "32% (30 … 34); runs 30.0% to 34.0%")
	assert.Contains(t, page, "|    × 4 |    1 |     4,000 |        4.0 |       1 |                      40% (37 … 43) |")
	assert.Contains(t, page, "|    × 1 |    3 |     1,000 | 1.0 to 2.0 | 1, 1, 2 |")
	block := ladder.TrainingBlock(runs, "x")
	assert.Contains(t, block, "| `expert`            |    3 |        1,200 | 32% (30 … 34) |        30.0% to 34.0% |  25% |")
	assert.Contains(t, block, "Training took 1.0 to 2.0 minutes a run; other work on the machine makes it longer. Trained 2026-11-22; commits unknown; vectors: narrow, wide.")
	assert.Empty(t, ladder.TrainingBlock(runs, "y"))
	one := ladder.TrainingBlock(runs[:1], "x")
	assert.Contains(t, one, "| `expert`            |    1 |          400 |")
	assert.NotContains(t, one, "lowest", "one run has no spread")

	var b bytes.Buffer
	require.NoError(t, ladder.WriteTrainings(&b, runs))
	got, err := ladder.ReadTrainings(&b)
	require.NoError(t, err)
	assert.Equal(t, runs, got)
	slices.Reverse(got)
	require.NoError(t, ladder.WriteTrainings(&b, got))
	got, err = ladder.ReadTrainings(&b)
	require.NoError(t, err)
	assert.Equal(t, runs, got, "files that were joined are in order")
	_, err = ladder.ReadTrainings(strings.NewReader(`{"config":"x"}`))
	assert.ErrorContains(t, err, `line 1: config "x", factor 0, 0 decisions`)
	_, err = ladder.ReadTrainings(strings.NewReader(`{"config":"x","factor":1,"decisions":1}`))
	assert.ErrorContains(t, err, `line 1: config "x": neither results nor exploitability`)
}

// A row of the very run that a shipped bot is of says so; a run that is only as long does
// not.
func TestScalingMarksTheRunsOfShippedBots(t *testing.T) {
	runs := []ladder.Training{trained(1, 1, .32, "wide"), trained(4, 1, .40, "wide")}
	bot := ladder.TrainedBot{Name: "b", Decisions: 4000, Seconds: 240.04, Results: []ladder.Report{{Opponent: "expert", WinRate: .40}}}
	assert.Contains(t, ladder.ScalingPage(runs, []ladder.TrainedBot{bot}), "|    × 4 |    1 |     4,000 |     4.0 |     1 | `b`      |")
	for name, change := range map[string]func(*ladder.TrainedBot){
		"another length": func(b *ladder.TrainedBot) { b.Decisions++ },
		"another time":   func(b *ladder.TrainedBot) { b.Seconds++ },
		"another share":  func(b *ladder.TrainedBot) { b.Results = []ladder.Report{{Opponent: "expert", WinRate: .41}} },
		"no results":     func(b *ladder.TrainedBot) { b.Results = nil },
	} {
		other := bot
		change(&other)
		assert.NotContains(t, ladder.ScalingPage(runs, []ladder.TrainedBot{other}), "`b`", name)
	}
}

// Runs that met the bot that ships have a column of it, until that bot has other weights.
func TestScalingAgainstTheShippedBot(t *testing.T) {
	runs := []ladder.Training{trained(1, 1, .32, "wide"), trained(1, 2, .34, "wide"), trained(4, 1, .40, "wide")}
	runs[1].Ringer = &ladder.RingerReport{Report: ladder.Report{Opponent: "bot(b)", Games: 400, WinRate: .19, Low: .17, High: .21, EqualShare: .25}, Weights: "w"}
	assert.NotContains(t, ladder.ScalingPage(runs[2:], nil), "against `bot(b)`")
	for _, page := range []string{ladder.ScalingPage(runs, nil), ladder.ScalingPage(runs, []ladder.TrainedBot{{Name: "b", Weights: "w"}})} {
		assert.Contains(t, page, "against `bot(b)` |")
		assert.Regexp(t, `× 1 \|.*\| +19% \(17 … 21\); seed 2 alone \|\n`, page)
		assert.Regexp(t, `× 4 \|.*\| +– \|\n`, page)
	}
	assert.NotContains(t, ladder.ScalingPage(runs, []ladder.TrainedBot{{Name: "b", Weights: "others"}}), "bot(b)")
	runs[0].Ringer = runs[1].Ringer
	assert.Contains(t, ladder.ScalingPage(runs, nil), "19% (18 … 20); runs 19.0% to 19.0% |")
}

// The page of an ablation shows variants beside each other, and the worst result of each
// over opponents and variants.
func TestAblationPage(t *testing.T) {
	peer := func(name string, rate float64) ladder.Report {
		return ladder.Report{Opponent: name, Games: 800, WinRate: rate, Low: rate - .02, High: rate + .02, EqualShare: .25}
	}
	var runs []ladder.Training
	for seed := range uint64(2) {
		plain, changed := trained(1, seed+1, .35, "wide"), trained(1, seed+1, .45, "wide")
		plain.Peers = []ladder.Report{peer("experts", .30+.02*float64(seed))}
		changed.Variant, changed.Change, changed.Peers = "experts", []string{"opponents.fixed_share=0.95"}, []ladder.Report{peer("shipped", .15)}
		changed.Gains, changed.Budget = []ladder.Gain{{Seat: 0, Gain: .2, Low: .1, High: .3, Found: true}, {Seat: 1}}, "a budget"
		changed.Fresh = []ladder.Gain{{Seat: 0, Gain: .12, Low: .04, High: .2, Found: true}, {Seat: 1, Gain: .04, Low: -.04, High: .12}}
		plain.Gains, plain.Budget = []ladder.Gain{{}, {Seat: 1}}, "a budget"
		runs = ladder.PutTraining(ladder.PutTraining(runs, changed), plain)
	}
	require.Len(t, runs, 4)
	page := ladder.AblationPage(runs, "ablation")
	for _, want := range []string{
		"- `experts`: `opponents.fixed_share=0.95`",
		"![What the variants win, x](ablation/x.svg)",
		"| `shipped` |    2 |     1,000 | 1.0 to 2.0 | 31% (30 … 32) against `experts` |",
		"| `experts` |    2 |     1,000 | 1.0 to 2.0 | 15% (14 … 16) against `shipped` |",
		"31% (30 … 32); runs 30.0% to 32.0%",
		"| `shipped` |    1 | nothing, nothing             | –                           |            – | a budget |",
		"| `experts` |    1 | +10 (+5 … +15), nothing      | +6 (+2 … +10), +2 (-2 … +6) | +4 (+1 … +7) | a budget |",
	} {
		assert.Contains(t, page, want)
	}
	table := ladder.VariantsTable(runs, "network", "the MLP")
	assert.Contains(t, table, "| `g(players=4)` | MLP     |    2 |     1,000 | 1.0 to 2.0 | ")
	assert.Contains(t, table, "|                | experts |    2 |     1,000 | 1.0 to 2.0 | 15% (14 … 16); runs 15.0% to 15.0% |")
	assert.Empty(t, ladder.VariantsTable(nil, "network", "the MLP"))
	charts := ladder.AblationSVGs(runs)
	require.Contains(t, charts, "x.svg")
	svg := string(charts["x.svg"])
	assert.Equal(t, 1+2, strings.Count(svg, "<circle"), "the legend, and shipped against expert and experts")
	assert.Equal(t, 1+1+2, strings.Count(svg, "<rect"), "the paper, the legend, and experts against expert and shipped")
	assert.Empty(t, ladder.TrainingBlock(runs[2:], "x"), "a variant is not the configuration")

	for i, x := range []float64{.5, .6, .7, .9} { // two of each variant
		runs[i].Exploitability, runs[i].Gains = &x, nil
	}
	page = ladder.AblationPage(runs, "ablation")
	assert.Contains(t, page, "| `shipped` |    2 |     1,000 | 1.0 to 2.0 | 0.5500; runs 0.5000 to 0.6000 |")
	assert.Contains(t, page, "exploitability decides")
	svg = string(ladder.AblationSVGs(runs)["x.svg"])
	assert.Equal(t, 2, strings.Count(svg, "<circle"), "the legend and the one figure of shipped")
}

// A row that was trained with other vectors than the next one says so.
func TestScalingRowsSayTheirVectors(t *testing.T) {
	short, whole := trained(.25, 1, .5, "narrow"), trained(1, 1, .6, "wide")
	assert.Contains(t, ladder.ScalingPage([]ladder.Training{short, whole}, nil),
		"\nTrained 2026-11-22. × 0.25: commits unknown; vectors: narrow. × 1: commits unknown; vectors: wide.\n")
	short.Vectors = "wide"
	assert.Contains(t, ladder.ScalingPage([]ladder.Training{short, whole}, nil), "\nTrained 2026-11-22; commits unknown; vectors: wide.\n")
}

// The table of the calibration has a line a game and a column an algorithm, and its speed
// is the slowest run's.
func TestCalibrationTable(t *testing.T) {
	assert.Empty(t, ladder.CalibrationTable(nil, nil))
	var runs []ladder.Training
	for i, x := range []float64{.01, .02} {
		one := trained(1, uint64(7+i), .5, "wide")
		one.Config, one.Game, one.Results, one.Exploitability, one.Seconds = "kuhn", "kuhn", nil, &x, float64(10+10*i)
		runs = ladder.PutTraining(runs, one)
	}
	other := runs[0]
	other.Config, other.Game, other.Vectors = "leduc", "leduc", "of another machine"
	solved := []ladder.Solved{
		{Game: "leduc", Algorithm: "cfr+", Iterations: 1000, Exploitability: .00025},
		{Game: "kuhn", Algorithm: "cfr+", Iterations: 1000, Exploitability: .00005},
		{Game: "kuhn", Algorithm: "cfr+", Iterations: 10, Exploitability: .5},
	}
	table := ladder.CalibrationTable(ladder.PutTraining(runs, other), solved)
	for _, want := range []string{
		"| game    | decisions | seeds | exploitability of each |   mean |   aim | decisions a second | cfr+, 1,000 iterations | cfr+, 10 iterations | trained with                                 |",
		"| `kuhn`  |     1,000 |  7, 8 | 0.0100, 0.0200         | 0.0150 | 0.012 |                 50 |                  5e-05 |                 0.5 | commits unknown; vectors: wide               |",
		"| `leduc` |     1,000 |     7 | 0.0100                 | 0.0100 |   0.2 |                100 |                0.00025 |                   – | commits unknown; vectors: of another machine |",
		"\nTrained 2026-11-22.\n",
	} {
		assert.Contains(t, table, want)
	}
	page := ladder.ScalingPage(runs, nil)
	assert.Contains(t, page, "| 0.0150; runs 0.0100 to 0.0200 |")
	assert.Contains(t, page, "exploitability |")
	assert.NotContains(t, ladder.AblationPage(runs, "ablation"), "number of wins", "there are none")

	unmeasured := trained(4, 7, .5, "wide")
	unmeasured.Config, unmeasured.Game = runs[0].Config, runs[0].Game
	page = ladder.ScalingPage(ladder.PutTraining(runs, unmeasured), nil)
	assert.Regexp(t, `\| +× 4 \|.*\| +– \|\n`, page, "what is not known is not 0")
}

// A second run of a bot's configuration stands beside the bot; the bot's own run, shorter
// ones and runs of other rules do not.
func TestRunsLikeThoseOfBots(t *testing.T) {
	bot := ladder.NewBot(field())
	own := trained(1, 1, .31, "v")
	again, short, other := own, trained(.5, 3, .31, "v"), trained(1, 4, .31, "v")
	again.Seed, again.Seconds, again.Results = 2, 90, []ladder.Report{{Opponent: "expert", Games: 400, WinRate: .29, Low: .26, High: .32, EqualShare: .25}, {Opponent: "nobody"}}
	other.Game = "h"
	shipped := []ladder.TrainedBot{{Name: "x", Decisions: own.Decisions, Seconds: own.Seconds, Results: own.Results}}
	block := ladder.RetrainedBlock([]ladder.Training{own, again, short, other}, shipped, []ladder.Bot{bot})
	assert.Contains(t, block, "| `x` |    2 | `expert` |   400 | 29% (26 … 32) | 31% (29 … 33) | -2 (-6 … +2) |")
	assert.Equal(t, 1, strings.Count(block, "`x`"))
	again.Ringer, shipped[0].Weights = &ladder.RingerReport{Report: ladder.Report{Games: 400, WinRate: .2, Low: .18, High: .22, EqualShare: .25}, Weights: "w"}, "w"
	block = ladder.RetrainedBlock([]ladder.Training{again}, shipped, []ladder.Bot{bot})
	assert.Contains(t, block, "| `x` |    2 | the bot  |   400 | 20% (18 … 22) |           25% | -5 (-7 … -3) |")
	assert.Empty(t, ladder.RetrainedBlock([]ladder.Training{own, short, other}, shipped, []ladder.Bot{bot}))
}
