package sweep_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/train/sweep"
)

func ranges(t *testing.T, texts ...string) sweep.Space {
	t.Helper()
	var space sweep.Space
	for i, text := range texts {
		r, err := sweep.ParseRange(fmt.Sprintf("key%d", i), text)
		require.NoError(t, err)
		space = append(space, r)
	}
	return space
}

func TestValuesOfRanges(t *testing.T) {
	space := ranges(t, "0.01..1 log", "1..4 int", "[64, 64] | [128] | off", "-1..1", "1..1000 int log")
	assert.Equal(t, []string{"key0=0.01", "key1=1", "key2=[64, 64]", "key3=-1", "key4=1"}, space.Assignments([]float64{0, 0, 0, 0, 0}))
	assert.Equal(t, []string{"key0=0.1", "key1=3", "key2=[128]", "key3=0", "key4=22"}, space.Assignments([]float64{.5, .5, .5, .5, .5}))
	assert.Equal(t, []string{"key0=1", "key1=4", "key2=off", "key3=1", "key4=1000"}, space.Assignments([]float64{1, 1, 1, 1, 1}))

	// Whole numbers get equal parts.
	counts := map[string]int{}
	for i := range 1000 {
		counts[space[1].Value((float64(i)+.5)/1000)]++
	}
	assert.Equal(t, map[string]int{"1": 250, "2": 250, "3": 250, "4": 250}, counts)
	assert.True(t, sweep.IsRange("1..2"))
	assert.True(t, sweep.IsRange("a|b"))
	assert.False(t, sweep.IsRange("0.5"))
}

func TestBadRanges(t *testing.T) {
	for text, want := range map[string]string{
		"3":           `key: "3": want LOW..HIGH`,
		"1..":         `key: "1..": want LOW..HIGH`,
		"a..1":        `key: "a": want a number before ..`,
		"1..b":        `key: "b": want a number after ..`,
		"1..2 lgo":    `key: "lgo": want log or int after the numbers`,
		"2..1":        `key: 2..1: want the smaller number first`,
		"NaN..1":      `key: "NaN": want a number before ..`,
		"-Inf..1":     `key: "-Inf": want a number before ..`,
		"0..1 log":    `key: 0: want a number above 0, because of log`,
		"0.5..2 int":  `key: 0.5..2: want whole numbers, because of int`,
		"a | | b":     `key: "a | | b": want a value on both sides of every |`,
		"1..2 log 3 ": `key: "3": want log or int after the numbers`,
	} {
		_, err := sweep.ParseRange("key", text)
		assert.ErrorContains(t, err, want, text)
	}
}

// bowl is a score that only some settings make small, and a cost that grows with the
// third one, which changes no score.
func bowl(space sweep.Space, point []float64) sweep.Result {
	score := math.Pow(point[0]-.8, 2) + math.Pow(point[1]-.3, 2)
	if space[3].Value(point[3]) != "b" {
		score += .2
	}
	return sweep.Result{Point: point, Score: score, Cost: math.Exp(3 * point[2])}
}

// Proposals come closer to the best settings than as many random ones do, and cost
// less.
func TestProposalsLearn(t *testing.T) {
	space := ranges(t, "0..1", "0..1", "0..1", "a | b | c")
	const trials = 60
	var score, cost [2]float64 // of the later half: proposed, random
	for seed := range uint64(20) {
		var learned, random []sweep.Result
		for i := range uint64(trials) {
			learned = append(learned, bowl(space, sweep.Propose(space, [][]sweep.Result{learned}, env.Stream(seed, "test", i))))
			random = append(random, bowl(space, sweep.Propose(space, nil, env.Stream(seed, "random", i))))
		}
		for k, of := range [][]sweep.Result{learned, random} {
			for _, r := range of[trials/2:] {
				score[k] += r.Score
				cost[k] += r.Cost
			}
		}
	}
	t.Logf("proposed: score %.1f, cost %.0f; random: %.1f, %.0f", score[0], cost[0], score[1], cost[1])
	assert.Less(t, score[0], .6*score[1])
	assert.Less(t, cost[0], .8*cost[1])
}

func TestProposalsAreTheSameEveryTime(t *testing.T) {
	space := ranges(t, "0..1", "0..1", "0..1", "a | b | c")
	var results []sweep.Result
	for i := range uint64(30) {
		results = append(results, bowl(space, sweep.Propose(space, nil, env.Stream(1, "test", i))))
	}
	results[3].Score = math.Inf(1)
	for i := range uint64(20) {
		first := sweep.Propose(space, [][]sweep.Result{results, results[:3]}, env.Stream(2, "test", i))
		assert.Equal(t, first, sweep.Propose(space, [][]sweep.Result{results, results[:3]}, env.Stream(2, "test", i)))
		for _, x := range first {
			assert.True(t, x >= 0 && x <= 1, "%v", first)
		}
	}
}

// Even when every training failed, there is something to try.
func TestProposalsAfterFailures(t *testing.T) {
	space := ranges(t, "0..1")
	var results []sweep.Result
	for range 10 {
		results = append(results, sweep.Result{Point: []float64{.5}, Score: math.Inf(1), Cost: 1})
	}
	for i := range uint64(20) {
		assert.Len(t, sweep.Propose(space, [][]sweep.Result{results}, env.Stream(1, "test", i)), 1)
	}
}

// climb runs a ladder to its end and returns the trials.
func climb(l *sweep.Ladder, limit int, score func(trial, rung int) float64) []sweep.Trial {
	trials := make([]sweep.Trial, limit)
	for _, bracket := range l.Brackets(limit) {
		for k := range l.Rungs {
			for _, i := range l.Climbers(trials, bracket, k) {
				trials[i].Results = append(trials[i].Results, sweep.Result{Score: score(i, k), Cost: 1})
			}
		}
	}
	return trials
}

// Trainings that fail end within a second, which is no reason to try more like them.
func TestProposalsAvoidWhatFails(t *testing.T) {
	space := ranges(t, "0..1", "0..1")
	failed, proposed := 0, 0
	for seed := range uint64(20) {
		var results []sweep.Result
		for i := range uint64(60) {
			point := sweep.Propose(space, [][]sweep.Result{results}, env.Stream(seed, "test", i))
			r := sweep.Result{Point: point, Score: math.Pow(point[0]-.6, 2) + math.Pow(point[1]-.3, 2), Cost: 1000}
			fails := point[0] > .75
			if fails {
				r.Score, r.Cost = math.Inf(1), 1
			}
			results = append(results, r)
			if i >= 30 {
				proposed++
				if fails {
					failed++
				}
			}
		}
	}
	t.Logf("%d of %d proposals fail", failed, proposed)
	assert.Less(t, failed, proposed/6, "a quarter of random ones fail")
}

// Of each bracket a third goes on, and the best of it gets to the top with three seeds.
func TestLadder(t *testing.T) {
	l := sweep.NewLadder(3, 3)
	assert.InDeltaSlice(t, []float64{1. / 9, 1. / 3, 1}, l.Rungs, 1e-12)
	assert.Equal(t, 9, l.Bracket)
	assert.Equal(t, [][2]int{{0, 9}, {9, 18}, {18, 20}}, l.Brackets(20))
	assert.Equal(t, []int{27, 9, 3}, l.Runs(27))
	assert.Equal(t, []int{11, 4, 2}, l.Runs(11), "one at least goes on")
	assert.InDelta(t, 1./9, l.Share(0), 1e-12)
	assert.InDelta(t, 2./9+1./3, l.Share(1), 1e-12)
	assert.InDelta(t, 2*(1-1./3)+1, l.Share(2), 1e-12)
	for seed := range uint64(20) {
		scores := env.Stream(seed, "test").Perm(27)
		trials := climb(&l, 27, func(trial, _ int) float64 { return float64(scores[trial]) })
		for k, n := range l.Runs(27) {
			assert.Len(t, sweep.Ranked(trials, k), n, "rung %d", k)
		}
		rung, best := l.Best(trials)
		assert.Equal(t, 2, rung)
		assert.Equal(t, 0, scores[best[0]])
		for b, bracket := range l.Brackets(27) {
			var of []int
			for i := bracket[0]; i < bracket[1]; i++ {
				of = append(of, scores[i])
			}
			winners := l.Climbers(trials, bracket, 2)
			require.Len(t, winners, 1)
			assert.Equal(t, slices.Min(of), scores[winners[0]], "bracket %d", b)
		}
	}
}

// The rung below decides which trials go on, whatever was true below that.
func TestLadderForgetsLowerRungs(t *testing.T) {
	l := sweep.NewLadder(3, 2)
	of := [][]float64{{4, 1, 9}, {1, 5, 0}, {2, 4, 0}, {3, 2, 1}} // by trial
	trials := climb(&l, 4, func(trial, rung int) float64 { return of[trial][rung] })
	assert.Equal(t, []int{1, 2}, l.Climbers(trials, [2]int{0, 4}, 1))
	assert.Equal(t, []int{2}, l.Climbers(trials, [2]int{0, 4}, 2))
}

// A trial whose training failed goes no further, and leaves its place to nobody that is worse.
func TestLadderOfFailures(t *testing.T) {
	l := sweep.NewLadder(2, 2)
	trials := climb(&l, 4, func(int, int) float64 { return math.Inf(1) })
	assert.Empty(t, sweep.Ranked(trials, 1))
	_, best := l.Best(trials)
	assert.Empty(t, best)
	trials = climb(&l, 3, func(trial, _ int) float64 { return []float64{math.Inf(1), 2, math.Inf(1)}[trial] })
	rung, best := l.Best(trials)
	assert.Equal(t, 1, rung)
	assert.Equal(t, []int{1}, best)
}

func TestPareto(t *testing.T) {
	var trials []sweep.Trial
	for _, r := range []sweep.Result{{Score: 3, Cost: 1}, {Score: 2, Cost: 2}, {Score: 2.5, Cost: 3}, {Score: 1, Cost: 9}, {Score: math.Inf(1), Cost: .1}} {
		trials = append(trials, sweep.Trial{Results: []sweep.Result{r}})
	}
	assert.Equal(t, []int{0, 1, 3}, sweep.Pareto(trials, 0))
	assert.Empty(t, sweep.Pareto(trials, 1))
}

func ExampleRange() {
	r, err := sweep.ParseRange("ppo.entropy", "0.001..0.1 log")
	fmt.Println(r.Value(0), r.Value(.5), r.Value(1), err)
	_, err = sweep.ParseRange("ppo.entropy", "0..0.1 log")
	fmt.Println(err)
	// Output:
	// 0.001 0.01 0.1 <nil>
	// ppo.entropy: 0: want a number above 0, because of log
}

// Whatever is written, a range is refused or has values that lie in it.
func FuzzParseRange(f *testing.F) {
	for _, s := range []string{"1..2", "1..2 log", "1..9 int log", "a|b", "..", "1e-300..1e300 log", "-5..5 int"} {
		f.Add(s, .3)
	}
	f.Fuzz(func(t *testing.T, text string, x float64) {
		r, err := sweep.ParseRange("key", text)
		if err != nil || math.IsNaN(x) {
			return
		}
		value := r.Value(x)
		if r.Choices != nil {
			require.Contains(t, r.Choices, value)
			return
		}
		v, err := strconv.ParseFloat(value, 64)
		require.NoError(t, err)
		slack := .005 * (math.Abs(r.Low) + math.Abs(r.High)) // three digits
		require.True(t, v >= r.Low-slack && v <= r.High+slack, "%s at %v: %s", text, x, value)
	})
}
