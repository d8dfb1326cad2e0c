package about

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/shell"
	"ringer/internal/input"
)

// NewManual makes `ringer man`.
func NewManual(t *shell.Terminal) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "man",
		Short: "Write the manual pages, one a command",
		Long: `Write a manual page (man 1) for every command into the folder of --out. "man -l
FOLDER/ringer-match.1" shows one; in a folder such as ~/.local/share/man/man1 the
command man finds them by itself.`,
		Example: "  ringer man --out man1",
		Args:    shell.Takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" {
				return input.Badf("--out is missing: name a folder for the pages")
			}
			if err := os.MkdirAll(out, 0o755); err != nil {
				return input.Bad(err)
			}
			pages := 0
			var fault error
			shell.WalkCommands(cmd.Root(), func(c *cobra.Command) {
				if c.Hidden || fault != nil {
					return
				}
				pages++
				fault = os.WriteFile(filepath.Join(out, manualName(c)+".1"), []byte(manualPage(c)), 0o644)
			})
			if fault != nil {
				return input.Bad(fault)
			}
			return t.Printf("%d pages in %s\n", pages, out)
		},
	}
	shell.AddFlag(cmd, &out, "out", "", shell.AFolder, "the folder to write to; it is made if need be")
	return cmd
}

func manualName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// manualPage returns the manual page of a command in the macros of man(7). The text of
// help is laid out already, so it is taken line by line.
func manualPage(cmd *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" %s\n", Roff(strings.ToUpper(manualName(cmd))), Roff(`"ringer `+buildinfo.ThisVersion().Short()+`"`))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n.SH SYNOPSIS\n.B %s\n", Roff(manualName(cmd)), Roff(cmd.Short), Roff(cmd.UseLine()))
	if text := strings.TrimSpace(cmd.Long + "\n\n" + shell.KeysOf(cmd)); text != "" {
		fmt.Fprintf(&b, ".SH DESCRIPTION\n.nf\n%s\n.fi\n", Roff(text))
	}
	writeManualFlags(&b, "OPTIONS", cmd.LocalFlags())
	writeManualFlags(&b, "OPTIONS OF EVERY COMMAND", cmd.InheritedFlags())
	if cmd.HasExample() {
		fmt.Fprintf(&b, ".SH EXAMPLES\n.nf\n%s\n.fi\n", Roff(cmd.Example))
	}
	var also []string
	if cmd.HasParent() {
		also = append(also, cmd.Parent().CommandPath())
	}
	for _, c := range cmd.Commands() {
		if !c.Hidden {
			also = append(also, c.CommandPath())
		}
	}
	for i, c := range also {
		also[i] = Roff(strings.ReplaceAll(c, " ", "-") + "(1)")
	}
	fmt.Fprintf(&b, ".SH SEE ALSO\n%s\n", strings.Join(also, ", "))
	return b.String()
}

func writeManualFlags(b *strings.Builder, title string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(b, ".SH %s\n", title)
	flags.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			fmt.Fprintf(b, ".TP\n.B %s\n%s\n", Roff(strings.TrimSpace(shell.FlagName(f))), Roff(shell.FlagDoc(f)))
		}
	})
}

// Roff escapes text for troff: backslashes and hyphens, which it would take for something
// else, and dots and quotes at the beginning of a line, where they begin a request.
func Roff(text string) string {
	lines := strings.Split(strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
