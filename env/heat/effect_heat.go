package heat

// Operations on Heat tokens. A seat gives and returns at most what it held at
// the start of the phase, gives first (HEAT-16). Tokens come from the board only
// in phase B (HEAT-17), after HEAT-8 has made sure that there are enough.

type (
	takeHeat   struct{} // the seat takes n from the board
	returnHeat struct{} // the seat returns up to n to the board
	giveHeat   struct{} // the actor gives the seat up to n
	swapHeat   struct{} // actor and seat exchange all their Heat
)

func (takeHeat) apply(s *State, _ *effect, _, seat, n int) { s.sums.heat[seat] += int8(n) }

func (returnHeat) apply(s *State, _ *effect, _, seat, n int) {
	s.sums.returns[seat] += int8(min(n, int(s.then.heat[seat])))
}

func (giveHeat) apply(s *State, _ *effect, actor, seat, n int) { s.sums.hand(actor, seat, n) }

func (swapHeat) apply(s *State, _ *effect, actor, seat, _ int) {
	mine, theirs := int(s.sums.warm[actor]), int(s.sums.warm[seat])
	s.sums.hand(actor, seat, mine)
	s.sums.hand(seat, actor, theirs)
}

// hand moves up to n tokens from one seat to another.
func (x *sums) hand(from, to, n int) {
	n = min(n, int(x.warm[from]))
	x.warm[from] -= int8(n)
	x.heat[from] -= int8(n)
	x.heat[to] += int8(n)
}
