package heat

import "ringer/env"

// Rotated returns the same scene with everybody moved to the left by so many
// chairs: what was seat p is seat p + by, round the table. The seats of HEAT are
// alike, so each then sees, may do and ends with what it did before.
func (s *State) Rotated(by int) env.State {
	w := s.Clone().(*State)
	n := s.game.players
	by = (by%n + n) % n
	to := func(seat int8) int8 { return int8((int(seat) + by) % n) }
	if s.actor >= 0 {
		w.actor = env.Player(to(int8(s.actor)))
	}
	w.start = to(s.start)
	w.won, w.claimed = 0, 0
	w.now.rotate(&s.now, to, n)
	w.then.table.rotate(&s.then.table, to, n)
	w.mem.rotate(&s.mem, to, n)
	for p := range int8(n) {
		q := to(p)
		w.won |= s.won >> p & 1 << q
		w.claimed |= s.claimed >> p & 1 << q
		w.then.target[q], w.then.option[q] = s.then.target[p], s.then.option[p]
		if t := s.then.target[p]; t >= 0 {
			w.then.target[q] = to(t)
		}
		w.sums.money[q], w.sums.purse[q] = s.sums.money[p], s.sums.purse[p]
		w.sums.heat[q], w.sums.warm[q], w.sums.returns[q] = s.sums.heat[p], s.sums.warm[p], s.sums.returns[p]
		w.claims[q], w.honest[q], w.lied[q] = s.claims[p], s.honest[p], s.lied[p]
		w.acting[q], w.copied[q], w.copiedIn[q], w.cancelled[q] = s.acting[p], s.copied[p], s.copiedIn[p], s.cancelled[p]
	}
	for i := range w.tasks[:w.taskCount] {
		t := &w.tasks[i]
		t.actor, t.seat = to(t.actor), to(t.seat)
	}
	for i := range w.log {
		e := &w.log[i]
		e.seat = to(e.seat)
		if tellings[e.kind].other || e.kind == evChoose {
			e.other = to(e.other)
		}
	}
	return w
}

// rotate writes the table from with every seat moved.
func (t *table) rotate(from *table, to func(int8) int8, players int) {
	for p := range int8(players) {
		q := to(p)
		t.money[q], t.heat[q], t.hand[q] = from.money[p], from.heat[p], from.hand[p]
		t.inUse[q], t.records[q] = from.inUse[p], from.records[p]
	}
}

// rotate writes the memory from with every seat moved.
func (m *memory) rotate(from *memory, to func(int8) int8, players int) {
	for p := range int8(players) {
		q := to(p)
		m.size[q], m.hand[q], m.commit[q] = from.size[p], from.hand[p], from.commit[p]
		m.passed[q], m.received[q] = from.passed[p], from.received[p]
		for other := range int8(players) {
			m.known[q][to(other)] = from.known[p][other]
		}
	}
}
