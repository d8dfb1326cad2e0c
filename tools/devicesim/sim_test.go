package main

import (
	"math"
	"testing"
)

// near wants two numbers within a share of the second.
func near(t *testing.T, what string, is, want, share float64) {
	t.Helper()
	if math.Abs(is-want) > share*want {
		t.Errorf("%s: %g: want %g", what, is, want)
	}
}

func atMost(t *testing.T, what string, is, most float64) {
	t.Helper()
	if is > most {
		t.Errorf("%s: %g: want at most %g", what, is, most)
	}
}

// The times of the plan are such that it does what was measured.
func TestThePlanDoesWhatWasMeasured(t *testing.T) {
	o := measured().simulate(20, 1)
	near(t, "rows", o.Rows, 41, 0.01)
	near(t, "waiting", o.Waiting, 0.72, 0.03)
	near(t, "decisions a second", o.PerSecond, 98_000, 0.1) // 87,800 and 108,000
}

// One group alone asks its networks and plays, one after the other.
func TestOneGroupTakesTurnsWithTheDevice(t *testing.T) {
	for _, joined := range []bool{false, true} {
		p := plan{Cores: 3, Groups: 1, Tables: 100, Deciding: 0.5, Nets: []float64{0.8, 0.2}, Play: 1e-4, Call: 1e-3, Row: 1e-5, Joined: joined}
		calls, play := 2*1e-3+50*1e-5, 50*1e-4
		o := p.simulate(50, 1)
		near(t, "PerSecond", o.PerSecond, 50/(calls+play), 0.01)
		near(t, "Rows", o.Rows, 25, 0.01)
		near(t, "Device", o.Device, calls/(calls+play), 0.01)
		near(t, "Waiting", o.Waiting, calls/(calls+play), 0.01)
		near(t, "Cores", o.Cores, play/(calls+play)/3, 0.01)
	}
}

// Nothing is faster than the device or the cores, whichever is slower, and one of them is
// near its limit where there are many groups. Joined calls are never fewer rows.
func TestNothingIsFasterThanItsParts(t *testing.T) {
	for _, tables := range []int{1024, 8192, 65536} {
		for _, groups := range []int{1, 8, 64} {
			p := measured()
			p.Tables, p.Groups = tables, groups
			alone := p.simulate(5, 1)
			p.Joined = true
			joined := p.simulate(5, 1)
			for _, o := range []outcome{alone, joined} {
				atMost(t, "PerSecond", o.PerSecond, 1.02*float64(p.Cores)/p.Play)
				atMost(t, "PerSecond", o.PerSecond, 1.02*o.Rows/(p.Call+p.Row*o.Rows))
				atMost(t, "Device", o.Device, 1.001)
				atMost(t, "Cores", o.Cores, 1.001)
				if groups == 64 {
					near(t, "the busier of both", max(o.Device, o.Cores), 1, 0.05)
				}
			}
			atMost(t, "rows of a call that is not joined", 0.999*alone.Rows, joined.Rows)
			atMost(t, "decisions a second without joining", 0.98*alone.PerSecond, joined.PerSecond)
		}
	}
}
