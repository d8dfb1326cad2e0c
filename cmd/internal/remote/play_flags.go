package remote

import (
	"github.com/spf13/cobra"

	"ringer/cmd/internal/shell"
)

// PlayFlags holds the flags of a command that lets agents play.
type PlayFlags struct {
	Elsewhere WorkersFlags
	Workers   int
	Seed      uint64
	JSON      bool
}

// SeedOfDeals explains --seed in most commands.
const SeedOfDeals = "seed of the deals and of everything random in the agents"

// Add adds the flags to a command. seed explains --seed, which is left out where seed is empty.
func (f *PlayFlags) Add(t *shell.Terminal, cmd *cobra.Command, seed string) {
	shell.AddFlag(cmd, &f.Workers, "workers", 0, shell.AWorkers, "goroutines that play (0: one a processor); results do not depend on it")
	if seed != "" {
		shell.AddFlag(cmd, &f.Seed, "seed", 1, shell.ASeed, seed)
	}
	shell.AddJSON(cmd, &f.JSON)
	f.Elsewhere.Add(t, cmd)
}
