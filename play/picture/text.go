package picture

import (
	"encoding/xml"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Text sets lines as an SVG, in a monospaced font.
func Text(text string) []byte {
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
	return []byte(b.String())
}
