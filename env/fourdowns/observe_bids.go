package fourdowns

import "ringer/env/layout"

// observeBids writes before which card of the hand each seat has bid, where players
// may knock at any time (FD-11).
func (s *State) observeBids(p int, dst []float32) {
	g, at := s.game, &s.game.spans.bids
	first := min(int(s.handAt[s.hands])+int(s.hand.dealt), len(s.log)) // after the deal
	played, windows := 0, g.rounds*g.players
	for _, e := range s.log[first:] {
		row := layout.Seats(g.players).Relative(p, int(e.seat))*windows + played
		switch e.kind {
		case evOpen, evFollow:
			played++
		case evKnock:
			at.Row(dst, row)[bidKnock]++
		case evCall:
			at.Row(dst, row)[bidCall]++
		case evFold:
			at.Row(dst, row)[bidFold] = 1
		}
	}
}
