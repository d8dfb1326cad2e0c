package wire

import (
	"errors"
	"fmt"
	"slices"

	"ringer/agents"
	"ringer/env"
	"ringer/env/gym"
)

// mostPassed bounds the episodes in a row that end before the program has a decision.
const mostPassed = 1000

// rules hold the keys of reset and vector about the episodes at their tables.
type rules struct {
	Agents       []string `json:"agents"`    // one a seat, empty for the program
	Opponents    []string `json:"opponents"` // of the other seats in order; the last one fills the rest
	Seat         int      `json:"seat"`      // the program's beside opponents; drawnSeat
	MaxDecisions int      `json:"max_decisions"`
	MaxSteps     int      `json:"max_steps"` // decisions of the program
	SkipForced   bool     `json:"skip_forced"`
}

// drawnSeat, given as a seat, lets each episode draw the program's.
const drawnSeat = -1

func (r *rules) check() error {
	var faults env.Faults
	if r.MaxDecisions < 0 {
		faults.Add("max_decisions", r.MaxDecisions, "at least 1, or 0 for no limit")
	}
	if r.MaxSteps < 0 {
		faults.Add("max_steps", r.MaxSteps, "at least 1, or 0 for no limit")
	}
	return faults.Err()
}

// seating says who plays which seat.
type seating struct {
	agents []agents.Agent // each once
	of     [][]int        // by seat, index into agents; -1 where the program plays. One row, or one for each seat of the program that may be drawn
}

// everySeat leaves all seats to the program.
func everySeat(players int) *seating {
	row := make([]int, players)
	for p := range row {
		row[p] = -1
	}
	return &seating{of: [][]int{row}}
}

// seated builds the agents of rules.
func (s *server) seated(r *rules) (*seating, error) {
	players := s.spec.Players
	switch {
	case r.Opponents == nil && r.Seat != 0:
		return nil, fmt.Errorf("seat: %d: want opponents beside it", r.Seat)
	case r.Agents == nil && r.Opponents == nil:
		return everySeat(players), nil
	case r.Agents != nil && r.Opponents != nil:
		return nil, errors.New("agents and opponents: want one of them")
	case r.Agents != nil && len(r.Agents) != players:
		return nil, fmt.Errorf("agents: %d names: want %d, one a seat, empty for a seat of your own", len(r.Agents), players)
	case r.Agents != nil:
		return s.seatAgents(r.Agents)
	case r.Seat < drawnSeat || r.Seat >= players:
		return nil, fmt.Errorf("seat: %d: want one from 0 to %d, or %d: drawn for each episode", r.Seat, players-1, drawnSeat)
	case len(r.Opponents) == 0 && players > 1:
		return nil, errors.New("opponents: none: want at least one")
	case len(r.Opponents) > max(1, players-1):
		return nil, fmt.Errorf("opponents: %d of them: want at most %d", len(r.Opponents), players-1)
	}
	if at := slices.Index(r.Opponents, ""); at >= 0 {
		return nil, fmt.Errorf("opponents[%d]: empty: want the name of an agent", at)
	}
	return s.seatOpponents(r.Opponents, r.Seat)
}

// seatAgents seats agents by their names, one a seat.
func (s *server) seatAgents(names []string) (*seating, error) {
	x := &seating{}
	index, err := s.build(x, names)
	if err != nil {
		return nil, err
	}
	row := make([]int, len(names))
	own := false
	for p, name := range names {
		row[p] = index[name]
		own = own || name == ""
	}
	if !own {
		return nil, errors.New("agents: every seat has an agent: want a seat of your own")
	}
	x.of = [][]int{row}
	return x, nil
}

// seatOpponents seats agents at all seats but the program's.
func (s *server) seatOpponents(names []string, seat int) (*seating, error) {
	x := &seating{}
	index, err := s.build(x, names)
	if err != nil {
		return nil, err
	}
	for own := range s.spec.Players {
		if seat != drawnSeat && own != seat {
			continue
		}
		row := make([]int, s.spec.Players)
		next := 0
		for p := range row {
			if p == own {
				row[p] = -1
				continue
			}
			row[p] = index[names[min(next, len(names)-1)]]
			next++
		}
		x.of = append(x.of, row)
	}
	return x, nil
}

// build adds the agents of some names, and returns their places; -1 for no name.
func (s *server) build(x *seating, names []string) (map[string]int, error) {
	index := map[string]int{"": -1}
	for _, name := range names {
		if _, ok := index[name]; ok {
			continue
		}
		a, err := s.agent(name)
		if err != nil {
			return nil, err
		}
		index[name] = len(x.agents)
		x.agents = append(x.agents, a)
	}
	return index, nil
}

// at returns the row of an episode: by seat, the index of its agent, and -1 for the
// program's.
func (x *seating) at(e gym.Episode) []int {
	if len(x.of) == 1 {
		return x.of[0]
	}
	return x.of[env.Stream(e.Seed, purposeWireSeat, e.Table, e.Number).IntN(len(x.of))]
}

// own returns the program's seat of a row, and -1 where it has several.
func own(row []int) int {
	seat := -1
	for p, agent := range row {
		if agent < 0 && seat >= 0 {
			return -1
		}
		if agent < 0 {
			seat = p
		}
	}
	return seat
}

// errPassed says that the program never gets a decision.
func errPassed(table int) error {
	return fmt.Errorf("table %d: %d episodes in a row ended before a decision of your own: want agents that leave you one, or a larger max_decisions", table, mostPassed)
}
