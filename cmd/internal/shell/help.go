package shell

import (
	"cmp"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// keysNote is the annotation of a command that lists the keys of the object that --json prints.
const keysNote = "keys of --json"

// Keys returns the annotations of a command with --json: the text lists the keys of its object.
func Keys(text string) map[string]string { return map[string]string{keysNote: text} }

// WriteHelp explains a command on one screen: what it does, how it is called, and its
// flags. The keys of --json and the flags of servers have pages of their own.
func WriteHelp(cmd *cobra.Command, _ []string) {
	_, _ = io.WriteString(cmd.OutOrStdout(), strings.TrimSpace(cmp.Or(cmd.Long, cmd.Short))+"\n\n"+UsageText(cmd))
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
	if f := flagOf(cmd, AsObject); f != nil && KeysOf(cmd) != "" {
		f.Usage += t.Named("; ringer help json lists its keys")
	}
	if f := flagOf(cmd, AServer); f != nil {
		f.Usage += t.Named("; ringer help nats has more")
	}
}

// KeysOf returns what a command says of the keys of --json; empty: nothing.
func KeysOf(cmd *cobra.Command) string { return cmd.Annotations[keysNote] }

// EachKeys visits the commands that have keys, in the order of help.
func EachKeys(root *cobra.Command, visit func(command, keys string)) {
	WalkCommands(root, func(cmd *cobra.Command) {
		if keys := KeysOf(cmd); keys != "" && !cmd.Hidden {
			visit(cmd.CommandPath(), keys)
		}
	})
}
