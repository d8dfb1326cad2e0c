package tune

import (
	"maps"
	"slices"

	"ringer/train"
	"ringer/train/algos"
	"ringer/train/ppo"
)

// Options say what a short training is for.
type Options struct {
	Game      string // game string
	Seed      uint64
	Decisions int

	// Start is the bot that training goes on from, as bot(NAME), and Network its layers.
	// Without one the network begins as the file says: at random, or by imitation.
	Start   string
	Network train.NetworkConfig

	// Against is the agent against which the training is measured on its way, Points times
	// over Games games, and at its end over FinalGames.
	Against           string
	Points            int
	Games, FinalGames int
}

const (
	// iterations of a short training. Fewer and larger ones would be too few steps.
	iterations = 80
	// rowsOfATable and the other two bound the episodes under way, which are finished beyond
	// a full batch: with many of them a small batch is a large one.
	rowsOfATable, leastTables, mostTables = 64, 8, 64
	// mostRate is the learning rate from which a trained network goes on: with fresh
	// moments of the optimiser a larger one unlearns first.
	mostRate = 0.001
	// mostEMA keeps the averaged weights from lagging behind a training of few iterations.
	mostEMA = 0.9
	// mostImitation is the share of the decisions that go to the imitation of an expert.
	mostImitation = 0.5
)

// Settings returns the settings of a short training, from the settings of the long one that
// a file holds. A network that goes on from a bot explores as little as the long training
// did at its end, with a learning rate that falls to a tenth.
func Settings(file algos.File, o Options) algos.File {
	file.Game, file.Seed, file.Decisions = o.Game, o.Seed, o.Decisions
	file.Rules, file.ReportSeed, file.StartSHA256 = "", 0, ""
	file.Imitation.Ask, file.Imitation.Kinds = "", nil
	if file.Imitation.Agent == "" {
		file.Imitation.FixedShare = 0
	}
	fills := file.PPO.Minibatch
	if o.Start == "" && file.Imitation.Agent != "" {
		fills = max(fills, file.Imitation.Minibatch)
	}
	file.Collect.Batch = min(file.Collect.Batch, max(o.Decisions/iterations, fills))
	file.Collect.Tables = min(file.Collect.Tables, max(leastTables, min(mostTables, file.Collect.Batch/rowsOfATable)))
	file.Collect.Groups = min(file.Collect.Groups, file.Collect.Tables)
	file.Opponents.SnapshotEvery = min(file.Opponents.SnapshotEvery, max(1, iterations/8))
	file.Opponents.RedrawEvery = 1
	file.EMA = min(file.EMA, mostEMA)
	file.Checkpoint = train.CheckpointConfig{Every: iterations / 4, Keep: 1}
	file.Evaluation = train.EvaluationConfig{Games: 1, FinalGames: 1}
	if o.Against != "" {
		file.Evaluation = train.EvaluationConfig{Games: o.Games, FinalGames: o.FinalGames, Opponents: []string{o.Against}}
		if o.Points > 0 {
			file.Evaluation.Every = max(1, o.Decisions/file.Collect.Batch/(o.Points+1))
		}
	}
	if o.Start == "" {
		file.Start = ""
		file.Imitation.Decisions = min(file.Imitation.Decisions, max(1, int(mostImitation*float64(o.Decisions))))
		return file
	}
	file.Start, file.Network = o.Start, o.Network
	file.Imitation.Agent, file.Imitation.FixedShare = "", 0
	if file.Refuses() != nil { // to begin with a policy
		file.Algorithm = train.Defaults().Algorithm
	}
	file.PPO = goOn(file.PPO)
	return file
}

// goOn returns the settings of PPO for a network that is trained already.
func goOn(p ppo.Config) ppo.Config {
	p.LearningRate = min(p.LearningRate, mostRate)
	p.FinalLearningRate = p.LearningRate / 10
	first := p.Entropy
	if p.FinalEntropy >= 0 {
		p.Entropy, p.FinalEntropy = p.FinalEntropy, -1
	}
	p.Kinds = maps.Clone(p.Kinds)
	for _, name := range slices.Sorted(maps.Keys(p.Kinds)) {
		k := p.Kinds[name]
		switch {
		case k.FinalEntropy == nil:
			continue
		case *k.FinalEntropy >= 0:
			k.Entropy = k.FinalEntropy
		case k.Entropy == nil: // it keeps the entropy of all to the end
			k.Entropy = &first
		}
		k.FinalEntropy = nil
		p.Kinds[name] = k
	}
	return p
}
