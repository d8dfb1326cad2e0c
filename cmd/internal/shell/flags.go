package shell

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ringer/internal/callexpr"
	"ringer/internal/input"
)

// Short gives flags of one name the same letter in every command. git, make and docker have
// the same letters.
var Short = map[string]string{
	"config": "c", "force": "f", "game": "g", "games": "n", "out": "o", "seed": "s", "workers": "j",
}

// Shorten gives the flags of a command their letters.
func Shorten(cmd *cobra.Command) {
	own := cmd.Flags()
	if cmd.DisableFlagParsing || !cmd.HasParent() || !own.HasFlags() {
		return
	}
	cmd.ResetFlags() // a letter counts only when its flag is added
	own.VisitAll(func(f *pflag.Flag) {
		if f.Shorthand == "" {
			f.Shorthand = Short[f.Name]
		}
		cmd.Flags().AddFlag(f)
	})
}

// Arguments lists the words that the usage line of a command has for its arguments,
// without brackets and dots.
func Arguments(cmd *cobra.Command) []string {
	_, rest, _ := strings.Cut(cmd.Use, " ")
	return strings.FieldsFunc(rest, func(r rune) bool { return strings.ContainsRune(" []…", r) })
}

// FlagError explains an error of a flag in the words of the command.
func FlagError(cmd *cobra.Command, err error) error {
	help := fmt.Sprintf("; see %s --help", cmd.CommandPath())
	if e, ok := errors.AsType[*pflag.NotExistError](err); ok {
		name := "--" + e.GetSpecifiedName()
		if e.GetSpecifiedShortnames() != "" {
			name = "-" + e.GetSpecifiedName()
		}
		if near := callexpr.Nearest(name, flagNames(cmd)); near != "" {
			return input.Badf("%s has no flag %s: did you mean %s?", cmd.CommandPath(), name, near)
		}
		return input.Badf("%s has no flag %s; it takes: %s", cmd.CommandPath(), name, strings.Join(flagNames(cmd), ", "))
	}
	if e, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		return input.Badf("--%s needs a value%s", e.GetFlag().Name, help)
	}
	if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		if bound, ok := errors.AsType[*boundError](err); ok {
			return input.Badf("--%s %s: %w%s", e.GetFlag().Name, e.GetValue(), bound, help)
		}
		return input.Badf("--%s %q: want %s%s", e.GetFlag().Name, e.GetValue(), wanted(e.GetFlag().Value.Type()), help)
	}
	return input.Badf("%w%s", err, help)
}

func flagNames(cmd *cobra.Command) []string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && f.Name != "help" {
			names = append(names, "--"+f.Name)
		}
	})
	return names
}

// wanted names the values that a flag of pflag's type takes, in words.
func wanted(kind string) string {
	switch kind {
	case "int", "int64":
		return "a whole number"
	case "uint64":
		return "a whole number from 0 up"
	case "float64":
		return "a number"
	case "bool":
		return "true or false"
	case "intSlice":
		return "whole numbers with commas between them, such as 50,500"
	case "float64Slice":
		return "numbers with commas between them, such as 0.25,1"
	case "duration":
		return "a time such as 1.5s, 300ms or 2m"
	}
	return "a " + kind
}

// Takes makes a check of positional arguments. Names are shown in messages; the
// last one may end in "…", for one or more, and [NAME] or [NAME…] may be left out.
func Takes(names ...string) cobra.PositionalArgs {
	least, most := 0, len(names)
	for _, n := range names {
		if strings.HasSuffix(strings.TrimSuffix(n, "]"), "…") {
			most = 1 << 20
		}
		if !strings.HasPrefix(n, "[") {
			least++
		}
	}
	return func(cmd *cobra.Command, args []string) error {
		usage := strings.TrimSuffix(cmd.UseLine(), " [flags]")
		switch {
		case len(args) < least:
			return input.Badf("%s is missing: %s", strings.TrimSuffix(names[len(args)], "…"), usage)
		case len(args) > most && most == 0:
			return input.Badf("%q: %s takes no arguments", args[0], cmd.CommandPath())
		case len(args) > most:
			return input.Badf("%q is one argument too many: %s (a name with spaces or parentheses needs quotes)", args[most], usage)
		}
		return nil
	}
}

// AtLeast checks a numeric flag.
func AtLeast[N int | float64](name string, value, least N) error {
	return input.AtLeast(name, value, least)
}

// OneOf checks a flag that chooses.
func OneOf(name, value string, choices ...string) error {
	if !slices.Contains(choices, value) {
		return input.Badf("--%s %q: want %s", name, value, strings.Join(choices, " or "))
	}
	return nil
}
