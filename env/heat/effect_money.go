package heat

// Operations on money. They act together at the end of a phase (HEAT-14 step 5,
// HEAT-15): a purse is what a seat had at the start of the phase, thieves and
// payments are served from it in seat order until it is empty, and gains of the
// same phase are out of reach.

type (
	gain     struct{} // n dollars from the bank
	lose     struct{} // n dollars to the bank
	steal    struct{} // up to n dollars from the seat to the actor
	pay      struct{} // up to n dollars from the actor to the seat
	splitPot struct{} // n dollars shared with everyone whose card in use has the tag; rounded down
)

func (gain) apply(s *State, _ *effect, _, seat, n int) { s.sums.money[seat] += int32(n) }

func (lose) apply(s *State, _ *effect, _, seat, n int) { s.sums.money[seat] -= int32(n) }

func (steal) apply(s *State, _ *effect, actor, seat, n int) { s.sums.transfer(seat, actor, n) }

func (pay) apply(s *State, _ *effect, actor, seat, n int) { s.sums.transfer(actor, seat, n) }

func (splitPot) apply(s *State, e *effect, _, seat, n int) {
	m := s.using(e.where) | 1<<seat
	s.sums.money[seat] += int32(n / m.count())
}

// sums is what a phase will change in money and Heat.
type sums struct {
	money   [maxSeats]int32 // net change; the floor of 0 comes last
	purse   [maxSeats]int32 // of the money at the start of the phase, what is still there to take
	heat    [maxSeats]int8  // net change before returns
	warm    [maxSeats]int8  // of the Heat at the start of the phase, what is still there to give or return
	returns [maxSeats]int8  // Heat that effects ask the seat to return
}

func (x *sums) transfer(from, to, n int) {
	paid := min(int32(n), x.purse[from])
	x.purse[from] -= paid
	x.money[from] -= paid
	x.money[to] += paid
}

// settle is step 5 of a phase: all changes of money and Heat at once.
func (s *State) settle() {
	s.sums = sums{purse: s.then.money, warm: s.then.heat}
	s.perform(stepSums)
	for i := range s.game.players {
		s.now.money[i] = max(s.now.money[i]+s.sums.money[i], 0) // HEAT-10
		back := min(s.sums.returns[i], s.sums.warm[i])          // HEAT-16: gives first
		s.now.heat[i] += s.sums.heat[i] - back
	}
}
