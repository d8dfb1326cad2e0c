package train

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/env"
	"ringer/models"
)

// playedBatch returns a batch with rows of self-play and against opponents.
func playedBatch(t testing.TB) (*Batch, *env.Spec) {
	game := leducGame(t)
	network, err := NewNetwork(game.Spec(), NetworkConfig{Hidden: []int{8}, Activation: models.Tanh})
	require.NoError(t, err)
	c, err := NewCollector(game, network, CollectConfig{Batch: 60, Tables: 8, Groups: 1}, 5)
	require.NoError(t, err)
	w := models.Init(network, 3)
	b, err := c.Collect(t.Context(), 1, w, []Opponent{{ID: -1, Share: 0.3, Agent: random.New()}, {ID: 4, Share: 0.2, Weights: w}})
	require.NoError(t, err)
	return b, game.Spec()
}

func TestBatchesTravelWhole(t *testing.T) {
	b, spec := playedBatch(t)
	data, err := b.Encode()
	require.NoError(t, err)
	got, err := DecodeBatch(spec, b.Rows, data)
	require.NoError(t, err)
	assert.Equal(t, *b, *got)
	assert.Less(t, len(data), 4*len(b.Observation))

	_, err = DecodeBatch(spec, b.Rows-1, data)
	require.ErrorContains(t, err, "want at most")
	for cut := range data {
		_, err := DecodeBatch(spec, b.Rows, data[:cut])
		require.Error(t, err, "the first %d bytes", cut)
	}
	_, err = DecodeBatch(spec, b.Rows, append(data, 0))
	require.ErrorContains(t, err, "follow it")

	empty := &Batch{}
	empty.reset(spec)
	data, err = empty.Encode()
	require.NoError(t, err)
	got, err = DecodeBatch(spec, 0, data)
	require.NoError(t, err)
	assert.Zero(t, got.Rows)
}

// Batches that no play makes are refused, one fault at a time.
func TestImpossibleBatchesAreRefused(t *testing.T) {
	for name, ruin := range map[string]func(*Batch){
		"observation":       func(b *Batch) { b.Observation[7] = float32(math.NaN()) },
		"not finite":        func(b *Batch) { b.Value[3] = float32(math.Inf(1)) },
		"kind 7":            func(b *Batch) { b.Kind[2] = 7 },
		"no row can follow": func(b *Batch) { b.Next[0], b.Next[1] = 9, 9 },
		"statistics of":     func(b *Batch) { b.Stats.SeatScores = make([]float64, 9) },
		"count less":        func(b *Batch) { b.Stats.Choices = b.Rows - 1 },
		"none of the legal": func(b *Batch) {
			clear(b.Mask[:b.NumActions])
			clear(b.LogProbs[:b.NumActions])
			b.Action[0] = 0
		},
	} {
		b, spec := playedBatch(t)
		ruin(b)
		data, err := b.Encode()
		require.NoError(t, err)
		_, err = DecodeBatch(spec, b.Rows, data)
		require.ErrorContains(t, err, name)
	}
}

// FuzzDecodeBatch decodes anything: a batch that comes out is one that can be learned
// from and that travels again, and little data takes little memory.
func FuzzDecodeBatch(f *testing.F) {
	b, spec := playedBatch(f)
	data, err := b.Encode()
	require.NoError(f, err)
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Add(append([]byte(batchMagic), binary.AppendUvarint(nil, math.MaxUint64)...))
	f.Add([]byte(batchMagic + "\x01\x02{}\x05\xff\xff\xff\xff\x0f"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := DecodeBatch(spec, 1000, data)
		if err != nil {
			return
		}
		a := got.NumActions
		require.Len(t, got.Observation, got.Rows*got.ObservationSize)
		for i := range got.Rows {
			require.EqualValues(t, 1, got.Mask[i*a+int(got.Action[i])])
			if n := int(got.Next[i]); n >= 0 {
				require.Greater(t, n, i)
				require.Less(t, n, got.Rows)
			}
			for j := range a {
				require.True(t, got.Mask[i*a+j] == 1 || got.LogProbs[i*a+j] == 0)
			}
		}
		again, err := got.Encode()
		require.NoError(t, err)
		same, err := DecodeBatch(spec, 1000, again)
		require.NoError(t, err)
		require.Equal(t, got, same)
	})
}
