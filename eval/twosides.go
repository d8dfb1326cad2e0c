package eval

import (
	"cmp"
	"context"
	"slices"
)

// SidePayoffs holds what the first side of a game of two sides gets in a deal: half the difference
// between the returns of a seat of each side, with the first entry of the match there, and with
// the second one.
type SidePayoffs struct{ First, Second float64 }

// PayoffsOfSides returns the payoffs of the deals in the groups of a match of two entries in a
// game of two sides, in the order of the deals.
func PayoffsOfSides(groups []MatchGroup) []SidePayoffs {
	groups = slices.SortedFunc(slices.Values(groups), func(a, b MatchGroup) int { return cmp.Compare(a.First, b.First) })
	const entries, sides = 2, 2
	var out []SidePayoffs
	for _, g := range groups {
		for _, row := range g.Rows {
			returns, bySide := row[entries:], row[2*entries+sides:]
			entry, side := (returns[0]-returns[1])/2, (bySide[0]-bySide[1])/2
			out = append(out, SidePayoffs{First: side + entry, Second: side - entry})
		}
	}
	return out
}

// MeanOf returns the mean of some figures between two bounds, at least one, with its 95% interval
// over them. The error is the context's.
func MeanOf(ctx context.Context, figures []float64, least, most float64, seed uint64) (mean float64, interval Interval, err error) {
	rows := make([][]float64, len(figures))
	for i, x := range figures {
		rows[i] = []float64{x}
		mean += x / float64(len(figures))
	}
	spread, err := Bootstrap(ctx, rows, seed)
	if err != nil {
		return 0, Interval{}, err
	}
	return mean, meanInterval(rows, 0, spread[0], least, most), nil
}
