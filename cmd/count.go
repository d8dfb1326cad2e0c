package cmd

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"ringer/env/envtest"
	"ringer/open"
)

func newCount(t *terminal) *cobra.Command {
	var (
		limit  int
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "count GAME",
		Short: "Count the tree and the information states of a small game exactly",
		Long: `Walk the whole tree of a game and count its nodes (histories) by kind, and its
information states over all seats.

--json prints {"game", "nodes", "decision_nodes", "chance_nodes",
"terminal_nodes", "information_states"}. A game with more nodes than --limit is
an error.`,
		Example: "  ringer count kuhn\n  ringer count leduc --json",
		Args:    takes("GAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := open.Game(args[0])
			if err != nil {
				return err
			}
			if err := atLeast("limit", limit, 1); err != nil {
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
				return t.json(struct {
					Game string `json:"game"`
					envtest.Counts
				}{g.Spec().String(), counts})
			}
			return t.table([][]string{
				{"game", g.Spec().String()},
				{"nodes", count(float64(counts.Nodes))},
				{"  decisions", count(float64(counts.DecisionNodes))},
				{"  chance", count(float64(counts.ChanceNodes))},
				{"  terminal", count(float64(counts.TerminalNodes))},
				{"information states", count(float64(counts.InformationStates))},
			})
		},
	}
	addFlag(cmd, &limit, "limit", 20_000_000, unbounded, "largest number of nodes to walk")
	addJSON(cmd, &asJSON)
	return cmd
}
