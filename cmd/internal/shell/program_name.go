package shell

import (
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// RingerProgram is the name of the program in the texts of this package.
const RingerProgram = "ringer"

// Characters of names that need no quotes in a shell; a name begins with one of inWords.
const (
	inWords = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	inNames = inWords + "_.-"
)

// ProgramName returns the name by which a program calls itself: the name of its file, as it
// was called. A name that needs quotes in a shell, and the name of a test, is not taken.
func ProgramName(called string) string {
	name := strings.TrimSuffix(filepath.Base(called), ".exe")
	if strings.Trim(name, inNames) != "" || strings.TrimLeft(name, inWords) == name || strings.HasSuffix(name, ".test") {
		return RingerProgram
	}
	return name
}

// Named returns a text of Ringer's with the program's own name in the places of
// ringer where it is the program: before a command of the tree, and at the beginning of a message.
func (t *Terminal) Named(text string) string {
	if t.commands == nil {
		return text
	}
	var b strings.Builder
	for {
		before, after, more := strings.Cut(text, RingerProgram)
		b.WriteString(before)
		if !more {
			return b.String()
		}
		name, said := RingerProgram, b.String()
		if (said == "" || strings.ContainsAny(said[len(said)-1:], " \t\n\"'`(")) && t.called(after) {
			name = t.Program
		}
		b.WriteString(name)
		text = after
	}
}

// called reports whether a text that follows the program's name is a command of it, or a message.
func (t *Terminal) called(after string) bool {
	if after == "" || !strings.ContainsAny(after[:1], " \n") {
		return strings.HasPrefix(after, ": ")
	}
	word := after[1:]
	return t.commands[word[:len(word)-len(strings.TrimLeft(word, inWords+"-"))]]
}

// Rename gives the command line the name of the program.
func (t *Terminal) Rename(root *cobra.Command) {
	if t.Program == "" || t.Program == RingerProgram {
		return
	}
	root.Use = t.Program
	t.commands = map[string]bool{"COMMAND": true, "completion": true}
	for _, c := range root.Commands() {
		t.commands[c.Name()] = true
	}
	WalkCommands(root, func(c *cobra.Command) {
		c.Short, c.Long, c.Example = t.Named(c.Short), t.Named(c.Long), t.Named(c.Example)
		if keys := KeysOf(c); keys != "" {
			c.Annotations[keysNote] = t.Named(keys)
		}
		for _, flags := range []*pflag.FlagSet{c.Flags(), c.PersistentFlags()} {
			flags.VisitAll(func(f *pflag.Flag) { f.Usage = t.Named(f.Usage) })
		}
	})
}
