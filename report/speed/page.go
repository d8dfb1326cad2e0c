package speed

import (
	"fmt"
	"math"
	"strings"

	"ringer/internal/numbers"
	"ringer/report/records"
	"ringer/train/speed"
)

// Tables returns the speed of every record a second of processor time, and below it what
// that time went into, in Markdown.
func Tables(all []Record) string {
	if len(all) == 0 {
		return "`make bench-train` has not been run yet.\n"
	}
	rows := [][]string{
		{"configuration", "backend", "weights", "tables", "decisions", "collected", "learned", "mean batch", "padding", "products", "of the peak", "all of the peak", "peak"},
		{"", "", ":", ":", ":", ":", ":", ":", ":", ":", ":", ":", ":"},
	}
	shares := [][]string{{"configuration", "backend"}, {"", ""}}
	for _, p := range speed.Phases() {
		shares[0], shares[1] = append(shares[0], string(p)), append(shares[1], ":")
	}
	shares[0], shares[1] = append(shares[0], "±", "peak"), append(shares[1], ":", ":")
	for i := range all {
		r := &all[i]
		tables := numbers.Count(r.Tables) + " in " + fmt.Sprint(r.Groups)
		rows = append(rows, append([]string{
			r.title(), "`" + r.Backend + "`", numbers.Count(r.Weights), tables,
			rounded(r.Processor.Decisions), rounded(r.Processor.Collected), rounded(r.Processor.Learned),
		}, append(r.Batches(), peakCell(r.Products.Peak))...))
		shares = append(shares, append(append([]string{r.title(), "`" + r.Backend + "`"}, r.Shares()...), peakCell(r.Products.Peak)))
	}
	var peaks []speed.Peak
	var stamps []records.Stamp
	for i := range all {
		peaks, stamps = append(peaks, all[i].Products.Peak), append(stamps, all[i].Stamp)
	}
	return records.Table(rows) + "\n" + records.Table(shares) + origin(peaks, stamps)
}

// origin says below a table which machines its rows are of, when they were measured, and by which
// builds.
func origin(peaks []speed.Peak, stamps []records.Stamp) string {
	var machines []string
	for _, p := range peaks {
		processors := fmt.Sprintf("%d processors", p.Processors)
		if p.Processors == 1 {
			processors = "one processor"
		}
		machines = append(machines, fmt.Sprintf("%s (%s)", processors, p.Vectors))
	}
	when, builds := records.Origin(stamps)
	return fmt.Sprintf("\n*Peak*: billion operations a second on %s. Measured %s; %s.\n", strings.Join(distinct(machines), "; "), when, builds)
}

// peakCell writes a peak in a table: the rows of one kind of machine have about the same.
func peakCell(p speed.Peak) string { return fmt.Sprintf("%.0f", p.OperationsPerSecond/1e9) }

// Clock returns decisions, collected and learned a second by the clock, and decisions a
// second of processor time.
func (r *Record) Clock() []string {
	return []string{rounded(r.DecisionsPerSecond), rounded(r.CollectedPerSecond), rounded(r.LearnedPerSecond), rounded(r.Processor.Decisions)}
}

// Batches returns mean batch, padding, products, of the peak, and all of the peak.
func (r *Record) Batches() []string {
	return []string{
		fmt.Sprintf("%.1f", r.Inference.Mean), whole(r.Inference.Padded),
		r.seen(r.Products.Share), r.seen(r.Products.OfPeak), whole(r.Products.Whole),
	}
}

// Shares returns the share of processor time of every phase, and half the width of the
// widest 95% interval, in points.
func (r *Record) Shares() (out []string) {
	for _, p := range speed.Phases() {
		out = append(out, whole(r.Processor.Shares[p]))
	}
	return append(out, fmt.Sprintf("%.1f", 100*r.margin()))
}

// Peak words the peak.
func (r *Record) Peak() string {
	p := r.Products.Peak
	return fmt.Sprintf("%.0f billion operations a second on %d processors (%s)", p.OperationsPerSecond/1e9, p.Processors, p.Vectors)
}

// title names what was trained.
func (r *Record) title() string {
	name := "`" + r.Config + "`"
	if len(r.Set) > 0 {
		name += " with `" + strings.Join(r.Set, "`, `") + "`"
	}
	return name
}

// seen returns a share that only a profile of the kernels gives.
func (r *Record) seen(share float64) string {
	if r.Products.PerSecond == 0 {
		return "–"
	}
	return whole(share)
}

// margin returns half of the widest 95% interval of a share of the samples.
func (r *Record) margin() float64 {
	return 1.96 * 0.5 / math.Sqrt(math.Max(1, float64(r.Processor.Samples)))
}

// whole writes a share in whole percent.
func whole(x float64) string { return fmt.Sprintf("%.0f%%", 100*x) }

// rounded writes a number with three digits that count.
func rounded(x float64) string {
	if x <= 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return "–"
	}
	unit := math.Pow(10, math.Max(0, math.Floor(math.Log10(x))-2))
	return numbers.Count(int(math.Round(x/unit) * unit))
}

// distinct returns texts without repetitions, in the order in which they come.
func distinct(texts []string) (out []string) {
	seen := map[string]bool{}
	for _, t := range texts {
		if !seen[t] {
			seen[t] = true
			out = append(out, t)
		}
	}
	return out
}
