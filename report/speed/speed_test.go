package speed_test

import (
	"bytes"
	"math"
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
		`| ` + "`heat`" + ` +\| ` + "`go`" + ` +\| +12,345 \| +1,024 in 2 \| +617 \| +2,470 \| +98,800 \| +12.3 \| +22% \| +55% \| +40% \| +22% \| +236 \|`,
		"`heat` with `collect.groups=8` .* 4,690,000 .* – .* – ",
		`environment +\| observation +\| opponents +\| inference +\| sampling +\| update +\| other +\| +± \| peak \|`,
		`0% +\| +0% +\| +0% +\| +40% +\| +0% +\| +60% +\| +0% +\| +2\.[45] \| +236 \|`,
		`\*Peak\*: billion operations a second on 2 processors \(512-bit fused multiply-add\)\. Measured 2026-11-23; commits 0123456789; vectors: avx512 kernels\.`,
	} {
		assert.Regexp(t, line, text)
	}
	assert.Contains(t, record.Tables(nil), "has not been run yet")
}

// The rows of a second kind of machine stand beside the first one's rows, and each is measured anew in
// place of its own.
func TestRecordsOfTwoMachines(t *testing.T) {
	of := func(config string, peak, rate float64) record.Record {
		r := sample(config, "go", rate)
		r.Products.Peak.OperationsPerSecond = peak
		return r
	}
	all := record.Put(nil, of("heat", 236e9, 1))
	all = record.Put(all, of("leduc", 236e9, 2))
	all = record.Put(all, of("heat", 349e9, 3))
	all = record.Put(all, of("heat", 229e9, 4))
	all = record.Put(all, of("heat", 351e9, 5))
	four := of("heat", 236e9, 6)
	four.Products.Peak.Processors = 4
	all = record.Put(all, four)
	var rates []float64
	for _, r := range all {
		rates = append(rates, r.DecisionsPerSecond)
	}
	assert.Equal(t, []float64{4, 5, 6, 2}, rates)
	text := record.Tables(all)
	assert.Regexp(t, `heat.*\| +229 \|\n.*heat.*\| +351 \|\n`, text)
	assert.Contains(t, text, "a second on 2 processors (512-bit fused multiply-add); 4 processors (512-bit fused multiply-add). Measured")
}

func tried() record.Torch {
	return record.Torch{
		Name: "leduc-64", Config: "leduc", Game: "leduc", Hidden: []int{64, 32}, Tables: 64, Batch: 8192, Minibatch: 2048, Epochs: 4,
		Weights: 14084, TorchWeights: 14085, Version: "1.13", Python: "3.11", Pairs: 5, Seconds: 5, Decisions: 86_862, Torch: 29_913,
		Ratio: 2.904, Low: 2.775, High: 3.04, Peak: sample("", "", 0).Products.Peak, Stamp: sample("", "", 0).Stamp,
	}
}

func TestTorchTable(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, records.Write(&b, []record.Torch{tried()}))
	all, err := record.ReadTorch(&b)
	require.NoError(t, err)
	text := record.TorchTable(all)
	assert.Regexp(t, "`leduc` +\\| 64, 32 \\| +64 \\| +8,192 \\| +2,048 \\| +4 \\| +14,084 \\| +14,085 \\| +86,900 \\| +29,900 \\| +2.9 \\(2.8 … 3.0\\) \\| +5 \\| +236 \\|", text)
	assert.Contains(t, text, "PyTorch 1.13.\n")
	assert.Contains(t, record.TorchTable(nil), "has not been run yet")
	bad := tried()
	bad.Low = 3
	require.NoError(t, records.Write(&b, []record.Torch{bad}))
	_, err = record.ReadTorch(&b)
	assert.ErrorContains(t, err, "line 1: leduc-64: want a name")
}

func TestStrengthTable(t *testing.T) {
	never := math.Inf(1)
	one := record.Strength{
		Name: "heat-long", Game: "heat", Opponent: "expert", Target: .33, Seeds: []uint64{1, 2, 3}, Reached: 2, Evaluations: 60, Games: 2000,
		Seconds: record.NewUntil(93, 60, never), Processor: record.NewUntil(123.4, 100, never), Decisions: record.NewUntil(never, never, never),
		Peak: sample("", "", 0).Products.Peak, Stamp: sample("", "", 0).Stamp,
	}
	all := record.PutStrength(nil, one)
	all = record.PutStrength(all, one)
	other := one
	other.Peak.OperationsPerSecond *= 1.5
	other.Changes = "ppo.clip=0.3"
	all = record.PutStrength(all, other)
	var b bytes.Buffer
	require.NoError(t, record.WriteStrengths(&b, all))
	again, err := record.ReadStrengths(&b)
	require.NoError(t, err)
	assert.Equal(t, all, again)
	text := record.StrengthTable(all)
	assert.Regexp(t, "`heat-long` +\\| +33% against expert \\| 1.55 \\(1 … never\\) \\| +123 \\(100 … never\\) \\| +never \\| 2 of 3 \\| 1, 2, 3 \\| 2,000 \\| +236 \\|\n", text)
	assert.Regexp(t, "`heat-long` with `ppo.clip=0.3` .* 354 \\|\n", text)
	assert.Contains(t, record.StrengthTable(nil), "has not been run yet")
	one.Seeds = nil
	require.NoError(t, record.WriteStrengths(&b, []record.Strength{one}))
	_, err = record.ReadStrengths(&b)
	assert.ErrorContains(t, err, "heat-long: want a name, a game, an opponent, seeds")
}

func grown(axis string, at int, decisions float64) record.Growth {
	return record.Growth{
		Config: "leduc", Game: "leduc", Axis: axis, At: at, Decisions: decisions, Memory: 50e6, Wire: 29.3, Batch: 12.5, Padded: .05, Update: .8,
		Peak: sample("", "", 0).Products.Peak, Stamp: sample("", "", 0).Stamp,
	}
}

// A curve bends where its doublings change; its points stay in order, and a second machine has curves
// of its own.
func TestGrowth(t *testing.T) {
	var all []record.Growth
	for i, rate := range []float64{800, 100, 200, 400, 800} { // 1, 2, 4 and 8 hundred at 64, 128, 256 and 512 tables
		all = record.PutGrowth(all, grown("tables", []int{512, 64, 128, 256, 512}[i], rate))
	}
	all = record.PutGrowth(all, grown("tables", 1024, 800))
	all = record.PutGrowth(all, grown("tables", 2048, 800))
	second := grown("tables", 64, 500)
	second.Peak.OperationsPerSecond *= 1.5
	all = record.PutGrowth(all, second)
	all = record.PutGrowth(all, grown("workers", 1, 70))
	curves := record.Curves(all)
	require.Len(t, curves, 3)
	require.Len(t, curves[0], 6)
	at, before, after, ok := record.Bend(curves[0])
	assert.True(t, ok)
	assert.Equal(t, 512, at)
	assert.InDelta(t, 1, before, 1e-9)
	assert.InDelta(t, 0, after, 1e-9)
	assert.Equal(t, "bends at 512: a doubling gives +100% decisions before, +0% after", record.BendWords(curves[0]))
	assert.Equal(t, "no bend", record.BendWords(curves[0][:4]), "a straight line")
	assert.Equal(t, "no bend", record.BendWords(curves[1]))

	var b bytes.Buffer
	require.NoError(t, record.WriteGrowth(&b, all))
	again, err := record.ReadGrowth(&b)
	require.NoError(t, err)
	assert.Equal(t, all, again)
	text := record.GrowthTable(all)
	assert.Contains(t, text, "\n`leduc`, tables: bends at 512: a doubling")
	assert.Regexp(t, `\| +1,024 \| +800 \| +– \| +50 MB \| +29 \| +12.5 \| +5% \| +80% \| +236 \|`, text)
	picture := string(record.GrowthChart(all))
	assert.Contains(t, picture, "tables of leduc: bends at 512")
	assert.NotContains(t, picture, "tables of leduc: no bend", "the first machine alone")
	assert.Nil(t, record.GrowthChart(nil))
	bad := grown("depth", 1, 1)
	require.NoError(t, record.WriteGrowth(&b, []record.Growth{bad}))
	_, err = record.ReadGrowth(&b)
	assert.ErrorContains(t, err, "leduc, depth 1: want a configuration, a game, an axis")
}
