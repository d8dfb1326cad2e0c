package duel

// Hit returns the probability that an attack of so many dice hits at least once, when a die
// hits with probability q. Light cover has one hit rolled again and heavy cover two; again
// rolls a miss again where there is no cover.
func Hit(dice int, q float64, cover, heavy, again bool) float64 {
	h := thrown(dice, q, cover, heavy, again, mostHits)
	return 1 - h[0]
}

// Falls returns the probabilities that a bout puts side Them and side Us prone or out, when
// side Us plays by its plan and side Them as the opponent model says.
func (k *ScoreBook) Falls(b Bout) (them, us float64) {
	mix := &k.Plan(b).Mix
	payoff := b.payoffs(k.hitOn)
	theirs := opponent(&b, payoff, solveMatrix(payoff, &b))
	them = fallen(b, Stakes{TheyProne: fraction, TheyOut: fraction}, mix, theirs, k.hitOn)
	us = -fallen(b, Stakes{Prone: fraction, ProneFree: fraction, Out: fraction}, mix, theirs, k.hitOn)
	return them, us
}

// fallen returns the expected worth of a bout at other stakes, without toughness that is
// only scratched.
func fallen(b Bout, stakes Stakes, ours, theirs *[Options]float64, hitOn int) float64 {
	b.Stakes, b.scratch = stakes, [2]int8{}
	x := 0.
	for i, p := range ours {
		for j, q := range theirs {
			if p > 0 && q > 0 {
				x += p * q * b.payoff(i, j, hitOn)
			}
		}
	}
	return x
}
