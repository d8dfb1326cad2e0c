package fourdowns

import "ringer/env/layout"

// observeStory writes what the order of the hand tells: the round of each card that was
// played and, where players may knock at any time, the card before which they bid.
func (s *State) observeStory(p int, dst []float32) {
	g, l := s.game, &s.game.spans
	first := min(int(s.handAt[s.hands])+int(s.hand.dealt), len(s.log)) // after the deal
	when, round, played := dst[l.when.At:], 0, 0
	windows := g.rounds * g.players
	for _, e := range s.log[first:] {
		switch e.kind {
		case evOpen, evFollow:
			if e.kind == evOpen {
				round++
			}
			played++
			when[e.card] = float32(round) / float32(g.rounds)
			continue
		}
		if !g.anyTime() {
			continue
		}
		bids := l.bids.Row(dst, layout.Seats(g.players).Relative(p, int(e.seat))*windows+played)
		switch e.kind {
		case evKnock:
			bids[bidKnock]++
		case evCall:
			bids[bidCall]++
		case evFold:
			bids[bidFold] = 1
		}
	}
}
