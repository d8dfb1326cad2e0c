package shell

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"ringer/internal/console"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// helpWidth is the width of help in columns: every line is shorter.
const helpWidth = 98

// Usage prints the part of a command's help below its text: how to call it, examples,
// the commands and the flags.
func Usage(cmd *cobra.Command) error {
	_, err := io.WriteString(cmd.OutOrStderr(), UsageText(cmd))
	return err
}

func UsageText(cmd *cobra.Command) string {
	var b strings.Builder
	b.WriteString("Usage:\n")
	if cmd.Runnable() {
		fmt.Fprintf(&b, "  %s\n", cmd.UseLine())
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s COMMAND\n", cmd.CommandPath())
	}
	if cmd.HasExample() {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", cmd.Example)
	}
	for _, g := range cmd.Groups() {
		writeCommands(&b, cmd, g.ID, g.Title)
	}
	writeCommands(&b, cmd, "", "Commands")
	WriteFlags(&b, "Flags", Without(cmd.LocalFlags(), ReachesServer))
	if cmd.HasParent() {
		fmt.Fprintf(&b, "\nFlags of every command: -q, --quiet and --stats FILE (%s --help)\n", cmd.Root().Name())
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\n%s COMMAND --help explains a command.\n", cmd.CommandPath())
	}
	return b.String()
}

// writeCommands lists the commands of a group below a heading.
func writeCommands(b *strings.Builder, cmd *cobra.Command, group, title string) {
	shown := slices.DeleteFunc(slices.Clone(cmd.Commands()), func(c *cobra.Command) bool {
		return c.GroupID != group || c.Hidden
	})
	if len(shown) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s:\n", title)
	for _, c := range shown {
		fmt.Fprintf(b, "  %-*s  %s\n", cmd.NamePadding(), c.Name(), c.Short)
	}
}

// WriteFlags lists flags below a heading: the names in one column, what they are in the
// other, wrapped.
func WriteFlags(b *strings.Builder, title string, flags *pflag.FlagSet) {
	var names, docs []string
	flags.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names, docs = append(names, FlagName(f)), append(docs, FlagDoc(f))
		}
	})
	if len(names) == 0 {
		return
	}
	column := 0
	for _, n := range names {
		column = max(column, len(n))
	}
	fmt.Fprintf(b, "\n%s:\n", title)
	for i, name := range names {
		for j, line := range console.Wrap(docs[i], helpWidth-column-4, 0) {
			if j > 0 {
				name = ""
			}
			fmt.Fprintf(b, "  %-*s  %s\n", column, name, line)
		}
	}
}

// FlagName returns a flag as it is written, with a word for its value.
func FlagName(f *pflag.Flag) string {
	name := "    --" + f.Name
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", --" + f.Name
	}
	if word := flagWord(f); word != "" {
		name += " " + word
	}
	return name
}

// FlagDoc returns what a flag does, with its default.
func FlagDoc(f *pflag.Flag) string {
	_, doc := pflag.UnquoteUsage(f)
	switch f.DefValue {
	case "", "false", "[]", "0":
		return doc
	}
	return fmt.Sprintf("%s (default %s)", doc, strings.Trim(f.DefValue, "[]"))
}

// flagWord returns the word for the value of a flag, empty for one that takes none.
func flagWord(f *pflag.Flag) string {
	if v, ok := f.Value.(*FlagValue); ok && v.word != "" {
		return v.word
	}
	switch f.Value.Type() {
	case "bool":
		return ""
	case "int", "int64", "uint64":
		return "N"
	case "float64":
		return "X"
	case "duration":
		return "TIME"
	case "intSlice":
		return "N,…"
	case "float64Slice":
		return "X,…"
	}
	return "TEXT"
}

// Wrapped lists names in an indented paragraph.
func Wrapped(names []string) string {
	var b strings.Builder
	WriteIndented(&b, 4, strings.Join(names, ", "))
	return strings.TrimSuffix(b.String(), "\n")
}

// WriteIndented writes a paragraph, wrapped and indented.
func WriteIndented(b *strings.Builder, by int, text string) {
	for _, line := range console.Wrap(text, helpWidth-by, 0) {
		b.WriteString(strings.Repeat(" ", by) + line + "\n")
	}
}
