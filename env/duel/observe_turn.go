package duel

import (
	"ringer/env"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
	"ringer/env/layout"
)

// This file writes the fields of the observation that describe the turn: the question,
// the seats, the activation and the Duel under way.

func (l *observer) observeProgress(s *turn.State, ahead *turn.Ahead, p int, centre space.Point, dst []float32) {
	g := s.Game
	decision, actor := l.decision.In(dst), l.actor.In(dst)
	switch {
	case s.Node == turn.NodeOver:
		decision[l.onEnd] = 1
	case s.Actor == env.Chance:
		decision[l.onChance] = 1
	case hidden(s) && int(s.Actor) != p: // which of several others it is would tell of their drafts
		decision[l.asking[turn.NodeBuy]] = 1
		if g.Players == 2 {
			actor[1] = 1
		}
	default:
		decision[l.asking[s.Node]] = 1
		actor[distance(g, p, int(s.Actor))] = 1
	}
	l.round.In(dst)[0] = float32(s.Round) / float32(g.Config.Rounds)
	for i, seat := range s.Order[:s.Seated] {
		l.order.Row(dst, i)[distance(g, p, int(seat))] = 1
	}
	if g.Bidding && s.Round > 0 {
		l.first.In(dst)[distance(g, p, int(s.First))] = 1
	}
	l.observeContext(s, ahead, p, centre, l.context.In(dst))
	d := &s.Duel
	if d.By != turn.Nobody && d.Rolled > 0 && d.Faces[0] > 0 { // the dice have fallen
		dice := l.dice.In(dst)
		for _, f := range d.Faces[:d.Rolled] {
			dice[f-1]++
		}
		dice[diceBonus] = max(-1, min(float32(d.Bonus)/scoreScale, 1))
	}
	if centre != space.Nowhere {
		l.frame.In(dst)[0] = 1
		l.column.In(dst)[centre.X] = 1
		l.row.In(dst)[centre.Y] = 1
	}
}

// observeContext writes the activation and the Duel under way.
func (l *observer) observeContext(s *turn.State, ahead *turn.Ahead, p int, centre space.Point, c []float32) {
	g, d, act := s.Game, &s.Duel, &s.Act
	if act.M != turn.Nobody {
		c[contextLeft], c[contextMoved] = float32(act.Left.Inches())/lengthScale, float32(act.Moved.Inches())/lengthScale
		c[contextExhausting], c[contextLong] = layout.Bit(act.Exhausting), layout.Bit(act.Long)
		c[contextActions], c[contextProne] = float32(ahead.Actions+int(act.More))/2, layout.Bit(ahead.Prone)
		c[contextSecond], c[contextNoDuel], c[contextGiven] = layout.Bit(act.Second), layout.Bit(act.NoDuel), layout.Bit(act.Given)
		c[contextExtra], c[contextMissed] = layout.Bit(act.Again), layout.Bit(act.Missed())
	}
	if ahead.Moving {
		c[contextMoving] = 1
		if ahead.Leg >= turn.GoLeg {
			c[contextLeg+int(ahead.Leg-turn.GoLeg)] = 1
		}
	}
	if ahead.Duels > 0 {
		c[contextToCome] = float32(ahead.Duels) / 2
		c[contextNextOneDie], c[contextNextAvoidOnly] = layout.Bit(ahead.Duel.OneDie()), layout.Bit(ahead.Duel.AvoidOnly())
	}
	if d.By != turn.Nobody {
		c[contextDuel] = 1
		c[contextMelee], c[contextRevealed], c[contextOneDie] = layout.Bit(d.Melee), layout.Bit(d.Revealed), layout.Bit(d.OneDie)
		c[contextAvoidOnly], c[contextCharge], c[contextLeaving] = layout.Bit(d.AvoidOnly), layout.Bit(d.Charge), layout.Bit(d.Leaving)
		c[contextBid], c[contextTwice] = layout.Bit(d.Fixed != 0), layout.Bit(d.Twice)
		c[contextInitiates] = layout.Bit(s.Owner(s.Initiator()) == p)
	}
	if a, ok := s.Pending(); ok { // also of a fall, or of a trap
		c[contextHits] = float32(a.Hits) / scoreScale
	}
	if l.modelFoe > 0 && ahead.To != space.Nowhere {
		c[contextGoalX], c[contextGoalY] = scaled(g, int(ahead.To.X)), scaled(g, int(ahead.To.Y))
	}
	if l.modelPass > 0 {
		c[contextGone] = float32(ahead.Gone.Inches()) / lengthScale
		if ahead.From != space.Nowhere {
			c[contextFromX], c[contextFromY] = scaled(g, int(ahead.From.X)), scaled(g, int(ahead.From.Y))
		}
	}
	if s.Corner[p] >= 0 && centre != space.Nowhere {
		home := g.Corners[s.Corner[p]]
		c[contextHomeX], c[contextHomeY] = scaled(g, int(home.X)-int(centre.X)), scaled(g, int(home.Y)-int(centre.Y))
	}
}

// observeSeats writes what everybody knows of the seats.
func (l *observer) observeSeats(s *turn.State, ahead *turn.Ahead, p int, dst []float32) {
	g := s.Game
	for k := range g.Seats {
		seat := relative(g, p, k)
		row := l.seats.Row(dst, k)
		row[seatOut], row[seatAlly] = layout.Bit(s.Lost[seat]), layout.Bit(g.Side[seat] == g.Side[p])
		row[seatNext] = layout.Bit(int(ahead.Next) == seat)
		if c := s.Corner[seat]; c >= 0 {
			row[seatCornered] = 1
			row[seatX], row[seatY] = scaled(g, int(g.Corners[c].X)), scaled(g, int(g.Corners[c].Y))
		}
		if l.maneuver {
			row[seatHigh] = layout.Bit(s.High>>seat&1 != 0)
		}
	}
}

// scaled returns a number of steps in the unit of lengths of the observation.
func scaled(g *turn.Game, steps int) float32 {
	return float32(steps) * float32(g.Step) / float32(space.Inch) / lengthScale
}
