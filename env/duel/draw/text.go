package draw

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ringer/env/duel/space"
)

// Text returns the table drawn with characters: one row and two columns for each
// step of the lattice, north up, inches along the edges. A model is its name and,
// when it lies, an underscore after it; the acting one stands in brackets. Dots
// are places within reach. A legend below the map explains its signs.
func Text(p *Picture) string {
	g := drawn(p)
	return g.String() + g.signs()
}

// drawn returns the whole picture in full size.
func drawn(p *Picture) *grid {
	g := newGrid(p)
	g.terrain()
	g.field()
	for _, s := range p.Reach {
		if x, y, ok := g.cell(s); ok && g.sign[y][x] == ' ' {
			g.put(x, y, '\u00b7', ' ')
		} else if ok {
			g.after[y][x] = '\u00b7'
		}
	}
	for _, s := range p.Path {
		if x, y, ok := g.cell(s); ok {
			g.put(x, y, '+', ' ')
		}
	}
	if p.Spots {
		for i, s := range p.Map.SpawnPoints {
			if x, y, ok := g.cell(s); ok {
				g.put(x, y, rune('1'+i%9), ' ')
			}
		}
		for _, s := range p.Map.Lights {
			if x, y, ok := g.cell(s); ok {
				g.put(x, y, '\u2600', ' ')
			}
		}
	}
	for _, t := range p.Tokens {
		if x, y, ok := g.cell(t.At); ok {
			g.word(x, y, t.Label, ' ')
		}
	}
	for _, f := range p.Models {
		x, y, ok := g.cell(f.At)
		if !ok {
			continue
		}
		after := ' '
		if f.Prone {
			after = '_'
		}
		g.word(x, y, f.Name, after)
		if f.Acting && x > 0 {
			g.after[y][x-1] = '['
			if after == ' ' && len([]rune(f.Name)) == 1 {
				g.after[y][x] = ']'
			}
		}
	}
	return g
}

// A grid holds two characters for each point of the lattice.
type grid struct {
	p           *Picture
	nx, ny      int
	sign, after [][]rune
}

func newGrid(p *Picture) *grid {
	g := &grid{p: p, nx: int(p.Map.Width/p.Map.Step) + 1, ny: int(p.Map.Depth/p.Map.Step) + 1}
	for range g.ny {
		g.sign = append(g.sign, []rune(strings.Repeat(" ", g.nx)))
		g.after = append(g.after, []rune(strings.Repeat(" ", g.nx)))
	}
	return g
}

func (g *grid) cell(s space.Spot) (x, y int, ok bool) {
	x, y = int(math.Round(s[0]/g.p.Map.Step)), int(math.Round(s[1]/g.p.Map.Step))
	return x, y, x >= 0 && y >= 0 && x < g.nx && y < g.ny
}

func (g *grid) put(x, y int, sign, after rune) { g.sign[y][x], g.after[y][x] = sign, after }

// word writes a word of one or two characters at a point; after, unless it is a
// space, takes the place of the second.
func (g *grid) word(x, y int, word string, after rune) {
	r := []rune(word + "?")
	if len(r) > 2 && after == ' ' {
		after = r[1]
	}
	g.put(x, y, r[0], after)
}

// terrain fills the places that pieces cover, the highest on top.
func (g *grid) terrain() {
	for _, i := range g.p.standing() {
		piece := &g.p.Map.Pieces[i]
		sign := []rune(g.p.typeOf(piece.Type).Symbol + "#")[0]
		if c := piece.Circle; len(c) == 3 {
			low, high := space.Spot{c[0] - c[2], c[1] - c[2]}, space.Spot{c[0] + c[2], c[1] + c[2]}
			g.fill(low, high, func(s space.Spot) bool { return math.Hypot(s[0]-c[0], s[1]-c[1]) <= c[2]+thin/2 }, sign, sign)
			continue
		}
		corners := outline(piece)
		low, high := box(corners)
		g.fill(low, high, func(s space.Spot) bool { return within(corners, s) }, sign, sign)
	}
}

func (g *grid) field() {
	for _, a := range g.p.Field.Added() {
		corners := a.Corners()
		low, high := box(corners[:])
		g.fill(low, high, func(s space.Spot) bool { return within(corners[:], s) }, '=', '=')
	}
	for _, m := range g.p.Field.Mobs() {
		at := space.Spot{float64(m.At.X) * g.p.Map.Step, float64(m.At.Y) * g.p.Map.Step}
		r := m.Radius.Inches()
		low, high := space.Spot{at[0] - r, at[1] - r}, space.Spot{at[0] + r, at[1] + r}
		g.fill(low, high, func(s space.Spot) bool { return math.Hypot(s[0]-at[0], s[1]-at[1]) <= r }, '&', ' ')
	}
}

// box returns the smallest box around corners.
func box(corners []space.Spot) (low, high space.Spot) {
	low, high = corners[0], corners[0]
	for _, c := range corners {
		low = space.Spot{min(low[0], c[0]), min(low[1], c[1])}
		high = space.Spot{max(high[0], c[0]), max(high[1], c[1])}
	}
	return low, high
}

// fill sets the characters whose middle is inside, no further than a step around
// the box from low to high: each point has two, at the point and half a step to
// the east.
func (g *grid) fill(low, high space.Spot, inside func(space.Spot) bool, sign, after rune) {
	step := g.p.Map.Step
	for y := max(0, int(low[1]/step)-1); y < min(g.ny, int(high[1]/step)+3); y++ {
		for x := max(0, int(low[0]/step)-1); x < min(g.nx, int(high[0]/step)+3); x++ {
			at := space.Spot{float64(x) * step, float64(y) * step}
			if inside(at) {
				g.sign[y][x] = sign
			}
			if inside(space.Spot{at[0] + step/2, at[1]}) {
				g.after[y][x] = after
			}
		}
	}
}

// thin widens a piece so that walls thinner than a step still show.
const thin = 0.13

// within reports whether a place is in a convex polygon, or no further than thin
// from it.
func within(corners []space.Spot, s space.Spot) bool {
	left, right := true, true
	for i := range corners {
		a, b := corners[i], corners[(i+1)%len(corners)]
		dx, dy := b[0]-a[0], b[1]-a[1]
		off := (dx*(s[1]-a[1]) - dy*(s[0]-a[0])) / math.Hypot(dx, dy)
		left, right = left && off >= -thin, right && off <= thin
	}
	return left || right
}

// String returns the map with its title and frame.
func (g *grid) String() string {
	var b strings.Builder
	if g.p.Title != "" {
		fmt.Fprintf(&b, "%s\n", g.p.Title)
	}
	for _, line := range g.framed(g.whole(false)) {
		b.WriteString(line + "\n")
	}
	return b.String()
}

// Signs returns the legend of a table drawn with characters: "# wall, O boulder, $
// treasure, [A] acts"; empty where there is nothing to explain.
func Signs(p *Picture) string {
	words := strings.TrimSpace(drawn(p).signs())
	say := func(sign string) {
		if words != "" {
			words += ", "
		}
		words += sign
	}
	if slices.ContainsFunc(p.Models, func(f Figure) bool { return f.Acting }) {
		say("[ ] acts")
	}
	if slices.ContainsFunc(p.Models, func(f Figure) bool { return f.Prone }) {
		say("_ prone")
	}
	return words
}

// signs returns the legend of the terrain that occurs.
func (g *grid) signs() string {
	used := map[string]bool{}
	for _, i := range g.p.standing() {
		used[g.p.Map.Pieces[i].Type] = true
	}
	var words []string
	for _, t := range g.p.Map.Types {
		if used[t.ID] {
			title := t.Title
			if title == "" {
				title = t.ID
			}
			words = append(words, string([]rune(t.Symbol + "#")[0])+" "+strings.ToLower(title[:1])+title[1:])
		}
	}
	for _, t := range g.p.Tokens {
		if t.Kind != "" {
			words = append(words, t.Label+" "+t.Kind)
		}
	}
	if len(words) == 0 {
		return ""
	}
	return "    " + strings.Join(words, ", ") + "\n"
}
