package open

import (
	"path/filepath"
	"slices"
	"strings"

	"ringer/agents/roster"
	"ringer/checkpoints"
	"ringer/configs"
	"ringer/env/games"
	"ringer/internal/callexpr"
	"ringer/play/opponents"
)

// GameCalls lists the games that a text may become, with their parameters.
func GameCalls(text string) (list []callexpr.Callable) {
	for _, name := range games.Names() {
		if !strings.HasPrefix(name, text) && !strings.HasPrefix(text, name+"(") {
			continue
		}
		g, err := games.New(name)
		if err != nil {
			continue
		}
		list = append(list, callexpr.Callable{Name: name, Doc: g.Spec().Title, Options: func() (all []callexpr.Option) {
			for _, p := range g.Spec().Parameters {
				values := p.Choices
				if len(values) == 0 && p.Default != "" {
					values = []string{p.Default}
					if p.Files != "" && !strings.HasPrefix(p.Default, "[") {
						values = configs.Names("games/" + p.Files)
					}
				}
				all = append(all, callexpr.Option{Name: p.Name, Doc: p.Doc, Values: values})
			}
			return all
		}})
	}
	return list
}

// AgentCalls lists the agents with their options.
func AgentCalls(string) (list []callexpr.Callable) {
	for _, k := range roster.Kinds() {
		c := callexpr.Callable{Name: k.Name, Doc: k.Doc, Options: func() (all []callexpr.Option) {
			for _, o := range k.Options {
				all = append(all, callexpr.Option{Name: o.Name, Doc: o.Doc, Values: []string{o.Default}})
			}
			return all
		}}
		if k.Name == "bot" {
			c.First = botPaths
		}
		list = append(list, c)
	}
	return append(list, callexpr.Callable{Name: opponents.Beginner, Doc: "the weakest level that ships for the game"}, callexpr.Callable{Name: opponents.RingerName, Doc: "the strongest bot that ships for the game"})
}

// botPaths lists the bots that ship and the bot files that a text may become.
func botPaths(text string) []string {
	found, _ := filepath.Glob(text + "*.bot") // a text that is no pattern finds none
	return append(checkpoints.Names(), found...)
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
