package main

import (
	"math"
	"math/rand/v2"
)

// A plan describes a training that workers play. Times are in seconds.
type plan struct {
	Workers int     // cores that play
	Groups  int     // jobs of an iteration
	Rows    int     // decisions of an iteration
	Lag     int     // iterations that play is ahead
	Play    float64 // of a core, for a decision; the wire's encoding included
	Decode  float64 // of the learner, for a decision
	Learn   float64 // of the learner, for a decision
	Spread  float64 // of the time of a job: standard deviation over its mean

	Bytes     float64 // of a decision on the wire
	Weights   float64 // bytes
	Bandwidth float64 // bytes a second of the learner's link, each way
	Latency   float64 // of a message, one way
}

// outcome says how fast a training went, and how busy its parts were.
type outcome struct {
	PerSecond              float64 // decisions
	Players, Learner, Link float64 // shares of the time; of the link, in the busier direction
}

// jobTime draws how long a job plays: a log-normal time with the mean of a group.
func (p *plan) jobTime(rng *rand.Rand) float64 {
	mean := p.Play * float64(p.Rows) / float64(p.Groups)
	if p.Spread == 0 {
		return mean
	}
	sigma := math.Sqrt(math.Log(1 + p.Spread*p.Spread))
	return mean * math.Exp(sigma*rng.NormFloat64()-sigma*sigma/2)
}

// times draws the times of all jobs, [iterations][Groups], so that two simulations can take
// the same.
func (p *plan) times(iterations int, seed uint64) [][]float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	out := make([][]float64, iterations)
	for i := range out {
		for range p.Groups {
			out[i] = append(out[i], p.jobTime(rng))
		}
	}
	return out
}

// simulate follows a training through the given jobs.
//
// Orders, jobs and results are events in an order that is known: an iteration is ordered
// when the one Lag+1 before it is learned; its jobs go to the workers that are free first;
// results go through the link one after the other, in the order in which they are done,
// and are decoded in the order in which they come; an iteration is learned when all its
// results are decoded and the one before it is learned. Decoding and learning share no
// processor here: a learner has two at least.
func (p *plan) simulate(times [][]float64) outcome {
	free := make([]float64, p.Workers) // when each worker is free
	known := make([]int, p.Workers)    // the newest weights that it has, one more than the iteration
	learned := make([]float64, len(times))
	var up, down, decoder, learner float64       // when each is free
	var playing, learning, sent, fetched float64 // time in use
	type result struct{ done float64 }
	var waiting []result // of one iteration
	perGroup := float64(p.Rows) / float64(p.Groups)
	rows := 0.0
	for i := range times {
		ordered := 0.0
		if i > p.Lag {
			ordered = learned[i-p.Lag-1]
		}
		waiting = waiting[:0]
		for _, play := range times[i] {
			w := 0
			for k := range free {
				if free[k] < free[w] {
					w = k
				}
			}
			start := math.Max(free[w], ordered+p.Latency)
			if known[w] <= i {
				known[w] = i + 1
				take := p.Weights / p.Bandwidth
				begin := math.Max(down, start+p.Latency)
				down = begin + take
				start = down + p.Latency
				fetched += take
			}
			free[w] = start + play
			playing += play
			waiting = append(waiting, result{free[w]})
		}
		for n := range waiting { // in the order in which they are done
			for k := n; k > 0 && waiting[k].done < waiting[k-1].done; k-- {
				waiting[k], waiting[k-1] = waiting[k-1], waiting[k]
			}
		}
		last := 0.0
		for _, r := range waiting {
			take := p.Bytes * perGroup / p.Bandwidth
			up = math.Max(up, r.done) + take
			sent += take
			decoder = math.Max(decoder, up+p.Latency) + p.Decode*perGroup
			last = decoder
		}
		if i > 0 {
			learner = learned[i-1]
		}
		learned[i] = math.Max(learner, last) + p.Learn*float64(p.Rows)
		learning += p.Learn * float64(p.Rows)
		rows += float64(p.Rows)
	}
	whole := learned[len(learned)-1]
	return outcome{
		PerSecond: rows / whole, Players: playing / whole / float64(p.Workers),
		Learner: learning / whole, Link: math.Max(sent, fetched) / whole,
	}
}
