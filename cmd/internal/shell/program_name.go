package shell

import (
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// RingerProgram is the name of the program in the texts of this package.
const RingerProgram = "ringer"

// ProgramName returns the name by which a program calls itself: the name of its file, as it
// was called. A name that needs quotes in a shell, and the name of a test, is not taken.
func ProgramName(called string) string {
	name := strings.TrimSuffix(filepath.Base(called), ".exe")
	if !regexp.MustCompile(`^[A-Za-z0-9][\w.-]*$`).MatchString(name) || strings.HasSuffix(name, ".test") {
		return RingerProgram
	}
	return name
}

// Named returns a text of Ringer's with the program's own name in the places of
// ringer where it is the program: before a command, and at the beginning of a message.
func (t *Terminal) Named(text string) string {
	if t.saysName == nil {
		return text
	}
	return t.saysName.ReplaceAllString(text, "${1}"+strings.ReplaceAll(t.Program, "$", "$$")+"$2")
}

// Rename gives the command line the name of the program.
func (t *Terminal) Rename(root *cobra.Command) {
	if t.Program == "" || t.Program == RingerProgram {
		return
	}
	root.Use = t.Program
	commands := []string{"COMMAND", "completion"}
	for _, c := range root.Commands() {
		commands = append(commands, regexp.QuoteMeta(c.Name()))
	}
	t.saysName = regexp.MustCompile("(?m)(^|[\\s\"'`(])" + RingerProgram + `((?:\s(?:` + strings.Join(commands, "|") + `)\b)|: )`)
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
