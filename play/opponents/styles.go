package opponents

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"ringer/agents/roster"
	"ringer/agents/script"
	"ringer/configs"
	"ringer/env"
	"ringer/internal/callexpr"
)

// The files of styles, BOT.NAME.yaml: strategies over the agent "ringer", which is the bot
// that ships for the game. BOT is its name, or the beginning before a hyphen: heat of heat-4p.
//
//go:embed styles
var styles embed.FS

const styleFile = ".yaml"

// StyleNames lists all styles that ship, in alphabetical order.
func StyleNames() []string { return strategiesIn(styles, "styles") }

// strategiesIn lists the strategies of an embedded folder.
func strategiesIn(folder fs.FS, dir string) []string {
	files, err := fs.Glob(folder, dir+"/*"+styleFile)
	if err != nil {
		panic("opponents: " + err.Error()) // the pattern is ours
	}
	for i, f := range files {
		files[i] = strings.TrimSuffix(strings.TrimPrefix(f, dir+"/"), styleFile)
	}
	return files
}

// Strategies lists all strategies that ship: styles, and simple players.
func Strategies() []string { return slices.Concat(StyleNames(), SimpleNames()) }

// StyleText returns the file of a strategy that ships.
func StyleText(name string) ([]byte, error) {
	data, err := styles.ReadFile("styles/" + name + styleFile)
	if err != nil {
		data, err = simple.ReadFile("simple/" + name + styleFile)
	}
	if err != nil {
		return nil, fmt.Errorf("no strategy is called %q; these ship: %s", name, strings.Join(Strategies(), ", "))
	}
	return data, nil
}

// Style returns a strategy that ships, with the bot that ships for the game in place of
// "ringer".
func Style(g env.Game, name string) (*script.Strategy, error) {
	data, err := StyleText(name)
	if err != nil {
		return nil, err
	}
	s := script.Defaults()
	if err := configs.ReadAll(&s, configs.Text(name+styleFile, bytes.Clone(data))); err != nil {
		return nil, err
	}
	if s.Agent, err = Resolve(g, s.Agent); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &s, nil
}

// StyleOf returns the name of the style that an agent names, and empty for other agents.
func StyleOf(agent string) string {
	expr, err := callexpr.Parse(agent)
	if err == nil && expr.Name == roster.Script && len(expr.Args) == 1 && expr.Args[0].Key == "" && slices.Contains(StyleNames(), expr.Args[0].Value) {
		return expr.Args[0].Value
	}
	return ""
}

// Styles lists the agents of the styles of a game: its ringer with a habit, or with a
// restraint. It is empty where no bot ships.
func Styles(g env.Game) []string {
	ringer := Ringer(g)
	if ringer == "" {
		return nil
	}
	var out []string
	for _, name := range StyleNames() {
		if of, _, _ := strings.Cut(name, "."); ringer == of || strings.HasPrefix(ringer, of+"-") {
			out = append(out, callexpr.Expr{Name: roster.Script, Args: []callexpr.Arg{{Value: name}}}.String())
		}
	}
	return out
}

// stylesOf describes the styles of a game, the weakest first, those that nobody measured last.
func stylesOf(g env.Game, measured map[string]Rating) []Opponent {
	var out []Opponent
	for _, agent := range Styles(g) {
		s, err := Style(g, StyleOf(agent))
		if err != nil {
			continue // a test reads them all
		}
		o := Opponent{Agent: agent, Name: s.Name, Words: strings.TrimSuffix(s.About, ".")}
		if r, ok := measured[agent]; ok {
			o.Rating, o.Low, o.High, o.Games = r.Rating, r.Low, r.High, r.Games
		}
		out = append(out, o)
	}
	slices.SortStableFunc(out, func(a, b Opponent) int {
		if a.Games == 0 || b.Games == 0 {
			return cmp.Compare(b.Games, a.Games)
		}
		return cmp.Compare(a.Rating, b.Rating)
	})
	return out
}
