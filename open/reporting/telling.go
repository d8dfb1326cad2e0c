package reporting

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/knobs"
	"ringer/eval"
	"ringer/report/whatif"
)

// Screening of knobs, where nobody says which ones to try.
const (
	mostScreened   = 24 // of the numbers of the game, and of its cards and things
	screeningGames = 60

	// lengthCounts is the weight of a game twice as long, where a seat that wins all instead of
	// none counts 1: that more rounds last longer is no news.
	lengthCounts = 0.25
)

// screened returns the knobs that are tried: numbers, spread evenly over the rules.
func screened(g env.Game) (list []knobs.Knob, err error) {
	all, err := knobs.List(g)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(k knobs.Knob) bool { return k.Kind != "whole" && k.Kind != "number" })
	for _, ofThings := range []bool{false, true} {
		some := slices.DeleteFunc(slices.Clone(all), func(k knobs.Knob) bool { return strings.ContainsAny(k.Path, ".[") != ofThings })
		n := min(mostScreened, len(some))
		for i := range n {
			list = append(list, some[i*len(some)/n])
		}
	}
	return list, nil
}

// telling returns the paths of the n knobs, of those that are screened, whose step up changes
// most for an agent that does not know of it. The games that choose have a seed of their
// own.
func (w *work) telling(ctx context.Context, s *strongest, n int) ([]string, error) {
	tried, err := screened(w.Game)
	if err != nil {
		return nil, err
	}
	c := whatif.Config{
		Games: screeningGames, Seed: env.Stream(w.Seed, purposeReportScreen).Uint64() >> 11, // every reader of JSON holds 53 bits
		Workers: w.Workers, Place: w.Elsewhere.Games(),
	}
	rules := func(label string, g env.Game) (whatif.Rules, error) {
		agent, err := w.opener.Agent(g, s.anywhere())
		return whatif.Rules{Label: label, Game: g, Sets: []whatif.Set{{Kind: whatif.Frozen, A: eval.Entry{Name: s.Name, Agent: agent}}}}, err
	}
	if c.Base, err = rules(asTheyAre, w.Game); err != nil {
		return nil, err
	}
	for i := range tried {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		k := &tried[i]
		beside := valuesBeside(k)
		if len(beside) == 0 {
			continue
		}
		changed, err := knobs.Set(w.Game, k.Path, beside[len(beside)-1])
		if err != nil || changed.Spec().Players != w.Game.Spec().Players {
			continue
		}
		r, err := rules(k.Path, changed)
		if err != nil {
			continue // the agent cannot sit at this table
		}
		c.Variants = append(c.Variants, r)
	}
	study, err := whatif.Run(ctx, c)
	if err != nil {
		return nil, err
	}
	type moved struct {
		path string
		by   float64
	}
	var list []moved
	for _, r := range study.Rules[1:] {
		m := moved{path: r.Label}
		for _, x := range r.Kinds[0].Measures {
			switch {
			case x.Unit == whatif.Share:
				m.by = max(m.by, math.Abs(x.Change.Value))
			case x.Unit == whatif.Decisions && x.Value > 0:
				m.by = max(m.by, lengthCounts*math.Abs(x.Change.Value)/x.Value)
			}
		}
		if m.by > 0 {
			list = append(list, m)
		}
	}
	slices.SortStableFunc(list, func(a, b moved) int { return cmp.Compare(b.by, a.by) })
	var paths []string
	for _, m := range list[:min(n, len(list))] {
		paths = append(paths, m.path)
	}
	return paths, nil
}
