package wire

import (
	"encoding/xml"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"ringer/env"
)

// Formats of pictures.
const (
	formatText = "text"
	formatSVG  = "svg"
)

type renderRequest struct {
	at
	Seat   *int   `json:"seat"`
	Format string `json:"format"`
}

// render shows a table as one seat sees it: in words, or as SVG. A game with a board
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
	a := &picture{head: head{Type: "picture"}, Table: q.Table, Seat: p, Format: q.Format}
	switch q.Format {
	case "", formatText:
		a.Format = formatText
		a.Picture = s.words(t.play.State(), p)
	case formatSVG:
		if s.Draw != nil {
			a.Picture = string(s.Draw(t.play.State()))
		}
		if a.Picture == "" {
			a.Picture = svgOf(s.words(t.play.State(), p))
		}
	default:
		return nil, fmt.Errorf("format: %q: want %q or %q", q.Format, formatText, formatSVG)
	}
	return a, nil
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

// svgOf sets a text as lines of a picture, in pixels.
func svgOf(text string) string {
	const line, size, column, margin = 20, 14, 8.5, 12
	lines := strings.Split(text, "\n")
	widest := 0
	for _, l := range lines {
		widest = max(widest, utf8.RuneCountInString(l))
	}
	var b strings.Builder
	width, height := int(float64(widest)*column)+2*margin, len(lines)*line+2*margin
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">`, width, height, width, height)
	b.WriteString(`<rect width="100%" height="100%" fill="#fff"/>`)
	fmt.Fprintf(&b, `<g font-family="monospace" font-size="%d" fill="#111" xml:space="preserve">`, size)
	for i, l := range lines {
		fmt.Fprintf(&b, `<text x="%d" y="%d">`, margin, margin+size+i*line)
		_ = xml.EscapeText(&b, []byte(l)) // a Builder takes everything
		b.WriteString(`</text>`)
	}
	b.WriteString("</g></svg>")
	return b.String()
}
