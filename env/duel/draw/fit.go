package draw

import (
	"fmt"
	"math"
	"strings"
)

// Fit returns the table drawn with characters in at most width columns and height rows, 0:
// any, without its title. It shows the whole table in full size where that fits; or the
// part with all places within reach; or the whole table in half size, a column for each
// step and a row for two; or as much as fits around the acting model. Signs explains it.
func Fit(p *Picture, width, height int) []string {
	g := drawn(p)
	limit := func(room int) int {
		if room <= 0 {
			return math.MaxInt
		}
		return room
	}
	width, height = limit(width), limit(height)
	views := []view{g.whole(false)}
	if reach, ok := g.reach(); ok {
		views = append(views, g.grow(reach, width, height))
	}
	views = append(views, g.whole(true))
	for _, v := range views {
		if v.width() > width || v.height() > height {
			continue
		}
		return g.framed(v)
	}
	x, y := g.focus()
	return g.framed(g.grow(view{x, y, x, y, true}, width, height))
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

// reach returns the smallest view of all places within reach and of the acting model.
func (g *grid) reach() (v view, ok bool) {
	v = view{x0: g.nx, y0: g.ny, x1: -1, y1: -1}
	add := func(x, y int) {
		v.x0, v.y0, v.x1, v.y1 = min(v.x0, x), min(v.y0, y), max(v.x1, x), max(v.y1, y)
	}
	for _, s := range g.p.Reach {
		if x, y, inside := g.cell(s); inside {
			add(x, y)
		}
	}
	if v.x1 < 0 {
		return v, false
	}
	for _, f := range g.p.Models {
		if x, y, inside := g.cell(f.At); inside && f.Acting {
			add(x, y)
		}
	}
	return v, true
}

// focus returns the point of the acting model, of the first place within reach, or of the
// middle.
func (g *grid) focus() (x, y int) {
	for _, f := range g.p.Models {
		if x, y, inside := g.cell(f.At); inside && f.Acting {
			return x, y
		}
	}
	for _, s := range g.p.Reach {
		if x, y, inside := g.cell(s); inside {
			return x, y
		}
	}
	return g.nx / 2, g.ny / 2
}

// framed returns the lines of a view with its frame, and inches along the edges.
func (g *grid) framed(v view) []string {
	step := g.p.Map.Step
	var rows []string
	if v.half {
		small := g.halved()
		for y := v.y1 / 2; y >= v.y0/2; y-- {
			rows = append(rows, mark(float64(2*y)*step)+"\u2502"+string(small[y][v.x0:v.x1+1])+"\u2502")
		}
	} else {
		for y := v.y1; y >= v.y0; y-- {
			row := make([]rune, 0, 2*g.nx)
			for x := v.x0; x <= v.x1; x++ {
				row = append(row, g.sign[y][x], g.after[y][x])
			}
			rows = append(rows, mark(float64(y)*step)+"\u2502"+string(row)+"\u2502")
		}
	}
	wide := v.width() - 5
	bar := strings.Repeat("\u2500", wide)
	lines := append([]string{"   \u250c" + bar + "\u2510"}, rows...)
	lines = append(lines, "   \u2514"+bar+"\u2518")
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

// mark returns the inches of a row, where they are whole.
func mark(inches float64) string {
	if inches != math.Trunc(inches) {
		return "   "
	}
	return fmt.Sprintf("%2d ", int(inches))
}

// halved returns the whole table in half size, the southern row first. A model is more
// important than a token, a token than a place within reach, and that than terrain.
func (g *grid) halved() [][]rune {
	small := make([][]rune, (g.ny+1)/2)
	for y := range small {
		small[y] = []rune(strings.Repeat(" ", g.nx))
		for x := range g.nx {
			for _, r := range g.cellsOf(x, y) {
				if r != ' ' && r != '\u00b7' && r != '[' && r != ']' {
					small[y][x] = r
				}
			}
		}
	}
	taken := map[[2]int]bool{}
	for _, s := range g.p.Reach {
		if x, y, ok := g.cell(s); ok {
			small[y/2][x] = '\u00b7'
		}
	}
	put := func(x, y int, r rune) {
		if x >= 0 && x < g.nx && !taken[[2]int{x, y}] {
			small[y][x] = r
			taken[[2]int{x, y}] = true
		}
	}
	word := func(x, y int, word string) {
		for i, r := range []rune(word) {
			put(x+i, y, r)
		}
	}
	// The first letters of all models first: a second one never hides another model.
	for _, f := range g.p.Models {
		if x, y, ok := g.cell(f.At); ok {
			put(x, y/2, []rune(f.Name + "?")[0])
		}
	}
	for _, f := range g.p.Models {
		x, y, ok := g.cell(f.At)
		if !ok {
			continue
		}
		name := []rune(f.Name + "?")
		rest := string(name[1 : len(name)-1])
		if f.Prone {
			rest += "_"
		}
		if f.Acting {
			rest += "]"
			put(x-1, y/2, '[')
		}
		word(x+1, y/2, rest)
	}
	for _, t := range g.p.Tokens {
		if x, y, ok := g.cell(t.At); ok {
			word(x, y/2, t.Label)
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
