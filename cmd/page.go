package cmd

import (
	"strings"
	"unicode/utf8"

	"ringer/docs"
	"ringer/env"
	"ringer/play"
)

// gamePage returns the text of `ringer games GAME`: the rules from the game's page,
// and the tables of this very configuration.
func gamePage(spec *env.Spec) string {
	var b strings.Builder
	b.WriteString(spec.Title + "\n\n")
	if page, err := docs.GamePage(spec.Name); err == nil {
		for _, part := range []string{docs.Section(page, ""), docs.Section(page, "Rules")} {
			if part != "" {
				b.WriteString(part + "\n\n")
			}
		}
	}
	b.WriteString(spec.Markdown())
	return plainText(b.String())
}

// pageWidth is where prose is wrapped; tables take the width that they need.
const pageWidth = 96

// plainText makes Markdown easier to read on a screen: prose wrapped, tables in
// aligned columns, code indented, no marks around code and strong words.
func plainText(markdown string) string {
	marks := strings.NewReplacer("`", "", "**", "")
	var b strings.Builder
	var table [][]string
	flush := func() {
		writeColumns(&b, table)
		table = nil
	}
	inCode := false
	for line := range strings.Lines(markdown) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "```"):
			inCode = !inCode
		case inCode:
			b.WriteString("    " + line + "\n")
		case strings.HasPrefix(line, "|"):
			table = append(table, tableCells(marks.Replace(line)))
		default:
			flush()
			writeWrapped(&b, marks.Replace(line))
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
				widths[j] = max(widths[j], utf8.RuneCountInString(cell))
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
			pad := strings.Repeat(" ", width-utf8.RuneCountInString(cell))
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

// writeWrapped writes one line of prose; an entry of a list goes on under its
// first word.
func writeWrapped(b *strings.Builder, line string) {
	hang := 0
	if strings.HasPrefix(line, "- ") {
		hang = 2
	}
	for _, part := range play.Wrap(strings.Join(strings.Fields(line), " "), pageWidth, hang) {
		b.WriteString(part + "\n")
	}
}
