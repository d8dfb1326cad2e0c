package measure

import (
	"github.com/spf13/cobra"

	"ringer/cmd/internal/shell"
)

// NewDuel makes the command of the studies that only DUEL has.
func NewDuel(t *shell.Terminal) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "duel",
		Short: "Study DUEL: positions, warbands and drafts",
		Long: `Study the parts that only DUEL has: positions on a table, and warbands that players
build or draft.`,
		Example: "  ringer duel positions expert greedy --out pictures\n  ringer duel warbands posse swarm mine.yaml\n  ringer duel drafts 'bot(duel-draft)' expert",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return shell.UnknownCommand(cmd, args[0])
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newDuelPositions(t), newDuelWarbands(t), newDuelDrafts(t))
	return cmd
}
