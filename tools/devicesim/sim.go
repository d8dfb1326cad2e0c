package main

import (
	"container/heap"
	"math/rand/v2"
)

// A plan describes play on one machine whose networks a device computes. Times are in
// seconds.
type plan struct {
	Cores    int
	Groups   int
	Tables   int     // of all groups
	Deciding float64 // share of the tables at which a network decides in a round: others have ended, or ask an agent
	Nets     []float64
	Play     float64 // of a core, for a decision, without the network
	Call     float64 // of the device, whatever it computes
	Row      float64 // of the device, for a row
	Joined   bool    // what waits for a network goes together into its next call
}

// outcome says how fast play went, and how busy its parts were. Shares are of the time.
type outcome struct {
	PerSecond              float64 // decisions
	Rows                   float64 // of a call
	Device, Cores, Waiting float64 // at work; at work; of the groups, for the device
}

// event is the end of a call or of a group's work on a core.
type event struct {
	at    float64
	group int   // that has worked; -1: a call has ended
	call  *call // that has ended
}

type events []event

func (e events) Len() int           { return len(e) }
func (e events) Less(i, k int) bool { return e[i].at < e[k].at }
func (e events) Swap(i, k int)      { e[i], e[k] = e[k], e[i] }
func (e *events) Push(x any)        { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

// A call has the device compute one network for some groups.
type call struct {
	net    int
	groups []int
}

// simulation follows groups through rounds: a group asks one network after the other, each with
// its share of the rows, and then plays on with all of them on one core.
type simulation struct {
	plan
	rng *rand.Rand

	now    float64
	events events

	next    []int     // network that each group asks next
	asked   []float64 // when each group asked
	runs    []bool    // the network has a call that the device has not ended
	waiting [][]int   // groups, by network
	queue   []*call   // that the device has not ended, the first at work
	ready   []int     // groups that wait for a core
	free    int       // cores

	rows, calls, device, cores, wait float64
}

// rowsOf returns the rows with which a group asks a network.
func (s *simulation) rowsOf(net int) float64 {
	return s.Deciding * float64(s.Tables) / float64(s.Groups) * s.Nets[net]
}

// simulate follows play for some seconds.
func (p plan) simulate(seconds float64, seed uint64) outcome {
	s := &simulation{
		plan: p, rng: rand.New(rand.NewPCG(seed, 2)), free: p.Cores,
		next: make([]int, p.Groups), asked: make([]float64, p.Groups),
		runs: make([]bool, len(p.Nets)), waiting: make([][]int, len(p.Nets)),
	}
	for g := range p.Groups {
		s.ask(g)
	}
	for s.now < seconds {
		e := heap.Pop(&s.events).(event)
		s.now = e.at
		if e.call == nil {
			s.free++
			s.next[e.group] = 0
			s.ask(e.group)
		} else {
			s.ended(e.call)
		}
		s.work()
	}
	return outcome{
		PerSecond: s.rows / s.now, Rows: s.rows / s.calls, Device: s.device / s.now,
		Cores: s.cores / s.now / float64(p.Cores), Waiting: s.wait / s.now / float64(p.Groups),
	}
}

// ask has a group ask its next network.
func (s *simulation) ask(g int) {
	net := s.next[g]
	s.asked[g] = s.now
	if s.Joined && s.runs[net] {
		s.waiting[net] = append(s.waiting[net], g)
		return
	}
	s.submit(&call{net, []int{g}})
}

func (s *simulation) submit(c *call) {
	s.runs[c.net] = true
	if s.queue = append(s.queue, c); len(s.queue) == 1 {
		s.begin()
	}
}

// begin has the device begin the first call of its queue.
func (s *simulation) begin() {
	c := s.queue[0]
	rows := s.rowsOf(c.net) * float64(len(c.groups))
	take := s.Call + s.Row*rows
	s.rows += rows
	s.calls++
	s.device += take
	heap.Push(&s.events, event{at: s.now + take, group: -1, call: c})
}

func (s *simulation) ended(c *call) {
	s.queue = s.queue[1:]
	s.runs[c.net] = false
	if w := s.waiting[c.net]; len(w) > 0 {
		s.waiting[c.net] = nil
		s.runs[c.net] = true
		s.queue = append(s.queue, &call{c.net, w})
	}
	if len(s.queue) > 0 {
		s.begin()
	}
	for _, g := range c.groups {
		s.wait += s.now - s.asked[g]
		if s.next[g]++; s.next[g] < len(s.Nets) {
			s.ask(g)
		} else {
			s.ready = append(s.ready, g)
		}
	}
}

// work gives cores to groups that wait for one. A round takes a tenth more or less.
func (s *simulation) work() {
	for s.free > 0 && len(s.ready) > 0 {
		g := s.ready[0]
		s.ready = s.ready[1:]
		s.free--
		take := s.Play * s.Deciding * float64(s.Tables) / float64(s.Groups) * (0.9 + 0.2*s.rng.Float64())
		s.cores += take
		heap.Push(&s.events, event{at: s.now + take, group: g})
	}
}
