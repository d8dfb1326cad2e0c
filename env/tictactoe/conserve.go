package tictactoe

import (
	"errors"
	"fmt"
	"math/bits"
)

// Conservation implements env.Conserver: no cell has two marks, and the seats
// have marked in turn.
func (s *State) Conservation() error {
	x, o := bits.OnesCount16(s.marks[0]), bits.OnesCount16(s.marks[1])
	switch {
	case s.marks[0]&s.marks[1] != 0:
		return errors.New("tictactoe: a cell has two marks")
	case x+o != int(s.made) || x-o < 0 || x-o > 1:
		return fmt.Errorf("tictactoe: %d X and %d O after %d marks", x, o, s.made)
	}
	return nil
}
