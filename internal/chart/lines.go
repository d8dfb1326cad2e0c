package chart

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// Lines is a picture of figures along an axis: a line for each case, with a band for its
// interval. Colours suit the reader's screen, light or dark, and print.
type Lines struct {
	Title  string // the finding
	Note   string // what is drawn, and n
	Across string // what the axis along is, with its unit
	Up     string
	Share  bool // the figures are shares, from 0 to 1
	Log    bool // the axis up is logarithmic; the figures are above 0
	Lines  []Line
}

// Line is a case. Its colour and mark follow from its place in Lines.
type Line struct {
	Label  string
	Points []Point
	End    *Point // measured otherwise, at the end: drawn as a mark of its own, or nil
}

// Point is a figure at a place, with its interval; Low and High are NaN for one without.
type Point struct{ X, Value, Low, High float64 }

// MostLines is the number of lines that have a colour and a mark of their own.
const MostLines = 7

// shades are the colours of lines by day and by night (Okabe and Ito's, lighter by
// night), and dashes a pattern for each, so that lines differ in grey too.
var (
	shades = [MostLines][2]string{
		{"#0072B2", "#58B4F0"},
		{"#D55E00", "#FF9A57"},
		{"#009E73", "#35D0A2"},
		{"#B0578C", "#E7A3CC"},
		{"#B87A00", "#F4BC4D"},
		{"#2B8CBE", "#9BD8FA"},
		{"#666666", "#B5B5B5"},
	}
	dashes = [MostLines]string{"", "7 3", "2 3", "9 3 2 3", "4 2", "12 3", "1 2"}
	shapes = [MostLines]string{"circle", "square", "diamond", "triangle", "circle", "square", "diamond"}
)

// Style returns the style sheet of the pictures, for a page that holds several.
func Style() string {
	var day, night strings.Builder
	for i, s := range shades {
		fmt.Fprintf(&day, ".l%d{stroke:%s}.f%d{fill:%s}", i, s[0], i, s[0])
		fmt.Fprintf(&night, ".l%d{stroke:%s}.f%d{fill:%s}", i, s[1], i, s[1])
	}
	return ".paper{fill:#fbf8f1}.ink{fill:#2b2a27}.dim{fill:#5c584f}.rule{stroke:#d9d3c5}.rule-fill{fill:#d9d3c5}.level{stroke:#5c584f}.hole{fill:#fbf8f1}" + day.String() +
		"@media (prefers-color-scheme:dark){.paper{fill:#1d2226}.ink{fill:#ece7da}.dim{fill:#b4ad9e}.rule{stroke:#3a4248}.rule-fill{fill:#3a4248}.level{stroke:#b4ad9e}.hole{fill:#1d2226}" + night.String() + "}" +
		"@media print{.paper,.hole{fill:#fff}.ink,.dim{fill:#000}.rule{stroke:#ccc}.rule-fill{fill:#ddd}.level{stroke:#444}" + day.String() + "}"
}

// frame is the place of the figures in a picture.
type frame struct {
	left, right, top, bottom float64
	x0, x1, y0, y1           float64 // what the edges stand for; y0 and y1 their logarithms where log
	log                      bool
}

func (f *frame) x(v float64) float64 { return f.left + (f.right-f.left)*(v-f.x0)/(f.x1-f.x0) }
func (f *frame) y(v float64) float64 {
	return f.bottom - (f.bottom-f.top)*(f.scaled(v)-f.y0)/(f.y1-f.y0)
}

// scaled returns where a figure lies between y0 and y1.
func (f *frame) scaled(v float64) float64 {
	if f.log {
		return math.Log10(v)
	}
	return v
}

// narrow is the width in pixels below which labels stand above the lines instead of at
// their ends.
const narrow = 560

// SVG draws the lines on a picture of a width in pixels. It takes at most MostLines.
func (c *Lines) SVG(wide int) []byte {
	if len(c.Lines) > MostLines {
		panic(fmt.Sprintf("chart: %d lines: want at most %d", len(c.Lines), MostLines))
	}
	var b bytes.Buffer
	small := wide < narrow
	var head bytes.Buffer
	at := titles(&head, c.Title, c.Note, wide)
	f := frame{left: 58, right: float64(wide) - 18, log: c.Log}
	if small {
		at += 6
		for i := range c.Lines {
			at += 18
			mark(&head, i, 24, float64(at-4), false)
			fmt.Fprintf(&head, `<text x="36" y="%d" font-size="12" class="ink">%s</text>`+"\n", at, escape(short(c.Lines[i].Label, (wide-52)/7)))
		}
	} else {
		longest := 0
		for i := range c.Lines {
			longest = max(longest, utf8.RuneCountInString(c.Lines[i].Label))
		}
		f.right -= float64(min(240, 22+7*longest))
	}
	f.top = float64(at + 34)
	f.bottom = f.top + 240
	high := int(f.bottom) + 46
	c.bounds(&f)

	start(&b, wide, high, c.Title+" "+c.Note)
	b.Write(head.Bytes())
	c.axes(&b, &f, small)
	for i := range c.Lines {
		c.Lines[i].draw(&b, &f, i)
	}
	if !small {
		c.labels(&b, &f)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// titles writes the title and the note of a picture, and returns the height below them.
func titles(b *bytes.Buffer, title, note string, wide int) (at int) {
	at = 26
	for _, line := range lines(title, (wide-32)*10/90) {
		fmt.Fprintf(b, `<text x="16" y="%d" font-size="15" font-weight="600" class="ink">%s</text>`+"\n", at, escape(line))
		at += 20
	}
	for _, line := range lines(note, (wide-32)*10/63) {
		fmt.Fprintf(b, `<text x="16" y="%d" font-size="12" class="dim">%s</text>`+"\n", at, escape(line))
		at += 16
	}
	return at
}

// start opens a picture on paper, with its style and what it says for those who hear it.
func start(b *bytes.Buffer, wide, high int, says string) {
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="%s">`+"\n",
		wide, high, wide, high, escape(says))
	fmt.Fprintf(b, "<style>%s</style>\n", Style())
	fmt.Fprintf(b, `<rect width="%d" height="%d" class="paper"/>`+"\n", wide, high)
}

// bounds sets what the edges stand for.
func (c *Lines) bounds(f *frame) {
	f.x0, f.x1 = math.Inf(1), math.Inf(-1)
	low, high := math.Inf(1), math.Inf(-1)
	for i := range c.Lines {
		for _, p := range c.Lines[i].all() {
			f.x0, f.x1 = min(f.x0, p.X), max(f.x1, p.X)
			low, high = min(low, p.Value), max(high, p.Value)
			if !math.IsNaN(p.Low) {
				low, high = min(low, p.Low), max(high, p.High)
			}
		}
	}
	if math.IsInf(low, 0) {
		low, high, f.x0, f.x1 = 0, 1, 0, 1
		if c.Log {
			low = 0.1
		}
	}
	if c.Log && low <= 0 {
		panic(fmt.Sprintf("chart: %v on a logarithmic axis", low))
	}
	f.x0 = min(0, f.x0)
	if f.x1 <= f.x0 {
		f.x1 = f.x0 + 1
	}
	if c.Log {
		f.y0, f.y1 = math.Floor(math.Log10(low)+1e-9), math.Ceil(math.Log10(high)-1e-9)
		if f.y1 <= f.y0 {
			f.y1 = f.y0 + 1
		}
		return
	}
	if low >= 0 && low < high/2 {
		low = 0
	}
	if high-low < 1e-9 {
		high, low = high+max(1e-3, math.Abs(high)/10), low-max(1e-3, math.Abs(low)/10)
	}
	step := ticks(low, high)
	f.y0, f.y1 = step*math.Floor(low/step+1e-9), step*math.Ceil(high/step-1e-9)
	if c.Share {
		f.y0, f.y1 = max(0, f.y0), min(1, f.y1)
	}
}

// ticks returns a round distance between some five marks of an axis.
func ticks(low, high float64) float64 {
	raw := (high - low) / 4
	base := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 5} {
		if raw <= m*base {
			return m * base
		}
	}
	return 10 * base
}

func (c *Lines) axes(b *bytes.Buffer, f *frame, small bool) {
	for _, v := range f.levels() {
		fmt.Fprintf(b, `<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" class="rule"/>`+"\n", f.left, f.right, f.y(v), f.y(v))
		label := fmt.Sprintf("%.4g", v)
		if c.Share {
			label = fmt.Sprintf("%.4g%%", 100*v)
		}
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="end" class="ink">%s</text>`+"\n", f.left-8, f.y(v)+4, label)
	}
	marks := 4.0
	if small {
		marks = 2.5
	}
	step := ticks(f.x0, f.x0+(f.x1-f.x0)*4/marks)
	for v := f.x0; v <= f.x1+step/1e6; v += step {
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="middle" class="ink">%s</text>`+"\n", f.x(v), f.bottom+17, amount(v))
	}
	fmt.Fprintf(b, `<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" class="level"/>`+"\n", f.left, f.right, f.bottom, f.bottom)
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="middle" class="ink">%s</text>`+"\n", (f.left+f.right)/2, f.bottom+36, escape(c.Across))
	fmt.Fprintf(b, `<text x="16" y="%.1f" class="ink">%s</text>`+"\n", f.top-10, escape(c.Up))
}

// levels returns the figures that have a rule across the picture: powers of ten on a logarithmic axis,
// and 2 and 5 times those where these are few.
func (f *frame) levels() (levels []float64) {
	if f.log {
		for power := f.y0; power <= f.y1+1e-9; power++ {
			for _, first := range []float64{1, 2, 5} {
				if v := first * math.Pow(10, power); first == 1 || f.y1-f.y0 <= 2 && math.Log10(v) < f.y1 {
					levels = append(levels, v)
				}
			}
		}
		return levels
	}
	step := ticks(f.y0, f.y1)
	for k := 0; ; k++ {
		v := f.y0 + float64(k)*step
		if v > f.y1+step/1e6 {
			return levels
		}
		levels = append(levels, v)
	}
}

// amount writes a number of an axis with its thousands and millions.
func amount(v float64) string {
	switch {
	case v >= 1e6:
		return fmt.Sprintf("%.4gM", v/1e6)
	case v >= 1e3:
		return fmt.Sprintf("%.4gk", v/1e3)
	}
	return fmt.Sprintf("%.4g", v)
}

// all returns the points of a line, with its end.
func (l *Line) all() []Point {
	if l.End == nil {
		return l.Points
	}
	return append(slices.Clone(l.Points), *l.End)
}

// draw draws band, line, marks and end of line i.
func (l *Line) draw(b *bytes.Buffer, f *frame, i int) {
	banded := slices.DeleteFunc(slices.Clone(l.Points), func(p Point) bool { return math.IsNaN(p.Low) })
	if len(banded) > 1 {
		var path strings.Builder
		for k, p := range banded {
			fmt.Fprintf(&path, "%s%.1f %.1f", map[bool]string{true: "M", false: "L"}[k == 0], f.x(p.X), f.y(f.inside(p.High)))
		}
		for _, p := range slices.Backward(banded) {
			fmt.Fprintf(&path, "L%.1f %.1f", f.x(p.X), f.y(f.inside(p.Low)))
		}
		fmt.Fprintf(b, `<path d="%sZ" class="f%d" fill-opacity="0.18"/>`+"\n", path.String(), i)
	}
	if len(l.Points) > 1 {
		var path strings.Builder
		for k, p := range l.Points {
			fmt.Fprintf(&path, "%s%.1f %.1f", map[bool]string{true: "M", false: "L"}[k == 0], f.x(p.X), f.y(f.inside(p.Value)))
		}
		fmt.Fprintf(b, `<path d="%s" class="l%d" fill="none" stroke-width="2" stroke-dasharray="%s"/>`+"\n", path.String(), i, dashes[i])
	}
	few := max(1, (len(l.Points)+7)/8)
	for k, p := range l.Points {
		if k%few == 0 || k == len(l.Points)-1 {
			mark(b, i, f.x(p.X), f.y(f.inside(p.Value)), false)
		}
	}
	if p := l.End; p != nil {
		if !math.IsNaN(p.Low) {
			fmt.Fprintf(b, `<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" class="l%d" stroke-width="2"/>`+"\n", f.x(p.X), f.x(p.X), f.y(f.inside(p.Low)), f.y(f.inside(p.High)), i)
		}
		mark(b, i, f.x(p.X), f.y(f.inside(p.Value)), true)
	}
}

// inside moves a figure to the edge that it lies beyond.
func (f *frame) inside(v float64) float64 {
	if f.log {
		return min(math.Pow(10, f.y1), max(math.Pow(10, f.y0), v))
	}
	return min(f.y1, max(f.y0, v))
}

// mark draws the mark of line i; a hollow one is larger.
func mark(b *bytes.Buffer, i int, x, y float64, hollow bool) {
	size, class := 4.0, fmt.Sprintf(`class="f%d"`, i)
	if hollow {
		size, class = 6, fmt.Sprintf(`class="hole l%d" stroke-width="2"`, i)
	}
	switch shapes[i] {
	case "square":
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.0f" height="%.0f" %s/>`+"\n", x-size, y-size, 2*size, 2*size, class)
	case "diamond":
		fmt.Fprintf(b, `<path d="M%.1f %.1fl%[3]g %[3]gl-%[3]g %[3]gl-%[3]g -%[3]gz" %[4]s/>`+"\n", x, y-size-1, size+1, class)
	case "triangle":
		fmt.Fprintf(b, `<path d="M%.1f %.1fl%g %gh-%gz" %s/>`+"\n", x, y-size, size, 2*size, 2*size, class)
	default:
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="%g" %s/>`+"\n", x, y, size, class)
	}
}

// labels writes the name of each line at its end, moved apart where two would touch.
func (c *Lines) labels(b *bytes.Buffer, f *frame) {
	type label struct {
		line int
		y    float64
	}
	var list []label
	for i := range c.Lines {
		if all := c.Lines[i].all(); len(all) > 0 {
			list = append(list, label{i, f.y(f.inside(all[len(all)-1].Value))})
		}
	}
	slices.SortStableFunc(list, func(p, q label) int { return cmp.Compare(p.y, q.y) })
	for k := 1; k < len(list); k++ {
		list[k].y = max(list[k].y, list[k-1].y+16)
	}
	bottom := f.bottom
	for i, l := range slices.Backward(list) {
		list[i].y = min(l.y, bottom)
		bottom = list[i].y - 16
	}
	for _, l := range list {
		mark(b, l.line, f.right+14, l.y, false)
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" class="ink">%s</text>`+"\n", f.right+24, l.y+4, escape(short(c.Lines[l.line].Label, 30)))
	}
}

// Stack returns pictures one below the other, as one SVG.
func Stack(charts []*Lines, wide int) []byte {
	var b bytes.Buffer
	high := 0
	for _, c := range charts {
		svg := c.SVG(wide)
		var w, h int
		_, after, _ := bytes.Cut(svg, []byte(`viewBox="`))
		if _, err := fmt.Sscanf(string(after), "0 0 %d %d", &w, &h); err != nil {
			panic("chart: a picture without a size: " + err.Error())
		}
		b.Write(bytes.Replace(svg, []byte("<svg "), fmt.Appendf(nil, `<svg y="%d" `, high), 1))
		high += h
	}
	head := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d">`+"\n", wide, high, wide, high)
	return append(append([]byte(head), b.Bytes()...), "</svg>\n"...)
}
