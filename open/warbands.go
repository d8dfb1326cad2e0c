package open

import (
	"ringer/env"
	"ringer/env/duel"
	"ringer/internal/callexpr"
	"ringer/internal/input"
)

// WarbandKind is the kind of shipped warbands, for package configs.
const WarbandKind = "games/duel/warbands"

// WarbandTable returns a function that builds the table of a game string for two warbands. The
// game must be a DUEL of two seats in which Heroes fight.
func WarbandTable(text string) (func(first, second string) (env.Game, error), error) {
	g, err := Game(text)
	if err != nil {
		return nil, err
	}
	if d, ok := g.(*duel.Game); !ok || g.Spec().Players != 2 || !d.Config().Heroes {
		return nil, input.Badf("want duel for two seats with heroes=true")
	}
	expr, err := callexpr.Parse(text)
	if err != nil {
		return nil, input.Bad(err)
	}
	return func(first, second string) (env.Game, error) {
		e := callexpr.Expr{Name: expr.Name}
		for _, a := range expr.Args {
			if a.Key != "warband" && a.Key != "bands" {
				e.Args = append(e.Args, a)
			}
		}
		e.Args = append(e.Args, callexpr.Arg{Key: "warband", Value: duel.WarbandGiven}, callexpr.Arg{Key: "bands", Value: "[" + first + "," + second + "]"})
		return Game(e.String())
	}, nil
}
