package train_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/env/games"
	"ringer/models"
	"ringer/train"
)

// What every game gives, with any opponents, openings and teams, is accepted.
func TestPlayedBatchesAreAccepted(t *testing.T) {
	names := []string{"kuhn(players=3)", "leduc", "goofspiel(cards=4)"}
	if os.Getenv("RINGER_LONG") != "" {
		names = append(names, games.Names()...)
		names = append(names, teamGame)
	}
	for _, name := range names {
		game := games.MustNew(name)
		for _, c := range []train.Config{
			{},
			{Openings: train.OpeningConfig{Agent: "random", Share: 0.5, Choices: 3}},
			{Openings: train.OpeningConfig{Agent: "random", Share: 1, Choices: 2}, Opponents: train.OpponentConfig{FixedShare: 1}},
			{Opponents: train.OpponentConfig{PastShare: 0.5, PastSlots: 2, FixedShare: 0.3, Teams: true}},
		} {
			cfg := train.Defaults()
			cfg.Game, cfg.Seed = name, 11
			cfg.Collect = train.CollectConfig{Batch: 100, Tables: 7, Groups: 2}
			cfg.Network = train.NetworkConfig{Hidden: []int{8}, Embedding: 4, SetHidden: 8, Activation: models.Tanh}
			cfg.Openings, cfg.Opponents = c.Openings, c.Opponents
			cfg.Opponents.Fixed = []string{"random", "random"}
			opener := random.New()
			actor, err := train.NewActor(game, cfg, opener, 1)
			require.NoError(t, err)
			if c.Openings.Share == 0 {
				actor, err = train.NewActor(game, cfg, nil, 1)
				require.NoError(t, err)
			}
			w := models.Init(actor.Network(), 4)
			o := &train.Order{Iteration: 9, After: 9, Weights: w}
			if share := cfg.Opponents.FixedShare; share > 0 {
				o.Opponents = append(o.Opponents, train.Opponent{ID: -1, Share: share / 2, Agent: random.New()}, train.Opponent{ID: -2, Share: share / 2, Agent: random.New()})
			}
			if share := cfg.Opponents.PastShare; share > 0 {
				o.Opponents = append(o.Opponents, train.Opponent{ID: 8, Share: share / 2, Weights: w}, train.Opponent{ID: 3, Share: share / 2, Weights: w})
			}
			require.NoError(t, o.Check(&cfg))
			for group := range cfg.Collect.Groups {
				b, err := actor.Play(t.Context(), o, group)
				require.NoError(t, err)
				data, err := b.Encode()
				require.NoError(t, err)
				task := &train.Task{Spec: game.Spec(), Config: &cfg, Order: o, Group: group}
				_, err = task.Decode(data)
				require.NoError(t, err, name)
				assert.LessOrEqual(t, len(data), task.MostBytes())
			}
		}
	}
}

// Orders that no run gives are refused with all their faults.
func TestOrdersAreChecked(t *testing.T) {
	cfg := train.Defaults()
	cfg.Collect.Lag = 2
	cfg.Opponents.Fixed, cfg.Opponents.PastSlots = []string{"random", "greedy"}, 2
	good := func() *train.Order {
		return &train.Order{Iteration: 9, After: 7, Opponents: []train.Opponent{{ID: -2, Share: 0.5}, {ID: 7, Share: 0.25}, {ID: 3, Share: 0.25}}}
	}
	require.NoError(t, good().Check(&cfg))
	for said, ruin := range map[string]func(*train.Order){
		"iteration: -1":                     func(o *train.Order) { o.Iteration = -1 },
		"after: 6: want a number from 9":    func(o *train.Order) { o.Iteration, o.After = 25, 6 },
		"after: 10":                         func(o *train.Order) { o.After = 10 },
		"opponents[0].id: -3":               func(o *train.Order) { o.Opponents[0].ID = -3 },
		"opponents[0].id: -100":             func(o *train.Order) { o.Opponents[0].ID = -100 },
		"opponents[1].id: 0":                func(o *train.Order) { o.Opponents[1].ID = 0 },
		"opponents[1].id: 8":                func(o *train.Order) { o.Opponents[1].ID = 8 },
		"opponents[2].id: 7":                func(o *train.Order) { o.Opponents[2].ID = 7 },
		"opponents[2].share: -1":            func(o *train.Order) { o.Opponents[2].Share = -1 },
		"opponents: 1.25: want shares":      func(o *train.Order) { o.Opponents[2].Share = 0.5 },
		"opponents: 6 opponents: want at m": func(o *train.Order) { o.Opponents = append(o.Opponents, o.Opponents...) },
	} {
		o := good()
		ruin(o)
		require.ErrorContains(t, o.Check(&cfg), said)
	}
	o := good()
	o.Opponents[0].ID, o.Opponents[1].Share = -9, 2
	err := o.Check(&cfg)
	require.Error(t, err)
	assert.Len(t, strings.Split(err.Error(), "\n"), 3)
}
