package cmd

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"ringer/agents"
	"ringer/configs"
	"ringer/env"
	"ringer/env/duel"
	"ringer/eval"
	"ringer/internal/callexpr"
	"ringer/internal/numbers"
	"ringer/open"
	"ringer/report/duel/warbands"
)

type warbandsFlags struct {
	elsewhere      workersFlags
	game, agent    string
	games, workers int
	seed           uint64
	json, csv      bool
}

func newDuelWarbands(t *terminal) *cobra.Command {
	var f warbandsFlags
	cmd := &cobra.Command{
		Use:   "warbands [NAME…]",
		Short: "Measure warbands of DUEL against each other",
		Long: `Let warbands of DUEL meet, each pair on the same deals and in both seats, with the
same agent on both sides, so that only the warbands differ. NAME is a .yaml file or one
of these, which all meet where no name is given:

` + wrapped(configs.Names(warbandKind)) + `

The table of payoffs comes with 95% intervals over deals of four games. NASH is a
warband's probability in the Nash equilibrium of that table. α-RANK is its share of
time in a population that keeps copying what beats the rest. The first name is the
anchor of the ratings.

--json prints {"game", "games", "deals", "seed", "payoff", "anchor", "agents",
"pairs", "alpha_rank", "alpha", "alpha_sweep", "nash_average"}, the object of
"ringer arena" with warbands for agents; --csv every figure with its interval.`,
		Example: "  ringer duel warbands\n  ringer duel warbands posse swarm mine.yaml --games 1000\n  ringer duel warbands --game 'duel(file=gang,map=city)' --agent greedy",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runWarbands(cmd.Context(), t, &f, args)
		},
	}
	addFlag(cmd, &f.game, "game", "duel(file=gang)", aGame, "the table: duel with Heroes, for two seats, in quotes")
	addFlag(cmd, &f.agent, "agent", "expert", anAgent, "the agent on both sides")
	addFlag(cmd, &f.games, "games", 400, aKeptCount, "games of each pair, rounded up to whole deals of four")
	addFlag(cmd, &f.seed, "seed", 1, aSeed, "seed of the deals and of everything random in the agent")
	addFlag(cmd, &f.workers, "workers", 0, aWorkers, "goroutines that play (0: one a processor); results do not depend on it")
	addJSON(cmd, &f.json)
	addFlag(cmd, &f.csv, "csv", false, aSwitch, "print every figure as comma-separated values")
	cmd.MarkFlagsMutuallyExclusive("json", "csv")
	f.elsewhere.add(t, cmd)
	return cmd
}

// warbandKind is the kind of shipped warbands, for package configs.
const warbandKind = "games/duel/warbands"

func runWarbands(ctx context.Context, t *terminal, f *warbandsFlags, names []string) error {
	for _, err := range []error{atLeast("games", f.games, 1), atLeast("workers", f.workers, 0)} {
		if err != nil {
			return err
		}
	}
	if len(names) == 0 {
		names = configs.Names(warbandKind)
	}
	if len(names) < 2 {
		return badf("only %s: a warband needs another to meet", names[0])
	}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return badf("%s is named twice", name)
		}
	}
	table, err := warbandTable(f.game)
	if err != nil {
		return err
	}
	var faults []error // what is wrong with any of them is said before a game is played
	for i := 0; i < len(names); i += 2 {
		_, err := table(names[i], names[(i+1)%len(names)])
		faults = append(faults, err)
	}
	if err := errors.Join(faults...); err != nil {
		return bad(err)
	}
	bar := t.progress("playing", 1)
	result, err := warbands.Meet(ctx, warbands.MeetConfig{
		Names: names, Table: table, Games: f.games, Seed: f.seed, Workers: f.workers, Place: f.elsewhere.at.games(), Progress: bar.set,
		Agent: func(g env.Game) (agents.Agent, error) { return opener.Agent(g, f.agent) },
	})
	bar.finish()
	if result == nil {
		return err
	}
	result.Game = f.game // that of the last pair names its warbands
	stopped := err
	switch {
	case f.json:
		err = t.json(result)
	case f.csv:
		err = t.csv(arenaFigures(result))
	default:
		err = printWarbands(t, f, result)
	}
	if err == nil && stopped != nil {
		err = interrupted("these are the first %d of %d warbands, which have all met", len(result.Agents), len(names))
	}
	return err
}

// warbandTable reads --game and returns a function that builds its table for two
// warbands.
func warbandTable(text string) (func(first, second string) (env.Game, error), error) {
	g, err := gameFlag(text)
	if err != nil {
		return nil, err
	}
	if d, ok := g.(*duel.Game); !ok || g.Spec().Players != 2 || !d.Config().Heroes {
		return nil, badf("--game %s: want duel for two seats with heroes=true", text)
	}
	expr, err := callexpr.Parse(text)
	if err != nil {
		return nil, bad(err)
	}
	return func(first, second string) (env.Game, error) {
		e := callexpr.Expr{Name: expr.Name}
		for _, a := range expr.Args {
			if a.Key != "warband" && a.Key != "bands" {
				e.Args = append(e.Args, a)
			}
		}
		e.Args = append(e.Args, callexpr.Arg{Key: "warband", Value: duel.WarbandGiven}, callexpr.Arg{Key: "bands", Value: "[" + first + "," + second + "]"})
		return open.Game(e.String())
	}, nil
}

func printWarbands(t *terminal, f *warbandsFlags, a *eval.Arena) error {
	if err := t.printf("%s, %s on both sides: %s games; every pair played the same %s deals (%s games); seed %d%s\n\n",
		f.game, f.agent, count(float64(a.Games)), count(float64(a.Deals)), count(float64(a.Pairs[0].Games)), a.Seed, ifInterrupted(a.Interrupted)); err != nil {
		return err
	}
	order := ranked(a)
	rows := [][]string{{"WARBAND", "WINS", "NASH", "α-RANK"}}
	for _, i := range order {
		r, m, n := a.Agents[i], a.AlphaRank[i], a.NashAverage[i]
		rows = append(rows, []string{r.Name, numbers.Share(r.WinRate, r.Low, r.High), numbers.Share(n.Weight, n.Low, n.High), numbers.Share(m.Mass, m.Low, m.High)})
	}
	if err := t.table(rows); err != nil {
		return err
	}
	if err := t.printf("\nWins of the row against the column, with 95%% intervals:\n"); err != nil {
		return err
	}
	if err := t.table(crossTable(a, order, func(p eval.PairResult) string { return numbers.Share(p.WinRate, p.Low, p.High) })); err != nil {
		return err
	}
	return warnOfFewDeals(t, a)
}
