// Package words says reviews: in sentences, as a line that rises and falls, and as a page.
package words

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ringer/env"
	"ringer/internal/numbers"
	"ringer/play/advice"
	"ringer/play/replay"
	"ringer/play/review"
)

// Worth writes a chance in percent, or a return.
func Worth(unit string, v float64) string {
	if unit == advice.UnitWin {
		return fmt.Sprintf("%.0f%%", 100*v)
	}
	return fmt.Sprintf("%+.2f", v)
}

// change writes a difference of chances in points of a percent, or of returns.
func change(unit string, v float64) string {
	if unit == advice.UnitWin {
		return fmt.Sprintf("%+.0f points", 100*v)
	}
	return fmt.Sprintf("%+.2f", v)
}

// Who names a seat of a record: from 1, with its player.
func Who(record *replay.Replay, seat env.Player) string {
	name := record.Agents[seat]
	if name == replay.Human {
		name = "a person"
	}
	return fmt.Sprintf("seat %d (%s)", seat+1, name)
}

// Summary says a review in sentences.
func Summary(r *review.Review) []string {
	out := []string{
		fmt.Sprintf("The seat stood at %s when it began to choose, and at %s in the end.", r.Start.Words(r.Unit), Worth(r.Unit, r.Result)),
		fmt.Sprintf("Clear errors cost %s, unclear ones %s; luck changed it by %s.", r.Errors.Cost(r.Unit), r.Unclear.Cost(r.Unit), Changed(r.Unit, r.Luck)),
	}
	if len(r.Costliest) == 0 {
		return append(out, fmt.Sprintf("None of its %d decisions alone was clearly an error.", len(r.Decisions)))
	}
	d := r.Decisions[r.Costliest[0]]
	return append(out, fmt.Sprintf("The costliest decision was step %d: %q cost %s; %q is better.", d.Step, d.Chosen.Words(), d.Loss.Cost(r.Unit), d.Better.Words()))
}

// Changed writes a change of the chance with its interval: "+4 (−3 … +11) points", or of the return.
func Changed(unit string, c advice.Chance) string {
	if unit == advice.UnitWin {
		return numbers.Points(c.Chance, c.Low, c.High) + " points"
	}
	return numbers.Signed(c.Chance, c.Low, c.High)
}

// Curve draws the values of a review as one line of blocks of eight heights.
func Curve(r *review.Review) string {
	values := make([]float64, 0, len(r.Decisions)+1)
	for _, d := range r.Decisions {
		values = append(values, d.Value.Chance)
	}
	values = append(values, r.Result)
	low, high := 0., 1.
	if r.Unit != advice.UnitWin {
		low, high = slices.Min(values), slices.Max(values)
	}
	const most = 72
	blocks := []rune("▁▂▃▄▅▆▇█")
	var b strings.Builder
	for k := range min(most, len(values)) {
		v := values[k*len(values)/min(most, len(values))]
		if k == min(most, len(values))-1 {
			v = values[len(values)-1]
		}
		height := 0.
		if high > low {
			height = (v - low) / (high - low)
		}
		b.WriteRune(blocks[int(math.Round(height*float64(len(blocks)-1)))])
	}
	return b.String()
}
