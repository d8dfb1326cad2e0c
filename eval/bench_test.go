package eval

import (
	"context"
	"testing"

	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
)

// One step is a player decision of games between uniform agents on one
// goroutine: view, decision, check, draw, apply. Intervals are not counted.
func BenchmarkRandomMatchLeduc(b *testing.B) { benchmarkMatch(b, "leduc") }

func BenchmarkRandomMatchHeat(b *testing.B) { benchmarkMatch(b, "heat(players=4)") }

func benchmarkMatch(b *testing.B, name string) {
	agent := random.New()
	r := newRun(MatchConfig{Game: games.MustNew(name), Entries: []Entry{{"a", agent}, {"b", agent}}, Games: 4096})
	g := newGroup(r)
	b.ReportAllocs()
	decisions, number := 0.0, 0
	for b.Loop() {
		if err := g.playNumber(context.Background(), number%r.groups); err != nil {
			b.Fatal(err)
		}
		for _, row := range g.Rows {
			decisions += row[r.columns().length] * float64(r.seats)
		}
		number++
	}
	b.ReportMetric(decisions/b.Elapsed().Seconds(), "decisions/s")
}

// One step is the interval of the 12 columns of a two-player match of 1,000
// deals.
func BenchmarkBootstrap(b *testing.B) {
	rng := env.Stream(1, "bench")
	rows := make([][]float64, 1000)
	for i := range rows {
		rows[i] = make([]float64, 12)
		for c := range rows[i] {
			rows[i][c] = rng.Float64()
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Bootstrap(b.Context(), rows, 1); err != nil {
			b.Fatal(err)
		}
	}
}

// One step rates an arena of 6 agents in 15 pairs of 1,200 deals: ratings,
// α-rank, Nash average, and 2,000 replicates of them for the intervals.
func BenchmarkRateArena(b *testing.B) {
	rng := env.Stream(1, "bench/arena")
	config := ArenaConfig{Game: games.MustNew("kuhn")}
	var pairs []PairDeals
	for i := range 6 {
		config.Entries = append(config.Entries, Entry{Name: string(rune('a' + i))})
		for j := i + 1; j < 6; j++ {
			p := PairDeals{A: i, B: j, Deals: [][]DealResult{make([]DealResult, 1200)}}
			for d := range p.Deals[0] {
				w := float64(rng.IntN(3)) / 2
				p.Deals[0][d] = DealResult{WinsA: w, WinsB: 1 - w, ReturnA: w, ReturnB: -w}
			}
			pairs = append(pairs, p)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := RateArena(b.Context(), config, pairs); err != nil {
			b.Fatal(err)
		}
	}
}
