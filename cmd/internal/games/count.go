package games

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/shell"
	"ringer/env/envtest"
	"ringer/open"
)

func NewCount(t *shell.Terminal) *cobra.Command {
	var (
		limit  int
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "count GAME",
		Short: "Count the tree and the information states of a small game exactly",
		Long: `Walk the whole tree of a game and count its nodes (histories) by kind, and its
information states over all seats.`,
		Annotations: shell.Keys(`--json prints {"game", "nodes", "decision_nodes", "chance_nodes",
"terminal_nodes", "information_states"}. A game with more nodes than --limit is
an error.`),
		Example: "  ringer count kuhn\n  ringer count leduc --json",
		Args:    shell.Takes("GAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := open.Game(args[0])
			if err != nil {
				return err
			}
			counts, err := envtest.CountContext(cmd.Context(), g, limit)
			if e, ok := errors.AsType[*envtest.LimitError](err); ok {
				return fmt.Errorf("%w: the tree is too large to count; --limit allows more, for more time and memory", e)
			}
			if err != nil {
				return err
			}
			if asJSON {
				return t.JSON(struct {
					Game string `json:"game"`
					envtest.Counts
				}{g.Spec().String(), counts})
			}
			return t.Table([][]string{
				{"game", g.Spec().String()},
				{"nodes", shell.Count(float64(counts.Nodes))},
				{"  decisions", shell.Count(float64(counts.DecisionNodes))},
				{"  chance", shell.Count(float64(counts.ChanceNodes))},
				{"  terminal", shell.Count(float64(counts.TerminalNodes))},
				{"information states", shell.Count(float64(counts.InformationStates))},
			})
		},
	}
	shell.AddFlag(cmd, &limit, "limit", 20_000_000, shell.Unbounded.From(1), "largest number of nodes to walk")
	shell.AddJSON(cmd, &asJSON)
	return cmd
}
