package train_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/env/games"
	"ringer/models"
	"ringer/train"
)

// teamGame is two teams of two for a hill, short.
const teamGame = "duel(players=4,scenario=king_of_the_hill,one_and_half_actions=true,step=1,rounds=3,respawn=true)"

// At a table with an opponent both partners learn where teams do, and one of them where
// seats do. A win is all of a team's, and half of a seat's.
func TestTeamsLearn(t *testing.T) {
	if testing.Short() {
		t.Skip("counts thousands of decisions, and shares nothing that other tests do not")
	}
	game := games.MustNew(teamGame)
	network, err := train.NewNetwork(game.Spec(), train.NetworkConfig{Hidden: []int{8}, SetHidden: 8, Activation: models.Tanh})
	require.NoError(t, err)
	collect := func(teams bool) *train.Batch {
		c, err := train.NewCollector(game, network, train.CollectConfig{Batch: 6000, Tables: 20, Groups: 2}, 5)
		require.NoError(t, err)
		c.Seat(train.OpponentConfig{Teams: teams})
		b, err := c.Collect(context.Background(), &train.Order{Weights: models.Init(network, 3), Opponents: []train.Opponent{{ID: -1, Share: 1, Agent: random.New()}}})
		require.NoError(t, err)
		assert.Zero(t, b.Stats.SelfEpisodes)
		return b
	}
	for _, c := range []struct {
		teams    bool
		learners int
		equal    float64
	}{{false, 1, 0.25}, {true, 2, 0.5}} {
		b := collect(c.teams)
		chains := 0
		for _, next := range b.Next {
			if next < 0 {
				chains++
			}
		}
		episodes := b.Stats.Episodes
		assert.Greater(t, episodes, 150)
		assert.Equal(t, c.learners*episodes, chains, "seats that learn in an episode")
		require.Len(t, b.Stats.Opponents, 1)
		o := b.Stats.Opponents[0]
		assert.Equal(t, episodes, o.Episodes)
		assert.InDelta(t, c.equal, o.Score/float64(episodes), 0.1, "near-uniform against random play")
	}
}

// A run with teams reports on whole teams, and where a game has none it is the run
// without, to the byte.
func TestRunsOfTeams(t *testing.T) {
	if testing.Short() {
		t.Skip("runs like those of other tests")
	}
	f := small()
	f.Game, f.Decisions = teamGame, 600
	f.Evaluation = train.EvaluationConfig{Games: 4, FinalGames: 8, Opponents: []string{"random"}}
	for teams, equal := range map[bool]float64{false: 0.25, true: 0.5} {
		f.Opponents.Teams = teams
		result, _ := trainWhole(t, f)
		require.Len(t, result.Evaluations, 1)
		assert.Equal(t, equal, result.Evaluations[0].EqualShare)
		assert.Equal(t, map[bool]int{false: 3, true: 2}[teams], result.Evaluations[0].Others(4))
	}
	f = small()
	f.Decisions = 2000
	_, seats := trainWhole(t, f)
	f.Opponents.Teams = true
	_, teams := trainWhole(t, f)
	assert.Equal(t, seats, teams)
}

// A worker on another machine seats teams as the collector here does.
func TestActorsSeatTeams(t *testing.T) {
	game := games.MustNew(teamGame)
	cfg := train.Defaults()
	cfg.Game, cfg.Seed = teamGame, 5
	cfg.Collect = train.CollectConfig{Batch: 600, Tables: 6, Groups: 1}
	cfg.Network.Hidden = []int{8}
	cfg.Opponents.Teams = true
	actor, err := train.NewActor(game, cfg, nil, 1)
	require.NoError(t, err)
	w := models.Init(actor.Network(), 3)
	opponents := []train.Opponent{{ID: -1, Share: 1, Agent: random.New()}}
	there, err := actor.Play(context.Background(), &train.Order{Weights: w, Opponents: opponents}, 0)
	require.NoError(t, err)

	c, err := train.NewCollector(game, actor.Network(), cfg.Collect, cfg.Seed)
	require.NoError(t, err)
	c.Seat(cfg.Opponents)
	here, err := c.Collect(context.Background(), &train.Order{Weights: w, Opponents: opponents})
	require.NoError(t, err)
	assert.Equal(t, here.Action, there.Action)
	assert.Equal(t, here.Stats, there.Stats)
}
