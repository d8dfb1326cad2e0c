package uplift

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"ringer/env/things"
)

// Flags of things that seats get, and of things that they play.
const (
	FlagDominant = "dominant" // worth more than the margin above the average
	FlagDead     = "dead"     // worth more than the margin below it, or below it at all and hardly ever played

	FlagUnderplayed = "underplayed" // playing it is worth more than the margin above what agents play as gladly
	FlagOverplayed  = "overplayed"  // playing it is worth more than the margin below that
)

// fewestTested is the number of forks below which a thing is not tested: the normal
// distribution fits the mean of fewer badly.
const fewestTested = 50

// data is the forks of one experiment.
type data struct {
	confirm, all sample
	came         []float64 // how often each thing came by itself, in the screening forks
	avoided      []bool    // things that are hardly played where they could be
}

func (c *Config) gather(blocks []Block, e Experiment) *data {
	d := &data{came: make([]float64, len(c.Things.Things)), avoided: make([]bool, len(c.Things.Things))}
	usual := newUsual(len(c.Things.Things))
	named := namedAt(blocks, e, len(c.Things.Things))
	for i := range blocks {
		b := &blocks[i]
		usual.plus(b.Usual)
		if b.Experiment != e {
			continue
		}
		for k := range b.Forks {
			f := &b.Forks[k]
			cluster := i*c.GamesPerBlock + f.Game
			d.all.add(f, cluster)
			if b.Confirms {
				d.confirm.add(f, cluster)
				continue
			}
			if fresh(f, named, i, len(blocks)) {
				d.confirm.add(f, cluster)
			}
			if b.Asked != nil {
				continue // what came in its place tells of what was asked, too
			}
			for _, g := range f.Gained {
				d.came[g.Thing] += g.Came
			}
		}
	}
	for t := range d.avoided {
		usual.Taken[t].Share = true
		taken := usual.Taken[t].Figure()
		d.avoided[t] = e == Had && taken.Of > 0 && taken.High < hardlyPlayed
	}
	return d
}

// namedAt returns the first block that confirms which is about each thing; the number of blocks where there is
// none. From then on its forks are evidence, as it was named by earlier ones.
func namedAt(blocks []Block, e Experiment, things int) []int {
	out := slices.Repeat([]int{len(blocks)}, things)
	for i := range blocks {
		if b := &blocks[i]; b.Experiment == e && b.Confirms {
			for _, t := range b.About {
				out[t] = min(out[t], i)
			}
		}
	}
	return out
}

// fresh reports whether a fork of a block that looks at all things is about one that stood out before, and
// about none that stood out since.
func fresh(f *Fork, named []int, block, blocks int) bool {
	some := false
	for _, g := range f.Gained {
		switch at := named[g.Thing]; {
		case at < block:
			some = true
		case at < blocks:
			return false
		}
	}
	return some
}

// hardlyPlayed is the share of the decisions where a thing could be played, below which
// players avoid it. Such a thing is dead if it is worth less than the average at all: it
// takes the place of a better one, and no more, so that it costs little.
const hardlyPlayed = 0.05

// margin returns how far a thing may be above or below the average.
func (d *data) margin(c *Config, thing int, sign float64) float64 {
	if sign < 0 && d.avoided[thing] {
		return 0
	}
	return c.Margin
}

// Things that stand out: at most mostCandidates above and below the average, and those that can
// hardly be beyond the margin do not.
const (
	mostCandidates = 3
	hardly         = -2 // standard deviations
)

// mostTests is the number of tests that a study can make: of what stands out at both ends of every
// experiment. Each p-value is multiplied by it (Bonferroni), however few of them are made, so that
// Rate bounds the chance of a wrong flag in the whole study.
func (c *Config) mostTests() int { return 2 * mostCandidates * len(c.experiments()) }

// candidates returns the things that stand out, above and below. All forks choose them, also the forks of earlier
// blocks that confirm: a thing that these did not confirm stands out no more, and makes room for
// another. So its evidence may end where it is low, which raises no flag.
func (d *data) candidates(c *Config, estimates []*estimate) (up, down []int) {
	for _, x := range []struct {
		list *[]int
		sign float64
	}{{&up, 1}, {&down, -1}} {
		z := map[int]float64{}
		for t, e := range estimates {
			if e == nil || e.sd == 0 || c.Things.Things[t].Kind == things.KindNothing {
				continue
			}
			if z[t] = (x.sign*e.value - d.margin(c, t, x.sign)) / e.sd; z[t] >= hardly {
				*x.list = append(*x.list, t)
			}
		}
		slices.SortStableFunc(*x.list, func(a, b int) int { return cmp.Compare(z[b], z[a]) })
		*x.list = (*x.list)[:min(len(*x.list), mostCandidates)]
	}
	return up, down
}

// uplifts returns what every thing is worth by one experiment; nil where too little is known.
func (c *Config) uplifts(blocks []Block, e Experiment) []*Uplift {
	d := c.gather(blocks, e)
	n := len(c.Things.Things)
	out := make([]*Uplift, n)
	z := distuv.UnitNormal.Quantile(0.975)
	of := func(x *estimate) *Uplift {
		return &Uplift{Forks: x.forks, Value: x.value, Low: x.value - z*x.sd, High: x.value + z*x.sd, P: 1, Q: 1}
	}
	estimates := d.all.estimate(n, d.came)
	for t, x := range estimates {
		if x != nil {
			out[t] = of(x)
		}
	}
	confirmed := d.confirm.estimate(n, d.came)
	up, down := d.candidates(c, estimates)
	names := map[Experiment][2]string{Had: {FlagDominant, FlagDead}, Played: {FlagUnderplayed, FlagOverplayed}}[e]
	var tests []test
	for i, side := range []struct {
		things []int
		sign   float64
	}{{up, 1}, {down, -1}} {
		for _, t := range side.things {
			x := confirmed[t]
			if x == nil || x.forks < fewestTested || x.sd == 0 {
				continue
			}
			out[t] = of(x)
			out[t].Confirmed = true
			tests = append(tests, test{t, names[i], side.sign, x.chance(side.sign, d.margin(c, t, side.sign))})
		}
	}
	for i := range tests {
		t := &tests[i]
		u := out[t.thing]
		if t.p > u.P {
			continue // the test on the other side says more
		}
		u.P, u.Q = t.p, min(1, t.p*float64(c.mostTests()))
		u.Agents = c.agreement(d, t.thing)
		switch {
		case u.Q > c.Rate:
			continue
		case u.Agents != nil && u.Agents.disagree(t.sign, d.margin(c, t.thing, t.sign)):
			u.Withheld = t.flag
		default:
			u.Flag = t.flag
		}
		u.Examples = examples(blocks, e, t.thing, t.sign > 0)
	}
	return out
}

// test is the test of one flag.
type test struct {
	thing int
	flag  string
	sign  float64
	p     float64
}

// examples returns up to three forks in which a thing did what its flag says.
func examples(blocks []Block, e Experiment, thing int, above bool) (list []Example) {
	for i := range blocks {
		if blocks[i].Experiment != e {
			continue
		}
		for _, x := range blocks[i].Examples {
			if x.Thing == thing && (x.Worth > x.Less) == above && len(list) < 3 {
				list = append(list, x)
			}
		}
	}
	return list
}
