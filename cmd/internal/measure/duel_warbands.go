package measure

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/configs"
	"ringer/eval"
	"ringer/internal/numbers"
	"ringer/open"
	"ringer/open/duel"
)

type warbandsFlags struct {
	remote.PlayFlags
	game, agent string
	games       int
	csv         bool
}

func newDuelWarbands(t *shell.Terminal) *cobra.Command {
	var f warbandsFlags
	cmd := &cobra.Command{
		Use:   "warbands [NAME…]",
		Short: "Measure warbands of DUEL against each other",
		Long: `Let warbands of DUEL meet, each pair on the same deals and in both seats, with the
same agent on both sides, so that only the warbands differ. NAME is a .yaml file or one
of these, which all meet where no name is given:

` + shell.Wrapped(configs.Names(open.WarbandKind)) + `

The table of payoffs comes with 95% intervals over deals of four games. NASH is a
warband's probability in the Nash equilibrium of that table. α-RANK is its share of
time in a population that keeps copying what beats the rest. The first name is the
anchor of the ratings.`,
		Annotations: shell.Keys(`--json prints {"game", "games", "deals", "seed", "payoff", "anchor", "agents",
"pairs", "alpha_rank", "alpha", "alpha_sweep", "nash_average"}, the object of
"ringer arena" with warbands for agents; --csv every figure with its interval.`),
		Example: "  ringer duel warbands\n  ringer duel warbands posse swarm mine.yaml --games 1000\n  ringer duel warbands --game 'duel(file=gang,map=city)' --agent greedy",
		Args:    cobra.ArbitraryArgs,
		RunE:    func(cmd *cobra.Command, args []string) error { return runWarbands(cmd.Context(), t, &f, args) },
	}
	shell.AddFlag(cmd, &f.game, "game", "duel(file=gang)", shell.AGame, "the table: duel with Heroes, for two seats, in quotes")
	shell.AddFlag(cmd, &f.agent, "agent", "expert", shell.AnAgent, "the agent on both sides")
	shell.AddFlag(cmd, &f.games, "games", 400, shell.AKeptCount, "games of each pair, rounded up to whole deals of four")
	shell.AddFlag(cmd, &f.csv, "csv", false, shell.ASwitch, "print every figure as comma-separated values")
	f.Add(t, cmd, "seed of the deals and of everything random in the agent")
	cmd.MarkFlagsMutuallyExclusive("json", "csv")
	return cmd
}

func runWarbands(ctx context.Context, t *shell.Terminal, f *warbandsFlags, names []string) error {
	if _, err := lookup.GameFlag(f.game); err != nil {
		return err
	}
	bar := t.Progress("playing", 1)
	o := duel.Meeting{
		Game: f.game, Names: names, Agent: f.agent, Games: f.games, Seed: f.Seed, Workers: f.Workers, Place: f.Elsewhere.At.Games(), Progress: bar.Set,
	}
	result, stopped := duel.Meet(ctx, t.Opener, o)
	bar.Finish()
	if result != nil {
		result.Game = f.game // the record of the last pair names its warbands
	}
	return shell.Show(t, f.JSON, result, stopped, func() error {
		if f.csv {
			return t.CSV(result.Figures())
		}
		return printWarbands(t, f, result)
	}, func() string {
		return fmt.Sprintf("these are the first %d of %d warbands, which have all met", len(result.Agents), cmp.Or(len(names), len(configs.Names(open.WarbandKind))))
	})
}

func printWarbands(t *shell.Terminal, f *warbandsFlags, a *eval.Arena) error {
	order := a.Ranked()
	rows := [][]string{{"WARBAND", "WINS", "NASH", "α-RANK"}}
	for _, i := range order {
		r, m, n := a.Agents[i], a.AlphaRank[i], a.NashAverage[i]
		rows = append(rows, []string{r.Name, numbers.Share(r.WinRate, r.Low, r.High), numbers.Share(n.Weight, n.Low, n.High), numbers.Share(m.Mass, m.Low, m.High)})
	}
	return cmp.Or(
		t.Printf("%s, %s on both sides: %s games; every pair played the same %s deals (%s games); seed %d%s\n\n",
			f.game, f.agent, shell.Count(float64(a.Games)), shell.Count(float64(a.Deals)), shell.Count(float64(a.Pairs[0].Games)), a.Seed, shell.IfInterrupted(a.Interrupted)),
		t.Table(rows),
		t.Printf("\nWins of the row against the column, with 95%% intervals:\n"),
		t.Table(crossTable(a, order, func(p eval.PairResult) string { return numbers.Share(p.WinRate, p.Low, p.High) })),
		warnOfFewDeals(t, a),
	)
}
