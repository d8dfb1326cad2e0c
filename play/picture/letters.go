package picture

import (
	"image"
	"image/color"
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// style is a font at a size in pixels.
type style struct {
	font string
	size float64
}

var fonts = map[string][]byte{"mono": gomono.TTF, "regular": goregular.TTF, "bold": gobold.TTF}

// faces holds the fonts that have been used. A face serves one picture at a time.
var faces = struct {
	sync.Mutex
	known map[style]font.Face
}{known: map[style]font.Face{}}

// text draws a line of text.
func (c *canvas) text(a attributes, text string) error {
	s := style{"regular", a.number("font-size", 16)}
	switch {
	case a["font-family"] == "monospace":
		s.font = "mono"
	case a["font-weight"] == "bold":
		s.font = "bold"
	}
	if !(s.size >= 1 && s.size <= 200) {
		return &UnknownError{"text of the size " + a["font-size"]}
	}
	faces.Lock()
	defer faces.Unlock()
	face := faces.known[s]
	if face == nil {
		parsed, err := opentype.Parse(fonts[s.font])
		if err != nil {
			return err
		}
		if face, err = opentype.NewFace(parsed, &opentype.FaceOptions{Size: s.size, DPI: 72, Hinting: font.HintingNone}); err != nil {
			return err
		}
		faces.known[s] = face
	}
	x, y := a.number("x", 0), a.number("y", 0)
	wide := float64(font.MeasureString(face, text)) / 64
	switch a["text-anchor"] {
	case "middle":
		x -= wide / 2
	case "end":
		x -= wide
	}
	put := func(with color.NRGBA, dx, dy float64) {
		at := fixed.Point26_6{X: fixed.Int26_6(math.Round((x + dx) * 64)), Y: fixed.Int26_6(math.Round((y + dy) * 64))}
		d := font.Drawer{Dst: c.to, Src: image.NewUniform(with), Face: face, Dot: at}
		d.DrawString(text)
	}
	if edge, ok := a.paint("stroke", "none"); ok { // around the letters, below them
		half := a.number("stroke-width", 1) / 2
		for k := range 8 {
			sin, cos := math.Sincos(float64(k) * math.Pi / 4)
			put(edge, half*cos, half*sin)
		}
	}
	if fill, ok := a.paint("fill", "#000000"); ok {
		put(fill, 0, 0)
	}
	return nil
}
