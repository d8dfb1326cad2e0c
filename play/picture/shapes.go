package picture

import (
	"image"
	"image/color"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/vector"
)

type point struct{ x, y float64 }

// shape fills and outlines a line through points, which closed joins at its ends.
func (c *canvas) shape(a attributes, path []point, closed bool) {
	if len(path) < 2 {
		return
	}
	if fill, ok := a.paint("fill", "#000000"); ok && len(path) > 2 {
		c.fill(fill, path)
	}
	stroke, ok := a.paint("stroke", "none")
	if !ok {
		return
	}
	if closed {
		path = append(path[:len(path):len(path)], path[0])
	}
	var parts [][]point
	for _, piece := range dashed(path, a["stroke-dasharray"]) {
		parts = append(parts, outline(piece, a.number("stroke-width", 1)/2)...)
	}
	c.fill(stroke, parts...)
}

// fill colours what lies within any of the polygons.
func (c *canvas) fill(with color.NRGBA, polygons ...[]point) {
	bounds := c.to.Bounds()
	z := vector.NewRasterizer(bounds.Dx(), bounds.Dy())
	for _, p := range polygons {
		if len(p) < 3 {
			continue
		}
		// All turn the same way, so that none cuts a hole into another.
		at := func(i int) point {
			if area(p) < 0 {
				return p[len(p)-1-i]
			}
			return p[i]
		}
		z.MoveTo(float32(at(0).x), float32(at(0).y))
		for i := 1; i < len(p); i++ {
			z.LineTo(float32(at(i).x), float32(at(i).y))
		}
		z.ClosePath()
	}
	z.Draw(c.to, bounds, image.NewUniform(with), image.Point{})
}

// area returns twice the area of a polygon, negative when it turns the other way.
func area(p []point) float64 {
	sum := 0.0
	for i := range p {
		q := p[(i+1)%len(p)]
		sum += p[i].x*q.y - q.x*p[i].y
	}
	return sum
}

// outline returns a bar along each step of a line and a disc at each of its points.
func outline(path []point, half float64) (parts [][]point) {
	for i, p := range path {
		if half > 0.75 {
			parts = append(parts, disc(p, half))
		}
		if i == 0 {
			continue
		}
		q := path[i-1]
		length := math.Hypot(p.x-q.x, p.y-q.y)
		if length == 0 {
			continue
		}
		dx, dy := -(p.y-q.y)/length*half, (p.x-q.x)/length*half
		parts = append(parts, []point{{q.x + dx, q.y + dy}, {p.x + dx, p.y + dy}, {p.x - dx, p.y - dy}, {q.x - dx, q.y - dy}})
	}
	return parts
}

// dashed cuts a line into dashes by lengths of strokes and gaps, such as "5 3".
func dashed(path []point, pattern string) [][]point {
	var lengths []float64
	sum := 0.0
	for _, word := range strings.FieldsFunc(pattern, func(r rune) bool { return r == ' ' || r == ',' }) {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil || !(v >= 0) {
			return [][]point{path}
		}
		lengths, sum = append(lengths, v), sum+v
	}
	if sum < 0.5 {
		return [][]point{path}
	}
	if len(lengths)%2 == 1 {
		lengths = append(lengths, lengths...)
	}
	var pieces [][]point
	which, left := 0, lengths[0]
	piece := []point{path[0]}
	for i := 1; i < len(path); i++ {
		from, to := path[i-1], path[i]
		length := math.Hypot(to.x-from.x, to.y-from.y)
		for done := 0.0; done < length; {
			step := min(left, length-done)
			done += step
			left -= step
			at := point{from.x + (to.x-from.x)*done/length, from.y + (to.y-from.y)*done/length}
			if which%2 == 0 {
				piece = append(piece, at)
			}
			if left > 0 {
				continue
			}
			if which%2 == 0 {
				pieces = append(pieces, piece)
			}
			which = (which + 1) % len(lengths)
			left, piece = lengths[which], []point{at}
		}
	}
	if which%2 == 0 && len(piece) > 1 {
		pieces = append(pieces, piece)
	}
	return pieces
}

// disc returns a circle as a polygon.
func disc(middle point, radius float64) []point { return arc(nil, middle, radius, 0, 2*math.Pi) }

// arc appends a part of a circle.
func arc(to []point, middle point, radius, from, until float64) []point {
	steps := int(math.Ceil(math.Abs(until-from) / (2 * math.Pi) * (12 + 2*radius)))
	for i := range max(steps, 1) {
		sin, cos := math.Sincos(from + (until-from)*float64(i)/float64(steps))
		to = append(to, point{middle.x + radius*cos, middle.y + radius*sin})
	}
	return to
}

// rounded returns a rectangle with round corners.
func rounded(x, y, w, h, r float64) []point {
	if r <= 0 {
		return []point{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}
	}
	r = min(r, w/2, h/2)
	var p []point
	for i, corner := range []point{{x + w - r, y + h - r}, {x + r, y + h - r}, {x + r, y + r}, {x + w - r, y + r}} {
		from := float64(i) * math.Pi / 2
		p = append(arc(p, corner, r, from, from+math.Pi/2), point{corner.x + r*math.Cos(from+math.Pi/2), corner.y + r*math.Sin(from+math.Pi/2)})
	}
	return p
}

// turned applies a transformation of the form rotate(degrees x y).
func turned(transform string, path []point) []point {
	inside, ok := strings.CutPrefix(transform, "rotate(")
	v := numbers(strings.TrimSuffix(inside, ")"))
	if !ok || len(v) != 3 {
		return path
	}
	sin, cos := math.Sincos(v[0] * math.Pi / 180)
	out := make([]point, len(path))
	for i, p := range path {
		dx, dy := p.x-v[1], p.y-v[2]
		out[i] = point{v[1] + dx*cos - dy*sin, v[2] + dx*sin + dy*cos}
	}
	return out
}

func numbers(text string) (v []float64) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' }) {
		if x, err := strconv.ParseFloat(word, 64); err == nil {
			v = append(v, x)
		}
	}
	return v
}

// points reads the points of a polygon.
func points(text string) []point {
	v := numbers(text)
	var p []point
	for i := 0; i+1 < len(v); i += 2 {
		p = append(p, point{v[i], v[i+1]})
	}
	return p
}

// curve reads a path of the form M x y Q x y x y: one quadratic curve.
func curve(d string) ([]point, error) {
	v := numbers(strings.NewReplacer("M", " ", "Q", " ").Replace(d))
	if len(v) != 6 || !strings.HasPrefix(strings.TrimSpace(d), "M") || strings.Count(d, "Q") != 1 || strings.ContainsAny(d, "LCAHVSTZlcahvstz") {
		return nil, &UnknownError{"the path " + d}
	}
	var p []point
	for i := range 17 {
		t := float64(i) / 16
		a, b, c := (1-t)*(1-t), 2*t*(1-t), t*t
		p = append(p, point{a*v[0] + b*v[2] + c*v[4], a*v[1] + b*v[3] + c*v[5]})
	}
	return p, nil
}
