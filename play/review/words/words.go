// Package words says reviews: in sentences, as a line that rises and falls, and as a page.
package words

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ringer/env"
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
	luck := "gave"
	if r.Luck < 0 {
		luck = "took"
	}
	amount := func(v float64) string { return strings.TrimPrefix(change(r.Unit, math.Abs(v)), "+") }
	out := []string{fmt.Sprintf("The seat stood at %s when it began to choose; errors cost %s, luck %s %s: %s in the end.",
		Worth(r.Unit, r.Start), amount(r.Errors), luck, amount(r.Luck), Worth(r.Unit, r.Result))}
	if len(r.Costliest) == 0 {
		out = append(out, fmt.Sprintf("No decision of %d was clearly worse than another.", len(r.Decisions)))
	} else {
		d := r.Decisions[r.Costliest[0]]
		out = append(out, fmt.Sprintf("The costliest decision was step %d: %q cost %s against %q.", d.Step, d.Chosen.Words(), d.Error.Cost(r.Unit), d.Better.Words()))
	}
	return out
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
