package train

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/tictactoe"
	"ringer/models"
)

// Probabilities of an exploring and of a greedy policy, by hand: illegal actions keep 0.
func TestChoicesByHand(t *testing.T) {
	logits := []float32{0, float32(math.Log(3)), 9, 0} // 1/5, 3/5 and 1/5 of the legal ones
	mask := []bool{true, true, false, true}
	probs := func(c choice) (p []float64) {
		out := make([]float32, len(logits))
		entropy, legal := c.write(logits, mask, out)
		require.Equal(t, 3, legal)
		require.Zero(t, out[2])
		sum := 0.0
		for a, l := range out {
			if mask[a] {
				p = append(p, math.Exp(float64(l)))
				sum -= p[len(p)-1] * float64(l)
			}
		}
		require.InDelta(t, sum, entropy, 1e-6)
		return p
	}
	assert.InDeltaSlice(t, []float64{0.2, 0.6, 0.2}, probs(choice{}), 1e-6)
	assert.InDeltaSlice(t, []float64{0.25, 0.5, 0.25}, probs(choice{epsilon: 0.375}), 1e-6)
	assert.InDeltaSlice(t, []float64{0.1, 0.8, 0.1}, probs(choice{greedy: true, epsilon: 0.3}), 1e-6)
	assert.InDeltaSlice(t, []float64{0, 1, 0}, probs(choice{greedy: true}), 1e-6)
	assert.InDeltaSlice(t, []float64{1. / 3, 1. / 3, 1. / 3}, probs(anything), 1e-6)

	logits = []float32{1, -2, 9, 3} // as regrets: 1/4, none and 3/4
	assert.InDeltaSlice(t, []float64{0.25, 0, 0.75}, probs(choice{matching: true}), 1e-6)
	assert.InDeltaSlice(t, []float64{0.275, 0.1, 0.625}, probs(choice{matching: true, epsilon: 0.3}), 1e-6)
	logits = []float32{-1, -0.5, 9, -3} // nothing is regretted
	assert.InDeltaSlice(t, []float64{0, 1, 0}, probs(choice{matching: true}), 1e-6)
}

// A seat is played by the one network or by the other for a whole episode, as often as the
// order says; rows say by which, also after they have travelled.
func TestSeatsRespondByEpisode(t *testing.T) {
	game, cfg := leducGame(t), playedConfig()
	cfg.Opponents = OpponentConfig{}
	cfg.Collect.Batch = 2000
	actor, err := NewActor(game, cfg, nil, 1)
	require.NoError(t, err)
	w, response := models.Init(actor.Network(), 3), models.Init(actor.Network(), 4)
	o := &Order{Weights: w, Acting: Acting{Greedy: true, Epsilon: 0.25, Responds: 0.3, Response: response}}
	b, err := actor.Play(t.Context(), o, 0)
	require.NoError(t, err)
	require.Len(t, b.Responded, b.Rows)
	forward, a, d := [2]models.Forward{models.NewForward(w), models.NewForward(response)}, b.NumActions, b.ObservationSize
	responded, logits, mask, want := 0, make([]float32, a), make([]bool, a), make([]float32, a)
	for i := range b.Rows {
		by, which := choice{}, 0
		if b.Responded[i] {
			responded++
			by, which = choice{greedy: true, epsilon: 0.25}, 1
		}
		if n := b.Next[i]; n >= 0 {
			require.Equal(t, b.Responded[i], b.Responded[n])
		}
		forward[which].Eval(b.Observation[i*d:(i+1)*d], logits)
		for j := range mask {
			mask[j] = b.Mask[i*a+j] != 0
		}
		by.write(logits, mask, want)
		require.InDeltaSlice(t, want, b.LogProbs[i*a:(i+1)*a], 1e-4)
	}
	assert.InDelta(t, 0.3, float64(responded)/float64(b.Rows), 0.05)

	data, err := b.Encode()
	require.NoError(t, err)
	got, err := (&Task{Spec: game.Spec(), Config: &cfg, Order: o}).Decode(data)
	require.NoError(t, err)
	assert.Equal(t, *b, *got)
	_, err = (&Task{Spec: game.Spec(), Config: &cfg, Order: &Order{}}).Decode(data)
	require.ErrorContains(t, err, "cut off")

	o.Acting.Response = nil
	_, err = actor.Play(t.Context(), o, 0)
	require.ErrorContains(t, err, "acting.response: none: want weights")

	o.Acting.Epsilon, o.Acting.Responds = -1, math.NaN()
	assert.ErrorContains(t, o.Check(&cfg), "acting.epsilon: -1: want a share from 0 to 1")
	assert.ErrorContains(t, o.Check(&cfg), "acting.responds: NaN")
}

// One seat of each episode of self-play draws from all legal actions alike, each seat as often, and the other one plays
// as it is told; rows say whose they are, also after they have travelled. Against others nobody explores.
func TestOneSeatExplores(t *testing.T) {
	game, cfg := leducGame(t), playedConfig()
	cfg.Opponents, cfg.Collect.Batch, cfg.Collect.Tables = OpponentConfig{}, 2000, 1
	actor, err := NewActor(game, cfg, nil, 1)
	require.NoError(t, err)
	w := models.Init(actor.Network(), 3)
	o := &Order{Weights: w, Acting: Acting{Matching: true, Responds: 1, Response: w, Explores: true}}
	b, err := actor.Play(t.Context(), o, 0)
	require.NoError(t, err)
	require.Len(t, b.Explored, b.Rows)
	forward, a, d := models.NewForward(w), b.NumActions, b.ObservationSize
	logits, mask, want, first := make([]float32, a), make([]bool, a), make([]float32, a), [2]int{}
	led := make([]bool, b.Rows) // by an earlier row of the same seat
	for i := range b.Rows {
		by := choice{matching: true}
		if b.Explored[i] {
			by = anything
		}
		if n := b.Next[i]; n >= 0 {
			led[n] = true
			require.Equal(t, b.Explored[i], b.Explored[n])
		}
		if !led[i] && b.Explored[i] {
			first[0]++
		} else if !led[i] {
			first[1]++
		}
		forward.Eval(b.Observation[i*d:(i+1)*d], logits)
		for j := range mask {
			mask[j] = b.Mask[i*a+j] != 0
		}
		by.write(logits, mask, want)
		require.InDeltaSlice(t, want, b.LogProbs[i*a:(i+1)*a], 1e-3)
	}
	assert.Equal(t, b.Stats.Episodes, first[0], "both seats of leduc have a choice in each episode")
	assert.Equal(t, b.Stats.Episodes, first[1])

	data, err := b.Encode()
	require.NoError(t, err)
	got, err := (&Task{Spec: game.Spec(), Config: &cfg, Order: o}).Decode(data)
	require.NoError(t, err)
	assert.Equal(t, *b, *got)
	_, err = (&Task{Spec: game.Spec(), Config: &cfg, Order: &Order{Acting: Acting{Responds: 1}}}).Decode(data)
	require.ErrorContains(t, err, "cut off")

	o.Opponents = []Opponent{{ID: 1, Share: 1, Weights: w}}
	b, err = actor.Play(t.Context(), o, 0)
	require.NoError(t, err)
	assert.NotContains(t, b.Explored, true)
}

// Where the order asks for a search, the learner's rows have the shares of its visits, and the seats play by them; they
// travel like others. A game that the search cannot plan in is refused.
func TestSeatsSearch(t *testing.T) {
	game, err := tictactoe.New(tictactoe.Defaults())
	require.NoError(t, err)
	cfg := playedConfig()
	cfg.Opponents, cfg.Collect.Batch = OpponentConfig{}, 200
	actor, err := NewActor(game, cfg, nil, 1)
	require.NoError(t, err)
	w := models.Init(actor.Network(), 3)
	o := &Order{Weights: w, Acting: Acting{Search: Searching{Sims: 8, Exploration: 1, Noise: 0.25, Spread: 10}}}
	b, err := actor.Play(t.Context(), o, 0)
	require.NoError(t, err)
	for i := range b.Rows {
		for a := range b.NumActions {
			at := i*b.NumActions + a
			if eighths := 8 * math.Exp(float64(b.LogProbs[at])); b.Mask[at] != 0 {
				require.InDelta(t, math.Round(eighths), eighths, 1e-4, "so many of eight visits")
			}
		}
		require.Greater(t, b.LogProbs[i*b.NumActions+int(b.Action[i])], float32(-3))
	}
	data, err := b.Encode()
	require.NoError(t, err)
	got, err := (&Task{Spec: game.Spec(), Config: &cfg, Order: o}).Decode(data)
	require.NoError(t, err)
	assert.Equal(t, *b, *got)
	again, err := actor.Play(t.Context(), &Order{Weights: w}, 0)
	require.NoError(t, err)
	eighths := 8 * math.Exp(float64(again.LogProbs[0]))
	assert.Greater(t, math.Abs(eighths-math.Round(eighths)), 1e-4, "nobody searches without an order")

	o.Acting.Search.Sims, o.Acting.Search.Noise = 0, 2
	assert.ErrorContains(t, o.Check(&cfg), "acting.search.sims: 0: want a number of simulations from 1")
	assert.ErrorContains(t, o.Check(&cfg), "acting.search.noise: 2: want a number from 0 to 1")
	hidden := leducGame(t)
	actor, err = NewActor(hidden, cfg, nil, 1)
	require.NoError(t, err)
	_, err = actor.Play(t.Context(), &Order{Weights: models.Init(actor.Network(), 3), Acting: Acting{Search: Searching{Sims: 8, Spread: 1}}}, 0)
	require.ErrorContains(t, err, "hides something from its seats, or has chance")
}

// A row leads to the next decision of its episode, whichever seat takes it: at one table that is
// the next row, and at several an episode has the rows of its seats' chains. The links
// travel, and those that no episode makes are refused.
func TestEpisodesAreFollowedAcrossSeats(t *testing.T) {
	game, cfg := leducGame(t), playedConfig()
	cfg.Opponents, cfg.Collect.Batch = OpponentConfig{}, 400
	for _, tables := range []int{1, 8} {
		cfg.Collect.Tables = tables
		actor, err := NewActor(game, cfg, nil, 1)
		require.NoError(t, err)
		w := models.Init(actor.Network(), 3)
		o := &Order{Weights: w, Acting: Acting{Followers: true, Responds: 0.5, Response: w}}
		b, err := actor.Play(t.Context(), o, 0)
		require.NoError(t, err)
		require.Len(t, b.Follower, b.Rows)

		led, across := make([]bool, b.Rows), 0
		for i, n := range b.Follower {
			if n < 0 {
				continue
			}
			require.False(t, led[n])
			led[n] = true
			if tables == 1 {
				require.EqualValues(t, i+1, n)
			}
			if n != b.Next[i] {
				across++
				require.Equal(t, -b.Return[i], b.Return[n], "the other seat's")
			}
		}
		require.Positive(t, across)
		episodes := 0
		for i := range b.Follower {
			if led[i] {
				continue
			}
			episodes++
			rows := map[int32]bool{}
			for row := int32(i); row >= 0; row = b.Follower[row] {
				rows[row] = true
			}
			for row := range rows {
				require.True(t, b.Next[row] < 0 || rows[b.Next[row]], "the seat goes on in the same episode")
			}
		}
		require.Equal(t, b.Stats.Episodes, episodes)

		data, err := b.Encode()
		require.NoError(t, err)
		task := &Task{Spec: game.Spec(), Config: &cfg, Order: o}
		got, err := task.Decode(data)
		require.NoError(t, err)
		assert.Equal(t, *b, *got)
		for cut := range 40 {
			_, err := task.Decode(data[:len(data)-1-cut])
			require.Error(t, err)
		}
		at := firstLink(b)
		was := b.Follower[at]
		b.Follower[at] = -1
		data, err = b.Encode()
		require.NoError(t, err)
		_, err = task.Decode(data)
		require.ErrorContains(t, err, fmt.Sprintf("follower[%d]: -1: want a row from %d to %d", at, at+1, b.Next[at]))
		b.Follower[at] = was
	}
	cfg.Collect.Groups = 2
	actor, err := NewActor(game, cfg, nil, 1)
	require.NoError(t, err)
	var groups []*Batch
	for i := range 2 {
		b, err := actor.Play(t.Context(), &Order{Weights: models.Init(actor.Network(), 3), Acting: Acting{Followers: true}}, i)
		require.NoError(t, err)
		data, err := b.Encode()
		require.NoError(t, err)
		got, err := (&Task{Spec: game.Spec(), Config: &cfg, Group: i, Order: &Order{Acting: Acting{Followers: true}}}).Decode(data)
		require.NoError(t, err)
		groups = append(groups, got)
	}
	joined := NewJoiner(game.Spec()).Join(groups)
	first := groups[0].Rows
	for i, n := range groups[1].Follower {
		if n >= 0 {
			n += int32(first)
		}
		require.Equal(t, n, joined.Follower[first+i])
	}
}
