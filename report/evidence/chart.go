package evidence

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// Colours of the chart: ink on paper, and a colour and a shape for each agent, so that it
// reads in grey too (Okabe and Ito's colours).
const (
	paper = "#fbf8f1"
	ink   = "#2b2a27"
	faint = "#d9d3c5"
)

var marks = map[string]struct{ colour, shape string }{
	Ringer:      {"#D55E00", "circle"},
	Expert:      {"#0072B2", "square"},
	Random:      {"#777777", "bar"},
	Equilibrium: {"#009E73", "diamond"},
}

// Sizes of the chart, in pixels.
const (
	width   = 760
	letter  = 7  // of a label, about
	longest = 46 // letters of a label
	right   = 30
	rowHigh = 34
)

// SVG draws a record: a dot with its interval for each agent in each row.
func SVG(r *Record) []byte {
	s := find(r.Study)
	agents := r.Agents()
	title := wrap(r.Bot+": "+Finding(r), 80)
	if len(title) > 3 { // the rows say it better
		title = wrap(s.title+" ("+r.Bot+")", 80)
	}
	top := 20 + 20*len(title) + 44
	high := top + rowHigh*len(r.Rows) + 46
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="system-ui, sans-serif" font-size="13" fill="%s">`+"\n",
		width, high, width, high, ink)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="%s"/>`+"\n", width, high, paper)
	for i, line := range title {
		fmt.Fprintf(&b, `<text x="16" y="%d" font-size="15" font-weight="600">%s</text>`+"\n", 26+20*i, escape(line))
	}
	fmt.Fprintf(&b, `<text x="16" y="%d" font-size="12">%s</text>`+"\n", 26+20*len(title), escape(fmt.Sprintf("%s, %s games; 95%% intervals over deals", r.Game, number(r.Games))))
	left := 0 // of the axis, right of the labels
	for _, row := range r.Rows {
		left = max(left, 28+letter*min(longest, utf8.RuneCountInString(row.Label)))
	}
	low, most := s.bounds(r)
	x := func(v float64) float64 {
		return float64(left) + float64(width-left-right)*(v-low)/(most-low)
	}
	for i, agent := range agents { // the legend
		at := 16 + 130*float64(i)
		draw(&b, agent, at+6, float64(top-22))
		fmt.Fprintf(&b, `<text x="%.0f" y="%d">%s</text>`+"\n", at+18, top-18, escape(agent))
	}
	bottom := top + rowHigh*len(r.Rows)
	for i := range 6 {
		v := low + (most-low)*float64(i)/5
		fmt.Fprintf(&b, `<line x1="%.1f" x2="%.1f" y1="%d" y2="%d" stroke="%s"/>`+"\n", x(v), x(v), top, bottom, faint)
		label := s.figure(v)
		if s.share {
			label = fmt.Sprintf("%.0f%%", 100*v)
		}
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle" font-size="12">%s</text>`+"\n", x(v), bottom+16, label)
	}
	for i := range r.Rows {
		middle := float64(top+rowHigh*i) + rowHigh/2
		fmt.Fprintf(&b, `<text x="%d" y="%.1f" text-anchor="end">%s</text>`+"\n", left-12, middle+4, escape(short(r.Rows[i].Label, longest)))
		for k, agent := range agents {
			c, ok := r.Rows[i].Cell(agent)
			if !ok {
				continue
			}
			y := middle + 8*(float64(k)-float64(len(agents)-1)/2)
			if agent != Equilibrium && agent != Random {
				fmt.Fprintf(&b, `<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" stroke="%s" stroke-width="2"/>`+"\n", x(max(low, c.Low)), x(min(most, c.High)), y, y, marks[agent].colour)
			}
			draw(&b, agent, x(min(most, max(low, c.Value))), y)
		}
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle" font-size="12">%s</text>`+"\n", left+(width-left-right)/2, bottom+36, escape(s.what))
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// bounds returns the ends of the axis of a record.
func (s *Study) bounds(r *Record) (low, high float64) {
	if s.share {
		return 0, 1
	}
	for _, row := range r.Rows {
		for _, c := range row.Cells {
			low, high = min(low, c.Low), max(high, c.High, c.Value)
		}
	}
	step := math.Pow(10, math.Floor(math.Log10(max(high-low, 1e-6)))) / 2
	return step * math.Floor(low/step), step * max(1, math.Ceil(high/step))
}

// draw draws the mark of an agent.
func draw(b *bytes.Buffer, agent string, x, y float64) {
	m := marks[agent]
	switch m.shape {
	case "square":
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="8" height="8" fill="%s"/>`+"\n", x-4, y-4, m.colour)
	case "diamond":
		fmt.Fprintf(b, `<path d="M%.1f %.1fl6 6l-6 6l-6 -6z" fill="none" stroke="%s" stroke-width="2"/>`+"\n", x, y-6, m.colour)
	case "bar":
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="3" height="12" fill="%s"/>`+"\n", x-1.5, y-6, m.colour)
	default:
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="5" fill="%s"/>`+"\n", x, y, m.colour)
	}
}

// wrap cuts a text into lines of at most so many letters, where words end.
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

// short cuts a text after so many letters.
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
