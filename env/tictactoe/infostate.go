package tictactoe

import "ringer/env"

// InformationState implements env.InfoStater: the seat and all cells in the
// order of play, as in "0:b2a1".
func (s *State) InformationState(p env.Player) string {
	var stack [32]byte
	b := append(stack[:0], '0'+byte(p), ':')
	for _, cell := range s.order[:s.made] {
		b = s.game.appendCell(b, env.Action(cell))
	}
	return string(b)
}
