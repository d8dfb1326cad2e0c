package cmd

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ringer/checkpoints"
	"ringer/env"
	"ringer/env/callexpr"
	"ringer/env/tactics"
	"ringer/models/botfile"
)

// Names of opponents of a game that are no agents of the roster: see resolveLevel.
const (
	levelName    = "level"
	beginnerName = "beginner"
	ringerName   = "ringer"
)

// resolveLevel returns the bot that level(N), beginner or ringer names for a game, as
// bot(NAME), and any other agent's name as it is. Results and saved games then say which
// bot played.
func resolveLevel(g env.Game, agent string) (string, error) {
	expr, err := callexpr.Parse(agent)
	if err != nil || !slices.Contains([]string{levelName, beginnerName, ringerName}, expr.Name) {
		return agent, nil // which the roster reads, or refuses
	}
	ringer, levels := ringerOf(g), levelsOf(g, checkpoints.Levels(), openBot)
	ships := shelf(ringer, len(levels))
	if expr.Name != levelName && len(expr.Args) > 0 {
		return "", badf("%s: want %s, without parentheses; for %s %s", agent, expr.Name, g.Spec(), ships)
	}
	if expr.Name == ringerName {
		if ringer == "" {
			return "", badf("%s: no bot ships for %s in this build; %s", agent, g.Spec(), ships)
		}
		return "bot(" + ringer + ")", nil
	}
	if len(levels) == 0 {
		return "", badf("%s: no levels ship for %s in this build; %s; ringer levels makes some of a training run", agent, g.Spec(), ships)
	}
	if expr.Name == beginnerName {
		return "bot(" + levels[0] + ")", nil
	}
	if len(expr.Args) == 1 && expr.Args[0].Key == "" {
		if n, err := strconv.Atoi(expr.Args[0].Value); err == nil && n >= 1 && n <= len(levels) {
			return "bot(" + levels[n-1] + ")", nil
		}
	}
	return "", badf("%s: want level(N) with N from 1 to %d; for %s %s", agent, len(levels), g.Spec(), ships)
}

// shelf says which of the names of resolveLevel there are.
func shelf(ringer string, levels int) string {
	var names []string
	if levels > 0 {
		names = append(names, beginnerName)
		for n := range levels {
			names = append(names, fmt.Sprintf("%s(%d)", levelName, n+1))
		}
	}
	if ringer != "" {
		names = append(names, fmt.Sprintf("%s, which is bot(%s)", ringerName, ringer))
	}
	if len(names) == 0 {
		return "none of its bots ship"
	}
	return "these ship: " + strings.Join(names, ", ")
}

// ringerOf names the bot that ships for a game and is no level, empty when there is none.
func ringerOf(g env.Game) string {
	for _, name := range checkpoints.Ringers() {
		if bot, err := openBot(name); err == nil && tactics.WithHash(g, bot.Manifest.SpecHash) != nil {
			return name
		}
	}
	return ""
}

// levelsOf returns those of the named bots that are levels of a game, weakest first.
func levelsOf(g env.Game, names []string, open func(string) (*botfile.Bot, error)) []string {
	type found struct {
		level int
		name  string
	}
	var list []found
	for _, name := range names {
		bot, err := open(name)
		if err == nil && bot.Manifest.Level != nil && tactics.WithHash(g, bot.Manifest.SpecHash) != nil {
			list = append(list, found{bot.Manifest.Level.Level, name})
		}
	}
	slices.SortFunc(list, func(a, b found) int { return cmp.Compare(a.level, b.level) })
	out := make([]string, len(list))
	for i, f := range list {
		out[i] = f.name
	}
	return out
}
