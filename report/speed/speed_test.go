package speed_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/report/records"
	record "ringer/report/speed"
	"ringer/train/speed"
)

func sample(config, backend string, rate float64) record.Record {
	return record.Record{
		Config: config, Seed: 1,
		Result: speed.Result{
			Game: config, Network: "mlp", Weights: 12345, Backend: backend, Tables: 1024, Groups: 2, Processors: 2,
			Iterations: 3, Decisions: 900, Seconds: 10, DecisionsPerSecond: rate, CollectedPerSecond: 2 * rate, LearnedPerSecond: 98_765,
			Inference: speed.Inference{Batches: 4, Mean: 12.345, Padded: 0.225},
			Processor: speed.Processor{Samples: 1600, Decisions: rate / 2, Collected: 2 * rate, Learned: 98_765, Shares: map[speed.Phase]float64{speed.Update: 0.6, speed.Running: 0.4}},
			Products:  speed.Products{Share: 0.55, PerSecond: 4e10, OfPeak: 0.4, Whole: 0.22, Peak: speed.Peak{OperationsPerSecond: 2.36e11, Processors: 2, Vectors: "512-bit fused multiply-add"}},
		},
		Stamp: records.Stamp{Revision: "0123456789abcdef", Vectors: "avx512 kernels", Date: "2026-11-23"},
	}
}

func TestRecordsAreKept(t *testing.T) {
	all := record.Put(nil, sample("leduc", "go", 1))
	all = record.Put(all, sample("heat", "go", 2))
	all = record.Put(all, sample("heat", "xla", 3))
	changed := sample("heat", "go", 4)
	changed.Set = []string{"collect.tables=9"}
	all = record.Put(all, changed)
	all = record.Put(all, sample("heat", "go", 5))
	var rates []float64
	for _, r := range all {
		rates = append(rates, r.DecisionsPerSecond)
	}
	assert.Equal(t, []float64{5, 3, 4, 1}, rates, "in the order of configurations, the newest of each")
	var b bytes.Buffer
	require.NoError(t, record.Write(&b, all))
	again, err := record.Read(&b)
	require.NoError(t, err)
	assert.Equal(t, all, again)
}

func TestReadRefuses(t *testing.T) {
	for want, spoil := range map[string]func(*record.Record){
		"line 1: a record without config": func(r *record.Record) { r.Backend = "" },
		"0 iterations":                    func(r *record.Record) { r.Iterations = 0 },
		"on 0 processors":                 func(r *record.Record) { r.Products.Peak.Processors = 0 },
	} {
		r := sample("kuhn", "go", 1)
		spoil(&r)
		var b bytes.Buffer
		require.NoError(t, record.Write(&b, []record.Record{r}))
		_, err := record.Read(&b)
		assert.ErrorContains(t, err, want)
	}
	_, err := record.Read(strings.NewReader(`{"speed": 1}`))
	assert.ErrorContains(t, err, "speed")
}

func TestTables(t *testing.T) {
	accelerated := sample("heat", "xla", 2_345_678)
	accelerated.Products.PerSecond = 0
	accelerated.Set = []string{"collect.groups=8"}
	text := record.Tables([]record.Record{sample("heat", "go", 1234.5), accelerated})
	for _, line := range []string{
		`| ` + "`heat`" + ` +\| ` + "`go`" + ` +\| +12,345 \| +1,024 in 2 \| +617 \| +2,470 \| +98,800 \| +12.3 \| +22% \| +55% \| +40% \| +22% \|`,
		"`heat` with `collect.groups=8` .* 4,690,000 .* – .* – ",
		`environment +\| observation +\| opponents +\| inference +\| sampling +\| update +\| other +\| +± \|`,
		`0% +\| +0% +\| +0% +\| +40% +\| +0% +\| +60% +\| +0% +\| +2\.[45] \|`,
		`Peaks: 236 billion operations a second on 2 processors \(512-bit fused multiply-add\)\. Measured 2026-11-23; commits 0123456789; vectors: avx512 kernels\.`,
	} {
		assert.Regexp(t, line, text)
	}
	assert.Contains(t, record.Tables(nil), "has not been run yet")
}
