package fourdowns

import (
	"math"

	"ringer/env/fourdowns"
)

// Guesses about later hands.
const (
	calledShare = 0.5 // of the hands, the share in which a knock is called
	calledStake = 3   // lives that the caller loses in these
)

// survival holds what yards are worth: the probability to be the last player in the
// game, if every player wins each hand equally often and the others lose one life
// each, in some hands one of them more. Where yards themselves are returned, yards.
type survival struct {
	config *fourdowns.Config
	lives  int
	odds   [fourdowns.MaxPlayers + 1][]float64 // by players: of the first, by the lives of all
}

// mostLives keeps the tables small: above it, lives are counted in larger steps.
const mostLives = 12

// newSurvival fills the table for a configuration.
func newSurvival(c *fourdowns.Config) *survival {
	s := &survival{config: c, lives: min(mostLives, (c.OutAt+c.Yards-1)/c.Yards)}
	for n := 2; n <= c.Players; n++ {
		size := 1
		for range n {
			size *= s.lives + 1
		}
		s.odds[n] = make([]float64, size)
		var lives [fourdowns.MaxPlayers]int
		for i := range size {
			rest := i
			for q := range n {
				lives[q] = rest % (s.lives + 1)
				rest /= s.lives + 1
			}
			s.odds[n][i] = s.step(n, lives)
		}
	}
	return s
}

// step returns the probability of the first of n players, from the entries of
// smaller numbers of lives.
func (s *survival) step(n int, lives [fourdowns.MaxPlayers]int) float64 {
	if lives[0] == 0 {
		return 0
	}
	left := 0
	for _, l := range lives[:n] {
		if l > 0 {
			left++
		}
	}
	if left == 1 {
		return 1
	}
	x := 0.
	for winner := range n {
		if lives[winner] == 0 {
			continue
		}
		for caller := range n {
			if lives[caller] == 0 || caller == winner {
				continue
			}
			after, called := lives, lives
			for q := range n {
				if q != winner && after[q] > 0 {
					after[q]--
					called[q]--
				}
			}
			called[caller] = max(0, lives[caller]-calledStake)
			p := 1 / float64(left*(left-1))
			x += p * ((1-calledShare)*s.odds[n][s.index(n, after)] + calledShare*s.odds[n][s.index(n, called)])
		}
	}
	return x
}

// index returns the entry of a table for the lives of n players.
func (s *survival) index(n int, lives [fourdowns.MaxPlayers]int) int {
	i := 0
	for q := n - 1; q >= 0; q-- {
		i = i*(s.lives+1) + lives[q]
	}
	return i
}

// worth returns the value of everybody's yards for a seat, as a probability to win
// the game.
func (s *survival) worth(n, me int, yards [fourdowns.MaxPlayers]int, hands int) float64 {
	c := s.config
	if c.Returns == fourdowns.ReturnsYards || c.Hands > 0 {
		others := 0
		for q := range n {
			if q != me {
				others += yards[q]
			}
		}
		ahead := (float64(others)/float64(n-1) - float64(yards[me])) / float64(c.Yards)
		if c.Returns == fourdowns.ReturnsYards {
			return ahead / 10
		}
		return 1 / (1 + math.Exp(-ahead/math.Sqrt(float64(1+c.Hands-hands))))
	}
	var lives [fourdowns.MaxPlayers]int
	for k := range n {
		q := (me + k) % n
		left := c.OutAt - yards[q]
		if left <= 0 {
			continue
		}
		most := (c.OutAt + c.Yards - 1) / c.Yards
		lives[k] = min(s.lives, max(1, ((left+c.Yards-1)/c.Yards*s.lives+most-1)/most))
	}
	return s.odds[n][s.index(n, lives)]
}
