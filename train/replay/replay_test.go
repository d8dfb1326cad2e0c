package replay_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/models"
	"ringer/train"
	"ringer/train/replay"
)

func network() *models.Network {
	return &models.Network{Fields: []models.Field{{Name: "x", Shape: []int{2}}}, Actions: 3, Hidden: []int{4}, Activation: models.Tanh}
}

// episodes returns a batch of decisions whose observations say their numbers, from first on. next
// links them as a batch does; a chain pays the number of its last decision.
func episodes(first int, next ...int32) *train.Batch {
	b := &train.Batch{Rows: len(next), ObservationSize: 2, NumActions: 3, Next: next}
	for i := range next {
		last := i
		for next[last] >= 0 {
			last = int(next[last])
		}
		b.Observation = append(b.Observation, float32(first+i), -1)
		b.Mask = append(b.Mask, 1, float32(i%2), 1)
		b.Action = append(b.Action, int32(i%2*2))
		b.LogProbs = append(b.LogProbs, float32(math.Log(0.25)), 0, float32(math.Log(0.5)))
		b.Return = append(b.Return, float32(first+last))
	}
	return b
}

func ring(t *testing.T, capacity int) *replay.Ring {
	r, err := replay.NewRing(capacity, network())
	require.NoError(t, err)
	return r
}

// numbers returns the numbers of the decisions that are there, by place.
func numbers(r *replay.Rows) (all []int) {
	for i := range r.Len() {
		all = append(all, int(r.Observation[2*i]))
	}
	return all
}

// Two seats interleave in an episode of five decisions; then come three episodes of one, and so on.
// Worked by hand.
func TestARingKeepsTheNewestAndTheirLinks(t *testing.T) {
	r := ring(t, 6)
	r.Add(episodes(0, 2, 4, 3, -1, -1))
	assert.Equal(t, []int{0, 1, 2, 3, 4}, numbers(&r.Rows))
	assert.Equal(t, []float32{2, 4, 3, -1, -1}, r.Next)
	assert.Equal(t, []float32{3, 4, 3, 3, 4}, r.Return)
	assert.Equal(t, []float32{0, 2, 0, 2, 0}, r.Action)
	assert.Equal(t, []float32{1, 0, 1, 1, 1, 1}, r.Mask[:6])
	assert.InDeltaSlice(t, []float32{0.25, 0.5, 0.25, 0.5, 0.25}, r.Probability, 1e-6)

	r.Add(episodes(5, 2, -1, -1)) // the first and the third are one episode; they lie around the end of the ring
	assert.Equal(t, []int{6, 7, 2, 3, 4, 5}, numbers(&r.Rows))
	assert.Equal(t, []float32{-1, -1, 3, -1, -1, 1}, r.Next)
	assert.Equal(t, []float32{6, 7, 3, 3, 4, 7}, r.Return)

	r.Add(episodes(8, 1, 3, -1, 5, 6, 8, 7, -1, -1)) // nine in six places: the three oldest are gone at once
	assert.Equal(t, []int{15, 16, 11, 12, 13, 14}, numbers(&r.Rows))
	assert.Equal(t, []float32{-1, -1, 4, 5, 1, 0}, r.Next) // 11 → 13 → 16, 12 → 14 → 15
	for i := range r.Len() {
		for r.Next[i] >= 0 {
			require.Equal(t, r.Return[i], r.Return[int(r.Next[i])])
			i = int(r.Next[i])
		}
		assert.Equal(t, int(r.Return[i]), numbers(&r.Rows)[i], "the last of a chain pays its number")
	}
}

func TestAheadFollowsTheSeat(t *testing.T) {
	r := ring(t, 6)
	r.Add(episodes(0, 2, 4, 3, -1, -1))
	for most, want := range map[int][3]int{1: {2, 1, 0}, 2: {3, 2, 0}, 3: {3, 3, 1}, 9: {3, 3, 1}} {
		to, steps, ended := r.Ahead(0, most)
		got := [3]int{int(to), steps}
		if ended {
			got[2] = 1
		}
		assert.Equal(t, want, got, most)
	}
	to, steps, ended := r.Ahead(4, 1)
	assert.True(t, ended && to == 4 && steps == 1)
}

// Every decision is in the sample with the same chance, wherever it came.
func TestAReservoirIsAFairSample(t *testing.T) {
	const capacity, all, samples = 5, 40, 4000
	counts := make([]int, all)
	chosen := make([]bool, 2*all)
	next := make([]int32, 2*all)
	for i := range chosen {
		chosen[i], next[i] = i%2 == 1, -1
	}
	for seed := range uint64(samples) {
		r, err := replay.NewReservoir(capacity, network())
		require.NoError(t, err)
		rng := env.Stream(seed, "test")
		r.Add(episodes(0, next[:all]...), chosen[:all], rng)
		r.Add(episodes(all, next[all:]...), chosen[all:], rng)
		require.Equal(t, uint64(all), r.Seen())
		for _, n := range numbers(&r.Rows) {
			require.Equal(t, 1, n%2, "it was not chosen")
			counts[n/2]++
		}
	}
	const want = samples * capacity / all
	worst := 0.0
	for _, n := range counts {
		worst = max(worst, math.Abs(float64(n-want))/math.Sqrt(want*(1-float64(capacity)/all)))
	}
	assert.Less(t, worst, 4.0, "%v: want %d each", counts, want)
	assert.Greater(t, worst, 0.5, "a sample of chance")
}

// A memory that comes back from a checkpoint goes on as the one that wrote it, as does one that gets its own
// state back, which is windows into it.
func TestMemoriesGoOn(t *testing.T) {
	deep := func(state []models.Tensor) []models.Tensor {
		state = slices.Clone(state)
		for i := range state {
			state[i].Data = slices.Clone(state[i].Data)
		}
		return state
	}
	other := models.Tensor{TensorInfo: models.TensorInfo{Name: "other", Shape: []int{1}}, Data: []float32{7}}
	for filled := range 4 {
		whole, again := ring(t, 7), ring(t, 7)
		for i := range filled {
			whole.Add(episodes(5*i, 2, 4, 3, -1, -1))
		}
		saved := deep(whole.State("memory/"))
		left, err := again.Restore("memory/", append(saved, other))
		require.NoError(t, err)
		assert.Equal(t, []models.Tensor{other}, left)
		left, err = whole.Restore("memory/", whole.State("memory/"))
		require.NoError(t, err)
		require.Equal(t, []models.Tensor{}, left, "a state in which nothing is left")
		for _, r := range []*replay.Ring{whole, again} {
			r.Add(episodes(90, 1, 2, -1))
		}
		assert.Equal(t, whole.State(""), again.State(""))
		assert.NotEqual(t, saved, whole.State("memory/"))
		left, err = whole.Restore("memory/", nil)
		require.NoError(t, err)
		require.Nil(t, left, "no state")
		assert.Equal(t, 0, whole.Len())
		whole.Add(episodes(0, -1))
		assert.Equal(t, []int{0}, numbers(&whole.Rows))
	}
	for filled := range 4 {
		whole, err := replay.NewReservoir(7, network())
		require.NoError(t, err)
		again, err := replay.NewReservoir(7, network())
		require.NoError(t, err)
		one := env.Stream(1, "test")
		for i := range filled {
			whole.Add(episodes(5*i, 2, 4, 3, -1, -1), nil, one)
		}
		_, err = again.Restore("average/", deep(whole.State("average/")))
		require.NoError(t, err)
		one, two := env.Stream(2, "test"), env.Stream(2, "test")
		whole.Add(episodes(90, 1, 2, -1), nil, one)
		again.Add(episodes(90, 1, 2, -1), nil, two)
		assert.Equal(t, whole.State(""), again.State(""))
		assert.Equal(t, uint64(5*filled+3), again.Seen())
	}
}

// Samples keep targets and weights beside the rows that they belong to, come back from a checkpoint and go on alike.
func TestSamplesGoOn(t *testing.T) {
	samples := func() *replay.Samples {
		s, err := replay.NewSamples(6, network())
		require.NoError(t, err)
		return s
	}
	add := func(s *replay.Samples, first int, rng env.Rand) {
		b := episodes(first, 2, 4, 3, -1, -1)
		targets := make([]float32, b.Rows*b.NumActions)
		for i := range b.Rows {
			for j := range b.NumActions {
				targets[i*b.NumActions+j] = float32(10*(first+i) + j + 1)
			}
		}
		s.Add(b, []bool{true, false, true, true, false}, targets, float32(first+1), rng)
	}
	whole, again, one := samples(), samples(), env.Stream(1, "test")
	for i := range 5 {
		add(whole, 5*i, one)
	}
	require.Equal(t, uint64(15), whole.Seen())
	require.Equal(t, 6, whole.Len())
	a := len(whole.Mask) / whole.Len()
	for i, n := range numbers(&whole.Rows) {
		require.NotContains(t, []int{1, 4}, n%5, "it was not chosen")
		require.Equal(t, float32(n/5*5+1), whole.Weight[i])
		for j, on := range whole.Mask[i*a : (i+1)*a] {
			require.Equal(t, on*float32(10*n+j+1), whole.Target[i*a+j])
		}
	}
	saved := whole.State("x/")
	for i := range saved {
		saved[i].Data = slices.Clone(saved[i].Data)
	}
	left, err := again.Restore("x/", saved)
	require.NoError(t, err)
	require.Equal(t, []models.Tensor{}, left)
	add(whole, 40, env.Stream(2, "test"))
	add(again, 40, env.Stream(2, "test"))
	assert.Equal(t, whole.State(""), again.State(""))
	assert.NotEqual(t, saved, whole.State("x/"))

	for i := range saved {
		if saved[i].Name == "x/weight" {
			saved[i].Data[3] = 0
		}
	}
	_, err = again.Restore("x/", saved)
	require.ErrorContains(t, err, "x/weight: row 3: 0: want a number above 0")
	left, err = whole.Restore("x/", nil)
	require.NoError(t, err)
	require.Nil(t, left)
	assert.Zero(t, whole.Len())
	assert.Empty(t, whole.Target)
	_, err = replay.NewSamples(1<<24+1, network())
	require.ErrorContains(t, err, "memory: 16777217: want from 1 to 16777216 decisions")
}

// A number of decisions that no float32 holds comes back.
func TestAReservoirCountsFar(t *testing.T) {
	r, err := replay.NewReservoir(1, network())
	require.NoError(t, err)
	r.Add(episodes(0, -1), nil, env.Stream(1, "test"))
	state := r.State("")
	const seen = 123_456_789_123_457
	state[0].Data = []float32{seen % (1 << 20), seen >> 20 % (1 << 20), seen >> 40}
	_, err = r.Restore("", state)
	require.NoError(t, err)
	assert.Equal(t, uint64(seen), r.Seen())
	assert.Equal(t, state[0].Data, r.State("")[0].Data)
}

// What no memory wrote is refused, and nothing has changed.
func TestStatesThatAreNoneAreRefused(t *testing.T) {
	nan := float32(math.NaN())
	refuses := func(state []models.Tensor, restore func([]models.Tensor) error, faults map[string]func(map[string]*models.Tensor)) {
		for fault, change := range faults {
			broken := slices.Clone(state)
			byName := map[string]*models.Tensor{}
			for i := range broken {
				broken[i].Data = slices.Clone(broken[i].Data)
				byName[broken[i].Name] = &broken[i]
			}
			change(byName)
			assert.ErrorContains(t, restore(broken), fault)
		}
	}
	r := ring(t, 7)
	r.Add(episodes(0, 2, 4, 3, -1, -1))
	r.Add(episodes(5, 2, 4, 3, -1, -1))
	before := numbers(&r.Rows)
	refuses(r.State("m/"), func(s []models.Tensor) error { _, err := r.Restore("m/", s); return err }, map[string]func(m map[string]*models.Tensor){
		`m/head: 7: want the place`:                    func(m map[string]*models.Tensor) { m["m/head"].Data[0] = 7 },
		`m/head: -1: want the place`:                   func(m map[string]*models.Tensor) { m["m/head"].Data[0] = -1 },
		`m/head: 2.5: want the place`:                  func(m map[string]*models.Tensor) { m["m/head"].Data[0] = 2.5 },
		`"m/return": element 1 is NaN`:                 func(m map[string]*models.Tensor) { m["m/return"].Data[1] = nan },
		`m/action: row 4: 3: want the number`:          func(m map[string]*models.Tensor) { m["m/action"].Data[4] = 3 },
		`m/action: row 4: 1: want the number`:          func(m map[string]*models.Tensor) { m["m/action"].Data[4] = 1; m["m/mask"].Data[13] = 0 },
		`m/probability: row 0: 0: want a number above`: func(m map[string]*models.Tensor) { m["m/probability"].Data[0] = 0 },
		`m/probability: row 6: 2: want a number above`: func(m map[string]*models.Tensor) { m["m/probability"].Data[6] = 2 },
		`m/mask: element 2 is 0.5: want 0 or 1`:        func(m map[string]*models.Tensor) { m["m/mask"].Data[2] = 0.5 },
		`m/next: row 6: 4: want the place of a newer`:  func(m map[string]*models.Tensor) { m["m/next"].Data[6] = 4 },
		`m/next: row 6: 6: want the place of a newer`:  func(m map[string]*models.Tensor) { m["m/next"].Data[6] = 6 },
		`m/next: row 6: -2: want the place of a newer`: func(m map[string]*models.Tensor) { m["m/next"].Data[6] = -2 },
		`"m/oops" [1]`:            func(m map[string]*models.Tensor) { m["m/head"].Name = "m/oops" },
		`m/: 5 columns of 7 rows`: func(m map[string]*models.Tensor) { m["m/next"].Name = "n/next" },
		`"m/next" [1 1] of 1`: func(m map[string]*models.Tensor) {
			m["m/next"].Shape, m["m/next"].Data = []int{1, 1}, []float32{-1}
		},
	})
	assert.Equal(t, before, numbers(&r.Rows))

	small := ring(t, 3)
	_, err := small.Restore("m/", r.State("m/"))
	require.ErrorContains(t, err, "want head, observation [rows, 2], mask [rows, 3], action [rows, 1], probability [rows, 1], return [rows, 1], next [rows, 1], at most 3 rows")

	v, err := replay.NewReservoir(3, network())
	require.NoError(t, err)
	v.Add(episodes(0, -1, -1), nil, env.Stream(1, "test"))
	refuses(v.State("m/"), func(s []models.Tensor) error { _, err := v.Restore("m/", s); return err }, map[string]func(m map[string]*models.Tensor){
		`m/seen: 3 decisions: want all of them`:  func(m map[string]*models.Tensor) { m["m/seen"].Data[0] = 3 },
		`m/seen: 1 decisions: want all of them`:  func(m map[string]*models.Tensor) { m["m/seen"].Data[0] = 1 },
		`m/seen[1]: 0.5: want a whole number`:    func(m map[string]*models.Tensor) { m["m/seen"].Data[1] = 0.5 },
		`m/seen[2]: 1.048576e+06: want a whole`:  func(m map[string]*models.Tensor) { m["m/seen"].Data[2] = 1 << 20 },
		`"m/seen" [1] of 1 numbers: want one of`: func(m map[string]*models.Tensor) { m["m/seen"].Shape, m["m/seen"].Data = []int{1}, []float32{2} },
	})
}

func TestBoundsOfMemories(t *testing.T) {
	for _, capacity := range []int{0, -1, 1<<24 + 1} {
		_, err := replay.NewRing(capacity, network())
		assert.ErrorContains(t, err, "want from 1 to 16777216 decisions of 9 numbers each")
		_, err = replay.NewReservoir(capacity, network())
		assert.ErrorContains(t, err, "want from 1 to 16777216 decisions of 9 numbers each")
	}
	wide := network()
	wide.Fields[0].Shape = []int{1020}
	_, err := replay.NewRing(1<<18, wide)
	assert.ErrorContains(t, err, "memory: 262144: want from 1 to 261378 decisions of 1027 numbers each")
}
