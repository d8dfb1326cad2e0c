package shell

import (
	"strings"

	"github.com/spf13/cobra"

	"ringer/internal/callexpr"
	"ringer/internal/input"
)

// WalkCommands visits a command and all below it.
func WalkCommands(cmd *cobra.Command, visit func(*cobra.Command)) {
	visit(cmd)
	for _, c := range cmd.Commands() {
		WalkCommands(c, visit)
	}
}

func UnknownCommand(root *cobra.Command, name string) error {
	if !root.HasSubCommands() {
		return input.Badf("%s has no command %q", root.CommandPath(), name)
	}
	if near := root.SuggestionsFor(name); len(near) > 0 {
		return input.Badf("unknown command %q: did you mean %s?", name, strings.Join(near, " or "))
	}
	var known []string
	for _, c := range root.Commands() {
		if !c.Hidden {
			known = append(known, c.Name())
		}
	}
	if near := callexpr.Nearest(name, known); near != "" {
		return input.Badf("unknown command %q: did you mean %s?", name, near)
	}
	return input.Badf("unknown command %q; known: %s", name, strings.Join(known, ", "))
}
