package uplift

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
)

// flat is a contest of things with the given worths, each with the same number of forks and an
// interval of ±half.
func flat(half float64, values ...float64) *contest {
	x := &contest{}
	for t, v := range values {
		x.known = append(x.known, arm{thing: t, forks: 100, value: v, half: half})
	}
	return x
}

// Forks go to the things at both ends of the ranking and to those that may belong there, and few to
// those in the middle. An end that is clear asks for none.
func TestForksGoWhereTheRankingIsUnclear(t *testing.T) {
	values := []float64{.9, .8, .7, .6, .5, .49, 0, 0, 0, 0, 0, 0, -.49, -.5, -.6, -.7, -.8, -.9}
	sums := func(asked []int) []int { return []int{sumOf(asked[:6]), sumOf(asked[6:12]), sumOf(asked[12:])} }
	asked := flat(.1, values...).share(400, len(values))
	assert.Equal(t, []int{180, 42, 178}, sums(asked))
	assert.Greater(t, asked[5], 80, "the first of the others has as many as the best five together")

	values[5] = 0 // the best five are clear now
	asked = flat(.1, values...).share(400, len(values))
	assert.Less(t, sumOf(asked[:5]), 70)
	assert.Greater(t, sumOf(asked[12:]), 240)
	values[12] = 0
	all := flat(.1, values...)
	assert.True(t, all.clear())
	assert.InDelta(t, 400/18., all.share(400, len(values))[0], 1, "nothing is left but to know all alike")
	assert.False(t, flat(.3, values...).clear())

	rare := flat(.1, values...)
	rare.rare = []arm{{thing: 18, forks: 3}}
	assert.False(t, rare.clear())
	asked = rare.share(400, 19)
	assert.Equal(t, fewestForks-3, asked[18], "what was hardly met is asked about until it has an estimate")
}

// At an equal number of forks a study that asks where it is uncertain knows the ends of the ranking
// better, and its intervals hold the truth as often as they say.
func TestFocusNarrowsTheEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("sums that share nothing")
	}
	const count, blocks, seeds = 80, 40, 2
	worth := func(_, thing int) float64 { return .006 * float64(thing-count/2) }
	mean := 0.
	for i := range count {
		mean += worth(0, i) / count
	}
	width := map[bool]float64{}
	inside, all := 0, 0
	for seed := range uint64(seeds) {
		for _, focused := range []bool{false, true} {
			c, list := synthetic(seed, focused, worth, count, blocks)
			d := c.gather(list, Had)
			estimates := d.all.estimate(count, d.came)
			order := make([]int, count)
			for i := range order {
				order[i] = i
				require.NotNil(t, estimates[i])
			}
			slices.SortFunc(order, func(a, b int) int {
				if estimates[a].value > estimates[b].value {
					return -1
				}
				return 1
			})
			for _, i := range append(slices.Clone(order[:ends]), order[count-ends:]...) {
				width[focused] += estimates[i].sd
			}
			for i, e := range estimates {
				if focused {
					all++
					if math.Abs(e.value-(worth(0, i)-mean)) < 1.96*e.sd+.02 { // the weights of the average are counts
						inside++
					}
				}
			}
		}
	}
	assert.Less(t, width[true], .85*width[false])
	assert.Greater(t, float64(inside)/float64(all), .92)
	t.Logf("width of the ends %.3f of that of a study that asks about all alike; %d of %d intervals hold the truth", width[true]/width[false], inside, all)
}

// Things are drawn as often as they are asked about, and alike where none of them is.
func TestThingsAreDrawnAsTheyAreAskedAbout(t *testing.T) {
	rng := env.Stream(1, purposeUplift)
	n := map[int]int{}
	for range 3000 {
		n[drawThing([]int{0, 2, 3}, []int{1, 9, 0, 2}, rng)]++
	}
	assert.InDelta(t, 1000, n[0], 120)
	assert.InDelta(t, 2000, n[3], 120)
	assert.Zero(t, n[2])
	for range 300 {
		n[drawThing([]int{2, 4}, []int{1, 9, 0, 2, 0}, rng)]++
	}
	assert.InDelta(t, 150, n[2], 50)
}
