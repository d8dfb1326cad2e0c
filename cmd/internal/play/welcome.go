package play

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"ringer/cmd/internal/shell"
	"ringer/internal/console"
)

// Doors are the commands to begin with.
var Doors = []struct{ Verb, Command, words string }{
	{"play", "ringer play heat", "at a table with strong opponents"},
	{"watch", "ringer serve --open", "bots play on a page, or you do"},
	{"train", "ringer train --config kuhn", "a bot of your own"},
	{"report", "ringer report heat", "what dominates in a game"},
	{"look", "ringer doctor", "what this machine has for it"},
	{"help", "ringer help", "all commands"},
}

// WelcomeText returns the text of a program that is called alone, on a screen of that many
// columns: a line for each of the doors, or two where it is narrow.
func WelcomeText(width int) string {
	if width <= 0 {
		width = shell.PlainWidth
	}
	verb, command := 0, 0
	for _, d := range Doors {
		verb, command = max(verb, len(d.Verb)), max(command, len(d.Command))
	}
	var rows []string
	widest := 0
	for _, d := range Doors {
		row := fmt.Sprintf("  %-*s  %-*s  %s", verb, d.Verb, command, d.Command, d.words)
		rows, widest = append(rows, row), max(widest, utf8.RuneCountInString(row))
	}
	lines := console.Wrap("Tabletop games to play, to train bots for, and to study.", width, 0)
	if widest <= width {
		return strings.Join(append(append(lines, ""), rows...), "\n") + "\n"
	}
	for _, d := range Doors {
		lines = append(lines, console.Wrap(d.Verb+": "+d.words, width, 2)...)
		lines = append(lines, "  "+d.Command)
	}
	return strings.Join(lines, "\n") + "\n"
}

// SayWelcome says where to begin.
func SayWelcome(t *shell.Terminal) error {
	width, _ := t.Size()
	return t.Printf("%s", WelcomeText(width))
}
