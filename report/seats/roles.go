package seats

import (
	"fmt"

	"ringer/env"
	"ringer/env/fivepossessions"
	"ringer/env/payday"
	"ringer/env/scene"
	"ringer/report/corpus"
)

// A role is a way to tell the seats of a game apart, other than by their numbers.
type role struct {
	name  string
	cells []who
}

// who is the seat of a role: its name in names of measures, for people, and what it does.
type who struct{ id, name, does string }

// roles returns how the seats of a game are told apart: by their numbers or the sides
// that go with them, and by who decides first.
func roles(g env.Game) []role {
	n := g.Spec().Players
	seat, order := role{name: "seat"}, role{name: "order"}
	for i := range n {
		name := scene.SeatName(env.Player(i))
		seat.cells = append(seat.cells, who{fmt.Sprintf("seat-%d", i), name, "sits in " + name})
		order.cells = append(order.cells, doing("decides", ordinal(i)))
	}
	list := []role{seat, order}
	switch env.UnwrapGame(g).(type) {
	case *payday.Game:
		seat.name, seat.cells = "side", []who{
			payday.Criminal: {"criminal", "Criminal", "plays the Criminal"}, payday.Police: {"police", "Police", "plays the Police"},
		}
		return []role{seat} // who decides first is always the Criminal
	case *fivepossessions.Game:
		list = append(list, role{"side", []who{doing("attacks", "first"), doing("defends", "first")}})
	}
	if n == 1 {
		list = list[:1]
	}
	return list
}

func doing(verb, when string) who {
	words := verb + " " + when
	return who{verb + "-" + when, words, words}
}

func ordinal(i int) string {
	return []string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"}[min(i, 7)]
}

// places returns, for each role, the cell of each seat in one game.
func places(c *corpus.Corpus, game int, list []role) ([][]int, error) {
	n := c.Game.Spec().Players
	out := make([][]int, len(list))
	for i := range out {
		out[i] = make([]int, n)
		for seat := range n {
			out[i][seat] = seat
		}
	}
	if len(list) == 1 {
		return out, nil
	}
	order, next := make([]int, n), 0
	for i := range order {
		order[i] = -1
	}
	end, err := c.Replay(game, func(m *corpus.Moment) error {
		if order[m.Seat] < 0 {
			order[m.Seat] = next
			next++
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for seat := range order {
		if order[seat] < 0 { // it never decided
			order[seat] = next
			next++
		}
	}
	out[1] = order
	if s, ok := env.UnwrapState(end).(*fivepossessions.State); ok && len(list) > 2 {
		attacker, _, _ := s.Possession(0)
		for seat := range n {
			out[2][seat] = 0
			if seat != attacker {
				out[2][seat] = 1
			}
		}
	}
	return out, nil
}

// Cells returns how a study names the seats of a game, by role: "seat" has "seat-0", "seat-1" and
// so on.
func Cells(g env.Game) map[string][]string {
	cells := map[string][]string{}
	for _, r := range roles(g) {
		for _, w := range r.cells {
			cells[r.name] = append(cells[r.name], w.id)
		}
	}
	return cells
}
