package expert

import (
	"math"
	"strings"
	"sync"

	"ringer/env"
)

// A bout is one exchange of shots, as far as it matters for the scores: what
// each side rolls, and whether it can fight or avoid.
type bout struct {
	dice, bonus        [2]int // of attacks: own side, the other
	guard, guardBonus  [2]int // of defenses
	fights, avoids     [2]bool
	prone              bool // the other side lies prone
	ownHits, theirHits int  // already taken
	ownDoom, theirDoom bool // who goes prone is shot before it can get up
}

// A scoreBook holds equilibria of bouts, found when they first occur. Safe for
// concurrent use.
type scoreBook struct {
	hitOn int
	known sync.Map // bout -> *[24]float64: own mix over (fight or avoid, score)
}

func newScoreBook(hitOn int) *scoreBook { return &scoreBook{hitOn: hitOn} }

// choices of a side: fight with 1 to 6, avoid with 1 to 6.
const choices = 12

// What the loss of a fighter, and lying prone, are worth.
const (
	lossRemoved = 1.0
	lossProne   = 0.44 // with a chance to get up first
	lossDoomed  = 1.0  // the enemy is still to act in this round
)

// mix is what the own side plays: scores that do well against an opponent half of
// whose choices are an equilibrium's and half have no plan at all. In equilibrium
// several scores are as good as each other; this takes those among them that
// punish mistakes.
func (k *scoreBook) mix(b bout) *[choices]float64 {
	if m, ok := k.known.Load(b); ok {
		return m.(*[choices]float64)
	}
	var payoff [choices][choices]float64
	for i := range choices {
		for j := range choices {
			payoff[i][j] = k.payoff(&b, i, j)
		}
	}
	theirs := solveMatrix(&payoff, &b)
	n := 0.
	for j := range choices {
		if b.usable(1, j) {
			n++
		}
	}
	var own [choices]float64
	total := 0.
	for i := range choices {
		if !b.usable(0, i) {
			continue
		}
		value := 0.
		for j := range choices {
			w := planShare * theirs[j]
			if b.usable(1, j) {
				w += (1 - planShare) / n
			}
			if n == 0 {
				w = 1. / choices
			}
			value += w * payoff[i][j]
		}
		own[i] = math.Exp(value / scoreTemperature)
		total += own[i]
	}
	for i := range own {
		own[i] /= max(total, 1e-300)
	}
	k.known.Store(b, &own)
	return &own
}

// usable says whether a side may make a choice.
func (b *bout) usable(side, i int) bool {
	if i < 6 {
		return b.fights[side]
	}
	return b.avoids[side]
}

// planShare is how much of the opponent's choices is taken to be planned;
// scoreTemperature is the difference, in fighters, below which scores are played
// either way.
const (
	planShare        = 0.5
	scoreTemperature = 0.02
)

// solveMatrix runs regret matching on a zero-sum matrix and returns the column
// player's average strategy.
func solveMatrix(payoff *[choices][choices]float64, b *bout) *[choices]float64 {
	var regret, sum [2][choices]float64
	var mix [2][choices]float64
	for range 1500 {
		for side := range 2 {
			total, n := 0., 0.
			for i := range choices {
				if b.usable(side, i) {
					total += max(regret[side][i], 0)
					n++
				}
			}
			for i := range choices {
				switch {
				case !b.usable(side, i):
					mix[side][i] = 0
				case total > 0:
					mix[side][i] = max(regret[side][i], 0) / total
				default:
					mix[side][i] = 1 / n
				}
				sum[side][i] += mix[side][i]
			}
		}
		var value [2][choices]float64
		mean := 0.
		for i := range choices {
			for j := range choices {
				value[0][i] += mix[1][j] * payoff[i][j]
				value[1][j] -= mix[0][i] * payoff[i][j]
			}
		}
		for i := range choices {
			mean += mix[0][i] * value[0][i]
		}
		for i := range choices {
			regret[0][i] = max(regret[0][i]+value[0][i]-mean, 0)
			regret[1][i] = max(regret[1][i]+value[1][i]+mean, 0)
		}
	}
	total := 0.
	for _, x := range sum[1] {
		total += x
	}
	out := &sum[1]
	for i := range out {
		out[i] /= max(total, 1e-12)
	}
	return out
}

// payoff is what a pair of choices is worth to the own side, in fighters.
func (k *scoreBook) payoff(b *bout, i, j int) float64 {
	if !b.usable(0, i) || !b.usable(1, j) && !b.prone {
		return 0
	}
	score := [2]int{i%6 + 1, j%6 + 1}
	avoid := [2]bool{i >= 6, j >= 6}
	// hit[side][n] is the chance that a side's attack takes n hits of the other.
	hit := [2][3]float64{k.hits(b, 0, score, avoid), k.hits(b, 1, score, avoid)}
	if b.prone {
		return k.worth(hit[0], b.theirHits, true, false)
	}
	gain, loss := k.worth(hit[0], b.theirHits, false, b.theirDoom), k.worth(hit[1], b.ownHits, false, b.ownDoom)
	switch {
	case score[0] == score[1]:
		return gain - loss
	case score[0] < score[1]: // the own side first; the other shoots back if it stands
		return gain - hit[0][0]*loss
	}
	return hit[1][0]*gain - loss
}

// worth of hits on a fighter.
func (k *scoreBook) worth(hit [3]float64, already int, prone, doomed bool) float64 {
	if prone {
		if already > 0 {
			return (hit[1] + hit[2]) * (lossRemoved - lossProne)
		}
		return hit[2]*(lossRemoved-lossProne) + hit[1]*0.1
	}
	if doomed {
		return hit[1]*lossDoomed + hit[2]*lossRemoved
	}
	return hit[1]*lossProne + hit[2]*lossRemoved
}

// hits is the chance of 0, 1 and at least 2 hits of a side's attack, after what
// the other avoids.
func (k *scoreBook) hits(b *bout, side int, score [2]int, avoid [2]bool) [3]float64 {
	other := 1 - side
	if avoid[side] || !b.fights[side] {
		return [3]float64{1}
	}
	// wall[w] is the chance that the lowest defense is a natural face of w.
	wall := [8]float64{7: 1}
	if avoid[other] && !b.prone && score[other] < score[side] {
		wall = k.wall(b.guard[other], score[other]+b.guardBonus[other])
	}
	var out [3]float64
	for w, p := range wall {
		if p == 0 {
			continue
		}
		ceiling := 100
		if w < 7 {
			ceiling = w + score[other] + b.guardBonus[other]
		}
		n := 0
		for face := 1; face <= 6; face++ {
			if t := face + score[side] + b.bonus[side]; t >= k.hitOn && t < ceiling {
				n++
			}
		}
		q := float64(n) / 6
		none, one := 1., 0.
		for range b.dice[side] {
			none, one = none*(1-q), one*(1-q)+none*q
		}
		out[0] += p * none
		out[1] += p * one
		out[2] += p * (1 - none - one)
	}
	return out
}

// wall is the distribution of the lowest face that makes a defense; 7 stands for
// none.
func (k *scoreBook) wall(dice, bonus int) (wall [8]float64) {
	least := max(1, k.hitOn-bonus) // lowest face that defends
	above := func(f int) float64 { // no die shows a face from least to f-1
		n := 6 - max(0, min(f, 7)-least)
		p := 1.
		for range dice {
			p *= float64(n) / 6
		}
		return p
	}
	for f := least; f <= 6; f++ {
		wall[f] = above(f) - above(f+1)
	}
	wall[7] = above(7)
	return wall
}

// chooseScore spreads probability over the legal scores by the equilibrium of
// the bout: the model asked about against the strongest of those it faces.
func (b *field) chooseScore(legal []env.Action, probs []float32) {
	mix := b.d.scores.mix(b.bout(legal))
	total := 0.
	for i, a := range legal {
		w := mix[b.choiceOf(a)]
		probs[i] = float32(w)
		total += w
	}
	for i := range probs {
		if total > 0 {
			probs[i] = float32(float64(probs[i]) / total)
		} else {
			probs[i] = 1 / float32(len(probs))
		}
	}
}

// choiceOf is the row of the matrix that a legal score stands for.
func (b *field) choiceOf(a env.Action) int {
	name := b.s.ActionString(a)
	i := int(name[len(name)-1] - '1')
	if strings.HasPrefix(name, "avoid") {
		return i + 6
	}
	return i
}

// bout describes the exchange that a score is asked for.
func (b *field) bout(legal []env.Action) bout {
	me := b.subject
	foe := b.s.Initiator()
	if foe == me {
		foe = -1
		for m := range b.fighters {
			if m != me && b.s.InDuel(m) && (foe < 0 || b.fighters[m].Standing && !b.fighters[foe].Standing) {
				foe = m
			}
		}
	}
	x := bout{avoids: [2]bool{false, b.d.config.AvoidHits}}
	for _, a := range legal {
		if b.choiceOf(a) < 6 {
			x.fights[0] = true
		} else {
			x.avoids[0] = true
		}
	}
	if foe < 0 {
		return x
	}
	x.prone = !b.fighters[foe].Standing
	x.fights[1] = !x.prone
	x.theirHits = b.fighters[foe].Hits
	x.ownDoom, x.theirDoom = !b.fighters[foe].Acted, !b.fighters[me].Acted
	x.dice[0], x.bonus[0] = b.s.DiceOf(me, foe, true)
	x.dice[1], x.bonus[1] = b.s.DiceOf(foe, me, true)
	x.guard[0], x.guardBonus[0] = b.s.DiceOf(me, foe, false)
	x.guard[1], x.guardBonus[1] = b.s.DiceOf(foe, me, false)
	return x
}
