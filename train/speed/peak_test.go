package speed

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Every chain of a kernel is there and goes where x·a + 1 = a; a chain that were merged with
// another or left out would make the peak too high.
func TestKernelsCompute(t *testing.T) {
	assert.EqualValues(t, 2*8, plainKernel(100))
	assert.EqualValues(t, 0+1+2+3+4+5+6+7, plainKernel(0))
	lanes := map[string]float64{"single floats": 1, "256-bit fused multiply-add": 8, "512-bit fused multiply-add": 16}[kernelName()]
	chains := float64(kernel(100)) / 2
	assert.Equal(t, 2*lanes*chains, kernelOperations())
	assert.InDelta(t, chains*(chains-1)/2, kernel(0), 1e-6, "they begin with 0, 1, 2 and so on")
}

func TestPeakIsTheBestBurstOfEveryProcessor(t *testing.T) {
	p := newProbe()
	p.measure()
	peak := p.peak()
	assert.Positive(t, peak.OperationsPerSecond)
	assert.Equal(t, len(p.best), peak.Processors)
	for i := range p.best {
		p.best[i] = 1e15
	}
	p.measure()
	assert.Equal(t, 1e15*float64(peak.Processors), p.peak().OperationsPerSecond, "a slower burst changes nothing")
}

func BenchmarkKernel(b *testing.B) {
	for b.Loop() {
		kernel(100_000)
	}
	b.ReportMetric(kernelOperations()*100_000*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gop/s")
}
