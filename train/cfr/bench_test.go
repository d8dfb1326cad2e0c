package cfr_test

import (
	"testing"

	"ringer/train/cfr"
)

// One step is one iteration: an update of every seat. On one core.
func BenchmarkCFRLeduc(b *testing.B)                  { benchmark(b, cfr.CFR, "leduc") }
func BenchmarkCFRPlusLeduc(b *testing.B)              { benchmark(b, cfr.Plus, "leduc") }
func BenchmarkDCFRLeduc(b *testing.B)                 { benchmark(b, cfr.Discounted, "leduc") }
func BenchmarkPCFRPlusLeduc(b *testing.B)             { benchmark(b, cfr.Predictive, "leduc") }
func BenchmarkExternalSamplingLeduc(b *testing.B)     { benchmark(b, cfr.External, "leduc") }
func BenchmarkOutcomeSamplingLeduc(b *testing.B)      { benchmark(b, cfr.Outcome, "leduc") }
func BenchmarkCFRPlusLiarsDice(b *testing.B)          { benchmark(b, cfr.Plus, "liarsdice") }
func BenchmarkExternalSamplingLiarsDice(b *testing.B) { benchmark(b, cfr.External, "liarsdice") }
func BenchmarkCFRKuhnThreePlayers(b *testing.B)       { benchmark(b, cfr.CFR, "kuhn(players=3)") }
func BenchmarkExternalSamplingHeatMini(b *testing.B)  { benchmark(b, cfr.External, "heat(file=mini)") }

func benchmark(b *testing.B, algorithm cfr.Algorithm, game string) {
	s := solver(b, game, algorithm)
	s.Iterate(10)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		s.Iterate(1)
		n++
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "iterations/s")
}
