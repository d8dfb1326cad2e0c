package fivepossessions

import (
	"ringer/env"
)

// hopes are rough chances of an offense to score, from the deck alone.
type hopes struct {
	rate  float64                             // a random offense card beats a random defense card
	value [maxLines + 1][maxLanes + 1]float64 // by line to be drawn and lanes that are not closed
}

func (g *Game) newHopes() hopes {
	var h hopes
	pairs := 0
	for _, beaten := range g.cards.wins {
		pairs += beaten.size()
	}
	n := float64(g.config.EachSide)
	h.rate = float64(pairs) / (n * n)
	lines := g.config.Lines
	for k := 1; k <= g.lanes; k++ {
		h.value[lines][k] = 1
	}
	for line := lines - 1; line >= 0; line-- {
		for lanes := 1; lanes <= g.lanes; lanes++ {
			var odds [maxLanes]float64
			for i := range min(lanes, g.handSize[line]) {
				odds[i] = h.rate
			}
			h.value[line][lanes] = h.after(line, &odds)
		}
	}
	return h
}

// after is the chance to score when the lanes of a line are won independently
// with the given chances.
func (h *hopes) after(line int, odds *[maxLanes]float64) float64 {
	var won [maxLanes + 1]float64 // chance of so many lanes
	won[0] = 1
	for _, q := range odds {
		if q == 0 {
			continue
		}
		for k := maxLanes; k > 0; k-- {
			won[k] = won[k]*(1-q) + won[k-1]*q
		}
		won[0] *= 1 - q
	}
	x := 0.0
	for k := 1; k <= maxLanes; k++ {
		x += won[k] * h.value[line+1][k]
	}
	return x
}

// Evaluate implements env.Evaluator: the lead in yards, and what can be hoped
// for from the possession under way, as a share of the goal. It reads the cards
// that lie face down.
func (s *State) Evaluate(p env.Player) float64 {
	g := s.game
	if s.node == nodeOver {
		var r [Players]float64
		s.Returns(r[:])
		return 100 * r[p]
	}
	c := &g.config
	x := float64(s.yards[p] - s.yards[1-p])
	if s.now.attacker >= 0 {
		hope := s.hope()
		yards := hope*float64(c.ScoreYards) - (1-hope)*float64(c.StopYards)
		if int(p) != int(s.now.attacker) {
			yards = -yards
		}
		x += yards
	}
	return x / float64(c.Goal)
}

// hope is the chance of the offense to score, from all cards that are drawn.
func (s *State) hope() float64 {
	g, p := s.game, &s.now
	if s.node == nodeDraw {
		k := 0
		for lane := range g.lanes {
			k += int(1 - p.closed>>lane&1)
		}
		return g.hope.value[p.line][k]
	}
	var odds [maxLanes]float64
	rest := p.hand[offense][p.put[offense]:p.drawn[offense]]
	defenders := p.hand[defense][p.put[defense]:p.drawn[defense]]
	// On a short line, not every free lane gets a card.
	free := float64(g.lanes - int(p.put[offense]))
	for lane := range g.lanes {
		o, d := p.placed[offense][p.line][lane], p.placed[defense][p.line][lane]
		switch {
		case o != none:
			odds[lane] = g.against(p, o, d, lane, defenders)
		case len(rest) > 0:
			for _, o := range rest {
				odds[lane] += g.against(p, o, d, lane, defenders)
			}
			odds[lane] /= free
		}
	}
	return g.hope.after(int(p.line), &odds)
}

// against is the chance of an offense card to win a lane: against the defense card
// that lies there, or one of those that may come.
func (g *Game) against(p *possession, o, d uint8, lane int, defenders []uint8) float64 {
	switch {
	case g.dead(p, o, lane):
		return 0
	case d != none:
		if g.cards.wins[o].has(d) {
			return 1
		}
		return 0
	case len(defenders) == 0:
		return 1
	}
	n := 0
	for _, d := range defenders {
		if g.cards.wins[o].has(d) {
			n++
		}
	}
	// On a short line the lane may get no defender at all; that is left out.
	return float64(n) / float64(len(defenders))
}
