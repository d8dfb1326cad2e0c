package cmd

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// keysParagraph matches a paragraph that lists the keys of an object that --json prints.
var keysParagraph = regexp.MustCompile(`^(?:With )?(?:--[a-z]+ )*--json\b`)

// cutKeys returns the text of a command without the paragraphs about the keys of --json,
// and these.
func cutKeys(text string) (rest, keys string) {
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

// writeHelp explains a command on one screen: what it does, how it is called, and its
// flags. The keys of --json and the flags of servers have pages of their own.
func writeHelp(cmd *cobra.Command, _ []string) {
	text, _ := cutKeys(cmp.Or(cmd.Long, cmd.Short))
	_, _ = io.WriteString(cmd.OutOrStdout(), text+"\n\n"+usageText(cmd))
}

// reachesServer reports whether a flag says how to reach a NATS server, and has its line on the
// page about that.
func reachesServer(f *pflag.Flag) bool {
	v, ok := f.Value.(*flagValue)
	return ok && (v.kind == ofServer || v.kind == fileOfServer)
}

// without returns the flags that are not left out.
func without(flags *pflag.FlagSet, leftOut func(*pflag.Flag) bool) *pflag.FlagSet {
	rest := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.VisitAll(func(f *pflag.Flag) {
		if !leftOut(f) {
			rest.AddFlag(f)
		}
	})
	return rest
}

// pointToPages makes the flags of a command name the pages that say more of them.
func (t *terminal) pointToPages(cmd *cobra.Command) {
	if f := flagOf(cmd, asObject); f != nil && keysOf(cmd) != "" {
		f.Usage += t.named("; ringer help json lists its keys")
	}
	if f := flagOf(cmd, aServer); f != nil {
		f.Usage += t.named("; ringer help nats has more")
	}
}

// keysOf returns what a command's text says of the keys of --json.
func keysOf(cmd *cobra.Command) string {
	_, keys := cutKeys(cmd.Long)
	return keys
}

func newKeysTopic(*terminal) *cobra.Command {
	return newTopic("json", "List the keys of what --json prints", keysPage)
}

// keysPage lists the keys of each command's --json.
func keysPage(root *cobra.Command) string {
	var b strings.Builder
	eachKeys(root, func(command, keys string) { fmt.Fprintf(&b, "%s\n\n%s\n\n", command, keys) })
	return strings.TrimSpace(b.String())
}

// eachKeys visits the commands that have keys, in the order of help.
func eachKeys(root *cobra.Command, visit func(command, keys string)) {
	walkCommands(root, func(cmd *cobra.Command) {
		if keys := keysOf(cmd); keys != "" && !cmd.Hidden {
			visit(cmd.CommandPath(), keys)
		}
	})
}

func newServerTopic(*terminal) *cobra.Command {
	return newTopic("nats", "List the flags of work on other machines", serverPage)
}

// serverPage lists the flags of --nats.
func serverPage(root *cobra.Command) string {
	var b strings.Builder
	b.WriteString("--nats URL hands work to ringer worker on other machines, through a NATS server; with\n--nats embedded the command is the server. docs/machines.md says when that pays.\n")
	train, _, _ := root.Find([]string{"train"}) // it has all of them
	writeFlags(&b, "Flags beside --nats", without(train.Flags(), func(f *pflag.Flag) bool { return !reachesServer(f) }))
	return strings.TrimSuffix(b.String(), "\n")
}
