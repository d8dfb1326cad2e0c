package shell

import (
	"cmp"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// keysParagraph matches a paragraph that lists the keys of an object that --json prints.
var keysParagraph = regexp.MustCompile(`^(?:With )?(?:--[a-z]+ )*--json\b`)

// CutKeys returns the text of a command without the paragraphs about the keys of --json,
// and these.
func CutKeys(text string) (rest, keys string) {
	var others, ours []string
	for p := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		if keysParagraph.MatchString(p) {
			ours = append(ours, p)
		} else {
			others = append(others, p)
		}
	}
	return strings.Join(others, "\n\n"), strings.Join(ours, "\n\n")
}

// WriteHelp explains a command on one screen: what it does, how it is called, and its
// flags. The keys of --json and the flags of servers have pages of their own.
func WriteHelp(cmd *cobra.Command, _ []string) {
	text, _ := CutKeys(cmp.Or(cmd.Long, cmd.Short))
	_, _ = io.WriteString(cmd.OutOrStdout(), text+"\n\n"+UsageText(cmd))
}

// ReachesServer reports whether a flag says how to reach a NATS server, and has its line on the
// page about that.
func ReachesServer(f *pflag.Flag) bool {
	v, ok := f.Value.(*FlagValue)
	return ok && (v.kind == OfServer || v.kind == FileOfServer)
}

// Without returns the flags that are not left out.
func Without(flags *pflag.FlagSet, leftOut func(*pflag.Flag) bool) *pflag.FlagSet {
	rest := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.VisitAll(func(f *pflag.Flag) {
		if !leftOut(f) {
			rest.AddFlag(f)
		}
	})
	return rest
}

// PointToPages makes the flags of a command name the pages that say more of them.
func (t *Terminal) PointToPages(cmd *cobra.Command) {
	if f := flagOf(cmd, AsObject); f != nil && keysOf(cmd) != "" {
		f.Usage += t.Named("; ringer help json lists its keys")
	}
	if f := flagOf(cmd, AServer); f != nil {
		f.Usage += t.Named("; ringer help nats has more")
	}
}

// keysOf returns what a command's text says of the keys of --json.
func keysOf(cmd *cobra.Command) string {
	_, keys := CutKeys(cmd.Long)
	return keys
}

// EachKeys visits the commands that have keys, in the order of help.
func EachKeys(root *cobra.Command, visit func(command, keys string)) {
	WalkCommands(root, func(cmd *cobra.Command) {
		if keys := keysOf(cmd); keys != "" && !cmd.Hidden {
			visit(cmd.CommandPath(), keys)
		}
	})
}
