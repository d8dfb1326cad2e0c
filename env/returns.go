package env

// ShareReturns writes returns for a game with winners: with n seats and k
// joint winners, w = 1/k for each winner and 0 for the others,
// u = (n*w - 1)/(n - 1). A sole winner gets +1, the others -1/(n-1), a full tie
// 0, and the sum is 0 (ruling C-3). len(dst) == len(won); at least one seat must
// have won.
func ShareReturns(won []bool, dst []float64) {
	k := 0
	for _, w := range won {
		if w {
			k++
		}
	}
	if k == 0 {
		panic("env: ShareReturns: nobody won")
	}
	n := float64(len(won))
	for i, w := range won {
		share := 0.0
		if w {
			share = 1 / float64(k)
		}
		dst[i] = (float64(n*share) - 1) / (n - 1)
	}
}
