package learners_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/report/learners"
	"ringer/report/records"
)

func value(x float64) *float64 { return &x }

// run returns a run of two points, whose averaged policy ends at some figure in some time.
func run(arm string, seed uint64, last, averaged, seconds float64) learners.Run {
	return learners.Run{
		Game: "kuhn", Spec: "kuhn", Arm: arm, Algorithm: "ppo", Config: "kuhn", Seed: seed, Budget: 1000, Uniform: 0.45,
		Points: []learners.Point{{At: 500, Processor: seconds / 2, Last: 4 * last, Averaged: value(2 * averaged)}, {At: 1010, Processor: seconds, Last: last, Averaged: value(averaged)}},
		Final:  min(last, averaged), Stamp: records.Stamp{Date: "2026-01-02"},
	}
}

// three arms with three seeds: near differs from best by -.01, .01 and .03, far by about .1; and a solver.
func three() (all []learners.Run) {
	for i, seed := range []uint64{7, 8, 9} {
		noise := float64(i) * 0.01
		all = learners.Put(all, run("far", seed, 0.3, 0.2+noise, 20))
		all = learners.Put(all, run("best", seed, 0.3, 0.1+noise, 10))
		all = learners.Put(all, run("near", seed, 0.3, 0.09+3*noise, 40))
	}
	solver := run("cfr", 7, 0.5, 0.001, 1)
	solver.Solver, solver.Budget, solver.Final = true, 100, 0.001
	return learners.Put(all, solver)
}

func TestStandings(t *testing.T) {
	list := learners.Standings(three())
	require.Len(t, list, 1)
	s := &list[0]
	assert.Equal(t, 1000, s.Decisions)
	assert.InDelta(t, 10, s.Seconds, 1e-12, "of the fastest learner, and not of the solver")
	var arms []string
	for _, r := range s.Rows {
		arms = append(arms, r.Arm)
	}
	assert.Equal(t, []string{"best", "near", "far", "cfr"}, arms, "a solver is no rival")
	best, near, far, solver := &s.Rows[0], &s.Rows[1], &s.Rows[2], &s.Rows[3]
	assert.InDelta(t, 0.11, best.Final.Value, 1e-12)
	assert.InDelta(t, 0.11-4.302653*0.01/math.Sqrt(3), *best.Final.Low, 1e-6, "Student's t with two degrees of freedom")
	assert.Nil(t, best.Behind)
	assert.Nil(t, solver.Behind)
	assert.Nil(t, solver.Final.Low, "one run")

	// The differences of near are -.01, .01, .03: mean .01, deviation .02; two comparisons want
	// t at 1-.025/2, 6.2053 (tables of the distribution).
	require.NotNil(t, near.Behind)
	assert.InDelta(t, 0.01, near.Behind.Value, 1e-12)
	assert.InDelta(t, 0.01+6.205347*0.02/math.Sqrt(3), near.Behind.High, 1e-6)
	assert.False(t, near.Apart())
	assert.InDelta(t, 0.1, far.Behind.Value, 1e-12)
	assert.True(t, far.Apart())

	// After 10 seconds far and near are where they were half-way, and a quarter of the way.
	assert.InDelta(t, 0.11, best.AtTime.Value, 1e-12)
	assert.InDelta(t, 0.42, far.AtTime.Value, 1e-12)
	assert.Nil(t, near.AtTime, "its first point is at 20 seconds")
	assert.InDelta(t, 0.3, best.Last.Value, 1e-12)

	words := s.Verdict()
	assert.Contains(t, words, "`best`")
	assert.Contains(t, words, "not told apart from it: `near`")
	assert.NotContains(t, words, "`far`")
}

// Over two games by hand: near is not told apart from best at one and first at the other, where best is twice as exploitable; far
// was trained at one game alone.
func TestPlaces(t *testing.T) {
	all := three()
	for i, seed := range []uint64{7, 8, 9} {
		for arm, final := range map[string]float64{"near": 0.05, "best": 0.1} {
			r := run(arm, seed, 0.3, final+float64(i)*0.001, 10)
			r.Game = "leduc"
			all = learners.Put(all, r)
		}
	}
	list := learners.Standings(all)
	places := learners.Places(list)
	require.Len(t, places, 3)
	assert.Equal(t, learners.Place{Arm: "near", Games: 2, First: 2, Times: math.Sqrt(0.12 / 0.11)}, places[0])
	assert.Equal(t, "best", places[1].Arm)
	assert.Equal(t, 1, places[1].First)
	assert.InDelta(t, math.Sqrt(0.101/0.051), places[1].Times, 1e-9)
	assert.Equal(t, "far", places[2].Arm)
	assert.Equal(t, 1, places[2].Games)
	assert.InDelta(t, 0.21/0.11, places[2].Times, 1e-9)

	// Uniform play has .45, a fourth of which is .1125: near has .12 and far .21 at kuhn, and nobody more at leduc.
	text := learners.Summary(list)
	assert.Contains(t, text, "**`near`** comes first: it is the least exploitable of a game, or cannot be told apart from that, at 2 of 2, and 1.04 times")
	assert.Contains(t, text, " Next: `best` (1 of 2, 1.41 times), `far` (0 of 2, 1.91 times).")
	assert.Contains(t, text, "| `near`       | 2 of 2 |            1.04 | **0.1200** | **0.0510** |")
	assert.Contains(t, text, "| uniform play |      – |               – |     0.4500 |     0.4500 |")
	assert.Contains(t, text, "Less than 4 times less exploitable than uniform play: `near` (3.8), `far` (2.1).\n")
	assert.Contains(t, text, "`near`, 0.051")
	assert.Contains(t, text, "Settings of all were chosen by hand: `ringer sweep` tuned none.")
	list[0].Rows[1].Tuned = &learners.Tuned{Trials: 18}
	assert.Contains(t, learners.Summary(list), "`ringer sweep` tuned `near`; settings of the others were chosen by hand.")
	assert.Contains(t, text, "All are at least 4 times less exploitable than uniform play.\n")
}

// Trials by hand: three of mmd with seeds of 1 and 2, whose means are .2, .3 and .4, and one of ppo.
func TestTrialsTable(t *testing.T) {
	var all []learners.Run
	for i, name := range []string{"mmd+b", "mmd+a", "mmd+c"} {
		for k, seed := range []uint64{1, 2} {
			r := run(name, seed, 1, []float64{0.3, 0.2, 0.4}[i]+0.05*float64(2*k-1), 10)
			r.Set = []string{"algorithm=mmd", "mmd.entropy=0." + string("123"[i])}
			all = learners.Put(all, r)
		}
	}
	longer := run("ppo+b", 1, 1, 0.05, 10)
	longer.Budget = 5000
	all = learners.Put(learners.Put(all, longer), run("ppo+a", 1, 1, 0.1, 10))
	text := learners.TrialsTable(all)
	assert.Contains(t, text, "| kuhn | `mmd`   |     3 |     1,000 |     2 | 0.200 |  0.300 | 0.400 | `mmd.entropy=0.2` |")
	assert.Contains(t, text, "| kuhn | `ppo`   |     1 |     1,000 |     1 | 0.100 |  0.100 | 0.100 |                   |")
	assert.Contains(t, text, "| kuhn | `ppo`   |     1 |     5,000 |     1 | 0.050 |  0.050 | 0.050 |                   |")
}

// Uniform play has .45: finals of .1, .11 and .12 are 4.09 times less on the mean, and .2, .21 and .22 only 2.14 times. After five
// times the decisions one seed of far has .05, which is 9.
func TestBudgets(t *testing.T) {
	longer := run("far", 7, 0.3, 0.05, 10)
	longer.Budget = 5000
	text := learners.Budgets(learners.Put(three(), longer))
	assert.Contains(t, text, "| game | decisions |     `far` |       `best` |   `near` |")
	assert.Contains(t, text, "| kuhn |     1,000 |  2.14 (3) | **4.09** (3) | 3.75 (3) |")
	assert.Contains(t, text, "| kuhn |     5,000 | **9** (1) |            – |        – |")
	assert.NotContains(t, text, "cfr")
}

// NFSP's published figure at leduc is .638. Finals of .5, .51 and .52 are below it with their interval of .025; finals of .6, .63 and .66 after more
// decisions, and of .62, .65 and .68, hold it; and .7, .71 and .72 are above.
func TestPublishedTable(t *testing.T) {
	at := func(final, step float64, budget int) (all []learners.Run) {
		for i := range uint64(3) {
			r := run("nfsp", i, 1, final+step*float64(i), 10)
			r.Game, r.Budget = "leduc", budget
			all = append(all, r)
		}
		return all
	}
	met := func(all []learners.Run) string {
		for _, line := range strings.Split(learners.PublishedTable(all), "\n") {
			if cells := strings.Split(line, "|"); len(cells) > 8 && strings.TrimSpace(cells[2]) == "NFSP" && strings.TrimSpace(cells[1]) == "leduc" {
				return strings.TrimSpace(cells[7]) + " / " + strings.TrimSpace(cells[8])
			}
		}
		return ""
	}
	assert.Equal(t, "– / –", met(nil))
	assert.Equal(t, "`nfsp`: 0.51 (0.49 … 0.53), 1,000 decisions, 3 seeds / yes", met(at(0.5, 0.01, 1000)))
	assert.Contains(t, met(append(at(0.5, 0.01, 1000), at(0.6, 0.03, 2000)...)), "2,000 decisions, 3 seeds / on the mean; the interval holds it")
	assert.Contains(t, met(at(0.62, 0.03, 1000)), " / not on the mean; the interval holds it")
	assert.Contains(t, met(at(0.7, 0.01, 1000)), " / no")
	assert.Contains(t, met(at(0.5, 0.01, 1000)[:1]), "1 seed / yes, with one seed")
}

// Games at which a learner has the same changes share a row of the settings, whatever the order of the changes.
func TestSettingsShareRows(t *testing.T) {
	at := func(game string, set ...string) learners.Run {
		r := run("ppo", 7, 0.3, 0.2, 10)
		r.Game, r.Set = game, set
		return r
	}
	text := learners.Settings([]learners.Run{at("kuhn", "a=1", "b=2"), at("leduc", "b=2", "a=1"), at("darkhex", "a=3")})
	assert.Contains(t, text, "| kuhn, leduc | ppo       | `a=1`, `b=2` | hand ")
	assert.Contains(t, text, "| darkhex     | ppo       | `a=3`        | hand ")
	assert.Equal(t, 4, strings.Count(text, "\n"))
}

// With one seed nothing is told apart, and nothing is said of an interval.
func TestOneSeed(t *testing.T) {
	list := learners.Standings([]learners.Run{run("a", 1, 0.3, 0.1, 10), run("b", 1, 0.3, 0.2, 10)})
	assert.Nil(t, list[0].Rows[1].Behind)
	assert.Nil(t, list[0].Rows[0].Final.Low)
	assert.Contains(t, list[0].Verdict(), "with too few seeds to tell: `b`")
	assert.True(t, list[0].First("a"))
	assert.False(t, list[0].First("b"), "it may be as good: that is not known")
	assert.NotContains(t, learners.Summary(list), "**0.2000**")
}

// A record takes the place of the one before it; arms and games stay in the order in which they came.
func TestPut(t *testing.T) {
	all := three()
	again := run("best", 8, 0.3, 0.05, 10)
	all = learners.Put(all, again)
	require.Len(t, all, 10)
	assert.Equal(t, []string{"far", "far", "far", "best", "best", "best", "near", "near", "near", "cfr"}, func() (arms []string) {
		for _, r := range all {
			arms = append(arms, r.Arm)
		}
		return arms
	}())
	assert.InDelta(t, 0.05, all[4].Final, 0)
	// Other budgets stay apart, and the largest that more than half of the learners have is compared, however many
	// seeds another has.
	solver := all[9]
	solver.Budget = 200
	all = learners.Put(all, solver)
	for seed := range uint64(12) {
		larger := run("best", seed, 0.2, 0.01, 10)
		larger.Budget = 5000
		all = learners.Put(all, larger)
	}
	require.Len(t, all, 23)
	s := learners.Standings(all)[0]
	assert.Equal(t, 1000, s.Decisions)
	assert.Len(t, s.Rows[0].Seeds, 3)
	assert.Equal(t, 200, s.Rows[3].Budget, "more iterations are better")
	for _, arm := range []string{"near", "far"} {
		r := run(arm, 8, 0.2, 0.01, 10)
		r.Budget = 5000
		all = learners.Put(all, r)
		assert.Equal(t, 5000, learners.Standings(all)[0].Decisions, "the larger budget, which more than half have")
	}
	assert.Contains(t, learners.Blocks(all)["summary"], "5,000 decisions")

	var b bytes.Buffer
	require.NoError(t, learners.Write(&b, all))
	back, err := learners.Read(&b)
	require.NoError(t, err)
	assert.Equal(t, all, back)
}

func TestBadRecords(t *testing.T) {
	for name, spoil := range map[string]func(*learners.Run){
		"want a game":               func(r *learners.Run) { r.Game = "" },
		"want a budget":             func(r *learners.Run) { r.Budget = 0 },
		"figures of its end":        func(r *learners.Run) { r.Uniform = 0 },
		"points[1]: want ascending": func(r *learners.Run) { r.Points[1].At = 500 },
		"points[0]: want ascending": func(r *learners.Run) { r.Points[0].Processor = -1 },
	} {
		r := run("a", 1, 0.3, 0.1, 10)
		spoil(&r)
		var b bytes.Buffer
		require.NoError(t, learners.Write(&b, []learners.Run{r}))
		_, err := learners.Read(&b)
		assert.ErrorContains(t, err, "line 1: ", name)
		assert.ErrorContains(t, err, name)
	}
}

// The page says what the records say: figures that cannot be told from the best are bold, and no others.
func TestBlocks(t *testing.T) {
	all := three()
	all[0].Tuned, all[0].Set = &learners.Tuned{Trials: 18, Seed: 5, Decisions: 300}, []string{"ppo.kl=3"}
	blocks := learners.Blocks(all)
	assert.Contains(t, blocks["summary"], "**0.1100**")
	assert.Contains(t, blocks["summary"], "**0.1200**")
	assert.NotContains(t, blocks["summary"], "**0.2100**")
	assert.Contains(t, blocks["summary"], "0.2100")
	assert.Contains(t, blocks["games"], "learners/kuhn.svg")
	assert.Contains(t, blocks["games"], "after 10 s")
	assert.Contains(t, blocks["settings"], "`ppo.kl=3`")
	assert.Contains(t, blocks["settings"], "18 trials of up to 300 decisions, seed 5")
	assert.NotContains(t, blocks["settings"], "cfr")
	assert.Contains(t, blocks["published"], "`best`: ")
	assert.Contains(t, blocks["summary"], "To train `best` at kuhn as here")
	assert.Contains(t, blocks["summary"], "ringer train --config kuhn --set decisions=1000\n")
	assert.Contains(t, learners.Blocks(nil)["summary"], "has not been run")
	for _, p := range learners.Elsewhere() {
		assert.True(t, p.Exploitability > 0 && strings.HasPrefix(p.Source, "[") && p.Differs != "" && p.Budget != "", p)
	}
}

// A picture of many arms shows the best of them, and is XML.
func TestChart(t *testing.T) {
	all := three()
	for i := range 8 {
		all = learners.Put(all, run(fmt.Sprintf("more-%d", i), 7, 0.4, 0.31, 10))
	}
	svg := learners.Chart(all, "kuhn")
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	for {
		_, err := decoder.Token()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
	}
	assert.Contains(t, string(svg), "best")
	assert.Contains(t, string(svg), "the first 7 of 12")
	assert.NotContains(t, string(svg), "more-7")
	assert.Nil(t, learners.Chart(all, "leduc"))
}
