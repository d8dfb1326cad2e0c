package fivepossessions

import (
	"fmt"

	"ringer/env/scene"
)

// ask fills in the question of the seat that acts.
func (l *look) ask(q *scene.Question) {
	s := l.s
	if s.Question() == AskSide {
		q.Kind = "side"
		q.Text = "You won the toss: begin on offense or on defense?"
		q.Help = "From then on you take turns on offense, one possession each."
		if s.Sudden() {
			q.Text = "You won the toss for sudden death: play offense or defense?"
			q.Help = "One possession decides: the offense wins the game by scoring, the defense by stopping it."
		}
		for i := range q.Choices {
			c := &q.Choices[i]
			c.Label = "Play " + l.s.game.Decode(c.Action).Side.String()
			if !s.Sudden() {
				c.Label = "Begin on " + l.s.game.Decode(c.Action).Side.String()
			}
		}
		return
	}
	side := s.Side()
	hand := s.Hand(side)
	card := hand[s.Put(side)]
	c := l.s.game.of(side, card)
	q.Kind = "place"
	q.Text = fmt.Sprintf("Line %d of %d, card %d of %d: on which lane do you put %s (%s), face down?", s.Line()+1, l.s.game.config.Lines, s.Put(side)+1, len(hand), c.Name, c.Colour)
	if side == Offense {
		q.Help = "To win the lane it needs more men of its counting colours than the defense card there. You go on if you win at least one lane."
		if s.Line()+1 == l.s.game.config.Lines {
			q.Help = "This is the last line: one lane won scores. A lane without a defense card is won by any card that is not dead."
		}
	} else {
		q.Help = fmt.Sprintf("The offense card decides which colours count. Stop all lanes of a line, and you get %d yards.", l.s.game.config.StopYards)
	}
	for i := range q.Choices {
		l.lane(&q.Choices[i], side, card)
	}
}

// lane fills in the choice of a lane for a card.
func (l *look) lane(c *scene.Choice, side Side, card Card) {
	lane := l.s.game.Decode(c.Action).Lane
	c.Label, c.Number = fmt.Sprintf("Lane %d", lane+1), lane+1
	c.Things = []string{slotID(lane), thingID(l.s.game.ID(side, card))}
	switch {
	case side == Offense && l.s.Dead(card, lane):
		c.Note = "dead there: it would close the lane"
		if l.s.Closed(lane) {
			c.Note = "dead there: the lane is closed"
		}
	case side == Offense:
		left := l.pack() &^ l.s.Shown(Defense)
		c.Note = fmt.Sprintf("beats %d of the %d defense cards not seen", (l.s.game.Beats(card) & left).Size(), left.Size())
	case l.s.Closed(lane):
		c.Note = "the lane is closed: the card does nothing there"
	default:
		left, stops := 0, 0
		for set := l.pack() &^ l.s.Shown(Offense); set != 0; set &= set - 1 {
			o := set.First()
			if l.s.Dead(o, lane) {
				continue
			}
			left++
			if !l.s.game.Beats(o).Has(card) {
				stops++
			}
		}
		c.Note = fmt.Sprintf("stops %d of the %d offense cards that may come there", stops, left)
	}
}

func (l *look) pack() Set { return l.s.game.Pack() }
