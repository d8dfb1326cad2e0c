package cmd

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// commands makes every subcommand, in the order in which help shows them.
var commands = []func(*terminal) *cobra.Command{
	newGames, newCheck, newCount, newBench,
	newTrain, newSweep, newAblate, newSolve, newMatch, newArena, newDecisions, newExploit, newDuel,
	newPlay, newEnv, newExport, newLevels, newBot,
	newLadder, newScaling, newEvidence, newVersion,
}

func newRoot(t *terminal) *cobra.Command {
	root := &cobra.Command{
		Use:   "ringer",
		Short: "Train, measure and play agents for tabletop games",
		Long: `Ringer trains agents for tabletop games by self-play, measures them, and seats
you at a table with them.

    ringer games               list the games
    ringer play kuhn           play against an agent
    ringer train --config kuhn train a bot
    ringer COMMAND --help      explain a command

Ctrl-C ends every command within a second, with what it has; training and a solve
that is kept are saved. Exit status: 0 done (or saved), 1 failed, 2 bad input, 130
interrupted.`,
		SilenceUsage:               true,
		SilenceErrors:              true,
		SuggestionsMinimumDistance: 2,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return unknownCommand(cmd, args[0])
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cobra.EnableCommandSorting = false
	root.SetIn(t.in)
	root.SetOut(t.out)
	root.SetErr(t.errs)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetFlagErrorFunc(flagError)
	for _, c := range commands {
		root.AddCommand(c(t))
	}
	for _, m := range moved {
		root.AddCommand(newMoved(m[0], m[1]))
	}
	return root
}

// moved lists the commands that have another name now.
var moved = [][2]string{{"positions", "duel positions"}, {"warbands", "duel warbands"}, {"drafts", "duel drafts"}}

// newMoved makes a hidden command that says where another one is now, whatever
// its arguments are.
func newMoved(old, now string) *cobra.Command {
	return &cobra.Command{
		Use: old, Hidden: true, DisableFlagParsing: true,
		RunE: func(*cobra.Command, []string) error {
			return badf("unknown command %q: it is ringer %s now", old, now)
		},
	}
}

func unknownCommand(root *cobra.Command, name string) error {
	if near := root.SuggestionsFor(name); len(near) > 0 {
		return badf("unknown command %q: did you mean %s?", name, strings.Join(near, " or "))
	}
	var known []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			known = append(known, c.Name())
		}
	}
	return badf("unknown command %q; known: %s", name, strings.Join(known, ", "))
}

// flagError explains an error of a flag in the words of the command.
func flagError(cmd *cobra.Command, err error) error {
	help := fmt.Sprintf("; see %s --help", cmd.CommandPath())
	if e, ok := errors.AsType[*pflag.NotExistError](err); ok {
		name := "--" + e.GetSpecifiedName()
		if e.GetSpecifiedShortnames() != "" {
			name = "-" + e.GetSpecifiedName()
		}
		return badf("%s has no flag %s; it takes: %s", cmd.CommandPath(), name, strings.Join(flagNames(cmd), ", "))
	}
	if e, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		return badf("--%s needs a value%s", e.GetFlag().Name, help)
	}
	if e, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return badf("--%s %q: want %s%s", e.GetFlag().Name, e.GetValue(), wanted(e.GetFlag().Value.Type()), help)
	}
	return badf("%w%s", err, help)
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
	case "duration":
		return "a time such as 1.5s, 300ms or 2m"
	}
	return "a " + kind
}

// takes makes a check of positional arguments. Names are shown in messages; the
// last one may end in "…", for one or more, and [NAME] or [NAME…] may be left out.
func takes(names ...string) cobra.PositionalArgs {
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
			return badf("%s is missing: %s", strings.TrimSuffix(names[len(args)], "…"), usage)
		case len(args) > most && most == 0:
			return badf("%q: %s takes no arguments", args[0], cmd.CommandPath())
		case len(args) > most:
			return badf("%q is one argument too many: %s (a name with spaces or parentheses needs quotes)", args[most], usage)
		}
		return nil
	}
}

// atLeast checks a numeric flag.
func atLeast[N int | float64](name string, value, least N) error {
	if !(value >= least) || math.IsInf(float64(value), 1) {
		return badf("--%s %v: want at least %v", name, value, least)
	}
	return nil
}

// oneOf checks a flag that chooses.
func oneOf(name, value string, choices ...string) error {
	if !slices.Contains(choices, value) {
		return badf("--%s %q: want %s", name, value, strings.Join(choices, " or "))
	}
	return nil
}
