package cmd

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"ringer/play"
)

// doors are the commands to begin with.
var doors = []struct{ verb, command, words string }{
	{"play", "ringer play heat", "at a table with strong opponents"},
	{"watch", "ringer serve --open", "bots play on a page, or you do"},
	{"train", "ringer train --config kuhn", "a bot of your own"},
	{"report", "ringer report heat", "what dominates in a game"},
	{"look", "ringer doctor", "what this machine has for it"},
	{"help", "ringer help", "all commands"},
}

// plainWidth is the width of texts that go to no screen, in columns.
const plainWidth = 80

// welcomeText returns the text of a program that is called alone, on a screen of that many
// columns: a line for each of the doors, or two where it is narrow.
func welcomeText(width int) string {
	if width <= 0 {
		width = plainWidth
	}
	verb, command := 0, 0
	for _, d := range doors {
		verb, command = max(verb, len(d.verb)), max(command, len(d.command))
	}
	var rows []string
	widest := 0
	for _, d := range doors {
		row := fmt.Sprintf("  %-*s  %-*s  %s", verb, d.verb, command, d.command, d.words)
		rows, widest = append(rows, row), max(widest, utf8.RuneCountInString(row))
	}
	lines := play.Wrap("Tabletop games to play, to train bots for, and to study.", width, 0)
	if widest <= width {
		return strings.Join(append(append(lines, ""), rows...), "\n") + "\n"
	}
	for _, d := range doors {
		lines = append(lines, play.Wrap(d.verb+": "+d.words, width, 2)...)
		lines = append(lines, "  "+d.command)
	}
	return strings.Join(lines, "\n") + "\n"
}

// sayWelcome says where to begin.
func sayWelcome(t *terminal) error {
	width, _ := t.size()
	return t.printf("%s", welcomeText(width))
}
