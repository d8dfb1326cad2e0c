package measure

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/shell"
	"ringer/open/duel"
)

type positionsFlags struct {
	duel.PositionsOptions
	game string
	json bool
}

func newDuelPositions(t *shell.Terminal) *cobra.Command {
	var f positionsFlags
	cmd := &cobra.Command{
		Use:   "positions A [B]…",
		Short: "Measure how agents use the table of a skirmish",
		Long: `Let agents play DUEL against each other and measure how they use the table: where
they stand when a Duel begins, how far from the enemy, in cover or not, before or
after the enemy has acted, with which scores, and how often they carry the treasure
off. Agents take the seats in turn, on shared deals.

` + lookup.AgentHelp + `

Each figure comes with the number of its Duels, scores or games, and with a 95%
interval that treats a game as one observation.

--out DIR writes pictures (SVG): duels-AGENT.svg, a map of where the agent stands;
and for every --position FILE, FILE-AGENT.svg, the agent's decision there. The page
of the game describes position files.`,
		Annotations: shell.Keys(`--json prints {"game", "games", "seed", "agents": [{"name", "figures": [{"name",
"value", "low", "high", "of", "games", "share"}]}], "positions": [{"position",
"agent", "choices": [{"action", "prob"}]}], "pictures": [paths]}.`),
		Example: "  ringer duel positions expert greedy --game duel --games 1000\n  ringer duel positions expert --game 'duel(map=city)' --out pictures",
		Args:    shell.Takes("A", "[B]…"),
		RunE:    func(cmd *cobra.Command, args []string) error { return runPositions(cmd.Context(), t, &f, args) },
	}
	shell.AddFlag(cmd, &f.game, "game", "duel", shell.AGame, "the game: duel, or with parameters, in quotes")
	shell.AddFlag(cmd, &f.Games, "games", 1000, shell.ACount, "games to play")
	shell.AddFlag(cmd, &f.Seed, "seed", 1, shell.ASeed, "seed of the games and of everything random in the agents")
	shell.AddFlag(cmd, &f.Out, "out", "", shell.AFolder, "folder for pictures")
	shell.AddFlag(cmd, &f.Force, "force", false, shell.ASwitch, "replace pictures that are there")
	shell.AddFlag(cmd, &f.Positions, "position", nil, shell.AFile, "also show the agents' decisions at the table of this file; may be repeated")
	shell.AddJSON(cmd, &f.json)
	return cmd
}

func runPositions(ctx context.Context, t *shell.Terminal, f *positionsFlags, names []string) (err error) {
	o := f.PositionsOptions
	if o.Game, err = lookup.GameFlag(f.game); err != nil {
		return err
	}
	bar := t.Progress("playing", o.Games)
	o.Agents, o.Progress = names, bar.Set
	result, stopped := duel.Positions(ctx, t.Opener, o)
	bar.Finish()
	return shell.Show(t, f.json, result, stopped, func() error { return printPositions(t, result) }, func() string {
		return fmt.Sprintf("these are the %s of %s games that were over", shell.Count(float64(result.Games)), shell.Count(float64(o.Games)))
	})
}

func printPositions(t *shell.Terminal, r *duel.Positioned) error {
	rows := [][]string{{"FIGURE"}}
	for i, f := range r.Agents[0].Figures {
		row := []string{f.Name}
		for _, a := range r.Agents {
			if i == 0 {
				rows[0] = append(rows[0], a.Name, "OF")
			}
			if f := a.Figures[i]; f.Of > 0 {
				row = append(row, f.String(), shell.Count(float64(f.Of)))
			} else {
				row = append(row, "never", "0")
			}
		}
		rows = append(rows, row)
	}
	var rest strings.Builder
	for _, p := range r.Positions {
		fmt.Fprintf(&rest, "\n%s at %s:", p.Agent, p.Position)
		for _, c := range p.Choices[:min(4, len(p.Choices))] {
			fmt.Fprintf(&rest, " %s %s;", shell.Percent(c.Prob), c.Action)
		}
	}
	for _, path := range r.Pictures {
		rest.WriteString("\n" + path)
	}
	return cmp.Or(t.Printf("%s: %s games, seed %d%s\n\n", r.Game, shell.Count(float64(r.Games)), r.Seed, shell.IfInterrupted(r.Interrupted)),
		t.Table(rows), t.Printf("%s\n", &rest))
}
