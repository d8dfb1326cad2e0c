package speed

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"ringer/internal/chart"
	"ringer/internal/numbers"
	"ringer/report/records"
	"ringer/train/speed"
)

// Growth holds the cost of a training at one place of an axis along which its work grows.
type Growth struct {
	Config string   `json:"config"`
	Set    []string `json:"set,omitempty"`
	Game   string   `json:"game"`
	Axis   string   `json:"axis"` // tables, seats, width or workers
	At     int      `json:"at"`

	Decisions float64 `json:"decisions_per_second"`         // of processor time, of all processes
	Learner   float64 `json:"learner_per_second,omitempty"` // of the learner's, where workers grow
	Memory    int64   `json:"memory_bytes"`                 // the most, of the process that learns
	Wire      float64 `json:"wire_bytes"`                   // of a decision that a worker played
	Batch     float64 `json:"mean_batch,omitempty"`         // rows that a network decides on at once
	Padded    float64 `json:"padded_share,omitempty"`       // of the rows that were computed
	Update    float64 `json:"update_share,omitempty"`       // of processor time

	Peak speed.Peak `json:"peak"`
	records.Stamp
}

func (r *Growth) check() error {
	if r.Config == "" || r.Game == "" || r.At < 1 || !(r.Decisions > 0) || !(r.Wire > 0) || r.Date == "" || r.Peak.Processors < 1 || !slices.Contains(axes, r.Axis) {
		return fmt.Errorf("%s, %s %d: want a configuration, a game, an axis, decisions, bytes, a peak and a date", r.Config, r.Axis, r.At)
	}
	return nil
}

var axes = []string{"tables", "seats", "width", "workers"}

// ReadGrowth reads the records of growth.jsonl.
func ReadGrowth(r io.Reader) ([]Growth, error) { return records.Read(r, (*Growth).check) }

// WriteGrowth writes them.
func WriteGrowth(w io.Writer, all []Growth) error { return records.Write(w, all) }

// sameCurve reports whether two records are points of one curve.
func sameCurve(a, b *Growth) bool {
	return a.Axis == b.Axis && a.Config == b.Config && slices.Equal(a.Set, b.Set) && sameKind(a.Peak, b.Peak)
}

// PutGrowth returns records with one more, in place of an older one of the same place of the same
// curve.
func PutGrowth(all []Growth, one Growth) []Growth {
	if i := slices.IndexFunc(all, func(r Growth) bool { return r.At == one.At && sameCurve(&r, &one) }); i >= 0 {
		all[i] = one
		return all
	}
	return append(all, one)
}

// Curves returns the records of each curve in the order of their places, and curves in the order of
// axes.
func Curves(all []Growth) (curves [][]Growth) {
	for _, axis := range axes {
		for i := range all {
			if all[i].Axis != axis {
				continue
			}
			k := slices.IndexFunc(curves, func(c []Growth) bool { return sameCurve(&c[0], &all[i]) })
			if k < 0 {
				curves, k = append(curves, nil), len(curves)
			}
			curves[k] = append(curves[k], all[i])
		}
	}
	for _, c := range curves {
		slices.SortFunc(c, func(a, b Growth) int { return a.At - b.At })
	}
	return curves
}

// Bend says where a curve of decisions a second bends: the place at which two straight lines of its
// logarithms, joined there, lie nearest to its points, and how much a doubling changes it before and
// after. Fewer than four points have none, nor has a curve whose lines differ by less than a tenth a
// doubling.
func Bend(curve []Growth) (at int, before, after float64, ok bool) {
	n := len(curve)
	if n < 4 {
		return 0, 0, 0, false
	}
	x, y := make([]float64, n), make([]float64, n)
	for i := range curve {
		x[i], y[i] = math.Log2(float64(curve[i].At)), math.Log2(curve[i].Decisions)
	}
	least := math.Inf(1)
	for k := 1; k < n-1; k++ {
		left, right := (y[k]-y[0])/(x[k]-x[0]), (y[n-1]-y[k])/(x[n-1]-x[k])
		far := 0.0
		for i := range x {
			slope := left
			if i > k {
				slope = right
			}
			d := y[i] - y[k] - slope*(x[i]-x[k])
			far += d * d
		}
		if far < least {
			least, at, before, after = far, curve[k].At, math.Exp2(left)-1, math.Exp2(right)-1
		}
	}
	return at, before, after, math.Abs(before-after) >= 0.1
}

// BendWords says where a curve bends.
func BendWords(curve []Growth) string {
	at, before, after, ok := Bend(curve)
	if !ok {
		return "no bend"
	}
	return fmt.Sprintf("bends at %s: a doubling gives %+.0f%% decisions before, %+.0f%% after", numbers.Count(at), 100*before, 100*after)
}

// GrowthHeads are the heads of the columns of Row.
var GrowthHeads = []string{"decisions", "learner's", "memory", "wire", "mean batch", "padding", "update"}

// Row returns what a table says of a record.
func (r *Growth) Row() []string {
	row := []string{rounded(r.Decisions), rounded(r.Learner), "–", fmt.Sprintf("%.0f", r.Wire), "–", "–", "–"}
	if r.Memory > 0 {
		row[2] = fmt.Sprintf("%.0f MB", float64(r.Memory)/1e6)
	}
	if r.Batch > 0 {
		row[4], row[5], row[6] = fmt.Sprintf("%.1f", r.Batch), whole(r.Padded), whole(r.Update)
	}
	return row
}

// GrowthTable returns a table of each curve with its bend in Markdown, below the chart of the first
// kind of machine.
func GrowthTable(all []Growth) string {
	if len(all) == 0 {
		return "`make growth` has not been run yet.\n"
	}
	var b strings.Builder
	b.WriteString("![decisions, memory and bytes on the wire against tables, seats, width and workers](speed/growth.svg)\n")
	var peaks []speed.Peak
	var stamps []records.Stamp
	for _, curve := range Curves(all) {
		first := &curve[0]
		rows := [][]string{append(append([]string{first.Axis}, GrowthHeads...), "peak"), {":", ":", ":", ":", ":", ":", ":", ":", ":"}}
		for i := range curve {
			r := &curve[i]
			rows = append(rows, append(append([]string{numbers.Count(r.At)}, r.Row()...), peakCell(r.Peak)))
			peaks, stamps = append(peaks, r.Peak), append(stamps, r.Stamp)
		}
		name := (&Record{Config: first.Config, Set: first.Set}).title()
		fmt.Fprintf(&b, "\n%s, %s: %s.\n\n%s", name, first.Axis, BendWords(curve), records.Table(rows))
	}
	return b.String() + origin(peaks, stamps)
}

// GrowthChart returns the picture of the curves of the first kind of machine, nil without records:
// doublings of decisions, memory and bytes since the first place of each curve.
func GrowthChart(all []Growth) []byte {
	var charts []*chart.Lines
	for _, curve := range Curves(all) {
		first := &curve[0]
		if !sameKind(first.Peak, all[0].Peak) {
			continue
		}
		lines := &chart.Lines{
			Title:  fmt.Sprintf("%s of %s: %s", first.Axis, first.Config, BendWords(curve)),
			Note:   fmt.Sprintf("doublings since %d %s; a second of processor time", first.At, first.Axis),
			Across: first.Axis + ", in doublings of one", Up: "doublings",
		}
		for _, what := range []struct {
			label string
			of    func(*Growth) float64
		}{
			{"decisions a second", func(r *Growth) float64 { return r.Decisions }},
			{"memory", func(r *Growth) float64 { return float64(r.Memory) }},
			{"bytes a decision", func(r *Growth) float64 { return r.Wire }},
		} {
			line := chart.Line{Label: what.label}
			if what.of(first) > 0 {
				for i := range curve {
					y := math.Log2(what.of(&curve[i]) / what.of(first))
					line.Points = append(line.Points, chart.Point{X: math.Log2(float64(curve[i].At)), Value: y, Low: math.NaN(), High: math.NaN()})
				}
				lines.Lines = append(lines.Lines, line)
			}
		}
		charts = append(charts, lines)
	}
	if charts == nil {
		return nil
	}
	return chart.Stack(charts, 760)
}
