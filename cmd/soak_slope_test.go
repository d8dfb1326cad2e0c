package cmd_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// The verdicts on a series of a soak.
const (
	flat    = "flat"    // it cannot have grown by what is allowed
	grows   = "grows"   // it has grown by more
	unclear = "unclear" // more time would tell
)

// A slope says how a quantity changes over a soak.
type slope struct {
	Level   float64   `json:"level"`    // the mean of the blocks
	PerHour float64   `json:"per_hour"` // change in an hour
	Low     float64   `json:"low"`      // interval of the change
	High    float64   `json:"high"`
	Allowed float64   `json:"allowed"` // change in an hour that is called flat
	Verdict string    `json:"verdict"`
	Needs   float64   `json:"needs,omitempty"`  // hours of a soak that would tell, where this one does not
	Blocks  []float64 `json:"blocks,omitempty"` // what the line goes through
}

// soakBlocks is the number of equal spans of time that the line goes through.
const soakBlocks = 12

// soakLooks is how often a soak is judged at most: after its time, and where something is
// unclear after twice and four times as much.
const soakLooks = 3

// soakDoubt is the chance, over all looks together, that a quantity that grows by what is
// allowed is called flat, and likewise that one that grows by no more is called growing.
const soakDoubt = 0.05

// A measure turns a block of samples into the number that it counts for.
type slopeMeasure func(block []float64) float64

// average makes a block of samples count for its mean.
func average(block []float64) float64 { return stat.Mean(block, nil) }

// ofCounts and ofMemory measure blocks of counts and of bytes. Memory that leaks is there
// at every time, so that the lowest samples and the means of memory grow alike. Which of them
// lie on a line depends on what else comes and goes: the work of a search for some of the
// samples, or buffers of eight MiB for all of them.
var (
	ofCounts = []slopeMeasure{average}
	ofMemory = []slopeMeasure{slices.Min[[]float64], average}
)

// slopeOf fits a line through what blocks of samples count for, without the first quarter of
// the time, in which caches fill. Of several measures it takes the one with the narrowest
// interval, which says nothing of the slope itself. Allowed is a twentieth of the level in an
// hour, but at least least. The series is flat when the whole interval of its slope is below
// that, it grows when all of it is above, and else the soak was too short to tell.
//
// Neighbouring blocks are not independent where what made the samples lasts longer than a
// block. So the interval is widened by the correlation of neighbouring residuals, of which a
// line through so few blocks takes away about three parts in soakBlocks.
func slopeOf(seconds, values []float64, least float64, measures []slopeMeasure) slope {
	best := lineOf(seconds, values, least, measures[0])
	for _, of := range measures[1:] {
		if s := lineOf(seconds, values, least, of); s.High-s.Low < best.High-best.Low {
			best = s
		}
	}
	return best
}

// lineOf is slopeOf with one measure.
func lineOf(seconds, values []float64, least float64, of slopeMeasure) slope {
	end := seconds[len(seconds)-1]
	begin := end / 4
	blocks := make([][]float64, soakBlocks)
	for i, at := range seconds {
		if block := int((at - begin) / (end - begin) * soakBlocks); at >= begin {
			block = min(block, soakBlocks-1)
			blocks[block] = append(blocks[block], values[i])
		}
	}
	var hours, through []float64
	for b, block := range blocks {
		if len(block) > 0 {
			hours = append(hours, (begin+(float64(b)+0.5)*(end-begin)/soakBlocks)/3600)
			through = append(through, of(block))
		}
	}
	s := slope{Level: stat.Mean(through, nil), Verdict: unclear, Blocks: through}
	s.Allowed = max(least, s.Level/20)
	if len(through) < soakBlocks {
		s.Low, s.High, s.Needs = -math.MaxFloat64, math.MaxFloat64, 1
		return s
	}
	s.fit(hours)
	return s.judged(end / 3600)
}

// soakFreedom is the number of degrees of freedom of a line through the blocks.
const soakFreedom = soakBlocks - 2

// soakQuantile returns a quantile of Student's t for a line through the blocks.
func soakQuantile(p float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: soakFreedom}.Quantile(p)
}

// fit sets the slope and its interval.
func (s *slope) fit(hours []float64) {
	var at0 float64
	at0, s.PerHour = stat.LinearRegression(hours, s.Blocks, nil, false)
	var squares, neighbours, spread, last float64
	middle := stat.Mean(hours, nil)
	for i, h := range hours {
		d := s.Blocks[i] - at0 - s.PerHour*h
		squares += d * d
		neighbours += d * last
		spread += (h - middle) * (h - middle)
		last = d
	}
	wider := 1.0
	if squares > 0 {
		correlation := min(max(neighbours/squares+3./soakBlocks, 0), 0.8)
		wider = (1 + correlation) / (1 - correlation)
	}
	half := soakQuantile(1-soakDoubt/soakLooks) * math.Sqrt(wider*squares/soakFreedom/spread)
	s.Low, s.High = s.PerHour-half, s.PerHour+half
}

// judged sets the verdict after this many hours. The interval of a line shrinks by the power
// of 3/2 of the time: a series that stays where it is is called flat in nine of ten soaks of
// the hours that it needs.
func (s slope) judged(hours float64) slope {
	s.Verdict, s.Needs = unclear, 0
	switch {
	case s.High < s.Allowed:
		s.Verdict = flat
	case s.Low > s.Allowed:
		s.Verdict = grows
	default:
		half := (s.High - s.Low) / 2 * (1 + soakQuantile(0.9)/soakQuantile(1-soakDoubt/soakLooks))
		s.Needs = hours * max(1, math.Pow(half/s.Allowed, 2./3))
	}
	return s
}

// The verdict knows a leak from noise, from caches that fill at the beginning and from
// waves; it does not call a short series flat that is not known to be; and its interval
// holds the true slope about as often as it says.
func TestSlopeOf(t *testing.T) {
	series := func(seed uint64, minutes int, lasts float64, value func(hours, noise float64) float64) slope {
		rng := rand.New(rand.NewPCG(seed, 1))
		var at, values []float64
		noise := 0.0
		for range 200 {
			noise = lasts*noise + rng.NormFloat64()
		}
		for s := 0; s <= minutes*60; s += 10 {
			noise = lasts*noise + rng.NormFloat64() // samples that depend on the ones before
			at, values = append(at, float64(s)), append(values, value(float64(s)/3600, noise))
		}
		return slopeOf(at, values, 1, ofCounts)
	}
	for name, c := range map[string]struct {
		minutes int
		value   func(hours, noise float64) float64
		want    string
	}{
		"noise":        {60, func(_, noise float64) float64 { return 100 + noise }, flat},
		"leak":         {60, func(hours, noise float64) float64 { return 100 + 30*hours + noise }, grows},
		"slow leak":    {60, func(hours, noise float64) float64 { return 1000 + 200*hours + 10*noise }, grows},
		"beginning":    {60, func(hours, noise float64) float64 { return 100 - 80*math.Exp(-hours*60) + noise }, flat},
		"shrinks":      {60, func(hours, noise float64) float64 { return 100 - 20*hours + noise }, flat},
		"waves":        {60, func(hours, noise float64) float64 { return 100 + 10*math.Sin(hours*300) + noise }, flat},
		"constant":     {60, func(_, _ float64) float64 { return 7 }, flat},
		"short":        {2, func(_, noise float64) float64 { return 100 + 5*noise }, unclear},
		"as allowed":   {60, func(hours, noise float64) float64 { return 1000 + 52*hours + noise }, unclear},
		"small growth": {60, func(hours, noise float64) float64 { return 1000 + 10*hours + noise }, flat},
		"noise, long":  {240, func(_, noise float64) float64 { return 100 + 3*noise }, flat},
	} {
		s := series(5, c.minutes, 0.8, c.value)
		assert.Equal(t, c.want, s.Verdict, "%s: %+v", name, s)
		assert.Equal(t, c.want == unclear, s.Needs > 0, "%s: %+v", name, s)
	}
	for lasts, most := range map[float64]float64{0.8: 0.05, 0.95: 0.09} { // 45 seconds, and nearly as long as a block
		const n = 600
		misses := 0
		for seed := range uint64(n) {
			s := series(seed+2, 60, lasts, func(hours, noise float64) float64 { return 100 + 5*hours + noise })
			if s.High < 5 || s.Low > 5 {
				misses++
			}
		}
		t.Logf("noise that lasts (%g): the interval misses the slope in %d of %d series", lasts, misses, n)
		assert.LessOrEqual(t, float64(misses)/n, most, "the interval misses the slope in %d of %d series whose noise lasts (%g)", misses, n, lasts)
	}
}

// A soak of the hours that an unclear one asks for tells mostly.
func TestSoakNeeds(t *testing.T) {
	soak := func(seed uint64, hours float64) slope {
		rng := rand.New(rand.NewPCG(seed, 2))
		var at, values []float64
		noise := 0.0
		for s := 0.; s <= hours*3600; s += 10 {
			noise = 0.8*noise + rng.NormFloat64()
			at, values = append(at, s), append(values, 100+10*noise)
		}
		return slopeOf(at, values, 1, ofCounts)
	}
	told, asked := 0, 0
	for seed := range uint64(100) {
		if s := soak(seed, 1); s.Verdict == unclear {
			asked++
			if soak(seed+1000, s.Needs).Verdict == flat {
				told++
			}
		}
	}
	assert.Greater(t, asked, 50)
	assert.Greater(t, float64(told), 0.75*float64(asked), "%d of %d", told, asked)
}

// Memory that comes and goes hides neither a leak, nor that there is none, whether work lasts
// for some of the samples, which the lowest show best, or buffers that are larger than what may
// leak are in all of them, which the means show best. And the measure is chosen for no slope:
// the interval holds the true one.
func TestSlopeOfMemory(t *testing.T) {
	type series func(rng *rand.Rand) func() float64
	soak := func(seed uint64, leak float64, kind series, measures ...slopeMeasure) slope {
		rng := rand.New(rand.NewPCG(seed, 3))
		next := kind(rng)
		var at, values []float64
		for s := 0.; s <= 3600; s += 10 {
			at, values = append(at, s), append(values, 100+leak*s/3600+next())
		}
		return slopeOf(at, values, 1, measures)
	}
	work := func(rng *rand.Rand) func() float64 {
		last := 0.0
		return func() float64 {
			if rng.Float64() < 0.5 { // work of 20 seconds and breaks of 20
				last = max(0, 120*rng.Float64()-60)
			}
			return last
		}
	}
	buffers := func(rng *rand.Rand) func() float64 { // of which a collection of garbage finds some
		return func() float64 { return 3 * rng.NormFloat64() }
	}
	const n = 100
	for name, kind := range map[string]series{"work": work, "buffers": buffers} {
		verdicts := map[string]int{}
		for seed := range uint64(n) {
			s := soak(seed, 0, kind, ofMemory...)
			if s.High < 0 || s.Low > 0 {
				verdicts["misses"]++
			}
			verdicts[s.Verdict]++
			verdicts["lowest "+soak(seed, 0, kind, slices.Min).Verdict]++
			verdicts["mean "+soak(seed, 0, kind, average).Verdict]++
			leaking := soak(seed, 20, kind, ofMemory...)
			assert.NotEqual(t, flat, leaking.Verdict, "%s: a leak of a fifth in an hour, seed %d: %+v", name, seed, leaking)
			verdicts["leak "+leaking.Verdict]++
		}
		t.Log(name, verdicts)
		assert.Greater(t, verdicts[flat], 90, name)
		assert.Greater(t, verdicts["leak grows"], 90, name)
		assert.LessOrEqual(t, verdicts["misses"], 8, name)
		worse := map[string]string{"work": "mean flat", "buffers": "lowest flat"}[name]
		assert.Less(t, verdicts[worse], 60, name)
	}
}
