package shell

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ringer/agents/roster"
	"ringer/checkpoints"
	"ringer/configs"
	"ringer/env/games"
	"ringer/play/opponents"
	"ringer/train/algos"
)

// A completer lists what the text before the cursor may become.
type completer = cobra.CompletionFunc

// completers says what completes a value, by the word that usage lines and help have for
// it. A command whose usage line uses these words is completed without more ado.
var completers = map[string]completer{
	"GAME":       calls(gameCalls),
	"AGENT":      calls(agentCalls),
	"A":          calls(agentCalls),
	"B":          calls(agentCalls),
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
	return slices.Concat(checkpoints.Ringers(), checkpoints.Levels()), cobra.ShellCompDirectiveDefault
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

// A callable is a name that may take arguments in parentheses.
type callable struct {
	name, doc string
	first     func(text string) []string // values of an argument without a name; nil: there is none
	options   func() []option
}

// An option is an argument name=value of a callable.
type option struct {
	name, doc string
	values    []string
}

// calls completes texts such as heat(players=4).
func calls(list func(text string) []callable) completer {
	return func(_ *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
		return completeCall(list(text), text), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveKeepOrder
	}
}

func completeCall(list []callable, text string) (all []string) {
	name, inside, open := strings.Cut(text, "(")
	if !open {
		for _, c := range list {
			if strings.HasPrefix(c.name, text) {
				all = append(all, cobra.CompletionWithDesc(c.name, c.doc), c.name+"(")
			}
		}
		return all
	}
	i := slices.IndexFunc(list, func(c callable) bool { return c.name == name })
	if i < 0 || strings.Contains(inside, ")") {
		return nil
	}
	c := list[i]
	last := inside[strings.LastIndex(inside, ",")+1:]
	before := strings.TrimSuffix(text, last)
	key, _, valued := strings.Cut(last, "=")
	if !valued && c.first != nil && !strings.Contains(inside, ",") {
		for _, v := range c.first(last) {
			all = append(all, before+v)
		}
	}
	var values []string // of the last option that fits
	for _, o := range c.options() {
		switch {
		case valued && o.name == key:
			for _, v := range o.values {
				all = append(all, before+key+"="+v)
			}
		case !valued && strings.HasPrefix(o.name, last) && !strings.Contains(inside, o.name+"="):
			all = append(all, cobra.CompletionWithDesc(before+o.name+"=", o.doc))
			values = o.values
		}
	}
	switch {
	case slices.Contains(all, text): // a whole value
		return []string{text + ")", text + ","}
	case len(all) == 1 && len(values) > 0: // so that a shell does not take the text for whole
		name, _, _ := strings.Cut(all[0], "\t")
		for _, v := range values {
			all = append(all, name+v)
		}
	}
	return all
}

// gameCalls lists the games that a text may become, with their parameters.
func gameCalls(text string) (list []callable) {
	for _, name := range games.Names() {
		if !strings.HasPrefix(name, text) && !strings.HasPrefix(text, name+"(") {
			continue
		}
		g, err := games.New(name)
		if err != nil {
			continue
		}
		list = append(list, callable{name: name, doc: g.Spec().Title, options: func() (all []option) {
			for _, p := range g.Spec().Parameters {
				values := p.Choices
				if len(values) == 0 && p.Default != "" {
					values = []string{p.Default}
					if p.Files != "" && !strings.HasPrefix(p.Default, "[") {
						values = configs.Names("games/" + p.Files)
					}
				}
				all = append(all, option{p.Name, p.Doc, values})
			}
			return all
		}})
	}
	return list
}

// agentCalls lists the agents with their options.
func agentCalls(string) (list []callable) {
	for _, k := range roster.Kinds() {
		c := callable{name: k.Name, doc: k.Doc, options: func() (all []option) {
			for _, o := range k.Options {
				all = append(all, option{o.Name, o.Doc, []string{o.Default}})
			}
			return all
		}}
		if k.Name == "bot" {
			c.first = botPaths
		}
		list = append(list, c)
	}
	return append(list, callable{name: opponents.Beginner, doc: "the weakest level that ships for the game"}, callable{name: opponents.RingerName, doc: "the strongest bot that ships for the game"})
}

// botPaths lists the bots that ship and the bot files that a text may become.
func botPaths(text string) []string {
	found, _ := filepath.Glob(text + "*.bot") // a text that is no pattern finds none
	return slices.Concat(checkpoints.Ringers(), checkpoints.Levels(), found)
}

// DecisionKinds lists the kinds of decisions of all games.
func DecisionKinds() (kinds []string) {
	for _, name := range games.Names() {
		if g, err := games.New(name); err == nil {
			kinds = append(kinds, g.Spec().Kinds()...)
		}
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}
