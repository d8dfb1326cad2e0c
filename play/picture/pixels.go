package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// mostPixels bounds a picture.
const mostPixels = 1 << 25

// An UnknownError says that a picture holds a thing that is not drawn here.
type UnknownError struct{ What string }

func (e *UnknownError) Error() string { return "picture: " + e.What + " is not drawn as pixels" }

// inherited are the attributes that a group hands on to what lies in it.
var inherited = []string{
	"fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "font-size", "font-family", "font-weight", "text-anchor",
}

// passive are the attributes that change nothing here.
var passive = []string{"xmlns", "viewBox", "role", "space", "stroke-linejoin", "stroke-linecap", "paint-order", "class"}

// canvas draws one SVG.
type canvas struct {
	to            *image.RGBA
	width, height float64
	line          *strings.Builder // of the text that is being read; nil outside of one
}

// attributes of an element, with the attributes of the groups around it.
type attributes map[string]string

// Pixels draws an SVG that this program has made. It returns an *UnknownError for an
// element that others draw and this does not.
func Pixels(svg []byte) (*image.RGBA, error) {
	c := &canvas{}
	d := xml.NewDecoder(bytes.NewReader(svg))
	stack := []attributes{{}}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("picture: %w", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			own := attributes{}
			for _, name := range inherited {
				if v, ok := stack[len(stack)-1][name]; ok {
					own[name] = v
				}
			}
			for _, a := range t.Attr {
				if !slices.Contains(passive, a.Name.Local) {
					own[a.Name.Local] = a.Value
				}
			}
			stack = append(stack, own)
			if err := c.element(t.Name.Local, own); err != nil {
				return nil, err
			}
		case xml.CharData:
			if c.line != nil {
				c.line.Write(t)
			}
		case xml.EndElement:
			if c.line != nil {
				if err := c.text(stack[len(stack)-1], c.line.String()); err != nil {
					return nil, err
				}
				c.line = nil
			}
			stack = stack[:len(stack)-1]
		}
	}
	if c.to == nil {
		return nil, errors.New("picture: no svg")
	}
	return c.to, nil
}

// element draws one element.
func (c *canvas) element(name string, a attributes) error {
	switch {
	case c.to == nil && name != "svg":
		return errors.New("picture: no svg")
	case c.line != nil:
		return &UnknownError{"an element within text"}
	}
	switch name {
	case "svg":
		return c.begin(a)
	case "g":
	case "title":
	case "rect":
		x, y, w, h := a.number("x", 0), a.number("y", 0), a.share("width", c.width), a.share("height", c.height)
		c.shape(a, turned(a["transform"], rounded(x, y, w, h, a.number("rx", 0))), true)
	case "circle":
		c.shape(a, disc(point{a.number("cx", 0), a.number("cy", 0)}, a.number("r", 0)), true)
	case "line":
		c.shape(a, []point{{a.number("x1", 0), a.number("y1", 0)}, {a.number("x2", 0), a.number("y2", 0)}}, false)
	case "polygon", "polyline":
		c.shape(a, points(a["points"]), name == "polygon")
	case "path":
		path, err := curve(a["d"])
		if err != nil {
			return err
		}
		c.shape(a, path, false)
	case "text":
		c.line = &strings.Builder{}
	default:
		return &UnknownError{fmt.Sprintf("<%s %s>", name, strings.Join(slices.Sorted(maps.Keys(a)), " "))}
	}
	return nil
}

// begin makes the picture, all white.
func (c *canvas) begin(a attributes) error {
	c.width, c.height = a.number("width", 0), a.number("height", 0)
	if !(c.width >= 1 && c.height >= 1 && c.width*c.height <= mostPixels) {
		return fmt.Errorf("picture: %s × %s: want a picture of at most %d pixels", a["width"], a["height"], mostPixels)
	}
	c.to = image.NewRGBA(image.Rect(0, 0, int(c.width+0.5), int(c.height+0.5)))
	draw.Draw(c.to, c.to.Bounds(), image.White, image.Point{}, draw.Src)
	return nil
}

// number returns an attribute as a number.
func (a attributes) number(name string, otherwise float64) float64 {
	if v, err := strconv.ParseFloat(a[name], 64); err == nil {
		return v
	}
	return otherwise
}

// share returns a size, which may be a percentage of a whole.
func (a attributes) share(name string, whole float64) float64 {
	if text, ok := strings.CutSuffix(a[name], "%"); ok {
		v, _ := strconv.ParseFloat(text, 64)
		return v / 100 * whole
	}
	return a.number(name, 0)
}

// paint returns the colour of "fill" or "stroke"; false for none.
func (a attributes) paint(name, otherwise string) (color.NRGBA, bool) {
	text := a[name]
	if text == "" {
		text = otherwise
	}
	hex, ok := strings.CutPrefix(text, "#")
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	v, err := strconv.ParseUint(hex, 16, 32)
	if !ok || err != nil || len(hex) != 6 {
		return color.NRGBA{}, false
	}
	alpha := min(max(a.number(name+"-opacity", 1)*a.number("opacity", 1), 0), 1)
	return color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), uint8(alpha*255 + 0.5)}, true
}
