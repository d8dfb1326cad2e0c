package habits

import (
	"ringer/env/heat"
	"ringer/report/evidence"

	tactics "ringer/env/tactics/heat"
)

// crimes counts the targets and the drafts of HEAT, by card.
type crimes struct {
	board               *tactics.Board
	kinds               []tactics.Kind
	game                *heat.Game
	aims, best, passing *sheet

	worth []float64        // of the targets of a decision
	kept  map[string][]aim // the first ones of the ringer, by card
}

// allCards is the row of all cards together.
const allCards = "all cards"

// seldom is the number of decisions of a card that are too few to show.
const seldom = 20

func newCrimes(g *heat.Game) *crimes {
	c := &crimes{
		board: tactics.NewBoard(g), game: g, kept: map[string][]aim{},
		aims: newSheet("heat-aims", true, allCards), best: newSheet("heat-best", true, allCards), passing: newSheet("heat-passes", true),
	}
	c.kinds = c.board.Kinds()
	for _, s := range c.sheets() {
		s.sorted, s.least = true, seldom
	}
	return c
}

func (c *crimes) sheets() []*sheet { return []*sheet{c.aims, c.best, c.passing} }

func (c *crimes) decided(d *decision) {
	s := d.state.(*heat.State)
	switch s.Question() {
	case heat.AskTarget:
		c.aimed(s, d)
	case heat.AskPick:
		for _, a := range d.legal {
			card := c.kinds[c.game.Decode(a).Card].Title
			c.passing.count(card, d, a == d.action)
			if d.ringer {
				c.passing.add(card, evidence.Random, 1/float64(len(d.legal)), 1)
			}
		}
	}
}

// aimed counts a target by its worth, of those that differ in it. A target that harms its
// seat is worth nothing.
func (c *crimes) aimed(s *heat.State, d *decision) {
	c.board.Look(s, d.seat)
	c.worth = c.worth[:0]
	chosen, top, low, mean := 0., 0., 0., 0.
	for i, a := range d.legal {
		x := max(0, c.board.Target(s.Target(c.game.Decode(a))))
		c.worth = append(c.worth, x)
		if a == d.action {
			chosen = x
		}
		if i == 0 {
			low = x
		}
		top, low, mean = max(top, x), min(low, x), mean+x/float64(len(d.legal))
	}
	const alike = 1e-6 // dollars
	if top-low < alike {
		return
	}
	tops := 0.
	for _, x := range c.worth {
		if top-x < alike {
			tops++
		}
	}
	card := c.kinds[c.board.Acting()].Title
	if d.ringer {
		c.keep(card, d, func(i int) bool { return top-c.worth[i] < alike })
	}
	for _, card := range []string{allCards, card} {
		c.aims.add(card, d.agent(), chosen/top, 1)
		c.best.count(card, d, top-chosen < alike)
		if d.ringer {
			c.aims.add(card, evidence.Random, mean/top, 1)
			c.best.add(card, evidence.Random, tops/float64(len(d.legal)), 1)
		}
	}
}
