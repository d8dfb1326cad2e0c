package uplift

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"ringer/env"
	"ringer/env/things"
	"ringer/report/ratio"
)

// ends is the number of things at each end of the ranking that a study tells from all others.
const ends = 5

// arm is a thing in the contest for an end of the ranking.
type arm struct {
	thing int
	forks int
	value float64
	half  float64 // of the interval, with these forks
	more  int     // forks that the next block is to have about it
}

// width returns half the length of the interval that the arm would have with its further forks.
func (a *arm) width() float64 {
	return a.half * math.Sqrt(float64(a.forks)/float64(a.forks+a.more))
}

// contest holds the things of one experiment by what all forks say of them.
type contest struct {
	known []arm
	rare  []arm // that stood in too few forks for an estimate
}

// contestOf returns the contest of an experiment, with intervals of z standard deviations.
func (c *Config) contestOf(d *data, estimates []*estimate, z float64) *contest {
	out := &contest{}
	seen := d.all.count(len(c.Things.Things))
	for t, e := range estimates {
		switch {
		case c.Things.Things[t].Kind == things.KindNothing:
		case e != nil && e.sd > 0:
			out.known = append(out.known, arm{thing: t, forks: e.forks, value: e.value, half: z * e.sd})
		case e == nil && seen[t] > 0:
			out.rare = append(out.rare, arm{thing: t, forks: seen[t]})
		}
	}
	return out
}

// count returns the number of forks in which each thing stood.
func (s *sample) count(things int) []int {
	seen := make([]int, things)
	for _, f := range s.forks {
		for _, g := range f.Gained {
			seen[g.Thing]++
		}
	}
	return seen
}

// rivals returns the pair of things that is asked about for an end: of the m best by their estimates
// the one that is known least, and of the others the one that may most be among the best. The second
// is LUCB's (Kalyanakrishnan, Tewari, Auer and Stone, "PAC Subset Selection in Stochastic Multi-armed
// Bandits", 2012, section 3.2); of the best LUCB takes the one that may least be one, but readers want
// to know all of them. clear says that no interval of the best meets one of the others. sign is 1 for
// the things worth most, and -1 for those worth least.
func (x *contest) rivals(m int, sign float64, order []int) (in, out *arm, clear bool) {
	least, most := math.Inf(1), math.Inf(-1)
	for i, k := range order {
		a := &x.known[k]
		switch w := a.width(); {
		case i < m:
			least = min(least, sign*a.value-w)
			if in == nil || w > in.width() {
				in = a
			}
		case sign*a.value+w > most:
			out, most = a, sign*a.value+w
		}
	}
	return in, out, least > most
}

// widest returns the thing that is known least.
func (x *contest) widest() *arm {
	return slices.MaxFunc(pointers(x.known), func(a, b *arm) int { return cmp.Compare(a.width(), b.width()) })
}

func pointers(list []arm) (out []*arm) {
	for i := range list {
		out = append(out, &list[i])
	}
	return out
}

// order lists the known arms from one end.
func (x *contest) order(sign float64) []int {
	values := make([]float64, len(x.known))
	for i := range x.known {
		values[i] = sign * x.known[i].value
	}
	return ratio.Ranked(values)
}

// size returns the number of things that are told apart at each end.
func (x *contest) size() int { return min(ends, len(x.known)/2) }

// clear reports whether both ends of the ranking are told from the rest.
func (x *contest) clear() bool {
	m := x.size()
	if m == 0 || len(x.rare) > 0 {
		return false
	}
	for _, sign := range []float64{1, -1} {
		if _, _, clear := x.rivals(m, sign, x.order(sign)); !clear {
			return false
		}
	}
	return true
}

// everyRound says in which rounds the thing that is known least has a fork.
const everyRound = 2

// share gives a number of forks to the things: to those that stood in too few of them for an estimate
// until they have enough; then in rounds to the rivals for each end of the ranking that is not clear,
// and now and then to the thing that is known least. Intervals are taken to shrink with every fork. It returns
// the forks of each thing; nil: all alike, as too little is known yet.
func (x *contest) share(forks, things int) []int {
	m := x.size()
	if m == 0 || len(x.known) < len(x.rare) {
		return nil
	}
	out := make([]int, things)
	for i := range x.rare {
		need := min(forks, fewestForks-min(fewestForks, x.rare[i].forks))
		out[x.rare[i].thing] += need
		forks -= need
	}
	orders := map[float64][]int{1: x.order(1), -1: x.order(-1)}
	rounds := 0
	for forks > 0 {
		var round []*arm
		for _, sign := range []float64{1, -1} {
			if in, beyond, clear := x.rivals(m, sign, orders[sign]); !clear {
				round = append(round, in, beyond)
			}
		}
		if rounds++; len(round) == 0 || rounds%everyRound == 0 {
			round = append(round, x.widest())
		}
		for _, a := range round[:min(forks, len(round))] {
			a.more++
			out[a.thing]++
			forks--
		}
	}
	return out
}

func sumOf(list []int) (sum int) {
	for _, n := range list {
		sum += n
	}
	return sum
}

// forksPerBlock is the number of forks that are wanted of a block.
func (c *Config) forksPerBlock() int { return c.GamesPerBlock * c.ForksPerGame }

// askedOf returns how many forks of the next block are wanted about each thing; nil: all alike. about
// holds the things that a block which confirms is about: the likelier a thing is beyond the margin, the
// more it has.
func (c *Config) askedOf(d *data, estimates []*estimate, about []int) []int {
	n := len(c.Things.Things)
	if len(about) == 0 {
		return c.contestOf(d, estimates, distuv.UnitNormal.Quantile(0.975)).share(c.forksPerBlock(), n)
	}
	have, asked, weight := d.confirm.count(n), make([]int, n), make([]float64, n)
	for _, t := range about {
		weight[t] = leastChance
		if e := estimates[t]; e != nil && e.sd > 0 {
			for _, sign := range []float64{1, -1} {
				weight[t] = max(weight[t], distuv.UnitNormal.CDF((sign*e.value-d.margin(c, t, sign))/e.sd))
			}
		}
	}
	for range c.forksPerBlock() {
		next := about[0]
		for _, t := range about {
			if float64(have[t]+asked[t])*weight[next] < float64(have[next]+asked[next])*weight[t] {
				next = t
			}
		}
		asked[next]++
	}
	return asked
}

// leastChance is the chance to be beyond the margin that a thing which stands out is given at least.
const leastChance = 0.1

// drawThing draws one of the things of a list, as often as each is asked about; nil: all alike. Where
// none of the list is asked about it draws among all.
func drawThing(list, asked []int, rng env.Rand) int {
	sum := 0
	if asked != nil {
		for _, t := range list {
			sum += asked[t]
		}
	}
	if sum == 0 {
		return list[rng.IntN(len(list))]
	}
	k := rng.IntN(sum)
	for _, t := range list {
		if k -= asked[t]; k < 0 {
			return t
		}
	}
	panic("uplift: unreachable")
}

// settled reports whether nothing is left to find out: both ends of every ranking are told from the
// rest, also when all things are compared at once (Bonferroni), and of everything that stands out fresh
// forks say whether it is beyond the margin.
func (c *Config) settled(blocks []Block) bool {
	n := float64(len(c.Things.Things))
	flagged := c.Rate / float64(c.mostTests())
	for _, e := range c.experiments() {
		d := c.gather(blocks, e)
		estimates := d.all.estimate(len(c.Things.Things), d.came)
		if !c.contestOf(d, estimates, distuv.UnitNormal.Quantile(1-0.025/n)).clear() {
			return false
		}
		confirmed := d.confirm.estimate(len(c.Things.Things), d.came)
		up, down := d.candidates(c, estimates)
		for i, side := range [][]int{up, down} {
			sign := 1 - 2*float64(i)
			for _, t := range side {
				x := confirmed[t]
				if x == nil || x.forks < fewestTested {
					return false
				}
				if p := x.chance(sign, d.margin(c, t, sign)); p > flagged && p < 0.975 {
					return false
				}
			}
		}
	}
	return true
}

// experiments lists the experiments that the blocks of the study make.
func (c *Config) experiments() (list []Experiment) {
	for i := range cycle {
		e := c.sortOf(i).experiment
		if len(list) == 0 || len(list) == 1 && list[0] != e {
			list = append(list, e)
		}
	}
	return list
}
