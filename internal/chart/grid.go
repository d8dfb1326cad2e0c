package chart

import (
	"bytes"
	"fmt"
	"math"
	"unicode/utf8"
)

// Grid is a heat map: a figure for each pair of row and column, coloured by its distance
// from a middle, and printed where it fits.
type Grid struct {
	Title   string // the finding
	Note    string // what is drawn, and n
	Down    string // what the rows are
	Across  string // what the columns are
	Middle  float64
	Share   bool // the figures are shares, printed in percent
	Rows    []string
	Columns []string
	Cells   [][]float64 // [row][column]; NaN for none
}

// SVG draws the grid on a picture of a width in pixels. Columns are named by number where
// their names do not fit.
func (c *Grid) SVG(wide int) []byte {
	var b, head bytes.Buffer
	at := titles(&head, c.Title, c.Note, wide)
	longest := utf8.RuneCountInString(c.Down)
	for _, r := range c.Rows {
		longest = max(longest, utf8.RuneCountInString(r)+3)
	}
	letters := min(longest, wide*2/5/7)
	f := frame{left: float64(20 + 7*letters), right: float64(wide) - 16}
	cell := min(96, (f.right-f.left)/float64(max(1, len(c.Columns))))
	tall := max(24, min(44, cell*.6))
	f.top = float64(at + 34)
	f.bottom = f.top + tall*float64(len(c.Rows))
	start(&b, wide, int(f.bottom)+20, c.Title+" "+c.Note)
	b.Write(head.Bytes())
	fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" class="dim">%s</text>`+"\n", f.left, f.top-22, escape(c.Across))
	fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="end" class="dim">%s</text>`+"\n", f.left-10, f.top-6, escape(short(c.Down, letters)))
	fits := int(cell) / 7
	named := true
	for _, name := range c.Columns {
		named = named && utf8.RuneCountInString(name) <= fits
	}
	for k, name := range c.Columns {
		if !named {
			name = fmt.Sprint(k + 1)
		}
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="middle" class="ink">%s</text>`+"\n", f.left+cell*(float64(k)+.5), f.top-6, escape(name))
	}
	far := 1e-9
	for _, row := range c.Cells {
		for _, v := range row {
			if !math.IsNaN(v) {
				far = max(far, math.Abs(v-c.Middle))
			}
		}
	}
	for i, name := range c.Rows {
		y := f.top + tall*float64(i)
		if !named {
			name = fmt.Sprintf("%d %s", i+1, name)
		}
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="end" class="ink">%s</text>`+"\n", f.left-10, y+tall/2+4, escape(short(name, letters)))
		for k, v := range c.Cells[i] {
			x := f.left + cell*float64(k)
			if math.IsNaN(v) {
				continue
			}
			side := 0
			if v < c.Middle {
				side = 1
			}
			fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="3" class="f%d" fill-opacity="%.2f"/>`+"\n", x+1, y+1, cell-2, tall-2, side, .6*math.Abs(v-c.Middle)/far)
			text := fmt.Sprintf("%.2f", v)
			if c.Share {
				text = fmt.Sprintf("%.0f%%", 100*v)
			}
			if 7*utf8.RuneCountInString(text) > int(cell)-2 {
				continue // its colour stays, and the data has it
			}
			fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="middle" class="ink">%s</text>`+"\n", x+cell/2, y+tall/2+4, text)
		}
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}
