package turn

import (
	"slices"

	"ringer/env"
)

// This file moves everybody by some chairs: models, corners, turns and what is known go
// with their seats, while the table stays. Automata keep their seats.

// A rotation moves the seats of a game by some chairs.
type rotation struct {
	g  *Game
	by int
}

func (r rotation) seat(seat int8) int8 {
	if seat < 0 || int(seat) >= r.g.Players {
		return seat
	}
	return int8((int(seat) + r.by) % r.g.Players)
}

func (r rotation) model(m int8) int8 { return r.g.Moved(m, r.by) }

func (r rotation) models(set ModelSet) (moved ModelSet) {
	for ; set != 0; set &= set - 1 {
		moved |= Bit(r.model(set.First()))
	}
	return moved
}

func (r rotation) side(side int8) int8 {
	if side < 0 {
		return side
	}
	return r.g.Side[r.seat(int8(r.g.FirstSeat(side)))]
}

// Moved returns the model that is to a seat some chairs further on what m is to its own:
// automata are nobody's, but those that stand for models of players go with them.
func (g *Game) Moved(m int8, by int) int8 {
	played := g.Players * g.PerSeat
	first := 0
	switch {
	case m < 0, m >= MaxModels: // nobody, or a mob
		return m
	case g.Automatic(m):
		if first = int(g.doubles); first == 0 || int(m) < first {
			return m
		}
	}
	return int8(first + (int(m)-first+(by+g.Players)*g.PerSeat)%played)
}

// Rotatable reports whether the state can be moved by some chairs: not before the first
// round, whose corners and warbands are chosen seat by seat, nor in the middle of what
// the seats do in turn, nor where that would part a team.
func (s *State) Rotatable(by int) bool {
	r := rotation{s.Game, by}
	for a := range s.Game.Players {
		for b := range a {
			if (s.Game.Side[a] == s.Game.Side[b]) != (s.Game.Side[r.seat(int8(a))] == s.Game.Side[r.seat(int8(b))]) {
				return false
			}
		}
	}
	for i := range s.tasks[:s.taskCount] {
		if s.tasks[i].Kind == taskInitiative {
			return false
		}
	}
	return s.Round > 0 && !s.Drafting && !s.BidsHidden
}

// Rotate moves everybody by some chairs, in place. The state must be rotatable.
func (s *State) Rotate(by int) {
	g := s.Game
	r := rotation{g, by}
	s.known()
	was := *s
	s.Actor = env.Player(r.seat(int8(s.Actor)))
	for _, seat := range []*int8{&s.Asker, &s.First} {
		*seat = r.seat(*seat)
	}
	for i := range s.Order[:s.Seated] {
		s.Order[i] = r.seat(was.Order[i])
	}
	s.High = 0
	for seat := range int8(g.Seats) {
		to := r.seat(seat)
		s.Die[to], s.Corner[to], s.Lost[to], s.Won[to] = was.Die[seat], was.Corner[seat], was.Lost[seat], was.Won[seat]
		s.Own[to] = r.models(was.Own[seat])
		s.High |= was.High >> seat & 1 << to
	}
	s.rotateModels(r, &was)
	s.rotateThings(r, &was)
	s.rotateDuel(r, &was)
	for i := range s.tasks[:s.taskCount] {
		t := &s.tasks[i]
		t.M, t.Other, t.Seat, t.each = r.model(t.M), r.model(t.Other), r.seat(t.Seat), r.models(t.each)
	}
	for i := range s.queue[:s.queued] {
		s.queue[i].m, s.queue[i].about = r.model(s.queue[i].m), r.model(s.queue[i].about)
	}
	for i := range s.Log {
		s.Log[i].Actor, s.Log[i].About = r.seat(s.Log[i].Actor), r.model(s.Log[i].About)
	}
	if s.Actor == env.Chance && s.listed() {
		s.ForbidAll()
		was.EachLegal(func(a env.Action) { s.Allow(was.RotatedOutcome(a, by)) })
	}
}

func (s *State) rotateModels(r rotation, was *State) {
	for m := range int8(r.g.Models) {
		x := &s.Models[r.model(m)]
		*x = was.Models[m]
		x.Seat, x.Leader, x.Struck = r.seat(x.Seat), r.model(x.Leader), r.models(x.Struck)
		for i := range x.Bonds {
			x.Bonds[i] = r.model(x.Bonds[i])
		}
	}
	for id := range s.Bearers {
		s.Bearers[id] = r.models(was.Bearers[id])
	}
	wardrobes := slices.Clone(s.Wardrobes)
	for i := range wardrobes { // one for each Hero, seat by seat
		seat := int8(i / r.g.Heroes)
		s.Wardrobes[int(r.seat(seat))*r.g.Heroes+i%r.g.Heroes] = wardrobes[i]
	}
	for _, set := range []*ModelSet{&s.InPlay, &s.refused, &s.Blame, &s.slain, &s.Due.all, &s.Boss.Called, &s.Street.Lying, &s.Street.Melted} {
		*set = r.models(*set)
	}
	for _, m := range []*int8{&s.Subject, &s.Carrier, &s.Boss.Target, &s.Change.By, &s.Change.Other, &s.Blow.By, &s.Blow.At, &s.Act.M, &s.Act.Crosser, &s.Other} {
		*m = r.model(*m)
	}
	for m := range int8(r.g.Models) {
		to := r.model(m)
		s.Due.Hits[to], s.Due.By[to] = was.Due.Hits[m], r.models(was.Due.By[m])
	}
}

func (s *State) rotateThings(r rotation, was *State) {
	if r.g.Scenario.Teams {
		for side := range int8(Teams) {
			to := r.side(side)
			s.Flags[to], s.Points[to] = was.Flags[side], was.Points[side]
			s.Flags[to].Carrier = r.model(s.Flags[to].Carrier)
		}
	}
	s.Hill = r.side(s.Hill)
	for i := range s.Counters {
		s.Counters[i].Side = r.side(s.Counters[i].Side)
	}
	for i := range s.Street.Crowds {
		s.Street.Crowds[i].Members = r.models(s.Street.Crowds[i].Members)
	}
	for i, by := range s.Builders {
		s.Builders[i] = r.model(by-1) + 1
	}
}

func (s *State) rotateDuel(r rotation, was *State) {
	d := &s.Duel
	for _, m := range []*int8{&d.By, &d.Only, &d.Target, &d.Roll.By, &d.Roll.Against} {
		*m = r.model(*m)
	}
	for _, set := range []*ModelSet{
		&d.In, &d.Eyes, &d.lent, &d.Dodge, &d.Drawn, &d.Chained, &d.Random, &d.Reacted, &d.Fight, &d.Avoid, &d.Set, &d.Avoiding, &d.done, &d.group, &d.Scope,
	} {
		*set = r.models(*set)
	}
	for m := range int8(r.g.Models) {
		to := r.model(m)
		d.Score[to], d.Defense[to], d.Stood[to] = was.Duel.Score[m], was.Duel.Defense[m], was.Duel.Stood[m]
	}
	for i := range d.Aims[:d.Aimed] {
		d.Aims[i] = r.model(d.Aims[i])
	}
	for i := range d.Attacks[:d.Waiting] {
		d.Attacks[i].By, d.Attacks[i].At = r.model(d.Attacks[i].By), r.model(d.Attacks[i].At)
	}
}

// ChanceSeat returns the seat that a chance node is about, or env.Chance.
func (s *State) ChanceSeat() env.Player {
	if t := s.Top(); t.Kind == taskInitiative && t.Step == initiativeRolled {
		return env.Player(t.Next)
	}
	if s.Subject != Nobody && s.Owner(s.Subject) < s.Game.Players {
		return env.Player(s.Owner(s.Subject))
	}
	return env.Chance
}

// RotatedOutcome returns the outcome of the chance node that means, when everybody has
// moved by some chairs, what one means now.
func (s *State) RotatedOutcome(a env.Action, by int) env.Action {
	g := s.Game
	r := rotation{g, by}
	switch t := s.Top(); {
	case s.Node == ChanceFirst:
		return env.Action(r.seat(int8(a)))
	case s.Node == ChanceMember:
		return env.Action(r.model(int8(a)))
	case s.Node == ChanceTie && t.Kind == taskInitiative:
		return s.rotatedTie(r, a)
	case s.Node == ChanceCrowd:
		c := s.Crowd(s.Duel.Target)
		k := int(a) - int(c.Civilians)
		if k < 0 {
			return a
		}
		m := c.Members
		for ; k > 0; k-- {
			m &= m - 1
		}
		before := r.models(c.Members) & (Bit(r.model(m.First())) - 1)
		return env.Action(int(c.Civilians) + before.Count())
	case s.Node < NodeDecisions && a >= g.Actions.Model && int(a-g.Actions.Model) < g.Models:
		return g.ModelID(0, r.model(g.ModelOf(0, a)))
	}
	return a
}

// rotatedTie returns the order of tied seats that puts those who have moved in the order
// of another.
func (s *State) rotatedTie(r rotation, a env.Action) env.Action {
	t := s.Top()
	n := int(t.Number)
	var tied [MaxSeats]int8
	copy(tied[:], s.Order[t.Next:int(t.Next)+n])
	want := Permuted(tied, n, int(a))
	var moved [MaxSeats]int8
	at := 0
	for seat := range int8(r.g.Seats) { // ascending, as they will be
		for _, x := range tied[:n] {
			if r.seat(x) == seat {
				moved[at] = seat
				at++
			}
		}
	}
	for k := range Factorial(n) {
		got, same := Permuted(moved, n, k), true
		for i := range n {
			same = same && got[i] == r.seat(want[i])
		}
		if same {
			return env.Action(k)
		}
	}
	panic("duel: an order of seats that is none")
}
