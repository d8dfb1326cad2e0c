package calibration_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/darkhex"
	"ringer/env/envtest"
)

// darkHex counts the tree of Dark Hex without states: a seat is the string of its tries, in which a capital
// letter is a stone that it met.
type darkHex struct {
	rows, columns int
	abrupt        bool
	sets          map[string]bool
	nodes, ends   int
}

func (d *darkHex) walk(tries [2]string, seat int) {
	d.nodes++
	d.sets[string(rune('0'+seat))+tries[seat]] = true
	for cell := range d.rows * d.columns {
		stone, met := string(rune('a'+cell)), string(rune('A'+cell))
		if strings.Contains(tries[seat], stone) || strings.Contains(tries[seat], met) {
			continue
		}
		next, after := tries, 1-seat
		if strings.Contains(tries[1-seat], stone) {
			next[seat] += met
			if !d.abrupt {
				after = seat
			}
		} else {
			next[seat] += stone
			if d.connects(next[seat], seat) {
				d.nodes++
				d.ends++
				continue
			}
		}
		d.walk(next, after)
	}
}

// connects grows the cells that are joined to the first side of a seat.
func (d *darkHex) connects(stones string, seat int) bool {
	place := func(cell int) (along, across, end int) { // rows count for seat 0, columns for seat 1
		r, c := cell/d.columns, cell%d.columns
		if seat == 0 {
			return r, c, d.rows - 1
		}
		return c, r, d.columns - 1
	}
	reached := map[int]bool{}
	for range stones {
		for _, letter := range stones {
			cell := int(letter - 'a')
			if cell < 0 {
				continue // a stone that was met
			}
			along, across, _ := place(cell)
			reached[cell] = reached[cell] || along == 0
			for other, on := range reached {
				a, b, _ := place(other)
				touch := a == along && (b-across)*(b-across) == 1 || b == across && (a-along)*(a-along) == 1 || (a-along)*(b-across) == -1
				reached[cell] = reached[cell] || on && touch
			}
		}
	}
	for cell, on := range reached {
		if along, _, end := place(cell); on && along == end {
			return true
		}
	}
	return false
}

// TestDarkHexCountsCAL6 compares trees with a count by strings, and the default with its known numbers.
func TestDarkHexCountsCAL6(t *testing.T) {
	for _, c := range []darkhex.Config{
		{Rows: 2, Columns: 2, Variant: darkhex.Classical},
		{Rows: 2, Columns: 2, Variant: darkhex.Abrupt},
	} {
		d := darkHex{rows: c.Rows, columns: c.Columns, abrupt: c.Variant == darkhex.Abrupt, sets: map[string]bool{}}
		d.walk([2]string{}, 0)
		g := must(darkhex.New(c))
		got, err := envtest.Count(g, 1<<20)
		require.NoError(t, err)
		assert.Equal(t, counts(0, d.nodes-d.ends, d.ends, len(d.sets)), got, "%s", g.Spec())
	}
	got, err := envtest.Count(must(darkhex.New(darkhex.Defaults())), 1<<20)
	require.NoError(t, err)
	assert.Equal(t, counts(0, 123211, 122032, 9174), got)
}

// TestDarkHexValuesCAL6 solves boards of four cells: seat 0 wins by force where it may try again, and half as
// often where it may not.
func TestDarkHexValuesCAL6(t *testing.T) {
	for variant, want := range map[darkhex.Variant]float64{darkhex.Classical: 1, darkhex.Abrupt: .5} {
		g := must(darkhex.New(darkhex.Config{Rows: 2, Columns: 2, Variant: variant}))
		solver := newCFRPlus(g)
		solver.run(1000)
		gap := nashConv(g, solver.average)
		t.Logf("%s: gap %.6f", g.Spec(), gap)
		assert.Less(t, gap, .004)
		assert.InDelta(t, want, values(g.NewInitialState(), solver.average, 2)[0], gap)
	}
}
