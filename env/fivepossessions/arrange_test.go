package fivepossessions

import (
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/env"
)

// Regrets are those of trying all arrangements.
func TestRegretsAgainstAllArrangements(t *testing.T) {
	for _, lanes := range []int{1, 2, 4, 6} {
		g := build(t, func(c *Config) { c.Lanes, c.Lines = lanes, 2 })
		rng := env.Stream(uint64(lanes), "test")
		for range 200 {
			hand := 1 + rng.IntN(lanes)
			var row [maxLanes]uint8
			free := lanes
			for lane := range row {
				row[lane] = none
				if lane < lanes && free > hand && rng.IntN(2) == 0 {
					row[lane] = 3
					free--
				}
			}
			odds := make([]float32, hand*lanes)
			for i := range odds {
				odds[i] = float32(rng.IntN(4)) / 3
			}
			var try func(card int, row [maxLanes]uint8) float32
			try = func(card int, row [maxLanes]uint8) float32 {
				if card == hand {
					return 0
				}
				x := float32(-1)
				for lane := range lanes {
					if row[lane] == none {
						next := row
						next[lane] = 0
						x = max(x, odds[card*lanes+lane]+try(card+1, next))
					}
				}
				return x
			}
			top := try(0, row)
			got := make([]float32, lanes)
			g.regrets(odds, &row, got)
			for lane := range lanes {
				want := float32(0)
				if row[lane] == none {
					next := row
					next[lane] = 0
					want = min(1, top-odds[lane]-try(1, next))
				}
				require.InDelta(t, want, got[lane], 1e-5, "odds %v row %v", odds, row)
			}
		}
	}
}
