package chart

import (
	"bytes"
	"fmt"
	"math"
	"unicode/utf8"
)

// Dots is a picture of figures with their intervals, a row for each case, against a level
// or a band. Colours suit the reader's screen, light or dark, and print.
type Dots struct {
	Title string // the finding
	Note  string // what is drawn, and n
	Axis  string // what the figures are, with their unit
	Share bool   // the figures are shares; the axis is in percent
	Level *Level
	Band  *Band
	Names []string // of the series, at most MostLines; none for one series without a name
	Rows  []DotRow
}

// Level is a line that figures are read against, such as an equal share.
type Level struct {
	Name  string
	Value float64
}

// Band is a range that figures should lie in.
type Band struct {
	Name      string
	Low, High float64
}

// DotRow is a case: its label, a note at its end such as n, and a dot for each series.
type DotRow struct {
	Label  string
	Note   string
	Strong bool // printed in bold
	Dots   []Dot
}

// Dot is a figure of a series with its 95% interval; Low and High are NaN for one without.
type Dot struct {
	Series           int
	Value, Low, High float64
}

// Sizes of the rows of dots, in pixels.
const (
	dotRow      = 26 // of one series
	dotMore     = 14 // for each further one
	dotLabel    = 20 // of a label above its row, on a narrow picture
	noteLetters = 22 // a share with its interval
)

// SVG draws the dots on a picture of a width in pixels.
func (c *Dots) SVG(wide int) []byte {
	small := wide < narrow
	var b, head bytes.Buffer
	at := titles(&head, c.Title, c.Note, wide)
	if len(c.Names) > 1 {
		at += 4
		x := 16.
		for i, name := range c.Names {
			if long := 30 + 6.6*float64(utf8.RuneCountInString(name)); x+long > float64(wide-16) && x > 16 {
				x, at = 16, at+18
			}
			mark(&head, i, x+6, float64(at-4), false)
			fmt.Fprintf(&head, `<text x="%.0f" y="%d" class="ink">%s</text>`+"\n", x+18, at, escape(name))
			x += 30 + 6.6*float64(utf8.RuneCountInString(name))
		}
		at += 18
	}
	label, note := 0, 0
	for i := range c.Rows {
		label = max(label, utf8.RuneCountInString(c.Rows[i].Label))
		note = max(note, utf8.RuneCountInString(c.Rows[i].Note))
	}
	f := frame{left: 20, right: float64(wide) - 20}
	f.x0, f.x1 = c.bounds()
	most := (wide - 40) / 7
	if !small {
		most = min(label, wide/2/7)
		f.left = float64(24 + 7*most)
		f.right -= float64(min(noteLetters, note)) * 6.6
	}
	f.top = float64(at + 8)
	bottom := f.top
	high := func(r *DotRow) float64 {
		h := float64(dotRow + dotMore*max(0, c.series()-1))
		if small {
			h += dotLabel
		}
		return h
	}
	for i := range c.Rows {
		bottom += high(&c.Rows[i])
	}
	f.bottom = bottom
	legend := lines(c.legend(), (wide-32)*10/63)
	whole := int(f.bottom) + 34 + 16*len(legend)
	start(&b, wide, whole, c.Title+" "+c.Note)
	b.Write(head.Bytes())
	if band := c.Band; band != nil {
		low, top := min(f.x1, max(f.x0, band.Low)), min(f.x1, max(f.x0, band.High))
		fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" class="rule-fill" fill-opacity="0.45"/>`+"\n", f.x(low), f.top, f.x(top)-f.x(low), f.bottom-f.top)
	}
	c.axis(&b, &f, small)
	for i, line := range legend {
		fmt.Fprintf(&b, `<text x="16" y="%.1f" class="dim">%s</text>`+"\n", f.bottom+36+16*float64(i), escape(line))
	}
	y := f.top
	for i := range c.Rows {
		r := &c.Rows[i]
		h := high(r)
		weight := ""
		if r.Strong {
			weight = ` font-weight="700"`
		}
		middle := y + h/2
		if small {
			fmt.Fprintf(&b, `<text x="16" y="%.1f" class="ink"%s>%s</text>`+"\n", y+15, weight, escape(short(r.Label, most-utf8.RuneCountInString(r.Note)-2)))
			fmt.Fprintf(&b, `<text x="%d" y="%.1f" text-anchor="end" class="dim">%s</text>`+"\n", wide-16, y+15, escape(r.Note))
			middle = y + dotLabel + (h-dotLabel)/2
		} else {
			fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="end" class="ink"%s>%s</text>`+"\n", f.left-10, middle+4, weight, escape(short(r.Label, most)))
			fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" class="dim">%s</text>`+"\n", f.right+8, middle+4, escape(short(r.Note, noteLetters)))
		}
		for _, d := range r.Dots {
			at := middle + dotMore*(float64(d.Series)-float64(c.series()-1)/2)
			d.draw(&b, &f, at)
		}
		y += h
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// draw draws a dot with its interval at a height.
func (d *Dot) draw(b *bytes.Buffer, f *frame, y float64) {
	if math.IsNaN(d.Value) {
		return
	}
	clip := func(v float64) float64 { return f.x(min(f.x1, max(f.x0, v))) }
	if !math.IsNaN(d.Low) {
		fmt.Fprintf(b, `<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" class="l%d" stroke-width="2"/>`+"\n", clip(d.Low), clip(d.High), y, y, d.Series)
	}
	mark(b, d.Series, clip(d.Value), y, false)
}

// series returns the number of series.
func (c *Dots) series() int {
	n := len(c.Names)
	for i := range c.Rows {
		for _, d := range c.Rows[i].Dots {
			n = max(n, d.Series+1)
		}
	}
	return max(1, n)
}

// bounds returns the ends of the axis.
func (c *Dots) bounds() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	take := func(v float64) {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			low, high = min(low, v), max(high, v)
		}
	}
	for i := range c.Rows {
		for _, d := range c.Rows[i].Dots {
			take(d.Value)
			take(d.Low)
			take(d.High)
		}
	}
	if c.Level != nil {
		take(c.Level.Value)
	}
	if c.Band != nil {
		take(c.Band.Low)
		take(c.Band.High)
	}
	if math.IsInf(low, 0) {
		return 0, 1
	}
	if low >= 0 && low < high/2 {
		low = 0
	}
	if high-low < 1e-9 {
		low, high = low-max(1e-3, math.Abs(low)/10), high+max(1e-3, math.Abs(high)/10)
	}
	step := ticks(low, high)
	low, high = step*math.Floor(low/step+1e-9), step*math.Ceil(high/step-1e-9)
	return low, high
}

func (c *Dots) axis(b *bytes.Buffer, f *frame, small bool) {
	marks := 4.
	if small {
		marks = 2.5
	}
	step := ticks(f.x0, f.x0+(f.x1-f.x0)*4/marks)
	for k := math.Ceil(f.x0/step - 1e-9); k*step <= f.x1+step/1e6; k++ {
		v := k * step
		fmt.Fprintf(b, `<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" class="rule"/>`+"\n", f.x(v), f.x(v), f.top, f.bottom)
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="middle" class="ink">%s</text>`+"\n", f.x(v), f.bottom+17, c.number(v))
	}
	if l := c.Level; l != nil {
		fmt.Fprintf(b, `<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" class="level" stroke-width="1.5"/>`+"\n", f.x(l.Value), f.x(l.Value), f.top, f.bottom)
	}
}

// legend says what the axis, the level and the band are.
func (c *Dots) legend() string {
	text := c.Axis
	if c.Level != nil && c.Level.Name != "" {
		text += "; line: " + c.Level.Name
	}
	if c.Band != nil && c.Band.Name != "" {
		text += "; band: " + c.Band.Name
	}
	return text
}

func (c *Dots) number(v float64) string {
	if math.Abs(v) < 1e-12 {
		v = 0
	}
	if c.Share {
		return fmt.Sprintf("%.4g%%", 100*v)
	}
	return amount(v)
}
