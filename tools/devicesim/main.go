// Devicesim follows play whose networks a device computes, through rounds, calls and cores, and
// prints how busy the device is with different numbers of tables and groups, with a call
// for each batch and with batches joined.
package main

import (
	"flag"
	"fmt"
)

// measured returns the plan of heat-long on an H100 beside 16 cores, with 2,048 tables in 8
// groups and a call for each batch (docs/accelerator.md): 41 rows a call, and groups that waited 72% of their time.
// Three networks share the rows of a round, so a group has 123 of them: 48% of its tables.
func measured() plan {
	return plan{
		Cores: 16, Groups: 8, Tables: 2048, Deciding: 0.48, Nets: []float64{0.7, 0.15, 0.15},
		Play: 24e-6, Call: 450e-6, Row: 2.4e-9,
	}
}

func main() {
	p := measured()
	flag.IntVar(&p.Cores, "cores", p.Cores, "cores that play")
	flag.Float64Var(&p.Play, "play", p.Play, "seconds of a core for a decision, without the network")
	flag.Float64Var(&p.Call, "call", p.Call, "seconds of a call")
	flag.Float64Var(&p.Row, "row", p.Row, "seconds of a row in a call")
	flag.Parse()
	fmt.Println("| tables | groups | joined | decisions/s | rows a call | device at work | cores at work | groups wait |")
	fmt.Println("|--:|--:|---|--:|--:|--:|--:|--:|")
	for _, tables := range []int{2048, 8192, 32768} {
		for _, groups := range []int{8, 16, 32, 64} {
			for _, joined := range []bool{false, true} {
				p.Tables, p.Groups, p.Joined = tables, groups, joined
				o := p.simulate(20, 1)
				fmt.Printf("| %d | %d | %v | %.0f | %.0f | %.0f%% | %.0f%% | %.0f%% |\n", tables, groups, joined, o.PerSecond, o.Rows, 100*o.Device, 100*o.Cores, 100*o.Waiting)
			}
		}
	}
}
