package algos

import (
	"ringer/models"
	"ringer/train"
	"ringer/train/ppo"
)

// Respond sets what a best response is trained with: against a fixed opponent,
// exploration may end, and nothing needs to hold the policy back as self-play does.
func (f *File) Respond() {
	usual := ppo.Defaults()
	f.PPO.Entropy, f.PPO.FinalEntropy, f.PPO.KL = 0.02, 0, usual.KL
	f.PPO.Magnet, f.PPO.Kinds = usual.Magnet, nil
}

// FitBatch makes batches of a short training smaller, since a few large ones would be
// too few steps.
func (f *File) FitBatch(decisions int) {
	const iterations = 40
	f.Collect.Batch = min(f.Collect.Batch, max(decisions/iterations, f.PPO.Minibatch))
}

// Response is a train.Response: the settings of the file, for a best response.
func (f *File) Response(decisions int) (train.Config, func(*models.Weights) (train.Algorithm, error)) {
	answer := *f
	answer.Respond()
	answer.FitBatch(decisions)
	return answer.Config, func(w *models.Weights) (train.Algorithm, error) { return answer.New(w) }
}
