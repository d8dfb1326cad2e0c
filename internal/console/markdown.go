package console

import (
	"regexp"
	"strings"
)

// PageWidth is where prose is wrapped; tables take the width that they need.
const PageWidth = 96

// localLink is a link to a place of the page, or to a file beside it.
var localLink = regexp.MustCompile(`\[([^\]]+)\]\([^):]*\)`)

// listEntry begins an entry of a list.
var listEntry = regexp.MustCompile(`^ *(-|\d+\.) `)

// PlainText makes Markdown easier to read on a screen: paragraphs wrapped, tables in
// aligned columns, code indented, no marks around code and strong words, and of links that
// lead nowhere outside of the page their text alone.
func PlainText(markdown string) string {
	marks := strings.NewReplacer("`", "", "**", "")
	var b strings.Builder
	var table [][]string
	var paragraph []string // lines
	flush := func() {
		writeColumns(&b, table)
		if len(paragraph) > 0 {
			writeWrapped(&b, strings.Join(paragraph, " "))
		}
		table, paragraph = nil, nil
	}
	markdown = localLink.ReplaceAllString(markdown, "$1")
	inCode := false
	for line := range strings.Lines(markdown) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "```"):
			flush()
			inCode = !inCode
		case inCode:
			b.WriteString("    " + line + "\n")
		case strings.HasPrefix(line, "|"):
			if len(paragraph) > 0 {
				flush()
			}
			table = append(table, tableCells(marks.Replace(line)))
		case line == "", strings.HasPrefix(line, "#"):
			flush()
			b.WriteString(line + "\n")
		default:
			if table != nil || listEntry.MatchString(line) {
				flush()
			}
			paragraph = append(paragraph, marks.Replace(line))
		}
	}
	flush()
	return b.String()
}

func tableCells(line string) []string {
	const bar = "\x00"
	line = strings.ReplaceAll(line, `\|`, bar)
	cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
	for i, c := range cells {
		cells[i] = strings.ReplaceAll(strings.TrimSpace(c), bar, "|")
	}
	return cells
}

// writeColumns writes the rows of a Markdown table, whose second row says how
// the columns are aligned.
func writeColumns(b *strings.Builder, rows [][]string) {
	if len(rows) < 2 {
		return
	}
	widths := make([]int, len(rows[0]))
	for i, row := range rows {
		for j, cell := range row {
			if i != 1 && j < len(widths) {
				widths[j] = max(widths[j], Columns(cell))
			}
		}
	}
	for i, row := range rows {
		if i == 1 || strings.Join(row, "") == "" {
			continue
		}
		var line strings.Builder
		for j, width := range widths {
			cell := ""
			if j < len(row) {
				cell = row[j]
			}
			pad := strings.Repeat(" ", width-Columns(cell))
			if strings.HasSuffix(rows[1][j], ":") {
				cell = pad + cell
			} else {
				cell += pad
			}
			line.WriteString(cell + "  ")
		}
		b.WriteString("  " + strings.TrimRight(line.String(), " ") + "\n")
	}
}

// writeWrapped writes a paragraph; an entry of a list goes on under its
// first word.
func writeWrapped(b *strings.Builder, line string) {
	hang := len(strings.TrimLeft(listEntry.FindString(line), " "))
	for _, part := range Wrap(strings.Join(strings.Fields(line), " "), PageWidth, hang) {
		b.WriteString(part + "\n")
	}
}
