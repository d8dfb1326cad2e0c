package train

import (
	"encoding/binary"
	"encoding/json"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/models"
)

// playedConfig is a run of one group with a fixed opponent and past selves.
func playedConfig() Config {
	cfg := Defaults()
	cfg.Game, cfg.Seed = "leduc", 5
	cfg.Network = NetworkConfig{Hidden: []int{8}, Activation: models.Tanh}
	cfg.Collect = CollectConfig{Batch: 60, Tables: 8, Groups: 1}
	cfg.Opponents = OpponentConfig{PastShare: 0.3, PastSlots: 1, SnapshotEvery: 2, Pool: 3, RedrawEvery: 1, Fixed: []string{"random"}, FixedShare: 0.3}
	return cfg
}

// playedBatch returns a batch with rows of self-play and against opponents, and its task.
func playedBatch(t testing.TB) (*Batch, *Task) {
	game, cfg := leducGame(t), playedConfig()
	actor, err := NewActor(game, cfg, nil, 1)
	require.NoError(t, err)
	w := models.Init(actor.Network(), 3)
	o := &Order{Iteration: 5, After: 5, Weights: w, Opponents: []Opponent{{ID: -1, Share: 0.3, Agent: random.New()}, {ID: 4, Share: 0.3, Weights: w}}}
	b, err := actor.Play(t.Context(), o, 0)
	require.NoError(t, err)
	require.Len(t, b.Stats.Opponents, 2)
	require.Positive(t, b.Stats.SelfEpisodes)
	return b, &Task{Spec: game.Spec(), Config: &cfg, Order: o}
}

func TestBatchesTravelWhole(t *testing.T) {
	b, task := playedBatch(t)
	data, err := b.Encode()
	require.NoError(t, err)
	got, err := task.Decode(data)
	require.NoError(t, err)
	assert.Equal(t, *b, *got)
	assert.Less(t, len(data), 4*len(b.Observation))

	for cut := range data {
		_, err := task.Decode(data[:cut])
		require.Error(t, err, "the first %d bytes", cut)
	}
	_, err = task.Decode(append(data, 0))
	require.ErrorContains(t, err, "follow it")

	empty := &Batch{}
	empty.reset(task.Spec)
	data, err = empty.Encode()
	require.NoError(t, err)
	_, err = task.Decode(data)
	require.ErrorContains(t, err, "0 rows: want 60 to ")
	_, err = task.Decode(append([]byte(batchMagic), binary.AppendUvarint(nil, math.MaxUint64)...))
	require.ErrorContains(t, err, "rows: want 60 to ")
}

// firstLink returns a row that another one follows.
func firstLink(b *Batch) int { return slices.IndexFunc(b.Next, func(n int32) bool { return n >= 0 }) }

// unplayed are changes to a batch that no play makes, by what is said of it.
var unplayed = map[string]func(*Batch){
	"observation[0][7]: NaN: want a number from 0 to 1": func(b *Batch) { b.Observation[7] = float32(math.NaN()) },
	"observation[1][0]: 3e+38":                          func(b *Batch) { b.Observation[b.ObservationSize] = 3e38 },
	"observation[0][0]: -0.5":                           func(b *Batch) { b.Observation[0] = -0.5 },
	"value[3]: +Inf":                                    func(b *Batch) { b.Value[3] = float32(math.Inf(1)) },
	"value[0]: -3e+38":                                  func(b *Batch) { b.Value[0] = -3e38 },
	"return[0]: 3e+38":                                  func(b *Batch) { b.Return[0] = 3e38 },
	", as earlier in its episode": func(b *Batch) {
		b.Return[b.Next[firstLink(b)]] = 0.123
	},
	"log_probs[0]: probabilities of 0 together: want 1": func(b *Batch) {
		for i := range b.LogProbs {
			if b.Mask[i] != 0 {
				b.LogProbs[i] = -3e38
			}
		}
	},
	"want the logarithm of a probability": func(b *Batch) { b.LogProbs[slices.Index(b.Mask, 1)] = 0.5 },
	"mask[0]: 1 legal actions": func(b *Batch) {
		clear(b.Mask[:b.NumActions])
		b.Mask[b.Action[0]] = 1
	},
	"none of the legal": func(b *Batch) {
		clear(b.Mask[:b.NumActions])
		b.Action[0] = 0
	},
	"kind 7":            func(b *Batch) { b.Kind[2] = 7 },
	"no row can follow": func(b *Batch) { b.Next[0], b.Next[1] = 9, 9 },

	"statistics of 9 kinds":                func(b *Batch) { b.Stats.ByKind = make([]KindStats, 9) },
	"].rows: -5: want ":                    func(b *Batch) { b.Stats.ByKind[0].Rows = -5 },
	"stats.entropy_sum: 1.7e+308":          func(b *Batch) { b.Stats.EntropySum = 1.7e308 },
	"].entropy_sum: 1.7e+308":              func(b *Batch) { b.Stats.ByKind[0].EntropySum = 1.7e308 },
	"].entropy_sum: -1: want":              func(b *Batch) { b.Stats.ByKind[0].EntropySum = -1 },
	"stats.episodes: 0: want":              func(b *Batch) { b.Stats.Episodes, b.Stats.SelfEpisodes = 0, 0 },
	"stats.episodes: 9223372036854775807":  func(b *Batch) { b.Stats.Episodes = math.MaxInt },
	"in self-play and against":             func(b *Batch) { b.Stats.Episodes++ },
	"stats.decisions: 1: want":             func(b *Batch) { b.Stats.Decisions = 1 },
	"stats.decisions: 9223372036854775807": func(b *Batch) { b.Stats.Decisions = math.MaxInt },
	"stats.choices: 1: want":               func(b *Batch) { b.Stats.Choices = 1 },
	"stats.self_episodes: -1":              func(b *Batch) { b.Stats.SelfEpisodes = -1 },
	"stats.draws: -1: want":                func(b *Batch) { b.Stats.Draws = -1 },
	"stats.draws: 1000: want":              func(b *Batch) { b.Stats.Draws = 1000 },
	"stats.longest: 9999: want":            func(b *Batch) { b.Stats.Longest = 9999 },
	"stats.self_length: -9":                func(b *Batch) { b.Stats.SelfLength = -9 },
	"stats.self_length: 100000":            func(b *Batch) { b.Stats.SelfLength = 100000 },
	"stats.seat_scores: 9 seats: want 2":   func(b *Batch) { b.Stats.SeatScores = make([]float64, 9) },
	"stats.seat_scores[1]: -1: want":       func(b *Batch) { b.Stats.SeatScores[1] = -1 },
	"stats.seat_scores: ":                  func(b *Batch) { b.Stats.SeatScores[0] /= 2 },

	"stats.opponents[2].opponent: -100: want an opponent that has a table": func(b *Batch) {
		b.Stats.Opponents = append(b.Stats.Opponents, OpponentResult{Opponent: -100, Episodes: 1})
	},
	"stats.opponents[2].opponent: 1: want": func(b *Batch) { // no past self, below snapshot_every
		b.Stats.Opponents = append(b.Stats.Opponents, OpponentResult{Opponent: 1, Episodes: 1})
	},
	"stats.opponents[2].opponent: 4: want": func(b *Batch) { // twice
		b.Stats.Opponents = append(b.Stats.Opponents, *b.opponent(4))
	},
	"stats.opponents: no result against 4": func(b *Batch) {
		b.Stats.Opponents = slices.DeleteFunc(b.Stats.Opponents, func(o OpponentResult) bool { return o.Opponent == 4 })
	},
	"].episodes: -1: want a whole number from": func(b *Batch) { b.opponent(4).Episodes = -1 },
	"].episodes: 9223372036854775807: want":    func(b *Batch) { b.opponent(4).Episodes = math.MaxInt },
	"].score: -1: want":                        func(b *Batch) { b.opponent(-1).Score = -1 },
	"].score: 1000: want":                      func(b *Batch) { b.opponent(-1).Score = 1000 },
	"].lead: 1000: want":                       func(b *Batch) { b.opponent(-1).Lead = 1000 },
	"].lead_squares: -1: want":                 func(b *Batch) { b.opponent(-1).LeadSquares = -1 },
	"].lead_squares: 1e+300: want":             func(b *Batch) { b.opponent(-1).LeadSquares = 1e300 },
}

// opponent returns the result against an opponent.
func (b *Batch) opponent(id int) *OpponentResult {
	return &b.Stats.Opponents[slices.IndexFunc(b.Stats.Opponents, func(o OpponentResult) bool { return o.Opponent == id })]
}

// Batches that no play makes are refused, one fault at a time, and all of them at once.
func TestUnplayedBatchesAreRefused(t *testing.T) {
	for _, said := range slices.Sorted(maps.Keys(unplayed)) {
		b, task := playedBatch(t)
		unplayed[said](b)
		data, err := b.Encode()
		require.NoError(t, err)
		_, err = task.Decode(data)
		assert.ErrorContains(t, err, said)
	}
	b, task := playedBatch(t)
	b.Value[1], b.Return[2], b.Stats.Draws, b.Stats.Opponents[0].Opponent = 1e30, -7, -1, 77
	data, err := b.Encode()
	require.NoError(t, err)
	_, err = task.Decode(data)
	for _, said := range []string{"value[1]", "return[2]", "stats.draws: -1", ".opponent: 77", "no result against"} {
		assert.ErrorContains(t, err, said)
	}
}

// FuzzDecodeBatch decodes anything: a batch that comes out is one that can be learned
// from and that travels again, and little data takes little memory.
func FuzzDecodeBatch(f *testing.F) {
	b, task := playedBatch(f)
	data, err := b.Encode()
	require.NoError(f, err)
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Add(append([]byte(batchMagic), binary.AppendUvarint(nil, math.MaxUint64)...))
	f.Add([]byte(batchMagic + "\x01\x02{}\x05\xff\xff\xff\xff\x0f"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if got, err := task.Decode(data); err == nil {
			learnable(t, task, got)
		}
	})
}

// learnable wants a decoded batch to be one that a run can count and learn from.
func learnable(t *testing.T, task *Task, got *Batch) {
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
	same, err := task.Decode(again)
	require.NoError(t, err)
	require.Equal(t, got, same)

	r, err := newRun(t.Context(), *task.Config, Options{
		Game:      leducGame(t),
		Agent:     func(string) (agents.Agent, error) { return random.New(), nil },
		Algorithm: func(*models.Weights) (Algorithm, error) { return nil, nil },
	})
	require.NoError(t, err)
	joined := NewJoiner(task.Spec).Join([]*Batch{got, got}) // sums of several groups
	r.pool.Entries = []PoolEntry{{Iteration: 4, Weights: r.weights}}
	for range alarmFromIteration + 5 {
		r.Iteration++
		r.keepScore(joined.Stats.Opponents)
		r.watch.see(&joined.Stats, r.cfg.Opponents.SnapshotEvery)
		values := r.describe(joined, task.Order, nil)
		for _, v := range values {
			require.False(t, math.IsNaN(v.Value) || math.IsInf(v.Value, 0), "%s is %v", v.Name, v.Value)
		}
		r.alarms(joined, task.Order, values)
	}
	require.True(t, r.records[0].valid() && r.pool.Entries[0].valid(), "a checkpoint with these records would be refused")
	_, err = json.Marshal(r.watch)
	require.NoError(t, err)
}

// cells lists the numbers of a batch that travel by themselves, and the lists that may
// change their lengths.
func cells(v reflect.Value) (out []reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			out = append(out, cells(v.Field(i))...)
		}
	case reflect.Slice:
		out = append(out, v)
		if e := v.Type().Elem().Kind(); e == reflect.Struct || e == reflect.Float64 { // of the statistics
			for i := range v.Len() {
				out = append(out, cells(v.Index(i))...)
			}
		}
	case reflect.Int, reflect.Float64:
		out = append(out, v)
	}
	return out
}

// tamper sets the number of a cell, or of an element of a list, to a value that code x
// chooses; or it makes a list of the statistics longer or shorter.
func tamper(v reflect.Value, x uint64) {
	whole := []int64{0, 1, -1, 5, -100, math.MaxInt8, math.MinInt8, math.MaxInt32, math.MinInt32, math.MaxInt64, math.MinInt64, int64(x)}
	number := []float64{0, 1, -1, 0.5, -100, 3e38, -3e38, 1.7e308, math.SmallestNonzeroFloat64, math.NaN(), math.Inf(1), math.Float64frombits(x)}
	choice := int(x>>8) % len(whole)
	switch v.Kind() {
	case reflect.Slice:
		if v.Len() == 0 || x&1 == 0 && v.Type().Elem().Kind() == reflect.Struct {
			v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
			return
		}
		if x&3 == 1 && (v.Type().Elem().Kind() == reflect.Struct || v.Type().Elem().Kind() == reflect.Float64) {
			v.Set(v.Slice(0, v.Len()-1))
			return
		}
		tamper(v.Index(int(x>>16)%v.Len()), x)
	case reflect.Struct:
		tamper(v.Field(int(x>>4)%v.NumField()), x)
	case reflect.Int:
		v.SetInt(whole[choice])
	case reflect.Int8, reflect.Int32:
		if v.Kind() == reflect.Int32 && !v.OverflowInt(whole[choice]) || !v.OverflowInt(whole[choice]) {
			v.SetInt(whole[choice])
		}
	case reflect.Float32, reflect.Float64:
		v.SetFloat(number[choice])
	}
}

// FuzzBatchFields changes numbers of a batch that was played, each field by itself, and sends
// it: what is not refused can be counted, learned from and kept.
func FuzzBatchFields(f *testing.F) {
	played, task := playedBatch(f)
	whole, err := played.Encode()
	require.NoError(f, err)
	first, err := task.Decode(whole)
	require.NoError(f, err)
	for i := range cells(reflect.ValueOf(first).Elem()) {
		f.Add(uint16(i), uint64(5<<8), uint16(0), uint64(0))
		f.Add(uint16(i), uint64(4<<8|1), uint16(3), uint64(9<<8))
	}
	f.Fuzz(func(t *testing.T, which uint16, x uint64, other uint16, y uint64) {
		b, err := task.Decode(whole)
		require.NoError(t, err)
		for _, change := range []struct {
			which uint16
			x     uint64
		}{{which, x}, {other, y}} {
			if change.x != 0 {
				all := cells(reflect.ValueOf(b).Elem())
				tamper(all[int(change.which)%len(all)], change.x)
			}
		}
		data, ok := encoded(b)
		if !ok {
			return
		}
		got, err := task.Decode(data)
		if err != nil {
			require.False(t, strings.Contains(err.Error(), "runtime error"), err)
			return
		}
		learnable(t, task, got)
	})
}

// encoded writes what has a form on the wire.
func encoded(b *Batch) ([]byte, bool) {
	b.Rows = len(b.Action)
	for i, a := range b.Action {
		if a < 0 || int(a) >= b.NumActions {
			b.Action[i] = int32(b.NumActions - 1) // an action has no other form than a place among legal ones
		}
	}
	if len(b.Observation) != b.Rows*b.ObservationSize || len(b.Mask) != b.Rows*b.NumActions {
		return nil, false
	}
	data, err := b.Encode()
	return data, err == nil
}

// Eras hold powers of two snapshots, and a past self of before the first one, as a raised
// snapshot_every makes of an older one, belongs to the first.
func TestEras(t *testing.T) {
	for iteration, era := range map[int]int{0: 0, 5: 0, 50: 0, 99: 0, 100: 1, 199: 1, 200: 2, 400: 3} {
		assert.Equal(t, era, eraOf(iteration, 50), "iteration %d", iteration)
	}
}
