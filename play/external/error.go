package external

import (
	"strings"

	"ringer/internal/input"
)

// Error says how a program misbehaved.
type Error struct {
	Program  string // command line
	Question string // that it was asked; empty before the first
	Fault    string // what is wrong, and what was wanted
	Got      string // the line that came; empty when none did
	Stderr   string // the last of its standard error
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("program \"" + input.Shown(e.Program) + "\": ")
	if e.Question != "" {
		b.WriteString(e.Question + ": ")
	}
	b.WriteString(e.Fault)
	if e.Got != "" {
		b.WriteString("\n  it wrote: " + e.Got)
	}
	if e.Stderr == "" {
		b.WriteString("\n  it wrote nothing to standard error")
	} else {
		b.WriteString("\n  the end of its standard error:\n    ")
		b.WriteString(strings.ReplaceAll(input.ShownLines(e.Stderr), "\n", "\n    "))
	}
	return b.String()
}

// cut returns what is shown of a line that a program wrote.
func cut(line []byte) string {
	const most = 300
	if len(line) > most {
		return input.Shown(strings.ToValidUTF8(string(line[:most]), "")) + "…"
	}
	return input.Shown(string(line))
}
