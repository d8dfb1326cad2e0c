// Package chart draws figures with their intervals as SVG: dots in rows, lines and grids. A
// picture follows the reader's colours, light or dark, and prints.
package chart

import (
	"bytes"
	"encoding/xml"
	"strings"
	"unicode/utf8"
)

// lines cuts a text into lines of at most this many letters, where words end.
func lines(text string, most int) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > most {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// short cuts a text after this many letters.
func short(text string, most int) string {
	letters := []rune(text)
	if len(letters) <= most {
		return text
	}
	return string(letters[:most-1]) + "…"
}

func escape(text string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(text)) // a buffer takes all
	return b.String()
}
