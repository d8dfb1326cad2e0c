package fourdowns

import "ringer/env"

// ActionIDs translates a state's log into the actions that led to it.
func ActionIDs(s *State) []env.Action {
	ids := make([]env.Action, len(s.log))
	for i, e := range s.log {
		ids[i] = env.Action(s.game.action(e))
	}
	return ids
}

// SetYards sets what the seats have lost, for positions that a test starts from.
func SetYards(s *State, yards ...int) {
	for i, y := range yards {
		s.yards[i] = int16(y)
		if y >= s.game.config.OutAt {
			s.in &^= 1 << i
		}
	}
}

// Deal returns hands dealt with conditions: cards from pool, need[q] for
// hand q, which lacks the classes of void[q]; with counted, none is tried before
// the ways are counted.
func Deal(g *Game, pool uint64, need, void []uint8, counted bool, rng env.Rand) [MaxPlayers]uint64 {
	d := dealing{game: g, pool: pool}
	copy(d.need[:], need)
	copy(d.void[:], void)
	if counted {
		return d.counted(rng)
	}
	return d.uniform(rng)
}

// Allowed returns the set of cards that a hand that lacks classes may get.
func Allowed(g *Game, void uint8) uint64 { return g.all &^ g.lacked(void) }

// Lose breaks the conservation of cards and yards.
func Lose(s *State, seat int) { s.hand.held[seat] &= s.hand.held[seat] - 1 }

// Double puts a card into two hands.
func Double(s *State, from, to int) { s.hand.held[to] |= s.hand.held[from] & -s.hand.held[from] }

// HandSize returns how many cards a seat holds.
func (s *State) HandSize(seat int) int { return cardCount(s.hand.held[seat]) }
