package cmd

import (
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// ringerProgram is the name of the program in the texts of this package.
const ringerProgram = "ringer"

// programName returns the name by which a program calls itself: that of its file, as it
// was called. A name that needs quotes in a shell, and that of a test, is not taken.
func programName(called string) string {
	name := strings.TrimSuffix(filepath.Base(called), ".exe")
	if !regexp.MustCompile(`^[A-Za-z0-9][\w.-]*$`).MatchString(name) || strings.HasSuffix(name, ".test") {
		return ringerProgram
	}
	return name
}

// named returns a text of Ringer's with the program's own name in the places of
// ringer where it is the program: before a command, and at the beginning of a message.
func (t *terminal) named(text string) string {
	if t.saysName == nil {
		return text
	}
	return t.saysName.ReplaceAllString(text, "${1}"+strings.ReplaceAll(t.program, "$", "$$")+"$2")
}

// rename gives the command line the name of the program.
func (t *terminal) rename(root *cobra.Command) {
	if t.program == "" || t.program == ringerProgram {
		return
	}
	root.Use = t.program
	commands := []string{"COMMAND", "completion"}
	for _, c := range root.Commands() {
		commands = append(commands, regexp.QuoteMeta(c.Name()))
	}
	t.saysName = regexp.MustCompile("(?m)(^|[\\s\"'`(])" + ringerProgram + `((?:\s(?:` + strings.Join(commands, "|") + `)\b)|: )`)
	walkCommands(root, func(c *cobra.Command) {
		c.Short, c.Long, c.Example = t.named(c.Short), t.named(c.Long), t.named(c.Example)
		for _, flags := range []*pflag.FlagSet{c.Flags(), c.PersistentFlags()} {
			flags.VisitAll(func(f *pflag.Flag) { f.Usage = t.named(f.Usage) })
		}
	})
}
