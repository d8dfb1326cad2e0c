package heist

import (
	"math/bits"

	"ringer/env"
)

// begin sets up the table for the first roll (HEIST-12).
func (s *State) begin(g *Game) {
	*s = State{game: g, playing: none, placed: none, rival: nobody, owner: nobody, thwarter: nobody}
	s.deck, s.fresh = g.deck.all, g.deck.all
	s.security = 1<<g.deck.securitySize - 1
	s.jobsUnseen = 1<<g.deck.jobCards - 1
	for i := range s.job {
		s.job[i] = nobody
	}
	s.clearTrade()
	s.refused = noOffer
	s.roll(nodeStart)
}

// begins notes the seat that begins (HEIST-1, HEIST-22) and deals the hands.
func (s *State) begins(seat int8) {
	s.start, s.turn, s.who = seat, seat, seat
	s.teller.does(seat, "begins")
	s.count = uint8(s.game.config.Deal)
	s.dealHands()
}

// dealHands deals every seat its first cards, from the first player on.
func (s *State) dealHands() {
	for s.count == 0 {
		if s.who = s.game.after(s.who); s.who == s.start {
			s.teller.dealt(s)
			s.roll(nodeFirstJob)
			return
		}
		s.count = uint8(s.game.config.Deal)
		if s.count == 0 {
			continue
		}
	}
	s.roll(nodeDeal)
}

func (s *State) dealt(card uint8) {
	s.drawn(s.who, card)
	s.count--
	s.dealHands()
}

// firstJob gives the seat its first Job.
func (s *State) firstJob(job env.Action) {
	s.takeJob(s.who, job)
	if s.who = s.game.after(s.who); s.who != s.start {
		s.roll(nodeFirstJob)
		return
	}
	s.dealSecurity()
}

// takeJob puts a Job in front of a seat, without Security yet.
func (s *State) takeJob(seat int8, job env.Action) {
	d := s.game.deck
	for i := range int8(d.jobCards) {
		if s.jobsUnseen>>i&1 != 0 && d.jobOf[i] == uint8(job) {
			s.job[seat] = i
			break
		}
	}
	s.jobsUnseen &^= 1 << s.job[seat]
	s.jobsDrawn++
	s.value[seat] = int16(d.jobs[job].Points)
	s.short[seat] = 0
	s.teller.drewJob(s, seat)
}

// dealSecurity asks chance for a Security card for the next Job that is still short,
// round the table. The setup ends when no Job is short, or the deck is out
// (HEIST-12).
func (s *State) dealSecurity() {
	for range s.game.players {
		if s.security != 0 && int(s.line[s.who].size) < s.jobOf(s.who).Security {
			s.roll(nodeFirstSecurity)
			return
		}
		s.who = s.game.after(s.who)
	}
	for i := range s.game.players {
		s.settleValue(int8(i))
	}
	s.planning()
}

func (s *State) firstSecurity(guard int) {
	s.guards(s.who, guard)
	s.who = s.game.after(s.who)
	s.dealSecurity()
}

// guards moves a Security card of a kind to the end of a line.
func (s *State) guards(owner int8, guard int) {
	card := uint8(bits.TrailingZeros64(s.security & s.game.deck.guards[guard].cards()))
	s.security &^= 1 << card
	s.line[owner].push(lineSecurity + card)
	s.teller.guarded(s, owner, lineSecurity+card)
}

func (l *line) push(card uint8) {
	l.cards[l.size] = card
	l.size++
}

// insert puts a card before the i-th.
func (l *line) insert(i, card uint8) {
	copy(l.cards[i+1:l.size+1], l.cards[i:l.size])
	l.cards[i] = card
	l.size++
}

// worth returns the value in points of a card that lacks some Security (HEIST-12).
func (g *Game) worth(points, missing int) int16 {
	if g.config.ShortJobs == ShortScaled {
		points = max(points-missing, 0)
	}
	return int16(points)
}

// jobOf returns the Job in play of a seat.
func (s *State) jobOf(seat int8) *Job { return &s.game.deck.jobs[s.game.deck.jobOf[s.job[seat]]] }

// settleValue sets the value of a Job whose Security has been dealt.
func (s *State) settleValue(owner int8) {
	job := s.jobOf(owner)
	missing := job.Security - int(s.line[owner].size)
	s.short[owner] = int8(missing)
	s.value[owner] = s.game.worth(job.Points, missing)
}
