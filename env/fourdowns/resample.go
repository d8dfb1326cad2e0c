package fourdowns

import "ringer/env"

// ResampleFromInfoState implements env.Resampler (C-8).
//
// A world is a log with other hidden cards. In every hand of the game, the cards
// of the other seats that were not played are dealt again from those that the
// observer has not seen, all deals being equally likely that agree with what the
// seats have followed with: a follower lacks what it would have had to play.
func (s *State) ResampleFromInfoState(p env.Player, rng env.Rand) env.State {
	w := s.Clone().(*State)
	last := int(s.hands)
	if s.node == nodeOver {
		last--
	}
	for i := 0; i <= last; i++ {
		to := len(w.log)
		if i < last {
			to = int(w.handAt[i+1])
		}
		r := redeal{game: s.game, observer: int(p), events: w.log[w.handAt[i]:to]}
		r.survey()
		got, some := r.deal(rng)
		if !some {
			continue
		}
		r.write(&got)
		if i == last {
			w.take(int(p), &got)
		}
	}
	return w
}

// ApproximateWorlds returns why worlds come with odds of their own, for package envtest.
func (g *Game) ApproximateWorlds() string {
	return "how many cards a follower could have played is not weighed"
}

// take puts other hidden cards into the hands of the current deal.
func (s *State) take(p int, got *[maxSeats]cards) {
	h := &s.hand
	for q := range s.game.players {
		if q != p {
			h.deck |= h.held[q]
		}
	}
	for q := range s.game.players {
		if q != p {
			h.held[q] = got[q]
			h.deck &^= got[q]
		}
	}
}

// redeal holds one hand of the log as one seat has seen it.
type redeal struct {
	game     *Game
	observer int
	events   []event

	dealt, played [maxSeats]cards
	void          [maxSeats]uint8
}

// survey reads the hand once: the cards that each seat got and played, and what
// followers have shown to lack.
func (r *redeal) survey() {
	lead := none
	for _, e := range r.events {
		switch e.kind {
		case evDeal:
			r.dealt[e.seat] |= 1 << e.card
		case evOpen:
			lead = e.card
			r.played[e.seat] |= 1 << e.card
		case evFollow:
			r.played[e.seat] |= 1 << e.card
			r.void[e.seat] |= r.game.shown(lead, e.card)
		}
	}
}

// deal gives the other seats other cards in place of those that they have not
// played; false when they have none.
func (r *redeal) deal(rng env.Rand) ([maxSeats]cards, bool) {
	d := dealing{game: r.game, pool: r.game.all &^ r.dealt[r.observer], void: r.void}
	hidden := false
	for q := range r.dealt {
		d.pool &^= r.played[q]
		if q != r.observer {
			d.need[q] = uint8(cardCount(r.dealt[q] &^ r.played[q]))
			hidden = hidden || d.need[q] > 0
		}
	}
	if !hidden {
		return [maxSeats]cards{}, false
	}
	return d.uniform(rng), true
}

// write puts the cards into the events of the deal, in place of those that were
// hidden.
func (r *redeal) write(got *[maxSeats]cards) {
	left := *got
	for i := range r.events {
		e := &r.events[i]
		if e.kind != evDeal || int(e.seat) == r.observer || r.played[e.seat]>>e.card&1 != 0 {
			continue
		}
		next := left[e.seat] & -left[e.seat]
		left[e.seat] &^= next
		e.card = lowestCard(next)
	}
}
