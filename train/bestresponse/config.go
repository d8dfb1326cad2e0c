package bestresponse

import (
	"context"

	"ringer/env"
	"ringer/eval"
	"ringer/models"
	"ringer/train"
)

// MinSeeds is the fewest independent trainings of a report, so that one failed
// training does not look like an agent that cannot be exploited.
const MinSeeds = 3

// MinGames is the fewest games of a published bound; LeastGames is the fewest of a search
// at all.
const (
	MinGames   = 10_000
	LeastGames = 500
)

// Config names the agent whose best response is looked for, and the budget.
type Config struct {
	Game  env.Game
	Agent eval.Entry

	// Ready are responses that need no training.
	Ready []eval.Entry

	// Starts are the first weights that networks are trained from, each with every
	// seed. Empty is Random alone.
	Starts []Start

	// Afresh asks for the best response among the networks of fresh starts too (Result.Fresh). Where
	// none of these is among the Seeds best, the best of them trains on beside those, on as many
	// decisions more.
	Afresh bool

	// Train holds the settings of every training. Game, Seed, Decisions, Opponents,
	// EMA and Evaluation are set here: the agent sits in all seats but one, the free
	// seat rotates, and one network learns to respond from all of them.
	Train train.Config

	// Algorithm builds the learner, as in train.Options.
	Algorithm func(*models.Weights) (train.Algorithm, error)

	// Seeds × Decisions is the number of decisions that all networks together learn
	// from. Half of them are divided among all networks, half among the Seeds best.
	Seeds     int // at least MinSeeds
	Decisions int

	Selection int // games that choose between the responses found
	Games     int // of the report, at least LeastGames, on deals that chose nothing
	Seed      uint64

	// Place, where it is not nil, trains the networks, and this process does not.
	Place Place

	// PlayedAt is where games are played; nil: in this process.
	PlayedAt *eval.Place

	// Folder, where it is not nil, keeps what is done, and gives what an earlier process has
	// done with the same configuration. It stays open.
	Folder *Folder

	// Progress receives the name of the work under way and its progress, from one
	// goroutine at a time. It may be nil.
	Progress func(phase string, done, total int)
}

// Start is a way to begin the training of a network.
type Start struct {
	Name    string
	Network train.NetworkConfig

	// Begin prepares the weights, as train.Options.Start; nil leaves them at random.
	Begin func(ctx context.Context, c *train.Collector, weights *models.Weights, progress func(done, total int)) error

	// Once is true where Begin is called for the first seed alone, because it takes long,
	// and the other seeds begin with the same weights.
	Once bool

	// Own is true where the weights are the agent's, so that its networks play about as well
	// before their training: see Result.Unlearned.
	Own bool

	// Fresh is true where the weights have learned nothing from a bot: random ones, or the imitation
	// of a hand-written player. Their networks find what the agent's own training has never met.
	Fresh bool
}

// Random begins with random weights of a network.
func Random(network train.NetworkConfig) Start {
	return Start{Name: "random weights", Network: network, Fresh: true}
}

// Validate returns every fault as env.Faults.
func (c *Config) Validate() error {
	var faults env.Faults
	atLeast := func(path string, v, least int) {
		if v < least {
			faults.Add(path, v, "at least %d", least)
		}
	}
	if c.Game.Spec().Players < 2 {
		faults.Add("game", c.Game.Spec(), "a game of two seats or more")
	}
	atLeast("seeds", c.Seeds, MinSeeds)
	atLeast("selection", c.Selection, 1)
	atLeast("games", c.Games, LeastGames)
	atLeast("decisions", c.Decisions, 1)
	return faults.Err()
}

// FirstDecisions returns the number of decisions that each network learns from before
// the best ones train on, of this many networks.
func (c *Config) FirstDecisions(networks int) int {
	if networks <= c.Seeds {
		return c.Decisions
	}
	return max(1, c.Seeds*c.Decisions/2/networks)
}
