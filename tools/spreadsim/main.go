// Spreadsim simulates a training that 1 to 100 workers play, from measured service times
// (tools/spread), and prints where it bends: at which number of workers the decisions a
// second stop growing, and what is busy then. It is deterministic.
package main

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
)

func main() {
	p := plan{Latency: 0.0002, Spread: 0.1}
	var micro struct{ play, decode, learn float64 }
	name := flag.String("name", "", "of the table")
	groups := flag.String("groups", "2,32,128", "jobs of an iteration, with commas between them")
	flag.Float64Var(&micro.play, "play", 60, "microseconds of a core to play and encode a decision")
	flag.Float64Var(&micro.decode, "decode", 3, "microseconds of the learner to decode one")
	flag.Float64Var(&micro.learn, "learn", 12, "microseconds of the learner to learn from one")
	flag.Float64Var(&p.Bytes, "bytes", 200, "bytes of one on the wire")
	flag.Float64Var(&p.Weights, "weights", 1e6, "bytes of the network")
	flag.IntVar(&p.Rows, "rows", 16384, "decisions of an iteration")
	flag.IntVar(&p.Lag, "lag", 1, "iterations that play is ahead")
	flag.Float64Var(&p.Bandwidth, "bandwidth", 125e6, "bytes a second of the learner's link, each way")
	flag.Float64Var(&p.Latency, "latency", p.Latency, "seconds of a message, one way")
	flag.Float64Var(&p.Spread, "spread", p.Spread, "standard deviation of the time of a job, over its mean")
	flag.Parse()
	p.Play, p.Decode, p.Learn = micro.play/1e6, micro.decode/1e6, micro.learn/1e6
	fmt.Printf("| %s: workers | ", *name)
	var counts []int
	for text := range strings.SplitSeq(*groups, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			fmt.Fprintf(os.Stderr, "spreadsim: -groups %q: want numbers from 1\n", text)
			os.Exit(2)
		}
		counts = append(counts, n)
		fmt.Printf("%d groups | players busy | learner busy | link busy | ", n)
	}
	fmt.Println()
	fmt.Println("|--:" + strings.Repeat("|--:|--:|--:|--:", len(counts)) + "|")
	for _, workers := range []int{1, 2, 3, 5, 10, 20, 50, 100} {
		fmt.Printf("| %d | ", workers)
		for _, n := range counts {
			p.Workers, p.Groups = workers, n
			o := p.simulate(p.times(200, 1))
			fmt.Printf("%.0f/s | %.0f%% | %.0f%% | %.0f%% | ", o.PerSecond, 100*o.Players, 100*o.Learner, 100*o.Link)
		}
		fmt.Println()
	}
}
