package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/eval/metagame"
	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/open"
	"ringer/open/exploit"
	"ringer/open/population"
	"ringer/open/study"
	"ringer/train/bestresponse"
)

type populationFlags struct {
	remote.PlayFlags
	game, solver string
	population.Options
}

// NewPopulation makes the command that mixes players.
func NewPopulation(t *shell.Terminal) *cobra.Command {
	var f populationFlags
	cmd := &cobra.Command{
		Use:   "population A B…",
		Short: "Mix players as an equilibrium among them does, or another meta-solver",
		Long: `Play every pair of players on the same shared deals with seats rotated, and solve
the game in which each side chooses one of them: the shares of its equilibrium, the
payoff table and its value, each with a 95% interval over deals. A ? marks a share that
may as well be 0. Where the sides of the game are alike there is one mixture, else one
for each side. A payoff is half the difference between the returns of the two sides.

--meta-solver uniform mixes all players alike, and alpharank as often as a population
that tries one mutation at a time is found at each (α-Rank, with a large α).

The mixture is written to OUT/population.yaml: mixture(OUT/population.yaml) draws one of
its players at the start of each episode, in every command that takes an agent.

--grow N searches a best response to the mixture N times, as ringer exploit --method br
does with these flags, adds what clearly gains, plays its pairs and mixes anew: double
oracle, and PSRO with the algorithm that --config names. It stops where nothing gains,
or less than --until.

The folder keeps every pair and every search: the same command, run again after an
interrupt, goes on from there, and a larger --grow adds to it. The game has two seats,
or two teams.

` + lookup.AgentHelp,
		Annotations: shell.Keys(`--json prints {"game", "games", "deals", "seed", "meta_solver", "alike", "players": [{"agent",
"sha256", "round", "shares": [FIGURE], "gains": [FIGURE]}], "payoffs": [[FIGURE]],
"value": FIGURE, "rounds": [{"gains": [{"seat", "gain", "low", "high"}], "chosen",
"added"}], "file"}. A FIGURE is {"is", "low", "high"}. shares and gains are by side, one
where the sides are alike; gains holds the payoff against the other side's mixture, less
the value. round counts the search that found a response, and named players have none.`),
		Example: "  ringer population 'bot(leduc)' greedy random -g leduc --out runs/leduc-players\n  ringer population 'bot(leduc)' greedy -g leduc --out runs/leduc-grown --grow 2 --decisions 100000",
		Args:    shell.Takes("A", "[B]…"),
		RunE:    func(cmd *cobra.Command, args []string) error { return runPopulation(cmd.Context(), t, &f, args) },
	}
	lookup.AddGameFlag(cmd, &f.game)
	shell.AddFlag(cmd, &f.Games, "games", 2000, shell.ACount, "games of every pair, rounded up to whole deals")
	shell.AddFlag(cmd, &f.Out, "out", "", shell.AFolder, "folder of the pairs, the responses and the mixture")
	shell.AddFlag(cmd, &f.Grow, "grow", 0, shell.UpTo(population.MostPlayers), "best responses to the mixture that are searched, one after the other")
	shell.AddFlag(cmd, &f.Until, "until", 0, shell.AShare, "grow: stop where the best response gains less than this in every seat")
	shell.AddFlag(cmd, &f.solver, "meta-solver", string(metagame.Nash), shell.AText, "mixes the players: nash, uniform or alpharank")
	r := &f.Response
	shell.AddFlag(cmd, &r.Decisions, "decisions", exploit.UsualDecisions, shell.ACount, "grow: decisions of each seed of a search")
	shell.AddFlag(cmd, &r.Seeds, "seeds", bestresponse.MinSeeds, shell.UpTo(study.MostSeeds), "grow: networks trained from each start")
	shell.AddFlag(cmd, &r.Selection, "selection", exploit.UsualSelection, shell.UpTo(1_000_000), "grow: games that choose between the responses")
	shell.AddFlag(cmd, &r.Config, "config", "", shell.AConfig, "grow: training configuration (default: the game's)")
	shell.AddFlag(cmd, &r.Set, "set", nil, shell.ASetting, "grow: change one key of the configuration, key=value; may be repeated")
	f.Add(t, cmd, remote.SeedOfDeals+", and of the searches")
	return cmd
}

func runPopulation(ctx context.Context, t *shell.Terminal, f *populationFlags, names []string) (err error) {
	o := f.Options
	if o.Game, err = lookup.GameOrBots(f.game, names...); err != nil {
		return err
	}
	o.Agents, o.Workers, o.Seed, o.Solver = names, f.PlayFlags.Workers, f.PlayFlags.Seed, metagame.Solver(f.solver)
	stages := t.Stages()
	s := population.Study{
		Options: o, Opener: t.Opener, Build: buildinfo.ThisVersion().Build(), Elsewhere: f.Elsewhere.At, Warn: t.Warnf, Compute: shell.ComputeHere, Progress: stages.Set,
	}
	result, err := s.Run(ctx)
	stages.Finish()
	switch {
	case err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return shell.Interrupted("what was played is in %s: the same command goes on", f.Out)
	case err != nil:
		return err
	case f.JSON:
		return t.JSON(result)
	}
	return printPopulation(t, result)
}

func printPopulation(t *shell.Terminal, r *population.Result) error {
	head, sides := []string{"", "PLAYER", "SHARE", "GAIN"}, "The sides are alike, and have one mixture"
	if !r.Alike {
		head = []string{"", "PLAYER", "SHARE, SIDE 0", "SHARE, SIDE 1", "GAIN, SIDE 0", "GAIN, SIDE 1"}
		sides = "Side 0 gets " + numbers.Signed(r.Value.Is, r.Value.Low, r.Value.High)
	}
	rows, payoffs, unsure := [][]string{head}, [][]string{{""}}, ""
	for i, m := range r.Players {
		row := []string{fmt.Sprint(i + 1), m.Agent}
		for _, s := range m.Shares {
			mark := ""
			if population.Unsure(s) {
				mark, unsure = " ?", "; ? may as well be 0"
			}
			row = append(row, numbers.Share(s.Is, s.Low, s.High)+mark)
		}
		for _, g := range m.Gains {
			row = append(row, signed(g))
		}
		rows = append(rows, row)
		payoffs[0] = append(payoffs[0], fmt.Sprint(i+1))
		payoffs = append(payoffs, payoffRow(r, i))
	}
	what := "Payoffs of the row against the column"
	if !r.Alike {
		what = "Payoffs of side 0, with the row there and the column in side 1"
	}
	if len(r.Players) == 1 {
		return t.Printf("%s: one player, and nobody to mix it with; %s plays it\n", r.Game, input.ShellWord(open.MixtureCall(r.File)))
	}
	return cmp.Or(
		t.Printf("%s: %d players; every pair played the same %s deals (%s games); mixed by %s; seed %d\n\n", r.Game, len(r.Players), numbers.Count(r.Deals), numbers.Count(r.Games), r.Solver, r.Seed),
		t.Table(rows),
		t.Printf("\n%s. A gain is over the value, against the other side's mixture%s.\n\n%s:\n", sides, unsure, what),
		t.Table(payoffs), printRounds(t, r),
		t.Printf("\nMixed in %s\n", input.ShellWord(open.MixtureCall(r.File))),
	)
}

// payoffRow shows what a player gets against every other one.
func payoffRow(r *population.Result, i int) []string {
	row := []string{fmt.Sprint(i + 1)}
	for j, p := range r.Payoffs[i] {
		if i == j && r.Alike {
			row = append(row, "·")
			continue
		}
		row = append(row, signed(p))
	}
	return row
}

func signed(f metagame.Figure) string { return numbers.Signed(f.Is, f.Low, f.High) }

// printRounds shows what each search for best responses has found.
func printRounds(t *shell.Terminal, r *population.Result) error {
	if len(r.Rounds) == 0 {
		return nil
	}
	rows := [][]string{{"ROUND", "SEAT", "GAIN OVER THE MIXTURE", "FOUND BY"}}
	for k, round := range r.Rounds {
		for seat, g := range round.Gains {
			row := []string{fmt.Sprint(k + 1), fmt.Sprint(seat), "-", "nothing"}
			if round.Chosen[seat] != bestresponse.Itself {
				row[2], row[3] = numbers.Signed(g.Gain, g.Low, g.High), round.Chosen[seat]
			}
			rows = append(rows, row)
		}
		if len(round.Added) == 0 {
			rows = append(rows, []string{fmt.Sprint(k + 1), "", "", "nobody joins"})
		} else {
			rows = append(rows, []string{fmt.Sprint(k + 1), "", "", "joins: " + strings.Join(round.Added, ", ")})
		}
	}
	return cmp.Or(t.Printf("\n"), t.Table(rows))
}
