package opponents

import (
	"embed"
	"slices"
	"strings"

	"ringer/agents/roster"
	"ringer/env"
	"ringer/internal/callexpr"
)

// The files of simple players, GAME.NAME.yaml: strategies that a person takes who looks at one
// thing alone. Nobody is offered them; levels are checked against them.
//
//go:embed simple
var simple embed.FS

// SimpleNames lists the strategies of simple players, in alphabetical order.
func SimpleNames() []string { return strategiesIn(simple, "simple") }

// Simple lists the simple players of a game: random, first, the strategies of its own, greedy
// and the expert.
func Simple(g env.Game) []string {
	names := []string{"random", "first"}
	for _, name := range SimpleNames() {
		if of, _, _ := strings.Cut(name, "."); of == g.Spec().Name {
			names = append(names, callexpr.Expr{Name: roster.Script, Args: []callexpr.Arg{{Value: name}}}.String())
		}
	}
	return slices.DeleteFunc(append(names, "greedy", "expert"), func(name string) bool { return !plays(g, name) })
}
