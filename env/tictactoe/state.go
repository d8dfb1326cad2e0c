package tictactoe

import "ringer/env"

// State is one point of an episode. It holds no pointer but the one to its
// game, so that copying it is one assignment.
type State struct {
	game   *Game
	marks  [players]uint16 // cells marked by each seat, bit by cell
	actor  env.Player
	winner int8        // 1 + seat, or 0 while no seat has three in a row
	made   uint8       // cells marked
	order  [cells]int8 // those cells, in the order of play
}

// all is the set of all cells.
const all = 1<<cells - 1

// CurrentPlayer implements env.State.
func (s *State) CurrentPlayer() env.Player { return s.actor }

// free returns the set of empty cells.
func (s *State) free() uint16 { return all &^ (s.marks[0] | s.marks[1]) }

// Apply implements env.State.
func (s *State) Apply(a env.Action) error {
	if s.actor == env.Terminal || uint32(a) >= cells || s.free()>>a&1 == 0 {
		return s.illegal(a)
	}
	s.marks[s.actor] |= 1 << a
	s.order[s.made] = int8(a)
	s.made++
	switch {
	case hasRow[s.marks[s.actor]]:
		s.winner = 1 + int8(s.actor)
		s.actor = env.Terminal
	case s.made == cells:
		s.actor = env.Terminal
	default:
		s.actor = 1 - s.actor
	}
	return nil
}

// hasRow says for every set of cells whether it holds a row, a column or a
// diagonal.
var hasRow = findRows()

func findRows() (has [all + 1]bool) {
	var lines []int
	for i := range side {
		lines = append(lines, 0b111<<(side*i), 0b001001001<<i)
	}
	lines = append(lines, 0b100010001, 0b001010100)
	for marks := range has {
		for _, line := range lines {
			has[marks] = has[marks] || marks&line == line
		}
	}
	return has
}

// Returns implements env.State: +1 for three in a row, -1 for the other seat.
func (s *State) Returns(dst []float64) {
	if len(dst) != players {
		panic("tictactoe: Returns needs one element per seat")
	}
	dst[0], dst[1] = 0, 0
	if s.winner != 0 {
		dst[s.winner-1], dst[2-s.winner] = 1, -1
	}
}

// Clone implements env.State.
func (s *State) Clone() env.State {
	c := *s
	return &c
}

// CopyFrom implements env.CopierFrom.
func (s *State) CopyFrom(src env.State) { *s = *src.(*State) }
