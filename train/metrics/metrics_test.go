package metrics_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"

	"ringer/train/metrics"
)

func ExampleWriteJSON() {
	_ = metrics.WriteJSON(os.Stdout, 3, []metrics.Value{{Name: "loss", Value: 0.5}, {Name: "entropy", Value: math.NaN()}})
	// Output: {"step":3,"loss":0.5,"entropy":null}
}

// readRecords unframes TFRecords and checks both checksums.
func readRecords(t *testing.T, b []byte) (records [][]byte) {
	masked := func(p []byte) uint32 {
		c := crc32.Checksum(p, crc32.MakeTable(crc32.Castagnoli))
		return ((c >> 15) | (c << 17)) + 0xa282ead8
	}
	for len(b) > 0 {
		n := binary.LittleEndian.Uint64(b)
		require.Equal(t, masked(b[:8]), binary.LittleEndian.Uint32(b[8:]))
		data := b[12 : 12+n]
		require.Equal(t, masked(data), binary.LittleEndian.Uint32(b[12+n:]))
		records = append(records, data)
		b = b[16+n:]
	}
	return records
}

func TestEventsCarryStepAndScalars(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, metrics.WriteEventHeader(&b, 12.5))
	require.NoError(t, metrics.WriteEvent(&b, 13.5, 7, []metrics.Value{{Name: "loss", Value: 0.25}}))
	records := readRecords(t, b.Bytes())
	require.Len(t, records, 2)

	// The header record as TensorBoard's own writer lays it out.
	assert.Equal(t, "0900000000000029401a0d"+hex.EncodeToString([]byte("brain.Event:2")), hex.EncodeToString(records[0]))

	found := map[protowire.Number]bool{}
	for e := records[1]; len(e) > 0; {
		num, typ, n := protowire.ConsumeTag(e)
		require.Positive(t, n)
		e = e[n:]
		found[num] = true
		switch num {
		case 1:
			v, n := protowire.ConsumeFixed64(e)
			assert.Equal(t, 13.5, math.Float64frombits(v))
			e = e[n:]
		case 2:
			v, n := protowire.ConsumeVarint(e)
			assert.EqualValues(t, 7, v)
			e = e[n:]
		case 5:
			v, n := protowire.ConsumeBytes(e)
			assert.Contains(t, string(v), "loss")
			assert.True(t, bytes.HasSuffix(v, []byte{0x15, 0, 0, 0x80, 0x3e}), "0.25 as simple_value")
			e = e[n:]
		default:
			e = e[protowire.ConsumeFieldValue(num, typ, e):]
		}
	}
	assert.Len(t, found, 3)
}

func TestTagsAreGrouped(t *testing.T) {
	for name, want := range map[string]string{
		"win_rate_against_bot(heat-4p)": "eval/win_rate/bot(heat-4p)",
		"win_rate_low_against_expert":   "eval/win_rate_low/expert",
		"exploitability":                "eval/exploitability",
		"normalized_entropy":            "train/normalized_entropy",
		"normalized_entropy/bid":        "kinds/normalized_entropy/bid",
		"entropy_coefficient":           "train/entropy_coefficient",
		"entropy_coefficient/bid":       "kinds/entropy_coefficient/bid",
		"share_against_past":            "league/share/past",
		"share_of_seat_0":               "league/share_of_seat/0",
		"training_seconds":              "time/training_seconds",
		"training_processor_seconds":    "time/training_processor_seconds",
		"decisions_per_second":          "time/decisions_per_second",
		"decisions":                     "train/decisions",
		"loss":                          "train/loss",
	} {
		assert.Equal(t, want, metrics.Tag(name))
	}
}

// ParseEvents reads the scalars that were written, under their tags. A record that is
// cut off is left out, a damaged one refused.
func TestEventsReadAsWritten(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, metrics.WriteEventHeader(&b, 1))
	require.NoError(t, metrics.WriteSettings(&b, 1, []metrics.Setting{{Name: "seed", Value: 3.0}}))
	require.NoError(t, metrics.WriteEvent(&b, 2, 5, []metrics.Value{{Name: "loss", Value: .5}, {Name: "seconds", Value: 7}}))
	require.NoError(t, metrics.WriteEnd(&b, 3, 6, []metrics.Value{{Name: "exploitability", Value: .25}}))
	events, err := metrics.ParseEvents(b.Bytes())
	require.NoError(t, err)
	assert.Equal(t, []metrics.Event{
		{WallTime: 1},
		{WallTime: 1},
		{WallTime: 2, Step: 5, Values: []metrics.Value{{Name: "train/loss", Value: .5}, {Name: "time/seconds", Value: 7}}},
		{WallTime: 3, Step: 6, Values: []metrics.Value{{Name: "final/exploitability", Value: .25}}},
	}, events)
	short, err := metrics.ParseEvents(b.Bytes()[:b.Len()-3])
	require.NoError(t, err)
	assert.Equal(t, events[:3], short)
	b.Bytes()[b.Len()-7] ^= 1
	_, err = metrics.ParseEvents(b.Bytes())
	assert.Error(t, err)
}

// field returns the bytes of the first field of a message along a path of field numbers,
// or nil.
func field(message []byte, path ...protowire.Number) []byte {
	for len(path) > 0 {
		var found []byte
		for m := message; len(m) > 0 && found == nil; {
			num, typ, n := protowire.ConsumeTag(m)
			m = m[n:]
			n = protowire.ConsumeFieldValue(num, typ, m)
			if num == path[0] {
				found = m[:n]
				if typ == protowire.BytesType {
					found, _ = protowire.ConsumeBytes(m)
				}
			}
			m = m[n:]
		}
		message, path = found, path[1:]
	}
	return message
}

// The settings lie where TensorBoard's hparams plugin looks for them: its
// plugin_data.proto, struct.proto and summary.proto give the numbers. Seeds share a group.
func TestSettingsForTheHParamsPage(t *testing.T) {
	record := func(settings ...metrics.Setting) []byte {
		var b bytes.Buffer
		require.NoError(t, metrics.WriteSettings(&b, 9, settings))
		return readRecords(t, b.Bytes())[0]
	}
	rate, seed := metrics.Setting{Name: "ppo.clip", Value: .5}, metrics.Setting{Name: "seed", Value: 1.0}
	value := field(record(rate, seed), 5, 1)
	assert.Equal(t, "_hparams_/session_start_info", string(field(value, 1)))
	assert.Equal(t, "hparams", string(field(value, 9, 1, 1)))
	start := field(value, 9, 1, 2, 3)
	assert.Equal(t, "ppo.clip", string(field(start, 1, 1)))
	assert.Equal(t, .5, math.Float64frombits(binary.LittleEndian.Uint64(field(start, 1, 2, 2))))
	assert.Equal(t, 9.0, math.Float64frombits(binary.LittleEndian.Uint64(field(start, 5))))
	group := func(settings ...metrics.Setting) string {
		return string(field(record(settings...), 5, 1, 9, 1, 2, 3, 4))
	}
	assert.Equal(t, group(rate, seed), group(rate, metrics.Setting{Name: "seed", Value: 2.0}))
	assert.NotEqual(t, group(rate, seed), group(metrics.Setting{Name: "ppo.clip", Value: .25}, seed))
	text := field(record(metrics.Setting{Name: "game", Value: "kuhn"}, metrics.Setting{Name: "on", Value: true}), 5, 1, 9, 1, 2, 3)
	assert.Equal(t, "kuhn", string(field(text, 1, 2, 3)))
}
