package heat

import (
	"ringer/env"
	"ringer/env/layout"
)

// Rotated implements env.Rotator. Everything goes to the left from the start player,
// so that every scene can be moved.
func (s *State) Rotated(by int) env.State {
	w := s.Clone().(*State)
	n := layout.Seats(s.game.players)
	w.actor = layout.RotateSeat(n, s.actor, by)
	w.start = layout.RotateSeat(n, s.start, by)
	w.won, w.claimed = layout.RotateSet(n, s.won, by), layout.RotateSet(n, s.claimed, by)
	w.now.rotate(n, by)
	w.then.tableau.rotate(n, by)
	w.mem.rotate(n, by)
	w.sums.rotate(n, by)
	layout.Rotate(w.then.target[:n], by)
	for i, t := range w.then.target[:n] {
		w.then.target[i] = layout.RotateSeat(n, t, by)
	}
	for _, bytes := range [][]uint8{
		w.then.option[:n], w.claims[:n], w.honest[:n], w.lied[:n], w.acting[:n], w.copied[:n], w.cancelled[:n],
	} {
		layout.Rotate(bytes, by)
	}
	for i := range w.tasks[:w.taskCount] {
		t := &w.tasks[i]
		t.actor, t.seat = layout.RotateSeat(n, t.actor, by), layout.RotateSeat(n, t.seat, by)
	}
	for i := range w.log {
		e := &w.log[i]
		e.seat = layout.RotateSeat(n, e.seat, by)
		if tellings[e.kind].other || e.kind == evChoose {
			e.other = layout.RotateSeat(n, e.other, by)
		}
	}
	return w
}

func (t *tableau) rotate(n layout.Seats, by int) {
	layout.Rotate(t.money[:n], by)
	layout.Rotate(t.heat[:n], by)
	layout.Rotate(t.hand[:n], by)
	layout.Rotate(t.inUse[:n], by)
	layout.Rotate(t.records[:n], by)
}

func (x *sums) rotate(n layout.Seats, by int) {
	for _, row := range [][]int32{x.money[:n], x.purse[:n], x.heat[:n], x.warm[:n], x.returns[:n]} {
		layout.Rotate(row, by)
	}
}

func (m *memory) rotate(n layout.Seats, by int) {
	layout.Rotate(m.size[:n], by)
	layout.Rotate(m.hand[:n], by)
	layout.Rotate(m.commit[:n], by)
	layout.Rotate(m.passed[:n], by)
	layout.Rotate(m.received[:n], by)
	layout.Rotate(m.known[:n], by)
	layout.Rotate(m.looked[:n], by)
	for p := range m.known[:n] {
		layout.Rotate(m.known[p][:n], by)
		layout.Rotate(m.looked[p][:n], by)
	}
}
