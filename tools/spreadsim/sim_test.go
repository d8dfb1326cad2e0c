package main

import (
	"math"
	"testing"
)

// Without a spread of times, and with much lag, the slowest part alone decides: the bound
// of a closed network of queues.
func TestTheSlowestPartDecides(t *testing.T) {
	base := plan{Workers: 4, Groups: 8, Rows: 800, Lag: 8, Play: 1e-3, Decode: 1e-6, Learn: 1e-6, Bytes: 1, Weights: 1, Bandwidth: 1e9}
	for name, c := range map[string]struct {
		change func(*plan)
		want   float64 // decisions a second
	}{
		"players": {func(*plan) {}, 4 / 1e-3},
		"learner": {func(p *plan) { p.Learn = 1e-3 }, 1000},
		"decoder": {func(p *plan) { p.Decode = 2e-3 }, 500},
		"link":    {func(p *plan) { p.Bytes = 1e6 }, 1000},
	} {
		p := base
		c.change(&p)
		got := p.simulate(p.times(400, 1)).PerSecond
		if math.Abs(got/c.want-1) > 0.05 {
			t.Errorf("%s: %.1f decisions a second, want %.1f", name, got, c.want)
		}
	}
}

// Without lag an iteration is as long as its parts after one another: a group a worker,
// then the results through the link, decoding and learning.
func TestWithoutLagPartsTakeTurns(t *testing.T) {
	p := plan{Workers: 4, Groups: 4, Rows: 400, Play: 1e-3, Decode: 1e-4, Learn: 2e-4, Bytes: 100, Bandwidth: 1e6}
	play, wire, decode := 100*1e-3, 100*100/1e6, 100*1e-4
	// The four results come at once: each waits for the wire, and decoding is as slow as it.
	round := play + 4*math.Max(wire, decode) + math.Min(wire, decode) + 400*2e-4
	got := p.simulate(p.times(200, 1)).PerSecond
	if want := 400 / round; math.Abs(got/want-1) > 0.01 {
		t.Errorf("%.1f decisions a second, want %.1f", got, want)
	}
}

// dumb is the same training by the clock, in small steps.
func (p *plan) dumb(times [][]float64, step float64) float64 {
	type worker struct{ until float64 } // busy until then
	type job struct {
		ready, play float64
		iteration   int
	}
	workers := make([]worker, p.Workers)
	per := float64(p.Rows) / float64(p.Groups)
	var queue []job
	var sent []struct {
		at        float64
		iteration int
	}
	left := make([]int, len(times))
	learned, next, ordered := 0, 0.0, 0
	var up, decoder float64
	arrived := make([]float64, len(times)) // when the last result is decoded
	for now := 0.0; learned < len(times); now += step {
		for ; ordered < len(times) && ordered <= learned+p.Lag; ordered++ {
			left[ordered] = p.Groups
			for _, play := range times[ordered] {
				queue = append(queue, job{now, play, ordered})
			}
		}
		for w := range workers {
			if workers[w].until <= now && len(queue) > 0 {
				workers[w].until = now + queue[0].play
				sent = append(sent, struct {
					at        float64
					iteration int
				}{workers[w].until, queue[0].iteration})
				queue = queue[1:]
			}
		}
		for i := 0; i < len(sent); i++ {
			if sent[i].at > now {
				continue
			}
			up = math.Max(up, sent[i].at) + p.Bytes*per/p.Bandwidth
			decoder = math.Max(decoder, up) + p.Decode*per
			it := sent[i].iteration
			if left[it]--; left[it] == 0 {
				arrived[it] = decoder
			}
			sent = append(sent[:i], sent[i+1:]...)
			i--
		}
		if learned < ordered && left[learned] == 0 && arrived[learned] <= now {
			if next == 0 {
				next = now + p.Learn*float64(p.Rows)
			}
			if next <= now {
				learned, next = learned+1, 0
			}
		}
		if learned == len(times) {
			return float64(p.Rows*len(times)) / now
		}
	}
	return 0
}

// The simulation agrees with one that walks through time in small steps.
func TestADumbSimulationAgrees(t *testing.T) {
	for _, p := range []plan{
		{Workers: 3, Groups: 7, Rows: 700, Lag: 0, Play: 1e-3, Decode: 1e-5, Learn: 1e-4, Bytes: 100, Bandwidth: 1e7, Spread: 0.4},
		{Workers: 5, Groups: 8, Rows: 800, Lag: 2, Play: 1e-3, Decode: 1e-5, Learn: 2e-4, Bytes: 100, Bandwidth: 1e7, Spread: 0.4},
		{Workers: 20, Groups: 8, Rows: 800, Lag: 1, Play: 1e-3, Decode: 1e-5, Learn: 1e-4, Bytes: 100, Bandwidth: 1e7, Spread: 0.2},
	} {
		times := p.times(60, 3)
		got, want := p.simulate(times).PerSecond, p.dumb(times, 1e-4)
		if math.Abs(got/want-1) > 0.03 {
			t.Errorf("%+v: %.1f decisions a second, and the dumb one has %.1f", p, got, want)
		}
	}
}
