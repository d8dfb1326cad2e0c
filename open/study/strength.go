package study

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"gonum.org/v1/gonum/stat"

	"ringer/configs"
	"ringer/env"
	"ringer/internal/input"
	"ringer/open"
	"ringer/report/curves"
	"ringer/report/records"
	"ringer/train/algos"
	"ringer/train/checkpoint"
)

// Strength says how long runs of one configuration trained until their share of wins against an
// opponent stayed at a target.
type Strength struct {
	Configuration string   // what it sets otherwise than the others
	Runs          []string // folders
	Seeds         []uint64
	Target        float64
	Reached       int // runs
	Evaluations   int // of all runs
	Games         int // of an evaluation

	Seconds   Until // of training by the clock
	Processor Until // seconds of training of all processors together
	Decisions Until
}

// Until is the median over runs of what was needed, with a 95% interval by the noise of evaluations
// and by the spread of the runs. What no number of these runs reached is infinite.
type Until struct{ Median, Low, High float64 }

// draws of a bootstrap.
const strengthDraws = 2000

// Strengths returns how long runs took to each target, by configuration. The runs were evaluated on
// their way against the opponent.
//
// A run stays at a target from the first evaluation on at which isotonic regression (Ayer and
// others, 1955: neighbours are pooled wherever strength seems to fall) is at the target, and after
// which no evaluation lies below the target with the whole of its interval. Between this evaluation
// and the one before, the time follows the regression. Each draw of the bootstrap takes runs with
// replacement and adds the noise of its games to each evaluation.
func Strengths(runs []curves.Run, opponent string, targets []float64) ([]Strength, error) {
	metric := "win_rate/" + opponent
	groups := map[string][]*curves.Run{}
	var labels []string
	for i := range runs {
		r := &runs[i]
		if len(evaluated(r, metric)) == 0 {
			return nil, input.Badf("%s: no evaluation against %s on its way: want evaluation.every above 0 and %s among evaluation.opponents", r.Dir, opponent, opponent)
		}
		for _, s := range evaluated(r, metric) {
			if math.IsNaN(s.Training) || math.IsNaN(s.Processor) {
				return nil, input.Badf("%s: no seconds of training at step %d: want a run of this version, with its events", r.Dir, s.Step)
			}
		}
		if groups[r.Label] == nil {
			labels = append(labels, r.Label)
		}
		groups[r.Label] = append(groups[r.Label], r)
	}
	var out []Strength
	for _, label := range labels {
		for _, target := range targets {
			out = append(out, strengthOf(label, groups[label], metric, target))
		}
	}
	return out, nil
}

// evaluated returns the steps of a run that have a share of wins.
func evaluated(r *curves.Run, metric string) (list []curves.Sample) {
	for _, s := range r.Points {
		if f, ok := s.Values[metric]; ok && !math.IsNaN(f.Low) {
			list = append(list, s)
		}
	}
	return list
}

func strengthOf(label string, runs []*curves.Run, metric string, target float64) Strength {
	s := Strength{Configuration: label, Target: target}
	ways := make([]*way, len(runs))
	for i, r := range runs {
		s.Runs, s.Seeds = append(s.Runs, r.Dir), append(s.Seeds, r.Seed)
		ways[i] = newWay(evaluated(r, metric), metric, target)
		s.Evaluations += len(ways[i].samples)
		s.Games = ways[i].samples[0].Values[metric].Of
		if ways[i].stays(ways[i].fit, target).Decisions < math.Inf(1) {
			s.Reached++
		}
	}
	units := []struct {
		until *Until
		of    func(curves.Sample) float64
	}{
		{&s.Seconds, func(x curves.Sample) float64 { return x.Training }},
		{&s.Processor, func(x curves.Sample) float64 { return x.Processor }},
		{&s.Decisions, func(x curves.Sample) float64 { return x.Decisions }},
	}
	medians := func(reached []curves.Sample) (list [3]float64) {
		for k, u := range units {
			var values []float64
			for _, x := range reached {
				values = append(values, u.of(x))
			}
			slices.Sort(values)
			list[k] = (values[(len(values)-1)/2] + values[len(values)/2]) / 2
		}
		return list
	}
	reached := make([]curves.Sample, len(ways))
	for i, w := range ways {
		reached[i] = w.stays(w.fit, target)
	}
	middle := medians(reached)
	var drawn [3][]float64
	rng := env.Stream(uint64(len(ways)), purposeStrength)
	for range strengthDraws {
		for i := range reached {
			w := ways[rng.IntN(len(ways))]
			noisy := make([]float64, len(w.fit))
			for j, p := range w.fit {
				noisy[j] = p + w.noise[j]*rng.NormFloat64()
			}
			reached[i] = w.stays(isotonic(noisy), target)
		}
		for k, v := range medians(reached) {
			drawn[k] = append(drawn[k], v)
		}
	}
	for k, u := range units {
		slices.Sort(drawn[k])
		*u.until = Until{
			middle[k],
			min(middle[k], stat.Quantile(0.025, stat.Empirical, drawn[k], nil)),
			max(middle[k], stat.Quantile(0.975, stat.Empirical, drawn[k], nil)),
		}
	}
	return s
}

// way is the evaluations of a run against an opponent.
type way struct {
	samples    []curves.Sample
	fit, noise []float64 // isotonic regression of the shares, and their standard errors
	after      int       // no evaluation from here on is surely below the target
}

func newWay(samples []curves.Sample, metric string, target float64) *way {
	w := &way{samples: samples}
	for i, s := range samples {
		f := s.Values[metric]
		w.fit, w.noise = append(w.fit, f.Value), append(w.noise, (f.High-f.Low)/2/1.96)
		if f.High < target {
			w.after = i + 1
		}
	}
	w.fit = isotonic(w.fit)
	return w
}

// stays returns the point from which on a run stays at the target; infinite where there is none.
func (w *way) stays(fit []float64, target float64) curves.Sample {
	for i := w.after; i < len(fit); i++ {
		if fit[i] < target {
			continue
		}
		there := w.samples[i]
		if i == 0 || i == w.after && fit[i-1] >= target {
			return there
		}
		part := (target - fit[i-1]) / (fit[i] - fit[i-1])
		before := w.samples[i-1]
		between := func(a, b float64) float64 { return a + part*(b-a) }
		return curves.Sample{
			Training:  between(before.Training, there.Training),
			Processor: between(before.Processor, there.Processor),
			Decisions: between(before.Decisions, there.Decisions),
		}
	}
	never := math.Inf(1)
	return curves.Sample{Training: never, Processor: never, Decisions: never}
}

// isotonic returns the ascending numbers that are nearest to some, by least squares.
func isotonic(values []float64) []float64 {
	type pool struct{ sum, n float64 }
	var pools []pool
	for _, v := range values {
		pools = append(pools, pool{v, 1})
		for k := len(pools) - 1; k > 0 && pools[k-1].sum/pools[k-1].n >= pools[k].sum/pools[k].n; k-- {
			pools[k-1] = pool{pools[k-1].sum + pools[k].sum, pools[k-1].n + pools[k].n}
			pools = pools[:k]
		}
	}
	out := make([]float64, 0, len(values))
	for _, p := range pools {
		for range int(p.n) {
			out = append(out, p.sum/p.n)
		}
	}
	return out
}

// StampOf returns the game of a run, the build that trained it last, and the day of its last
// metrics.
func StampOf(dir string) (game string, stamp records.Stamp, err error) {
	reader, text, err := checkpoint.Open(dir)
	if err != nil {
		return "", stamp, input.Bad(err)
	}
	file := algos.Defaults()
	if err := configs.ReadAll(&file, configs.Text(filepath.Join(dir, checkpoint.ConfigName), text)); err != nil {
		return "", stamp, input.Bad(err)
	}
	builds, err := open.Builds(reader)
	if err != nil || len(builds) == 0 {
		return file.Game, stamp, err
	}
	stamp.Revision, stamp.Vectors = builds[len(builds)-1].Revision, builds[len(builds)-1].Vectors
	info, err := os.Stat(filepath.Join(dir, "metrics.jsonl"))
	if err != nil {
		return "", stamp, input.Bad(err)
	}
	stamp.Date = info.ModTime().UTC().Format(time.DateOnly)
	return file.Game, stamp, nil
}
