package page

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"strings"

	"ringer/internal/input"
)

// The page is written by calls rather than by html/template: a program that links
// text/template keeps every exported method of all that it links, since a template may name
// any, and is seven megabytes larger.

// raw is HTML; a string is text, which is escaped.
type raw string

// writer holds the page so far.
type writer struct{ strings.Builder }

// put writes HTML with texts in the places of its verbs.
func (w *writer) put(form string, args ...any) {
	for i, a := range args {
		if text, ok := a.(string); ok {
			args[i] = html.EscapeString(text)
		}
	}
	fmt.Fprintf(w, form, args...)
}

// when returns HTML where a condition holds.
func when(is bool, text raw) raw {
	if is {
		return text
	}
	return ""
}

const flag raw = ` <span class="flag">flag</span>`

// HTML returns the page.
func (p *Page) HTML() []byte {
	var w writer
	w.put(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s</title>
<style>%s</style>
</head>
<body>
<header>
<h1>%s</h1>
<p class="made">%s</p>
</header>
<div class="frame">
<nav aria-label="Panels"><ol>`, p.Title, raw(style), p.Title, p.Made)
	for i := range p.Sections {
		s := &p.Sections[i]
		w.put("\n<li%s><a href=\"#%s\">%s%s</a></li>", when(s.Alert, ` class="alert"`), s.ID, s.Name, when(s.Alert, flag))
	}
	w.put(`
</ol></nav>
<main>
<section class="verdict" id="verdict" aria-label="Verdict">
<h2>Verdict</h2>
<ol>`)
	w.items(p.Verdict)
	w.put("</ol>\n<dl>")
	for _, f := range p.Facts {
		w.put("<div><dt>%s</dt><dd>%s</dd></div>", f.Name, f.Value)
	}
	w.put("</dl>\n</section>")
	found := 0
	for i := range p.Sections {
		s := &p.Sections[i]
		open := s.Alert && found < mostOpen
		if open {
			found++
		}
		w.section(s, open)
	}
	w.put("\n</main>\n</div>\n</body>\n</html>\n")
	return []byte(w.String())
}

// mostOpen is the number of panels that are open at first, of those that hold a flag.
const mostOpen = 3

func (w *writer) items(list []string) {
	for _, text := range list {
		w.put("<li>%s</li>", text)
	}
}

func (w *writer) section(s *Section, open bool) {
	w.put("\n<section id=\"%s\">\n<details class=\"panel\"%s><summary><span class=\"name\">%s</span><h2>%s%s</h2></summary>\n", s.ID, when(open, " open"), s.Name, s.Title, when(s.Alert, flag))
	w.paragraph(s.Lead)
	for i := range s.Blocks {
		b := &s.Blocks[i]
		w.paragraph(b.Text)
		if f := b.Figure; f != nil {
			w.put("\n<figure>\n%s%s\n<figcaption>%s%s</figcaption>\n</figure>",
				picture(f.Picture, wide, "wide"), picture(f.Picture, small, "small"), f.Caption, file(f.Name, f.Data))
		}
		if b.Table != nil {
			w.table(b.Table)
		}
		if t := b.Story; t != nil {
			w.put("\n<details class=\"story\"><summary>%s</summary><ol>", t.Title)
			w.items(t.Lines)
			w.put("</ol></details>")
		}
	}
	w.put("\n</details>\n</section>")
}

func (w *writer) paragraph(text string) {
	if text != "" {
		w.put("<p>%s</p>", text)
	}
}

func (w *writer) table(t *Table) {
	w.put("\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"%s\"><table>\n<caption>%s%s</caption>\n<thead><tr>",
		t.Caption, t.Caption, file(t.Name, t.data()))
	side := func(column int) raw { return when(left(t, column), ` class="left"`) }
	for i, name := range t.Head {
		w.put("<th scope=\"col\"%s>%s</th>", side(i), name)
	}
	w.put("</tr></thead>\n<tbody>")
	for i := range t.Rows {
		row := &t.Rows[i]
		w.put("\n<tr%s>", when(row.Strong, ` class="strong"`))
		for column, cell := range row.Cells {
			if column == 0 && row.More != "" {
				w.put("<td%s><details><summary>%s</summary>%s</details></td>", side(column), cell, row.More)
				continue
			}
			w.put("<td%s>%s</td>", side(column), cell)
		}
		w.put("</tr>")
	}
	w.put("\n</tbody></table></div>")
}

// picture returns a picture, which escapes its texts itself.
func picture(p Picture, width int, class string) raw {
	return raw(bytes.Replace(p.SVG(width), []byte("<svg "), []byte(`<svg class="`+class+`" `), 1))
}

// file returns a link to data as a CSV file that is within the page; none where it has no name.
func file(name string, data [][]string) raw {
	if name == "" {
		return ""
	}
	return raw(fmt.Sprintf(` <a download="%s.csv" href="data:text/csv;base64,%s">Data (CSV)</a>`,
		html.EscapeString(name), base64.StdEncoding.EncodeToString([]byte(input.CSV(data)))))
}
