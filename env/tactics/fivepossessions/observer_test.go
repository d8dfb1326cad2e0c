package fivepossessions

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
	"ringer/env/fivepossessions"
)

// The wrapped game obeys the laws: above all, a seat is shown nothing that depends on
// hidden cards.
func TestLawsOfTheWrapper(t *testing.T) {
	opts := envtest.Options{Games: 1, Sparse: true}
	if os.Getenv("RINGER_LONG") == "1" {
		opts = envtest.Options{Games: 100}
	}
	for name, change := range map[string]func(*fivepossessions.Config){
		"shipped":     func(*fivepossessions.Config) {},
		"three lanes": func(c *fivepossessions.Config) { c.Lanes, c.Lines = 3, 5 },
		"six lanes":   func(c *fivepossessions.Config) { c.Lanes, c.Lines, c.ScoreYards = 6, 2, 50 },
		"sudden":      func(c *fivepossessions.Config) { c.Tie, c.Goal = fivepossessions.TieSuddenDeath, 20 },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			envtest.Run(t, newBoard(t, change).wrapped, opts)
		})
	}
}

// What the fields say of a position that a person can work out.
func TestFieldsOfAPosition(t *testing.T) {
	b := newBoard(t).do("seat 0 wins the toss", "offense")
	first, second := "Empty@1 Shotgun_Trips@2 I-Formation@3 Bunch@4", "46_Bear@1 Dime@2 4-4@3 3-3-5@4"
	b.draw(first, second).place(first, second)
	b.draw("Run_and_Shoot@1 Empty_Trey@2 Punt@3 Wishbone@4", "Goal_Line_6-2@1 Big_Nickel@2 Zero_Blitz@3 Quarter@4")
	require.Equal(t, []bool{false, true, true, true}, []bool{b.Closed(0), b.Closed(1), b.Closed(2), b.Closed(3)})
	// Ten defenders are unseen. Run and Shoot (blue) would be dead on lane 1, where
	// blue lies open; Empty Trey (5 men) beats all ten but Nickel and Quarter.
	odds := b.field(0, "odds")
	assert.Equal(t, []float32{0, 0, 0, 0}, odds[:4])
	assert.Equal(t, []float32{.8, 0, 0, 0}, odds[4:8])
	// Quarter is the first card of seat 1's hand. Of the eight unseen offense cards
	// that can live on lane 1 it stops three purple ones (7 men), but neither the two
	// green nor the three orange ones.
	assert.Equal(t, []float32{3. / 8, 0, 0, 0}, b.field(1, "odds")[:4])
	// On lane 1 Run and Shoot would take the place of Empty Trey, and nothing could
	// be won: ten tenths short at most.
	assert.Equal(t, []float32{1, 0, 0, 0}, b.field(0, "shortfall"))
	assert.Greater(t, b.field(0, "chance")[0], float32(.1))
	assert.Equal(t, []float32{0}, b.field(1, "chance"), "it is not asked")

	from := b.Clone().(*fivepossessions.State)
	b.do("Run and Shoot to lane 1")
	assert.Equal(t, []float32{.8, 0, 0, 0}, b.field(0, "asked_odds"))
	assert.Equal(t, []float32{0, 0, 0, 0}, b.field(0, "placed_odds"), "it is dead")
	assert.Equal(t, []float32{0, 0, 0, 0}, b.field(0, "shortfall"), "lane 1 is taken: nothing can be won")
	b.do("Empty Trey to lane 3")
	assert.Equal(t, []float32{0, 0, 0, 0, 0, 0, 0, 0}, b.field(0, "odds")[:8], "of cards that are not placed")

	b.State = from
	b.do("Run and Shoot to lane 2", "Empty Trey to lane 1")
	assert.Equal(t, []float32{.8, 0, 0, 0}, b.field(0, "placed_odds"))
	assert.Equal(t, float32(0), b.field(0, "placed_expected_odds")[1])
	assert.Greater(t, b.field(0, "placed_expected_odds")[0], float32(.1))
}

// A writer shows a table as a fresh one does, whatever it has seen before.
func TestWritersForget(t *testing.T) {
	b := newBoard(t)
	rng := env.Stream(6, "test")
	used := b.wrapped.NewInitialState()
	fresh := make([]float32, b.wrapped.Spec().ObservationSize())
	again := make([]float32, len(fresh))
	for range 3 {
		for b = b.again(); b.CurrentPlayer() != env.Terminal; b.random(rng) {
			used.(env.CopierFrom).CopyFrom(b.wrapped.Wrap(b.Clone()))
			for seat := range env.Player(fivepossessions.Players) {
				b.wrapped.Wrap(b.Clone()).Observe(seat, fresh)
				used.Observe(seat, again)
				require.Equal(t, fresh, again)
			}
		}
	}
}

func TestNothingIsAllocated(t *testing.T) {
	b := newBoard(t)
	rng := env.Stream(7, "test")
	s := b.wrapped.NewInitialState()
	seen := make([]float32, b.wrapped.Spec().ObservationSize())
	s.Observe(0, seen)
	judge := b.m
	compared := 0
	for b.Played() < 3 {
		b.random(rng)
		if b.Question() == fivepossessions.AskPlace && b.Line() > 0 {
			s.(env.CopierFrom).CopyFrom(b.wrapped.Wrap(b.Clone()))
			assert.Zero(t, testing.AllocsPerRun(1, func() { s.Observe(b.CurrentPlayer(), seen) }))
			assert.Zero(t, testing.AllocsPerRun(1, func() { judge.Evaluate(b.State, 0) }))
			compared++
		}
	}
	assert.Greater(t, compared, 10)
}

// One op is an observation of a table that the writer has not seen before.
func BenchmarkNewTable(b *testing.B) {
	t := newBoard(b)
	rng := env.Stream(8, "bench")
	for t.Line() == 0 || t.Question() != fivepossessions.AskPlace {
		t.random(rng)
	}
	w := NewObserver(t.g).NewWriter().(*writer)
	dst := make([]float32, t.wrapped.Spec().ObservationSize()-t.g.Spec().ObservationSize())
	b.ReportAllocs()
	for b.Loop() {
		w.forecaster.known = 0
		clear(dst)
		w.Write(t.State, t.CurrentPlayer(), dst)
	}
}
