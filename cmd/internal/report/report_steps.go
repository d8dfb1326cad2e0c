package report

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"ringer/env"
	"ringer/env/knobs"
	"ringer/internal/input"
	"ringer/open"
	"ringer/report/trust"
	"ringer/report/whatif"
)

// AsTheyAre is the label of the rules that variants are compared with.
const AsTheyAre = "as they are"

// StepsOf returns the rules with one knob a step down and a step up; of a switch or a choice,
// with each other value. Steps that the rules refuse, or that change the number of seats, are
// left out: the error is for a knob without any.
func StepsOf(g env.Game, path string) ([]RuleSet, error) {
	k, err := knobs.Get(g, path)
	if err != nil {
		return nil, input.Bad(err)
	}
	var list []RuleSet
	var refused error
	for _, value := range valuesBeside(&k) {
		changed, err := knobs.Set(g, path, value)
		switch {
		case err != nil:
			refused = err
		case changed.Spec().Hash == g.Spec().Hash: // such as 0 copies, which means the usual ones
		case changed.Spec().Players == g.Spec().Players:
			list = append(list, ruleSetOf(changed, path, value))
		}
	}
	if len(list) == 0 && refused != nil {
		return nil, input.Badf("%s: no other value than %s will do: %w", path, k.Value, refused)
	}
	if len(list) == 0 {
		return nil, input.Badf("%s = %s has no step: want a number, a switch or one of several words, for the same number of seats", path, k.Value)
	}
	return list, nil
}

// valuesBeside returns the values of a knob that are one step away.
func valuesBeside(k *knobs.Knob) (values []string) {
	switch k.Kind {
	case "whole", "number":
		v, err := strconv.ParseFloat(k.Value, 64)
		if err != nil {
			return nil
		}
		step := max(1, math.Round(math.Abs(v)/10)) // a tenth of large numbers
		if k.Kind == "number" && v != math.Trunc(v) {
			step = math.Abs(v) / 4
		}
		for _, x := range []float64{v - step, v + step} {
			values = append(values, strconv.FormatFloat(x, 'f', -1, 64))
		}
	default:
		for _, c := range k.Choices {
			if c != k.Value {
				values = append(values, c)
			}
		}
	}
	return values
}

func ruleSetOf(g env.Game, path, value string) RuleSet {
	r := RuleSet{Label: path + " = " + value, Knob: path, Game: g}
	if x, err := strconv.ParseFloat(value, 64); err == nil {
		r.Value = &x
	}
	return r
}

// SeriesOf returns the rules along a series, PATH=VALUES as knobs.Vary reads it, without the
// rules as they are, and the value that the knob has there.
func SeriesOf(g env.Game, series string) (list []RuleSet, now *float64, err error) {
	varied, err := knobs.Vary(g, series)
	if err != nil {
		return nil, nil, input.Bad(err)
	}
	for _, v := range varied {
		if v.Game.Spec().Players != g.Spec().Players {
			return nil, nil, input.Badf("%s: want games of %d seats, as the report has", v.Label, g.Spec().Players)
		}
		if v.Game.Spec().Hash == g.Spec().Hash {
			continue // the rules as they are, which are the base
		}
		list = append(list, ruleSetOf(v.Game, v.Path, v.Value))
	}
	if len(list) == 0 {
		return nil, nil, input.Badf("%s: the rules have this value: want another value", series)
	}
	k, err := knobs.Get(g, varied[0].Path)
	if err != nil {
		return nil, nil, input.Bad(err)
	}
	if x, err := strconv.ParseFloat(k.Value, 64); err == nil {
		now = &x
	}
	return list, now, nil
}

// Screening of knobs, where nobody says which ones to try.
const (
	mostScreened   = 24 // of the numbers of the game, and of those of its cards and things
	ScreeningGames = 60

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

// Telling returns the paths of the n knobs, of those that are screened, whose step up changes
// most for an agent that does not know of it. The games that choose have a seed of their
// own.
func Telling(ctx context.Context, o *open.Opener, g env.Game, strong trust.Agent, bot string, n int, c whatif.Config) ([]string, error) {
	tried, err := screened(g)
	if err != nil {
		return nil, err
	}
	command := strong.Command
	if bot != "" {
		command = untrained(bot)
	}
	rules := func(label string, at env.Game) (whatif.Rules, error) {
		agent, err := o.Agent(at, command)
		if err != nil {
			return whatif.Rules{}, err
		}
		frozen := strong
		frozen.Agent = agent
		return whatif.Rules{Label: label, Game: at, Sets: []whatif.Set{{Kind: whatif.Frozen, A: frozen.Entry()}}}, nil
	}
	if c.Base, err = rules(AsTheyAre, g); err != nil {
		return nil, err
	}
	for i := range tried {
		k := &tried[i]
		beside := valuesBeside(k)
		if len(beside) == 0 {
			continue
		}
		changed, err := knobs.Set(g, k.Path, beside[len(beside)-1])
		if err != nil || changed.Spec().Players != g.Spec().Players {
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

// ScreeningSeed keeps the games that choose apart from those of the report.
func ScreeningSeed(seed uint64) uint64 {
	return env.Stream(seed, purposeReportScreen).Uint64() >> 11 // every reader of JSON holds 53 bits
}
