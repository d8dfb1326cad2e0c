// Package chart draws figures with their intervals: rows of cases, a mark for each series.
package chart

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"ringer/report/ratio"
)

// Chart is a picture of figures: a row for each case, and in it a mark for each series.
type Chart struct {
	Title  string // as the rows say it better, a title of more than three lines becomes Short
	Short  string
	Note   string // under the title
	Axis   string // what the figures are
	Share  bool   // they are shares, from 0 to 1
	Series []Series
	Rows   []Row
}

// Series is the look of the figures of one name.
type Series struct {
	Name  string
	Mark  Mark
	Plain bool // without intervals
}

// Row is a case with its figures by series, whose names they have.
type Row struct {
	Label string
	Cells []ratio.Figure
}

// Mark is a colour and a shape, so that it reads in grey too.
type Mark struct{ Colour, Shape string }

// Colours of the chart: ink on paper.
const (
	paper = "#fbf8f1"
	ink   = "#2b2a27"
	faint = "#d9d3c5"
)

// Sizes of the chart, in pixels.
const (
	width   = 760
	letter  = 7  // of a label, about
	longest = 46 // letters of a label
	right   = 30
	rowHigh = 34
)

// SVG draws the chart.
func (c *Chart) SVG() []byte {
	title := wrap(c.Title, 80)
	if len(title) > 3 {
		title = wrap(c.Short, 80)
	}
	top := 20 + 20*len(title) + 44
	high := top + rowHigh*len(c.Rows) + 46
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="system-ui, sans-serif" font-size="13" fill="%s">`+"\n",
		width, high, width, high, ink)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="%s"/>`+"\n", width, high, paper)
	for i, line := range title {
		fmt.Fprintf(&b, `<text x="16" y="%d" font-size="15" font-weight="600">%s</text>`+"\n", 26+20*i, escape(line))
	}
	fmt.Fprintf(&b, `<text x="16" y="%d" font-size="12">%s</text>`+"\n", 26+20*len(title), escape(c.Note))
	left := 0 // of the axis, right of the labels
	for _, row := range c.Rows {
		left = max(left, 28+letter*min(longest, utf8.RuneCountInString(row.Label)))
	}
	low, most, step := c.bounds()
	x := func(v float64) float64 {
		return float64(left) + float64(width-left-right)*(v-low)/(most-low)
	}
	for i, s := range c.Series { // the legend
		at := 16 + 130*float64(i)
		s.Mark.draw(&b, at+6, float64(top-22))
		fmt.Fprintf(&b, `<text x="%.0f" y="%d">%s</text>`+"\n", at+18, top-18, escape(s.Name))
	}
	bottom := top + rowHigh*len(c.Rows)
	for i := range int(math.Round((most-low)/step)) + 1 {
		v := low + step*float64(i)
		line := faint
		if math.Abs(v) < step/2 && low < 0 {
			v, line = 0, ink
		}
		fmt.Fprintf(&b, `<line x1="%.1f" x2="%.1f" y1="%d" y2="%d" stroke="%s"/>`+"\n", x(v), x(v), top, bottom, line)
		label := fmt.Sprintf("%.3g", v)
		if c.Share {
			label = fmt.Sprintf("%.0f%%", 100*v)
		}
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle" font-size="12">%s</text>`+"\n", x(v), bottom+16, label)
	}
	for i, row := range c.Rows {
		middle := float64(top+rowHigh*i) + rowHigh/2
		fmt.Fprintf(&b, `<text x="%d" y="%.1f" text-anchor="end">%s</text>`+"\n", left-12, middle+4, escape(short(row.Label, longest)))
		for k, s := range c.Series {
			at := slices.IndexFunc(row.Cells, func(f ratio.Figure) bool { return f.Name == s.Name })
			if at < 0 {
				continue
			}
			f := row.Cells[at]
			y := middle + 8*(float64(k)-float64(len(c.Series)-1)/2)
			if !s.Plain {
				fmt.Fprintf(&b, `<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" stroke="%s" stroke-width="2"/>`+"\n", x(max(low, f.Low)), x(min(most, f.High)), y, y, s.Mark.Colour)
			}
			s.Mark.draw(&b, x(min(most, max(low, f.Value))), y)
		}
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle" font-size="12">%s</text>`+"\n", left+(width-left-right)/2, bottom+36, escape(c.Axis))
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// bounds returns the ends of the axis, and the step between its lines. Where figures are on
// both sides of zero, a line is there.
func (c *Chart) bounds() (low, high, step float64) {
	if c.Share {
		return 0, 1, 0.2
	}
	for _, row := range c.Rows {
		for _, f := range row.Cells {
			low, high = min(low, f.Low), max(high, f.High, f.Value)
		}
	}
	scale := math.Pow(10, math.Floor(math.Log10(max(high-low, 1e-6))))
	if low < 0 {
		step = scale / 5
		for _, wider := range []float64{2, 5, 10} {
			if (high-low)/step > 8 {
				step = scale * wider / 10
			}
		}
		return step * math.Floor(low/step), step * math.Ceil(high/step), step
	}
	high = scale / 2 * max(1, math.Ceil(high/(scale/2)))
	return 0, high, high / 5
}

// draw draws the mark.
func (m Mark) draw(b *bytes.Buffer, x, y float64) {
	switch m.Shape {
	case "square":
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="8" height="8" fill="%s"/>`+"\n", x-4, y-4, m.Colour)
	case "diamond":
		fmt.Fprintf(b, `<path d="M%.1f %.1fl6 6l-6 6l-6 -6z" fill="none" stroke="%s" stroke-width="2"/>`+"\n", x, y-6, m.Colour)
	case "bar":
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="3" height="12" fill="%s"/>`+"\n", x-1.5, y-6, m.Colour)
	default:
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="5" fill="%s"/>`+"\n", x, y, m.Colour)
	}
}

// wrap cuts a text into lines of at most this many letters, where words end.
func wrap(text string, most int) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > most {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(lines, line)
}

// short cuts a text after this many letters.
func short(text string, most int) string {
	letters := []rune(text)
	if len(letters) <= most {
		return text
	}
	return string(letters[:most-1]) + "…"
}

func escape(text string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(text)) // a buffer takes all
	return b.String()
}
