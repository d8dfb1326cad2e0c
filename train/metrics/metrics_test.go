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
