package balance

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"ringer/env"
	"ringer/internal/numbers"
	"ringer/report/flag"
)

// Target is a range that a measure should lie in.
type Target struct {
	Name    string   `yaml:"name" json:"name"`       // for people
	Measure string   `yaml:"measure" json:"measure"` // its name; * stands for one part: seats.*.win_rate
	Low     *float64 `yaml:"low" json:"low,omitempty"`
	High    *float64 `yaml:"high" json:"high,omitempty"`
}

// Targets is a file of targets.
type Targets struct {
	Targets []Target `yaml:"targets" json:"targets"`
}

// Validate returns every fault as env.Faults.
func (t *Targets) Validate() error {
	var faults env.Faults
	if len(t.Targets) == 0 {
		faults.Add("targets", "none", "one or more")
	}
	for i := range t.Targets {
		at, one := fmt.Sprintf("targets[%d]", i), &t.Targets[i]
		if one.Measure == "" {
			faults.Add(at+".measure", "none", "the name of a measure, such as seats.*.win_rate")
		} else if _, err := path.Match(strings.ReplaceAll(one.Measure, ".", "/"), ""); err != nil {
			faults.Add(at+".measure", one.Measure, "a name in which * stands for any part")
		}
		if one.Low == nil && one.High == nil {
			faults.Add(at, "no bound", "low, high or both")
		}
		if one.Low != nil && one.High != nil && *one.Low > *one.High {
			faults.Add(at+".low", *one.Low, "at most high, which is %g", *one.High)
		}
	}
	return faults.Err()
}

// Verdicts of targets.
const (
	Pass         = "PASS"
	Fail         = "FAIL"
	Inconclusive = "INCONCLUSIVE"
)

// Result says whether a measure lies where a target wants it.
type Result struct {
	Target
	Words        string  `json:"words"`         // of the measure
	Who          string  `json:"who,omitempty"` // the seat that the measure is of, for people, where the target is of several
	Share        bool    `json:"share,omitempty"`
	Estimate     float64 `json:"estimate"`
	EstimateLow  float64 `json:"estimate_low"` // 95% interval
	EstimateHigh float64 `json:"estimate_high"`
	N            int     `json:"n"`
	Of           string  `json:"of"`
	Verdict      string  `json:"verdict"`

	// Needed is the number of observations that would decide, were the figure as it is
	// now; 0 where it is decided, -1 where the figure lies on a bound.
	Needed int `json:"needed,omitempty"`
}

// Wanted writes the range of a target, in words.
func (r *Result) Wanted() string {
	show, unit := decimal, ""
	switch {
	case r.difference():
		show, unit = func(v float64) string { return numbers.Points(v, v, v) }, " points"
	case r.Share:
		show = numbers.Even
	}
	switch {
	case r.Low != nil && r.High != nil:
		return show(*r.Low) + " to " + show(*r.High) + unit
	case r.Low != nil:
		return "at least " + show(*r.Low) + unit
	case r.High != nil:
		return "at most " + show(*r.High) + unit
	}
	return ""
}

// Found writes the figure of a target with its interval, whose ends stay on their side of
// the range.
func (r *Result) Found() string {
	switch {
	case r.N == 0:
		return "not measured"
	case r.difference():
		return numbers.Points(r.Estimate, r.EstimateLow, r.EstimateHigh) + " points"
	case !r.Share:
		return numbers.Mean(r.Estimate, r.EstimateLow, r.EstimateHigh)
	}
	var bounds []float64
	for _, b := range []*float64{r.Low, r.High} {
		if b != nil {
			bounds = append(bounds, *b)
		}
	}
	return numbers.ShareBeside(r.Estimate, r.EstimateLow, r.EstimateHigh, bounds...)
}

// difference reports whether the figure of a target is a difference of shares, which can be
// negative.
func (r *Result) difference() bool {
	return r.Share && (r.EstimateLow < 0 || r.Low != nil && *r.Low < 0)
}

// homes names the panel of a measure whose name does not begin with the name of its panel.
var homes = map[string]string{"flags": thingsID, "skill": luckID, "rules": endsID}

// Within reports the targets whose measures no report of the named panels has; no panels stand
// for all of them. The levels are the agents that may fill all seats of a level of skill. It finds
// what can be found before anything is played.
//
// Errors: env.Faults for every such target.
func (t *Targets) Within(g env.Game, only, levels []string) error {
	var faults env.Faults
	names := known(g, levels)
	for i, target := range t.Targets {
		at := fmt.Sprintf("targets[%d].measure", i)
		home, _, _ := strings.Cut(target.Measure, ".")
		home = cmp.Or(homes[home], home)
		switch known := slices.ContainsFunc(panels(), func(p panel) bool { return p.id == home }); {
		case !slices.ContainsFunc(names, func(name string) bool { return may(target.Measure, name) }):
			faults.Add(at, target.Measure, "a measure of reports of %s, such as %s", g.Spec().Name, strings.Join(likest(target.Measure, names), ", "))
		case len(only) > 0 && known && !slices.Contains(only, home):
			faults.Add(at, target.Measure, "a measure of a panel that is made; this one is of %s, and --only leaves that out", home)
		}
	}
	return faults.Err()
}

// Panels lists the panels that measure the targets, and seats and length besides, which count in the same games.
func (t *Targets) Panels() (ids []string) {
	for _, p := range panels() {
		if p.id == seatsID || p.id == lengthsID || slices.ContainsFunc(t.Targets, func(x Target) bool {
			home, _, _ := strings.Cut(x.Measure, ".")
			return cmp.Or(homes[home], home) == p.id
		}) {
			ids = append(ids, p.id)
		}
	}
	return ids
}

// Hold holds measures to targets. A figure passes when its whole interval lies between the
// bounds, and fails when its whole interval lies beyond one. A target whose measure the report does
// not have, as it came up too seldom, is inconclusive.
func (t *Targets) Hold(measures []Measure) (results []Result) {
	for _, target := range t.Targets {
		met := false
		for _, m := range measures {
			if ok, _ := path.Match(strings.ReplaceAll(target.Measure, ".", "/"), strings.ReplaceAll(m.Name, ".", "/")); ok { // Validate has tried the pattern
				met = true
				results = append(results, target.hold(m))
			}
		}
		if !met {
			results = append(results, Result{Target: target, Words: "not measured in these games", Verdict: Inconclusive, Needed: -1})
		}
	}
	return results
}

func (t Target) hold(m Measure) Result {
	many := strings.Contains(t.Measure, "*")
	t.Measure = m.Name
	r := Result{Target: t, Words: m.Words, Share: m.Share, Estimate: m.Value, EstimateLow: m.Low, EstimateHigh: m.High, N: m.N, Of: m.Of}
	if many {
		r.Who = m.Who
	}
	low, high := math.Inf(-1), math.Inf(1)
	if t.Low != nil {
		low = *t.Low
	}
	if t.High != nil {
		high = *t.High
	}
	c := flag.Claim{Value: m.Value, Low: m.Low, High: m.High, Least: low, Most: high}
	r.Verdict = map[flag.Answer]string{flag.Inside: Pass, flag.Outside: Fail, flag.Open: Inconclusive}[c.Answer()]
	if r.Verdict == Inconclusive {
		r.Needed = -1
		if times := cmp.Or(m.times, c.Times()); !math.IsInf(times, 0) {
			r.Needed = int(math.Ceil(float64(m.N) * times))
		}
	}
	return r
}
