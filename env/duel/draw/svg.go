package draw

import (
	"fmt"
	"html"
	"math"
	"strings"

	"ringer/env/duel/space"
)

// Sizes in pixels.
const (
	inch       = 44.0 // of the table
	margin     = 30.0
	titleSpace = 26.0
	rowHigh    = 20.0
)

// seatColours lists colours that most colour-blind people can tell apart (Okabe
// and Ito).
var seatColours = [...]string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00"}

// SVG returns the picture as SVG. The same picture gives the same bytes.
func SVG(p *Picture) []byte {
	d := &drawing{p: p, wide: p.Map.Width * inch, high: p.Map.Depth * inch, top: margin}
	if p.Title != "" {
		d.top += titleSpace
	}
	total := d.wide + 2*margin
	high := d.top + d.high + margin + rowHigh*float64(len(p.Notes))
	d.add(`<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" font-family="Helvetica, Arial, sans-serif" role="img">`, n(total), n(high), n(total), n(high))
	d.add(`<title>%s</title>`, html.EscapeString(p.Title))
	d.add(`<rect width="100%%" height="100%%" fill="#ffffff"/>`)
	if p.Title != "" {
		d.add(`<text x="%s" y="%s" font-size="18" font-weight="bold" fill="#222222">%s</text>`, n(margin), n(margin), html.EscapeString(p.Title))
	}
	d.table()
	d.terrain()
	d.mobs()
	d.reach()
	d.heat()
	d.sight()
	d.tokens()
	d.figures()
	d.heatNotes()
	d.notes(high)
	d.add(`</svg>`)
	return []byte(d.b.String())
}

// notes writes lines below the table.
func (d *drawing) notes(bottom float64) {
	for i, text := range d.p.Notes {
		y := bottom - rowHigh*float64(len(d.p.Notes)-i-1) - 9
		d.add(`<text x="%s" y="%s" font-size="13" fill="#333333">%s</text>`, n(margin), n(y), html.EscapeString(text))
	}
}

type drawing struct {
	p          *Picture
	b          strings.Builder
	wide, high float64
	top        float64
}

func (d *drawing) add(format string, args ...any) {
	fmt.Fprintf(&d.b, format, args...)
	d.b.WriteByte('\n')
}

// n returns a number with at most two decimals, as text.
func n(x float64) string {
	s := strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.2f", x), "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}

// at converts a place in inches to pixels.
func (d *drawing) at(s space.Spot) (x, y float64) {
	return margin + s[0]*inch, d.top + d.high - s[1]*inch
}

func (d *drawing) table() {
	d.add(`<rect x="%s" y="%s" width="%s" height="%s" fill="#f6f2e7"/>`, n(margin), n(d.top), n(d.wide), n(d.high))
	d.add(`<g stroke="#e2dac6" stroke-width="1">`)
	for x := 1.0; x < d.p.Map.Width; x++ {
		x1, y1 := d.at(space.Spot{x, 0})
		_, y2 := d.at(space.Spot{x, d.p.Map.Depth})
		d.add(`<line x1="%s" y1="%s" x2="%s" y2="%s"/>`, n(x1), n(y1), n(x1), n(y2))
	}
	for y := 1.0; y < d.p.Map.Depth; y++ {
		x1, y1 := d.at(space.Spot{0, y})
		x2, _ := d.at(space.Spot{d.p.Map.Width, y})
		d.add(`<line x1="%s" y1="%s" x2="%s" y2="%s"/>`, n(x1), n(y1), n(x2), n(y1))
	}
	d.add(`</g>`)
	d.add(`<g font-size="11" fill="#8a8272" text-anchor="middle">`)
	for x := 0.0; x <= d.p.Map.Width; x += 2 {
		px, py := d.at(space.Spot{x, 0})
		d.add(`<text x="%s" y="%s">%s</text>`, n(px), n(py+15), n(x))
	}
	for y := 0.0; y <= d.p.Map.Depth; y += 2 {
		px, py := d.at(space.Spot{0, y})
		d.add(`<text x="%s" y="%s">%s</text>`, n(px-14), n(py+4), n(y))
	}
	d.add(`</g>`)
	d.add(`<rect x="%s" y="%s" width="%s" height="%s" fill="none" stroke="#5b5344" stroke-width="2"/>`, n(margin), n(d.top), n(d.wide), n(d.high))
}

func (d *drawing) polygon(corners []space.Spot, style string) {
	points := make([]string, len(corners))
	for i, c := range corners {
		x, y := d.at(c)
		points[i] = n(x) + "," + n(y)
	}
	d.add(`<polygon points="%s" %s/>`, strings.Join(points, " "), style)
}

func (d *drawing) circle(at space.Spot, radius float64, style string) {
	x, y := d.at(at)
	d.add(`<circle cx="%s" cy="%s" r="%s" %s/>`, n(x), n(y), n(radius*inch), style)
}

// style returns the style of a type of terrain by its answers: pale when it is
// walked through, with a broken outline when it is seen through, with a thin one
// when it gives no cover.
func style(t space.Type) string {
	colour := t.Colour
	if colour == "" {
		colour = "#cccccc"
	}
	opacity, dash, width := 1.0, "", 2.0
	if t.Walk {
		opacity = 0.7
	}
	if t.See {
		dash = ` stroke-dasharray="5 3"`
	}
	if !t.Cover {
		width = 0.75
	}
	return fmt.Sprintf(`fill="%s" fill-opacity="%s" stroke="#3d382f" stroke-opacity="0.75" stroke-width="%s" stroke-linejoin="round"%s`, html.EscapeString(colour), n(opacity), n(width), dash)
}

func (d *drawing) terrain() {
	for _, i := range d.p.standing() {
		piece := &d.p.Map.Pieces[i]
		t := d.p.typeOf(piece.Type)
		var middle space.Spot
		size := 0.0
		if c := piece.Circle; len(c) == 3 {
			middle, size = space.Spot{c[0], c[1]}, c[2]*2
			d.circle(middle, c[2], style(t))
		} else {
			corners := outline(piece)
			d.polygon(corners, style(t))
			low, high := corners[0], corners[0]
			for _, c := range corners {
				low = space.Spot{min(low[0], c[0]), min(low[1], c[1])}
				high = space.Spot{max(high[0], c[0]), max(high[1], c[1])}
				middle[0] += c[0] / float64(len(corners))
				middle[1] += c[1] / float64(len(corners))
			}
			size = min(high[0]-low[0], high[1]-low[1])
		}
		if h := d.p.height(i); h > 0 && size >= 0.45 {
			x, y := d.at(middle)
			d.add(`<text x="%s" y="%s" font-size="11" text-anchor="middle" fill="#241f18" fill-opacity="0.8">%s&#8243;</text>`, n(x), n(y+4), n(h))
		}
	}
	for _, a := range d.p.Field.Added() {
		corners := a.Corners()
		d.polygon(corners[:], style(space.Type{Colour: "#8b6b43", See: a.See(), Cover: true}))
	}
}

func (d *drawing) mobs() {
	for _, m := range d.p.Field.Mobs() {
		at := space.Spot{float64(m.At.X) * d.p.Map.Step, float64(m.At.Y) * d.p.Map.Step}
		d.circle(at, m.Radius.Inches(), `fill="#f0c48a" fill-opacity="0.55" stroke="#8a5a1f" stroke-width="2"`)
		for k := range 4 {
			sin, cos := math.Sincos(float64(k)*math.Pi/2 + math.Pi/4)
			r := m.Radius.Inches() / 2
			d.circle(space.Spot{at[0] + r*cos, at[1] + r*sin}, 0.25, `fill="#8a5a1f" fill-opacity="0.7"`)
		}
	}
}

// reach draws the places that the acting model can reach.
func (d *drawing) reach() {
	if len(d.p.Reach) == 0 {
		return
	}
	side := d.p.Map.Step * inch
	d.add(`<g fill="#2e9e5b" fill-opacity="0.28">`)
	for _, s := range d.p.Reach {
		x, y := d.at(s)
		d.add(`<rect x="%s" y="%s" width="%s" height="%s"/>`, n(x-side/2), n(y-side/2), n(side), n(side))
	}
	d.add(`</g>`)
}

// sight draws lines of sight: green and whole when clear, amber when the target
// is in cover, red and broken when it is not seen.
func (d *drawing) sight() {
	for _, l := range d.p.Lines {
		x1, y1 := d.at(l.From)
		x2, y2 := d.at(l.To)
		colour, dash := "#e0a100", ""
		switch {
		case l.Blocked:
			colour, dash = "#c0392b", ` stroke-dasharray="4 5"`
		case l.Clear:
			colour = "#1b8a3f"
		}
		d.add(`<line x1="%s" y1="%s" x2="%s" y2="%s" stroke="%s" stroke-width="2.5" stroke-opacity="0.9"%s/>`, n(x1), n(y1), n(x2), n(y2), colour, dash)
	}
}

// label writes text with a halo, so that it can be read on any colour.
func (d *drawing) label(x, y float64, text string, size float64) {
	d.add(`<text x="%s" y="%s" font-size="%s" text-anchor="middle" fill="#1d1d1d" stroke="#ffffff" stroke-width="3" stroke-linejoin="round" paint-order="stroke">%s</text>`, n(x), n(y), n(size), html.EscapeString(text))
}

func (d *drawing) tokens() {
	for _, t := range d.p.Tokens {
		x, y := d.at(t.At)
		edge, wide := "#8d6708", 1.5
		if t.Side > 0 {
			edge, wide = seatColours[(t.Side-1)%len(seatColours)], 4
		}
		d.add(`<rect x="%s" y="%s" width="20" height="20" rx="4" transform="rotate(45 %s %s)" fill="#f7c948" stroke="%s" stroke-width="%s"/>`, n(x-10), n(y-10), n(x), n(y), edge, n(wide))
		d.add(`<text x="%s" y="%s" font-size="13" font-weight="bold" text-anchor="middle" fill="#5c4300">%s</text>`, n(x), n(y+4.5), html.EscapeString(t.Label))
	}
}

func (d *drawing) figures() {
	for _, f := range d.p.Models {
		colour := seatColours[f.Seat%len(seatColours)]
		x, y := d.at(f.At)
		if f.Acting {
			d.circle(f.At, f.Radius+0.12, `fill="none" stroke="#111111" stroke-width="2.5"`)
		}
		if f.Prone { // lying: an outline with a bar
			d.circle(f.At, f.Radius, fmt.Sprintf(`fill="#ffffff" fill-opacity="0.85" stroke="%s" stroke-width="3"`, colour))
			d.add(`<rect x="%s" y="%s" width="%s" height="8" rx="4" fill="%s"/>`, n(x-f.Radius*inch*0.8), n(y+4), n(f.Radius*inch*1.6), colour)
			d.label(x, y, f.Name, 13)
		} else {
			d.circle(f.At, f.Radius, fmt.Sprintf(`fill="%s" stroke="#ffffff" stroke-width="2"`, colour))
			d.add(`<text x="%s" y="%s" font-size="15" font-weight="bold" text-anchor="middle" fill="#ffffff">%s</text>`, n(x), n(y+5), html.EscapeString(f.Name))
		}
		if f.Facing > 0 {
			sin, cos := math.Sincos(float64(f.Facing-1) * math.Pi / 4)
			r := (f.Radius + 0.06) * inch // a quarter of a circle in front, seen from above
			s1, c1 := math.Sincos(float64(f.Facing-1)*math.Pi/4 - math.Pi/4)
			s2, c2 := math.Sincos(float64(f.Facing-1)*math.Pi/4 + math.Pi/4)
			d.add(`<path d="M %s %s Q %s %s %s %s" fill="none" stroke="#333333" stroke-width="4" stroke-linecap="round"/>`,
				n(x+r*c1), n(y-r*s1), n(x+1.4*r*cos), n(y-1.4*r*sin), n(x+r*c2), n(y-r*s2))
		}
		note := f.Note
		if f.Height > 0 {
			note = strings.TrimSpace(fmt.Sprintf("+%s\u2033 %s", n(f.Height), note))
		}
		if note != "" {
			d.label(x, y+f.Radius*inch+13, note, 11)
		}
	}
}
