package uplift_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/env/things"
	"ringer/eval"
	"ringer/report/uplift"
)

// poker is the things of Kuhn poker: the card of seat 0, and the two moves.
func poker() *things.List {
	text := func(s env.State, seat int) string { return s.(env.InfoStater).InformationState(env.Player(seat)) }
	return &things.List{
		Things: []things.Thing{
			{Kind: "card", ID: "J", Name: "Jack"},
			{Kind: "card", ID: "Q", Name: "Queen"},
			{Kind: "card", ID: "K", Name: "King"},
			{Kind: "move", ID: "pass", Name: "pass"},
			{Kind: "move", ID: "bet", Name: "bet"},
			{Kind: "move", ID: "never", Name: "never"},
		},
		Has: func(s env.State, seat int, dst []float64) {
			for i, card := range "JQK" {
				if text(s, seat)[2] == byte(card) {
					dst[i]++
				}
			}
		},
		Gets:  func(s env.State) bool { return s.CurrentPlayer() == env.Chance && text(s, 0)[2] == '?' },
		Plays: func(_ env.State, a env.Action) int { return 3 + int(a) },
	}
}

func pokerConfig(blocks int) uplift.Config {
	return uplift.Config{
		Game: games.MustNew("kuhn"), Things: poker(), Entries: []eval.Entry{{Name: "one", Agent: random.New()}, {Name: "two", Agent: random.New()}},
		Blocks: blocks, Seed: 7, GamesPerBlock: 200, ForksPerGame: 3,
	}
}

func run(t *testing.T, c uplift.Config) *uplift.Study {
	t.Helper()
	s, err := uplift.Run(t.Context(), c)
	require.NoError(t, err)
	return s
}

func row(t *testing.T, s *uplift.Study, id string) uplift.Row {
	t.Helper()
	for _, r := range s.Things {
		if r.ID == id {
			return r
		}
	}
	t.Fatalf("no row for %s", id)
	return uplift.Row{}
}

// Among players that bet and pass at random, seat 0 wins with a king by a showdown (5/8) or a
// fold (1/4), with a jack by a fold alone, and with a queen in between. At a first decision
// a bet wins 3/8 more than a pass; later ones are counted out likewise.
func TestExactWorths(t *testing.T) {
	s := run(t, pokerConfig(24))
	assert.Equal(t, "K", s.Things[0].ID, "flags come first")
	for id, want := range map[string]float64{"K": 0.3125, "Q": 0, "J": -0.3125} {
		u := row(t, s, id).Had
		require.NotNil(t, u, id)
		assert.Less(t, u.Low-0.01, want, id)
		assert.Greater(t, u.High+0.01, want, id)
		assert.Less(t, u.High-u.Low, 0.1, id)
	}
	for id, want := range map[string]float64{"bet": 0.875 / 2.25 / 2, "pass": -0.875 / 2.25 / 2} {
		u := row(t, s, id).Played
		require.NotNil(t, u, id)
		assert.Less(t, u.Low-0.01, want, id)
		assert.Greater(t, u.High+0.01, want, id)
	}
	king, queen, jack := row(t, s, "K").Had, row(t, s, "Q").Had, row(t, s, "J").Had
	assert.Equal(t, []string{uplift.FlagDominant, "", uplift.FlagDead}, []string{king.Flag, queen.Flag, jack.Flag})
	assert.Equal(t, []int{1, 2, 3}, []int{king.Tier, queen.Tier, jack.Tier})
	var raised []string
	for _, f := range s.Flags {
		raised = append(raised, f.Subject+" "+f.Kind)
		assert.Contains(t, f.Words, f.Subject)
		assert.NotEmpty(t, f.Examples)
	}
	assert.Equal(t, []string{"King dominant", "Jack dead", "bet underplayed", "pass overplayed"}, raised)
	require.NotNil(t, king.Agents)
	assert.Len(t, king.Agents.Each, 2)
	assert.Greater(t, king.Agents.P, 0.001, "they are the same agent")

	// The usual figures are of both seats: a king wins 7/8 in seat 0 and 3/4 in seat 1.
	assert.InDelta(t, (0.875+0.75)/2, row(t, s, "K").WhenDrawn.Value, 0.03)
	assert.InDelta(t, 0.5, row(t, s, "bet").PlayRate.Value, 0.03)
	require.Len(t, s.NeverMet, 1)
	assert.Equal(t, "never", s.NeverMet[0].ID)
}

// An example can be replayed, and ends as it says.
func TestExamplesCanBeReplayed(t *testing.T) {
	c := pokerConfig(24)
	s := run(t, c)
	u := row(t, s, "K").Had
	require.Len(t, u.Examples, 3)
	shares, returns := make([]float64, 2), make([]float64, 2)
	for _, x := range u.Examples {
		assert.Greater(t, x.Worth, x.Less)
		for _, way := range []struct {
			actions []env.Action
			want    float64
			card    byte
		}{{x.With, x.Worth, 'K'}, {x.Not, x.Less, "JQ"[x.Other]}} {
			state := c.Game.NewInitialState()
			for _, a := range append(x.Before, way.actions...) {
				require.NoError(t, state.Apply(a))
			}
			state.Returns(returns)
			eval.WinShares(returns, shares)
			assert.InDelta(t, way.want, shares[x.Seat], 1e-9)
			assert.Equal(t, way.card, state.(env.InfoStater).InformationState(env.Player(x.Seat))[2])
		}
	}
}

// Blocks that were played before are not played again, and the study is the same for any
// number of workers.
func TestAStudyGoesOn(t *testing.T) {
	c := pokerConfig(13)
	c.Workers = 1
	var blocks []uplift.Block
	c.Done = func(b uplift.Block) error {
		blocks = append(blocks, b)
		return nil
	}
	whole := run(t, c)
	require.Len(t, blocks, 13)

	text, err := json.Marshal(blocks[:5])
	require.NoError(t, err)
	var have []uplift.Block
	require.NoError(t, json.Unmarshal(text, &have))
	c.Have, c.Workers, blocks = have, 3, nil
	assert.Equal(t, whole, run(t, c))
	assert.Len(t, blocks, 8)

	ctx, stop := context.WithCancel(t.Context())
	c.Have, c.Done = nil, nil
	c.Progress = func(done, _ int) {
		if done == 4 {
			stop()
		}
	}
	s, err := uplift.Run(ctx, c)
	require.ErrorIs(t, err, context.Canceled)
	require.NotNil(t, s)
	assert.True(t, s.Interrupted)
	assert.Equal(t, 4, s.Blocks)

	c.Progress = nil
	c.Blocks = 4
	enough := run(t, c)
	s.Interrupted = false
	assert.Equal(t, enough, s)

	c.Have = []uplift.Block{{Number: 3}}
	c.Margin = 2
	_, err = uplift.Run(t.Context(), c)
	assert.ErrorContains(t, err, "margin")
	assert.ErrorContains(t, err, "have[0]")
}

// The same rules and the same dice end the same way.
func TestASwapIsPlayedWithTheSameDice(t *testing.T) {
	g := games.MustNew("goofspiel(cards=4)")
	other := games.MustNew("goofspiel(cards=4)")
	l := &things.List{
		Things: []things.Thing{{Kind: "deck", ID: "one"}, {Kind: "deck", ID: "same"}},
		Swaps:  []things.Swap{{Thing: 0, Other: 1, Game: func() (env.Game, error) { return other, nil }}},
	}
	enter := func(env.Game) ([]eval.Entry, error) {
		return []eval.Entry{{Name: "random", Agent: random.New()}}, nil
	}
	entries, _ := enter(nil)
	s, err := uplift.Run(t.Context(), uplift.Config{Game: g, Things: l, Entries: entries, Enter: enter, Blocks: 2, GamesPerBlock: 32, ForksPerGame: 1, Seed: 3, Done: func(b uplift.Block) error {
		for _, f := range b.Forks {
			assert.Zero(t, f.Worth)
		}
		assert.Len(t, b.Forks, 32)
		return nil
	}})
	require.NoError(t, err)
	require.NotNil(t, s.Things[0].Had)
	assert.Zero(t, s.Things[0].Had.Value)
}
