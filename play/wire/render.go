package wire

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"image/png"

	"ringer/env"
	"ringer/play/picture"
)

// Formats of pictures.
const (
	formatText = "text"
	formatSVG  = "svg"
	formatPNG  = "png"
	formatRGB  = "rgb"
)

type renderRequest struct {
	at
	Seat   *int   `json:"seat"`
	Format string `json:"format"`
}

// render shows a table as one seat sees it: in words, or as a picture. A game with a board
// gives a drawing of what is public there, others their words.
func (s *server) render(q *renderRequest) (answer, error) {
	t, err := s.table(&q.at)
	switch {
	case err != nil:
		return nil, err
	case q.Seat == nil:
		return nil, errors.New("seat: missing: want the seat that looks")
	}
	p, err := s.seat(t, "seat", *q.Seat)
	if err != nil {
		return nil, err
	}
	a := &pictured{head: head{Type: "picture"}, Table: q.Table, Seat: p, Format: q.Format}
	switch q.Format {
	case "", formatText:
		a.Format = formatText
		a.Picture = s.words(t.play.State(), p)
	case formatSVG:
		a.Picture = string(s.svg(t.play.State(), p))
	case formatPNG, formatRGB:
		err = a.pixels(s.svg(t.play.State(), p))
	default:
		err = fmt.Errorf("format: %q: want %q, %q, %q or %q", q.Format, formatText, formatSVG, formatPNG, formatRGB)
	}
	if err != nil {
		return nil, err
	}
	return a, nil
}

// svg returns the picture of a table for a seat.
func (s *server) svg(st env.State, p env.Player) []byte {
	if s.Draw != nil {
		if drawn := s.Draw(st); drawn != nil {
			return drawn
		}
	}
	return picture.Text(s.words(st, p))
}

// pixels writes an SVG as base64: of a PNG file, or of three bytes a pixel.
func (a *pictured) pixels(svg []byte) error {
	drawn, err := picture.Pixels(svg)
	if err != nil {
		return err
	}
	size := drawn.Bounds().Size()
	a.Width, a.Height = size.X, size.Y
	if a.Format == formatPNG {
		var b bytes.Buffer
		if err := png.Encode(&b, drawn); err != nil {
			return err
		}
		a.Picture = base64.StdEncoding.EncodeToString(b.Bytes())
		return nil
	}
	rgb := make([]byte, 0, 3*size.X*size.Y)
	for y := range size.Y {
		row := drawn.Pix[y*drawn.Stride:][:4*size.X]
		for x := 0; x < len(row); x += 4 {
			rgb = append(rgb, row[x:x+3]...)
		}
	}
	a.Picture = base64.StdEncoding.EncodeToString(rgb)
	return nil
}

// words returns what a seat may know in words: never the state's String.
func (s *server) words(st env.State, p env.Player) string {
	switch st := st.(type) {
	case env.Texter:
		return st.Text(p)
	case env.InfoStater:
		return st.InformationState(p)
	}
	return fmt.Sprintf("%s, %s", s.spec, p)
}
