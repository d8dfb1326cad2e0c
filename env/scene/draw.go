package scene

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Marks of bases that a map in characters shows.
const (
	BaseActs = "acts"  // in brackets
	BaseLies = "prone" // with an underscore
)

// Draw returns the map of a scene in characters, in at most width columns and height rows, 0: any.
// Nil where the scene has no map, or one without a lattice. North is up, and inches are along the
// edges. Dots are points to choose; bases are shown by the corners of their things.
//
// It shows the whole map in full size, a row and two columns a point, where that fits; or the
// part with all points to choose; or the whole map in half size, a column a point and a row
// for two; or as much as fits around the base that acts.
func Draw(sc *Scene, width, height int) []string {
	if sc.Map == nil || sc.Map.Step <= 0 {
		return nil
	}
	g := newGrid(sc)
	limit := func(room int) int {
		if room <= 0 {
			return math.MaxInt
		}
		return room
	}
	width, height = limit(width), limit(height)
	views := []view{g.whole(false)}
	if reach, ok := g.toChoose(); ok {
		views = append(views, g.grow(reach, width, height))
	}
	views = append(views, g.whole(true))
	for _, v := range views {
		if v.width() <= width && v.height() <= height {
			return g.framed(v)
		}
	}
	x, y := g.focus()
	return g.framed(g.grow(view{x, y, x, y, true}, width, height))
}

// Legend explains the signs of a map in characters: "# wall, O boulder, $ treasure, [ ] acts".
func (w *Writer) Legend(sc *Scene) string {
	if sc.Map == nil || sc.Map.Step <= 0 {
		return ""
	}
	var names []string
	signs := map[string][]string{} // by name
	say := func(sign, name string) {
		if name == "" || slices.Contains(signs[name], sign) {
			return
		}
		if signs[name] == nil {
			names = append(names, name)
		}
		signs[name] = append(signs[name], sign)
	}
	for i := range sc.Map.Shapes {
		if s := &sc.Map.Shapes[i]; s.Sign != "" {
			say(s.Sign, w.words(s.Name))
		}
	}
	lies, acts := false, false
	things := thingsOf(sc)
	for i := range sc.Map.Bases {
		b := &sc.Map.Bases[i]
		lies, acts = lies || slices.Contains(b.Marks, BaseLies), acts || slices.Contains(b.Marks, BaseActs)
		if t := things[b.Thing]; t != nil && b.Seat == nil && t.Corner != "" && t.Corner != t.Name {
			say(t.Corner, w.words(t.Name))
		}
	}
	if acts {
		say("[ ]", "acts")
	}
	if lies {
		say("_", "prone")
	}
	for i, name := range names {
		c, n := utf8.DecodeRuneInString(name)
		names[i] = strings.Join(signs[name], " ") + " " + string(unicode.ToLower(c)) + name[n:]
	}
	return strings.Join(names, ", ")
}

func thingsOf(sc *Scene) map[string]*Thing {
	all := map[string]*Thing{}
	for i := range sc.Zones {
		for k := range sc.Zones[i].Things {
			t := &sc.Zones[i].Things[k]
			all[t.ID] = t
		}
	}
	return all
}

// A sign is a base as it is drawn.
type sign struct {
	x, y       int
	word       []rune // one or two characters
	lies, acts bool
}

// A grid holds two characters for each point of the lattice.
type grid struct {
	m           *Map
	nx, ny      int
	sign, after [][]rune
	bases       []sign // the last on top
	points      [][2]int
}

func newGrid(sc *Scene) *grid {
	m := sc.Map
	g := &grid{m: m, nx: int(m.Width/m.Step) + 1, ny: int(m.Height/m.Step) + 1}
	for range g.ny {
		g.sign = append(g.sign, []rune(strings.Repeat(" ", g.nx)))
		g.after = append(g.after, []rune(strings.Repeat(" ", g.nx)))
	}
	for i := range m.Shapes {
		if s := &m.Shapes[i]; s.Sign != "" && len(s.Points) > 2 {
			g.fill(s.Points, []rune(s.Sign)[0])
		}
	}
	if sc.Ask != nil {
		for i := range sc.Ask.Choices {
			if c := &sc.Ask.Choices[i]; c.Point != nil && len(c.Things) == 0 {
				if x, y, ok := g.cell(*c.Point); ok {
					g.points = append(g.points, [2]int{x, y})
				}
			}
		}
	}
	things := thingsOf(sc)
	for i := range m.Bases {
		b := &m.Bases[i]
		x, y, ok := g.cell(b.At)
		if t := things[b.Thing]; ok && t != nil {
			word := []rune(t.Corner + "?")
			g.bases = append(g.bases, sign{x, y, word[:max(1, min(len(word)-1, 2))], slices.Contains(b.Marks, BaseLies), slices.Contains(b.Marks, BaseActs)})
		}
	}
	g.write()
	return g
}

// write puts points and bases over the shapes, in full size.
func (g *grid) write() {
	for _, p := range g.points {
		if x, y := p[0], p[1]; g.sign[y][x] == ' ' {
			g.sign[y][x], g.after[y][x] = dot, ' '
		} else {
			g.after[y][x] = dot
		}
	}
	for i := range g.bases {
		b := &g.bases[i]
		after := ' '
		if len(b.word) > 1 {
			after = b.word[1]
		}
		if b.lies {
			after = '_'
		}
		g.sign[b.y][b.x], g.after[b.y][b.x] = b.word[0], after
		if b.acts && b.x > 0 {
			g.after[b.y][b.x-1] = '['
			if after == ' ' {
				g.after[b.y][b.x] = ']'
			}
		}
	}
}

const dot = '·'

func (g *grid) cell(p Point) (x, y int, ok bool) {
	x, y = int(math.Round(p.X/g.m.Step)), int(math.Round(p.Y/g.m.Step))
	return x, y, x >= 0 && y >= 0 && x < g.nx && y < g.ny
}

// fill sets the characters whose middle is in a convex shape: each point has two, at the point
// and half a step to the east.
func (g *grid) fill(corners []Point, sign rune) {
	low, high := corners[0], corners[0]
	for _, c := range corners {
		low, high = Point{min(low.X, c.X), min(low.Y, c.Y)}, Point{max(high.X, c.X), max(high.Y, c.Y)}
	}
	step, margin := g.m.Step, thin
	if len(corners) >= round {
		margin /= 2
	}
	for y := max(0, int(low.Y/step)-1); y < min(g.ny, int(high.Y/step)+3); y++ {
		for x := max(0, int(low.X/step)-1); x < min(g.nx, int(high.X/step)+3); x++ {
			at := Point{float64(x) * step, float64(y) * step}
			if within(corners, at, margin) {
				g.sign[y][x] = sign
			}
			at.X += step / 2
			if within(corners, at, margin) {
				g.after[y][x] = sign
			}
		}
	}
}

// thin widens a shape so that walls thinner than a step still show. A shape of many corners is
// round, and half of it does.
const (
	thin  = 0.13
	round = 16
)

// within reports whether a point is in a convex polygon, or no further than a margin from its
// sides.
func within(corners []Point, p Point, margin float64) bool {
	left, right := true, true
	for i := range corners {
		a, b := corners[i], corners[(i+1)%len(corners)]
		dx, dy := b.X-a.X, b.Y-a.Y
		off := (float64(dx*(p.Y-a.Y)) - float64(dy*(p.X-a.X))) / math.Hypot(dx, dy)
		if left, right = left && off >= -margin, right && off <= margin; !left && !right {
			return false
		}
	}
	return true
}

// A view is a part of the lattice, its corners included, and the size in which it is drawn.
type view struct {
	x0, y0, x1, y1 int
	half           bool // a column for each point and a row for two, not two columns and a row
}

func (g *grid) whole(half bool) view { return view{0, 0, g.nx - 1, g.ny - 1, half} }

// width and height return the size of a view in characters, with its frame and marks.
func (v view) width() int {
	if v.half {
		return v.x1 - v.x0 + 1 + 5
	}
	return 2*(v.x1-v.x0+1) + 5
}

func (v view) height() int {
	if v.half {
		return v.y1/2 - v.y0/2 + 1 + 3
	}
	return v.y1 - v.y0 + 1 + 3
}

// grow returns the largest view that fits and holds a view, in its middle where possible,
// or the view itself where that does not fit.
func (g *grid) grow(v view, width, height int) view {
	grown := true
	try := func(to view) {
		inside := to.x0 >= 0 && to.y0 >= 0 && to.x1 < g.nx && to.y1 < g.ny
		if inside && to.width() <= width && to.height() <= height {
			v, grown = to, true
		}
	}
	for grown {
		grown = false
		for _, d := range []view{{x0: -1}, {x1: 1}, {y0: -1}, {y1: 1}} {
			try(view{v.x0 + d.x0, v.y0 + d.y0, v.x1 + d.x1, v.y1 + d.y1, v.half})
		}
	}
	return v
}

// toChoose returns the smallest view of all points to choose and of the base that acts.
func (g *grid) toChoose() (v view, ok bool) {
	if len(g.points) == 0 {
		return v, false
	}
	v = view{x0: g.nx, y0: g.ny, x1: -1, y1: -1}
	add := func(x, y int) {
		v.x0, v.y0, v.x1, v.y1 = min(v.x0, x), min(v.y0, y), max(v.x1, x), max(v.y1, y)
	}
	for _, p := range g.points {
		add(p[0], p[1])
	}
	for i := range g.bases {
		if b := &g.bases[i]; b.acts {
			add(b.x, b.y)
		}
	}
	return v, true
}

// focus returns the point of the base that acts, of the first point to choose, or of the middle.
func (g *grid) focus() (x, y int) {
	for i := range g.bases {
		if b := &g.bases[i]; b.acts {
			return b.x, b.y
		}
	}
	if len(g.points) > 0 {
		return g.points[0][0], g.points[0][1]
	}
	return g.nx / 2, g.ny / 2
}

// framed returns the lines of a view with its frame, and inches along the edges.
func (g *grid) framed(v view) []string {
	step := g.m.Step
	var rows []string
	if v.half {
		small := g.halved()
		for y := v.y1 / 2; y >= v.y0/2; y-- {
			rows = append(rows, rowMark(float64(2*y)*step)+"│"+string(small[y][v.x0:v.x1+1])+"│")
		}
	} else {
		for y := v.y1; y >= v.y0; y-- {
			row := make([]rune, 0, 2*g.nx)
			for x := v.x0; x <= v.x1; x++ {
				row = append(row, g.sign[y][x], g.after[y][x])
			}
			rows = append(rows, rowMark(float64(y)*step)+"│"+string(row)+"│")
		}
	}
	wide := v.width() - 5
	bar := strings.Repeat("─", wide)
	lines := append([]string{"   ┌" + bar + "┐"}, rows...)
	lines = append(lines, "   └"+bar+"┘")
	across, every := 2, 2 // characters for a point, inches for a mark
	if v.half {
		across = 1
	}
	if float64(across*every)/step < 3 {
		every = 4
	}
	axis := []rune(strings.Repeat(" ", 4+wide+2))
	for x := v.x0; x <= v.x1; x++ {
		if inches := float64(x) * step; inches == math.Trunc(inches) && int(inches)%every == 0 {
			copy(axis[4+across*(x-v.x0):], []rune(fmt.Sprint(int(inches))))
		}
	}
	return append(lines, strings.TrimRight(string(axis), " "))
}

// rowMark returns the inches of a row, where they are whole.
func rowMark(inches float64) string {
	if inches != math.Trunc(inches) {
		return "   "
	}
	return fmt.Sprintf("%2d ", int(inches))
}

// halved returns the whole map in half size, the southern row first. A base is more important
// than a point to choose, and that than a shape; the first letters of bases are the most
// important.
func (g *grid) halved() [][]rune {
	small := make([][]rune, (g.ny+1)/2)
	for y := range small {
		small[y] = []rune(strings.Repeat(" ", g.nx))
		for x := range g.nx {
			for _, r := range g.cellsOf(x, y) {
				if r != ' ' && r != dot && r != '[' && r != ']' {
					small[y][x] = r
				}
			}
		}
	}
	for _, p := range g.points {
		small[p[1]/2][p[0]] = dot
	}
	taken := map[[2]int]bool{}
	put := func(x, y int, r rune) {
		if x >= 0 && x < g.nx && !taken[[2]int{x, y}] {
			small[y][x] = r
			taken[[2]int{x, y}] = true
		}
	}
	for i := len(g.bases) - 1; i >= 0; i-- {
		put(g.bases[i].x, g.bases[i].y/2, g.bases[i].word[0])
	}
	for i := len(g.bases) - 1; i >= 0; i-- {
		b := &g.bases[i]
		rest := string(b.word[1:])
		if b.lies {
			rest += "_"
		}
		if b.acts {
			rest += "]"
			put(b.x-1, b.y/2, '[')
		}
		for k, r := range []rune(rest) {
			put(b.x+1+k, b.y/2, r)
		}
	}
	return small
}

// cellsOf returns the characters in full size of a cell in half size, the most important
// last: the second row is the northern one, which the first stands before.
func (g *grid) cellsOf(x, y int) []rune {
	var cells []rune
	if 2*y+1 < g.ny {
		cells = append(cells, g.after[2*y+1][x], g.sign[2*y+1][x])
	}
	return append(cells, g.after[2*y][x], g.sign[2*y][x])
}
