package warm

import (
	"encoding/json"
	"sync"

	"ringer/env"
	"ringer/models"
	"ringer/models/botfile"
	"ringer/train"
)

// first keeps the first weights of one network: whoever tries many changes of the same rules adapts
// a bot to networks that are alike, and drawing the weights that it has not takes longer than the rest.
var first struct {
	sync.Mutex
	network string
	weights *models.Weights
}

// firstWeights returns the first weights of a network, which the caller may change.
func firstWeights(network *models.Network) (*models.Weights, error) {
	text, err := json.Marshal(network)
	if err != nil {
		return nil, err
	}
	first.Lock()
	defer first.Unlock()
	if first.network != string(text) {
		first.network, first.weights = string(text), models.Init(network, 1)
	}
	w := first.weights.Clone()
	w.Network = network
	return w, nil
}

// Adapt returns a bot for games of spec that has all weights of bot that fit, untrained on
// the rules of spec: the same network where the layout of the game is the same, else what
// the layouts have in common by name. own is the spec of the bot's own game as this build
// makes it, or nil. It returns the errors of FromBot and Start.
func Adapt(bot *botfile.Bot, own, spec *env.Spec) (*botfile.Bot, *Taken, error) {
	from, err := FromBot(bot, own)
	if err != nil {
		return nil, nil, err
	}
	network, err := train.NewNetwork(spec, train.NetworkConfigOf(bot.Weights.Network))
	if err != nil {
		return nil, nil, err
	}
	weights, err := firstWeights(network)
	if err != nil {
		return nil, nil, err
	}
	taken, err := Start(weights, spec, from)
	if err != nil {
		return nil, nil, err
	}
	if t := bot.Manifest.Training.Temperature; t > 0 { // which FromBot took off
		weights = weights.Sharpened(t)
	}
	adapted := *bot
	adapted.Weights = weights
	describe(&adapted.Manifest, spec)
	return &adapted, taken, nil
}
