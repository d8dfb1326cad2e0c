package duel

// Hit returns the probability that an attack of this many dice hits at least once, when a die
// hits with probability q. Light cover has one hit rolled again and heavy cover two; again
// rolls a miss again where there is no cover.
func Hit(dice int, q float64, cover, heavy, again bool) float64 {
	h := thrown(dice, q, cover, heavy, again, mostHits)
	return 1 - h[0]
}

// Falls returns the probabilities that a bout puts side Them and side Us prone or out, when
// both sides play an equilibrium.
func (k *ScoreBook) Falls(b Bout) (them, us float64) {
	payoff := b.payoffs(k.hitOn)
	theirs, ours := solveMatrix(payoff, &b), solveMatrix(payoff.mirrored(), b.swapped())
	if b.count(Them) == 0 { // it sets no score: its columns are alike
		theirs[0], ours = 1, &k.Plan(b).Mix
	}
	them = fallen(b, Stakes{TheyProne: fraction, TheyOut: fraction}, ours, theirs, k.hitOn)
	us = -fallen(b, Stakes{Prone: fraction, ProneFree: fraction, Out: fraction}, ours, theirs, k.hitOn)
	return them, us
}

// mirrored returns the payoffs as the other side has them.
func (m *matrix) mirrored() *matrix {
	out := new(matrix)
	for i := range Options {
		for j := range Options {
			out[j][i] = -m[i][j]
		}
	}
	return out
}

// swapped returns what the sides of a bout may choose, with the sides exchanged.
func (b *Bout) swapped() *Bout {
	return &Bout{Fights: [2]bool{b.Fights[Them], b.Fights[Us]}, Avoids: [2]bool{b.Avoids[Them], b.Avoids[Us]}}
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
