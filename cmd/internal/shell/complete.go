package shell

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ringer/checkpoints"
	"ringer/configs"
	"ringer/internal/callexpr"
	"ringer/open"
	"ringer/train/algos"
)

// A completer lists what the text before the cursor may become.
type completer = cobra.CompletionFunc

// completers says what completes a value, by the word that usage lines and help have for
// it. A command whose usage line uses these words is completed without more ado.
var completers = map[string]completer{
	"GAME":       calls(open.GameCalls),
	"AGENT":      calls(open.AgentCalls),
	"A":          calls(open.AgentCalls),
	"B":          calls(open.AgentCalls),
	"BOT":        bots,
	"NAME":       bots,
	"CONFIG":     trainings,
	"COMMAND":    commandNames,
	"KEY=VALUE":  settings,
	"RUN":        folders,
	"FOLDER":     folders,
	"CHECKPOINT": files,
	"FILE":       files,
	"PATH":       files,
}

// CompleteFlags gives a command and its flags their completers.
func CompleteFlags(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Value.Type() == "bool" {
			return
		}
		complete := completer(cobra.NoFileCompletions)
		if v, ok := f.Value.(*FlagValue); ok && v.becomes != nil {
			complete = v.becomes
		}
		_ = cmd.RegisterFlagCompletionFunc(f.Name, matching(complete)) // fails for one that has a completer
	})
	if words := Arguments(cmd); len(words) > 0 && cmd.ValidArgsFunction == nil && cmd.HasParent() {
		cmd.ValidArgsFunction = matching(func(cmd *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
			if len(args) >= len(words) && !strings.Contains(cmd.Use, "…") {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return anyOf(strings.Split(words[min(len(args), len(words)-1)], "|"), cmd, args, text)
		})
	} else if cmd.HasParent() && !cmd.HasSubCommands() && cmd.ValidArgsFunction == nil {
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
}

// matching drops what does not begin with the text; some shells do so by themselves.
func matching(complete completer) completer {
	return func(cmd *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
		all, how := complete(cmd, args, text)
		return slices.DeleteFunc(all, func(s string) bool { return !strings.HasPrefix(s, text) }), how
	}
}

// anyOf completes what may be one of several things.
func anyOf(words []string, cmd *cobra.Command, args []string, text string) (all []string, how cobra.ShellCompDirective) {
	how = cobra.ShellCompDirectiveNoFileComp
	for i, word := range words {
		if c, ok := completers[word]; ok {
			found, h := c(cmd, args, text)
			all = append(all, found...)
			if i == 0 {
				how = h
			} else {
				how = how&h | (how|h)&(cobra.ShellCompDirectiveNoSpace|cobra.ShellCompDirectiveKeepOrder) // files, where one of them may be a file
			}
		}
	}
	return slices.Compact(all), how
}

func commandNames(cmd *cobra.Command, args []string, _ string) (names []string, how cobra.ShellCompDirective) {
	if of, rest, err := cmd.Root().Find(args); err == nil && len(rest) == 0 {
		for _, c := range of.Commands() {
			if !c.Hidden {
				names = append(names, cobra.CompletionWithDesc(c.Name(), c.Short))
			}
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

func files(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

func folders(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

func bots(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return checkpoints.Names(), cobra.ShellCompDirectiveDefault
}

func trainings(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return configs.Names("train"), cobra.ShellCompDirectiveDefault
}

func settings(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var keys []string
	for _, key := range configs.Keys(algos.Defaults()) {
		keys = append(keys, key+"=")
	}
	return keys, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveKeepOrder
}

// calls completes texts such as heat(players=4).
func calls(list func(text string) []callexpr.Callable) completer {
	return func(_ *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
		return callexpr.Complete(list(text), text), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveKeepOrder
	}
}
