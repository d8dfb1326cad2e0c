package heat

// sums holds what a phase will change in money and Heat. All of it happens at the
// end of the phase (HEAT-14 step 5, HEAT-15): a purse is the money that a seat had
// at the start of the phase, thieves and payments are served from it in seat order
// until it is empty, and gains of the same phase are out of reach. Heat is the
// same: a seat gives and returns at most what it held at the start, and gives
// first (HEAT-16). Amounts add up over all effects of all seats, so the sums are
// wider than what a seat can hold.
type sums struct {
	money   [maxSeats]int32 // net change; the floor of 0 comes last
	purse   [maxSeats]int32 // of the money at the start of the phase, what is still there to take
	heat    [maxSeats]int32 // net change before returns
	warm    [maxSeats]int32 // of the Heat at the start of the phase, what is still there to give or return
	returns [maxSeats]int32 // Heat that effects ask the seat to return
}

// pay moves up to n dollars from one seat's purse to another seat.
func (x *sums) pay(from, to, n int) {
	paid := min(int32(n), x.purse[from])
	x.purse[from] -= paid
	x.money[from] -= paid
	x.money[to] += paid
}

// hand moves up to n tokens from one seat to another.
func (x *sums) hand(from, to, n int) {
	given := min(int32(n), x.warm[from])
	x.warm[from] -= given
	x.heat[from] -= given
	x.heat[to] += given
}

// settle is step 5 of a phase: all changes of money and Heat at once.
func (s *State) settle() {
	s.sums = sums{purse: s.then.money}
	for i, h := range s.then.heat {
		s.sums.warm[i] = int32(h)
	}
	s.perform(stepSums)
	for i := range s.game.players {
		money, heat := s.now.money[i], s.now.heat[i]
		s.now.money[i] = max(s.now.money[i]+s.sums.money[i], 0) // HEAT-10
		back := min(s.sums.returns[i], s.sums.warm[i])          // HEAT-16
		s.now.heat[i] = int8(int32(s.now.heat[i]) + s.sums.heat[i] - back)
		if s.teller != nil {
			s.teller.settled(s, i, s.now.money[i]-money, s.now.heat[i]-heat)
		}
	}
}
