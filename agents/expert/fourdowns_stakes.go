package expert

import (
	"math"

	"ringer/env"
	"ringer/env/fourdowns"
)

// Feelings about the others, and about raises.
const (
	foldSpread  = 0.11 // how far the odds of others spread round their share
	habitWeight = 6    // answers after which what a seat has done counts as much as what one expects
	rarity      = 0.20 // how much better cards are, the rarer one stays in with them
	raiseEdge   = 1.25 // and with every raise after the first
	sureToRaise = 0.80 // odds with which a knock is answered by another
	sureToKnock = 0.65 // odds with which one knocks after the first round
	calledShare = 0.5  // of hands that come to a call
	calledStake = 3    // what the caller loses in these
)

// rateBids scores knock, pass, call and fold by what they make of the game; win
// is how likely the seat wins the hand against all who are in it, if their cards
// are like any others.
func (f *FourDowns) rateBids(s *fourdowns.State, me int, win float64, legal []env.Action, scores []float64) {
	t := downsBidding{f: f, s: s, me: me, win: win, stake: s.Stake()}
	var waiting []int
	for seat := range f.game.Spec().Players {
		t.yards[seat] = s.Yards(seat)
		if seat == me || !s.InHand(seat) {
			continue
		}
		t.rivals = append(t.rivals, seat)
		if s.Question() == fourdowns.AskAnswer && s.Waiting(seat) {
			waiting = append(waiting, seat)
		}
	}
	for i, a := range legal {
		switch a - f.knock {
		case 0:
			scores[i] = t.stay(t.stake+1, t.rivals)
			// Who answers a knock with another, or knocks late, is answered by those
			// who know more than at the deal: it takes cards that are sure to win.
			if s.Question() == fourdowns.AskAnswer && win < sureToRaise || s.Round() > 0 && win < sureToKnock {
				scores[i] = math.Inf(-1)
			}
		case 1:
			scores[i] = t.stay(t.stake, nil)
		case 2:
			scores[i] = t.stay(t.stake, waiting)
		case 3:
			scores[i] = t.fold()
		}
	}
}

// A downsBidding is the table as one seat weighs its bid.
type downsBidding struct {
	f      *FourDowns
	s      *fourdowns.State
	me     int
	win    float64
	stake  int
	rivals []int // the other seats in the hand
	yards  [fourdowns.MaxPlayers]int
}

// worth is what the game is worth to the seat with these yards.
func (t *downsBidding) worth(yards [fourdowns.MaxPlayers]int) float64 {
	return t.f.chance.worth(t.f.game.Spec().Players, t.me, yards, t.s.Hands())
}

// stay is what it is worth to be in the hand at a stake which some rivals still
// have to answer: over all ways to fold and to call.
func (t *downsBidding) stay(stake int, answering []int) float64 {
	x := 0.
	for folders := range 1 << len(answering) {
		p := 1.
		yards := t.yards
		gone := uint8(0)
		for i, q := range answering {
			folds := t.folds(q, stake, t.s.Accepted(q))
			if folders>>i&1 != 0 {
				p *= folds
				yards[q] += t.s.Accepted(q) * t.f.config.Yards
				gone |= 1 << q
			} else {
				p *= 1 - folds
			}
		}
		x += p * t.play(stake, yards, gone)
	}
	return x
}

// play is what it is worth to play for a stake against the rivals that are not
// gone.
func (t *downsBidding) play(stake int, yards [fourdowns.MaxPlayers]int, gone uint8) float64 {
	lost := stake * t.f.config.Yards
	strength, left := 0., 0
	won := yards
	for _, q := range t.rivals {
		if gone>>q&1 == 0 {
			won[q] += lost
			strength += t.strength(q, stake)
			left++
		}
	}
	if left == 0 {
		return t.worth(won)
	}
	win := t.win / (t.win + (1-t.win)*strength/float64(len(t.rivals)))
	x := win * t.worth(won)
	for _, q := range t.rivals {
		if gone>>q&1 == 0 {
			y := won
			y[q] -= lost
			y[t.me] += lost
			x += (1 - win) * t.strength(q, stake) / strength * t.worth(y)
		}
	}
	return x
}

// strength is how much better the cards of a rival that plays for a stake are than
// any cards: the rarer it stays in, and the more often the stake was raised, the
// better.
func (t *downsBidding) strength(seat, stake int) float64 {
	if stake == 1 {
		return 1
	}
	accepted := t.s.Accepted(seat)
	stays := 1.
	if accepted > 1 {
		stays = 1 - t.folds(seat, accepted, accepted-1)
		if t.s.Knocker() == seat && accepted == 2 { // the first knock of a hand comes easier than a call
			knocks, hands := t.s.Knocks(seat)
			stays = max(stays, (float64(knocks)+1)/(float64(hands)+2))
		}
	}
	if accepted < stake {
		stays *= 1 - t.folds(seat, stake, accepted)
	}
	return math.Pow(max(stays, 0.02), -rarity) * math.Pow(raiseEdge, float64(max(0, stake-2)))
}

// fold is what it is worth to leave the hand.
func (t *downsBidding) fold() float64 {
	yards := t.yards
	yards[t.me] += t.s.Accepted(t.me) * t.f.config.Yards
	lost := t.stake * t.f.config.Yards
	for _, q := range t.rivals {
		yards[q] += lost
	}
	x := 0.
	for _, q := range t.rivals {
		y := yards
		y[q] -= lost
		x += t.worth(y) / float64(len(t.rivals))
	}
	return x
}

// folds is how likely a rival folds to a knock: when its odds are worse than those
// at which a call pays, and the more often, the more often it has.
func (t *downsBidding) folds(seat, stake, accepted int) float64 {
	k := float64(len(t.rivals))
	price := (1 - float64(accepted)/float64(stake)) * k / (k + 1)
	share := (1 - t.win) / k
	p := 1 / (1 + math.Exp(-(price-share)/foldSpread))
	folds, calls := t.s.Folds(seat)
	return (habitWeight*p + float64(folds)) / float64(habitWeight+folds+calls)
}

// downsSurvival is what yards are worth: the chance to be the last one standing if
// everyone in the game wins each hand equally often and the others lose 1, one of
// them in some hands more; or, where yards themselves count, yards.
type downsSurvival struct {
	config *fourdowns.Config
	lives  int
	odds   [fourdowns.MaxPlayers + 1][]float64 // by players: of the first, by the lives of all
}

// mostLives keeps the tables small: with more, lives are counted in larger steps.
const mostLives = 12

func newDownsSurvival(c *fourdowns.Config) *downsSurvival {
	s := &downsSurvival{config: c, lives: min(mostLives, (c.OutAt+c.Yards-1)/c.Yards)}
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

// step is the chance of the first of n players, from smaller numbers of lives.
func (s *downsSurvival) step(n int, lives [fourdowns.MaxPlayers]int) float64 {
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

func (s *downsSurvival) index(n int, lives [fourdowns.MaxPlayers]int) int {
	i := 0
	for q := n - 1; q >= 0; q-- {
		i = i*(s.lives+1) + lives[q]
	}
	return i
}

// worth is what a seat makes of everybody's yards, in odds to win the game.
func (s *downsSurvival) worth(n, me int, yards [fourdowns.MaxPlayers]int, hands int) float64 {
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
