package main

import (
	"cmp"
	"slices"
	"strconv"

	"ringer/checkpoints"
	"ringer/env"
	"ringer/env/callexpr"
	"ringer/env/tactics"
	"ringer/models/botfile"
)

// resolveLevel returns the bot that level(N) names for a game, as bot(NAME), and any
// other agent's name as it is. Results and saved games then say which bot played.
func resolveLevel(g env.Game, agent string) (string, error) {
	expr, err := callexpr.Parse(agent)
	if err != nil || expr.Name != "level" {
		return agent, nil // which the roster reads, or refuses
	}
	levels := levelsOf(g, checkpoints.Names(), openBot)
	if len(levels) == 0 {
		return "", badf("%s: no levels ship for %s in this build; ringer levels makes them of a training run", agent, g.Spec())
	}
	if len(expr.Args) == 1 && expr.Args[0].Key == "" {
		if n, err := strconv.Atoi(expr.Args[0].Value); err == nil && n >= 1 && n <= len(levels) {
			return "bot(" + levels[n-1] + ")", nil
		}
	}
	return "", badf("%s: want level(N) with N from 1 to %d for %s", agent, len(levels), g.Spec())
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
